// Two known hands before the flop, exactly: ranks first, flushes as corrections.
//
// Suits aside, a hand's strength depends on the ranks of the board only, and the two columns of the hands (rank_boards.hpp)
// say who wins on each of the 6,188. How many boards have these ranks is a product: with m cards of a rank of which n are
// left, C(n, m). That settles all boards on which nobody has a flush.
//
// A flush takes at least three cards of a suit on the board, so a board has at most one such suit, and the suits can be
// gone through one by one. If the board has exactly the ranks S in the suit, the others are any of the other suits: C(n, m)
// again, with n the cards left in those. For each S, and each choice of ranks for the others, the result by ranks alone is
// taken back and the result with flushes put in its place: a flush counts where it is more than the ranks give, since four
// of a kind beats most flushes. In hold'em a hand with one card of the suit needs S of four, and if nobody has any, the flush
// on the board is shared by all, if it is not beaten; in Omaha, a hand without two cards of the suit has no flush.
//
// What a suit corrects depends on the cards of both hands in that suit, and otherwise only on the ranks of all cards that
// are gone. The table of all pairs (pair_table.hpp) is made of that.
#pragma once

#include "src/equity/costs.hpp"
#include "src/equity/question.hpp"
#include "src/equity/rank_columns.hpp"

#include <optional>

namespace fivecard::equity {

// What the two hands are compared by: hold'em under a ranking, or Omaha.
struct Showdown {
    const Ranking& ranking;
    bool omaha;
};

// Two hands that share no card with each other, and none of them with what is `gone`.
class HandAgainstHand {
public:
    HandAgainstHand(const kernels::Kernels& kernels, Showdown showdown)
        : kernels_(kernels), showdown_(showdown), best_(showdown.omaha ? new RankColumn[2] : nullptr) {}

    Comparison compare(CardSet first, CardSet second, CardSet gone);

    // The parts of that: the columns of both hands, which the others use; the result by ranks alone; and the correction of a
    // suit. `gone` includes the cards of both hands.
    void set_hands(CardSet first, CardSet second);
    Comparison by_ranks(CardSet gone) const;
    Comparison correction(CardSet first, CardSet second, CardSet gone, int suit) const;

private:
    const RankColumn& column_of(CardSet hand, RankColumn* room) const;

    const kernels::Kernels& kernels_;
    Showdown showdown_;
    std::unique_ptr<RankColumn[]> best_;  // in Omaha, of all pairs in a hand
    const RankColumn *first_ = nullptr, *second_ = nullptr;
    CardSet first_hand_ = 0;  // of which `first_` is the column
};

// What a question compares hands by, if its board has five cards of which all can be used, and one ranking decides in which
// a flush is good.
std::optional<Showdown> showdown_of(const Question& question);

// Whether the hands of all ranges are known, of two players, and no card of the board is.
bool ranks_first_applies(const Question& question);
double ranks_first_cost(const Question& question, const Costs& costs);  // about how many seconds it takes one core
double ranks_first_memory(const Question& question, double threads);       // about how many bytes
Answer ranks_first(const Question& question, const kernels::Kernels& kernels, int threads);

}  // namespace fivecard::equity
