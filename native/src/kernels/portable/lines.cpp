// Lines of cards as text, in plain C++.
#include "../kernels.hpp"
#include "../snapshot.hpp"

#include <letters.hpp>

namespace fivecard::kernels::portable {

std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards) {
    for (std::size_t line = 0; line < lines; ++line, text += 3 * count, cards += count) {
        unsigned wrong = 0;  // whatever is not a rank or suit has high bits
        for (int i = 0; i < count; ++i) {
            const unsigned rank = capital_ranks[read_once(text + 3 * i)], suit = all_suits[read_once(text + 3 * i + 1)];
            wrong |= rank | suit | static_cast<unsigned>(read_once(text + 3 * i + 2) != (i + 1 < count ? ' ' : '\n')) << 8;
            cards[i] = static_cast<CardId>(4 * rank + suit);
        }
        if (wrong & ~0x0fu) return line;
    }
    return lines;
}

}  // namespace fivecard::kernels::portable
