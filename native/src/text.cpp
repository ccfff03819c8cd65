#include "src/text.hpp"

#include "src/bad_row.hpp"
#include "src/batch.hpp"
#include "src/kernels/snapshot.hpp"

#include "src/jobs/job.hpp"

namespace fivecard {

std::string format_rows(const CardId* cards, std::size_t rows, std::size_t columns) {
    if (!columns) return {};  // of such rows there may be any number
    std::string text(rows * columns * 3, ' ');  // each card, and a space or a new line behind it
    char* slot = text.data();
    for (std::size_t row = 0; row < rows; ++row) {
        if (row % 4096 == 0) jobs::check();
        bool ended = false;
        for (std::size_t column = 0; column < columns; ++column) {
            const auto card = static_cast<CardId>(read_once(cards + row * columns + column));
            if (card == no_card && column) ended = true;
            else if (card >= card_count || ended)
                throw BadRow(BadRow::Kind::no_card, "card id " + std::to_string(ended ? no_card : card) + " is not below 52", row);
            else {
                slot[0] = rank_letter(card);
                slot[1] = suit_letter(card);
                slot += 3;
            }
        }
        slot[-1] = '\n';
    }
    text.resize(static_cast<std::size_t>(slot - text.data()));
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
