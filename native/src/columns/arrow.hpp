// The Arrow C data and stream interfaces (https://arrow.apache.org/docs/format/CDataInterface.html): the layout of their structs,
// which is all that producer and consumer share, and owners that release them once.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace fivecard::columns {

extern "C" {

struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
    int (*get_next)(ArrowArrayStream*, ArrowArray*);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};

}  // extern "C"

// A struct that was moved here from its producer, as the specification says: the producer's own is then marked as released.
template <typename Struct>
class Owned {
public:
    Owned() = default;
    explicit Owned(Struct& from) : held_(from) { from.release = nullptr; }
    Owned(Owned&& other) noexcept : held_(std::exchange(other.held_, {})) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(held_, other.held_);
        return *this;
    }
    ~Owned() {
        if (held_.release) held_.release(&held_);
    }

    Struct& operator*() { return held_; }
    const Struct& operator*() const { return held_; }
    const Struct* operator->() const { return &held_; }
    explicit operator bool() const { return held_.release != nullptr; }

private:
    Struct held_{};
};

// A column, or a table, in as many chunks as its producer had.
struct Chunks {
    Owned<ArrowSchema> schema;
    std::vector<Owned<ArrowArray>> arrays;
};

// All that a stream gives. What it says is wrong, if it says so, is thrown: one line, whatever comes before it.
struct StreamError : std::runtime_error {
    using std::runtime_error::runtime_error;
};
Chunks read_stream(ArrowArrayStream& stream);

}  // namespace fivecard::columns
