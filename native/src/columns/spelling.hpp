// One hand as text, among millions: what most people write is read by look-ups without branches, the rest letter by letter.
#pragma once

#include "src/letters.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace fivecard::columns {

namespace spelling {

// What every byte means as a rank (four times its number), as a suit and between cards; `wrong` if it means nothing.
inline constexpr std::uint8_t wrong = 0x80;

struct Meanings {
    std::array<std::uint8_t, 256> ranks, suits, gaps;

    constexpr Meanings() : ranks(), suits(), gaps() {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            ranks[byte] = all_ranks[byte] == no_letter ? wrong : static_cast<std::uint8_t>(4 * all_ranks[byte]);
            suits[byte] = all_suits[byte] == no_letter ? wrong : all_suits[byte];
            gaps[byte] = byte == ' ' || byte == ',' || byte == '\t' ? 0 : wrong;
        }
    }
};

inline constexpr Meanings meanings;

// Cards of two letters that begin every `Step` bytes. What is in `cards` means nothing if it gives false.
template <std::size_t Step>
FIVECARD_INLINE bool read_regular(const char* text, std::size_t count, CardId* cards) {
    unsigned seen = 0;
    const auto* bytes = reinterpret_cast<const unsigned char*>(text);
    for (std::size_t i = 0; i < count; ++i, bytes += Step) {
        const unsigned card = meanings.ranks[bytes[0]] | meanings.suits[bytes[1]];
        seen |= card;
        if constexpr (Step == 3)
            if (i + 1 < count) seen |= meanings.gaps[bytes[2]];
        cards[i] = static_cast<CardId>(card);
    }
    return !(seen & wrong);
}

// Common numbers of cards get loops that the compiler unrolls.
template <std::size_t Step>
FIVECARD_INLINE bool read_regular_hand(const char* text, std::size_t count, CardId* cards) {
    switch (count) {
        case 5: return read_regular<Step>(text, 5, cards);
        case 6: return read_regular<Step>(text, 6, cards);
        case 7: return read_regular<Step>(text, 7, cards);
        default: return read_regular<Step>(text, count, cards);
    }
}

}  // namespace spelling

// Reads what `read_any_spelling` reads, and refuses the rest. Gives the number of cards, of which
// the first `room` are written; -1 if something else is there.
inline std::int64_t read_text(std::string_view text, CardId* cards, std::size_t room) {
    const std::size_t size = text.size();
    if (size >= 2) {
        const bool apart = size > 2 && !(spelling::meanings.gaps[static_cast<unsigned char>(text[2])]);
        const std::size_t count = apart ? (size + 1) / 3 : size / 2;
        if (count <= room && size == (apart ? 3 * count - 1 : 2 * count) &&
            (apart ? spelling::read_regular_hand<3>(text.data(), count, cards) : spelling::read_regular_hand<2>(text.data(), count, cards)))
            return static_cast<std::int64_t>(count);
    }
    const TextEnd end = read_any_spelling(text, cards, room);
    return end.bad == TextEnd::nowhere ? static_cast<std::int64_t>(end.cards) : -1;
}

}  // namespace fivecard::columns
