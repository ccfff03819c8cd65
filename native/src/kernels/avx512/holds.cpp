// The best of the 32 holds: the shared loop, with eight doubles a register.
#include "parts.hpp"

#include <odds/best_holds.hpp>

#include "begin.hpp"

namespace fivecard::kernels::avx512 {

void best_holds(const odds::Sums& sums, const odds::Allowance& allowance, odds::BestHolds& best) {
    odds::find_best_holds<8>(sums, allowance, best);
}

}  // namespace fivecard::kernels::avx512
#include "../end.hpp"
