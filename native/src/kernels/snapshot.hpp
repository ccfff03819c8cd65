// Memory of a caller, which other threads may change at any moment.
//
// What is looked up must be what was checked, or a look-up goes astray. So no byte of such memory is read twice: a kernel
// loads it into registers once, or takes a snapshot of a block of rows and reads only that.
#pragma once

#include <fivecard/platform.hpp>

#include <cstddef>

namespace fivecard::kernels {

// Room for a private copy of up to `Size` items; a block of rows stays in the nearest cache.
template <typename Item, std::size_t Size>
class Snapshot {
public:
    const Item* take(const Item* from, std::size_t count) {
        // A copy waits for memory where evaluating would not: so what will be copied soon is asked for now.
        const auto* bytes = reinterpret_cast<const char*>(from);
        for (std::size_t i = 0; i < count * sizeof(Item); i += 64) prefetch(bytes + 4096 + i);
        copy_once(items_, from, count * sizeof(Item));
        return items_;
    }

private:
    alignas(64) Item items_[Size];
};

}  // namespace fivecard::kernels
