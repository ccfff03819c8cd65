// The rules at work: one action at a time. After each a hand runs on by itself, street by street, to the next decision or to its
// end. src/fivecard/engine/transitions.py states it.
#pragma once

#include "src/engine/betting.hpp"
#include "src/engine/dealing.hpp"
#include "src/engine/showdown.hpp"

namespace fivecard::engine {

// Goes on through the streets until somebody has to decide, or to the end.
template <int Most>
[[gnu::noinline]] void run(const Rules& rules, State<Most>& state) {
    while (!state.to_act && !state.is_over) {
        const Street& street = rules.streets[++state.street];
        switch (street.kind) {
            case Street::Kind::bets:
                begin_bets(rules, state, street);
                if (!state.to_act) end_bets(rules, state);
                break;
            case Street::Kind::deal_board: lay(state, street.cards); break;
            case Street::Kind::deal_hole: deal_hole(rules, state, street); break;
            case Street::Kind::draw:
                state.to_act = state.in_hand;
                state.turn = static_cast<std::uint8_t>(lowest_bit(state.in_hand));
                break;
            case Street::Kind::post: post(rules, state); break;
            case Street::Kind::showdown: show(rules, state); break;
        }
    }
}

// Begins a hand: `deck`, and `reserve` if discards may come back, are filled already.
template <int Most>
FIVECARD_INLINE void start(const Rules& rules, State<Most>& state, const Chips* stacks) {
    const int players = players_of<Most>(rules);
    state.in_hand = seat_bit(players) - 1;
    state.able = state.in_hand;
    for (int seat = 0; seat < Most; ++seat) {
        state.stacks[seat] = seat < players ? stacks[seat] : 0;
        state.bets[seat] = state.committed[seat] = 0;
    }
    state.pot = state.largest = state.largest_raise = state.last_level = 0;
    state.levels = state.raises = 0;
    state.to_act = state.acted = 0;
    state.is_over = state.short_blinds = state.short_match = state.open_pair = state.big_was_bet = false;
    state.turn = state.last_aggressor = state.board_size = state.hand_size = state.next = state.discarded = 0;
    state.end = static_cast<std::uint8_t>(rules.deck_size);
    std::memset(state.hands, no_card, sizeof state.hands);
    std::memset(state.board, no_card, sizeof state.board);
    if (rules.draws) std::memset(state.drawn, 0, sizeof state.drawn);
    state.street = 255;  // before the first
    run(rules, state);
}

// Does what has been found legal on a street of bets.
template <int Most>
FIVECARD_INLINE void bet(const Rules& rules, State<Most>& state, const Legal& now, Bet what, Chips to = 0) {
    act(rules, state, now, what, to);
    if (is_single(state.in_hand)) {
        end_bets(rules, state);
        state.to_act = 0;
        return settle_uncontested(rules, state);
    }
    pass_turn(rules, state);
    if (state.to_act) return;
    if (rules.has_openers && rules.streets[state.street].opening_strength && !state.raises) return make_void(rules, state);
    end_bets(rules, state);
    run(rules, state);
}

// Throws cards away that may be discarded, in the order of their places, and draws as many.
template <int Most>
FIVECARD_INLINE void draw(const Rules& rules, State<Most>& state, const std::uint8_t* places, int count) {
    discard(rules, state, places, count);
    run(rules, state);
}

}  // namespace fivecard::engine
