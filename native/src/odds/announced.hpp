// The share of the pot that a hold can expect against opponents some of whom have said how many cards they drew.
#pragma once

#include "src/odds/opponent.hpp"

#include <memory>

namespace fivecard::odds {

// Whether somebody who plays the holds, one for every suit class, may draw so many cards while we have five others.
bool may_draw(std::span<const std::uint8_t> holds, int drew, const CardId* others);

class AnnouncedDraws {
public:
    // One to five opponents.
    explicit AnnouncedDraws(std::vector<std::shared_ptr<const Opponent>> opponents);

    // For some holds of a hand, lowest card first; not a number if the announcements are too unlikely beside the hand.
    std::vector<double> shares(const CardId* hand, std::span<const int> holds, int threads) const;

private:
    struct Worth {
        double share, announced;  // the share where all drew as announced, and how likely it is that they did
    };
    double share(const CardId* hand, int hold) const;
    Worth worth(const RankCounts& dead, Strength strength) const;

    std::vector<std::shared_ptr<const Opponent>> opponents_;
    std::vector<std::vector<double>> removal_;  // of each opponent: by what its odds change if those before it are weaker
};

}  // namespace fivecard::odds
