// Calls into code that may end this very thread: that of Python does so with daemon threads when Python ends, before 3.14.
#pragma once

#ifndef _WIN32
#include <pthread.h>
#include <unistd.h>
#endif

namespace fivecard::jobs {

// Makes a call, which throws nothing. Where it ends the thread, the thread sleeps until the process ends instead: it cannot be
// unwound through C++ that throws nothing, and others may be at work on what lies on its stack.
template <typename Call>
void never_ended(Call call) {
#ifdef _WIN32
    call();
#else
    const auto sleep = [](void*) {
        for (;;) pause();
    };
    pthread_cleanup_push(sleep, nullptr);
    call();
    pthread_cleanup_pop(0);
#endif
}

}  // namespace fivecard::jobs
