// What compilers do differently: everything here that is not standard C++ has a standard way beside it, which MSVC takes, and
// whoever defines FIVECARD_STANDARD_CPP. (Attributes such as [[gnu::cold]] need none: who does not know them ignores them.)
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(__GNUC__) && !defined(FIVECARD_STANDARD_CPP)
#define FIVECARD_GNU 1
#define FIVECARD_INLINE __attribute__((always_inline)) inline
#define FIVECARD_INLINE_LAMBDA __attribute__((always_inline))  // behind its parameters
#elif defined(_MSC_VER) && !defined(__clang__)
#define FIVECARD_INLINE __forceinline
#define FIVECARD_INLINE_LAMBDA [[msvc::forceinline]]
#else
#define FIVECARD_INLINE inline
#define FIVECARD_INLINE_LAMBDA
#endif

namespace fivecard {

// The place of the lowest and of the highest bit of a number that is not zero. (The standard's functions ask whether it is.)
template <std::unsigned_integral Number>
constexpr int lowest_bit(Number bits) {
#ifdef FIVECARD_GNU
    return sizeof bits > sizeof(unsigned) ? __builtin_ctzll(bits) : __builtin_ctz(static_cast<unsigned>(bits));
#else
    return std::countr_zero(bits);
#endif
}
constexpr int highest_bit(std::uint32_t bits) {
#ifdef FIVECARD_GNU
    return 31 - __builtin_clz(bits);
#else
    return 31 - std::countl_zero(bits);
#endif
}

// Asks for memory that will be read soon.
inline void prefetch(const void* here) {
#ifdef FIVECARD_GNU
    __builtin_prefetch(here);
#else
    static_cast<void>(here);
#endif
}

// Reads one number, which fills a register. The compiler may not read it a second time instead of keeping it. (An atomic
// load would do, but GCC then makes no vectors of what is looked up.)
template <typename Number>
inline std::uint64_t read_once(const Number* number) {
#ifdef FIVECARD_GNU
    std::uint64_t read = static_cast<std::make_unsigned_t<Number>>(*number);
    asm("" : "+r"(read));
    return read;
#else
    return static_cast<std::make_unsigned_t<Number>>(*static_cast<const volatile Number*>(number));
#endif
}

// Copies bytes. The compiler may not read them from where they were instead of from the copy.
inline void copy_once(void* to, const void* from, std::size_t bytes) {
#ifdef FIVECARD_GNU
    std::memcpy(to, from, bytes);
    asm volatile("" : : "r"(to) : "memory");
#else
    for (std::size_t i = 0; i < bytes; ++i) static_cast<std::uint8_t*>(to)[i] = static_cast<const volatile std::uint8_t*>(from)[i];
#endif
}

namespace standard {

// Whole numbers of 128 bits.
class Wide {
public:
    constexpr Wide(std::uint64_t low = 0) : low_(low) {}
    template <std::integral Number>
    constexpr explicit operator Number() const {
        return static_cast<Number>(low_);
    }
    template <std::floating_point Number>
    constexpr explicit operator Number() const {
        return static_cast<Number>(high_) * Number(0x1p64) + static_cast<Number>(low_);
    }

