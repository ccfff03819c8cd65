// Squaring modulo numbers of a fixed size, as often as one likes: what opens a time-lock (Rivest, Shamir and Wagner,
// 1996). Numbers stay in Montgomery's form, where a reduction is a multiplication; products are summed column by column,
// so that a carry goes no further than a sum of three words.
#pragma once

#include <fivecard/platform.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fivecard::timelock {

using Word = std::uint64_t;

// A sum of products of words.
class Sum {
public:
    void add(Word a, Word b) {
        const Wide before = low_;
        low_ += static_cast<Wide>(a) * b;
        high_ += low_ < before;
    }

    void add(const Sum& other) {
        const Wide before = low_;
        low_ += other.low_;
        high_ += other.high_ + (low_ < before);
    }

    void twice() {
        high_ = high_ << 1 | static_cast<Word>(low_ >> 127);
        low_ <<= 1;
    }

    Word word() const { return static_cast<Word>(low_); }

    // Goes on to the next column.
    void shift() {
        low_ = low_ >> 64 | static_cast<Wide>(high_) << 64;
        high_ = 0;
    }

private:
    Wide low_ = 0;
    Word high_ = 0;
};

// Arithmetic modulo an odd number whose highest bit is set; numbers are words, the lowest first.
template <int words>
class Montgomery {
public:
    using Number = std::array<Word, words>;
    static constexpr std::size_t bytes = 8 * words;

    explicit Montgomery(const Number& modulus) : modulus_(modulus) {
        Word inverse = modulus[0];  // right in 3 bits, and each step doubles them
        for (int i = 0; i < 5; ++i) inverse *= 2 - modulus[0] * inverse;
        factor_ = -inverse;
        one_ = difference({}, modulus).first;  // 2^(64 words) - modulus, since the highest bit is set
        Number power = one_;                   // one, then two, then two to the power of 2, 4, 8, ...
        Word carry = 0;
        for (Word& word : power) {
            const Word next = word >> 63;
            word = word << 1 | carry;
            carry = next;
        }
        power = reduced_once(power, carry);
        for (int bits = 1; bits < 64 * words; bits *= 2) power = square(power);
        shift_ = power;
    }

    // Into Montgomery's form, and out of it.
    Number enter(const Number& number) const { return multiply(number, shift_); }
    Number leave(const Number& number) const {
        Number one{};
        one[0] = 1;
        return multiply(number, one);
    }

    Number multiply(const Number& a, const Number& b) const {
        return reduce([&](int column, Sum& sum) {
            for (int i = std::max(0, column - words + 1); i <= std::min(column, words - 1); ++i) sum.add(a[i], b[column - i]);
        });
    }

    Number square(const Number& a) const {
        return reduce([&](int column, Sum& sum) {
            Sum products;  // each pair of different words comes twice
            for (int i = std::max(0, column - words + 1); 2 * i < column; ++i) products.add(a[i], a[column - i]);
            products.twice();
            if (column % 2 == 0) products.add(a[column / 2], a[column / 2]);
            sum.add(products);
        });
    }

    // Several powers of one base, which share its squarings (Yao): base^(16^i) is gathered by the digits that want it.
    std::vector<Number> powers(Number base, const std::vector<Number>& exponents) const {
        std::vector<std::array<Number, 16>> wanted(exponents.size());
        for (auto& by_digit : wanted) by_digit.fill(one_);
        for (int bit = 0; bit < 64 * words; bit += 4) {
            for (std::size_t i = 0; i < exponents.size(); ++i) {
                const Word digit = exponents[i][bit / 64] >> bit % 64 & 15;
                if (digit) wanted[i][digit] = multiply(wanted[i][digit], base);
            }
            for (int i = 0; i < 4; ++i) base = square(base);
        }
        std::vector<Number> results(exponents.size(), one_);
        for (std::size_t i = 0; i < exponents.size(); ++i) {
            Number gathered = one_;
            for (int digit = 15; digit > 0; --digit) {  // the digit 15 counts fifteen times, 14 fourteen times, ...
                gathered = multiply(gathered, wanted[i][digit]);
                results[i] = multiply(results[i], gathered);
            }
        }
        return results;
    }

private:
    // a - b, and what had to be borrowed.
    static std::pair<Number, Word> difference(const Number& a, const Number& b) {
        Number result;
        Word borrow = 0;
        for (int i = 0; i < words; ++i) {
            const Wide found = static_cast<Wide>(a[i]) - b[i] - borrow;
            result[i] = static_cast<Word>(found);
            borrow = static_cast<Word>(found >> 64) & 1;
        }
        return {result, borrow};
    }

    Number reduced_once(const Number& number, Word carry) const {
        const auto [smaller, borrow] = difference(number, modulus_);
        return carry >= borrow ? smaller : number;
    }

    // The sum of all columns, divided by 2^(64 words), modulo the modulus.
    template <typename AddColumn>
    Number reduce(const AddColumn& add_column) const {
        Number multiples, result;
        Sum sum;
        for (int column = 0; column < words; ++column) {
            add_column(column, sum);
            for (int i = 0; i < column; ++i) sum.add(multiples[i], modulus_[column - i]);
            multiples[column] = sum.word() * factor_;
            sum.add(multiples[column], modulus_[0]);
            sum.shift();
        }
        for (int column = words; column < 2 * words; ++column) {
            add_column(column, sum);
            for (int i = column - words + 1; i < words; ++i) sum.add(multiples[i], modulus_[column - i]);
            result[column - words] = sum.word();
            sum.shift();
        }
        return reduced_once(result, sum.word());
    }

    Number modulus_, one_{}, shift_{};
    Word factor_;
};

}  // namespace fivecard::timelock
