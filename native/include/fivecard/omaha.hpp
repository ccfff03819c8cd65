// Omaha: exactly two of a player's four (or five, or six) cards with exactly three of the five on the board.
//
// Suits aside, a showdown depends on the ranks of the board, of which there are 6,175 combinations, and on the two ranks
// from the hand, of which there are 91. So there is a row for each board, where the perfect hash has its slot, with the
// best of its ten triples for every pair of ranks: 1.2 MB, filled once in a millisecond or two. A hand is then worth the best of six entries of one row.
// Flushes come on top, where the board has three cards of a suit and the hand two.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include <fivecard/hand.hpp>

namespace fivecard {

inline constexpr int board_size = 5;
inline constexpr int smallest_omaha_hand = 4;
inline constexpr int largest_omaha_hand = 6;

inline constexpr int rank_pair_count = rank_count * (rank_count + 1) / 2;

// The number of a pair of ranks, 0..90, whichever comes first.
constexpr int rank_pair(int a, int b) {
    const int high = a > b ? a : b, low = a > b ? b : a;
    return high * (high + 1) / 2 + low;
}

// The same as a table, by the ids of two cards divided by four, in sixteen columns.
inline constexpr auto rank_pairs = [] {
    std::array<std::uint8_t, 16 * 16> pairs{};
    for (int a = 0; a < rank_count; ++a)
        for (int b = 0; b < rank_count; ++b) pairs[16 * a + b] = static_cast<std::uint8_t>(rank_pair(a, b));
    return pairs;
}();

// The ranks of a pair by its number.
struct PairRanks {
    std::uint8_t high, low;
};
inline constexpr auto pair_ranks = [] {
    std::array<PairRanks, rank_pair_count> ranks{};
    for (int high = 0; high < rank_count; ++high)
        for (int low = 0; low <= high; ++low)
            ranks[rank_pair(high, low)] = {static_cast<std::uint8_t>(high), static_cast<std::uint8_t>(low)};
    return ranks;
}();

class OmahaTable {
public:
    // Signed, because every machine has a vector maximum for that. 91 entries are used; three cache lines are filled.
    struct alignas(64) Row {
        std::int16_t entries[96];
    };

    OmahaTable();

    // The row of a board.
    const Row& row(Hand board) const { return row_in_slot(board.slot<board_size>()); }
    const Row& row_in_slot(std::uint32_t slot) const { return rows_[slot]; }

private:
    std::unique_ptr<Row[]> rows_;
};

inline OmahaTable::OmahaTable() : rows_(new Row[tables::RankHash<board_size>::column_mask + 1]) {
    // The strength of each triple of ranks with each pair. More than four of a rank cannot be, and count nothing.
    static_assert(rank_count == 13);
    struct Triple {
        std::int16_t best[96];
    };
    const auto triples = std::make_unique<Triple[]>(13 * 13 * 13);
    const auto card_of = [](int rank) { return Hand(static_cast<CardId>(4 * rank)); };
    for (int a = 0; a < rank_count; ++a)
        for (int b = 0; b <= a; ++b)
            for (int c = 0; c <= b; ++c) {
                std::int16_t* best = triples[(13 * a + b) * 13 + c].best;
                for (int high = 0; high < rank_count; ++high)
                    for (int low = 0; low <= high; ++low) {
                        const bool five_alike = a == b && b == c && c == high && high == low;
                        const Hand five = card_of(a) + card_of(b) + card_of(c) + card_of(high) + card_of(low);
                        best[rank_pair(high, low)] = five_alike ? std::int16_t{0} : static_cast<std::int16_t>(five.rank_strength<5>());
                    }
            }
    int board[board_size];
    for (board[0] = 0; board[0] < rank_count; ++board[0])
        for (board[1] = 0; board[1] <= board[0]; ++board[1])
            for (board[2] = 0; board[2] <= board[1]; ++board[2])
                for (board[3] = 0; board[3] <= board[2]; ++board[3])
                    for (board[4] = 0; board[4] <= board[3]; ++board[4]) {
                        if (board[0] == board[4]) continue;
                        Hand five;
                        for (const int rank : board) five += card_of(rank);
                        auto& row = rows_[five.slot<5>()].entries;
                        std::fill(std::begin(row), std::end(row), std::int16_t{0});
                        for (int i = 0; i < board_size; ++i)
                            for (int j = i + 1; j < board_size; ++j)
                                for (int k = j + 1; k < board_size; ++k) {
                                    const auto& best = triples[(13 * board[i] + board[j]) * 13 + board[k]].best;
                                    for (int pair = 0; pair < 96; ++pair) row[pair] = std::max(row[pair], best[pair]);
                                }
                    }
}

// The ranks that cards have in a suit.
constexpr unsigned ranks_in_suit(const CardId* cards, int count, int suit) {
    unsigned ranks = 0;
    for (int i = 0; i < count; ++i) ranks |= unsigned{suit_of(cards[i]) == suit} << rank_of(cards[i]);
    return ranks;
}

// The best of two ranks in the hand with the row of the board.
template <int Count>
int best_in_row(const OmahaTable::Row& row, const CardId* hand) {
    int best = 0;
    for (int i = 1; i < Count; ++i) {
        const std::uint8_t* pairs = rank_pairs.data() + 16 * rank_of(hand[i]);
        for (int j = 0; j < i; ++j) best = std::max<int>(best, row.entries[pairs[rank_of(hand[j])]]);
    }
    return best;
}

// The highest `count` ranks of a set that has at least as many.
constexpr unsigned highest_ranks(unsigned ranks, int count) {
    unsigned highest = 0;
    for (int i = 0; i < count; ++i) highest |= 1u << highest_bit(ranks ^ highest);
    return highest;
}

// The best flush of exactly two ranks from the hand, which has at least two, and three from the board, which has at least
// three. Without a straight among all of them, that takes the highest of each.
constexpr Strength omaha_flush(unsigned hand, unsigned board) {
    const unsigned run = (hand | board) << 1 | (hand | board) >> (rank_count - 1);
    const unsigned twos = run & run >> 1;
    if (!(twos & twos >> 2 & run >> 4)) [[likely]]
        return tables::high.flushes[highest_ranks(hand, 2) | highest_ranks(board, 3)];
    Strength best = 0;
    for (unsigned pair = hand; pair; pair = (pair - 1) & hand)
        if (std::popcount(pair) == 2)
            for (unsigned triple = board; triple; triple = (triple - 1) & board)
                if (std::popcount(triple) == 3) best = std::max<Strength>(best, tables::high.flushes[pair | triple]);
    return best;
}

}  // namespace fivecard
