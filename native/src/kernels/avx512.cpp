// AVX-512: its operations in words of our own, then all loops.
#define FIVECARD_MACHINE avx512
#define FIVECARD_NAME "avx512"
#include "src/kernels/loops/begin.hpp"
#include "src/kernels/x86.hpp"

#include <immintrin.h>

#include "src/kernels/avx512_begin.hpp"

namespace fivecard::kernels::avx512 {
namespace {

constexpr int register_size = 64;

using V = __m512i;

struct Vector {
    static constexpr int width = 64;

    // Eight rows a register, two a lane.
    template <int Columns>
    static constexpr int reach_before = 0;
    template <int Columns>
    static constexpr int reach_behind = width - 8 * Columns;
    template <int Columns>
    static constexpr auto row_bytes = [] {
        std::array<std::uint8_t, width> from{};
        for (int i = 0; i < width; ++i) {
            const int column = i % 16 / 2, row = i / 16 * 2 + i % 2;
            from[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(column < Columns ? row * Columns + column : 0);
        }
        return from;
    }();
    template <int Columns>
    INLINE static V pair_rows(V loaded) {
        return _mm512_permutexvar_epi8(load(row_bytes<Columns>.data()), loaded);
    }

    INLINE static V load(const void* from) { return _mm512_loadu_si512(from); }
    INLINE static V load_once(const void* from) {
        V loaded = load(from);
        asm("" : "+v"(loaded));  // the compiler may not load it a second time
        return loaded;
    }
    INLINE static void store(void* to, V a) { _mm512_storeu_si512(to, a); }
    INLINE static V table(const std::uint8_t* sixteen) {
        return _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(sixteen)));
    }
    INLINE static V zero() { return _mm512_setzero_si512(); }
    INLINE static V fill(int byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }
    INLINE static V fill16(int word) { return _mm512_set1_epi16(static_cast<short>(word)); }
    INLINE static V both(V a, V b) { return _mm512_and_si512(a, b); }
    INLINE static V either(V a, V b) { return _mm512_or_si512(a, b); }
    INLINE static V differ(V a, V b) { return _mm512_xor_si512(a, b); }
    INLINE static V add(V a, V b) { return _mm512_add_epi8(a, b); }
    INLINE static V larger(V a, V b) { return _mm512_max_epu8(a, b); }
    INLINE static V smaller(V a, V b) { return _mm512_min_epu8(a, b); }
    INLINE static V shuffle(V table, V index) { return _mm512_shuffle_epi8(table, index); }
    // The same with a table of 64 bytes, not in a register.
    INLINE static V shuffle64(const std::uint8_t* bytes, V index) { return _mm512_permutexvar_epi8(index, load(bytes)); }
    INLINE static V rank(V card) { return both(_mm512_srli_epi16(card, 2), fill(0x0f)); }
    INLINE static V high_half(V a) { return both(_mm512_srli_epi16(a, 4), fill(0x0f)); }
    INLINE static V weigh_pairs(V a, V weights) { return _mm512_maddubs_epi16(a, weights); }
    INLINE static V differing(V a, V b, V c) { return _mm512_ternarylogic_epi32(a, b, c, 0x7e); }
    INLINE static V sum_bit(V a, V b, V c) { return _mm512_ternarylogic_epi32(a, b, c, 0x96); }
    INLINE static V carry_bit(V a, V b, V c) { return _mm512_ternarylogic_epi32(a, b, c, 0xe8); }
    INLINE static V where_zero(V test, V a) { return _mm512_maskz_mov_epi8(_mm512_testn_epi8_mask(test, test), a); }
    INLINE static std::uint64_t not_zero(V a) { return _mm512_test_epi8_mask(a, a); }
    INLINE static bool any_bit(V a) { return _mm512_test_epi64_mask(a, a) != 0; }

    template <int High>
    INLINE static V interleave8(V a, V b) {
        return High ? _mm512_unpackhi_epi8(a, b) : _mm512_unpacklo_epi8(a, b);
    }
    template <int High>
    INLINE static V interleave16(V a, V b) {
        return High ? _mm512_unpackhi_epi16(a, b) : _mm512_unpacklo_epi16(a, b);
    }
    template <int High>
    INLINE static V interleave32(V a, V b) {
        return High ? _mm512_unpackhi_epi32(a, b) : _mm512_unpacklo_epi32(a, b);
    }
    template <int High>
    INLINE static V interleave64(V a, V b) {
        return High ? _mm512_unpackhi_epi64(a, b) : _mm512_unpacklo_epi64(a, b);
    }