    friend constexpr Wide operator+(Wide a, Wide b) { return {a.high_ + b.high_ + (a.low_ + b.low_ < a.low_), a.low_ + b.low_}; }
    friend constexpr Wide operator-(Wide a, Wide b) { return {a.high_ - b.high_ - (a.low_ < b.low_), a.low_ - b.low_}; }
    friend constexpr Wide operator*(Wide a, Wide b) {
        const Wide low = product(a.low_, b.low_);
        return {low.high_ + a.high_ * b.low_ + a.low_ * b.high_, low.low_};
    }
    friend constexpr Wide operator/(Wide a, Wide b) {  // b is not zero
        Wide quotient, rest;
        for (int bit = 127; bit >= 0; --bit) {
            const bool over = rest.high_ >> 63;
            rest = rest << 1 | static_cast<std::uint64_t>(a >> bit) % 2;
            if (!over && rest < b) continue;
            rest = rest - b;
            quotient = quotient | Wide(1) << bit;
        }
        return quotient;
    }
    friend constexpr Wide operator|(Wide a, Wide b) { return {a.high_ | b.high_, a.low_ | b.low_}; }
    friend constexpr Wide operator<<(Wide a, int by) {
        if (by >= 64) return {a.low_ << (by - 64), 0};
        return by ? Wide(a.high_ << by | a.low_ >> (64 - by), a.low_ << by) : a;
    }
    friend constexpr Wide operator>>(Wide a, int by) {
        if (by >= 64) return {0, a.high_ >> (by - 64)};
        return by ? Wide(a.high_ >> by, a.low_ >> by | a.high_ << (64 - by)) : a;
    }
    constexpr Wide& operator+=(Wide other) { return *this = *this + other; }
    friend constexpr bool operator==(Wide, Wide) = default;
    friend constexpr bool operator<(Wide a, Wide b) { return a.high_ != b.high_ ? a.high_ < b.high_ : a.low_ < b.low_; }

private:
    constexpr Wide(std::uint64_t high, std::uint64_t low) : low_(low), high_(high) {}

    // As in school, with halves for digits.
    static constexpr Wide product(std::uint64_t a, std::uint64_t b) {
        constexpr std::uint64_t half = 0xffffffff;
        const std::uint64_t low = (a & half) * (b & half), one = (a >> 32) * (b & half), other = (a & half) * (b >> 32);
        const std::uint64_t middle = (low >> 32) + (one & half) + (other & half);
        return {(a >> 32) * (b >> 32) + (one >> 32) + (other >> 32) + (middle >> 32), middle << 32 | (low & half)};
    }

    std::uint64_t low_, high_ = 0;
};

// Numbers side by side. What compares them gives -1 where it is so, and 0 elsewhere.
template <typename Number, int count>
class Lanes {
public:
    constexpr Lanes() = default;
    constexpr Lanes(Number all) {
        for (Number& lane : lanes_) lane = all;
    }
    template <typename Other>
    constexpr explicit Lanes(const Lanes<Other, count>& lanes) {
        for (int i = 0; i < count; ++i) lanes_[i] = static_cast<Number>(lanes[i]);
    }
    constexpr Number& operator[](std::size_t lane) { return lanes_[lane]; }
    constexpr const Number& operator[](std::size_t lane) const { return lanes_[lane]; }

    friend constexpr Lanes operator+(const Lanes& a, const Lanes& b) {
        return map(a, b, [](Number x, Number y) { return x + y; });
    }
    friend constexpr Lanes operator-(const Lanes& a, const Lanes& b) {
        return map(a, b, [](Number x, Number y) { return x - y; });
    }
    friend constexpr Lanes operator*(const Lanes& a, const Lanes& b) {
        return map(a, b, [](Number x, Number y) { return x * y; });
    }
    friend constexpr Lanes operator/(const Lanes& a, const Lanes& b) {
        return map(a, b, [](Number x, Number y) { return x / y; });
    }
    friend constexpr Lanes operator&(const Lanes& a, const Lanes& b) {
        return map(a, b, [](Number x, Number y) { return x & y; });
    }
    friend constexpr Lanes operator|(const Lanes& a, const Lanes& b) {
        return map(a, b, [](Number x, Number y) { return x | y; });
    }
    friend constexpr Lanes operator^(const Lanes& a, const Lanes& b) {
        return map(a, b, [](Number x, Number y) { return x ^ y; });
    }
    friend constexpr Lanes operator<<(const Lanes& a, const Lanes& b) {
        return map(a, b, [](Number x, Number y) { return x << y; });
    }
    friend constexpr Lanes operator>>(const Lanes& a, const Lanes& b) {
        return map(a, b, [](Number x, Number y) { return x >> y; });
    }
    friend constexpr Lanes operator~(const Lanes& a) {
        return map(a, a, [](Number x, Number) { return ~x; });
    }
    constexpr Lanes& operator+=(const Lanes& other) { return *this = *this + other; }
    constexpr Lanes& operator-=(const Lanes& other) { return *this = *this - other; }
    constexpr Lanes& operator*=(const Lanes& other) { return *this = *this * other; }
    constexpr Lanes& operator/=(const Lanes& other) { return *this = *this / other; }
    constexpr Lanes& operator&=(const Lanes& other) { return *this = *this & other; }
    constexpr Lanes& operator<<=(const Lanes& other) { return *this = *this << other; }
    constexpr Lanes& operator|=(const Lanes& other) { return *this = *this | other; }
    constexpr Lanes& operator^=(const Lanes& other) { return *this = *this ^ other; }

