// Rows of cards from whatever holds them: sources that read a row at a time, and what is made of them all.
#pragma once

#include <fivecard/cards.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fivecard::columns {

// How many cards a row may have, and what it is called in messages: "a hand", "a board", "a deal".
struct Wanted {
    int fewest, most;
    std::string noun;
};

enum class RowState : std::uint8_t { fine, missing, bad };

// What is wrong with a row.
struct Problem {
    bool is_card = false;  // whether something is no card; else there are too few or too many, or one of them is missing
    std::string message;
};

// What a source says of a row instead of a number of cards.
inline constexpr std::int64_t missing_row = -1, bad_row = -2;

// What would do where a column has more rows than memory holds.
inline constexpr const char* in_pieces = "read the column piece by piece";

// Rows that were read: ids with `width` a row, behind the last card of a shorter row `no_card`; or sets. Rows that are missing or
// bad are all `no_card`, or 0.
struct ReadRows {
    std::size_t rows = 0;
    std::size_t width = 0;
    bool are_sets = false;
    std::unique_ptr<CardId[]> cards;
    std::unique_ptr<CardSet[]> sets;
    const void* borrowed = nullptr;  // where the rows or sets stand in the source itself, unchecked, instead of the above
    std::unique_ptr<bool[]> missing, bad;  // nothing where there are none
    std::size_t first_bad = 0;
    Problem problem;  // of the first bad row
};

// Where a part of the rows goes.
struct Target {
    CardId* cards;
    std::size_t width;
    RowState* states;  // all fine before
};

// What was met in a part of the rows.
struct Met {
    std::size_t widest = 0;  // cards in a row that is fine
    bool missing = false, bad = false;
};

class RowSource {
public:
    virtual ~RowSource() = default;

    virtual std::size_t rows() const = 0;
    // Reads rows from `first` on. Of rows with more than `target.width` cards only the beginning is written.
    virtual Met read(std::size_t first, std::size_t count, const Wanted& wanted, const Target& target) const = 0;
    // What is wrong with a row that was found bad.
    virtual Problem explain(std::size_t row, const Wanted& wanted) const = 0;
};

// "a hand has 5 to 7 cards, this one has 4: 'Ah Kh Qh Jh'"
Problem wrong_count(const Wanted& wanted, std::int64_t found, const std::string& shown);

// What is wrong with the text of a hand: something in it is no card, or there are too few or too many.
Problem wrong_text(std::string_view text, const Wanted& wanted);

// A source of `Rows` that says of each its number of cards, having written the first `room`:
// `std::int64_t read_row(std::size_t row, CardId* cards, std::size_t room) const`. Cards that are none are a bad row.
template <typename Rows>
class SourceOf : public RowSource {
public:
    Met read(std::size_t first, std::size_t count, const Wanted& wanted, const Target& target) const override {
        Met met;
        CardId* cards = target.cards;
        for (std::size_t i = 0; i < count; ++i, cards += target.width) {
            std::int64_t found = static_cast<const Rows&>(*this).read_row(first + i, cards, target.width);
            if (found >= 0 && (found < wanted.fewest || found > wanted.most)) found = bad_row;
            if (found < 0) {
                target.states[i] = found == missing_row ? RowState::missing : RowState::bad;
                (found == missing_row ? met.missing : met.bad) = true;
                found = 0;
            }
            const auto size = static_cast<std::size_t>(found);
            if (size > met.widest) met.widest = size;
            for (std::size_t empty = size; empty < target.width; ++empty) cards[empty] = 255;
        }
        return met;
    }
};

// Reads all rows of all sources, one after the other, with up to so many threads.
ReadRows read_rows(const std::vector<std::unique_ptr<RowSource>>& sources, const Wanted& wanted, int threads);

}  // namespace fivecard::columns
