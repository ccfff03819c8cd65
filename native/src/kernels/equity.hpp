// Hands and ranges against each other, on many boards.
#pragma once

#include "src/kernels/ranges_on_boards.hpp"

namespace fivecard::kernels {

struct EquityKernels {
    // Two hands by the ranks of the board, whose columns are given, if so many cards are left.
    equity::Comparison (*compare_by_ranks)(const equity::RankColumn& first, const equity::RankColumn& second,
                                           const equity::CardsLeft& left);
    // The best of several columns.
    void (*best_of_columns)(const Strength* const* columns, int count, Strength* best);
    // What flushes in a suit change.
    equity::Comparison (*correct_for_flushes)(const equity::SuitedBoards& suited);
    // Every hand of two ranges against the other range, on some boards: where all hands of a range weigh the same, or not.
    void (*equal_ranges)(const equity::EqualRanges& work);
    void (*weighted_ranges)(const equity::WeightedRanges& work);
    // The same for three ranges, all hands of which weigh the same.
    void (*three_ranges)(const equity::ThreeRanges& work);
    std::uint64_t (*sum_of_products)(const std::uint32_t* numbers, const std::uint32_t* weights, int count);
};

}  // namespace fivecard::kernels
