// What the files of this folder offer each other.
#pragma once

#include "../kernels.hpp"

namespace fivecard::kernels::avx2 {

std::size_t row_strengths(const Ranking& ranking, const CardId* cards, std::size_t rows, int count, Strength* out);
std::size_t set_strengths(const Ranking& ranking, const CardSet* sets, std::size_t rows, Strength* out);
std::size_t badugi_strengths(const CardId* cards, std::size_t rows, Strength* out);
void draw_holdings(const equity::Urn& urn, equity::LaneRandom& random, CardSet* taken, CardSet* out, std::uint64_t* holdings);
void deal_cards(const equity::ToDeal& to_deal, equity::LaneRandom& random, CardSet* taken, CardSet* given);
void strengths_on_boards(const Ranking& ranking, int cards, const equity::LaneHands& boards, const equity::LaneHands& hands,
                         Strength* out);
void count_rounds(const equity::Pairings& pairings, const std::uint8_t* classes, equity::RoundCounts& counts);
void find_winners(const Strength* strengths, std::size_t players, std::uint16_t* winners);

}  // namespace fivecard::kernels::avx2
