// The exact methods. Each says what it would cost, in seconds and in memory; a question goes to the cheapest that fits.
#pragma once

#include "src/equity/costs.hpp"
#include "src/equity/question.hpp"

#include <span>

namespace fivecard::equity {

struct Method {
    const char* name;
    double (*cost)(const Question& question,
                   const Costs& costs);  // about how many seconds it takes one core; infinity where it does not apply
    double (*memory)(const Question& question, double threads);       // about how many bytes, where it applies
    Answer (*answer)(const Question& question, const kernels::Kernels& kernels, int threads);
    bool remembers;  // whether most of the cost is for something that later questions need not make again
};

// The last goes through all deals; enumerate.hpp has it step by step.
std::span<const Method> methods();

// The cheapest method whose memory is at most `most_memory`. Where there is none, `seconds` is infinity, and `bytes` is the
// least that any would take: 0 if none applies.
struct Choice {
    std::size_t method;
    double seconds, bytes;
};
Choice choose_method(const Question& question, const kernels::Kernels& kernels, int threads);

}  // namespace fivecard::equity
