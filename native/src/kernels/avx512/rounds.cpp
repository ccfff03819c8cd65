// Rounds of a tournament between unseen cards: the shared loop.
#include "parts.hpp"
#include "../snapshot.hpp"

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "begin.hpp"
#include "vectors.hpp"
#include "../byte_rounds.hpp"

namespace fivecard::kernels::avx512 {

void count_rounds(const equity::Pairings& pairings, const std::uint8_t* classes, equity::RoundCounts& counts) {
    kernels::count_rounds(pairings, classes, counts);
}

}  // namespace fivecard::kernels::avx512
#include "../end.hpp"
