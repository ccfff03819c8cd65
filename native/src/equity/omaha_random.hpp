// Omaha hands against one random hand, exact: by counting the sets of cards none of whose pairs beats us.
//
// On a given board an Omaha hand is worth the best of its pairs of cards. So a random hand is weaker than ours if all
// pairs in it are: if its four (or five, or six) cards are a clique in the graph whose edges are the weaker pairs.
// Cliques of pairs that are not stronger, less those, tie.
//
// What a pair is worth depends on the ranks of both, and on which of them have the suit in which the board has three
// cards or more. Cards that agree in both are a class, and have the same neighbours. So cliques are counted by class:
// of n cards of a class one can be taken in n ways, two in C(n, 2) if such pairs are edges, and so on. There are 13
// classes on most boards, at most 26 on others.
//
// Boards that have no three cards of a suit differ in nothing but their ranks; others are counted up to exchanging
// suits that nothing tells apart.
#pragma once

#include "src/equity/costs.hpp"
#include "src/equity/suitings.hpp"

namespace fivecard::equity {

class OmahaRandom {
public:
    // Whether the game is Omaha for high alone, of two players, one of whom has whole hands, and the other any cards.
    static bool applies(const Question& question);

    // About how many seconds it takes one core.
    static double cost(const Question& question, const Costs& costs);
    static double memory(const Question& question, double threads);  // about how many bytes

    explicit OmahaRandom(Question question);

    // The work is cut into steps: ranks of boards.
    std::uint64_t steps() const { return ranks_.size(); }

    // What comes of `count` steps from `first` on.
    Answer run(std::uint64_t first, std::uint64_t count, int threads) const;

private:
    struct DealCounts {
        Count deals = 0, wins = 0, ties = 0;
    };
    void add_boards(const RankSet& ranks, const Holding& holding, DealCounts& counts) const;

    Question question_;
    std::size_t player_;  // who is not random
    std::vector<RankSet> ranks_;
};

}  // namespace fivecard::equity
