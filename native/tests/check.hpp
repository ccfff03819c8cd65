// What the test programs share: a check that names what it was about, and goes on.
#pragma once

#include "src/jobs/job.hpp"

#include <cstdio>
#include <string>
#include <type_traits>

namespace fivecard::test {

// ThreadSanitizer takes a hundred times as long, and looks at what threads share, not at what they find; an emulator takes
// ten times as long. A few tries do for both.
#if defined(__SANITIZE_THREAD__) || defined(FIVECARD_FEW_TRIES)
inline constexpr bool few_tries = true;
#else
inline constexpr bool few_tries = false;
#endif

template <typename Number>
constexpr Number tries(Number usual, Number few) {
    return few_tries ? few : usual;
}

inline int failures = 0;

// The first few failures are told; all are counted. `what` is a text, or a function that makes one where it is needed.
template <typename What>
void check(bool right, const What& what) {
    if (right || ++failures > 10) return;
    std::string text;
    if constexpr (std::is_invocable_v<What>) text = what();
    else text = what;
    std::fprintf(stderr, "wrong: %s\n", text.c_str());
}

// Whether work hears that nobody wants it.
template <typename Work>
bool stops(Work work) {
    Job job;
    job.stop();
    const Job::Scope scope(&job);
    try {
        work();
    } catch (const Stopped&) {
        return true;
    }
    return false;
}

inline int result() {
    if (failures) std::fprintf(stderr, "%d checks failed\n", failures);
    return failures ? 1 : 0;
}

}  // namespace fivecard::test
