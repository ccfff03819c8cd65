// The exact methods that answer in one go. Each says what it would cost; the cheapest is chosen elsewhere.
#pragma once

#include "question.hpp"

#include <span>

namespace fivecard::equity {

struct Method {
    const char* name;
    double (*cost)(const Question& question);  // about how many seconds it takes one core; infinity where it does not apply
    Answer (*answer)(const Question& question, const kernels::Kernels& kernels, int threads);
    bool remembers;  // whether most of the cost is for something that later questions need not make again
};

std::span<const Method> methods();

}  // namespace fivecard::equity
