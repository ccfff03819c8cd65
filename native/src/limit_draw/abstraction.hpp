// What the players can tell apart: kinds of hands before the draw, and groups of them after it.
#pragma once

#include "src/odds/colex.hpp"

#include <cstdint>
#include <vector>

namespace fivecard::limit_draw {

inline constexpr int most_cards = odds::hand_size;  // of a hand
using HandCards = std::array<CardId, most_cards>;

// Hands are numbered as in colex.hpp. Players hold the cards of a hand in the order of its kind: the first of them is the
// card at place `orders[order[hand]][0]`, counted from the lowest.
struct Abstraction {
    int deck = card_count, hand = most_cards;
    std::size_t kinds = 0, groups = 0;
    std::vector<std::uint32_t> kind;
    std::vector<std::uint8_t> order;
    std::vector<std::uint16_t> group;     // of hands that are taken as equal; the higher one wins
    std::vector<std::uint16_t> strength;  // what really wins

    // A hand of each kind, or of each group, lowest card first.
    std::vector<HandCards> examples(bool of_groups) const;

    // The solver's own view: suits count only where four cards or all five share one, and kickers that hardly ever decide
    // are not told apart. 16,757 kinds, 1,501 groups.
    static Abstraction merged();
    // Everything that can matter: 134,459 kinds, 7,462 groups.
    static Abstraction all();
};

// The permutations of up to five places, those of fewer first among their like.
using HandOrder = std::array<std::uint8_t, most_cards>;
const std::vector<HandOrder>& orders();

}  // namespace fivecard::limit_draw
