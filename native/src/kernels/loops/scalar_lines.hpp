// Lines of cards as text, in plain C++.

namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

// `Ended`: a new line is behind each.
template <bool Ended>
std::size_t read(const char* text, std::size_t lines, int count, CardId* cards) {
    for (std::size_t line = 0; line < lines; ++line, text += 3 * count - !Ended, cards += count) {
        unsigned wrong = 0;  // whatever is not a rank or suit has high bits
        for (int i = 0; i < count; ++i) {
            const unsigned rank = all_ranks[read_once(text + 3 * i)], suit = all_suits[read_once(text + 3 * i + 1)];
            wrong |= rank | suit;
            if (Ended || i + 1 < count) wrong |= static_cast<unsigned>(read_once(text + 3 * i + 2) != (i + 1 < count ? ' ' : '\n')) << 8;
            cards[i] = static_cast<CardId>(4 * rank + suit);
        }
        if (wrong & ~0x0fu) return line;
    }
    return lines;
}

// Where the loop lies across lines of memory, a text of showdowns takes a tenth longer.
[[gnu::aligned(64)]] std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards) {
    return read<true>(text, lines, count, cards);
}

[[gnu::aligned(64)]] std::size_t read_texts(const char* text, std::size_t texts, int count, CardId* cards) {
    return read<false>(text, texts, count, cards);
}

}  // namespace
}  // namespace fivecard::kernels::FIVECARD_MACHINE
