// The best of the 32 holds: the shared loop, with two doubles a register.
#include "../kernels.hpp"

#include <draws/best_holds.hpp>

namespace fivecard::kernels::portable {

void best_holds(const draws::Sums& sums, const draws::Allowance& allowance, draws::BestHolds& best) {
    draws::find_best_holds<2>(sums, allowance, best);
}

}  // namespace fivecard::kernels::portable
