// The threads of the process: made when they are first of use, and kept.
//
// Whoever has work to share offers it and does it, too: threads of the pool only join in, so work within work, and any
// number of callers, get to their end even where no thread is free. There are no more threads than cores: others would
// bring nothing. A forked child has a pool of its own. The pool is never destroyed: at the end of the process its
// threads sleep, and touch nothing.
#pragma once

#include "src/jobs/job.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>

namespace fivecard::jobs {

class Pool;

// Calls with the numbers from 0 up, which some threads share.
class Calls {
public:
    using Call = void (*)(void* what, std::size_t number);

    Calls(std::size_t count, Call call, void* what, Job* job = Job::current()) : count_(count), call_(call), what_(what), job_(job) {}

    // Makes all of them. What one throws is thrown here, once all are done; of several, what the lowest number throws.
    void run();

    // Lets threads of the pool make them while the caller goes on. Afterwards comes `run`, which makes those that nobody
    // has begun, or `abandon`, which leaves them; both wait for the others.
    void start();
    void abandon();

private:
    friend class Pool;

    void work();

    const std::size_t count_;
    const Call call_;
    void* const what_;
    Job* const job_;
    std::atomic<std::size_t> next_ = 0;
    Pool* pool_ = nullptr;  // to which they were offered
    // The rest is guarded by its mutex.
    std::size_t places_ = 0;   // for threads that may still join in
    std::size_t helpers_ = 0;  // threads of the pool that are at it
    std::condition_variable left_;
    std::size_t failed_ = 0;
    std::exception_ptr failure_;
};

}  // namespace fivecard::jobs
