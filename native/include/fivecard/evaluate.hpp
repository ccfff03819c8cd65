// The strength of 5, 6 or 7 cards under a ranking. hand.hpp tells how it is found.
#pragma once

#include <optional>

#include <fivecard/hand.hpp>

namespace fivecard {

inline constexpr int strength_count = tables::high.strongest;

// `cards` must hold `Cards` different ids of the ranking's deck: see first_bad_card.
template <int Cards>
constexpr Strength strength(const CardId* cards, const Ranking& ranking = tables::high) {
    return Hand(cards, Cards).strength<Cards>(ranking);
}

constexpr Strength strength(const CardId* cards, int count, const Ranking& ranking = tables::high) {
    return count == 5 ? strength<5>(cards, ranking) : count == 6 ? strength<6>(cards, ranking) : strength<7>(cards, ranking);
}

// The same for a set of cards; nothing if it is not one of 5, 6 or 7 cards of the ranking's deck.
constexpr std::optional<Strength> set_strength(CardSet set, const Ranking& ranking = tables::high) {
    if (set & ranking.outside()) return std::nullopt;
    int size = 0;
    const Hand hand = Hand::of_set(set, size);
    switch (size) {
        case 5: return hand.strength<5>(ranking);
        case 6: return hand.strength<6>(ranking);
        case 7: return hand.strength<7>(ranking);
        default: return std::nullopt;
    }
}

// The five cards of the hand that make its strength, which is given, in the order they stand in the hand. Cards that add
// nothing are left out one at a time: the best five stay whole as long as the strength does.
constexpr Strength best_five(const CardId* cards, int count, CardId* five, const Ranking& ranking = tables::high) {
    CardId kept[largest_hand] = {}, fewer[largest_hand] = {};
    for (int i = 0; i < count; ++i) kept[i] = cards[i];
    const Strength target = strength(cards, count, ranking);
    for (; count > 5; --count)
        for (int out = 0; out < count; ++out) {
            for (int i = 0, j = 0; i < count; ++i)
                if (i != out) fewer[j++] = kept[i];
            if (strength(fewer, count - 1, ranking) != target) continue;
            for (int i = 0; i < count - 1; ++i) kept[i] = fewer[i];
            break;
        }
    for (int i = 0; i < 5; ++i) five[i] = kept[i];
    return target;
}

}  // namespace fivecard
