// The loops of equities, as the compiler makes them for any machine of this kind.
#include "../kernels.hpp"

#include <algorithm>
#include <bit>

#define INLINE FIVECARD_INLINE

namespace fivecard::kernels::portable {

#include "../equity_loops.hpp"

}  // namespace fivecard::kernels::portable
