// All draws for one hold of one hand, counted one by one.
#pragma once

#include "colex.hpp"

#include <vector>

namespace fivecard::draws {

using DrawCounts = std::array<std::uint32_t, strength_count + 1>;  // by the strength of the final hand

namespace detail {

// Completes a hand with `missing` of the first `limit` other cards. `suited` has the ranks of each suit, 16 bits each.
inline void count_draws(Tally tally, std::uint64_t suited, int missing, const CardId* others, int limit, DrawCounts& counts) {
    const auto found = [](Tally all, std::uint64_t ranks) {
        return all & flush_bits ? tables::flush_strengths[ranks >> 16 * flush_suit(all) & 0x1fff] : rank_strength<5>(all);
    };
    const auto bit = [](CardId card) { return std::uint64_t{1} << (16 * suit_of(card) + rank_of(card)); };
    if (missing == 0) ++counts[found(tally, suited)];
    else if (missing == 1)
        for (int i = 0; i < limit; ++i) ++counts[found(tally + tables::card_tallies[others[i]], suited | bit(others[i]))];
    else
        for (int i = missing - 1; i < limit; ++i)
            count_draws(tally + tables::card_tallies[others[i]], suited | bit(others[i]), missing - 1, others, i, counts);
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
    Tally tally = empty_tally;
    std::uint64_t suited = 0;
    int missing = hand_size;
    for (int i = 0; i < hand_size; ++i)
        if (hold >> i & 1) {
            tally += tables::card_tallies[hand[i]];
            suited |= std::uint64_t{1} << (16 * suit_of(hand[i]) + rank_of(hand[i]));
            --missing;
        }
    DrawCounts counts{};
    detail::count_draws(tally, suited, missing, others, count, counts);
    return counts;
}

}  // namespace fivecard::draws
