#include "text.hpp"

#include <algorithm>

#include "letters.hpp"

namespace fivecard {

ParsedRows parse_rows(std::string_view text) {
    ParsedRows parsed;
    for (std::size_t place = 0; place < text.size(); ++place) {  // a line each time
        const std::size_t before = parsed.cards.size();
        for (;;) {
            while (place < text.size() && (is_blank(text[place]) || text[place] == ',')) ++place;
            if (place >= text.size() || text[place] == '\n') break;
            const Letters found = read_card(text.substr(place));
            if (!found.length) {
                const std::size_t end = std::min(text.find_first_of(" ,\t\r\n", place), text.size());
                parsed.problem = quoted(text.substr(place, end - place)) + " is not a card";
                parsed.is_card_problem = true;
                return parsed;
            }
            parsed.cards.push_back(found.card);
            place += found.length;
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

}  // namespace fivecard
