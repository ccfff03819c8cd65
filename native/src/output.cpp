#include "src/output.hpp"

#include "src/jobs/forks.hpp"

#include <utility>
#include <vector>

namespace fivecard {
namespace {

// A pool of buffers that were given back. A few are enough: there are not many texts at work at a time.
struct Buffer {
    std::unique_ptr<char[]> bytes;
    std::size_t capacity;
};
std::vector<Buffer>& pool() {
    static auto& buffers = *new std::vector<Buffer>;  // never destroyed: see lasting.hpp; first asked for under the lock
    return buffers;
}
constexpr std::size_t most_pooled = 8, largest_pooled = std::size_t{1} << 23;

}  // namespace

void Output::give_back(char* bytes, std::size_t capacity) {
    Buffer buffer{std::unique_ptr<char[]>(bytes), capacity};
    const std::lock_guard guard(jobs::moment());
    if (pool().size() < most_pooled && capacity <= largest_pooled) pool().push_back(std::move(buffer));
}

void Output::grow(std::size_t least) {
    std::unique_ptr<char[]> larger;
    std::size_t capacity = std::max(least, 2 * capacity_);
    {
        const std::lock_guard guard(jobs::moment());
        const auto found = std::find_if(pool().begin(), pool().end(), [&](const Buffer& buffer) { return buffer.capacity >= capacity; });
        if (found != pool().end()) {
            larger = std::move(found->bytes);
            capacity = found->capacity;
            pool().erase(found);
        }
    }
    if (!larger) larger = std::make_unique_for_overwrite<char[]>(capacity);
    std::copy_n(bytes_.get(), size_, larger.get());
    if (bytes_) give_back(bytes_.release(), capacity_);
    bytes_ = std::move(larger);
    capacity_ = capacity;
}

}  // namespace fivecard
