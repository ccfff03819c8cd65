// The betting of a street as one player's update sees it, laid out as lists of steps: first what the other player's choices do to
// their reach, from the entries on; then all folds and showdowns, many at a time; then what everything is worth, back to the
// entries.
#pragma once

#include "src/postflop/game.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace fivecard::postflop {

// The number of a row: below 0 one from outside, where a street begins or the next one does.
using RowNumber = std::int32_t;
constexpr RowNumber outside(std::size_t entry) { return -1 - static_cast<RowNumber>(entry); }
constexpr std::size_t entry_of(RowNumber row) { return static_cast<std::size_t>(-1 - row); }
inline constexpr RowNumber no_row = std::numeric_limits<RowNumber>::max();
inline constexpr std::uint32_t no_payoff = std::numeric_limits<std::uint32_t>::max();

struct Program {
    // The other player acts: a reach is parted, into a row for each action.
    struct Part {
        std::uint32_t node;
        RowNumber from, to;
        std::uint32_t next;  // the node of the next step of this kind, for the memory to be brought
    };
    // What the other player ends: by a fold, by a showdown, or by one of both.
    struct Answer {
        RowNumber folded, called;  // reach
        std::uint32_t fold, showdown;  // payoffs
        RowNumber value;
    };
    // What the player who is updated can end himself.
    struct Decision {
        RowNumber reach;
        std::uint32_t fold, showdown;
        RowNumber folding, calling;  // values
    };
    struct Fold {
        RowNumber reach;
        std::uint32_t payoff;
        bool own;
        RowNumber value;
    };
    // The value of a node: by the actions' values, which are `count` numbers from `first` on in `inputs`.
    struct Value {
        bool own;
        std::uint32_t node, next;
        std::uint32_t first, count;
        RowNumber value;
    };
    struct Entry {
        std::uint32_t number;
        RowNumber value;
    };

    std::vector<Part> parts;
    std::vector<Answer> answers;      // on the river
    std::vector<Decision> decisions;  // on the river
    std::vector<Fold> folds;          // before
    std::vector<Value> values;        // in the order in which they are found
    std::vector<RowNumber> inputs;
    std::vector<Entry> entries;
    std::vector<RowNumber> next_street;  // the reach of each of its entries
    std::size_t reach_rows = 0, value_rows = 0;
};

// One program, or on the river one for every few entries, so that what they need at a time stays in a cache: about so many rows.
inline constexpr std::size_t rows_in_a_cache = 1000;
std::vector<Program> programs_of(const Game& game, std::size_t street, int player, std::size_t rows_at_a_time = rows_in_a_cache);

}  // namespace fivecard::postflop
