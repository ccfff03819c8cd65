// Two ranges of hold'em before the flop, from a table of all pairs of hands.
//
// There are 47,008 pairs of hands that differ in more than the names of suits and the order of the players. What a pair
// comes to depends on the four ranks, and on which of the four cards have suits in common: 15 patterns. For a pair of ranks
// against a pair of ranks, ranks_first.hpp gives the result by ranks once, and a correction for every set of cards that may
// be all those of a suit; all patterns are sums of these. Such a block takes some 50 us, and is made when a question first needs
// it: all of them take a fraction of a second, so nothing is stored with the library.
//
// Against a whole range, a hand sums the table over 91 pairs of ranks and the patterns that its own two suits allow, each
// times the weight of all hands there: 910 or 455 products, one beside the other. If the range does not tell suits apart, that is
// the same for all hands of a class.
#pragma once

#include "src/equity/costs.hpp"
#include "src/equity/question.hpp"

namespace fivecard::equity {

bool pair_table_applies(const Question& question);
// About how many seconds it takes one core; for the table alone, what is not yet there of it.
double pair_table_cost(const Question& question, const Costs& costs);
double pair_table_memory(const Question& question, double threads);  // about how many bytes
Answer pair_table(const Question& question, const kernels::Kernels& kernels, int threads);

// Fills all of the table.
void fill_pair_table(const kernels::Kernels& kernels, int threads);

}  // namespace fivecard::equity
