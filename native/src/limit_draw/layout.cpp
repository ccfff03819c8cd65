#include "src/limit_draw/layout.hpp"

#include <bit>
#include <stdexcept>

namespace fivecard::limit_draw {

Layout::Layout(const Stakes& stakes, const Abstraction& cards)
    : first(stakes.posted, stakes.first, stakes.bet[0], stakes.cap[0]), second({0, 0}, 0, stakes.bet[1], stakes.cap[1]),
      draws(stakes.most_drawn + 1), kinds(cards.kinds), groups(cards.groups), row((cards.groups + 15) / 16 * 16) {
    for (int drawn = 0; drawn < draws; ++drawn) {
        holds_from.push_back(static_cast<int>(holds.size()));
        for (int places = (1 << cards.hand) - 1; places >= 0; --places)
            if (std::popcount(static_cast<unsigned>(places)) == cards.hand - drawn) holds.push_back({places, drawn});
    }
    holds_from.push_back(static_cast<int>(holds.size()));
    if (first.nodes.size() > most_nodes || second.nodes.size() > most_nodes || used_lanes(1) > lane_counts.back())
        throw std::invalid_argument("too many bets and raises, or numbers of cards that may be drawn");
}

Translation::Translation(const Abstraction& from, const Abstraction& to, const std::vector<Hold>& holds)
    : kind(from.kinds), hold(from.kinds * holds.size()), group(from.groups) {
    std::array<std::uint8_t, 1 << most_cards> number_of{};  // of the hold that keeps some places
    for (std::size_t number = 0; number < holds.size(); ++number) number_of[holds[number].places] = static_cast<std::uint8_t>(number);
    for (std::size_t hand = 0; hand < from.kind.size(); ++hand) {
        if (hand % 4096 == 0) jobs::check();
        const std::size_t of = from.kind[hand];
        kind[of] = to.kind[hand];
        group[from.group[hand]] = to.group[hand];
        const HandOrder &here = orders()[from.order[hand]], &there = orders()[to.order[hand]];
        for (std::size_t number = 0; number < holds.size(); ++number) {
            unsigned kept = 0, places = 0;  // of the hand itself; as the others hold it
            for (int place = 0; place < from.hand; ++place) kept |= static_cast<unsigned>(holds[number].places >> place & 1) << here[place];
            for (int place = 0; place < to.hand; ++place) places |= (kept >> there[place] & 1) << place;
            hold[of * holds.size() + number] = number_of[places];
        }
    }
}

}  // namespace fivecard::limit_draw
