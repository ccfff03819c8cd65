// The value of every hold of every hand, for any payoff: the tables of sums, and the best of the 32.
//
// sums[k][S] is the payoff summed over all hands that contain the k cards S. A hold H out of a hand H + D is worth the sum
// over all hands that contain H and nothing of D, which is the sum over subsets X of D of (-1)^|X| sums[H + X], divided by
// the number of draws. All sums are doubles: whole payoffs stay exact up to 2^53.
#pragma once

#include "src/odds/colex.hpp"

#include <vector>

namespace fivecard::odds {

// The strengths of all hands, in order.
std::vector<Strength> all_strengths();

struct SubsetSums {
    explicit SubsetSums(std::vector<double> payoff);  // one for each hand, in order

    // Of the subset of a hand that a hold stands for.
    double of(const CardId* cards, int hold) const;
    // The payoff summed over all draws, for each hold of one hand.
    std::array<double, hold_count> draws(const CardId* cards) const;

    std::array<std::vector<double>, hand_size + 1> by_size;  // with eight more at the end, so that eight can be read at once
};

struct BestHolds {
    std::uint8_t* holds;                        // of every hand, in order; room for eight more behind them
    double* values;                             // the same, over `common_draws`
    std::array<double, hand_size + 1> totals;   // over all hands and all holds of each size: see `expected_total`
};

// What the sum over all hands and all holds of a size must be: every hand comes up as often as it can be drawn.
double expected_total(const SubsetSums& sums, int held);

}  // namespace fivecard::odds
