#include "src/postflop/averages.hpp"

#include "src/half.hpp"

#include <limits>

namespace fivecard::postflop {

Averages::Averages(std::shared_ptr<const Game> game, bool halves, int threads, const std::array<const std::byte*, 2>& kept)
    : game_(std::move(game)), halves_(halves), threads_(threads) {
    for (const int player : {0, 1})
        averages_[player] = kept[player] ? Memory(kept[player], bytes(*game_, halves, player)) : Memory(bytes(*game_, halves, player));
    each_lock([&](const Deal& deal, const Lock& lock) {
        locked_.resize(game_->node_count());
        locked_[node_number(deal, lock.node)] = true;
    });
}

Averages::Averages(std::shared_ptr<const Game> game, bool halves, int threads)
    : Averages(std::move(game), halves, threads, {nullptr, nullptr}) {
    each_lock([&](const Deal& deal, const Lock& lock) { play(deal, lock); });
}

void Averages::play(const Deal& deal, const Lock& lock) {
    const Node& acting = game_->streets()[lock.street].nodes[lock.node];
    const std::size_t row = game_->row(acting.player), hands = game_->hands(acting.player).size();
    std::byte* const here = averages_[acting.player].data() + game_->place(deal, lock.node).row * row * number_size();
    for (std::size_t action = 0; action < acting.children.size(); ++action)
        for (std::size_t hand = 0; hand < hands; ++hand) {
            const float chance = lock.chances[action * hands + hand] * static_cast<float>(unit);
            const std::size_t at = action * row + hand;
            if (halves_) reinterpret_cast<std::uint16_t*>(here)[at] = half::from_float(chance);
            else reinterpret_cast<float*>(here)[at] = chance;
        }
}

std::vector<double> Averages::chances(const Deal& deal, std::size_t node) const {
    const Node& acting = game_->streets()[deal.street].nodes[node];
    const std::size_t row = game_->row(acting.player), hands = game_->hands(acting.player).size(), actions = acting.children.size();
    const std::byte* const here = averages_[acting.player].data() + game_->place(deal, node).row * row * number_size();
    std::vector<double> found(actions * hands);
    for (std::size_t hand = 0; hand < hands; ++hand) {
        double sum = 0;
        for (std::size_t action = 0; action < actions; ++action) {
            const std::size_t at = action * row + hand;
            const float number =
                halves_ ? half::to_float(reinterpret_cast<const std::uint16_t*>(here)[at]) : reinterpret_cast<const float*>(here)[at];
            // What no solver writes, a file may hold all the same.
            const float sane = number > 0 ? std::min(number, std::numeric_limits<float>::max()) : 0;
            sum += found[action * hands + hand] = static_cast<double>(sane);
        }
        for (std::size_t action = 0; action < actions; ++action) {
            double& chance = found[action * hands + hand];
            chance = sum > 0 ? chance / sum : 1 / static_cast<double>(actions);
        }
    }
    return found;
}

}  // namespace fivecard::postflop
