// What the files of this folder offer each other.
#pragma once

#include "../kernels.hpp"

namespace fivecard::kernels::avx512 {

std::size_t row_strengths(const Ranking& ranking, const CardId* cards, std::size_t rows, int count, Strength* out);
std::size_t set_strengths(const Ranking& ranking, const CardSet* sets, std::size_t rows, Strength* out);
std::size_t badugi_strengths(const CardId* cards, std::size_t rows, Strength* out);
std::size_t omaha_strengths(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out);
std::size_t omaha_low_strengths(const OmahaLowTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out);
void best_holds(const odds::Sums& sums, const odds::Allowance& allowance, odds::BestHolds& best);
void escape_rows(const pictures::Julia& julia, int first, int rows, std::uint32_t* steps);
std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards);
equity::Comparison compare_by_ranks(const Strength* first, const Strength* second, const equity::CardsLeft& left, equity::BothStrengths& both);
void best_of_columns(const Strength* const* columns, int count, Strength* best);
equity::Comparison correct_for_flushes(const equity::SuitedBoards& suited);
void draw_holdings(const equity::Urn& urn, equity::LaneRandom& random, CardSet* taken, CardSet* out, std::uint32_t* holdings);
void deal_cards(CardId first_card, const std::uint64_t* counts, equity::LaneRandom& random, CardSet* taken, CardSet* given);
void find_winners(const Strength* strengths, std::size_t players, std::uint16_t* winners);

}  // namespace fivecard::kernels::avx512
