// Memory of a caller, which other threads may change at any moment.
//
// What is looked up must be what was checked, or a look-up goes astray. So no byte of such memory is read twice: a kernel
// loads it into registers once, or takes a snapshot of a block of rows and reads only that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace fivecard::kernels {

// Reads one number, which fills a register. The compiler may not read it a second time instead of keeping it. (An atomic
// load would do, but GCC then makes no vectors of what is looked up.)
template <typename Number>
inline std::uint64_t read_once(const Number* number) {
    std::uint64_t read = static_cast<std::make_unsigned_t<Number>>(*number);
    asm("" : "+r"(read));
    return read;
}

// Room for a private copy of up to `Size` items; a block of rows stays in the nearest cache.
template <typename Item, std::size_t Size>
class Snapshot {
public:
    const Item* take(const Item* from, std::size_t count) {
        // A copy waits for memory where evaluating would not: so what will be copied soon is asked for now.
        const auto* bytes = reinterpret_cast<const char*>(from);
        for (std::size_t i = 0; i < count * sizeof(Item); i += 64) __builtin_prefetch(bytes + 4096 + i);
        std::memcpy(items_, from, count * sizeof(Item));
        asm volatile("" : : "r"(items_) : "memory");  // from here on the copy may not be taken for what it was copied from
        return items_;
    }

private:
    alignas(64) Item items_[Size];
};

}  // namespace fivecard::kernels
