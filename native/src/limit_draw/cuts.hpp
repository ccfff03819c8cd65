// Cuts of the deck that balance one another.
//
// Between random cuts, most of the noise is in which few cards happen to lie in which half. The rows of a Hadamard matrix of
// order 52, but for the first, cut the deck so that every card, every pair and (with the halves exchanged) every three cards
// lie on each side of as many of the 51 cuts: averaged over them, nothing that depends on three cards at most is left to
// chance. Each cut alone, of a deck in random order, is any cut.
#pragma once

#include <fivecard/cards.hpp>

#include <bitset>
#include <cstddef>
#include <vector>

namespace fivecard::limit_draw {

inline constexpr std::size_t balanced_cuts = card_count - 1;

// Which places of the deck are in the first half, by cut.
const std::vector<std::bitset<card_count>>& balanced_halves();

}  // namespace fivecard::limit_draw
