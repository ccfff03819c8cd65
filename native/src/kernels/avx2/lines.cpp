// Lines of cards as text.
#include "src/kernels/avx2/parts.hpp"

#include "src/letters.hpp"

#include <immintrin.h>

#include <array>
#include <utility>

#include "src/kernels/avx2/begin.hpp"
#include "src/kernels/avx2/vectors.hpp"
#include "src/kernels/byte_lines.hpp"

namespace fivecard::kernels::avx2 {

std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards) {
    return kernels::read_lines(text, lines, count, cards);
}

std::size_t read_texts(const char* text, std::size_t texts, int count, CardId* cards) {
    return kernels::read_texts(text, texts, count, cards);
}

}  // namespace fivecard::kernels::avx2
#include "src/kernels/end.hpp"
