// What the seat to act sees, as a row of bytes: what everybody at the table knows, and its own cards. Built from nothing, out of
// the fields that it lists. Seats are listed from the seat to act on, which is the first.
#pragma once

#include "src/engine/legal.hpp"

#include <string>
#include <vector>

namespace fivecard::engine {

// A part of the pot to bet.
struct PotPart {
    int numerator, denominator;
    bool is_by_shift;  // whether the denominator is a power of two
    int shift;

    PotPart(int part, int whole)
        : numerator(part), denominator(whole), is_by_shift(!(whole & (whole - 1))), shift(lowest_bit(static_cast<unsigned>(whole))) {}

    std::int64_t of(std::int64_t pot) const { return is_by_shift ? pot * numerator >> shift : pot * numerator / denominator; }
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
    bool has_board;

    explicit Layout(const Rules& rules);
};

// What may be done: as bits, by the numbers of the actions; none in a draw.
struct Menu {
    Legal now;
    std::uint16_t legal = 0;
};

// What lies before the seat to act after a bet or raise by its number.
template <int Most>
FIVECARD_INLINE Chips amount_of(const Rules& rules, const State<Most>& state, const Legal& now, const std::vector<PotPart>& parts,
                                int action) {
    if (action == least_action) return now.lowest;
    if (action == largest_action(parts.size())) return now.highest;
    const std::int64_t pot = part_of_pot(rules, state, now.match) - now.match;
    return static_cast<Chips>(now.match + parts[static_cast<std::size_t>(action - least_action - 1)].of(pot));
}

// Parts of the pot are offered where they are between the amounts before them and the largest.
template <int Most>
FIVECARD_INLINE void find_menu(const Rules& rules, const State<Most>& state, const std::vector<PotPart>& parts, Menu& menu) {
    if (rules.draws && rules.streets[state.street].kind == Street::Kind::draw) {
        menu = {};
        return;
    }
    Legal& now = menu.now;
    find_legal(rules, state, now);
    unsigned bits = 1u << pass_action | unsigned{now.fold} << fold_action;
    bits |= unsigned{now.lowest > 0} << least_action | unsigned{now.highest > now.lowest} << largest_action(parts.size());
    if (now.highest > now.lowest && !parts.empty()) {
        const std::int64_t match = now.match, pot = part_of_pot(rules, state, now.match) - match, highest = now.highest;
        std::int64_t before = now.lowest;
        unsigned bit = 1u << least_action;
        for (const PotPart& part : parts) {
            const std::int64_t to = match + part.of(pot);
            const bool offered = to > before && to < highest;
            bit <<= 1;
            bits |= offered ? bit : 0;
            before = offered ? to : before;
        }
    }
    menu.legal = static_cast<std::uint16_t>(bits);
}

// A byte for each of eight bits, the lowest first.
inline constexpr auto bytes_of_bits = [] {
    std::array<std::uint64_t, 256> bytes{};
    for (std::size_t bits = 0; bits < bytes.size(); ++bits)
        for (std::size_t bit = 0; bit < 8; ++bit) bytes[bits] |= (bits >> bit & std::uint64_t{1}) << 8 * bit;
    return bytes;
}();

// Writes a row, field by field, each in one go: what is too much of one is written over by the next. (See `Layout` for the room
// behind the last.)
template <int Most>
FIVECARD_INLINE void observe(const Rules& rules, const Layout& layout, const State<Most>& state, const Menu& menu, std::uint8_t* row) {
    const int players = players_of<Most>(rules), turn = state.turn;
    const auto write = [row](std::size_t offset, auto value) { std::memcpy(row + offset, &value, sizeof value); };
    write(0, state.pot);
    write(4, menu.now.call + menu.now.bring_in);
    write(8, menu.now.lowest);
    write(12, menu.now.highest);
    const auto write_chips = [&](std::size_t offset, const Chips(&chips)[Most]) {
        if constexpr (Most == 2) {
            write(offset, chips[turn]);
            write(offset + sizeof(Chips), chips[1 - turn]);
        } else {
            Chips twice[2 * Most];
            std::memcpy(twice, chips, sizeof chips);
            std::memcpy(twice + players, chips, sizeof chips);
            std::memcpy(row + offset, twice + turn, sizeof chips);
        }
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
        if constexpr (Most == 2) write(offset, static_cast<std::uint16_t>(bytes_of_bits[turned & 3]));
        else write(offset, bytes_of_bits[turned & 255]);
        if constexpr (Most > 8) write(offset + 8, static_cast<std::uint16_t>(bytes_of_bits[turned >> 8 & 3]));
    };
    write_seats(layout.in_hand, state.in_hand);
    write_seats(layout.acted, state.acted);
    std::memcpy(row + layout.hole, state.hands[turn], sizeof state.hands[turn]);
    if (layout.has_board) std::memcpy(row + layout.board, state.board, sizeof state.board);
    const auto seat_after = [&](int steps) { return turn + steps < players ? turn + steps : turn + steps - players; };
    if (rules.up_places) {
        std::uint8_t* to = row + layout.up;
        for (int i = 0; i < players; ++i) each(rules.up_places, [&](int place) { *to++ = state.hands[seat_after(i)][place]; });
    }
    if (rules.draws) {
        const Street& street = rules.streets[state.street];
        row[layout.most_discards] = static_cast<std::uint8_t>(menu.legal ? 0 : std::min<int>(street.most_discards, state.replaceable()));
        std::uint8_t* to = row + layout.drawn;
        for (int i = 0; i < players; ++i)
            for (int number = 0; number < rules.draws; ++number) *to++ = state.drawn[seat_after(i)][number];
    }
}

}  // namespace fivecard::engine
