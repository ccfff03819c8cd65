// What the files of this folder offer each other.
#pragma once

#include "../kernels.hpp"

namespace fivecard::kernels::avx2 {

std::size_t row_strengths(const Ranking& ranking, const CardId* cards, std::size_t rows, int count, Strength* out);
std::size_t set_strengths(const Ranking& ranking, const CardSet* sets, std::size_t rows, Strength* out);
std::size_t badugi_strengths(const CardId* cards, std::size_t rows, Strength* out);
std::size_t omaha_strengths(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out);
std::size_t omaha_low_strengths(const OmahaLowTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out);
std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards);
void best_holds(const odds::Sums& sums, const odds::Allowance& allowance, odds::BestHolds& best);
void escape_rows(const pictures::Julia& julia, int first, int rows, std::uint32_t* steps);

}  // namespace fivecard::kernels::avx2
