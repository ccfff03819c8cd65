// The low half of Omaha: the best five different ranks from eight down, two from the hand and three from the board.
//
// It depends on which of the eight low ranks the board has, and which the hand has: a table of 256 times 256.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include <fivecard/hand.hpp>

namespace fivecard {

inline constexpr int low_rank_count = 8;

// The bit of each byte's low rank, ace first; none for higher ranks, and for what is no card.
inline constexpr auto low_rank_bits = [] {
    std::array<std::uint8_t, 256> bits{};
    for (int card = 0; card < card_count; ++card)
        if (const int rank = (card / suit_count + 1) % rank_count; rank < low_rank_count)
            bits[static_cast<std::size_t>(card)] = static_cast<std::uint8_t>(1 << rank);
    return bits;
}();

constexpr unsigned low_ranks(const CardId* cards, int count) {
    unsigned ranks = 0;
    for (int i = 0; i < count; ++i) ranks |= low_rank_bits[cards[i]];
    return ranks;
}

class OmahaLowTable {
public:
    // `ranking` says what five low ranks are worth: the lower, the more.
    explicit OmahaLowTable(const Ranking& ranking);

    // By the sets of low ranks; 0 where there is no low.
    Strength strength(unsigned board, unsigned hand) const { return rows_[board & 0xff].entries[hand & 0xff]; }

private:
    struct Row {
        std::uint8_t entries[1 << low_rank_count];
    };
    std::unique_ptr<Row[]> rows_;
};

inline OmahaLowTable::OmahaLowTable(const Ranking& ranking) : rows_(new Row[1 << low_rank_count]{}) {
    const auto worth = [&](unsigned ranks) {
        Hand hand;
        for (unsigned left = ranks; left; left &= left - 1)
            hand += Hand(static_cast<CardId>((lowest_bit(left) + rank_count - 1) % rank_count * suit_count));
        return static_cast<std::uint8_t>(hand.rank_strength<5>(ranking));
    };
    for (unsigned board = 0; board < 1u << low_rank_count; ++board)
        for (unsigned hand = 0; hand < 1u << low_rank_count; ++hand) {
            std::uint8_t& best = rows_[board].entries[hand];
            const int board_count = std::popcount(board), hand_count = std::popcount(hand);
            if (board_count == 3 && hand_count == 2 && !(board & hand)) best = worth(board | hand);
            // The best over leaving one out of either; smaller sets come first.
            for (unsigned left = board; board_count > 3 && left; left &= left - 1)
                best = std::max(best, rows_[board ^ (left & -left)].entries[hand]);
            for (unsigned left = hand; hand_count > 2 && left; left &= left - 1)
                best = std::max(best, rows_[board].entries[hand ^ (left & -left)]);
        }
}

}  // namespace fivecard
