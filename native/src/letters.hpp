// The letters that cards are written with.
#pragma once

#include <fivecard/cards.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace fivecard {

inline constexpr std::uint8_t no_letter = 0xff;

constexpr char capital(char letter) { return letter >= 'a' ? static_cast<char>(letter - 'a' + 'A') : letter; }
constexpr char small(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

// The number of each letter, by its byte.
template <std::size_t Size>
constexpr std::array<std::uint8_t, 256> numbers_of(const char (&letters)[Size], bool small_too) {
    std::array<std::uint8_t, 256> numbers{};
    numbers.fill(no_letter);
    for (std::uint8_t i = 0; i + 1u < Size; ++i) {
        numbers[static_cast<unsigned char>(capital(letters[i]))] = i;
        if (small_too) numbers[static_cast<unsigned char>(small(letters[i]))] = i;
    }
    return numbers;
}

inline constexpr auto capital_ranks = numbers_of(rank_letters, false);
inline constexpr auto capital_suits = numbers_of(suit_letters, false);
inline constexpr auto all_ranks = numbers_of(rank_letters, true);
inline constexpr auto all_suits = numbers_of(suit_letters, true);

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

struct Letters {
    CardId card;
    std::size_t length;  // 0 if there is no card
};

// The suit that a symbol at the start of a text stands for, in UTF-8.
constexpr unsigned read_symbol(std::string_view text) {
    if (text.size() < 3 || !text.starts_with("\xe2\x99") || text[2] < '\xa0' || text[2] > '\xa7') return no_letter;
    constexpr char suits[] = "shdcshdc";  // ♠ ♡ ♢ ♣ ♤ ♥ ♦ ♧, from U+2660 on
    return all_suits[static_cast<unsigned char>(suits[text[2] & 7])];
}

// The card at the start of a text: `Ah`, `AH`, `ah` or `10h`, and if `symbols` are allowed `A♥` or `A♡`.
constexpr Letters read_card(std::string_view text, bool symbols = false) {
    const bool ten = text.starts_with("10");
    const std::size_t suit_offset = ten ? 2 : 1;
    if (text.size() <= suit_offset) return {0, 0};
    const unsigned rank = ten ? 8 : all_ranks[static_cast<unsigned char>(text[0])];
    const unsigned letter = all_suits[static_cast<unsigned char>(text[suit_offset])];
    const bool is_symbol = symbols && letter == no_letter;
    const unsigned suit = is_symbol ? read_symbol(text.substr(suit_offset)) : letter;
    if (rank == no_letter || suit == no_letter) return {0, 0};
    return {static_cast<CardId>(4 * rank + suit), suit_offset + (is_symbol ? 3 : 1)};
}

// The character that a text starts with, in UTF-8; its length is 0 if there is none.
struct Character {
    std::uint32_t point;
    std::size_t length;
};
constexpr Character read_utf8(std::string_view text) {
    const auto byte = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(text[i])}; };
    if (text.empty()) return {0, 0};
    if (byte(0) < 0x80) return {byte(0), 1};
    const std::size_t length = byte(0) >> 5 == 6 ? 2 : byte(0) >> 4 == 14 ? 3 : byte(0) >> 3 == 30 ? 4 : 0;
    if (length == 0 || length > text.size()) return {0, 0};
    std::uint32_t point = byte(0) & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (byte(i) >> 6 != 2) return {0, 0};
        point = point << 6 | (byte(i) & 0x3f);
    }
    constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};  // shorter forms exist for what is below
    if (point < smallest[length] || (point >= 0xd800 && point < 0xe000) || point > 0x10ffff) return {0, 0};
    return {point, length};
}
inline void write_utf8(std::string& text, std::uint32_t point) {
    const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    const auto rest = [&](unsigned shift) { put(0x80 | (point >> shift & 0x3f)); };
    if (point < 0x80) put(point);
    else if (point < 0x800) put(0xc0 | point >> 6), rest(0);
    else if (point < 0x10000) put(0xe0 | point >> 12), rest(6), rest(0);
    else put(0xf0 | (point >> 18 & 7)), rest(12), rest(6), rest(0);
}

// The length of the comma or of the white space that a text starts with; 0 if it starts with something else. White space is
// what Python's str.split takes for it.
constexpr std::size_t separator_length(std::string_view text) {
    const auto [point, length] = read_utf8(text);
    if (point < 0x80)
        return length && (point == ' ' || point == ',' || (point >= 0x09 && point <= 0x0d) || (point >= 0x1c && point <= 0x1f));
    const bool space = point == 0x85 || point == 0xa0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200a) || point == 0x2028 ||
                       point == 0x2029 || point == 0x202f || point == 0x205f || point == 0x3000;
    return space ? length : 0;
}

// The card at the start of a text in any spelling: `read_card` with symbols, behind which an emoji's variation selector may stand.
constexpr Letters read_spelling(std::string_view text) {
    constexpr std::string_view emoji = "\xef\xb8\x8f";
    Letters found = read_card(text, true);
    if (found.length && text.substr(found.length).starts_with(emoji)) found.length += emoji.size();
    return found;
}

// Where reading a text ended: how many cards it found, and where it met what is no card, if it did.
struct TextEnd {
    std::size_t cards, bad;
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
};

// Reads what parse_cards of fivecard/cards.py reads, as the same cards; the first `room` are written.
constexpr TextEnd read_any_spelling(std::string_view text, CardId* cards, std::size_t room) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t length = separator_length(text.substr(at))) {
            at += length;
            continue;
        }
        const Letters found = read_spelling(text.substr(at));
        if (!found.length) return {count, at};
        if (count < room) cards[count] = found.card;
        ++count;
        at += found.length;
    }
    return {count, TextEnd::nowhere};
}

// The length of the visible character that a text starts with; 0 if it starts with something else.
constexpr std::size_t character_length(std::string_view text) {
    const auto [point, length] = read_utf8(text);
    const bool breaks_lines = point == 0x2028 || point == 0x2029;
    return point < 0x20 || (point >= 0x7f && point < 0xa0) || breaks_lines ? 0 : length;
}

// A piece of input as a message shows it, like `quoted` of fivecard/errors.py: at most 40 characters, and what is not text
// as escapes.
inline std::string in_quotes(std::string_view piece) {
    constexpr int most = 40;
    std::string shown = "'";
    std::size_t i = 0;
    for (int characters = 0; i < piece.size() && characters < most; ++characters) {
        const std::size_t length = character_length(piece.substr(i));
        if (length) shown += piece.substr(i, length);
        else {
            constexpr char digits[] = "0123456789abcdef";
            const auto byte = static_cast<unsigned char>(piece[i]);
            shown += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        }
        i += length ? length : 1;
    }
    return shown + (i < piece.size() ? "...'" : "'");
}

}  // namespace fivecard
