// AVX-512 in words of our own: what all kernels of this folder use.
#pragma once

#include <fivecard/cards.hpp>

#include <immintrin.h>

#include <bit>
#include <cstddef>
#include <cstdint>

// GCC 12 takes the undefined registers inside its own intrinsics for a mistake of ours.
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#define AVX512                                                                                               \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni,bmi,bmi2,popcnt")))
#define AVX512_INLINE AVX512 __attribute__((always_inline)) inline

namespace fivecard::kernels::avx512 {

using V = __m512i;
inline constexpr std::size_t block = 32;

// Tables that fit into registers, worked out by the compiler.
template <typename Number, std::size_t Size>
struct alignas(64) Table {
    Number entries[Size] = {};
};

inline constexpr auto lane_numbers = [] {
    Table<std::uint16_t, 32> table;
    for (std::uint16_t i = 0; i < 32; ++i) table.entries[i] = i;
    return table;
}();

AVX512_INLINE V load(const void* from) { return _mm512_loadu_si512(from); }

// Loads from memory that others may change (see snapshot.hpp): the compiler may not load it a second time.
AVX512_INLINE V load_once(const void* from) {
    V loaded = load(from);
    asm("" : "+v"(loaded));
    return loaded;
}

AVX512_INLINE V words(int value) { return _mm512_set1_epi16(static_cast<short>(value)); }
AVX512_INLINE V both(V a, V b) { return _mm512_and_si512(a, b); }
AVX512_INLINE V without(V a, V b) { return _mm512_andnot_si512(b, a); }
AVX512_INLINE V less_one(V a) { return _mm512_add_epi16(a, _mm512_set1_epi16(-1)); }
AVX512_INLINE V drop_lowest(V a) { return both(a, less_one(a)); }
AVX512_INLINE V sum_bit(V a, V b, V c) { return _mm512_ternarylogic_epi32(a, b, c, 0x96); }
AVX512_INLINE V carry_bit(V a, V b, V c) { return _mm512_ternarylogic_epi32(a, b, c, 0xe8); }
AVX512_INLINE V where(__mmask32 mask, V yes, V no) { return _mm512_mask_mov_epi16(no, mask, yes); }
AVX512_INLINE __mmask32 any_bit(V a) { return _mm512_test_epi16_mask(a, a); }

// The ranks that cards have in a suit: the bits of that suit, drawn together out of the set of cards.
AVX512_INLINE unsigned suited_ranks(const CardId* cards, int count, int suit) {
    CardSet set = 0;
    for (int i = 0; i < count; ++i) set |= CardSet{1} << cards[i];
    return static_cast<unsigned>(_pext_u64(set, CardSet{0x1111111111111} << suit));
}

AVX512_INLINE void prefetch(const void* here, int bytes) {
    for (int line = 0; line < bytes; line += 64) _mm_prefetch(static_cast<const char*>(here) + 4096 + line, _MM_HINT_T0);
}

}  // namespace fivecard::kernels::avx512
