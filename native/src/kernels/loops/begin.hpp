// What a machine's file includes first, before it allows its instructions: all that the loops need.
//
// A machine is a file that names itself by FIVECARD_MACHINE, and says what its registers do: `Vector` for bytes, `register_size`
// and `dot_products` for the rest. Then come the loops, all_bytes.hpp and all_lanes.hpp, which are written once for all machines. The
// largest are compiled apart, as parts of the same file: FIVECARD_PART is 1 for strengths, 2 for betting, 4 for hold'em after the flop,
// 3 for all others; it is 0 for the whole file.
#if defined(__clang__)  // a part of a machine does not use all that the machine has
#pragma clang diagnostic ignored "-Wunused-const-variable"
#pragma clang diagnostic ignored "-Wunused-function"
#endif

#include <fivecard/platform.hpp>

#include "src/kernels/cfr.hpp"
#include "src/kernels/deals_snapshot.hpp"
#include "src/kernels/equity.hpp"
#include "src/half.hpp"
#include "src/kernels/find.hpp"
#include "src/kernels/holds.hpp"
#include "src/kernels/lines.hpp"
#include "src/kernels/loops/best_holds.hpp"
#include "src/kernels/postflop.hpp"
#include "src/kernels/round_robin.hpp"
#include "src/kernels/snapshot.hpp"
#include "src/kernels/strengths.hpp"
#include "src/kernels/walk.hpp"
#include "src/letters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef FIVECARD_PART
#define FIVECARD_PART 0
#endif

#define FIVECARD_TABLES                                 \
    extern const StrengthKernels strength_kernels;      \
    extern const OmahaKernels omaha_kernels;            \
    extern const LineKernels line_kernels;              \
    extern const HoldKernels hold_kernels;              \
    extern const EquityKernels equity_kernels;          \
    extern const WalkKernels walk_kernels;              \
    extern const RoundRobinKernels round_robin_kernels; \
    extern const CfrKernels cfr_kernels;                \
    extern const PostflopKernels postflop_kernels;

namespace fivecard::kernels {
namespace portable {
FIVECARD_TABLES
}
namespace FIVECARD_MACHINE {
FIVECARD_TABLES
}
}  // namespace fivecard::kernels