    using Answer = std::conditional_t<
        sizeof(Number) == 1, std::int8_t,
        std::conditional_t<sizeof(Number) == 2, std::int16_t, std::conditional_t<sizeof(Number) == 4, std::int32_t, std::int64_t>>>;
    using Answers = Lanes<Answer, count>;
    friend constexpr Answers operator==(const Lanes& a, const Lanes& b) {
        return ask(a, b, [](Number x, Number y) { return x == y; });
    }
    friend constexpr Answers operator!=(const Lanes& a, const Lanes& b) {
        return ask(a, b, [](Number x, Number y) { return x != y; });
    }
    friend constexpr Answers operator<(const Lanes& a, const Lanes& b) {
        return ask(a, b, [](Number x, Number y) { return x < y; });
    }
    friend constexpr Answers operator>(const Lanes& a, const Lanes& b) {
        return ask(a, b, [](Number x, Number y) { return x > y; });
    }
    friend constexpr Answers operator>=(const Lanes& a, const Lanes& b) {
        return ask(a, b, [](Number x, Number y) { return x >= y; });
    }

    Number lanes_[count];  // not private: memory is copied into it

private:
    template <typename Function>
    static constexpr Lanes map(const Lanes& a, const Lanes& b, Function function) {
        Lanes result;
        for (int i = 0; i < count; ++i) result[i] = static_cast<Number>(function(a[i], b[i]));
        return result;
    }
    template <typename Question>
    static constexpr Answers ask(const Lanes& a, const Lanes& b, Question question) {
        Answers answers;
        for (int i = 0; i < count; ++i) answers[i] = question(a[i], b[i]) ? -1 : 0;
        return answers;
    }
};

template <typename Number, int count>
constexpr void replace_where(const typename Lanes<Number, count>::Answers& answers, const Lanes<Number, count>& by,
                             Lanes<Number, count>& lanes) {
    for (int i = 0; i < count; ++i)
        if (answers[i]) lanes[i] = by[i];
}

template <typename From, typename To, int count>
constexpr void convert(const Lanes<From, count>& from, Lanes<To, count>& to) {
    for (int i = 0; i < count; ++i) to[i] = static_cast<To>(from[i]);
}

}  // namespace standard

#ifdef FIVECARD_GNU

namespace gnu {

__extension__ using Wide = unsigned __int128;

template <typename Number, int count>
struct LanesOf {
    typedef Number Type __attribute__((vector_size(sizeof(Number) * count)));
};
template <typename Number, int count>
using Lanes = typename LanesOf<Number, count>::Type;

// Nothing is returned: GCC warns of vectors that a function of another target would return in another way.
template <typename Answers, typename Vector>
[[gnu::always_inline]] constexpr void replace_where(const Answers& answers, const Vector& by, Vector& lanes) {
    // GCC 12 takes the choice apart, number by number, where a register of 64 bytes has numbers of two: three times slower.
    if constexpr (sizeof(Vector) == 64 && sizeof lanes[0] == 2) lanes = (by & Vector(answers)) | (lanes & ~Vector(answers));
    else lanes = answers ? by : lanes;
}

template <typename From, typename To>
[[gnu::always_inline]] constexpr void convert(const From& from, To& to) {
    to = __builtin_convertvector(from, To);
}

}  // namespace gnu
using gnu::convert, gnu::Lanes, gnu::replace_where, gnu::Wide;

#else
using standard::convert, standard::Lanes, standard::replace_where, standard::Wide;
#endif

}  // namespace fivecard
