// Many hands as text: one a line, cards with spaces, commas or nothing between.
#pragma once

#include <fivecard/cards.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fivecard {

struct ParsedRows {
    std::vector<CardId> cards;
    std::size_t rows = 0, columns = 0;
    std::string problem;  // what is wrong with the row after the last good one; empty if nothing is
    bool is_card_problem = false;
};

// All rows must have as many cards as the first. Cards are written `Ah`, `AH`, `ah` or `10h`.
ParsedRows parse_rows(std::string_view text);

// The cards of every row, with spaces between, a row a line. A wrong card is thrown as a BadRow.
std::string format_rows(const CardId* cards, std::size_t rows, std::size_t columns);

std::string spell(CardId card);
std::string spell(const CardId* cards, int count);

}  // namespace fivecard
