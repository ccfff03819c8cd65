// Many hands as text: one a line, with spaces between the cards.
#pragma once

#include <fivecard/cards.hpp>

#include <string>

namespace fivecard {

// The cards of every row, with spaces between, a row a line; none for what is `no_card` behind them. A wrong card is thrown as a
// BadRow.
std::string format_rows(const CardId* cards, std::size_t rows, std::size_t columns);

std::string spell(CardId card);
std::string spell(const CardId* cards, int count);

}  // namespace fivecard
