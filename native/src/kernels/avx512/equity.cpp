// The loops of equities, with the registers of this machine.
#include "parts.hpp"

#include <algorithm>
#include <bit>

#include "begin.hpp"

namespace fivecard::kernels::avx512 {

#include "../equity_loops.hpp"

}  // namespace fivecard::kernels::avx512
#include "../end.hpp"