    // Bits that are set where all is well.
    using Flaws = __mmask64;
    INLINE static Flaws above(V a, int limit) { return _mm512_cmple_epu8_mask(a, fill(limit)); }
    INLINE static Flaws or_below(Flaws flaws, V a, int limit) { return _mm512_mask_cmpge_epu8_mask(flaws, a, fill(limit)); }
    INLINE static Flaws or_equal(Flaws flaws, V a, V b) { return _mm512_mask_cmpneq_epu8_mask(flaws, a, b); }
    INLINE static Flaws no_flaws() { return ~__mmask64{0}; }
    INLINE static bool any(Flaws a, Flaws b, Flaws c, Flaws d) {
        asm("" : "+k"(a), "+k"(b), "+k"(c), "+k"(d));  // or clang makes one chain of the four, each link of which waits
        return (a & b & c & d) != ~__mmask64{0};
    }

    // The digits of cards, by the card itself: 64 bytes are a table.
    using DigitTable = V;
    static constexpr auto card_digits = [] {
        std::array<std::array<std::uint8_t, 64>, 4> result{};
        for (std::size_t card = 0; card < 64; ++card) {
            result[0][card] = tables::digits0[card / 4];
            result[1][card] = tables::digits1[card / 4];
            result[2][card] = tables::digits2[card / 4];
            result[3][card] = tables::digits3[card / 4];
        }
        return result;
    }();
    INLINE static DigitTable digit_table(int d) { return load(card_digits[static_cast<std::size_t>(d)].data()); }
    INLINE static V digit_index(V card) { return card; }
    INLINE static V digit(DigitTable table, V index) { return _mm512_permutexvar_epi8(index, table); }

    // The parts of a set, column i of which has its cards 8 i to 8 i + 7. A table of 64 bytes takes six bits and does not mind
    // the other two: those of three columns are brought together as a part of their own.
    static constexpr int set_parts = 9, set_part_bits = 6;
    static constexpr int card_of_part(int part, int bit) {
        return part < 7 ? 8 * part + bit : 8 * (3 * (part - 7) + bit / 2) + 6 + bit % 2;
    }
    INLINE static V part_of_set(const V* column, int part) {
        if (part < 7) return column[part];
        const V* three = column + 3 * (part - 7);
        const V two = _mm512_ternarylogic_epi32(fill(0x03), _mm512_srli_epi16(three[0], 6), _mm512_srli_epi16(three[1], 4), 0xca);
        return _mm512_ternarylogic_epi32(fill(0x30), _mm512_srli_epi16(three[2], 2), two, 0xca);
    }
    INLINE static V look_up_part(const std::uint8_t* bytes, V index) { return shuffle64(bytes, index); }

    // Sixteen bytes of a row in each lane.
    INLINE static V load_rows(const std::uint8_t* rows, std::size_t stride) {
        const auto row = [&](std::size_t i) __attribute__((always_inline)) {
            return _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows + i * stride));
        };
        V loaded = _mm512_castsi128_si512(row(0));
        loaded = _mm512_mask_broadcast_i32x4(loaded, 0x00f0, row(1));
        loaded = _mm512_mask_broadcast_i32x4(loaded, 0x0f00, row(2));
        loaded = _mm512_mask_broadcast_i32x4(loaded, 0xf000, row(3));
        asm("" : "+v"(loaded));
        return loaded;
    }

    // And back, the first row first: what a row has too many is written over by the next.
    INLINE static void store_rows(std::uint8_t* rows, std::size_t stride, V a) {
        const auto store_row = [&](std::size_t i, __m128i row)
                                   __attribute__((always_inline)) { _mm_storeu_si128(reinterpret_cast<__m128i*>(rows + i * stride), row); };
        store_row(0, _mm512_castsi512_si128(a));
        store_row(1, _mm512_extracti32x4_epi32(a, 1));
        store_row(2, _mm512_extracti32x4_epi32(a, 2));
        store_row(3, _mm512_extracti32x4_epi32(a, 3));
    }

    // The best entries of the pairs of two hands of four cards, eight bytes each and the second in the high half, or of one
    // larger hand. There is an instruction for the smallest of eight numbers: so the largest is found upside down.
    template <int Count>
    INLINE static std::uint32_t best_entries(const OmahaTable::Row& row, const std::uint8_t* pairs) {
        const V index = _mm512_castsi256_si512(_mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(pairs))));
        const V low = _mm512_permutex2var_epi16(load(row.entries), index, load(row.entries + 32));
        const __mmask32 upper = _mm512_test_epi16_mask(index, fill16(64));
        const V entries = _mm512_mask_permutexvar_epi16(low, upper, index, load(row.entries + 64));
        const __m256i turned = _mm256_xor_si256(_mm512_castsi512_si256(entries), _mm256_set1_epi16(-1));
        const __m128i first = _mm256_castsi256_si128(turned), second = _mm256_extracti128_si256(turned, 1);
        const __m128i least = Count == 4 ? _mm_unpacklo_epi16(_mm_minpos_epu16(first), _mm_minpos_epu16(second))
                                         : _mm_minpos_epu16(_mm_min_epu16(first, second));
        return ~static_cast<std::uint32_t>(_mm_cvtsi128_si32(least));
    }

    INLINE static std::size_t lowest_bit(std::uint64_t bits) { return _tzcnt_u64(bits); }
    INLINE static unsigned ranks_in_suit(CardSet set, int suit) { return static_cast<unsigned>(_pext_u64(set, suit_mask(suit))); }
};

