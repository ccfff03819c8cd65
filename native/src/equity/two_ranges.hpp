// Two ranges of hold'em with at least three cards of the board known, or none: every hand against the other range, exactly.
// ranges_on_boards.hpp has the derivation.
#pragma once

#include "question.hpp"

namespace fivecard::equity {

bool two_ranges_applies(const Question& question);
double two_ranges_cost(const Question& question);  // about how many seconds it takes one core
Answer two_ranges(const Question& question, const kernels::Kernels& kernels, int threads);

}  // namespace fivecard::equity
