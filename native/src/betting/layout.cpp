#include "layout.hpp"

#include <bit>
#include <stdexcept>

namespace fivecard::betting {

Layout::Layout(const Stakes& stakes, const Cards& cards)
    : first(stakes.posted, stakes.first, stakes.bet[0], stakes.cap[0]),
      second({0, 0}, 0, stakes.bet[1], stakes.cap[1]),
      draws(stakes.most_drawn + 1),
      kinds(cards.kinds),
      groups(cards.groups),
      row((cards.groups + 15) / 16 * 16) {
    for (int drawn = 0; drawn < draws; ++drawn) {
        holds_from.push_back(static_cast<int>(holds.size()));
        for (int places = (1 << cards.hand) - 1; places >= 0; --places)
            if (std::popcount(static_cast<unsigned>(places)) == cards.hand - drawn) holds.push_back({places, drawn});
    }
    holds_from.push_back(static_cast<int>(holds.size()));
    if (first.nodes.size() > most_nodes || second.nodes.size() > most_nodes || lanes(1) > most_lanes)
        throw std::invalid_argument("too many bets and raises, or numbers of cards that may be drawn");
}

}  // namespace fivecard::betting
