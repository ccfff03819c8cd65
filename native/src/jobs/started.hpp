// Work that the pool does while the thread that started it goes on.
#pragma once

#include "src/jobs/pool.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace fivecard::jobs {

// It is a job of its own. Destroyed before its result was asked for, it is stopped.
template <typename Result>
class Started {
public:
    explicit Started(std::function<Result()> work) : state_(std::make_unique<State>(std::move(work))) { state_->calls.start(); }
    Started(Started&&) = default;
    Started& operator=(Started&&) = delete;
    ~Started() {
        if (!state_) return;
        state_->job.stop();
        state_->calls.abandon();
    }

    // What came of it, once; what it threw is thrown. Works here and now if no thread has begun it. Where the caller is
    // itself a job that is cancelled, so is this.
    Result get() {
        const auto state = std::move(state_);
        state->calls.run();
        // The thread that had begun it is not there in a forked child.
        return state->result ? *std::move(state->result) : state->work();
    }

private:
    struct State {
        std::function<Result()> work;
        std::optional<Result> result;
        Job job;
        Calls calls;

        explicit State(std::function<Result()> some) : work(std::move(some)), calls(1, &do_it, this, &job) {}

        static void do_it(void* what, std::size_t) {
            State& state = *static_cast<State*>(what);
            state.result.emplace(state.work());
        }
    };

    std::unique_ptr<State> state_;
};

}  // namespace fivecard::jobs
