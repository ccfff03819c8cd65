// Threads that take turns at what they share.
#pragma once

#include <threads.hpp>

#include <condition_variable>
#include <mutex>

namespace fivecard::betting {

// Does `work(thread, begin, end)` so that at any moment no two threads are at the same part of `size` items, and every
// thread gets to all of them; in the same order whenever it is done again.
//
// A turn begins when all have ended the one before. Steps are taken in order, so whoever waits for a turn waits for
// steps that somebody is at: however few threads there are, none waits for ever.
template <typename Work>
void in_turns(std::size_t threads, std::size_t size, Work work) {
    std::mutex mutex;
    std::condition_variable turned;
    std::size_t next = 0, ended = 0;
    bool failed = false;
    in_threads(threads, [&](std::size_t) {
        std::unique_lock lock(mutex);
        while (next < threads * threads && !failed) {
            const std::size_t turn = next / threads, thread = next % threads, part = (thread + turn) % threads;
            ++next;
            turned.wait(lock, [&] { return ended >= turn * threads || failed; });
            if (failed) return;
            lock.unlock();
            try {
                work(thread, part * size / threads, (part + 1) * size / threads);
            } catch (...) {
                lock.lock();
                failed = true;
                turned.notify_all();
                throw;
            }
            lock.lock();
            if (++ended % threads == 0) turned.notify_all();
        }
    });
}

}  // namespace fivecard::betting
