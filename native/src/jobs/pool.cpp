#include "src/jobs/pool.hpp"

#include "src/jobs/forks.hpp"

#include <algorithm>
#include <deque>
#include <system_error>
#include <thread>

#ifndef _WIN32
#include <pthread.h>
#include <signal.h>
#endif

namespace fivecard {

Job*& Job::current() {
    thread_local Job* job = nullptr;
    return job;
}

namespace jobs {
namespace {

// Signals are for the threads of the caller, who may be waiting for one in a system call; those for mistakes of this
// very thread cannot go elsewhere.
void leave_signals_to_others() {
#ifndef _WIN32
    sigset_t signals;
    sigfillset(&signals);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) sigdelset(&signals, own);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
#endif
}

}  // namespace

class Pool {
public:
    // In a child of fork() there are none of the threads, and whoever held the mutex is not there to give it back.
    static Pool& get() {
        Pool* pool = process_pool.load();
        if (!pool || pool->process_ != process()) {
            auto* made = new Pool;
            if (process_pool.compare_exchange_strong(pool, made)) pool = made;
            else delete made;
        }
        return *pool;
    }

    // To one thread less than there are cores where the caller works, too.
    void offer(Calls& calls, bool caller_works) {
        const std::size_t most_threads = cores_ - caller_works;
        const std::lock_guard lock(mutex_);
        calls.pool_ = this;
        calls.places_ = std::min(calls.count_ - caller_works, most_threads);
        open_.push_back(&calls);
        for (std::size_t more = std::min(calls.places_, idle_); more; --more) wake_.notify_one();
        for (std::size_t missing = calls.places_ - std::min(calls.places_, idle_); missing && threads_ < most_threads; --missing) {
            try {
                std::thread([this] { serve(); }).detach();
            } catch (const std::system_error&) {
                break;  // the caller does what no thread can be had for
            }
            ++threads_;
        }
    }

    // Lets nobody else join in, and waits until all who did have left. In a child of fork() they are not there.
    void finish(Calls& calls) {
        if (calls.pool_ != this) return;
        std::unique_lock lock(mutex_);
        close(calls);
        while (calls.helpers_) {
            if (calls.left_.wait_for(lock, Job::slice) == std::cv_status::no_timeout) continue;
            lock.unlock();
            if (Job* own = Job::current(); own && own->cancelled() && calls.job_) calls.job_->stop();  // helpers hear of it
            if (process() != process_) return;                                               // to be asked may run anything
            lock.lock();
        }
    }

    void fail(Calls& calls, std::size_t number) {
        const std::lock_guard lock(mutex_);
        if (calls.failure_ && calls.failed_ < number) return;
        calls.failed_ = number;
        calls.failure_ = std::current_exception();
    }

private:
    static std::atomic<Pool*> process_pool;

    void close(Calls& calls) {
        if (const auto found = std::find(open_.begin(), open_.end(), &calls); found != open_.end()) open_.erase(found);
    }

    [[noreturn]] void serve() {
        leave_signals_to_others();
        std::unique_lock lock(mutex_);
        for (;;) {
            while (open_.empty()) {
                ++idle_;
                wake_.wait(lock);
                --idle_;
            }
            Calls& calls = *open_.front();
            ++calls.helpers_;
            if (!--calls.places_) close(calls);
            lock.unlock();
            {
                const Job::Scope scope(calls.job_);
                calls.work();
            }
            lock.lock();
            if (!--calls.helpers_) calls.left_.notify_one();
        }
    }

    const std::uint32_t process_ = process();
    const std::size_t cores_ = std::max(2u, std::thread::hardware_concurrency());
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Calls*> open_;  // what may be joined, the oldest first
    std::size_t threads_ = 0, idle_ = 0;
};

std::atomic<Pool*> Pool::process_pool = nullptr;

void Calls::work() {
    for (std::size_t number; (number = next_++) < count_;) {
        try {
            call_(what_, number);
        } catch (...) {
            Pool::get().fail(*this, number);
        }
    }
}

void Calls::run() {
    if (count_ > 1 && !pool_) Pool::get().offer(*this, true);
    work();
    if (pool_) Pool::get().finish(*this);
    if (failure_) std::rethrow_exception(failure_);
}

void Calls::start() { Pool::get().offer(*this, false); }

void Calls::abandon() {
    next_ = count_;
    Pool::get().finish(*this);
}

}  // namespace jobs
}  // namespace fivecard
