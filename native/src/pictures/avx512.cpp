// Julia sets, eight pixels a register.
#include "src/pictures/escape.hpp"

#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "src/kernels/avx512_begin.hpp"
namespace fivecard::pictures::avx512 {
namespace {

struct Doubles {
    static constexpr std::size_t lanes = 8;
    using Numbers = __m512d;
    using Counts = __m512i;
    using Mask = __mmask8;

    INLINE static Numbers fill(double number) { return _mm512_set1_pd(number); }
    INLINE static Numbers load(const double* from) { return _mm512_loadu_pd(from); }
    INLINE static Mask first(std::size_t count) { return count >= lanes ? 0xff : static_cast<Mask>((1u << count) - 1); }
    INLINE static Mask unless_reached(Mask mask, Numbers numbers, Numbers limit) {
        return static_cast<Mask>(_kandn_mask8(_mm512_cmp_pd_mask(numbers, limit, _CMP_GE_OQ), mask));
    }
    INLINE static Counts count(Counts counts, Mask mask) { return _mm512_mask_add_epi64(counts, mask, counts, _mm512_set1_epi64(1)); }
    INLINE static unsigned bits(Mask mask) { return mask; }
    INLINE static void store(std::uint32_t* to, Counts counts, std::uint32_t more) {
        const __m256i sums = _mm256_add_epi32(_mm512_cvtepi64_epi32(counts), _mm256_set1_epi32(static_cast<int>(more)));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), sums);
    }
    // Those with a bit, moved together; what is stored behind them does not matter.
    INLINE static void store_some(double* to, unsigned bits, Numbers numbers) {
        _mm512_storeu_pd(to, _mm512_maskz_compress_pd(static_cast<Mask>(bits), numbers));
    }
    INLINE static void move_some(std::uint32_t* to, unsigned bits, const std::uint32_t* from) {
        const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_maskz_compress_epi32(static_cast<Mask>(bits), all));
    }
};

}  // namespace
}  // namespace fivecard::pictures::avx512
#define FIVECARD_MACHINE avx512
#include "src/pictures/julia_stages.hpp"
#include "src/kernels/end.hpp"
