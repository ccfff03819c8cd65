#include "src/engine/observation.hpp"

#include <algorithm>

namespace fivecard::engine {

Layout::Layout(const Rules& rules) {
    const auto add = [&](const char* name, char type, std::vector<std::size_t> shape = {}) {
        std::size_t size = type == 'i' ? 4 : type == 'h' ? 2 : 1;
        const std::size_t offset = bytes;
        fields.push_back({name, type, offset, shape});
        for (const std::size_t length : shape) size *= length;
        bytes += size;
        return offset;
    };
    const auto players = static_cast<std::size_t>(rules.players), held = static_cast<std::size_t>(rules.hole);
    for (const char* name : {"pot", "call", "lowest", "highest"}) add(name, 'i');
    stacks = add("stacks", 'i', {players});
    bets = add("bets", 'i', {players});
    committed = add("committed", 'i', {players});
    raises = add("raises", 'i');
    legal = add("legal", 'h');
    turn = add("turn", 'b');
    street = add("street", 'b');
    in_hand = add("in_hand", 'b', {players});
    acted = add("acted", 'b', {players});
    hole = add("hole", 'b', {held});
    const bool may_lay_one = !rules.board && rules.hole * rules.players > rules.deck_size;
    has_board = rules.board || may_lay_one;
    board = has_board ? add("board", 'b', {static_cast<std::size_t>(may_lay_one ? 1 : rules.board)}) : 0;
    up = rules.up_places ? add("up", 'b', {players, static_cast<std::size_t>(std::popcount(rules.up_places))}) : 0;
    most_discards = rules.draws ? add("most_discards", 'b') : 0;
    drawn = rules.draws ? add("drawn", 'b', {players, static_cast<std::size_t>(rules.draws)}) : 0;
    // Whole hands and boards are written, and as many seats as there can be.
    bytes = std::max({bytes, committed + most_seats * sizeof(Chips), acted + most_seats, hole + 8, board + 8});
    bytes = (bytes + 63) / 64 * 64;
}

}  // namespace fivecard::engine
