// The loops of heads-up betting, with the registers of this machine.
#include "parts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "begin.hpp"

namespace fivecard::kernels::avx512 {

using namespace betting;

#include "../betting_loops.hpp"

}  // namespace fivecard::kernels::avx512
#include "../end.hpp"
