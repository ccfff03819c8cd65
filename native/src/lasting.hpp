// What is made when it is first needed, and never destroyed: when the process ends, threads may still be working with it.
#pragma once

#include <utility>

namespace fivecard {

template <typename Made>
class Lasting {
public:
    template <typename... From>
    explicit Lasting(From&&... from) : made_(*new Made(std::forward<From>(from)...)) {}

    Made& operator*() const { return made_; }

private:
    Made& made_;
};

}  // namespace fivecard
