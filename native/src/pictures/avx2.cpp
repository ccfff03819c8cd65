// Julia sets, four pixels a register.
#include "src/pictures/escape.hpp"

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "src/kernels/avx2_begin.hpp"
namespace fivecard::pictures::avx2 {
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
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), together<2>(_mm256_castpd_si256(numbers), bits));
    }
    INLINE static void move_some(std::uint32_t* to, unsigned bits, const std::uint32_t* from) {
        const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_castsi256_si128(together<1>(_mm256_castsi128_si256(all), bits)));
    }

private:
    // For numbers of so many words: the words of those with a bit.
    template <unsigned Words>
    static constexpr auto words_with = [] {
        std::array<std::array<std::uint32_t, 8>, 1 << lanes> words{};
        for (unsigned bits = 0; bits < words.size(); ++bits) {
            std::size_t count = 0;
            for (unsigned word = 0; word < lanes * Words; ++word)
                if (bits >> word / Words & 1) words[bits][count++] = word;
        }
        return words;
    }();
    template <unsigned Words>
    INLINE static __m256i together(__m256i numbers, unsigned bits) {
        const auto* words = reinterpret_cast<const __m256i*>(words_with<Words>[bits].data());
        return _mm256_permutevar8x32_epi32(numbers, _mm256_loadu_si256(words));
    }
};

}  // namespace
}  // namespace fivecard::pictures::avx2
#define FIVECARD_MACHINE avx2
#include "src/pictures/julia_stages.hpp"
#include "src/kernels/end.hpp"
