// Threads that take turns at what they share.
#pragma once

#include <threads.hpp>

namespace fivecard::betting {

// Does `work(thread, begin, end)` so that at any moment no two threads are at the same part of `size` items, and every
// thread gets to all of them; in the same order whenever it is done again.
template <typename Work>
void in_turns(std::size_t threads, std::size_t size, Work work) {
    for (std::size_t turn = 0; turn < threads; ++turn)
        in_threads(threads, [&](std::size_t thread) {
            const std::size_t part = (thread + turn) % threads;
            work(thread, part * size / threads, (part + 1) * size / threads);
        });
}

}  // namespace fivecard::betting
