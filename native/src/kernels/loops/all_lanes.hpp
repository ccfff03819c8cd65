// The loops in vectors that the compiler knows: a machine only says how many bytes its registers have.
#if FIVECARD_PART == 0 || FIVECARD_PART == 2
#include "src/kernels/loops/regret_matching.hpp"
#endif

#if FIVECARD_PART == 0 || FIVECARD_PART == 4
#include "src/kernels/loops/postflop.hpp"
#endif

#if FIVECARD_PART == 0 || FIVECARD_PART == 3
#include "src/kernels/loops/holds.hpp"
#include "src/kernels/loops/equity.hpp"
#include "src/kernels/loops/equity_boards.hpp"
#include "src/kernels/loops/equity_three_ranges.hpp"
#include "src/kernels/loops/walk.hpp"

namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

constexpr Kernels kernels = {
    .name = FIVECARD_NAME,
    .strengths = strength_kernels,
    .omaha = omaha_kernels,
    .lines = line_kernels,
    .holds = hold_kernels,
    .equity = equity_kernels,
    .walk = walk_kernels,
    .round_robin = round_robin_kernels,
    .cfr = cfr_kernels,
    .postflop = postflop_kernels,
};

}  // namespace
}  // namespace fivecard::kernels::FIVECARD_MACHINE
#endif
