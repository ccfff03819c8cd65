// What the best answer to a strategy gains.
//
// The responder sees the other's table, and meets it on many cut decks: what each of its actions is worth is summed over
// them, first in the second round, then at the draw and in the first, and the best is chosen wherever there is a choice. So
// it knows what the other holds, all removed cards counted, but for the luck of the decks that it saw. What it then gains
// on other decks is a lower bound of what can be gained.
#pragma once

#include "src/limit_draw/world.hpp"

#include "src/kernels/cfr.hpp"

namespace fivecard::limit_draw {

// Stopped half-way, it has learnt something else than it would have: it is to be made anew.
class BestResponse {
public:
    BestResponse(const Stakes& stakes, const Abstraction& cards, int half, int threads, std::uint64_t seed,
                 const kernels::CfrKernels& kernels);

    // About what one takes: what it adds up is as large as a table.
    static double bytes(const Layout& layout, int half, int hand, int threads) {
        return 3 * StrategyTable::bytes(layout) + threads * World::bytes(layout, half, hand);
    }

    const Layout& layout() const { return layout_; }
    StrategyTable& strategy() { return strategy_; }  // to be filled first
    StrategyTable& answer() { return answer_; }

    // Each looks at so many cut decks. In this order: where the best answer is not clearly better on other decks than those
    // from which it was learnt, the responder goes back to what the strategy does, so that it pays for no noise.
    void learn_second(std::size_t decks);
    void answer_second();
    void doubt_second(std::size_t decks);
    void learn_first(std::size_t decks);
    void answer_first();
    void doubt_first(std::size_t decks);

    // On so many decks, each cut in both ways, from a certain number on: what the strategy wins against itself as player 0,
    // what the answer wins in its place, and both for player 1. `decks` are those that were looked at so far.
    using Values = std::array<double, 4>;
    std::vector<Values> measure(std::uint64_t from, std::size_t pairs);
    std::uint64_t decks() const { return decks_; }

private:
    template <typename Work>
    void on_decks(std::size_t decks, Work work);

    Abstraction cards_;
    Layout layout_;
    Places places_;
    StrategyTable strategy_, answer_;
    std::array<ActionValues, 2> sums_;
    std::vector<std::unique_ptr<World>> worlds_;
    std::uint64_t seed_, decks_ = 0;
    const kernels::CfrKernels& kernels_;
};

}  // namespace fivecard::limit_draw
