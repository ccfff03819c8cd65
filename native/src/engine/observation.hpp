// What the seat to act sees, as a row of bytes: what everybody at the table knows, and its own cards. Built from nothing, out of
// the fields that it lists. Seats are listed from the seat to act on, which is the first.
#pragma once

#include "src/engine/legal.hpp"

#include <string>
#include <vector>

namespace fivecard::engine {

// A part of the pot to bet: two numbers, of which the second is not 0.
struct PotPart {
    int numerator, denominator;
};

// Actions by number: fold; check, call or bring it in; the least bet or raise; parts of the pot; the largest bet or raise.
inline constexpr int fold_action = 0, pass_action = 1, least_action = 2, most_parts = 8;
constexpr int largest_action(std::size_t parts) { return least_action + 1 + static_cast<int>(parts); }

struct Field {
    std::string name;
    char type;  // i: 32 bits; h: 16 bits without a sign; b: 8 bits without a sign
    std::size_t offset;
    std::vector<std::size_t> shape;
};

// Where the fields are.
struct Layout {
    std::vector<Field> fields;
    std::size_t bytes = 0;
    std::size_t stacks, bets, committed, raises, legal, turn, street, most_discards, in_hand, acted, hole, board, up, drawn;
    int most_board = 0;

    explicit Layout(const Rules& rules);
};

// What may be done: as bits, by the numbers of the actions; none in a draw.
struct Menu {
    Legal now;
    std::uint16_t legal = 0;
};

FIVECARD_INLINE std::int64_t part_of(std::int64_t pot, PotPart part) {
    return part.denominator == 1 ? pot * part.numerator : pot * part.numerator / part.denominator;
}

// What lies before the seat to act after a bet or raise by its number.
template <int Most>
FIVECARD_INLINE Chips amount_of(const Rules& rules, const State<Most>& state, const Legal& now, const std::vector<PotPart>& parts,
                                int action) {
    if (action == least_action) return now.lowest;
    if (action == largest_action(parts.size())) return now.highest;
    const Chips largest = bet_to_match(rules, state);
    const std::int64_t pot = part_of_pot(rules, state, largest) - largest;
    return static_cast<Chips>(largest + part_of(pot, parts[static_cast<std::size_t>(action - least_action - 1)]));
}

// Parts of the pot are offered where they are between the amounts before them and the largest.
template <int Most>
FIVECARD_INLINE Menu menu_of(const Rules& rules, const State<Most>& state, const std::vector<PotPart>& parts) {
    Menu menu;
    if (rules.streets[state.street].kind == Street::Kind::draw) return menu;
    menu.now = legal(rules, state);
    const Legal& now = menu.now;
    unsigned bits = 1u << pass_action | unsigned{now.fold} << fold_action;
    if (now.lowest) {
        bits |= 1u << least_action;
        if (now.highest > now.lowest) {
            bits |= 1u << largest_action(parts.size());
            if (!parts.empty()) {
                const Chips largest = bet_to_match(rules, state);
                const std::int64_t pot = part_of_pot(rules, state, largest) - largest;
                std::int64_t before = now.lowest;
                for (std::size_t number = 0; number < parts.size(); ++number) {
                    const std::int64_t to = largest + part_of(pot, parts[number]);
                    const bool offered = to > before && to < now.highest;
                    bits |= unsigned{offered} << (least_action + 1 + static_cast<int>(number));
                    before = offered ? to : before;
                }
            }
        }
    }
    menu.legal = static_cast<std::uint16_t>(bits);
    return menu;
}

template <int Most>
FIVECARD_INLINE void observe(const Rules& rules, const Layout& layout, const State<Most>& state, const Menu& menu, std::uint8_t* row) {
    const int players = players_of<Most>(rules), turn = state.turn;
    const auto write = [row](std::size_t offset, auto value) { std::memcpy(row + offset, &value, sizeof value); };
    const auto seat_after = [&](int steps) { return turn + steps < players ? turn + steps : turn + steps - players; };
    const Chips whole[] = {state.pot, menu.now.bring_in ? menu.now.bring_in : menu.now.call, menu.now.lowest, menu.now.highest};
    std::memcpy(row, whole, sizeof whole);
    const auto write_chips = [&](std::size_t offset, const Chips* chips) {
        for (int i = 0; i < players; ++i) write(offset + sizeof(Chips) * static_cast<std::size_t>(i), chips[seat_after(i)]);
    };
    write_chips(layout.stacks, state.stacks);
    write_chips(layout.bets, state.bets);
    write_chips(layout.committed, state.committed);
    write(layout.raises, state.raises);
    write(layout.legal, menu.legal);
    row[layout.turn] = state.turn;
    row[layout.street] = state.street;
    const auto write_seats = [&](std::size_t offset, Seats seats) {
        const Seats turned = (seats | seats << players) >> turn;
        for (int i = 0; i < players; ++i) row[offset + static_cast<std::size_t>(i)] = turned >> i & 1;
    };
    write_seats(layout.in_hand, state.in_hand);
    write_seats(layout.acted, state.acted);
    std::memcpy(row + layout.hole, state.hands[turn], static_cast<std::size_t>(rules.hole));
    std::memcpy(row + layout.board, state.board, static_cast<std::size_t>(layout.most_board));
    if (rules.up_places) {
        std::uint8_t* to = row + layout.up;
        for (int i = 0; i < players; ++i) each(rules.up_places, [&](int place) { *to++ = state.hands[seat_after(i)][place]; });
    }
    if (rules.draws) {
        const bool is_draw = !menu.legal;
        int most = 0;
        if (is_draw) {
            const Street& street = rules.streets[state.street];
            most = std::min<int>(street.most_discards, state.replaceable());
        }
        row[layout.most_discards] = static_cast<std::uint8_t>(most);
        std::uint8_t* to = row + layout.drawn;
        for (int i = 0; i < players; ++i)
            for (int number = 0; number < rules.draws; ++number) *to++ = state.drawn[seat_after(i)][number];
    }
}

}  // namespace fivecard::engine
