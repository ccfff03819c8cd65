// Threads that take turns at what they share.
#pragma once

#include "src/jobs/forks.hpp"
#include "src/threads.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>

namespace fivecard::limit_draw {

// Whose turn it is. In a child of fork() the other threads are not there, while the lock may be one's and the condition
// waited for by another: to take the one or to destroy the other would wait for ever.
struct Turns {
    const std::uint32_t process = jobs::process();
    std::mutex mutex;
    std::condition_variable turned;
    std::size_t next = 0, ended = 0;
    bool failed = false;

    bool forked() const { return process != jobs::process(); }
    struct Delete {
        void operator()(Turns* turns) const {
            if (!turns->forked()) delete turns;
        }
    };
};

// Does `work(thread, begin, end)` so that at any moment no two threads are at the same part of `size` items, and every
// thread gets to all of them; in the same order whenever it is done again.
//
// A turn begins when all have ended the one before. Steps are taken in order, so whoever waits for a turn waits for
// steps that somebody is at: however few threads there are, none waits for ever.
template <typename Work>
void in_turns(std::size_t threads, std::size_t size, Work work) {
    const std::unique_ptr<Turns, Turns::Delete> turns(new Turns);
    in_threads(threads, [&](std::size_t) {
        std::unique_lock lock(turns->mutex);
        while (turns->next < threads * threads && !turns->failed) {
            const std::size_t turn = turns->next / threads, thread = turns->next % threads, part = (thread + turn) % threads;
            ++turns->next;
            turns->turned.wait(lock, [&] { return turns->ended >= turn * threads || turns->failed; });
            if (turns->failed) return;
            lock.unlock();
            try {
                work(thread, part * size / threads, (part + 1) * size / threads);
            } catch (...) {
                if (turns->forked()) throw;
                lock.lock();
                turns->failed = true;
                turns->turned.notify_all();
                throw;
            }
            lock.lock();
            if (++turns->ended % threads == 0) turns->turned.notify_all();
        }
    });
}

}  // namespace fivecard::limit_draw
