// What the best answer to a strategy gains.
//
// The responder sees the other's table, and meets it on many cut decks: what each of its actions is worth is summed over
// them, first in the second round, then at the draw and in the first, and the best is chosen wherever there is a choice. So
// it knows what the other holds, all removed cards counted, but for the luck of the decks that it saw. What it then gains
// on other decks is a lower bound of what can be gained.
#pragma once

#include "world.hpp"

#include <kernels/kernels.hpp>

namespace fivecard::betting {

struct Gain {
    double mean, error;  // and its standard error
};

class Response {
public:
    Response(const Stakes& stakes, const Cards& cards, int half, int threads, std::uint64_t seed, const kernels::BettingKernels& kernels);

    const Layout& layout() const { return layout_; }
    Table& strategy() { return strategy_; }  // to be filled first
    Table& answer() { return answer_; }

    // Each looks at so many cut decks. In this order, as often as wanted: more decks add to what was learnt.
    void learn_second(std::size_t decks);
    void answer_second();
    void learn_first(std::size_t decks);
    void answer_first();

    // On new decks: what the answer wins more than the strategy would in its place, in each seat and on average, and what
    // the strategy wins against itself as player 0.
    struct Measured {
        std::array<Gain, 2> seats;
        Gain both, value;
        double not_zero;  // the largest sum of both players' values, which should be none
    };
    Measured measure(std::size_t decks);

private:
    template <typename Work>
    void on_decks(std::size_t decks, Work work);

    Cards cards_;
    Layout layout_;
    Places places_;
    Table strategy_, answer_;
    std::array<Sums, 2> sums_;
    std::vector<std::unique_ptr<World>> worlds_;
    std::uint64_t seed_, decks_ = 0;
    const kernels::BettingKernels& kernels_;
};

}  // namespace fivecard::betting
