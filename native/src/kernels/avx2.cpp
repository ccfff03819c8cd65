// AVX2: its operations in words of our own, then all loops.
#define FIVECARD_MACHINE avx2
#define FIVECARD_NAME "avx2"
#include "src/kernels/loops/begin.hpp"
#include "src/kernels/x86.hpp"

#include <immintrin.h>

#include "src/kernels/avx2_begin.hpp"

namespace fivecard::kernels::avx2 {
namespace {

constexpr int register_size = 32;

using V = __m256i;

}  // namespace
}  // namespace fivecard::kernels::avx2

#include "src/kernels/loops/by_sixteen.hpp"

namespace fivecard::kernels::avx2 {
namespace {

struct Vector : BySixteen<Vector> {
    static constexpr int width = 32;

    // Four rows a register, of which two end and two begin where its lanes meet: it is read from `reach_before` bytes
    // before the first of them.
    template <int Columns>
    static constexpr int reach_before = 16 - 2 * Columns;
    template <int Columns>
    static constexpr int reach_behind = 16 - 2 * Columns;
    template <int Columns>
    static constexpr auto row_bytes = [] {
        std::array<std::uint8_t, 32> from{};
        for (int i = 0; i < 32; ++i) {
            const int column = i % 16 / 2, row = i % 2;
            const int byte = (i < 16 ? reach_before<Columns> : 0) + row * Columns + column;
            from[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(column < Columns ? byte : 0x80);
        }
        return from;
    }();
    template <int Columns>
    INLINE static V pair_rows(V loaded) {
        return shuffle(loaded, load(row_bytes<Columns>.data()));
    }

    INLINE static V load(const void* from) { return _mm256_loadu_si256(static_cast<const V*>(from)); }
    INLINE static V load_once(const void* from) {
        V loaded = load(from);
        asm("" : "+x"(loaded));  // the compiler may not load it a second time
        return loaded;
    }
    INLINE static void store(void* to, V a) { _mm256_storeu_si256(static_cast<V*>(to), a); }
    INLINE static V table(const std::uint8_t* sixteen) {
        return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(sixteen)));
    }
    INLINE static V zero() { return _mm256_setzero_si256(); }
    INLINE static V fill(int byte) { return _mm256_set1_epi8(static_cast<char>(byte)); }
    INLINE static V fill16(int word) { return _mm256_set1_epi16(static_cast<short>(word)); }
    INLINE static V both(V a, V b) { return _mm256_and_si256(a, b); }
    INLINE static V either(V a, V b) { return _mm256_or_si256(a, b); }
    INLINE static V differ(V a, V b) { return _mm256_xor_si256(a, b); }
    INLINE static V add(V a, V b) { return _mm256_add_epi8(a, b); }
    INLINE static V larger(V a, V b) { return _mm256_max_epu8(a, b); }
    INLINE static V smaller(V a, V b) { return _mm256_min_epu8(a, b); }
    INLINE static V shuffle(V table, V index) { return _mm256_shuffle_epi8(table, index); }
    // The same with a table of 64 bytes, not in a register.
    INLINE static V shuffle64(const std::uint8_t* bytes, V index) {
        const V bit4 = _mm256_slli_epi16(index, 3), bit5 = _mm256_slli_epi16(index, 2);
        const V low = _mm256_blendv_epi8(shuffle(table(bytes), index), shuffle(table(bytes + 16), index), bit4);
        const V high = _mm256_blendv_epi8(shuffle(table(bytes + 32), index), shuffle(table(bytes + 48), index), bit4);
        return _mm256_blendv_epi8(low, high, bit5);
    }
    INLINE static V rank(V card) { return both(_mm256_srli_epi16(card, 2), fill(0x0f)); }
    INLINE static V high_half(V a) { return both(_mm256_srli_epi16(a, 4), fill(0x0f)); }
    INLINE static V weigh_pairs(V a, V weights) { return _mm256_maddubs_epi16(a, weights); }
    INLINE static V differing(V a, V b, V c) { return either(differ(a, b), differ(b, c)); }
    INLINE static V sum_bit(V a, V b, V c) { return differ(differ(a, b), c); }
    INLINE static V carry_bit(V a, V b, V c) { return either(both(a, b), both(differ(a, b), c)); }
    INLINE static V where_zero(V test, V a) { return both(_mm256_cmpeq_epi8(test, zero()), a); }
    INLINE static std::uint64_t not_zero(V a) { return static_cast<std::uint32_t>(~_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, zero()))); }
    INLINE static bool any_bit(V a) { return !_mm256_testz_si256(a, a); }

    template <int High>
    INLINE static V interleave8(V a, V b) {
        return High ? _mm256_unpackhi_epi8(a, b) : _mm256_unpacklo_epi8(a, b);
    }
    template <int High>
    INLINE static V interleave16(V a, V b) {
        return High ? _mm256_unpackhi_epi16(a, b) : _mm256_unpacklo_epi16(a, b);
    }
    template <int High>
    INLINE static V interleave32(V a, V b) {
        return High ? _mm256_unpackhi_epi32(a, b) : _mm256_unpacklo_epi32(a, b);
    }
    template <int High>
    INLINE static V interleave64(V a, V b) {
        return High ? _mm256_unpackhi_epi64(a, b) : _mm256_unpacklo_epi64(a, b);
    }

    INLINE static Flaws above(V a, int limit) { return _mm256_subs_epu8(a, fill(limit)); }
    INLINE static Flaws or_below(Flaws flaws, V a, int limit) { return either(flaws, _mm256_subs_epu8(fill(limit), a)); }
    INLINE static Flaws or_equal(Flaws flaws, V a, V b) { return either(flaws, _mm256_cmpeq_epi8(a, b)); }
    INLINE static V digit(DigitTable table, V index) { return shuffle(table, index); }
    INLINE static V look_up_part(const std::uint8_t* sixteen, V index) { return shuffle(table(sixteen), index); }

    // Sixteen bytes of a row in each lane.
    INLINE static V load_rows(const std::uint8_t* rows, std::size_t stride) {
        const auto row = [&](std::size_t i) __attribute__((always_inline)) {
            return _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows + i * stride));
        };
        V loaded = _mm256_inserti128_si256(_mm256_castsi128_si256(row(0)), row(1), 1);
        asm("" : "+x"(loaded));
        return loaded;
    }

    // And back, the first row first: what a row has too many is written over by the next.
    INLINE static void store_rows(std::uint8_t* rows, std::size_t stride, V a) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(rows), _mm256_castsi256_si128(a));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(rows + stride), _mm256_extracti128_si256(a, 1));
    }

    // The best entries of the pairs of two hands of four cards, eight bytes each and the second in the high half, or of one
    // larger hand. There is an instruction for the smallest of eight numbers: so the largest is found upside down.
    template <int Count>
    INLINE static std::uint32_t best_entries(const OmahaTable::Row& row, const std::uint8_t* pairs) {
        if constexpr (Count == 4) {
            const __m128i first = turned_entries<6>(row, pairs), second = turned_entries<6>(row, pairs + 8);
            return ~static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_unpacklo_epi16(_mm_minpos_epu16(first), _mm_minpos_epu16(second))));
        } else {
            const __m128i some = turned_entries<8>(row, pairs), others = turned_entries<Count*(Count - 1) / 2 - 8>(row, pairs + 8);
            return ~static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_min_epu16(some, others))));
        }
    }
    template <int Pairs>
    INLINE static __m128i turned_entries(const OmahaTable::Row& row, const std::uint8_t* pairs) {
        const auto entry = [&](int i) __attribute__((always_inline)) { return row.entries[pairs[i]]; };
        __m128i entries = _mm_cvtsi32_si128(entry(0));
        if (Pairs > 1) entries = _mm_insert_epi16(entries, entry(1), 1);
        if (Pairs > 2) entries = _mm_insert_epi16(entries, entry(2), 2);
        if (Pairs > 3) entries = _mm_insert_epi16(entries, entry(3), 3);
        if (Pairs > 4) entries = _mm_insert_epi16(entries, entry(4), 4);
        if (Pairs > 5) entries = _mm_insert_epi16(entries, entry(5), 5);
        if (Pairs > 6) entries = _mm_insert_epi16(entries, entry(6), 6);
        if (Pairs > 7) entries = _mm_insert_epi16(entries, entry(7), 7);
        return _mm_xor_si128(entries, _mm_set1_epi16(-1));
    }

    INLINE static std::size_t lowest_bit(std::uint64_t bits) { return _tzcnt_u64(bits); }
    INLINE static unsigned ranks_in_suit(CardSet set, int suit) { return static_cast<unsigned>(_pext_u64(set, suit_mask(suit))); }
};

