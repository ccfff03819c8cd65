// What the methods of this folder cost, in one place: the constants that choose among them.
//
// Seconds are those of one core, measured by bench/bench_costs.py, which fails where one is off by more than 2: run it after
// changing a method or a kernel. The formulas stand with the methods, and so does what they take of memory, which follows
// from the sizes of their types.
#pragma once

#include <kernels/kernels.hpp>

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
        double call, holding, board, hand_in_set, hand_in_row, deal;
    } enumerate;
    struct {
        double call, pair, permutation, holdem;
        std::array<double, 3> omaha;  // hands of four, five and six cards
    } ranks_first;                    // comparisons of hands, and of pairs with those known
    struct {
        double call, hand, sum, block;
    } pair_table;
    struct {
        double call, hand, board, hand_on_board, weighted;  // the last: times as much, where weights differ
    } two_ranges;
    struct {
        double call, hand, board, hand_on_board;
    } three_ranges;
    struct {
        double call, pair, dealt, holdem, omaha;  // `dealt` for a pair where cards are to come; a board
    } run_outs;
    struct {
        double call;
        std::array<double, 3> board;  // hands of four, five and six cards
    } omaha_random;
    struct {
        double call, board, order;
    } round_robin;
};

inline constexpr double microsecond = 1e-6;

inline constexpr Costs all_costs[] = {
    {
        .kernels = "avx512",
        .enumerate = {3, .14, .035, .0035, .03, .0026},
        .ranks_first = {1, .1, .005, 22, {70, 80, 90}},
        .pair_table = {2, .05, .25, 60},
        .two_ranges = {4, .029, .15, .0023, 1.25},
        .three_ranges = {10, .05, .5, .019},
        .run_outs = {.7, .03, .1, .0029, .02},
        .omaha_random = {2, {5.6, 15, 40}},
        .round_robin = {10, .5, .3},
    },
    {
        .kernels = "avx2",
        .enumerate = {3, .14, .035, .0035, .03, .0026},
        .ranks_first = {1, .1, .005, 22, {70, 80, 90}},
        .pair_table = {2, .05, .25, 60},
        .two_ranges = {4, .029, .15, .0023, 1.25},
        .three_ranges = {10, .05, .5, .019},
        .run_outs = {.7, .03, .1, .0029, .02},
        .omaha_random = {2, {5.6, 15, 40}},
        .round_robin = {10, .5, .3},
    },
    {
        .kernels = "portable",  // and those that were not measured
        .enumerate = {3, .14, .035, .0035, .03, .0026},
        .ranks_first = {1, .1, .005, 22, {70, 80, 90}},
        .pair_table = {2, .05, .25, 60},
        .two_ranges = {4, .029, .15, .0023, 1.25},
        .three_ranges = {10, .05, .5, .019},
        .run_outs = {.7, .03, .1, .0029, .02},
        .omaha_random = {2, {5.6, 15, 40}},
        .round_robin = {10, .5, .3},
    },
};

inline const Costs& costs_of(const kernels::Kernels& kernels) {
    const Costs* found = all_costs;
    while (found + 1 != std::end(all_costs) && found->kernels != kernels.name) ++found;
    return *found;
}

}  // namespace fivecard::equity
