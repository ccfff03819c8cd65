#include "src/columns/texts.hpp"

#include <algorithm>

namespace fivecard::columns {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    lines.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
    }
    return lines;
}

std::int64_t WideTexts::read_row(std::size_t row, CardId* cards, std::size_t room) const {
    constexpr std::size_t usual = 64;  // characters: longer texts, and those with others than ASCII's, are spelled out in UTF-8
    const std::uint32_t* characters = characters_ + row * size_;
    char letters[usual];
    std::uint32_t seen = 0;
    for (std::size_t i = 0; i < std::min(size_, usual); ++i) {
        const auto character = static_cast<std::uint32_t>(read_once(characters + i));
        seen |= character;
        letters[i] = static_cast<char>(character);
    }
    const std::int64_t found = size_ <= usual && seen < 0x80 ? read_text(FixedTexts::without_zeros({letters, size_}), cards, room)
                                                             : read_text(in_utf8(row), cards, room);
    return found < 0 ? bad_row : found;
}

std::string WideTexts::in_utf8(std::size_t row) const {
    std::string text;
    std::size_t length = size_;
    const std::uint32_t* characters = characters_ + row * size_;
    while (length && !characters[length - 1]) --length;
    for (std::size_t i = 0; i < length; ++i) write_utf8(text, static_cast<std::uint32_t>(read_once(characters + i)));
    return text;
}

}  // namespace fivecard::columns
