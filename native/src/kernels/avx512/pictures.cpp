// Julia sets, eight pixels a register. Most pixels of most pictures escape within a few steps and a few stay very long, so
// the pixels of several rows go through stages, each half as long as all before it: after a stage those still inside
// are moved together, and no register is left half empty.
#include "parts.hpp"
#include "vectors.hpp"

#include <algorithm>
#include <vector>

namespace fivecard::kernels::avx512 {
namespace {

constexpr std::size_t lanes = 8, side = 4;  // registers at work together, to have something to do while a product is awaited

struct Pixels {
    std::vector<double> real, imaginary;
    std::vector<std::uint32_t> index;

    explicit Pixels(std::size_t count) : real(count + lanes * side), imaginary(real.size()), index(real.size()) {}
};

// Takes `count` pixels that have done `done` steps through `more`; gives how many are left, moved to the front.
AVX512 std::size_t stage(const pictures::Julia& julia, Pixels& pixels, std::size_t count, std::uint32_t done, std::uint32_t more,
                         std::uint32_t* steps) {
    const __m512d c_real = _mm512_set1_pd(julia.real), c_imaginary = _mm512_set1_pd(julia.imaginary);
    const __m512d limit = _mm512_set1_pd(julia.limit);
    const __m512d two = _mm512_set1_pd(2);  // twice a number is exact, and there are more additions than products already
    const V one = _mm512_set1_epi64(1);
    std::size_t left = 0;
    for (std::size_t start = 0; start < count; start += lanes * side) {
        __m512d real[side], imaginary[side], real_square[side], imaginary_square[side];
        V survived[side];
        __mmask8 inside[side];
        for (std::size_t i = 0; i < side; ++i) {
            real[i] = _mm512_loadu_pd(&pixels.real[start + i * lanes]);
            imaginary[i] = _mm512_loadu_pd(&pixels.imaginary[start + i * lanes]);
            real_square[i] = _mm512_mul_pd(real[i], real[i]);
            imaginary_square[i] = _mm512_mul_pd(imaginary[i], imaginary[i]);
            survived[i] = _mm512_setzero_si512();
            const std::size_t here = start + i * lanes;
            inside[i] = here + lanes <= count ? 0xff : here >= count ? 0 : static_cast<__mmask8>((1u << (count - here)) - 1);
        }
        for (std::uint32_t step = 0; step < more; ++step)
            for (std::size_t i = 0; i < side; ++i) {
                const __m512d product = _mm512_mul_pd(imaginary[i], real[i]);
                real[i] = _mm512_add_pd(_mm512_sub_pd(real_square[i], imaginary_square[i]), c_real);
                imaginary[i] = _mm512_add_pd(_mm512_mul_pd(product, two), c_imaginary);
                real_square[i] = _mm512_mul_pd(real[i], real[i]);
                imaginary_square[i] = _mm512_mul_pd(imaginary[i], imaginary[i]);
                const __mmask8 out = _mm512_cmp_pd_mask(_mm512_add_pd(real_square[i], imaginary_square[i]), limit, _CMP_GE_OQ);
                inside[i] = static_cast<__mmask8>(_kandn_mask8(out, inside[i]));
                survived[i] = _mm512_mask_add_epi64(survived[i], inside[i], survived[i], one);
            }
        for (std::size_t i = 0; i < side; ++i) {
            const std::size_t here = start + i * lanes;
            if (here >= count) break;
            const __m256i indices = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&pixels.index[here]));
            alignas(32) std::uint32_t found[lanes];
            _mm256_store_si256(reinterpret_cast<__m256i*>(found),
                               _mm256_add_epi32(_mm512_cvtepi64_epi32(survived[i]), _mm256_set1_epi32(static_cast<int>(done))));
            const std::size_t end = std::min(count - here, lanes);
            if (done == 0) std::copy_n(found, end, steps + here);  // all are still in their places
            else
                for (unsigned out = static_cast<unsigned>(~inside[i]) & ((1u << end) - 1); out; out &= out - 1) {
                    const auto lane = static_cast<std::size_t>(lowest_bit(out));
                    steps[pixels.index[here + lane]] = found[lane];
                }
            _mm512_storeu_pd(&pixels.real[left], _mm512_maskz_compress_pd(inside[i], real[i]));
            _mm512_storeu_pd(&pixels.imaginary[left], _mm512_maskz_compress_pd(inside[i], imaginary[i]));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(&pixels.index[left]), _mm256_maskz_compress_epi32(inside[i], indices));
            left += static_cast<std::size_t>(std::popcount(inside[i]));
        }
    }
    return left;
}

}  // namespace

void escape_rows(const pictures::Julia& julia, int first, int rows, std::uint32_t* steps) {
    const auto width = static_cast<std::size_t>(julia.width);
    std::size_t count = width * static_cast<std::size_t>(rows);
    Pixels pixels(count);
    for (std::size_t x = 0; x < width; ++x) pixels.real[x] = julia.column(static_cast<int>(x));
    for (int row = 0; row < rows; ++row) {
        const std::size_t start = width * static_cast<std::size_t>(row);
        if (row) std::copy_n(pixels.real.begin(), width, pixels.real.begin() + static_cast<std::ptrdiff_t>(start));
        std::fill_n(pixels.imaginary.begin() + static_cast<std::ptrdiff_t>(start), width, julia.row(first + row));
    }
    for (std::size_t i = 0; i < count; ++i) pixels.index[i] = static_cast<std::uint32_t>(i);
    for (std::uint32_t done = 0; count && done < julia.iterations;) {
        const std::uint32_t more = std::min(done ? (done + 1) / 2 + 1 : 3u, julia.iterations - done);
        count = stage(julia, pixels, count, done, more, steps);
        done += more;
    }
    for (std::size_t i = 0; i < count; ++i) steps[pixels.index[i]] = julia.iterations;
}

}  // namespace fivecard::kernels::avx512
