#include "src/jobs/forks.hpp"

#ifndef _WIN32
#include <pthread.h>
#endif

namespace fivecard::jobs {
namespace {

std::atomic<std::uint32_t> process_number = 1;
constinit std::mutex moment_lock;

#ifndef _WIN32
[[maybe_unused]] const int at_fork = pthread_atfork([] { moment_lock.lock(); }, [] { moment_lock.unlock(); },
                                                    [] {
                                                        ++process_number;
                                                        moment_lock.unlock();
                                                    });
#endif

}  // namespace

std::uint32_t process() { return process_number.load(std::memory_order_relaxed); }

std::mutex& moment() { return moment_lock; }

}  // namespace fivecard::jobs
