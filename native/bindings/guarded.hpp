// Objects that work without the interpreter's lock, and change: when several threads call one, they go one after the other.
#pragma once

#include "common.hpp"

#include <mutex>

template <typename Made>
class Guarded : public Made {
public:
    using Made::Made;

    // Does `work` without the interpreter, and without any other thread at this object.
    template <typename Work>
    void alone(Work work) {
        released([&] {
            const std::lock_guard lock(mutex_);
            work();
        });
    }

private:
    std::mutex mutex_;
};
