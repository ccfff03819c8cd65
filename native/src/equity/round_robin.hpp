// A hold'em hand, or a range, against one to nine random hands: sampled with very little error.
//
// Given a board and our hand, the opponents' hands are pairs of unseen cards that have no card in common. Put all
// unseen cards into pairs at random: any k of these pairs are k random hands. If L of the P pairs are weaker than ours
// and E are equal, the chance to win against k of them is C(L, k) / C(P, k), and likewise for shares of the pot. So one
// pairing of 45 cards tells about C(22, k) deals for the price of comparing 22 hands.
//
// A tournament schedule pairs the cards in 45 rounds so that every pair meets once (kernels/round_robin.hpp). Averaged over its
// rounds, what each pair does by itself has no chance left at all: against one opponent the result is exact, against
// more, only how pairs go together is left to chance. The order in which the cards sit around the table is random.
//
// Nor are boards left to chance: a pass goes through all of them, up to exchanging suits that our hand and the known
// cards have no use in telling apart. Boards that have no three cards of a suit differ in nothing but their ranks: all
// suitings of the same ranks are one, with the weight of all.
//
// A pass is cut into chunks, each with every so manieth set of ranks, in random order. Sums of all chunks so far are
// unbiased up to a ratio, and after a pass only the orders of cards are left to chance.
#pragma once

#include "src/equity/costs.hpp"
#include "src/equity/suitings.hpp"

#include <array>

namespace fivecard::equity {

class RoundRobin {
public:
    // Whether the game is hold'em or like it, one player has whole hands, and all others any cards.
    static bool applies(const Question& question);

    // About how many seconds a pass takes one core.
    static double cost(const Question& question, const Costs& costs);

    RoundRobin(Question question, std::uint64_t seed, const kernels::Kernels& kernels);

    // The player who is not random; the first if all are.
    std::size_t player() const { return player_; }

    // How many chunks make a pass.
    std::uint64_t pass() const { return chunks_; }

    // What came of a chunk, for that player: sums over its boards, each times its weight. `noise` is the variance of
    // these sums that comes from the order of cards, which is all that a whole pass leaves.
    enum { won, tied, share, measures };
    struct Chunk {
        double weight = 0;
        std::array<double, measures> sums{}, noise{};
    };

    // The same for a seed, whatever the number of threads. Where a deadline is near, fewer chunks, but one at least.
    std::vector<Chunk> run(std::uint64_t first, std::uint64_t chunks, int threads) const;

private:
    class Worker;

    Question question_;
    std::uint64_t seed_;
    const kernels::Kernels* kernels_;
    std::size_t player_ = 0;
    int unseen_, opponents_;
    std::vector<Holding> holdings_;  // one of those that differ in suits only, with their weights together
    std::vector<RankSet> ranks_;                            // those that complete the board
    std::vector<std::uint32_t> order_;                      // of the chunks in a pass
    std::uint64_t chunks_;
    std::vector<std::array<double, measures>> values_;      // by the numbers of weaker and of equal pairs
};

}  // namespace fivecard::equity
