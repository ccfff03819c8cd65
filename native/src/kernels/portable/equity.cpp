// The loops of equities, as the compiler makes them for any machine of this kind.
#include "../kernels.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <vector>

#define INLINE __attribute__((always_inline)) inline

namespace fivecard::kernels::portable {

constexpr int register_size = 16;

#include "../equity_loops.hpp"
#include "../equity_boards.hpp"

}  // namespace fivecard::kernels::portable
