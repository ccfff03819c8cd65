// The pool of threads, and jobs that stop.
#include "tests/check.hpp"

#include "src/cfr/turns.hpp"
#include "src/jobs/forks.hpp"
#include "src/jobs/started.hpp"
#include "src/lasting.hpp"
#include "src/threads.hpp"

#include <atomic>
#include <set>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace fivecard;
using test::check;

namespace {

std::size_t sum_below(std::size_t count) {
    std::vector<std::size_t> found(count);
    in_threads(count, [&](std::size_t number) { found[number] = number + 1; });
    std::size_t sum = 0;
    for (const std::size_t each : found) sum += each;
    return sum;
}

void every_number_is_worked_once() {
    for (const std::size_t count : {0, 1, 2, 3, 8, 1024}) check(sum_below(count) == count * (count + 1) / 2, "each number once");
}

void threads_are_kept() {
    std::set<std::thread::id> seen;
    std::mutex mutex;
    for (int again = 0; again < 200; ++again)
        in_threads(64, [&](std::size_t) {
            const std::lock_guard lock(mutex);
            seen.insert(std::this_thread::get_id());
        });
    check(seen.size() <= std::max(2u, std::thread::hardware_concurrency()), "no more threads than cores, however many are asked for");
}

void work_within_work_ends() {
    std::atomic<std::size_t> sum = 0;
    in_threads(8, [&](std::size_t) { in_threads(8, [&](std::size_t) { sum += sum_below(8); }); });
    check(sum == 64 * 36, "work within work");
}

void many_callers_share_the_pool() {
    std::atomic<std::size_t> wrong = 0;
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 16; ++caller)
        callers.emplace_back([&] {
            for (std::size_t count = 1; count < 200; ++count) wrong += sum_below(count) != count * (count + 1) / 2;
        });
    for (std::thread& caller : callers) caller.join();
    check(wrong == 0, "many callers at once");
}

void the_lowest_failure_is_thrown_once_all_are_done() {
    std::atomic<int> done = 0;
    try {
        in_threads(16, [&](std::size_t number) {
            ++done;
            if (number % 5 == 3) throw std::runtime_error(std::to_string(number));
        });
        check(false, "a failure reaches the caller");
    } catch (const std::runtime_error& failure) {
        check(failure.what() == std::string("3"), "the failure of the lowest number");
    }
    check(done == 16, "all work is done, failures or not");
    check(sum_below(16) == 136, "the pool works after a failure");
}

// Each step notes its part for its thread; steps of one turn never share a part.
void turns_come_one_after_the_other() {
    for (const std::size_t threads : {1, 2, 3, 8, 33}) {
        std::vector<std::vector<std::size_t>> parts(threads);
        std::vector<std::atomic<int>> busy(threads);
        std::atomic<int> clashes = 0;
        limit_draw::in_turns(threads, threads, [&](std::size_t thread, std::size_t begin, std::size_t end) {
            check(end == begin + 1, "a part is one item");
            clashes += busy[begin]++ != 0;
            parts[thread].push_back(begin);
            --busy[begin];
        });
        check(clashes == 0, "two threads are never at one part");
        for (std::size_t thread = 0; thread < threads; ++thread)
            for (std::size_t turn = 0; turn < threads; ++turn)
                check(parts[thread].size() == threads && parts[thread][turn] == (thread + turn) % threads, "every thread goes its way");
    }
}

void a_failure_ends_the_turns() {
    try {
        limit_draw::in_turns(8, 8, [](std::size_t thread, std::size_t begin, std::size_t) {
            if (thread == 2 && begin == 5) throw std::runtime_error("turn");
        });
        check(false, "a failure in a turn reaches the caller");
    } catch (const std::runtime_error&) {
    }
}

// One whose caller wants an end from the first look on.
class Unwanted : public Job {
public:
    int asked = 0;

private:
    bool interrupted() override { return ++asked; }
};

template <typename Work>
bool stops(Work work) {
    try {
        work();
    } catch (const Stopped&) {
        return true;
    }
    return false;
}

void a_job_stops_in_all_its_threads() {
    const auto endless = [] {
        for (;;) jobs::check();
    };
    check(!stops([] { jobs::check(); }), "without a job nothing stops");
    Unwanted job;
    const Job::Scope scope(&job);
    check(stops([&] { in_threads(4, [&](std::size_t) { in_threads(2, [&](std::size_t) { endless(); }); }); }), "the caller is heard");
    std::this_thread::sleep_for(Job::slice + std::chrono::milliseconds(10));
    check(stops([] { jobs::check(); }), "a stopped job stays so");
    check(job.asked == 1, "and its caller was asked once, by its own thread");
    Job late(Job::Clock::now() + std::chrono::milliseconds(20));
    const Job::Scope within(&late);
    check(stops([&] { in_threads(4, [&](std::size_t) { endless(); }); }), "a deadline ends it");
}

// The caller has no work left: it listens while it waits for the others.
void a_waiting_caller_listens() {
    Unwanted job;
    const Job::Scope scope(&job);
    const std::thread::id caller = std::this_thread::get_id();
    std::atomic<bool> helped = false;
    check(stops([&] {
              in_threads(2, [&](std::size_t) {
                  if (std::this_thread::get_id() == caller) {
                      for (int wait = 0; wait < 1000 && !helped; ++wait) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                      return;
                  }
                  helped = true;
                  for (;;) jobs::check();
              });
          }) ||
              !helped,
          "a caller that waits is heard");
}

