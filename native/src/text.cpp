#include "text.hpp"

#include <algorithm>

#include "bad_row.hpp"
#include "kernels/snapshot.hpp"
#include "letters.hpp"

namespace fivecard {

ParsedRows parse_rows(std::string_view text) {
    ParsedRows parsed;
    for (std::size_t offset = 0; offset < text.size(); ++offset) {  // a line each time
        const std::size_t before = parsed.cards.size();
        for (;;) {
            while (offset < text.size() && (is_blank(text[offset]) || text[offset] == ',')) ++offset;
            if (offset >= text.size() || text[offset] == '\n') break;
            const Letters found = read_card(text.substr(offset));
            if (!found.length) {
                const std::size_t end = std::min(text.find_first_of(" ,\t\r\n", offset), text.size());
                parsed.problem = quoted(text.substr(offset, end - offset)) + " is not a card";
                parsed.is_card_problem = true;
                return parsed;
            }
            parsed.cards.push_back(found.card);
            offset += found.length;
        }
        const std::size_t found = parsed.cards.size() - before;
        if (parsed.rows == 0) parsed.columns = found;
        if (found != parsed.columns || found == 0) {
            parsed.problem = found == 0 ? "a line without cards"
                                        : std::to_string(found) + (found == 1 ? " card" : " cards") + " where the rows before have " +
                                              std::to_string(parsed.columns);
            return parsed;
        }
        ++parsed.rows;
    }
    return parsed;
}

std::string format_rows(const CardId* cards, std::size_t rows, std::size_t columns) {
    std::string text(rows * columns * 3, ' ');  // each card, and a space or a new line behind it
    if (!columns) return text;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column) {
            const auto card = static_cast<CardId>(read_once(cards + row * columns + column));
            if (card >= card_count)
                throw BadRow(BadRow::Kind::no_hand, "card id " + std::to_string(card) + " is not below 52" + at_row(row));
            char* slot = text.data() + 3 * (row * columns + column);
            slot[0] = rank_letter(card);
            slot[1] = suit_letter(card);
            if (column + 1 == columns) slot[2] = '\n';
        }
    return text;
}

std::string spell(CardId card) {
    if (card >= card_count) return std::to_string(card);
    return {rank_letter(card), suit_letter(card)};
}

std::string spell(const CardId* cards, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += (i ? " " : "") + spell(cards[i]);
    return text;
}

}  // namespace fivecard
