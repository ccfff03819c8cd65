// What the methods of this folder cost, in one place: the constants that choose among them.
//
// Seconds are those of one core, measured by bench/bench_costs.py, which fails where one is off by more than 2: run it after
// changing a method or a kernel. The formulas stand with the methods, and so does what they take of memory, which follows
// from the sizes of their types.
#pragma once

#include "src/kernels/find.hpp"

#include <array>
#include <string_view>

namespace fivecard::equity {

// Bytes that an exact answer may take beside its question. A method that takes more is not chosen.
inline constexpr double most_memory = 1 << 30;

// A method that keeps what it made for later questions may cost so many times as much as others.
inline constexpr double investment = 4;

// In microseconds, for the kernels of a name.
struct Costs {
    std::string_view kernels;
    struct {
        double call, holding, board, hand_in_set, hand_in_row, meeting, deal;  // `meeting` of a deal of all but one with the last
    } enumerate;
    struct {
        double call, pair, permutation, holdem, group;
        std::array<double, 3> omaha;  // by cards of a hand: four, five, six
    } ranks_first;                    // in Omaha, `group` for the column of a first hand
    struct {
        double call, hand, sum, block, column;  // the last two as far as they are not there yet
    } pair_table;
    struct {
        double call, hand, board, pair_on_board, hand_on_board;  // `pair` of ranks
        double weighted, undealt;  // times as much where weights differ; before the flop, where more boards have flushes
    } two_ranges;
    struct {
        double call, hand, board, hand_on_board;
    } three_ranges;
    struct {
        double call;
        struct Pairs {
            double pair, dealt, board;  // `dealt` for a pair where cards are to come
        } holdem, omaha;
    } run_outs;
    struct {
        double call;
        std::array<double, 3> board, suited;  // by cards of a hand; boards by ranks, and with three cards of a suit
    } omaha_random;
    struct {
        double call, board, order, pair;  // `pair` of cards in an order
    } round_robin;
};

inline constexpr double microsecond = 1e-6;

inline constexpr Costs all_costs[] = {
    {
        .kernels = "avx512",
        .enumerate = {3, .14, .015, .0035, .016, .012, .0026},
        .ranks_first = {1, .1, .005, 23, 33, {27, 27, 28}},
        .pair_table = {2.2, .045, .22, 72, 70},
        .two_ranges = {4, .029, .12, .0146, .0005, 1.25, 1.4},
        .three_ranges = {8, .33, .15, .0195},
        .run_outs = {.7, {.035, .11, .0029}, {.06, .4, .0105}},
        .omaha_random = {2, {5, 25, 97}, {16, 91, 378}},
        .round_robin = {10, .5, .25, .00012},
    },
    {
        .kernels = "avx2",
        .enumerate = {3, .14, .015, .0037, .017, .012, .0027},
        .ranks_first = {1, .1, .005, 27, 34, {32, 32, 34}},
        .pair_table = {2.2, .045, .22, 80, 70},
        .two_ranges = {4, .029, .12, .0146, .0005, 1.25, 1.4},
        .three_ranges = {8, .33, .16, .0195},
        .run_outs = {.7, {.035, .11, .0034}, {.07, .1, .0125}},
        .omaha_random = {2, {5, 25, 97}, {16, 91, 378}},
        .round_robin = {10, .5, .25, .00012},
    },
    {
        .kernels = "portable",  // and those that were not measured
        .enumerate = {3, .14, .015, .0073, .021, .012, .0027},
        .ranks_first = {1, .1, .005, 34, 50, {48, 48, 55}},
        .pair_table = {2.2, .05, .26, 105, 70},
        .two_ranges = {4, .045, .16, .02, .0013, 1.25, 1.3},
        .three_ranges = {8, .33, .3, .042},
        .run_outs = {.7, {.035, .06, .0095}, {.05, .06, .026}},
        .omaha_random = {2, {5, 25, 97}, {16, 91, 378}},
        .round_robin = {10, .5, .1, .001},
    },
};

inline const Costs& costs_of(const kernels::Kernels& kernels) {
    const Costs* found = all_costs;
    while (found + 1 != std::end(all_costs) && found->kernels != kernels.name) ++found;
    return *found;
}

}  // namespace fivecard::equity
