// The loops of equities, as the compiler makes them for any machine of this kind.
#include "src/kernels/kernels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <span>
#include <vector>

#define INLINE FIVECARD_INLINE

namespace fivecard::kernels::portable {

constexpr int register_size = 16;

#include "src/kernels/equity_loops.hpp"
#include "src/kernels/equity_boards.hpp"

INLINE std::array<int, 4> dot_products(const std::uint8_t (*first)[64], const std::uint8_t (*second)[64]) {
    std::array<int, 4> sums{};
    for (int i = 0; i < 4; ++i)
        for (int card = 0; card < 64; ++card) sums[i] += first[i & 1][card] * second[i >> 1][card];
    return sums;
}

#include "src/kernels/equity_three_ranges.hpp"

}  // namespace fivecard::kernels::portable