// Sums of two, four and eight products stay below 2^15.
INLINE std::array<int, 4> dot_products(const std::uint8_t (*first)[64], const std::uint8_t (*second)[64]) {
    __m128i sums[4];
    for (int i = 0; i < 4; ++i) {
        const __m512i products = _mm512_maddubs_epi16(_mm512_load_si512(first[i & 1]), _mm512_load_si512(second[i >> 1]));
        const __m256i sum = _mm256_add_epi16(_mm512_castsi512_si256(products), _mm512_extracti64x4_epi64(products, 1));
        sums[i] = _mm_madd_epi16(_mm_add_epi16(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1)), _mm_set1_epi16(1));
    }
    const __m128i all = _mm_hadd_epi32(_mm_hadd_epi32(sums[0], sums[1]), _mm_hadd_epi32(sums[2], sums[3]));
    return std::bit_cast<std::array<int, 4>>(all);
}

constexpr std::size_t single_lanes = 16;

template <std::size_t lanes>
struct Singles;

template <>
struct Singles<16> {
    using V = Lanes<float, 16>;

    INLINE static V load(const float* from) { return V(_mm512_load_ps(from)); }
    INLINE static void store(float* to, V a) { _mm512_store_ps(to, __m512(a)); }
    INLINE static V fill(float all) { return V(_mm512_set1_ps(all)); }
    INLINE static V larger(V a, V b) { return V(_mm512_max_ps(__m512(a), __m512(b))); }
    INLINE static V smaller(V a, V b) { return V(_mm512_min_ps(__m512(a), __m512(b))); }
    INLINE static V where_above(V test, V limit, V yes, V no) {
        return V(_mm512_mask_blend_ps(_mm512_cmp_ps_mask(__m512(test), __m512(limit), _CMP_GT_OQ), __m512(no), __m512(yes)));
    }
    INLINE static V load_half(const std::uint16_t* from) {
        return V(_mm512_cvtph_ps(_mm256_load_si256(reinterpret_cast<const __m256i*>(from))));
    }
    INLINE static void store_half(std::uint16_t* to, V a, const std::uint16_t* noise) {
        const __m512i added = _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(noise)));
        const __m512 sum = _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(__m512(a)), added));
        _mm256_store_si256(reinterpret_cast<__m256i*>(to), _mm512_cvtps_ph(sum, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
    }
    INLINE static void transpose(V* rows) {
        __m512 pairs[16], fours[16];
        for (int i = 0; i < 16; i += 2) {
            pairs[i] = _mm512_unpacklo_ps(__m512(rows[i]), __m512(rows[i + 1]));
            pairs[i + 1] = _mm512_unpackhi_ps(__m512(rows[i]), __m512(rows[i + 1]));
        }
        for (int i = 0; i < 16; i += 4) {
            fours[i] = _mm512_shuffle_ps(pairs[i], pairs[i + 2], 0x44);
            fours[i + 1] = _mm512_shuffle_ps(pairs[i], pairs[i + 2], 0xee);
            fours[i + 2] = _mm512_shuffle_ps(pairs[i + 1], pairs[i + 3], 0x44);
            fours[i + 3] = _mm512_shuffle_ps(pairs[i + 1], pairs[i + 3], 0xee);
        }
        for (int half = 0; half < 16; half += 8)
            for (int i = half; i < half + 4; ++i) {
                pairs[i] = _mm512_shuffle_f32x4(fours[i], fours[i + 4], 0x88);
                pairs[i + 4] = _mm512_shuffle_f32x4(fours[i], fours[i + 4], 0xdd);
            }
        for (int i = 0; i < 8; ++i) {
            rows[i] = V(_mm512_shuffle_f32x4(pairs[i], pairs[i + 8], 0x88));
            rows[i + 8] = V(_mm512_shuffle_f32x4(pairs[i], pairs[i + 8], 0xdd));
        }
    }
};

}  // namespace
}  // namespace fivecard::kernels::avx512

#include "src/kernels/singles_8.hpp"

#include "src/kernels/loops/all_bytes.hpp"
#include "src/kernels/loops/all_lanes.hpp"

#include "src/kernels/end.hpp"

#if FIVECARD_PART == 0 || FIVECARD_PART == 3
const fivecard::kernels::Kernels* fivecard::kernels::avx512_kernels() { return X86::here().has_avx512() ? &avx512::kernels : nullptr; }
#endif
