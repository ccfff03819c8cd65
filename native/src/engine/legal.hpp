// What may be done now. src/fivecard/engine/legal.py states these rules, function by function under the same names.
#pragma once

#include "src/engine/state.hpp"

#include <algorithm>

namespace fivecard::engine {

struct Legal {
    bool fold = true, check = false;
    Chips match = 0;                       // what lies before a seat that stays
    Chips call = 0, bring_in = 0;          // what they take; 0 if they cannot be done
    Chips lowest = 0, highest = 0;         // what may lie before the seat after a bet or raise; 0 if it may make none
    Chips step = 1;                        // how far apart the amounts between are

    bool allows(Chips to) const { return lowest && to >= lowest && to <= highest && (to - lowest) % step == 0; }
};

// The slow half of `bet_to_match`: before the first raise, a blind, or the bring-in, for which somebody had too little.
template <int Most>
[[gnu::noinline]] Chips short_bet_to_match(const Rules& rules, const State<Most>& state) {
    const Chips blind = rules.largest_blind ? rules.largest_blind : state.largest ? rules.bring_in : 0;
    Chips reach = 0;
    each(state.in_hand & ~seat_bit(state.turn), [&](int seat) { reach = std::max(reach, state.stacks[seat] + state.bets[seat]); });
    return std::max(state.largest, std::min(blind, reach));
}

template <int Most>
FIVECARD_INLINE Chips bet_to_match(const Rules& rules, const State<Most>& state) {
    return state.short_match ? short_bet_to_match(rules, state) : state.largest;
}

template <int Most>
FIVECARD_INLINE bool can_be_answered(const State<Most>& state, Chips largest) {
    if constexpr (Most == 2) {
        const int other = 1 - state.turn;
        return state.stacks[other] + state.bets[other] > largest && state.in_hand >> other & 1;
    } else {
        for (Seats left = state.in_hand & state.able & ~seat_bit(state.turn); left; left &= left - 1)
            if (const int seat = lowest_bit(left); state.stacks[seat] + state.bets[seat] > largest) return true;
        return false;
    }
}

// What a bet or raise goes to that is a part of the pot as it would be after a call.
template <int Most>
FIVECARD_INLINE std::int64_t part_of_pot(const Rules& rules, const State<Most>& state, Chips largest, int numerator = 1,
                                         int denominator = 1) {
    std::int64_t pot = std::int64_t{state.pot} + largest - state.bets[state.turn];
    if (state.street == rules.first_bet && rules.largest_blind) {
        pot += rules.unpaid_blind;
        if (state.short_blinds)
            for (int seat = 0; seat < players_of<Most>(rules); ++seat) pot += std::max(rules.posted[seat] - state.bets[seat], 0);
    }
    return largest + pot * numerator / denominator;
}

// By how much a bet or raise of fixed limit goes up: one amount, or with an open pair the small or the big bet.
struct BetSizes {
    Chips least, most;
};

template <int Most>
FIVECARD_INLINE BetSizes bet_sizes(const Rules& rules, const State<Most>& state, const Street& street) {
    if (!state.open_pair) return {street.bet, street.bet};
    return {state.big_was_bet ? rules.big_bet : street.bet, rules.big_bet};
}

// What the next whole bet or raise of fixed limit goes up from.
template <int Most>
FIVECARD_INLINE Chips level_below(const Rules& rules, const State<Most>& state) {
    return state.levels ? state.last_level : state.street == rules.first_bet ? rules.largest_blind : 0;
}

// Finds what the next bet or raise of fixed limit may go to, where there may be one.
template <int Most>
FIVECARD_INLINE bool fixed_raises(const Rules& rules, const State<Most>& state, const Street& street, Chips to_call, BetSizes& to) {
    const bool first = state.street == rules.first_bet;
    const BetSizes sizes = bet_sizes(rules, state, street);
    if (state.acted >> state.turn & 1) {
        const bool completes = first && state.bets[state.turn] <= rules.bring_in;
        if (2 * to_call < (completes ? sizes.least - rules.bring_in : sizes.least)) return false;
    }
    if (street.cap - state.levels - (first ? rules.bets_in_blinds : 0) <= 0) return false;
    const Chips below = level_below(rules, state);
    to = {below + sizes.least, below + sizes.most};
    return true;
}

template <int Most>
FIVECARD_INLINE bool may_raise_again(const Rules& rules, const State<Most>& state, const Street& street, Chips to_call) {
    if (!(state.acted >> state.turn & 1)) return true;
    const Chips brought_in = state.street == rules.first_bet ? rules.bring_in : 0;
    return to_call >= std::max(state.largest_raise, street.full_bet - brought_in);
}

// Whether the seat to act has what the first bet of this round takes.
template <int Most>
bool may_open(const State<Most>& state, const Street& street) {
    return !street.opening_strength || state.raises || Hand(state.hands[state.turn], 5).template strength<5>() >= street.opening_strength;
}

// Finds it, on a street of bets. (Numbers that have just been written one by one are slow to be read together, as a copy does it:
// so this writes them where they are to be.)
template <int Most>
FIVECARD_INLINE void find_legal(const Rules& rules, const State<Most>& state, Legal& now) {
    const Street& street = rules.streets[state.street];
    const int seat = state.turn;
    const Chips stack = state.stacks[seat], bet = state.bets[seat];
    const Chips largest = bet_to_match(rules, state), to_call = largest - bet;
    const bool completing = rules.bring_in && !state.raises && state.street == rules.first_bet;
    const Chips due = completing && !largest ? std::min(stack, rules.bring_in) : 0;
    Chips lowest = 0, highest = 0, step = 1;
    if (stack > std::max(to_call, due) && can_be_answered(state, std::max(largest, due)) && may_open(state, street)) {
        const Chips whole = stack + bet;
        if (rules.limit == Limit::fixed) {
            if (BetSizes to; fixed_raises(rules, state, street, to_call, to)) {
                lowest = std::min(whole, to.least);
                highest = std::min(whole, to.most);
                step = std::max<Chips>(1, highest - lowest);
            }
        } else if (may_raise_again(rules, state, street, to_call)) {
            const Chips least = std::max(state.largest_raise, street.full_bet);
            lowest = std::min(whole, completing ? least : largest + least);
            highest = whole;
            if (rules.limit == Limit::pot)
                highest =
                    static_cast<Chips>(std::min<std::int64_t>(whole, std::max<std::int64_t>(lowest, part_of_pot(rules, state, largest))));
        }
    }
    now.fold = !due || seat != state.last_aggressor;  // where the low card is all in for the ante, the next bring it in or fold
    now.check = !due && !to_call;
    now.match = largest;
    now.call = due ? 0 : std::min(stack, to_call);
    now.bring_in = due;
    now.lowest = lowest;
    now.highest = highest;
    now.step = step;
}

// Whether the seat to act may discard these cards of its hand, the places being given as bits.
template <int Most>
FIVECARD_INLINE bool may_discard(const Rules& rules, const State<Most>& state, unsigned places) {
    const Street& street = rules.streets[state.street];
    const int count = std::popcount(places);
    if (places >> street.cards || count > state.replaceable()) return false;
    if (count <= street.most_discards) return true;
    if (!street.four_with_ace || count != street.cards - 1) return false;
    const int kept = lowest_bit(~places);
    return rank_of(state.hands[state.turn][kept]) == rank_count - 1;
}

}  // namespace fivecard::engine
