// The loops of equities, as the compiler makes them for any machine of this kind.
#include "../kernels.hpp"

#include <algorithm>
#include <bit>

#define INLINE __attribute__((always_inline)) inline

namespace fivecard::kernels::portable {

#include "../equity_loops.hpp"

}  // namespace fivecard::kernels::portable
