// Columns of hands from Arrow's buffers, as they are: no object a row, and no library of Arrow's.
#pragma once

#include "src/kernels/lines.hpp"

#include "src/columns/arrow.hpp"
#include "src/columns/reading.hpp"

namespace fivecard::columns {

// Reads a column, or a table of one, whose elements are hands: texts or bytes, lists of cards, sets of cards (uint64 or int64), or
// dictionaries of texts; or a table that has a column for each card. Where the rows or sets stand in the buffers as they are
// wanted, they are left there, and not looked at. What contradicts itself, or is of another type, is thrown as a BadRow.
ReadRows read_hands(const Chunks& chunks, const Wanted& wanted, const kernels::LineKernels& kernels, int threads);

// Whole numbers: a column, or a table of several, a row after the other.
struct NumberRows {
    std::size_t rows, width;
    std::unique_ptr<std::int64_t[]> numbers;
    std::unique_ptr<bool[]> missing;  // a number at a time; nothing where none is
};

NumberRows read_numbers(const Chunks& chunks);

}  // namespace fivecard::columns
