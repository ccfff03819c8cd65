// Objects that work without the interpreter's lock, and change: when several threads call one, they go one after the other.
#pragma once

#include "bindings/common.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "src/jobs/forks.hpp"

template <typename Made>
class Guarded : public Made {
public:
    using Made::Made;

    // Does `work` without the interpreter, and without any other thread at this object.
    template <typename Work>
    void alone(Work work) {
        released([&] { alone_here(work); });
    }

    // The same for a thread that has given the interpreter away.
    template <typename Work>
    void alone_here(Work work) {
        const Turn turn(taken_by_);
        work();
    }

private:
    using Process = std::atomic<std::uint32_t>;

    // Who waits for a turn can be stopped like who works. In a forked child nobody gives back what another thread had taken, and
    // it is half changed.
    class Turn {
    public:
        explicit Turn(Process& taken_by) : taken_by_(taken_by) {
            const std::uint32_t own = fivecard::jobs::process();
            for (std::uint32_t by = nobody; !taken_by_.compare_exchange_weak(by, own, std::memory_order_acquire); by = nobody) {
                if (by != nobody && by != own)
                    throw std::runtime_error("this object was in use by another thread when this process was forked: make it anew");
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                fivecard::jobs::check();
            }
        }
        ~Turn() { taken_by_.store(nobody, std::memory_order_release); }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        static constexpr std::uint32_t nobody = 0;
        Process& taken_by_;
    };

    Process taken_by_ = 0;
};
