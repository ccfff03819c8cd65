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

// The nearest halves, of two the even one. Numbers are smaller than what halves call infinite.
template <typename Floats, typename Halves>
FIVECARD_INLINE void round(const Floats& floats, Halves& halves) {
    constexpr int count = sizeof floats / sizeof(float);
    using Bits = Lanes<std::uint32_t, count>;
    const Bits zero{}, one = zero + 1u;
    const Bits shift = one * ((127u - 15u + 23u - 10u + 1u) << 23);
    Bits all;
    copy_bits(floats, all);
    const Bits sign = all & (one * 0x80000000u), bits = all ^ sign;
    Floats magnitude, added;
    copy_bits(bits, magnitude);
    copy_bits(shift, added);
    const Floats sum = magnitude + added;
    Bits small;
    copy_bits(sum, small);
    Bits found = (bits - one * ((127u - 15u) << 23) + one * 0xfffu + ((bits >> (one * 13u)) & one)) >> (one * 13u);
    replace_where(bits < one * (113u << 23), Bits(small - shift), found);
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
    Lanes<std::uint16_t, 4> halves;
    floats[0] = number;
    round(floats, halves);
    return halves[0];
}

}  // namespace fivecard::half
