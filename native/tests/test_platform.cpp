// The standard ways beside the extensions of a compiler: both give the same, whichever of them this build uses.
#include "tests/check.hpp"

#include <fivecard/platform.hpp>
#include "src/random.hpp"

#include <bit>

#ifdef FIVECARD_GNU  // elsewhere there is nothing to compare with

namespace {

using namespace fivecard;
using fivecard::test::check;

constexpr std::uint64_t words[] = {
    0, 1, 2, 0x7fffffff, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff};

bool same(gnu::Wide a, standard::Wide b) {
    return static_cast<std::uint64_t>(a) == static_cast<std::uint64_t>(b) &&
           static_cast<std::uint64_t>(a >> 64) == static_cast<std::uint64_t>(b >> 64);
}

void check_wide(std::uint64_t a_high, std::uint64_t a_low, std::uint64_t b_high, std::uint64_t b_low) {
    const gnu::Wide a = gnu::Wide{a_high} << 64 | a_low, b = gnu::Wide{b_high} << 64 | b_low;
    const standard::Wide c = standard::Wide(a_high) << 64 | a_low, d = standard::Wide(b_high) << 64 | b_low;
    check(same(a, c), "a wide number of two halves");
    check(same(a + b, c + d), "a sum");
    check(same(a - b, c - d), "a difference");
    check(same(a * b, c * d), "a product");
    if (b) check(same(a / b, c / d), "a quotient");
    check((a < b) == (c < d) && (a == b) == (c == d), "a comparison");
    for (int by = 0; by < 128; ++by)
        check(same(a << by, c << by) && same(a >> by, c >> by), [&] { return "a shift by " + std::to_string(by); });
}

template <typename Number>
void check_lanes(RandomStream& random) {
    gnu::Lanes<Number, 4> a, b;
    standard::Lanes<Number, 4> c, d;
    for (int i = 0; i < 4; ++i) {
        c[i] = a[i] = static_cast<Number>(random.bits() % 64);
        d[i] = b[i] = static_cast<Number>(1 + random.bits() % 63);
    }
    const auto compare = [](const auto& found, const auto& expected, const char* what) {
        for (int i = 0; i < 4; ++i) check(found[i] == expected[i], what);
    };
    compare(c + d, a + b, "a sum in lanes");
    compare(c - d, a - b, "a difference in lanes");
    compare(c * 3, a * 3, "a product in lanes");
    compare(c / d, a / b, "a quotient in lanes");
    compare(c < d, a < b, "less in lanes");
    compare(c == d, a == b, "equal in lanes");
    compare(c != d, a != b, "different in lanes");
    compare(c > d, a > b, "greater in lanes");
    compare(c >= d, a >= b, "greater or equal in lanes");
    if constexpr (std::is_integral_v<Number>) {
        compare(c & d, a & b, "common bits in lanes");
        compare(c | d, a | b, "all bits in lanes");
        compare(c ^ d, a ^ b, "differing bits in lanes");
        compare(c << d, a << b, "bits shifted up in lanes");
        compare(c >> 2, a >> 2, "bits shifted down in lanes");
        compare(~c, ~a, "other bits in lanes");
    }
    gnu::replace_where(a < b, b, a);
    standard::replace_where(c < d, d, c);
    compare(c, a, "lanes chosen by an answer");
    gnu::Lanes<std::uint8_t, 4> e;
    standard::Lanes<std::uint8_t, 4> f;
    gnu::convert(a, e);
    standard::convert(c, f);
    compare(f, e, "lanes as bytes");
}

// Where registers of 64 bytes have numbers of two, the choice is written in another way.
void check_choice(RandomStream& random) {
    gnu::Lanes<std::uint16_t, 32> a, b;
    standard::Lanes<std::uint16_t, 32> c, d;
    for (int i = 0; i < 32; ++i) {
        c[i] = a[i] = static_cast<std::uint16_t>(random.bits());
        d[i] = b[i] = static_cast<std::uint16_t>(random.bits());
    }
    gnu::replace_where(a < b, b, a);
    standard::replace_where(c < d, d, c);
    for (int i = 0; i < 32; ++i) check(a[i] == c[i], "lanes of a large register chosen by an answer");
}

}  // namespace

int main() {
    for (const auto a : words)
        for (const auto b : words)
            for (const auto c : words)
                for (const auto d : words) check_wide(a, b, c, d);
    RandomStream random(1, 0);
    for (int i = 0; i < 1000; ++i) {
        check_wide(random.bits(), random.bits(), random.bits(), random.bits());
        check_lanes<double>(random);
        check_choice(random);
        check_lanes<std::int64_t>(random);
        if (const std::uint64_t bits = random.bits() >> i % 64) {
            check(lowest_bit(bits) == std::countr_zero(bits), "the lowest bit");
            if (const auto half = static_cast<std::uint32_t>(bits))
                check(highest_bit(half) == 31 - std::countl_zero(half), "the highest bit");
        }
    }
    return fivecard::test::result();
}

#else
int main() {}
#endif
