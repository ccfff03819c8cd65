// The loops of heads-up betting, with the registers of this machine.
#include "src/kernels/avx512/parts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "src/kernels/avx512/begin.hpp"

namespace fivecard::kernels::avx512 {

using namespace betting;

#include "src/kernels/betting_loops.hpp"

}  // namespace fivecard::kernels::avx512
#include "src/kernels/end.hpp"
