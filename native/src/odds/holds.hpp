// The value of every hold of every hand, for any payoff: the tables of sums, and the best of the 32.
//
// sums[k][S] is the payoff summed over all hands that contain the k cards S. A hold H out of a hand H + D is worth the sum
// over all hands that contain H and nothing of D, which is the sum over subsets X of D of (-1)^|X| sums[H + X], divided by
// the number of draws. All sums are doubles: whole payoffs stay exact up to 2^53.
#pragma once

#include "src/odds/colex.hpp"

#include <span>
#include <vector>

namespace fivecard::odds {

// The strengths of all hands, in order.
std::vector<Strength> all_strengths();

struct SubsetSums {
    SubsetSums() = default;
    explicit SubsetSums(std::vector<double> payoff);  // one for each hand, in order

    // Of the subset of a hand that a hold stands for, four cards at most.
    double of(const CardId* cards, int hold) const;
    // The payoff summed over all draws, for each hold of one hand, which is worth something itself.
    std::array<double, hold_count> draws(const CardId* cards, double payoff) const;

    static constexpr std::size_t room = 8;  // more at the end, so that eight can be read at once
    // By the number of cards: for all sets in order; for the hands of some rows, as they stand there.
    std::array<std::vector<double>, hand_size + 1> by_size;
};

// Hands that differ in their lowest card only, which runs from `lowest` on.
struct Row {
    std::array<CardId, 4> upper;
    CardId lowest, count;
};
// Those of all hands, in order.
std::vector<Row> all_rows();

struct HoldsAsked {
    std::span<const Row> rows;
    Allowance allowance;
    std::array<double, hand_size + 1> weights;  // by the number of cards held: what makes sums over draws comparable
    bool totals;                                // whether they are wanted
};

struct BestHolds {
    std::uint8_t* holds;                             // of every hand of the rows, in order; room for eight more behind them
    double* values;                                  // the same: sums over draws by their weights
    std::array<double, hand_size + 1> totals = {};   // over all hands and all holds of each size: see `expected_total`
};

// What the sum over all hands and all holds of a size must be: every hand comes up as often as it can be drawn.
double expected_total(const SubsetSums& sums, int held);

}  // namespace fivecard::odds
