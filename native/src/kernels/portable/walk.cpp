// The steps of random walks over hands: the shared loops.
#include "../kernels.hpp"

#include <cstring>

#define INLINE FIVECARD_INLINE
#include "../walk_steps.hpp"

namespace fivecard::kernels::portable {

void draw_holdings(const equity::Urn& urn, equity::LaneRandom& random, CardSet* taken, CardSet* out, std::uint32_t* holdings) {
    kernels::draw_holdings(urn, random, taken, out, holdings);
}

void deal_cards(CardId first_card, const std::uint64_t* counts, equity::LaneRandom& random, CardSet* taken, CardSet* given) {
    kernels::deal_cards(first_card, counts, random, taken, given);
}

void find_winners(const Strength* strengths, std::size_t players, std::uint16_t* winners) {
    kernels::find_winners(strengths, players, winners);
}

}  // namespace fivecard::kernels::portable
#undef INLINE
