// Three ranges of hold'em, each of equal weights, exactly: by inclusion and exclusion on every board. ranges_on_boards.hpp has
// the derivation.
#pragma once

#include "src/equity/costs.hpp"
#include "src/equity/question.hpp"

namespace fivecard::equity {

bool three_ranges_applies(const Question& question);
double three_ranges_cost(const Question& question, const Costs& costs);  // about how many seconds it takes one core
double three_ranges_memory(const Question& question, double threads);         // about how many bytes
Answer three_ranges(const Question& question, const kernels::Kernels& kernels, int threads);

}  // namespace fivecard::equity
