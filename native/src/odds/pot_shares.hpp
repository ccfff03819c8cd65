// The share of the pot that each hold can expect against opponents who all play one strategy.
#pragma once

#include "src/odds/opponent.hpp"

namespace fivecard::odds {

class PotShares {
public:
    PotShares(const Opponent& opponent, int opponents, int threads);

    // For every hold of a class; holds of no card are worth 0 here.
    std::array<double, hold_count> shares(std::size_t number) const;

    struct Response {
        std::vector<std::uint8_t> holds;  // the best of every class
        double share = 0;                 // what they can expect, over all hands
        double old_share = 0;             // what the old holds can
        std::size_t changed = 0;          // hands for which the best is not the old one
    };
    Response best_response(std::span<const std::uint8_t> old_holds, const Allowance& allowance, int threads) const;

private:
    std::vector<std::vector<Lanes8>> payoffs_;  // by group of tags and strength
    std::vector<std::vector<Lanes8>> sums_;     // by group of tags and node: summed over all hands that contain the node's cards
};

}  // namespace fivecard::odds
