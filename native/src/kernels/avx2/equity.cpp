// The loops of equities, with the registers of this machine.
#include "parts.hpp"

#include <algorithm>
#include <bit>

#include "begin.hpp"

namespace fivecard::kernels::avx2 {

#include "../equity_loops.hpp"

}  // namespace fivecard::kernels::avx2
#include "../end.hpp"
