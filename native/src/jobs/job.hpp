// A call that may last: it can be stopped by its caller, or by a deadline.
//
// The thread that begins a job works for it, and so does every thread that helps it (see threads.hpp): each knows the
// job, so loops ask `jobs::stopped()` or `jobs::check()` between steps, of some 10 ms at most, without being handed
// anything. Without a job, as in the library's own tests, nothing stops.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

namespace fivecard {

// Thrown out of work that was told to stop.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "the work was stopped"; }
};

class Job {
public:
    using Clock = std::chrono::steady_clock;

    // How often the thread that began the job looks whether its caller wants it to stop.
    static constexpr std::chrono::milliseconds slice{50};

    explicit Job(Clock::time_point deadline = Clock::time_point::max()) : deadline_(deadline) {}
    virtual ~Job() = default;
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    void stop() { stop_.store(true, std::memory_order_relaxed); }

    // Whether the caller wants no result any more.
    bool cancelled() { return cancelled(Clock::now()); }

    // The same, or it is time to come to an end.
    bool stopped() {
        const Clock::time_point now = Clock::now();
        return now >= deadline_ || cancelled(now);
    }

    // The job that this thread works for, if any.
    static Job*& current();

    // As long as it lives, this thread works for a job.
    class Scope {
    public:
        explicit Scope(Job* job) : before_(current()) { current() = job; }
        ~Scope() { current() = before_; }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Job* before_;
    };

private:
    bool cancelled(Clock::time_point now) {
        if (stop_.load(std::memory_order_relaxed)) return true;
        if (now >= next_look_.load(std::memory_order_relaxed) && std::this_thread::get_id() == owner_) {
            next_look_.store(now + slice, std::memory_order_relaxed);
            if (interrupted()) stop();
        }
        return stop_.load(std::memory_order_relaxed);
    }

    // Whether the caller wants an end; asked in the thread that began the job only.
    virtual bool interrupted() { return false; }

    std::atomic<bool> stop_ = false;
    const Clock::time_point deadline_;
    const std::thread::id owner_ = std::this_thread::get_id();
    std::atomic<Clock::time_point> next_look_ = Clock::now() + slice;
};

namespace jobs {

// Whether to leave, with what there is.
inline bool stopped() {
    Job* job = Job::current();
    return job && job->stopped();
}

// The same for work of which a part is worth nothing.
inline void check() {
    if (stopped()) throw Stopped();
}

// The same where the deadline is for others to keep.
inline void check_cancelled() {
    if (Job* job = Job::current(); job && job->cancelled()) throw Stopped();
}

}  // namespace jobs
}  // namespace fivecard
