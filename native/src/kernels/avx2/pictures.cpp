// Julia sets, four pixels a register.
#include "parts.hpp"

#include <immintrin.h>

#include <algorithm>
#include <vector>

#include "begin.hpp"
namespace fivecard::kernels {
namespace {

struct Doubles {
    static constexpr std::size_t lanes = 4;
    using Numbers = __m256d;
    using Counts = __m256i;
    using Mask = __m256d;  // all bits of a number, or none

    INLINE static Numbers fill(double number) { return _mm256_set1_pd(number); }
    INLINE static Numbers load(const double* from) { return _mm256_loadu_pd(from); }
    INLINE static Mask first(std::size_t count) {
        const __m256i limit = _mm256_set1_epi64x(static_cast<long long>(std::min(count, lanes)));
        return _mm256_castsi256_pd(_mm256_cmpgt_epi64(limit, _mm256_setr_epi64x(0, 1, 2, 3)));
    }
    INLINE static Mask unless_reached(Mask mask, Numbers numbers, Numbers limit) {
        return _mm256_andnot_pd(_mm256_cmp_pd(numbers, limit, _CMP_GE_OQ), mask);
    }
    INLINE static Counts count(Counts counts, Mask mask) { return _mm256_sub_epi64(counts, _mm256_castpd_si256(mask)); }
    INLINE static unsigned bits(Mask mask) { return static_cast<unsigned>(_mm256_movemask_pd(mask)); }
    INLINE static void store(std::uint32_t* to, Counts counts, std::uint32_t more) {
        const __m256i low_halves = _mm256_permutevar8x32_epi32(counts, _mm256_setr_epi32(0, 2, 4, 6, 0, 0, 0, 0));
        const __m128i sums = _mm_add_epi32(_mm256_castsi256_si128(low_halves), _mm_set1_epi32(static_cast<int>(more)));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), sums);
    }
    // Those with a bit, moved together; what is stored behind them does not matter.
    INLINE static void store_some(double* to, unsigned bits, Numbers numbers) {
        const __m256i moved = _mm256_permutevar8x32_epi32(_mm256_castpd_si256(numbers), _mm256_cvtepu8_epi32(halves(bits)));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), moved);
    }
    INLINE static void move_some(std::uint32_t* to, unsigned bits, const std::uint32_t* from) {
        const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
        // Halves of 64 bits by pairs of bytes become quarters of 128 by fours.
        const __m128i pairs = _mm_unpacklo_epi8(_mm_slli_epi16(halves(bits), 1), _mm_add_epi8(_mm_slli_epi16(halves(bits), 1), _mm_set1_epi8(1)));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_shuffle_epi8(all, pairs));
    }

private:
    // The numbers of both halves of each number that has a bit.
    INLINE static __m128i halves(unsigned bits) { return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(half_numbers[bits].data())); }
    static constexpr auto half_numbers = [] {
        std::array<std::array<std::uint8_t, 8>, 16> numbers{};
        for (unsigned bits = 0; bits < 16; ++bits)
            for (std::uint8_t lane = 0, to = 0; lane < lanes; ++lane)
                if (bits >> lane & 1) {
                    numbers[bits][to++] = static_cast<std::uint8_t>(2 * lane);
                    numbers[bits][to++] = static_cast<std::uint8_t>(2 * lane + 1);
                }
        return numbers;
    }();
};

}  // namespace
}  // namespace fivecard::kernels
#include "../julia_stages.hpp"

namespace fivecard::kernels::avx2 {

void escape_rows(const pictures::Julia& julia, int first, int rows, std::uint32_t* steps) {
    kernels::escape_rows(julia, first, rows, steps);
}

}  // namespace fivecard::kernels::avx2
#include "../end.hpp"
