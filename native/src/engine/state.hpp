// A hand of poker at one moment, in a fixed place: nothing is allocated while it is played. What the fields mean, and the rules
// they follow, src/fivecard/engine/state.py says.
#pragma once

#include "src/engine/rules.hpp"

namespace fivecard::engine {

// For up to `Most` players.
template <int Most>
struct State {
    static_assert(Most <= most_seats && most_hole < 8 && most_board < 8);

    Chips stacks[Most];
    Chips bets[Most];       // what lies before each seat on this street
    Chips committed[Most];  // what each has put in since the beginning of the hand
    Chips pot;              // the sum of it
    Chips largest;          // the largest of the bets
    Chips largest_raise;
    Chips last_level;       // of fixed limit, the last of the levels
    std::int32_t levels, raises;
    Seats to_act, in_hand, able, acted;  // `able` seats have chips left
    std::uint8_t turn, last_aggressor, street;
    bool is_over, short_blinds, short_match, open_pair, big_was_bet;  // `short_match`: what is to be matched may be above all bets
    std::uint8_t board_size, hand_size;  // the cards that everybody in the hand has
    std::uint8_t next, end;              // the draw pile is `deck` from one to the other
    std::uint8_t discarded;
    CardId board[8];  // of which up to five are there; none behind
    CardId hands[Most][8];  // folded ones too; behind the last card, none
    std::uint8_t drawn[Most][most_draws];
    CardId deck[card_count];
    CardId discards[card_count];
    std::uint8_t reserve[card_count];  // by card: its place among the discards that come back

    int replaceable() const { return end - next + discarded; }
};

// How many play: known to the compiler, where there are two.
template <int Most>
FIVECARD_INLINE int players_of(const Rules& rules) {
    if constexpr (Most == 2) return 2;
    else return rules.players;
}

constexpr Seats seat_bit(int seat) { return Seats{1} << seat; }

// Whether there is no second seat in a set. (The standard's function counts, for which there may be no instruction.)
constexpr bool is_single(Seats seats) { return !(seats & (seats - 1)); }

// The first seat of a set, which is not empty, from a seat on.
FIVECARD_INLINE int first_from(Seats set, int seat, int players) {
    const int at = lowest_bit((set | set << players) >> seat) + seat;
    return at >= players ? at - players : at;
}

// Does something for each seat of a set, the lowest first.
template <typename Something>
FIVECARD_INLINE void each(Seats set, Something something) {
    for (; set; set &= set - 1) something(lowest_bit(set));
}

}  // namespace fivecard::engine
