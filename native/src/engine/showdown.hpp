// The end of a hand: who wins what. src/fivecard/engine/showdown.py and pots.py state these rules.
#pragma once

#include <fivecard/badugi.hpp>
#include <fivecard/evaluate.hpp>

#include "src/engine/state.hpp"

#include <algorithm>

namespace fivecard::engine {

template <int Most>
struct Strengths {
    Strength of[2][Most];  // by ranking and seat
};

template <int Count>
Strength omaha_strength(const OmahaTable& table, const CardId* hand, Hand board) {
    const auto strength = static_cast<Strength>(best_in_row<Count>(table.row(board), hand));
    if (!board.has_suited(3)) return strength;
    const int suit = board.suit_of_suited(3);
    const unsigned suited = ranks_in_suit(hand, Count, suit);
    return suited & (suited - 1) ? std::max(strength, omaha_flush(suited, ranks_in_suit(board.cards(), suit))) : strength;
}

inline Strength strength_of(const Rules& rules, const Part& part, const CardId* hand, int cards, Hand board, unsigned low_board) {
    switch (part.kind) {
        case Part::Kind::badugi: return badugi_strength(hand);
        case Part::Kind::omaha:
            return cards == 4   ? omaha_strength<4>(*rules.omaha, hand, board)
                   : cards == 5 ? omaha_strength<5>(*rules.omaha, hand, board)
                                : omaha_strength<6>(*rules.omaha, hand, board);
        case Part::Kind::omaha_low: return rules.omaha_low->strength(low_board, low_ranks(hand, cards));
        case Part::Kind::ranked: break;
    }
    const Hand all = board + Hand(hand, cards);
    const int count = rules.hole + rules.board;
    return count == 7 ? all.strength<7>(*part.ranking) : count == 5 ? all.strength<5>(*part.ranking) : all.strength<6>(*part.ranking);
}

template <int Most>
FIVECARD_INLINE void find_strengths(const Rules& rules, const State<Most>& state, Strengths<Most>& strengths) {
    const Hand board(state.board, state.board_size);
    const unsigned low_board = rules.omaha_low ? low_ranks(state.board, state.board_size) : 0;
    for (std::size_t number = 0; number < rules.parts.size(); ++number)
        each(state.in_hand, [&](int seat) {
            strengths.of[number][seat] = strength_of(rules, rules.parts[number], state.hands[seat], state.hand_size, board, low_board);
        });
}

// The turn for an odd chip in stud: the highest of the cards that play, spades before clubs.
template <int Most>
int highest_playing(const Rules& rules, const State<Most>& state, int seat, int ranking) {
    CardId cards[largest_hand], five[smallest_hand];
    CardSet held = 0;
    for (int card = 0; card < state.hand_size; ++card) held |= CardSet{1} << state.hands[seat][card];
    CardId* end = write_cards(held, cards);  // in order: of equal cards, the last one plays
    for (int card = 0; card < state.board_size; ++card) *end++ = state.board[card];
    best_five(cards, static_cast<int>(end - cards), five, *rules.parts[ranking].ranking);
    int highest = 0;
    for (const CardId card : five) highest = std::max(highest, 4 * rules.heights[ranking][rank_of(card)] + suit_of(card));
    return highest;
}

// Gives out odd chips, one each, to some of those who win a part of a pot: nobody has a second one of a pot before all others with
// the same hands have one. `lucky` are who had how many.
template <int Most>
[[gnu::noinline]] void give_odd_chips(const Rules& rules, State<Most>& state, Seats winners, int odd, int ranking,
                                      std::uint8_t (&lucky)[Most]) {
    std::uint8_t turns[Most] = {};
    int key[Most] = {};
    int count = 0;
    each(winners, [&](int seat) {
        turns[count++] = static_cast<std::uint8_t>(seat);
        key[seat] = 1024 * lucky[seat] - (rules.up_places ? highest_playing(rules, state, seat, ranking) : 0);
    });
    for (int given = 0; given < odd; ++given) {
        int next = given;
        for (int other = given + 1; other < count; ++other)
            if (key[turns[other]] < key[turns[next]] || (key[turns[other]] == key[turns[next]] && turns[other] < turns[next])) next = other;
        std::swap(turns[given], turns[next]);
        ++state.stacks[turns[given]];
        ++lucky[turns[given]];
    }
}

// Divides a pot among some seats by everybody's strength under each ranking that shares it; 0 does not win.
template <int Most>
FIVECARD_INLINE void divide(const Rules& rules, State<Most>& state, Seats seats, Chips amount, const Strengths<Most>& strengths) {
    if (is_single(seats)) {
        state.stacks[lowest_bit(seats)] += amount;
        return;
    }
    const int rankings = static_cast<int>(rules.parts.size());
    Seats winners[2] = {};
    int sharing = 0;
    for (int ranking = 0; ranking < rankings; ++ranking) {
        Strength best = 0;
        each(seats, [&](int seat) { best = std::max(best, strengths.of[ranking][seat]); });
        if (!best) continue;
        each(seats, [&](int seat) { winners[ranking] |= Seats{strengths.of[ranking][seat] == best} << seat; });
        ++sharing;
    }
    std::uint8_t lucky[Most] = {};
    bool is_first = true;
    for (int ranking = 0; ranking < rankings; ++ranking) {
        if (!winners[ranking]) continue;
        const Chips part = sharing == 1 ? amount : is_first ? amount - amount / 2 : amount / 2;
        is_first = false;
        if (is_single(winners[ranking])) {
            state.stacks[lowest_bit(winners[ranking])] += part;
            continue;
        }
        const int count = std::popcount(winners[ranking]);
        each(winners[ranking], [&](int seat) { state.stacks[seat] += part / count; });
        if (part % count) give_odd_chips(rules, state, winners[ranking], part % count, ranking, lucky);
    }
}

// Takes the house's part of a pot before it is divided.
inline Chips rake_of(const Rules& rules, Chips pot, Chips& taken) {
    const Chips part = rules.rake.of(pot, taken);
    taken += part;
    return pot - part;
}

// Parts what has been put in, the main pot first, then a side pot for each all-in that others went beyond, and divides each.
template <int Most>
[[gnu::noinline]] void divide_side_pots(const Rules& rules, State<Most>& state, const Strengths<Most>& strengths) {
    const int players = players_of<Most>(rules);
    Chips put[Most] = {};
    Chips amount = 0, below = 0, taken = 0;
    for (int seat = 0; seat < players; ++seat) {
        const Chips ante = rules.trim_antes ? 0 : std::min(rules.antes[seat] + rules.dead[seat], state.committed[seat]);
        amount += ante;
        put[seat] = state.committed[seat] - ante;
    }
    for (Seats seats = state.in_hand; seats;) {
        Chips level = most_chips;
        Seats beyond = 0;
        each(seats, [&](int seat) { level = std::min(level, put[seat]); });
        each(seats, [&](int seat) { beyond |= Seats{put[seat] > level} << seat; });
        // What folded seats put in beyond all others is in the last pot.
        for (int seat = 0; seat < players; ++seat) amount += (beyond ? std::min(put[seat], level) : put[seat]) - std::min(put[seat], below);
        if (amount) divide(rules, state, seats, rake_of(rules, amount, taken), strengths);
        amount = 0;
        below = level;
        seats = beyond;
    }
}

// Divides the pot among the strongest.
template <int Most>
FIVECARD_INLINE void show(const Rules& rules, State<Most>& state) {
    Strengths<Most> strengths;
    find_strengths(rules, state, strengths);
    state.is_over = true;
    const Chips level = state.committed[lowest_bit(state.in_hand)];
    bool is_even = true;
    each(state.in_hand, [&](int seat) { is_even &= state.committed[seat] == level; });
    Chips taken = 0;
    if (is_even && rules.are_antes_even) divide(rules, state, state.in_hand, rake_of(rules, state.pot, taken), strengths);
    else divide_side_pots(rules, state, strengths);
}

// Gives everything to the one seat that has not folded.
template <int Most>
FIVECARD_INLINE void settle_uncontested(const Rules& rules, State<Most>& state) {
    const bool is_free = rules.rake.no_flop_no_drop && state.street == rules.first_bet && !state.board_size;
    Chips taken = 0;
    state.is_over = true;
    state.stacks[lowest_bit(state.in_hand)] += is_free ? state.pot : rake_of(rules, state.pot, taken);
}

// Gives everybody the chips of the beginning: nobody opened who could have.
template <int Most>
void make_void(const Rules& rules, State<Most>& state) {
    state.is_over = true;
    for (int seat = 0; seat < players_of<Most>(rules); ++seat) state.stacks[seat] += state.committed[seat];
}

}  // namespace fivecard::engine
