// Decks in random order, as far as cards will be dealt from them.
#pragma once

#include <fivecard/cards.hpp>

#include "src/random.hpp"

#include <array>
#include <cstring>

namespace fivecard::engine {

inline constexpr auto unshuffled = [] {
    std::array<CardId, card_count> deck{};
    for (int card = 0; card < card_count; ++card) deck[card] = static_cast<CardId>(card);
    return deck;
}();

// Puts any `dealt` of `count` things before the others, in random order. Four numbers come from each 64 random bits: no order is
// more likely than another by more than one part in 2^38.
inline void shuffle(RandomStream& random, CardId* things, int count, int dealt) {
    std::uint64_t bits = 0;
    for (int at = 0; at < dealt; ++at) {
        if (at % 4 == 0) bits = random.bits();
        const Wide product = Wide(bits) * Wide(static_cast<std::uint64_t>(count - at));
        bits = static_cast<std::uint64_t>(product);
        const int from = at + static_cast<int>(static_cast<std::uint64_t>(product >> 64));
        const CardId thing = things[from];
        things[from] = things[at];
        things[at] = thing;
    }
}

}  // namespace fivecard::engine
