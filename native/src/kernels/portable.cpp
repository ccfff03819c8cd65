// Any machine: hands one by one in plain C++, and the other loops as the compiler makes them for registers of 16 bytes.
#define FIVECARD_MACHINE portable
#define FIVECARD_NAME "portable"
#include "src/kernels/loops/begin.hpp"

#define INLINE FIVECARD_INLINE

namespace fivecard::kernels::portable {
namespace {

constexpr int register_size = 16;

INLINE std::array<int, 4> dot_products(const std::uint8_t (*first)[64], const std::uint8_t (*second)[64]) {
    std::array<int, 4> sums{};
    for (int i = 0; i < 4; ++i)
        for (int card = 0; card < 64; ++card) sums[i] += first[i & 1][card] * second[i >> 1][card];
    return sums;
}

}  // namespace
}  // namespace fivecard::kernels::portable

#if FIVECARD_PART == 0 || FIVECARD_PART == 1
#include "src/kernels/loops/scalar_strengths.hpp"
#include "src/kernels/loops/scalar_omaha.hpp"
#endif

#if FIVECARD_PART == 0 || FIVECARD_PART == 3
#include "src/kernels/loops/scalar_lines.hpp"
#include "src/kernels/loops/scalar_round_robin.hpp"
#endif

#include "src/kernels/loops/byte_tables.hpp"

#include "src/kernels/loops/all_lanes.hpp"

#if FIVECARD_PART == 0 || FIVECARD_PART == 3
const fivecard::kernels::Kernels* fivecard::kernels::portable_kernels() { return &portable::kernels; }
#endif
