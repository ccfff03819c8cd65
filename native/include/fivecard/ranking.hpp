// A ranking: what beats what, as numbers. Strengths count from 1 up, higher is stronger, equal means tie; 0 is a hand that
// does not qualify. The keys of hand.hpp are the same for all rankings: a ranking is a table of values for each size of
// hand, and what suits do to it.
#pragma once

#include <span>
#include <string_view>

#include <fivecard/cards.hpp>

namespace fivecard {

using Strength = std::uint16_t;

inline constexpr int smallest_hand = 5;
inline constexpr int largest_hand = 7;

enum class Suits : std::uint8_t {
    ignored,
    higher,  // a flush is never worse than the same ranks without: the best flush counts where there is one
    lower,   // a flush counts against the hand: it is to be avoided
};

struct Ranking {
    const char* name;
    Suits suits;
    CardId first_card;  // cards below are not in the deck
    Strength strongest;
    bool qualified;  // whether some hands have no strength
    const Strength* values[largest_hand - smallest_hand + 1];  // by the slot of the perfect hash
    const Strength* flushes;   // by the set of suited ranks; null where suits are ignored
    const Strength* unsuited;  // the same without a flush; null where that is never better

    // All bits that are not a card of the deck.
    constexpr CardSet outside() const { return ~CardSet{0} << card_count | ((CardSet{1} << first_card) - 1); }
};

// Every ranking of five cards, as write_rankings.py lists them.
std::span<const Ranking> rankings();

// Null if there is none of this name.
inline const Ranking* find_ranking(std::string_view name) {
    for (const Ranking& ranking : rankings())
        if (name == ranking.name) return &ranking;
    return nullptr;
}

}  // namespace fivecard
