// Heads-up draw poker with fixed limit, solved by playing against oneself on cut decks.
//
// Regrets are matched (Zinkevich and others, 2007), and both they and the average weigh the t-th iteration t times (linear
// CFR, Brown and Sandholm, 2019). The average is what is learnt. What is done to a table of regrets is in
// kernels/loops/regret_matching.hpp; here is its order. Every iteration cuts as many decks as there are threads;
// two cuts in turn are the same deck with the halves exchanged, and cuts balance one another (limit_draw/cuts.hpp).
#pragma once

#include "src/limit_draw/world.hpp"

#include "src/kernels/cfr.hpp"

namespace fivecard::limit_draw {

class Solver {
public:
    Solver(const Stakes& stakes, Abstraction cards, int half, int threads, std::uint64_t seed, const kernels::CfrKernels& kernels);

    // About what one takes.
    static double bytes(const Layout& layout, int half, int hand, int threads) {
        return 2 * StrategyTable::bytes(layout) + threads * World::bytes(layout, half, hand);
    }

    // Plays once more. Where its job is stopped, the tables are left half-way, and the next call goes on from there: in the
    // end they are the same.
    void iterate();
    void finish();  // what was stopped; nothing can stop this
    std::uint64_t iterations() const { return iterations_; }

    // What player 0 has won a hand since this was made or resumed, weighed like everything.
    double value() const { return weights_ > 0 ? (won_[0] - won_[1]) / 2 / weights_ : 0; }

    const Layout& layout() const { return layout_; }
    const Abstraction& cards() const { return cards_; }
    StrategyTable& regrets() { return regrets_; }
    StrategyTable& average() { return average_; }
    std::vector<std::uint32_t>& idle(int player) { return idle_[player]; }
    void resume_at(std::uint64_t iterations) { iterations_ = iterations, stages_done_ = 0; }  // once the tables have been filled

private:
    Abstraction cards_;
    Layout layout_;
    Places places_;
    StrategyTable regrets_, average_;
    std::array<std::vector<std::uint32_t>, 2> idle_;
    std::vector<std::unique_ptr<World>> worlds_;
    std::uint64_t seed_, iterations_ = 0;
    std::size_t stages_done_ = 0;   // of an iteration that was stopped
    std::vector<double> won_now_;   // in it, by thread and player
    std::array<double, 2> won_{};
    double weights_ = 0;
    const kernels::CfrKernels& kernels_;
};

}  // namespace fivecard::limit_draw
