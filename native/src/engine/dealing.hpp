// Cards: dealt to everybody, laid on the table, thrown away and replaced. src/fivecard/engine/transitions.py and drawing.py
// state these rules.
#pragma once

#include "src/engine/state.hpp"

#include <algorithm>

namespace fivecard::engine {

// Puts cards into the order in which they are held; equal places keep the order in which they came.
inline void arrange(const Rules& rules, CardId* cards, int count) {
    if (rules.is_strict) {
        CardSet places = 0;
        for (int i = 0; i < count; ++i) places |= CardSet{1} << rules.held[cards[i]];
        for (; places; places &= places - 1) *cards++ = rules.held_at[static_cast<std::size_t>(lowest_bit(places))];
        return;
    }
    CardId sorted[most_hole];
    for (int i = 0; i < count; ++i) {
        int before = 0;
        for (int j = 0; j < count; ++j)
            before += j < i ? rules.held[cards[j]] <= rules.held[cards[i]] : rules.held[cards[j]] < rules.held[cards[i]];
        sorted[before] = cards[i];
    }
    std::copy_n(sorted, count, cards);
}

template <int Most>
FIVECARD_INLINE void lay(State<Most>& state, int cards) {
    for (; cards && state.next < state.end; --cards) state.board[state.board_size++] = state.deck[state.next++];
}

// Deals to everybody who is in the hand, one card at a time; if there are too few left for that, lays one on the table instead.
template <int Most>
FIVECARD_INLINE void deal_hole(const Rules& rules, State<Most>& state, const Street& street) {
    if (street.cards * std::popcount(state.in_hand) > state.end - state.next) return lay(state, 1);
    for (int card = 0; card < street.cards; ++card)
        each(state.in_hand, [&](int seat) { state.hands[seat][state.hand_size + card] = state.deck[state.next++]; });
    if (rules.is_ordered) each(state.in_hand, [&](int seat) { arrange(rules, state.hands[seat] + state.hand_size, street.cards); });
    state.hand_size = static_cast<std::uint8_t>(state.hand_size + street.cards);
}

// Puts what was thrown away before under the draw pile, in the order of the reserve.
template <int Most>
[[gnu::noinline]] void replenish(State<Most>& state) {
    const auto left = static_cast<std::uint8_t>(state.end - state.next);
    std::copy(state.deck + state.next, state.deck + state.end, state.deck);
    for (int card = 0; card < state.discarded; ++card) {  // equal places keep the order in which they came
        CardId* at = state.deck + left + card;
        for (; at > state.deck + left && state.reserve[at[-1]] > state.reserve[state.discards[card]]; --at) *at = at[-1];
        *at = state.discards[card];
    }
    state.next = 0;
    state.end = static_cast<std::uint8_t>(left + state.discarded);
    state.discarded = 0;
}

// Lets the seat to act throw away the cards in some places of its hand, in that order, and gives it as many.
template <int Most>
FIVECARD_INLINE void discard(const Rules& rules, State<Most>& state, const std::uint8_t* places, int count) {
    const int seat = state.turn;
    if (count > state.end - state.next) replenish(state);
    for (int i = 0; i < count; ++i) {
        CardId& card = state.hands[seat][places[i]];
        state.discards[state.discarded++] = card;
        card = state.deck[state.next++];
    }
    if (rules.is_ordered && count) arrange(rules, state.hands[seat], state.hand_size);
    state.drawn[seat][rules.streets[state.street].draw_number] = static_cast<std::uint8_t>(count);
    state.to_act &= ~seat_bit(seat);
    if (state.to_act) state.turn = static_cast<std::uint8_t>(lowest_bit(state.to_act));
}

}  // namespace fivecard::engine
