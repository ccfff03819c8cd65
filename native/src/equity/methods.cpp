#include "methods.hpp"

#include "ranks_first.hpp"

namespace fivecard::equity {

std::span<const Method> methods() {
    static constexpr Method all[] = {
        {"ranks first, flushes as corrections", ranks_first_cost, ranks_first},
    };
    return all;
}

}  // namespace fivecard::equity
