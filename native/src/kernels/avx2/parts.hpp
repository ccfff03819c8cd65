// What the files of this folder offer each other.
#pragma once

#include "../kernels.hpp"

namespace fivecard::kernels::avx2 {

std::size_t row_strengths(const Ranking& ranking, const CardId* cards, std::size_t rows, int count, Strength* out);
std::size_t set_strengths(const Ranking& ranking, const CardSet* sets, std::size_t rows, Strength* out);
std::size_t badugi_strengths(const CardId* cards, std::size_t rows, Strength* out);
equity::Comparison compare_by_ranks(const equity::RankColumn& first, const equity::RankColumn& second, const equity::CardsLeft& left);
void best_of_columns(const Strength* const* columns, int count, Strength* best);
equity::Comparison correct_for_flushes(const equity::SuitedBoards& suited);
void draw_holdings(const equity::Urn& urn, equity::LaneRandom& random, CardSet* taken, CardSet* out, std::uint64_t* holdings);
void deal_cards(const equity::ToDeal& to_deal, equity::LaneRandom& random, CardSet* taken, CardSet* given);
void strengths_on_boards(const Ranking& ranking, int cards, const equity::LaneHands& boards, const equity::LaneHands& hands,
                         Strength* out);
void count_rounds(const equity::Pairings& pairings, const std::uint8_t* classes, equity::RoundCounts& counts);
void find_winners(const Strength* strengths, std::size_t players, std::uint16_t* winners);
void equal_ranges(const equity::EqualRanges& work);
void weighted_ranges(const equity::WeightedRanges& work);
std::uint64_t sum_of_products(const std::uint32_t* numbers, const std::uint32_t* weights, int count);

}  // namespace fivecard::kernels::avx2
