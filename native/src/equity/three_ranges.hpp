// Three ranges of hold'em, each of equal weights, exactly: by inclusion and exclusion on every board. ranges_on_boards.hpp has
// the derivation.
#pragma once

#include "question.hpp"

namespace fivecard::equity {

bool three_ranges_applies(const Question& question);
double three_ranges_cost(const Question& question);  // about how many seconds it takes one core
Answer three_ranges(const Question& question, const kernels::Kernels& kernels, int threads);

}  // namespace fivecard::equity
