// Hands and holds from Python, as all that counts draws wants them.
#pragma once

#include "bindings/common.hpp"

#include <array>
#include <span>

#include "src/odds/holds.hpp"
#include "src/odds/suit_classes.hpp"

// The cards of a hand, given as their ids, lowest first, of a deck of so many cards.
inline std::array<fivecard::CardId, fivecard::odds::hand_size> sorted_hand(const std::vector<int>& ids, int deck = fivecard::card_count) {
    using fivecard::odds::hand_size;
    std::array<fivecard::CardId, hand_size> cards;
    bool right = ids.size() == hand_size;
    for (std::size_t i = 0; right && i < hand_size; ++i) {
        right = ids[i] >= 0 && ids[i] < deck && (i == 0 || ids[i] > ids[i - 1]);
        cards[i] = static_cast<fivecard::CardId>(ids[i]);
    }
    if (!right) refuse("HandError", "expected the ids of five different cards, lowest first");
    return cards;
}

inline int checked_hold(int hold) {
    if (hold < 0 || hold > fivecard::odds::all_held) refuse("ArgumentError", "a hold is from 0 to 31, not " + std::to_string(hold));
    return hold;
}

// A hold for every suit class, as bytes; `least` is 1 where a hand must keep a card.
inline std::span<const std::uint8_t> checked_holds(const nb::bytes& holds, int least = 1,
                                                   std::size_t classes = fivecard::odds::SuitClasses::count) {
    using fivecard::odds::all_held;
    const auto* data = static_cast<const std::uint8_t*>(holds.data());
    if (holds.size() != classes)
        refuse("ArgumentError", "a strategy has " + std::to_string(classes) + " holds, not " + std::to_string(holds.size()));
    for (std::size_t i = 0; i < classes; ++i)
        if (data[i] < least || data[i] > all_held)
            refuse("ArgumentError", "hold " + std::to_string(data[i]) + " of suit class " + std::to_string(i) + " is not from " +
                                    std::to_string(least) + " to 31");
    return {data, classes};
}

inline nb::bytes as_bytes(const std::vector<std::uint8_t>& numbers) { return nb::bytes(numbers.data(), numbers.size()); }
