// The best of the 32 holds: the shared loop, with four doubles a register.
#include "src/kernels/avx2/parts.hpp"

#include "src/odds/best_holds.hpp"

#include "src/kernels/avx2/begin.hpp"

namespace fivecard::kernels::avx2 {

void best_holds(const odds::Sums& sums, const odds::Allowance& allowance, odds::BestHolds& best) {
    odds::find_best_holds<4>(sums, allowance, best);
}

}  // namespace fivecard::kernels::avx2
#include "src/kernels/end.hpp"