// Sums of two, four and eight products stay below 2^15.
INLINE std::array<int, 4> dot_products(const std::uint8_t (*first)[64], const std::uint8_t (*second)[64]) {
    __m128i sums[4];
    for (int i = 0; i < 4; ++i) {
        const auto* a = reinterpret_cast<const __m256i*>(first[i & 1]);
        const auto* b = reinterpret_cast<const __m256i*>(second[i >> 1]);
        const __m256i sum = _mm256_add_epi16(_mm256_maddubs_epi16(a[0], b[0]), _mm256_maddubs_epi16(a[1], b[1]));
        sums[i] = _mm_madd_epi16(_mm_add_epi16(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1)), _mm_set1_epi16(1));
    }
    const __m128i all = _mm_hadd_epi32(_mm_hadd_epi32(sums[0], sums[1]), _mm_hadd_epi32(sums[2], sums[3]));
    return std::bit_cast<std::array<int, 4>>(all);
}

constexpr std::size_t single_lanes = 8;

template <std::size_t lanes>
struct Singles;

}  // namespace
}  // namespace fivecard::kernels::avx2

#include "src/kernels/singles_8.hpp"

#include "src/kernels/loops/all_bytes.hpp"
#include "src/kernels/loops/all_lanes.hpp"

#include "src/kernels/end.hpp"

#if FIVECARD_PART == 0 || FIVECARD_PART == 3
const fivecard::kernels::Kernels* fivecard::kernels::avx2_kernels() { return X86::here().has_avx2() ? &avx2::kernels : nullptr; }
#endif
