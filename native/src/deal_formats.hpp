// Deals that stand in the cells of a table, csv or lines of JSON: their texts, a line for each row.
#pragma once

#include "src/output.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fivecard {

// Why there is no deal in a row.
struct BadCells {
    std::size_t row;
    std::string problem;
};

// The cells of each row that make up its deal, with a space between; a row without a deal is an empty line.
struct DealLines {
    Output text;
    std::vector<BadCells> bad;
};

// A cell that has the cards of one player or of the board, and no others: a card too many there would be taken for the next
// cell's. Where any cell may have any cards of the deal, there are none of these.
struct OwnCell {
    std::string name;
    std::size_t cards;
};

// Whole rows of csv as RFC 4180 has it; CRLF or LF ends them. `slots` has for each field of a row which part of the deal it is,
// or -1.
DealLines read_csv(std::string_view text, std::span<const int> slots, std::span<const OwnCell> own = {});

// Objects of JSON, a line each. `keys` are those whose values, texts or lists of texts, make up the deal. Values of other keys
// are skipped without much ado.
DealLines read_json(std::string_view text, std::span<const std::string> keys, std::span<const OwnCell> own = {});

// A column of texts as Arrow has it: where each begins and ends in the data, as int64 numbers, one more than there are rows.
struct TextColumn {
    std::string_view offsets, data;

    std::size_t rows() const { return std::max(offsets.size() / sizeof(std::int64_t), std::size_t{1}) - 1; }
};

// Columns with as many rows each.
DealLines read_columns(std::span<const TextColumn> columns, std::span<const OwnCell> own = {});

// How many rows end in a text, and where the last and the first of them do. Where fields may be quoted, so may the ends of lines
// be.
struct WholeRows {
    std::size_t count, end, first_end;
};
WholeRows whole_rows(std::string_view text, bool quoted);

}  // namespace fivecard
