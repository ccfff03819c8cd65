// Bytes on their way out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>

namespace fivecard {

// Bytes that are written once and handed over: their buffer grows without being cleared first, and goes back to a pool to be
// used again, since the system takes longer to give new memory than we take to fill it.
class Output {
public:
    Output() = default;
    Output(Output&& other) noexcept { swap(other); }
    Output& operator=(Output&& other) noexcept {
        Output(std::move(other)).swap(*this);
        return *this;
    }
    ~Output() {
        if (bytes_) give_back(bytes_.release(), capacity_);
    }

    // Takes a buffer back into the pool.
    static void give_back(char* bytes, std::size_t capacity);

    // Makes room for up to `size` more bytes, and says where.
    char* reserve(std::size_t size) {
        if (size_ + size > capacity_) grow(size_ + size);
        return bytes_.get() + size_;
    }
    void written_to(const char* end) { size_ = static_cast<std::size_t>(end - bytes_.get()); }

    Output& operator+=(std::string_view more) {
        std::copy(more.begin(), more.end(), reserve(more.size()));
        size_ += more.size();
        return *this;
    }
    Output& operator+=(char more) { return *this += std::string_view(&more, 1); }

    char* bytes() { return bytes_.get(); }
    const char* bytes() const { return bytes_.get(); }
    std::string_view view() const { return {bytes_.get(), size_}; }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    char* release() { return bytes_.release(); }

private:
    void grow(std::size_t least);
    void swap(Output& other) noexcept {
        std::swap(bytes_, other.bytes_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    std::unique_ptr<char[]> bytes_;
    std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace fivecard
