// Work side by side.
#pragma once

#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace fivecard {

// Does `work(0)` to `work(count - 1)` side by side. What a thread cannot be had for is done here, and what one of them
// throws is thrown here.
template <typename Work>
void in_threads(std::size_t count, Work work) {
    std::vector<std::exception_ptr> failures(count);
    const auto guarded = [&](std::size_t number) {
        try {
            work(number);
        } catch (...) {
            failures[number] = std::current_exception();
        }
    };
    std::vector<std::thread> others;  // nothing throws between here and their joining
    others.reserve(count);
    for (std::size_t number = 1; number < count; ++number) {
        try {
            others.emplace_back(guarded, number);
        } catch (const std::exception&) {
            guarded(number);
        }
    }
    if (count) guarded(0);
    for (std::thread& other : others) other.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

}  // namespace fivecard
