// The loops of heads-up betting, as the compiler makes them for any machine of this kind.
#include "src/kernels/kernels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#define INLINE FIVECARD_INLINE

namespace fivecard::kernels::portable {

using namespace betting;

#include "src/kernels/betting_loops.hpp"

}  // namespace fivecard::kernels::portable
