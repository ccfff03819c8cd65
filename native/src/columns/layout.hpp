// Arrays of the Arrow C data interface as columns of texts, of numbers, of cards. An array says how long it is, and no more: what
// may be read follows from lengths and offsets, every one of which is checked before it is used. What contradicts itself is
// refused as a whole, with a BadRow.
#pragma once

#include <fivecard/cards.hpp>

#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/columns/arrow.hpp"

namespace fivecard::columns {

inline constexpr int deepest = 8;  // tables in tables

[[noreturn]] void refuse_column(const std::string& problem, std::optional<std::size_t> row = std::nullopt);

// A type as people call it: "list of double".
std::string type_name(const ArrowSchema& schema);

// Reads a number, wherever it stands, once: others may change it.
template <typename Number>
Number load(const void* numbers, std::int64_t index) {
    Number number;
    const char* from = static_cast<const char*>(numbers) + static_cast<std::size_t>(index) * sizeof(Number);
#ifdef FIVECARD_GNU
    std::memcpy(&number, from, sizeof number);
    asm("" : "+r"(number));
#else
    copy_once(&number, from, sizeof number);
#endif
    return number;
}

// Some elements of an array, beginning with the `start`-th of its buffers.
struct Slice {
    const ArrowArray* array;
    std::int64_t start, length;
};

// An array, checked to have as many buffers and children as its type, and a dictionary if that has one: the arrays of a stream
// may differ.
Slice whole(const ArrowSchema& schema, const ArrowArray& array);

// What stands beside the elements of a slice in one of its array's children, `each` of them for every element.
Slice child_of(const ArrowSchema& schema, const Slice& slice, std::int64_t child, std::int64_t each = 1);

const void* buffer(const Slice& slice, std::int64_t number);

// Which elements of a slice are there.
class Validity {
public:
    Validity() = default;
    explicit Validity(const Slice& slice);

    bool all() const { return !bits_; }
    bool operator[](std::int64_t i) const { return !bits_ || (load<std::uint8_t>(bits_, (start_ + i) >> 3) >> ((start_ + i) & 7) & 1); }

private:
    const void* bits_ = nullptr;
    std::int64_t start_ = 0;
};

// Texts or bytes, in any layout.
class Texts {
public:
    static bool fits(const ArrowSchema& schema);
    Texts(const ArrowSchema& schema, const Slice& slice);

    std::optional<std::string_view> at(std::int64_t i) const {
        if (!validity_[i]) return std::nullopt;
        switch (layout_) {
            case Layout::offsets32: return between<std::int32_t>(i);
            case Layout::offsets64: return between<std::int64_t>(i);
            case Layout::views: return view(i);
            default: return fixed(i);
        }
    }

    // Texts of one size, one after the other in memory.
    struct Run {
        const char* bytes;
        std::int64_t count;
    };
    // Those from `first` on that have this many bytes, up to `most` of them; none where some text of the column may be missing.
    Run run(std::int64_t first, std::int64_t most, std::int64_t size) const;

private:
    enum class Layout { offsets32, offsets64, views, fixed };

    template <typename Offset>
    std::string_view between(std::int64_t i) const {
        const std::int64_t from = load<Offset>(places_, start_ + i), to = load<Offset>(places_, start_ + i + 1);
        if (from < first_ || to < from || to > last_) refuse_offsets(i);
        return {bytes_ + from, static_cast<std::size_t>(to - from)};
    }
    template <typename Offset>
    Run run_between(std::int64_t first, std::int64_t most, std::int64_t size) const;
    template <typename Offset>
    void find_limits(std::int64_t length);
    std::string_view view(std::int64_t i) const;
    std::string_view fixed(std::int64_t i) const;
    [[noreturn, gnu::cold]] void refuse_offsets(std::int64_t i) const;

    Layout layout_;
    Validity validity_;
    const void* places_ = nullptr;  // offsets, or views
    const char* bytes_ = nullptr;
    std::int64_t start_, first_ = 0, last_ = 0, size_ = 0;
    std::vector<std::string_view> blocks_;  // of views
};

// Whole numbers of any type.
class NumberColumn {
public:
    static bool fits(const ArrowSchema& schema);
    // Whether the indices of a dictionary, whose type is its own format, are such numbers.
    static bool fits_indices(const ArrowSchema& schema);
    NumberColumn(const ArrowSchema& schema, const Slice& slice);

    bool valid(std::int64_t i) const { return validity_[i]; }
    std::int64_t at(std::int64_t i) const {
        switch (type_) {
            case 'c': return load<std::int8_t>(data_, start_ + i);
            case 'C': return load<std::uint8_t>(data_, start_ + i);
            case 's': return load<std::int16_t>(data_, start_ + i);
            case 'S': return load<std::uint16_t>(data_, start_ + i);
            case 'i': return load<std::int32_t>(data_, start_ + i);
            case 'I': return load<std::uint32_t>(data_, start_ + i);
            case 'l': return load<std::int64_t>(data_, start_ + i);
            default: {
                const auto number = load<std::uint64_t>(data_, start_ + i);
                return number > std::numeric_limits<std::int64_t>::max() ? std::numeric_limits<std::int64_t>::max()
                                                                         : static_cast<std::int64_t>(number);
            }
        }
    }
    char type() const { return type_; }
    // Where they stand, if they all do: without a null among them.
    const void* plain() const;

private:
    char type_;
    Validity validity_;
    const void* data_;
    std::int64_t start_;
};

// One card an element: its id, of any type, or its text; or a dictionary of those.
class Cells {
public:
    enum : int { missing = -1, bad = -2, none = 255 };

    Cells(const ArrowSchema& schema, const Slice& slice);

    // An id below 52, `none` for the id 255, `missing` or `bad`.
    int at(std::int64_t i) const;
    // An element as a message shows it.
    std::string show(std::int64_t i) const;
    // What is wrong with an element that is bad.
    std::string explain(std::int64_t i) const;
    // Ids of one byte, none of them missing; or nothing.
    const CardId* plain() const;

private:
    std::int64_t entry(std::int64_t i) const;

    std::optional<NumberColumn> numbers_;
    std::optional<Texts> texts_;
    std::unique_ptr<Cells> dictionary_;
    std::int64_t entries_ = 0;
    std::vector<int> known_;  // what every entry of the dictionary is
};

// Where the elements of every list stand among those of its child.
class Lists {
public:
    static bool fits(const ArrowSchema& schema);
    Lists(const ArrowSchema& schema, const Slice& slice);

    bool valid(std::int64_t i) const { return validity_[i]; }
    struct Range {
        std::int64_t start, length;
    };
    Range at(std::int64_t i) const;
    const Slice& elements() const { return elements_; }
    // Whether all lists are there, have this length, and stand one after the other, from the first on.
    bool regular(std::int64_t rows, std::int64_t length) const;

private:
    enum class Layout { offsets32, offsets64, views32, views64, fixed };

    Layout layout_;
    Validity validity_;
    Slice elements_;
    const void* offsets_ = nullptr;
    const void* sizes_ = nullptr;
    std::int64_t start_, fixed_ = 0;
};

}  // namespace fivecard::columns
