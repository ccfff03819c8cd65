// Counterfactual regrets on a cut deck: see limit_draw/world.hpp. Nothing is checked.
#pragma once

#include "src/limit_draw/world.hpp"

namespace fivecard::kernels {

struct CfrKernels {
    // What a player's cards come to, played by a table.
    void (*forward)(limit_draw::World& world, int player, const limit_draw::StrategyTable& table);
    // The second round on the paths from `begin` to `end` against how the other's table plays: what every group is worth goes
    // to `world.values`, or what every end of it is worth to `sums`.
    void (*second_round)(limit_draw::World& world, int player, const limit_draw::StrategyTable& other, const limit_draw::Update& update,
                         limit_draw::ActionValues* sums, std::size_t begin, std::size_t end);
    // Sums of `world.values` over all hands that contain some cards.
    void (*sum_values)(limit_draw::World& world, int player);
    // The draw and the first round for some kinds: gives what they are worth together, a deal.
    double (*first_round)(limit_draw::World& world, int player, const limit_draw::Update& update, limit_draw::ActionValues* sums,
                          std::size_t begin, std::size_t end);
    // Adds how a table plays some kinds before the draw and at it, by how often it gets there.
    void (*add_average)(const limit_draw::Layout& layout, int player, const limit_draw::StrategyTable& table,
                        limit_draw::StrategyTable& average, float weight, std::size_t begin, std::size_t end);
};

}  // namespace fivecard::kernels
