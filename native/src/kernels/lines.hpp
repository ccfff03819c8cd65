// Cards from lines of text.
#pragma once

#include <fivecard/cards.hpp>

#include <cstddef>

namespace fivecard::kernels {

struct LineKernels {
    // Reads lines of `count` cards as the handout has them: two letters a card, small or capital, a space between, a new line at
    // the end. Gives the number of lines before the first that differs. Up to 16 bytes behind the cards may be written.
    std::size_t (*read)(const char* text, std::size_t lines, int count, CardId* cards);
    // The same without new lines: each begins where the one before it ends. Nothing behind the cards is written.
    std::size_t (*read_texts)(const char* text, std::size_t texts, int count, CardId* cards);
};

}  // namespace fivecard::kernels
