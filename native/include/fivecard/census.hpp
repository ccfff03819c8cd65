// Every hand there is: how often each strength comes up among all combinations of 5, 6 or 7 cards, or of four in badugi.
#pragma once

#include <algorithm>
#include <vector>

#include <fivecard/badugi.hpp>
#include <fivecard/evaluate.hpp>

namespace fivecard {

using Census = std::vector<std::uint64_t>;  // by strength

namespace detail {

// Adds the hands that complete `hand` with `Missing` more cards, all of them below `limit`.
template <int Cards, int Missing>
void count_completions(const Ranking& ranking, Hand hand, int limit, Census& census) {
    if constexpr (Missing == 0) ++census[hand.strength<Cards>(ranking)];
    else {
        // Where no suit is one card short of a flush, the last card's suit does not matter: a rank counts for all four.
        if (Missing == 1 && (ranking.suits == Suits::ignored || !hand.has_suited(4))) {
            for (int card = ranking.first_card; card < limit; card += suit_count)
                census[(hand + Hand(static_cast<CardId>(card))).template rank_strength<Cards>(ranking)] +=
                    static_cast<unsigned>(std::min(suit_count, limit - card));
            return;
        }
        for (int card = ranking.first_card + Missing - 1; card < limit; ++card)
            count_completions<Cards, Missing - 1>(ranking, hand + Hand(static_cast<CardId>(card)), card, census);
    }
}

}  // namespace detail

// `between` is called before each part of it, of a millisecond or so; it may throw.
template <int Cards, typename Between>
Census take_census(const Ranking& ranking, Between between) {
    Census census(ranking.strongest + std::size_t{1});
    for (int high = ranking.first_card + Cards - 1; high < card_count; ++high)
        for (int next = ranking.first_card + Cards - 2; next < high; ++next) {
            between();
            const Hand two = Hand(static_cast<CardId>(high)) + Hand(static_cast<CardId>(next));
            detail::count_completions<Cards, Cards - 2>(ranking, two, next, census);
        }
    return census;
}

template <int Cards>
Census take_census(const Ranking& ranking = tables::high) {
    return take_census<Cards>(ranking, [] {});
}

inline Census take_badugi_census() {
    Census census(strongest_badugi + std::size_t{1});
    CardId hand[badugi_size];
    for (hand[0] = 0; hand[0] < card_count; ++hand[0])
        for (hand[1] = 0; hand[1] < hand[0]; ++hand[1])
            for (hand[2] = 0; hand[2] < hand[1]; ++hand[2])
                for (hand[3] = 0; hand[3] < hand[2]; ++hand[3]) ++census[badugi_strength(hand)];
    return census;
}

}  // namespace fivecard
