// Columns of text that stand in plain memory.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/columns/reading.hpp"
#include "src/columns/spelling.hpp"

namespace fivecard::columns {

// A source whose rows are texts: `std::optional<std::string_view> text(std::size_t row) const`, none where there is none.
template <typename Texts>
class TextSource : public SourceOf<Texts> {
public:
    std::int64_t read_row(std::size_t row, CardId* cards, std::size_t room) const {
        const auto text = static_cast<const Texts&>(*this).text(row);
        if (!text) return missing_row;
        const std::int64_t found = read_text(*text, cards, room);
        return found < 0 ? bad_row : found;
    }

    Problem explain(std::size_t row, const Wanted& wanted) const override {
        return wrong_text(static_cast<const Texts&>(*this).text(row).value_or(""), wanted);
    }
};

// Texts wherever they stand, which others keep alive. One without an address is missing.
class TextList final : public TextSource<TextList> {
public:
    explicit TextList(std::vector<std::string_view> texts) : texts_(std::move(texts)) {}

    std::size_t rows() const override { return texts_.size(); }
    std::optional<std::string_view> text(std::size_t row) const {
        constexpr std::size_t ahead = 16;  // texts that stand anywhere are waited for one by one, unless they are asked for early
        if (row + ahead < texts_.size()) prefetch(texts_[row + ahead].data());
        return texts_[row].data() ? std::optional(texts_[row]) : std::nullopt;
    }

private:
    std::vector<std::string_view> texts_;
};

// The lines of a text, without what ends them.
std::vector<std::string_view> lines_of(std::string_view text);

// Texts of `size` bytes each, those at the end being zero where a text is shorter.
class FixedTexts final : public TextSource<FixedTexts> {
public:
    FixedTexts(const char* bytes, std::size_t rows, std::size_t size) : bytes_(bytes), rows_(rows), size_(size) {}

    std::size_t rows() const override { return rows_; }
    std::optional<std::string_view> text(std::size_t row) const { return without_zeros({bytes_ + row * size_, size_}); }

    static std::string_view without_zeros(std::string_view text) {
        return text.substr(0, text.find_last_not_of('\0') + 1);  // all of them zero: -1 + 1
    }

private:
    const char* bytes_;
    std::size_t rows_, size_;
};

// The same with a number for each character.
class WideTexts final : public SourceOf<WideTexts> {
public:
    WideTexts(const std::uint32_t* characters, std::size_t rows, std::size_t size) : characters_(characters), rows_(rows), size_(size) {}

    std::size_t rows() const override { return rows_; }
    std::int64_t read_row(std::size_t row, CardId* cards, std::size_t room) const;
    Problem explain(std::size_t row, const Wanted& wanted) const override { return wrong_text(in_utf8(row), wanted); }

private:
    std::string in_utf8(std::size_t row) const;

    const std::uint32_t* characters_;
    std::size_t rows_, size_;
};

}  // namespace fivecard::columns
