// Rounds of a tournament between unseen cards: the shared loop.
#include "src/kernels/avx2/parts.hpp"
#include "src/kernels/snapshot.hpp"

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "src/kernels/avx2/begin.hpp"
#include "src/kernels/avx2/vectors.hpp"
#include "src/kernels/byte_rounds.hpp"

namespace fivecard::kernels::avx2 {

void count_rounds(const equity::Pairings& pairings, const std::uint8_t* classes, equity::RoundCounts& counts) {
    kernels::count_rounds(pairings, classes, counts);
}

}  // namespace fivecard::kernels::avx2
#include "src/kernels/end.hpp"
