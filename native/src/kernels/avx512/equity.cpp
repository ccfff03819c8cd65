// The loops of equities, with the registers of this machine.
#include "parts.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <vector>

#include "begin.hpp"

namespace fivecard::kernels::avx512 {

constexpr int register_size = 64;

#include "../equity_loops.hpp"
#include "../equity_boards.hpp"

}  // namespace fivecard::kernels::avx512
#include "../end.hpp"
