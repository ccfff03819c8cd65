// The strengths of hands, 64 at a time.
#include "src/kernels/avx512/parts.hpp"
#include "src/kernels/deals_snapshot.hpp"

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "src/kernels/avx512/begin.hpp"
#include "src/kernels/avx512/vectors.hpp"
#include "src/kernels/byte_hands.hpp"
#include "src/kernels/byte_badugi.hpp"
#include "src/kernels/byte_omaha.hpp"

namespace fivecard::kernels::avx512 {

std::size_t row_strengths(const Ranking& ranking, const CardId* cards, std::size_t rows, int count, Strength* out) {
    return kernels::row_strengths(ranking, cards, rows, count, out);
}

std::size_t set_strengths(const Ranking& ranking, const CardSet* sets, std::size_t rows, Strength* out) {
    return kernels::set_strengths(ranking, sets, rows, out);
}

std::size_t badugi_strengths(const CardId* cards, std::size_t rows, Strength* out) { return kernels::badugi_strengths(cards, rows, out); }

std::size_t omaha_strengths(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    return kernels::omaha_strengths(table, deals, rows, out);
}

std::size_t omaha_low_strengths(const OmahaLowTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    return kernels::omaha_low_strengths(table, deals, rows, out);
}

}  // namespace fivecard::kernels::avx512
#include "src/kernels/end.hpp"
