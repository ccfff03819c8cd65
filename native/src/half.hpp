// Floats in sixteen bits, as IEEE 754 has them: one bit for the sign, five for the exponent, ten for the rest.
#pragma once

#include <fivecard/platform.hpp>

#include <bit>
#include <cstdint>
#include <cstring>

namespace fivecard::half {

template <typename To, typename From>
FIVECARD_INLINE void copy_bits(const From& from, To& to) {
    static_assert(sizeof from == sizeof to);
    std::memcpy(&to, &from, sizeof to);
}

// Floats of halves, several at a time. The exponent begins elsewhere, and the smallest numbers have no leading bit.
template <typename Halves, typename Floats>
FIVECARD_INLINE void expand(const Halves& halves, Floats& floats) {
    constexpr int count = sizeof floats / sizeof(float);
    using Bits = Lanes<std::uint32_t, count>;
    const Bits zero{}, one = zero + 1u;
    Bits bits;
    convert(halves, bits);
    const Bits sign = (bits & (one * 0x8000u)) << (one * 16u);
    bits = (bits & (one * 0x7fffu)) << (one * 13u);
    const Bits exponent = bits & (one * (0x7c00u << 13));
    bits = bits + one * ((127u - 15u) << 23);
    Floats usual, small, leading;
    copy_bits(bits, usual);
    copy_bits(Bits(bits + one * (1u << 23)), small);
    copy_bits(Bits(one * (113u << 23)), leading);
    const Floats difference = small - leading;
    Bits of_small, magnitude = bits;
    copy_bits(difference, of_small);
    replace_where(exponent == zero, of_small, magnitude);
    copy_bits(Bits(magnitude | sign), floats);
}

// Halves of floats: `noise` below 2^13 is added to the bits that a half has no room for, and they are cut off. With the same
// noise for all, 2^12, that is the nearest half; with random noise, halves are right on average. Numbers are smaller than what
// halves call infinite.
template <typename Floats, typename Noise, typename Halves>
FIVECARD_INLINE void round(const Floats& floats, const Noise& noise, Halves& halves) {
    constexpr int count = sizeof floats / sizeof(float);
    using Bits = Lanes<std::uint32_t, count>;
    const Bits zero{}, one = zero + 1u;
    Bits all, added;
    copy_bits(floats, all);
    convert(noise, added);
    const Bits sign = all & (one * 0x80000000u), bits = (all ^ sign) + added;
    // The smallest have no leading bit: they are multiples of 2^-24.
    const auto is_small = bits < one * (113u << 23);
    Bits magnitude = zero;
    replace_where(is_small, bits, magnitude);
    Floats small;
    copy_bits(magnitude, small);
    const Floats units = small * 0x1p24f;
    Bits whole;
    convert(units, whole);
    Bits found = (bits - one * ((127u - 15u) << 23)) >> (one * 13u);
    replace_where(is_small, whole, found);
    convert(Bits(found | sign >> (one * 16u)), halves);
}

inline float to_float(std::uint16_t number) {
    Lanes<std::uint16_t, 4> halves{};
    Lanes<float, 4> floats;
    halves[0] = number;
    expand(halves, floats);
    return floats[0];
}
inline std::uint16_t from_float(float number) {
    Lanes<float, 4> floats{};
    Lanes<std::uint16_t, 4> halves, middle{};
    floats[0] = number;
    middle[0] = 1 << 12;
    round(floats, middle, halves);
    return halves[0];
}

}  // namespace fivecard::half
