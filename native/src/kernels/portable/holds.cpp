// The best of the 32 holds: the shared loop, with two doubles a register.
#include "src/kernels/kernels.hpp"

#include "src/odds/best_holds.hpp"

namespace fivecard::kernels::portable {

void best_holds(const odds::Sums& sums, const odds::Allowance& allowance, odds::BestHolds& best) {
    odds::find_best_holds<2>(sums, allowance, best);
}

}  // namespace fivecard::kernels::portable
