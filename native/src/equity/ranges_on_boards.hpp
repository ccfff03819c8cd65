// Ranges of hold'em on complete boards: what the kernels are given, and what they add up.
//
// On one board there are at most 91 strengths by ranks, and some dozens of flushes: numbered in order, they are small
// dense ids. For every id a row says, card by card, how much of a range is below it and has this card. A hand {a, b} with
// the id i then beats
//
//     all(i) - row(i)[a] - row(i)[b]
//
// of the other range: no hand below it has both of its cards. With the next row the same counts ties too, where the hand itself, if
// the other range has it, was taken away twice.
//
// Most hands are as strong as their ranks say. So rows are sums over the 91 pairs of ranks instead of 1,326 hands, and what
// hands win is summed by pairs too: for a pair of ranks, `all` and the rows of its eight cards. Exceptions, namely hands that a
// card of the board makes impossible and hands with a flush, are taken out and put in one by one.
#pragma once

#include "rank_boards.hpp"

namespace fivecard::equity {

inline constexpr int card_room = 64;

// A board, or what is dealt to complete one, and how many boards it stands for.
struct Board {
    CardSet cards;
    std::uint32_t times;  // at most 24: products with a range's weights fit 32 bits
};

// A range by cards. Weights are bytes where all hands have the same, which then counts as 1.
template <typename Weight>
struct RangeCards {
    alignas(64) Weight weights[card_count][card_room];     // of the hand of two cards
    alignas(64) Weight by_pair[rank_pair_count][card_room];  // of hands with these ranks and this card
    std::uint32_t totals[rank_pair_count];
    CardSet partners[card_count];                          // the cards that a card is held with
    std::uint8_t pairs[rank_pair_count];                   // the pairs of ranks that are in the range
    int pair_count;
};

// What the hands of a range beat [0], and beat or tie [1], of another range.
struct RangeSums {
    std::int64_t all[2][rank_pair_count];
    alignas(64) std::int64_t cards[rank_pair_count][2][8];  // four of the higher rank, four of the lower
    std::int64_t exceptions[card_count][card_room][2];      // by hand, higher card first
};

// Two ranges on some boards that share cards `known`.
template <typename Weight>
struct TwoRanges {
    const Ranking& ranking;
    CardSet known;
    const Board* boards;
    std::size_t count;
    const RangeCards<Weight>* ranges[2];
    RangeSums* sums[2];  // of each, against the other
};
using EqualRanges = TwoRanges<std::uint8_t>;
using WeightedRanges = TwoRanges<std::uint32_t>;

}  // namespace fivecard::equity
