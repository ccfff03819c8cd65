// What is made when it is first needed, and never destroyed: when the process ends, threads may still be working with it.
#pragma once

#include "src/jobs/forks.hpp"

namespace fivecard {

// To be `static constinit`: what makes the static variables of functions keeps a forked child waiting for ever, where its
// parent was at it.
template <typename Made>
class Lasting {
public:
    constexpr Lasting() = default;

    // What `make` gives, the first time.
    template <typename Make>
    Made& get(Make make) {
        once_([&] { made_ = new Made(make()); });
        return *made_;
    }

private:
    jobs::Once once_;
    Made* made_ = nullptr;
};

}  // namespace fivecard
