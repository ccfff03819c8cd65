// The steps of random walks over hands: the shared loops.
#include "src/kernels/avx512/parts.hpp"

#include <cstring>

#include "src/kernels/avx512/begin.hpp"
static constexpr std::size_t register_bytes = 64;
#include "src/kernels/walk_steps.hpp"

namespace fivecard::kernels::avx512 {

void draw_holdings(const equity::Urn& urn, equity::LaneRandom& random, CardSet* taken, CardSet* out, std::uint64_t* holdings) {
    kernels::draw_holdings(urn, random, taken, out, holdings);
}

void deal_cards(const equity::ToDeal& to_deal, equity::LaneRandom& random, CardSet* taken, CardSet* given) {
    kernels::deal_cards(to_deal, random, taken, given);
}

void strengths_on_boards(const Ranking& ranking, int cards, const equity::LaneHands& boards, const equity::LaneHands& hands,
                         Strength* out) {
    kernels::strengths_on_boards(ranking, cards, boards, hands, out);
}

void find_winners(const Strength* strengths, std::size_t players, std::uint16_t* winners) {
    kernels::find_winners(strengths, players, winners);
}

}  // namespace fivecard::kernels::avx512
#include "src/kernels/end.hpp"
