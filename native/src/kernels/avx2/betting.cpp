// The loops of heads-up betting, with the registers of this machine.
#include "src/kernels/avx2/parts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "src/kernels/avx2/begin.hpp"

namespace fivecard::kernels::avx2 {

using namespace betting;

#include "src/kernels/betting_loops.hpp"

}  // namespace fivecard::kernels::avx2
#include "src/kernels/end.hpp"
