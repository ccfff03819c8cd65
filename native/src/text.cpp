#include "text.hpp"

#include <array>

namespace fivecard {
namespace {

constexpr std::uint8_t no = 0xff;

template <std::size_t Size>
constexpr std::array<std::uint8_t, 256> numbers_of(const char (&letters)[Size]) {
    std::array<std::uint8_t, 256> numbers{};
    numbers.fill(no);
    for (std::uint8_t i = 0; i + 1u < Size; ++i) {
        const char letter = letters[i];
        numbers[static_cast<unsigned char>(letter)] = i;
        if (letter >= 'A' && letter <= 'Z') numbers[static_cast<unsigned char>(letter - 'A' + 'a')] = i;
    }
    return numbers;
}

constexpr auto ranks = numbers_of("23456789TJQKA");
constexpr auto suits = numbers_of("CDHS");

constexpr bool is_separator(char c) { return c == ' ' || c == ',' || c == '\t' || c == '\r'; }

}  // namespace

ParsedRows parse_rows(std::string_view text) {
    ParsedRows parsed;
    const auto byte = [&](std::size_t place) { return place < text.size() ? static_cast<unsigned char>(text[place]) : 0; };
    for (std::size_t place = 0; place < text.size(); ++place) {  // a line each time
        const std::size_t before = parsed.cards.size();
        for (;;) {
            while (place < text.size() && is_separator(text[place])) ++place;
            if (place >= text.size() || text[place] == '\n') break;
            std::size_t suit_place = place + 1;
            unsigned rank = ranks[byte(place)];
            if (byte(place) == '1' && byte(place + 1) == '0') {
                rank = 8;
                ++suit_place;
            }
            const unsigned suit = suits[byte(suit_place)];
            if (rank == no || suit == no) {
                std::size_t end = place;
                while (end < text.size() && !is_separator(text[end]) && text[end] != '\n') ++end;
                parsed.problem = "'" + std::string(text.substr(place, std::min<std::size_t>(end - place, 40))) + "' is not a card";
                parsed.is_card_problem = true;
                return parsed;
            }
            parsed.cards.push_back(static_cast<CardId>(4 * rank + suit));
            place = suit_place + 1;
        }
        const std::size_t found = parsed.cards.size() - before;
        if (parsed.rows == 0) parsed.columns = found;
        if (found != parsed.columns || found == 0) {
            parsed.problem = found == 0 ? "a line without cards"
                                        : std::to_string(found) + " cards where the rows before have " + std::to_string(parsed.columns);
            return parsed;
        }
        ++parsed.rows;
    }
    return parsed;
}

}  // namespace fivecard
