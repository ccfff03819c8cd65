// Work side by side.
#pragma once

#include "src/jobs/pool.hpp"

#include <algorithm>
#include <cstddef>

namespace fivecard {

// Does `work(0)` to `work(count - 1)` side by side, as far as threads are free. What one of them throws is thrown here.
template <typename Work>
void in_threads(std::size_t count, Work work) {
    jobs::Calls(count, [](void* what, std::size_t number) { (*static_cast<Work*>(what))(number); }, &work).run();
}

}  // namespace fivecard
