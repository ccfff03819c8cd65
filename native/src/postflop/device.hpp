// A question laid out for a device that works on many boards at once: what one player's update does on a street, as arrays of
// numbers. What each is used for, the kernels say (solvers/postflop/_gpu/kernels/postflop.cu).
#pragma once

#include "src/postflop/game.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace fivecard::postflop {

struct DeviceStreet {
    // Where a value comes from.
    enum Source : std::int32_t { slot, answer, fold, showdown, next_street };
    // Where the reach of an entry stands: a row of a street, the range itself, or nowhere.
    static constexpr std::int32_t range = -1, nowhere = -2;

    struct Program {
        std::int32_t part, parts, lane, lanes, step, steps, entry, entries, reach_rows, slots;
    };
    struct Part {
        std::int32_t node, row, actions, from, to;
    };
    // Folds and showdowns of one reach, or of two that one choice of the other player parts.
    struct Lane {
        std::int32_t folded, called;
        float fold, win, loss, tie;
    };
    struct Step {
        std::int32_t own, node, row, input, inputs, slot;
    };
    struct Input {
        std::int32_t source, number;
    };
    struct Entry {
        std::int32_t number, source, index;
    };
    struct Reach {
        std::int32_t street, row;
    };
    // A hand against the other player's on a board: places in the sums of all and of its cards; `none` first where it is blocked.
    struct Contest {
        std::uint16_t below, up_to, first_below, first_up_to, second_below, second_up_to, same;
        std::uint8_t first, second;
    };
    static constexpr std::uint16_t none = 0xffff;
    struct Next {
        std::int32_t deal, renaming;
    };

    std::vector<Program> programs;
    std::vector<Part> parts;
    std::vector<Lane> lanes;
    std::vector<Step> steps;
    std::vector<Input> inputs;
    std::vector<Entry> entries;
    std::vector<Reach> reaches;               // by entry of this street
    std::int32_t reach_rows = 0;              // of a board, where cards are to come
    std::array<std::int64_t, 2> first_row{}, rows{}, first_node{}, nodes{};  // by player: of the street's first board; of a board
    std::vector<Contest> contests;            // by board and hand
    std::vector<std::uint16_t> order, by_card, card_start, valid;  // by board: the other's hands, as in a Matchup
    std::vector<std::int32_t> ancestors;      // by board: its number, and those of the boards before it, by street
    std::vector<std::int32_t> next_start;     // by board: where its boards of the next street begin
    std::vector<Next> next;
    double chance = 0;                        // of each card that comes
};

// For each street what a player's update does. `rows_at_a_time` is about how many rows a river program works with.
std::vector<DeviceStreet> device_streets(const Game& game, int player, std::size_t rows_at_a_time);

// What each hand of a player is by each renaming backwards, a row for each.
std::vector<std::uint16_t> renamed_back(const Game& game, int player);

}  // namespace fivecard::postflop
