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

#include "src/kernels/rank_boards.hpp"

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
    void (*between)(std::uint64_t boards);  // called before every few boards; may throw
};
using EqualRanges = TwoRanges<std::uint8_t>;
using WeightedRanges = TwoRanges<std::uint32_t>;

// How a hand ends against two others: it wins, ties with one of them, or with both.
struct ThreeWay {
    std::int64_t wins = 0, ties[2] = {}, three_way_ties = 0;
};

// A hand of a range, as the kernels find and fill it in.
struct HandSums {
    CardId high, low;
    ThreeWay sums;
};

// Three ranges, all hands of which weigh the same, on some boards. A hand with the id i beats
//
//     first(i) second(i) - sum over cards c of first(i)[c] second(i)[c] + same(i)
//
// pairs of the other two ranges, where only what shares no card with it is counted: of all pairs below, those that share the
// card c go, and those that share both cards have then gone twice. Ties again are what the next row has more.
struct ThreeRanges {
    const Ranking& ranking;
    CardSet known;
    const Board* boards;
    std::size_t count;
    const RangeCards<std::uint8_t>* ranges[3];
    const RangeCards<std::uint8_t>* same[3];  // hands that both others have
    HandSums* hands[3];
    std::size_t hand_counts[3];
    void (*between)(std::uint64_t boards);
};

}  // namespace fivecard::equity
