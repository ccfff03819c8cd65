// Rounds of betting: who pays what before the deal, who acts first, what an action moves, when it is over.
// src/fivecard/engine/betting.py states these rules.
#pragma once

#include <fivecard/badugi.hpp>

#include "src/engine/legal.hpp"

namespace fivecard::engine {

enum class Bet : std::uint8_t { fold, pass, raise };  // who passes checks, calls, or brings it in

template <int Most>
FIVECARD_INLINE void put(State<Most>& state, int seat, Chips amount) {
    state.stacks[seat] -= amount;
    state.committed[seat] += amount;
    state.pot += amount;
    state.able &= ~(Seats{state.stacks[seat] == 0} << seat);
}

template <int Most>
FIVECARD_INLINE void put_before(State<Most>& state, int seat, Chips amount) {
    state.bets[seat] += amount;
    state.largest = std::max(state.largest, state.bets[seat]);
    put(state, seat, amount);
}

// Returns what the largest of some amounts, bets or all that was put in, has over the second: nobody called it.
template <int Most>
void give_back_uncalled(const Rules& rules, State<Most>& state, const Chips (&amounts)[Most]) {
    Chips largest = -1, second = -1;
    int of = 0;
    for (int seat = 0; seat < players_of<Most>(rules); ++seat) {
        const Chips amount = amounts[seat];
        if (amount > largest) second = largest, largest = amount, of = seat;
        else second = std::max(second, amount);
    }
    const Chips back = largest - second;
    if (!back) return;
    state.stacks[of] += back;
    state.committed[of] -= back;
    state.pot -= back;
    state.able |= seat_bit(of);
}

// Lets everybody pay the ante, then the blinds; who has too little goes all in.
template <int Most>
FIVECARD_INLINE void post(const Rules& rules, State<Most>& state) {
    const int players = players_of<Most>(rules);
    if (rules.has_antes) {
        for (int seat = 0; seat < players; ++seat) put(state, seat, std::min(rules.antes[seat], state.stacks[seat]));
        if (rules.trim_antes) give_back_uncalled(rules, state, state.committed);
        for (int seat = 0; seat < players; ++seat) put(state, seat, std::min(rules.dead[seat], state.stacks[seat]));
    }
    if (rules.largest_blind)
        for (int seat = 0; seat < players; ++seat) {
            put_before(state, seat, std::min(rules.posted[seat], state.stacks[seat]));
            state.short_blinds |= state.bets[seat] < rules.posted[seat];
        }
}

// What cards that lie open are worth, the more the higher: pairs and better first, then the highest; no straights, no flushes.
inline std::uint64_t worth_of_open(const CardId* hand, unsigned places, bool ace_low) {
    static_assert(most_hole * 7 <= 64);
    std::array<unsigned, suit_count + 1> ranks{};  // by how often they are there, or more often
    each(places, [&](int place) {
        if (hand[place] == no_card) return;
        const unsigned rank = 1u << rank_of(ace_low ? with_low_ace(hand[place]) : hand[place]);
        int times = 1;
        while (ranks[times] & rank) ++times;
        ranks[times] |= rank;
    });
    std::uint64_t counts = 0, shown = 0;
    unsigned more_often = 0;
    int cards = 0;
    for (int times = suit_count; times; more_often |= ranks[times--])
        for (unsigned left = ranks[times] & ~more_often; left;) {
            const int rank = highest_bit(left);
            left ^= 1u << rank;
            for (int i = 0; i < times; ++i, ++cards) {
                counts = counts << 3 | static_cast<unsigned>(times);
                shown = shown << 4 | static_cast<unsigned>(rank);
            }
        }
    return counts << 4 * cards | shown;
}

// The seat in the hand whose open cards are worth most.
template <int Most, typename Worth>
int best_open(const State<Most>& state, Worth worth) {
    int best = lowest_bit(state.in_hand);
    std::int64_t most = -1;
    each(state.in_hand, [&](int seat) {
        if (const auto found = static_cast<std::int64_t>(worth(state.hands[seat])); found > most) most = found, best = seat;
    });
    return best;
}

template <int Most>
[[gnu::noinline]] int first_by_open_cards(const Rules& rules, const State<Most>& state, Street::Opening opening) {
    using Opening = Street::Opening;
    const unsigned places = rules.up_places;
    const auto highest = [places](const CardId* hand, auto height) {
        int found = 0;
        each(places, [&](int place) { found = hand[place] == no_card ? found : std::max<int>(found, height(hand[place])); });
        return found;
    };
    constexpr std::int64_t beyond = std::int64_t{1} << 62;
    switch (opening) {
        case Opening::low_card:
            return best_open(state, [&](const CardId* hand) { return highest(hand, [](CardId card) { return card_count - card; }); });
        case Opening::high_card:
            return best_open(state, [&](const CardId* hand) { return highest(hand, [](CardId card) { return with_low_ace(card); }); });
        case Opening::high_hand: return best_open(state, [&](const CardId* hand) { return worth_of_open(hand, places, false); });
        default:
            return best_open(state,
                             [&](const CardId* hand) { return beyond - static_cast<std::int64_t>(worth_of_open(hand, places, true)); });
    }
}

template <int Most>
FIVECARD_INLINE int first_to_act(const Rules& rules, const State<Most>& state, const Street& street) {
    if (street.opening != Street::Opening::position) return first_by_open_cards(rules, state, street.opening);
    return state.largest ? rules.first_after_blinds : 0;
}

// Whether anybody in the hand shows a pair.
template <int Most>
bool shows_pair(const Rules& rules, const State<Most>& state) {
    bool found = false;
    each(state.in_hand, [&](int seat) {
        unsigned ranks = 0;
        each(rules.up_places, [&](int place) {
            const CardId card = state.hands[seat][place];
            if (card == no_card) return;
            found |= ranks >> rank_of(card) & 1;
            ranks |= 1u << rank_of(card);
        });
    });
    return found;
}

// Those who act in a round that begins with blinds, for which somebody may have had too little.
template <int Most>
Seats actors_behind_blinds(const State<Most>& state) {
    Chips reach = -1, most = -1;  // nobody can lose more than the second can
    each(state.in_hand, [&](int seat) {
        const Chips whole = state.stacks[seat] + state.bets[seat];
        if (whole > most) reach = most, most = whole;
        else reach = std::max(reach, whole);
    });
    Seats actors = 0;
    each(state.in_hand & state.able, [&](int seat) { actors |= Seats{reach > state.bets[seat]} << seat; });
    if (actors && is_single(actors) && state.bets[lowest_bit(actors)] >= state.largest) return 0;
    return actors;
}

// Finds who acts; nobody, if there is nothing to decide.
template <int Most>
FIVECARD_INLINE void begin_bets(const Rules& rules, State<Most>& state, const Street& street) {
    const int players = players_of<Most>(rules), first = first_to_act(rules, state, street);
    const Seats able = state.in_hand & state.able;
    state.to_act = state.largest ? actors_behind_blinds(state) : able & (able - 1) ? able : 0;
    state.raises = 0;
    state.largest_raise = 0;
    state.levels = 0;
    state.acted = 0;
    state.big_was_bet = false;
    state.short_match = state.street == rules.first_bet && rules.forced > state.largest;
    state.open_pair = street.open_pair && street.bet != rules.big_bet && shows_pair(rules, state);
    state.last_aggressor = static_cast<std::uint8_t>(first);
    if (state.to_act) state.turn = static_cast<std::uint8_t>(first_from(state.to_act, first, players));
}

// Closes a round: what nobody called goes back, bets go into the pot.
template <int Most>
FIVECARD_INLINE void end_bets(const Rules& rules, State<Most>& state) {
    state.to_act = 0;
    if (!state.largest) return;
    give_back_uncalled(rules, state, state.bets);
    for (Chips& bet : state.bets) bet = 0;
    state.largest = 0;
}

// Adds the level of a bet or raise of fixed limit; all in for half of a bet or more counts as a whole one.
template <int Most>
FIVECARD_INLINE void add_level(const Rules& rules, State<Most>& state, const Street& street, Chips to) {
    const bool first = state.street == rules.first_bet;
    const Chips made = state.levels ? state.last_level : 0;
    const Chips below = state.levels ? made : first ? rules.forced : 0;
    const Chips next = level_below(rules, state) + bet_sizes(rules, state, street).least;
    if (2 * to < below + next) return;
    state.big_was_bet |= 2 * (to - made) >= street.bet + rules.big_bet;
    ++state.levels;
    state.last_level = to;
}

// Does what has been found legal, and leaves `turn` where it is. Which of the three it is nobody can foresee, so there are few branches.
template <int Most>
FIVECARD_INLINE void act(const Rules& rules, State<Most>& state, const Legal& now, Bet bet, Chips to) {
    const int seat = state.turn;
    const Seats bit = seat_bit(seat);
    const bool raises = bet == Bet::raise, folds = bet == Bet::fold;
    const Chips before = state.bets[seat], passing = folds ? 0 : now.call + now.bring_in;
    const Chips amount = raises ? to - before : passing;
    if (raises && rules.limit == Limit::fixed) add_level(rules, state, rules.streets[state.street], to);
    if (folds && rules.draws)
        for (int card = 0; card < state.hand_size; ++card) state.discards[state.discarded++] = state.hands[seat][card];
    state.largest_raise = std::max(state.largest_raise, raises ? to - now.match : 0);
    state.bets[seat] = before + amount;
    state.largest = std::max(state.largest, before + amount);
    put(state, seat, amount);
    state.raises += raises;
    state.short_match = state.short_match && !raises && state.largest < rules.forced;
    state.last_aggressor = static_cast<std::uint8_t>(raises ? seat : state.last_aggressor);
    state.in_hand &= folds ? ~bit : ~Seats{0};
    state.to_act = (raises ? state.in_hand & state.able : state.to_act) & ~bit;
    state.acted |= bit;
}

// Goes on to the next seat that has something to decide: not who has nothing to call and nobody to bet against.
template <int Most>
FIVECARD_INLINE void pass_turn(const Rules& rules, State<Most>& state) {
    while (state.to_act) {
        state.turn = static_cast<std::uint8_t>(first_from(state.to_act, state.turn, players_of<Most>(rules)));
        const Chips largest = bet_to_match(rules, state);
        if (state.bets[state.turn] < largest || can_be_answered(state, largest)) return;
        state.to_act &= ~seat_bit(state.turn);
    }
}

}  // namespace fivecard::engine
