// Exact equities of any game, by going through all deals: what the other methods are held to, and what is left for
// questions that none of them takes.
//
// Boards are the outer loop. On each board every hand of every player is evaluated once, by the array kernels; then the
// hands are combined as a tree in which a branch ends where a card would be held twice. What a hand is worth is known by
// then: the last player's loop only compares, and the largest range is put there.
//
// Cards that are to come to a player turn a holding into all hands that it can become: hands that have no card in common
// are one deal.
#pragma once

#include "src/equity/costs.hpp"
#include "src/equity/question.hpp"

#include "src/jobs/forks.hpp"

namespace fivecard::equity {

class Enumeration {
public:
    // About how many seconds it takes one core; infinity where a `Count` does not count as many deals.
    static double cost(const Question& question, const Costs& costs);

    // About how many bytes it takes: some for every hand that a holding can become.
    static double memory(const Question& question, double threads);

    // All holdings of a range must have equally many cards.
    Enumeration(Question question, const kernels::Kernels& kernels);

    // The work is cut into steps: boards, or, where the board is complete, the hands of one player.
    std::uint64_t steps() const { return steps_; }

    // Adds what comes of `count` steps from `first` on. Several threads may do so at a time.
    void run(std::uint64_t first, std::uint64_t count, int threads);

    // What came of all steps so far.
    Answer answer() const {
        const std::lock_guard lock(jobs::moment());
        return answer_;
    }

private:
    // A hand that a holding can become.
    struct Hand {
        CardSet cards, out;
        std::uint32_t weight, holding;  // the number in the range
    };
    struct Player {
        std::size_t number;  // in the question
        std::vector<Hand> hands;
    };
    template <typename Sum>
    class Worker;

    template <typename Sum>
    void run_in(std::uint64_t first, std::uint64_t count, int threads);

    Question question_;
    const kernels::Kernels& kernels_;
    std::vector<Player> players_;  // in the order of the tree
    std::vector<CardId> deck_;     // that the board comes from
    int missing_;                  // cards on the board
    std::uint64_t steps_;
    bool fits_word_;  // whether all sums stay below 2^64
    Answer answer_;  // guarded by `jobs::moment`
};

}  // namespace fivecard::equity
