// A call that may last: it can be stopped by its caller, or by a deadline; it says how far it is; and it asks before it takes
// much memory.
//
// The thread that begins a job works for it, and so does every thread that helps it (see threads.hpp): each knows the
// job, so loops ask `jobs::stopped()` or `jobs::check()` between steps, of some 10 ms at most, without being handed
// anything. Without a job, as in the library's own tests, nothing stops, and any memory may be taken.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <limits>
#include <thread>

namespace fivecard {

// Thrown out of work that was told to stop.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "the work was stopped"; }
};

// Thrown instead of taking more memory than a job may.
struct TooLarge : std::exception {
    std::uint64_t bytes, allowed;
    const char* instead;  // what would do, as an advice

    TooLarge(std::uint64_t wanted, std::uint64_t most, const char* advice) : bytes(wanted), allowed(most), instead(advice) {}
    const char* what() const noexcept override { return "the work would take more memory than it may"; }
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

    // How far the work is: steps that were begun, out of those that are known of so far.
    struct Progress {
        std::uint64_t begun, expected;
    };
    Progress progress() const { return {begun_.load(std::memory_order_relaxed), expected_.load(std::memory_order_relaxed)}; }
    void expect(std::uint64_t steps) { expected_.fetch_add(steps, std::memory_order_relaxed); }
    void begin(std::uint64_t steps) { begun_.fetch_add(steps, std::memory_order_relaxed); }

    // How many bytes it may take. Threads that help are not asked: who began the job asks for all.
    std::uint64_t memory() { return std::this_thread::get_id() == owner_ ? allowed_memory() : unlimited; }

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

    // Whether the caller wants an end; asked in the thread that began the job only. Here the caller hears of progress.
    virtual bool interrupted() { return false; }

    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
    virtual std::uint64_t allowed_memory() { return unlimited; }

    std::atomic<bool> stop_ = false;
    std::atomic<std::uint64_t> begun_ = 0, expected_ = 0;
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

// So many steps will come. Work with several loops names the steps of all before the first, or progress goes back.
inline void expect(std::uint64_t steps) {
    if (Job* job = Job::current()) job->expect(steps);
}

// The next steps begin, unless the work is to stop.
inline void step(std::uint64_t steps = 1) {
    if (Job* job = Job::current()) {
        job->begin(steps);
        if (job->stopped()) throw Stopped();
    }
}

// Asks for memory before it is taken: by the thread that began the job, for all threads. `instead` says what would do.
inline void ask_for_memory(double bytes, const char* instead) {
    constexpr double little = 1 << 26;  // not worth asking
    if (bytes < little) return;
    if (Job* job = Job::current())
        if (const std::uint64_t allowed = job->memory(); bytes > static_cast<double>(allowed))
            throw TooLarge(bytes < 0x1p63 ? static_cast<std::uint64_t>(bytes) : std::uint64_t{1} << 63, allowed, instead);
}

// The same as `check` where the deadline is for others to keep.
inline void check_cancelled() {
    if (Job* job = Job::current(); job && job->cancelled()) throw Stopped();
}

}  // namespace jobs
}  // namespace fivecard
