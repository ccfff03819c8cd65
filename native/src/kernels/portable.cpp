// Plain C++ for any machine.
//
// Hands are checked and evaluated in one go: see `different_cards` for the one, the tally of evaluate.hpp for the other.
#include "kernels.hpp"

#include <array>

#include "../letters.hpp"

#include <draws/best_holds.hpp>

namespace fivecard::kernels {
namespace {

// A card's tally and its bit, for every byte, so that a wrong card reads nothing it should not.
struct Summand {
    CardSet bit;
    Tally tally;
};

constexpr auto summands = [] {
    std::array<Summand, 256> result{};
    for (int byte = 0; byte < 256; ++byte)
        result[byte] = {card_bit(byte), byte < card_count ? tables::card_tallies[byte] : 0};
    return result;
}();

template <int Cards>
std::size_t strengths(const CardId* cards, std::size_t rows, Strength* out) {
    for (std::size_t row = 0; row < rows; ++row, cards += Cards) {
        CardSet together = 0, sum = 0;
        Tally tally = empty_tally;
        for (int i = 0; i < Cards; ++i) {
            const Summand& card = summands[cards[i]];
            together |= card.bit;
            sum += card.bit;
            tally += card.tally;
        }
        if (!different_cards(together, sum)) return row;
        out[row] = tally & flush_bits ? flush_strength(cards, Cards, flush_suit(tally)) : rank_strength<Cards>(tally);
    }
    return rows;
}

std::size_t strengths(const CardId* cards, std::size_t rows, int count, Strength* out) {
    return count == 5   ? strengths<5>(cards, rows, out)
           : count == 6 ? strengths<6>(cards, rows, out)
                        : strengths<7>(cards, rows, out);
}

std::size_t set_strengths(const CardSet* sets, std::size_t rows, Strength* out) {
    for (std::size_t row = 0; row < rows; ++row) {
        out[row] = set_strength(sets[row]);
        if (out[row] == 0) return row;
    }
    return rows;
}

std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards) {
    for (std::size_t line = 0; line < lines; ++line, text += 3 * count, cards += count) {
        unsigned wrong = 0;  // whatever is not a rank or suit has high bits
        for (int i = 0; i < count; ++i) {
            const unsigned rank = capital_ranks[static_cast<unsigned char>(text[3 * i])];
            const unsigned suit = capital_suits[static_cast<unsigned char>(text[3 * i + 1])];
            wrong |= rank | suit | static_cast<unsigned>(text[3 * i + 2] != (i + 1 < count ? ' ' : '\n')) << 8;
            cards[i] = static_cast<CardId>(4 * rank + suit);
        }
        if (wrong & ~0x0fu) return line;
    }
    return lines;
}

void best_holds(const draws::Sums& sums, const draws::Allowance& allowance, draws::BestHolds& best) {
    draws::find_best_holds<2>(sums, allowance, best);
}

}  // namespace

const Kernels portable = {"portable", strengths, set_strengths, omaha_strengths, read_lines, best_holds};

}  // namespace fivecard::kernels
