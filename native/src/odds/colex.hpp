// Sets of up to five cards in colexicographic order: sorted by their highest card, then by the next, and so on. The number
// of a set is then the same in any deck, and sets that differ in their lowest card only are neighbours.
#pragma once

#include <fivecard/evaluate.hpp>

#include <array>
#include <cstddef>

namespace fivecard::odds {

inline constexpr int hand_size = 5;
inline constexpr std::size_t hand_count = 2598960;
inline constexpr int hold_count = 1 << hand_size;  // bit i of a hold stands for the i-th lowest card
inline constexpr int all_held = hold_count - 1;
inline constexpr int most_jokers = 2;  // in a game that has some: cards 52 and 53

// choose[k][n]: the ways to choose k of n.
inline constexpr auto choose = [] {
    std::array<std::array<std::uint32_t, card_count + most_jokers + 1>, hand_size + 1> table{};
    for (int n = 0; n <= card_count + most_jokers; ++n)
        for (int k = 0; k <= hand_size; ++k) table[k][n] = static_cast<std::uint32_t>(combinations(n, k));
    return table;
}();
static_assert(choose[hand_size][card_count] == hand_count);

// The number of a set given by its cards, lowest first.
constexpr std::size_t colex(const CardId* cards, int count) {
    std::size_t number = 0;
    for (int i = 0; i < count; ++i) number += choose[i + 1][cards[i]];
    return number;
}

// Goes on to the next set of so many cards.
constexpr void next_colex(CardId* cards, int count) {
    int place = 0;
    for (; place + 1 < count && cards[place] + 1 == cards[place + 1]; ++place) cards[place] = static_cast<CardId>(place);
    ++cards[place];
}

// The ways to draw what a hold of `held` cards lacks, and a number that all of them divide: values over it are exact.
constexpr std::uint32_t draws_for(int held) { return choose[hand_size - held][card_count - hand_size]; }
inline constexpr std::int64_t common_draws = 7669695;
static_assert([] {
    for (int held = 0; held <= hand_size; ++held)
        if (common_draws % draws_for(held)) return false;
    return true;
}());

// Visits all hands in order: `row(c1, c2, c3, c4, first)` stands for the c1 hands {c0, c1, c2, c3, c4} with c0 < c1, the
// first of which has the number `first`.
template <typename Row>
[[gnu::always_inline]] inline void for_each_row(Row row) {
    std::size_t first = 0;
    for (CardId c4 = 4; c4 < card_count; ++c4)
        for (CardId c3 = 3; c3 < c4; ++c3)
            for (CardId c2 = 2; c2 < c3; ++c2)
                for (CardId c1 = 1; c1 < c2; ++c1, first += c1 - 1u) row(c1, c2, c3, c4, first);
}

// Which holds a game allows: by their number of cards, and a lone ace where the rules have it.
struct Allowance {
    std::uint32_t holds = ~0u;  // bit h: the hold h
    bool lone_ace = false;      // one card may be held if it is an ace

    // For the hand with these cards, lowest first.
    constexpr std::uint32_t for_hand(const CardId* cards) const {
        std::uint32_t allowed = holds;
        for (int i = 0; lone_ace && i < hand_size; ++i)
            if (rank_of(cards[i]) == rank_count - 1) allowed |= 1u << (1 << i);
        return allowed;
    }
};

}  // namespace fivecard::odds
