// Two ranges of hold'em with at least three cards of the board known, or none: every hand against the other range, exactly.
// ranges_on_boards.hpp has the derivation.
#pragma once

#include "src/equity/costs.hpp"
#include "src/equity/question.hpp"

namespace fivecard::equity {

bool two_ranges_applies(const Question& question);
double two_ranges_cost(const Question& question, const Costs& costs);  // about how many seconds it takes one core
double two_ranges_memory(const Question& question, double threads);         // about how many bytes
Answer two_ranges(const Question& question, const kernels::Kernels& kernels, int threads);

}  // namespace fivecard::equity
