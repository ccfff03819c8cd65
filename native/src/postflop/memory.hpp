// Memory for many numbers, all zero at first.
#pragma once

#include "src/jobs/job.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace fivecard::postflop {

// How memory goes back to where it came from.
struct Release {
    std::size_t mapped = 0;  // bytes from the system, from the very start of the memory; 0 where it is not from there
    bool borrowed = false;

    void operator()(std::byte* memory) const;
};

// From the start of a cache line. Megabytes come from the system as they are, zero, and in large pages where it has them, without
// which every row costs a look-up of its place: each page is cleared by the thread that uses it first.
class Memory {
public:
    static constexpr std::align_val_t alignment{64};

    Memory() = default;
    explicit Memory(std::size_t bytes) : bytes_(bytes) {
#ifdef __linux__
        if (bytes >= page) {
            memory_ = from_system(bytes);
            return;
        }
#endif
        memory_ = Owned(static_cast<std::byte*>(::operator new[](std::max<std::size_t>(bytes, 1), alignment)), Release{});
        constexpr std::size_t at_once = 1 << 24;
        for (std::size_t at = 0; at < bytes; at += at_once) {
            jobs::check();
            std::memset(memory_.get() + at, 0, std::min(at_once, bytes - at));
        }
    }

    // Somebody else's, which is only to be read.
    Memory(const std::byte* kept, std::size_t bytes) : bytes_(bytes), memory_(const_cast<std::byte*>(kept), Release{.borrowed = true}) {}

    std::byte* data() const { return memory_.get(); }
    std::size_t size() const { return bytes_; }
    template <typename Number>
    Number* as() const {
        return reinterpret_cast<Number*>(memory_.get());
    }

private:
    using Owned = std::unique_ptr<std::byte[], Release>;

#ifdef __linux__
    static constexpr std::size_t page = std::size_t{1} << 21;

    // What lies before the first large page, and behind the last one that is wanted, goes back at once.
    static Owned from_system(std::size_t bytes) {
        const std::size_t wanted = (bytes + page - 1) / page * page;
        void* const taken = mmap(nullptr, wanted + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (taken == MAP_FAILED) throw std::bad_alloc();
        auto* const begin = static_cast<std::byte*>(taken);
        const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(taken) % page) % page;
        if (before > 0) munmap(begin, before);
        if (before < page) munmap(begin + before + wanted, page - before);
        madvise(begin + before, wanted, MADV_HUGEPAGE);
        return {begin + before, Release{.mapped = wanted}};
    }
#endif

    std::size_t bytes_ = 0;
    Owned memory_;
};

inline void Release::operator()(std::byte* memory) const {
    if (borrowed) return;
#ifdef __linux__
    if (mapped > 0) {
        munmap(memory, mapped);
        return;
    }
#endif
    ::operator delete[](memory, Memory::alignment);
}

// Floats in rows.
class Row : public Memory {
public:
    Row() = default;
    explicit Row(std::size_t count) : Memory(count * sizeof(float)) {}

    float* data() const { return as<float>(); }
    void clear(std::size_t count) const { std::memset(Memory::data(), 0, count * sizeof(float)); }
};

}  // namespace fivecard::postflop
