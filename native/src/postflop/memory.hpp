// Memory for many numbers, all zero at first.
#pragma once

#include "src/jobs/job.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace fivecard::postflop {

struct FreeAligned {
    static constexpr std::size_t page = std::size_t{1} << 21;
    static constexpr std::align_val_t alignment(bool large) { return std::align_val_t{large ? page : 64}; }

    bool large = false, borrowed = false;
    void operator()(std::byte* memory) const {
        if (!borrowed) ::operator delete[](memory, alignment(large));
    }
};

// From the start of a cache line; gigabytes lie in large pages where the system has them, without which every row costs a look-up
// of its place.
class Memory {
public:
    Memory() = default;
    explicit Memory(std::size_t bytes) : bytes_(bytes), large_(bytes >= page) {
        auto* const taken = static_cast<std::byte*>(::operator new[](std::max<std::size_t>(bytes, 1), FreeAligned::alignment(large_)));
        memory_ = std::unique_ptr<std::byte[], FreeAligned>(taken, FreeAligned{large_});
#ifdef __linux__
        if (large_) madvise(memory_.get(), bytes / page * page, MADV_HUGEPAGE);
#endif
        constexpr std::size_t at_once = 1 << 24;
        for (std::size_t at = 0; at < bytes; at += at_once) {
            jobs::check();
            std::memset(memory_.get() + at, 0, std::min(at_once, bytes - at));
        }
    }

    // Somebody else's, which is only to be read.
    Memory(const std::byte* kept, std::size_t bytes)
        : bytes_(bytes), memory_(const_cast<std::byte*>(kept), FreeAligned{.borrowed = true}) {}

    std::byte* data() const { return memory_.get(); }
    std::size_t size() const { return bytes_; }
    template <typename Number>
    Number* as() const {
        return reinterpret_cast<Number*>(memory_.get());
    }

private:
    static constexpr std::size_t page = FreeAligned::page;

    std::size_t bytes_ = 0;
    bool large_ = false;
    std::unique_ptr<std::byte[], FreeAligned> memory_;
};

// Floats in rows.
class Row : public Memory {
public:
    Row() = default;
    explicit Row(std::size_t count) : Memory(count * sizeof(float)) {}

    float* data() const { return as<float>(); }
    void clear(std::size_t count) const { std::memset(Memory::data(), 0, count * sizeof(float)); }
};

}  // namespace fivecard::postflop
