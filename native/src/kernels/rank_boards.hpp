// Boards by their ranks alone: what most of an equity depends on.
//
// A board of five cards has one of 6,188 multisets of ranks (13 of them have five alike, and count nothing). They are
// numbered in colexicographic order, a >= b >= c >= d >= e, so that those which differ in their lowest rank only are
// neighbours. For each pair of ranks that a player may hold there is a column: its strength, suits aside, on each of
// them.
#pragma once

#include <fivecard/omaha.hpp>
#include "src/odds/colex.hpp"

namespace fivecard::equity {

using odds::choose;

inline constexpr int rank_board_count = 6188;
inline constexpr int rank_board_room = 6208;  // whole registers, and room to write 16 at once behind the last

// The number of a board, its ranks in falling order.
constexpr int rank_board(int a, int b, int c, int d, int e) {
    return static_cast<int>(choose[5][a + 4] + choose[4][b + 3] + choose[3][c + 2] + choose[2][d + 1]) + e;
}
static_assert(rank_board(12, 12, 12, 12, 12) == rank_board_count - 1);

// Whether a rank stands there five times or more, by how often each does, four bits each.
constexpr bool five_alike(std::uint64_t counts) { return (counts + 3 * suit_mask(0)) & 8 * suit_mask(0); }

// The strength of a hand by the ranks of the board. The same again for boards with three or four known ranks (of one suit,
// say), by the number of this set among all of its size and the ranks of the others: what lies behind the last pair or rank
// means nothing.
inline constexpr int pair_room = 96, rank_room = 16;
struct alignas(64) RankColumn {
    Strength strengths[rank_board_room];
    Strength threes[choose[3][rank_count]][pair_room];
    Strength fours[choose[4][rank_count]][rank_room];
};

// Of a known number of boards: those that the first hand wins, and ties. A correction can be negative.
struct Comparison {
    std::int64_t wins = 0, ties = 0;

    Comparison& operator+=(const Comparison& other) {
        wins += other.wins, ties += other.ties;
        return *this;
    }
};

// By ranks, how many cards are left.
using CardsLeft = std::array<std::uint8_t, rank_count>;

// Boards with three or more cards of one suit, and what two hands have in it.
struct SuitedBoards {
    const RankColumn &first, &second;  // of the hands
    const Strength* flushes;           // of the ranking, by the set of suited ranks; null in Omaha
    unsigned held[2];                  // the ranks of each hand in the suit
    unsigned left;                     // those which a board can have
    CardsLeft others;                  // cards left in other suits
};

}  // namespace fivecard::equity
