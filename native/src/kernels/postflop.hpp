// Hold'em after the flop, a node or a few showdowns at a time: see postflop/solver.hpp. Nothing is checked.
//
// A row has a number for each hand of a player, always in the same order, from the start of a cache line and filled up with
// zeros to whole registers. All kernels give the same bits: they add in the same order, and round alike.
#pragma once

#include <fivecard/cards.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace fivecard::postflop {

inline constexpr std::size_t most_lanes = 16;   // showdowns at a time, and what the rows are filled up to
inline constexpr std::size_t most_actions = 16;
inline constexpr std::size_t noise_step = 64;

// A node on one board: for every action a row of regrets and a row of what the strategy was on average, not normalised.
// Both are floats, or halves of 16 bits.
struct Rows {
    void* regrets;
    void* averages;
    const std::uint16_t* noise;  // of halves, by which they are rounded: for a row, and `noise_step` on for the next action
    std::ptrdiff_t next;  // how many numbers farther the node stands that is visited after this one
    std::size_t hands;    // the length of a row
    std::size_t actions;
};

// What an iteration does to what was gathered before.
struct Discount {
    float positive, negative;  // factors of regrets
    float keep, add;           // the average is kept by one factor, and what is played now added by the other
};

// The unit in which halves count regrets, and the one that the next visit will use: a power of two that fits the largest.
struct Scale {
    float now = 1, next = 0;
};

// A hand on a board against those of the other player. Their hands lie in the order of strength, weakest first, once all
// together and once for each card; numbers are places there, behind a sum that begins each list.
struct Contest {
    std::uint16_t hand;
    std::uint16_t below, up_to;                // of all: the weaker ones, and those of the same strength too
    std::uint16_t first_below, first_up_to;    // of those with the first card
    std::uint16_t second_below, second_up_to;  // and with the second
    std::uint16_t same;                        // the other player's same hand, or the row of zeros behind the last
    CardId first, second;
};

// A player's hands on a board against the other's.
struct Matchup {
    const Contest* contests;
    std::size_t contest_count;
    const std::uint16_t* order;       // the other's hands by strength
    std::size_t order_count;
    const std::uint16_t* by_card;     // the same, card by card
    const std::uint16_t* card_start;  // where each card's begin there, and the end
    const std::uint16_t* blocked;     // own hands that the board makes impossible, and what fills up the row
    std::size_t blocked_count;
    std::size_t hands, others;        // the lengths of rows
};

// What showdowns pay a player, lane by lane. `size` lies between winning and losing; the others are parts of it: `win` is how
// much better winning is than a tie, `loss` what losing costs, `tie` what a tie pays, which is below 0 where there is rake.
struct Stakes {
    alignas(64) float size[most_lanes], win[most_lanes], loss[most_lanes], tie[most_lanes];
};

// The other player's choices between folding and a showdown, one in each lane.
struct Answers {
    const float* folded[most_lanes];
    const float* called[most_lanes];
    alignas(64) float pot[most_lanes];  // what the fold pays
    Stakes stakes;
    float* values[most_lanes];
};

// The player's own choices of that kind.
struct Decisions {
    const float* reach[most_lanes];  // the other's
    alignas(64) float cost[most_lanes];          // what the own fold pays: below 0
    Stakes stakes;
    float* folding[most_lanes];
    float* calling[most_lanes];
};

// Folds before the last card.
struct Folds {
    const float* reach[most_lanes];
    alignas(64) float pot[most_lanes];
    float* values[most_lanes];
};

// Room for what lies between: floats from the start of a cache line.
struct Scratch {
    float *weights, *starts, *prefix, *by_card, *out, *folded;
    float* regrets;  // of a node

    static std::size_t size(std::size_t row) { return most_lanes * (7 * (row + most_lanes) + 64) + most_actions * row; }
    void lay_out(float* memory, std::size_t row) {
        const std::size_t lanes = most_lanes * (row + most_lanes);
        weights = memory, starts = weights + lanes, prefix = starts + lanes, out = prefix + lanes, folded = out + lanes;
        by_card = folded + lanes, regrets = by_card + 2 * lanes + 64 * most_lanes;
    }
};

}  // namespace fivecard::postflop

namespace fivecard::kernels {

struct PostflopKernels {
    std::size_t lanes;  // how many showdowns are done at a time

    // By whether numbers are halves. Parts the reach of the player who acts among the actions as the regrets say, a row for
    // each, and adds it to the average.
    using Play = void(const postflop::Rows& rows, const postflop::Discount& discount, const float* reach, float* parts);
    std::array<Play*, 2> play;
    // The same as the average says; nothing is added.
    using PlayAverage = void(const postflop::Rows& rows, const float* reach, float* parts);
    std::array<PlayAverage*, 2> play_average;
    // What a node is worth to the player who acts, and what that says of its regrets.
    using Learn = void(const postflop::Rows& rows, postflop::Scale& scale, const postflop::Discount& discount, const float* const* values,
                       float* value, const postflop::Scratch& scratch);
    std::array<Learn*, 2> learn;
    using ValueAverage = void(const postflop::Rows& rows, const float* const* values, float* value);
    std::array<ValueAverage*, 2> value_average;
    // The best of the actions, hand by hand.
    void (*best)(std::size_t hands, std::size_t actions, const float* const* values, float* value);
    // Sums of rows: at least one.
    void (*sum)(std::size_t hands, std::size_t count, const float* const* values, float* value);

    // For `count` lanes, up to `lanes`; all lanes of the arguments are filled.
    void (*answers)(const postflop::Matchup& matchup, const postflop::Answers& answers, std::size_t count,
                    const postflop::Scratch& scratch);
    void (*decisions)(const postflop::Matchup& matchup, const postflop::Decisions& decisions, std::size_t count, bool folds,
                      const postflop::Scratch& scratch);
    void (*folds)(const postflop::Matchup& matchup, const postflop::Folds& folds, const postflop::Scratch& scratch);
};

}  // namespace fivecard::kernels
