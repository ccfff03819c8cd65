#include "methods.hpp"

#include "ranks_first.hpp"
#include "two_ranges.hpp"

namespace fivecard::equity {

std::span<const Method> methods() {
    static constexpr Method all[] = {
        {"ranks first, flushes as corrections", ranks_first_cost, ranks_first},
        {"every hand against a range, board by board", two_ranges_cost, two_ranges},
    };
    return all;
}

}  // namespace fivecard::equity
