// Every hand there is: how often each strength comes up among all combinations of 5, 6 or 7 cards.
#pragma once

#include <algorithm>
#include <array>

#include "evaluate.hpp"

namespace fivecard {

using Census = std::array<std::uint64_t, strength_count + 1>;

namespace detail {

// Adds the hands that complete `tally` with `Missing` more cards, all of them below `limit`. `suited` holds the ranks
// of each suit in 16 bits, so that a flush is looked up without going back to the cards.
template <int Cards, int Missing>
void count_completions(Tally tally, std::uint64_t suited, int limit, Census& census) {
    if constexpr (Missing == 0) {
        const Strength found = tally & flush_bits ? tables::flush_strengths[suited >> 16 * flush_suit(tally) & 0x1fff]
                                                  : rank_strength<Cards>(tally);
        ++census[found];
    } else {
        // Where no suit is one card short of a flush, the last card's suit does not matter: a rank counts for all four.
        if (Missing == 1 && !((tally + 0x1111) & flush_bits)) {
            for (int card = 0; card < limit; card += 4)
                census[rank_strength<Cards>(tally + tables::card_tallies[card])] += static_cast<unsigned>(std::min(4, limit - card));
            return;
        }
        for (int card = Missing - 1; card < limit; ++card) {
            const auto id = static_cast<CardId>(card);
            count_completions<Cards, Missing - 1>(tally + tables::card_tallies[id],
                                                  suited | std::uint64_t{1} << (16 * suit_of(id) + rank_of(id)), card,
                                                  census);
        }
    }
}

}  // namespace detail

template <int Cards>
Census take_census() {
    Census census{};
    detail::count_completions<Cards, Cards>(empty_tally, 0, card_count, census);
    return census;
}

}  // namespace fivecard
