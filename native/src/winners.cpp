#include "src/winners.hpp"

#include "src/game.hpp"
#include "src/kernels/snapshot.hpp"
#include "src/side_by_side.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace fivecard {
namespace {

// Rows go in blocks, each turned on its side: what one player has in all of its rows stands together, and compilers work on
// many of them at once. They do so if there is no branch and the number of rows is known: so a block is always worked on
// whole, and where the rows end, what follows is nobody's.
constexpr std::size_t block = 64;

using Column = std::uint16_t[block];

// All bits, or none.
constexpr std::uint16_t mask(bool set) { return static_cast<std::uint16_t>(-static_cast<int>(set)); }

// With a number of players that the compiler knows there is less to count; 0 is any number of them.
template <std::size_t Known>
void turn_rows(const Strength* __restrict from, std::size_t rows, std::size_t any, Column* __restrict columns) {
    const std::size_t players = Known ? Known : any;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t player = 0; player < players; ++player) columns[player][row] = from[row * players + player];
}

template <std::size_t Known>
void turn_columns(const Column* __restrict columns, std::size_t rows, std::size_t any, std::uint16_t* __restrict to) {
    const std::size_t players = Known ? Known : any;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t player = 0; player < players; ++player) to[row * players + player] = columns[player][row];
}

template <std::size_t... Players>
constexpr auto all_turns(std::index_sequence<Players...>) {
    return std::pair{std::array{turn_rows<Players>...}, std::array{turn_columns<Players>...}};
}

constexpr auto turns = all_turns(std::make_index_sequence<most_sharing + 1>());

// A block of the caller's rows as columns. They are read once: what is compared again is what was compared before.
template <std::size_t Most>
struct Turned {
    kernels::Snapshot<Strength, Most * block> snapshot;
    alignas(64) Column of[Most];
    std::size_t players;

    explicit Turned(std::size_t count) : players(count) {
        for (std::size_t player = 0; player < players; ++player) std::fill_n(of[player], block, std::uint16_t{0});
    }

    void take(const Strength* from, std::size_t rows) {
        turns.first[players <= most_sharing ? players : 0](snapshot.take(from, rows * players), rows, players, of);
    }

    void give(std::uint16_t* to, std::size_t rows) const { turns.second[players](of, rows, players, to); }
};

// The best hand of every row, how many have it, and who is the first of them, counted from 0.
struct BestOfBlock {
    alignas(64) Column strength, count, first;

    template <std::size_t Most>
    void find(const Turned<Most>& columns) {
        std::fill_n(strength, block, std::uint16_t{0});
        std::fill_n(count, block, std::uint16_t{0});
        std::fill_n(first, block, std::uint16_t{0});
        for (std::size_t player = 0; player < columns.players; ++player) meet(columns.of[player], static_cast<std::uint16_t>(player));
    }

private:
    void meet(const Column& column, std::uint16_t player) {
        for (std::size_t row = 0; row < block; ++row) {
            const std::uint16_t mine = column[row], best = strength[row], better = mask(mine > best), equal = mask(mine == best);
            first[row] = static_cast<std::uint16_t>((player & better) | (first[row] & ~better));
            count[row] = static_cast<std::uint16_t>((count[row] & ~better) - (better | equal));  // all bits are -1
            strength[row] = std::max(mine, best);
        }
    }
};

// Does `part(start, rows)` for blocks of all rows; `make_part()` makes one for each of those who work side by side.
template <typename MakePart>
void in_blocks(const Work& work, MakePart make_part) {
    side_by_side(work, [&](std::size_t start, std::size_t rows) {
        auto part = make_part();
        for (std::size_t done = 0; done < rows; done += block) part(start + done, std::min(block, rows - done));
        return rows;
    });
}

template <std::size_t Most, typename Tell>
void tell_best(const Work& work, const Strength* strengths, std::size_t players, std::uint8_t* out, Tell tell) {
    in_blocks(work, [&] {
        return [&, columns = Turned<Most>(players)](std::size_t start, std::size_t rows) mutable {
            columns.take(strengths + start * players, rows);
            BestOfBlock best;
            best.find(columns);
            std::uint8_t told[block];
            for (std::size_t row = 0; row < block; ++row) told[row] = static_cast<std::uint8_t>(tell(best.count[row], best.first[row]));
            std::copy_n(told, rows, out + start);
        };
    });
}

// Few players leave more of the nearest cache to others.
template <typename Tell>
void tell_best_of_any(const Work& work, const Strength* strengths, std::size_t players, std::uint8_t* out, Tell tell) {
    if (players <= most_sharing) tell_best<most_sharing>(work, strengths, players, out, tell);
    else tell_best<most_shown>(work, strengths, players, out, tell);
}

// Half a pot, parted among so many.
constexpr auto half_each = [] {
    std::array<std::uint16_t, most_sharing + 1> each{};
    for (std::size_t count = 1; count <= most_sharing; ++count) each[count] = static_cast<std::uint16_t>(pot / 2 / count);
    return each;
}();

// Puts what they win in place of the strengths: `each` for those who have the best of a row.
void pay(Turned<most_sharing>& columns, const BestOfBlock& best, const Column& each) {
    for (std::size_t player = 0; player < columns.players; ++player)
        for (std::size_t row = 0; row < block; ++row)
            columns.of[player][row] = static_cast<std::uint16_t>(each[row] & mask(columns.of[player][row] == best.strength[row]));
}

}  // namespace

void winners(const Work& work, const Strength* strengths, std::size_t players, std::uint8_t* out) {
    tell_best_of_any(work, strengths, players, out, [](std::uint16_t count, std::uint16_t first) { return first | mask(count > 1); });
}

void ties(const Work& work, const Strength* strengths, std::size_t players, std::uint8_t* out) {
    tell_best_of_any(work, strengths, players, out, [](std::uint16_t count, std::uint16_t) { return count; });
}

void shares(const Work& work, const Strength* strengths, const Strength* lows, std::size_t players, std::uint16_t* out) {
    in_blocks(work, [&] {
        return [&, high = Turned<most_sharing>(players), low = Turned<most_sharing>(players)](std::size_t start, std::size_t rows) mutable {
            BestOfBlock best, best_low;
            Column each;
            high.take(strengths + start * players, rows);
            best.find(high);
            for (std::size_t row = 0; row < block; ++row) each[row] = half_each[best.count[row]];
            if (!lows) {
                for (std::size_t row = 0; row < block; ++row) each[row] = static_cast<std::uint16_t>(2 * each[row]);
                pay(high, best, each);
            } else {
                low.take(lows + start * players, rows);
                best_low.find(low);
                Column each_low;
                for (std::size_t row = 0; row < block; ++row) {
                    const std::uint16_t parted = mask(best_low.strength[row] > 0);  // else all of it is for the high hands
                    each_low[row] = static_cast<std::uint16_t>(half_each[best_low.count[row]] & parted);
                    each[row] = static_cast<std::uint16_t>(each[row] + (each[row] & ~parted));
                }
                pay(high, best, each);
                pay(low, best_low, each_low);
                for (std::size_t player = 0; player < players; ++player)
                    for (std::size_t row = 0; row < block; ++row)
                        high.of[player][row] = static_cast<std::uint16_t>(high.of[player][row] + low.of[player][row]);
            }
            high.give(out + start * players, rows);
        };
    });
}

}  // namespace fivecard
