// Objects that work without the interpreter's lock, and change: when several threads call one, they go one after the other.
#pragma once

#include "common.hpp"

#include <condition_variable>
#include <mutex>

template <typename Made>
class Guarded : public Made {
public:
    using Made::Made;

    // Does `work` without the interpreter, and without any other thread at this object.
    template <typename Work>
    void alone(Work work) {
        released([&] {
            const Turn turn(*this);
            work();
        });
    }

private:
    // Who waits for a turn can be stopped like who works.
    class Turn {
    public:
        explicit Turn(Guarded& object) : object_(object) {
            std::unique_lock lock(object_.mutex_);
            while (object_.is_taken_) {
                if (object_.given_back_.wait_for(lock, fivecard::Job::slice) == std::cv_status::no_timeout) continue;
                lock.unlock();
                fivecard::jobs::check();
                lock.lock();
            }
            object_.is_taken_ = true;
        }
        ~Turn() {
            const std::lock_guard lock(object_.mutex_);
            object_.is_taken_ = false;
            object_.given_back_.notify_one();
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        Guarded& object_;
    };

    std::mutex mutex_;  // of the others, held for a moment only
    std::condition_variable given_back_;
    bool is_taken_ = false;
};
