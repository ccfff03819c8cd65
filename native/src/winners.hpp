// Who wins and what part of the pot, from the strengths of all players, a row for each showdown. Whatever stands in a row is
// a showdown, and 0 is the weakest hand.
#pragma once

#include "src/batch.hpp"

namespace fivecard {

// At most so many players fit into the answers of `winners` and `ties`; so many can share a `pot`.
inline constexpr std::size_t most_shown = 255, most_sharing = 10;

// The number of the player who wins every row, from 1; 0 where several tie.
void winners(const Work& work, const Strength* strengths, std::size_t players, std::uint8_t* out);

// How many players of every row have its best hand.
void ties(const Work& work, const Strength* strengths, std::size_t players, std::uint8_t* out);

// The units that every player has of every pot. With `lows`, half of a pot goes by those, unless all of its row are 0.
void shares(const Work& work, const Strength* strengths, const Strength* lows, std::size_t players, std::uint16_t* out);

}  // namespace fivecard
