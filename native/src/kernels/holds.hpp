// The best hold of every hand.
#pragma once

#include "src/odds/holds.hpp"

namespace fivecard::kernels {

struct HoldKernels {
    // Fills in the best hold of every hand of some rows, its value, and the totals. All buffers must be there already.
    void (*best)(const odds::SubsetSums& sums, const odds::HoldsAsked& asked, odds::BestHolds& best);
};

}  // namespace fivecard::kernels
