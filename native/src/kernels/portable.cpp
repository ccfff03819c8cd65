// Plain C++ for any machine.
//
// Hands are checked and evaluated in one go: see `different_cards` for the one, the tally of evaluate.hpp for the other.
#include "kernels.hpp"

#include <array>

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

}  // namespace

const Kernels portable = {"portable", strengths, set_strengths, omaha_strengths};

}  // namespace fivecard::kernels
