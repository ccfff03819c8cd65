// The loops of equities, with the registers of this machine.
#include "src/kernels/avx512/parts.hpp"

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <span>
#include <vector>

#include "src/kernels/avx512/begin.hpp"

namespace fivecard::kernels::avx512 {

constexpr int register_size = 64;

#include "src/kernels/equity_loops.hpp"
#include "src/kernels/equity_boards.hpp"

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

#include "src/kernels/equity_three_ranges.hpp"

}  // namespace fivecard::kernels::avx512
#include "src/kernels/end.hpp"
