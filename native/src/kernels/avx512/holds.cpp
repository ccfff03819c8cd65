// The best of the 32 holds: the shared loop, with eight doubles a register.
#include "src/kernels/avx512/parts.hpp"

#include "src/odds/best_holds.hpp"

#include "src/kernels/avx512/begin.hpp"

namespace fivecard::kernels::avx512 {

void best_holds(const odds::Sums& sums, const odds::Allowance& allowance, odds::BestHolds& best) {
    odds::find_best_holds<8>(sums, allowance, best);
}

}  // namespace fivecard::kernels::avx512
#include "src/kernels/end.hpp"