void started_work_gives_what_came_of_it() {
    std::vector<jobs::Started<std::size_t>> all;
    for (std::size_t number = 0; number < 64; ++number)
        all.emplace_back([number] {
            if (number % 5 == 3) throw std::runtime_error(std::to_string(number));
            return sum_below(number);
        });
    for (std::size_t number = 0; number < all.size(); ++number) {
        try {
            check(all[number].get() == number * (number + 1) / 2 && number % 5 != 3, "the result of what was started");
        } catch (const std::runtime_error& failure) {
            check(failure.what() == std::to_string(number), "the failure of what was started");
        }
    }
}

void started_work_that_nobody_wants_stops() {
    const auto endless = []() -> int {
        for (;;) jobs::check();
    };
    {
        std::vector<jobs::Started<int>> left;
        for (int number = 0; number < 8; ++number) left.emplace_back(endless);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    jobs::Started<int> wanted(endless);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    Unwanted job;
    const Job::Scope scope(&job);
    check(stops([&] { wanted.get(); }), "who asks for a result is heard meanwhile");
}

void a_forked_child_has_its_own_pool() {
    // ThreadSanitizer's runtime starts no threads in a child, and qemu's fails in one.
#if !defined(_WIN32) && !defined(__SANITIZE_THREAD__) && !defined(FIVECARD_FEW_TRIES)
    sum_below(64);
    jobs::Started<std::size_t> started([] { return sum_below(64); });
    const pid_t child = fork();
    if (child == 0) _exit(sum_below(64) == 2080 && started.get() == 2080 ? 0 : 1);
    int status = 1;
    waitpid(child, &status, 0);
    check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "work in a forked child");
    check(sum_below(64) == 2080 && started.get() == 2080, "work after a fork");
#endif
}

// What a child of fork() gives, which has so long; -1 if that is not enough.
#if !defined(_WIN32) && !defined(FIVECARD_FEW_TRIES)
template <typename Work>
int in_child(Work work) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(20);
        _exit(work());
    }
    int status = 1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
#endif

void a_forked_child_begins_anew_what_a_thread_was_making() {
#if !defined(_WIN32) && !defined(FIVECARD_FEW_TRIES)
    static constinit Lasting<const int> number;
    std::atomic<bool> begun = false, forked = false;
    std::thread maker([&] {
        number.get([&] {
            begun = true;
            while (!forked) std::this_thread::yield();
            return 7;
        });
    });
    while (!begun) std::this_thread::yield();
    check(in_child([] { return number.get([] { return 8; }); }) == 8, "a child makes what its parent was making");
    forked = true;
    maker.join();
    check(number.get([] { return 9; }) == 7, "and the parent has what it made");
#endif
}

void a_fork_waits_for_a_moment() {
#if !defined(_WIN32) && !defined(FIVECARD_FEW_TRIES)
    static int changed = 0;
    std::atomic<bool> begun = false;
    std::thread other([&] {
        const std::lock_guard lock(jobs::moment());
        begun = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        changed = 7;
    });
    while (!begun) std::this_thread::yield();
    check(in_child([] {
              const std::lock_guard lock(jobs::moment());
              return changed;
          }) == 7,
          "what the lock guards is whole in a child");
    other.join();
#endif
}

void what_fails_to_be_made_is_made_by_the_next() {
    static constinit Lasting<const int> number;  // it is never given back
    try {
        number.get([]() -> int { throw std::runtime_error("not yet"); });
        check(false, "a failure to make something reaches the caller");
    } catch (const std::runtime_error&) {
    }
    std::atomic<int> made = 0, sum = 0;
    in_threads(8, [&](std::size_t) {
        sum += number.get([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            return ++made;
        });
    });
    check(made == 1 && sum == 8, "others wait for who makes it");
}

void steps_of_all_threads_are_counted() {
    Job job;
    const Job::Scope scope(&job);
    jobs::expect(1000);
    in_threads(8, [](std::size_t) {
        for (int i = 0; i < 125; ++i) jobs::step();
    });
    check(job.progress().begun == 1000 && job.progress().expected == 1000, "every step is counted");
    job.stop();
    bool stopped = false;
    try {
        jobs::step();
    } catch (const Stopped&) {
        stopped = true;
    }
    check(stopped, "a step hears that the job is to stop");
}

void memory_is_refused_before_it_is_taken() {
    struct Small : Job {
        std::uint64_t allowed_memory() override { return 1 << 27; }
    } job;
    const auto refused = [](double bytes) {
        try {
            jobs::ask_for_memory(bytes, "take less");
        } catch (const TooLarge& large) {
            return large.allowed == 1 << 27 && std::string_view(large.instead) == "take less";
        }
        return false;
    };
    check(!refused(1e30), "without a job any memory may be taken");
    const Job::Scope scope(&job);
    check(!refused(1 << 27) && refused((1 << 27) + 1) && refused(1e30), "as much as is allowed, and no more");
}

}  // namespace

int main() {
    steps_of_all_threads_are_counted();
    memory_is_refused_before_it_is_taken();
    every_number_is_worked_once();
    threads_are_kept();
    work_within_work_ends();
    many_callers_share_the_pool();
    the_lowest_failure_is_thrown_once_all_are_done();
    turns_come_one_after_the_other();
    a_failure_ends_the_turns();
    a_job_stops_in_all_its_threads();
    a_waiting_caller_listens();
    started_work_gives_what_came_of_it();
    started_work_that_nobody_wants_stops();
    a_forked_child_has_its_own_pool();
    a_forked_child_begins_anew_what_a_thread_was_making();
    a_fork_waits_for_a_moment();
    what_fails_to_be_made_is_made_by_the_next();
    return test::result();
}
