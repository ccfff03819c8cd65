// All draws for one hold of one hand, counted one by one.
#pragma once

#include "src/odds/colex.hpp"

#include <vector>

namespace fivecard::odds {

using DrawCounts = std::array<std::uint32_t, strength_count + 1>;  // by the strength of the final hand

namespace detail {

// Completes a hand with `missing` of the first `limit` other cards.
inline void count_draws(Hand hand, int missing, const CardId* others, int limit, DrawCounts& counts) {
    if (missing == 0) ++counts[hand.strength<hand_size>()];
    else if (missing == 1)
        for (int i = 0; i < limit; ++i) ++counts[(hand + Hand(others[i])).strength<hand_size>()];
    else
        for (int i = missing - 1; i < limit; ++i) count_draws(hand + Hand(others[i]), missing - 1, others, i, counts);
}

}  // namespace detail

inline DrawCounts count_draws(const CardId* hand, int hold) {
    CardId others[card_count];
    int count = 0;
    for (CardId card = 0; card < card_count; ++card) {
        bool mine = false;
        for (int i = 0; i < hand_size; ++i) mine |= hand[i] == card;
        if (!mine) others[count++] = card;
    }
    Hand kept;
    int missing = hand_size;
    for (int i = 0; i < hand_size; ++i)
        if (hold >> i & 1) {
            kept += Hand(hand[i]);
            --missing;
        }
    DrawCounts counts{};
    detail::count_draws(kept, missing, others, count, counts);
    return counts;
}

}  // namespace fivecard::odds
