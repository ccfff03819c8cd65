// What a draw poker machine pays for: hands, some of whose cards may be wild, sorted into the lines of a pay table.
#pragma once

#include "src/odds/draw_deck.hpp"

namespace fivecard::odds {

// What the cards of a hand can be made into, the wild ones being whatever helps.
enum class Made : std::uint8_t {
    any_hand,
    high_card,
    pair,
    two_pair,
    three_of_a_kind,
    straight,
    flush,
    full_house,
    four_of_a_kind,
    straight_flush,
    royal_flush,
    five_of_a_kind,
};
inline constexpr int made_count = 12;
inline constexpr std::uint16_t any_rank = (1 << rank_count) - 1;

struct PayLine {
    Made made;
    std::uint16_t ranks = any_rank;    // which the card, the pair, the higher pair, three, four or five may have
    std::uint16_t kickers = any_rank;  // which the fifth card beside four of a kind, or the pair of a full house, may have
    std::uint8_t wilds = 0x3f;         // how many wild cards the hand may have, jokers among them, as bits
    std::uint8_t jokers = 0x07;        // how many jokers
};

class PayTable {
public:
    // Ranks as bits whose cards are wild, as all jokers are. A hand belongs to the first line that it can be made into.
    PayTable(int jokers, std::uint16_t wild_ranks, std::vector<PayLine> lines);

    const DrawDeck& deck() const { return deck_; }
    // The number of its line, of every class; the number of lines if it has none.
    std::span<const std::uint8_t> outcomes() const { return outcomes_; }
    std::size_t outcome_count() const { return lines_.size() + 1; }

    // What each class of hands is paid, from the pays of all outcomes.
    std::vector<double> payoffs(std::span<const double> pays) const;

    // How often each outcome comes up where these holds are played: over all hands and `common_draws`.
    std::vector<double> counts(std::span<const std::uint8_t> holds) const;

    // For the 32 holds of a hand, lowest card first: how many draws end in each outcome, hold by hold.
    std::vector<std::uint32_t> counts_of_hand(const CardId* cards) const;

private:
    std::uint8_t outcome(const std::array<CardId, hand_size>& cards) const;

    const DrawDeck& deck_;
    std::uint16_t wild_ranks_;
    std::vector<PayLine> lines_;
    std::vector<std::uint8_t> outcomes_;
    std::vector<std::vector<double>> hands_with_;  // by outcome and node: the hands that contain its cards
};

}  // namespace fivecard::odds
