// Heads-up betting on a cut deck: see betting/world.hpp. Nothing is checked.
#pragma once

#include "src/betting/world.hpp"

namespace fivecard::kernels {

struct BettingKernels {
    // What a player's cards come to, played by a table; with `noise`, that part of every choice goes to all actions alike.
    void (*forward)(betting::World& world, int player, const betting::StrategyTable& table, float noise);
    // The second round on the paths from `begin` to `end` against how the other's table plays: what every group is worth goes
    // to `world.values`, or what every end of it is worth to `sums`.
    void (*second_round)(betting::World& world, int player, const betting::StrategyTable& other, const betting::Update& update,
                         betting::ActionValues* sums, std::size_t begin, std::size_t end);
    // Sums of `world.values` over all hands that contain some cards.
    void (*sum_values)(betting::World& world, int player);
    // The draw and the first round for some kinds: gives what they are worth together, a deal.
    double (*first_round)(betting::World& world, int player, const betting::Update& update, betting::ActionValues* sums, std::size_t begin,
                          std::size_t end);
    // Adds how a table plays some kinds before the draw and at it, by how often it gets there.
    void (*add_average)(const betting::Layout& layout, int player, const betting::StrategyTable& table, betting::StrategyTable& average,
                        float weight, std::size_t begin, std::size_t end);
};

}  // namespace fivecard::kernels
