// What becomes of locks in a child of fork(), which has none of the other threads: what one of them had taken, nobody there
// gives back.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>

namespace fivecard::jobs {

// The number of this process among those that led to it by fork(), from 1 on.
std::uint32_t process();

// The lock for what takes a moment, and calls nothing that waits. fork() waits for it, so in a child it is free, and what it
// guards is whole.
std::mutex& moment();

// Work that is done once, by the first who asks, while others wait. In a child of fork() whose parent was at it, it begins
// anew: it must not depend on how far it had come.
class Once {
public:
    constexpr Once() = default;

    template <typename Work>
    void operator()(Work work) {
        for (std::uint32_t at = at_.load(std::memory_order_acquire); at != done;) {
            const std::uint32_t own = process();
            if (at == own) {
                std::this_thread::sleep_for(std::chrono::microseconds(50));
                at = at_.load(std::memory_order_acquire);
            } else if (at_.compare_exchange_weak(at, own, std::memory_order_acquire)) {
                try {
                    work();
                } catch (...) {
                    at_.store(nobody, std::memory_order_release);
                    throw;
                }
                at_.store(done, std::memory_order_release);
                return;
            }
        }
    }

private:
    static constexpr std::uint32_t nobody = 0, done = ~std::uint32_t{0};

    std::atomic<std::uint32_t> at_ = nobody;  // the process in which a thread is at it
};

}  // namespace fivecard::jobs
