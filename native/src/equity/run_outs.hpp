// Few hands of two players on a flop or turn: every pair of hands, on every way that the board can be completed.
//
// Two cards are missing at most, so that one pair of hands has up to 990 boards. The array kernels take all of them at once,
// which for some dozens of pairs is less work than to set a range up by cards (two_ranges.hpp); and it goes for Omaha too.
#pragma once

#include "src/equity/costs.hpp"
#include "src/equity/question.hpp"

namespace fivecard::equity {

bool run_outs_applies(const Question& question);
double run_outs_cost(const Question& question, const Costs& costs);  // about how many seconds it takes one core
double run_outs_memory(const Question& question, double threads);         // about how many bytes
Answer run_outs(const Question& question, const kernels::Kernels& kernels, int threads);

}  // namespace fivecard::equity
