// Showdowns as records for other programs: lines of csv or JSON, or columns of numbers.
//
// A record has the number of its line, the winner of all of the pot (1, 2, ..., 0 if it is tied or shared, nothing for a bad
// line) and for each player strength and category; where high and low share the pot, those of the low hand and the player's
// share of the pot too.
#pragma once

#include <fivecard/cards.hpp>
#include <fivecard/ranking.hpp>

#include "src/output.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fivecard {

inline constexpr std::uint8_t nothing = 0xff;  // in a column of winners or categories

// Players whose shares of the pot, where high and low share it, a byte can number.
inline constexpr int most_sharing_halves = 22;

// What one player has of the pot, by the number of those who win its high part and its low one; 0 if this player does not.
class Shares {
public:
    explicit Shares(int players);

    // The place of a share in `texts`.
    std::uint8_t find(bool low_is_won, int high_winners, int low_winners) const {
        return places_[(static_cast<std::size_t>(low_is_won) * side_ + static_cast<std::size_t>(high_winners)) * side_ +
                       static_cast<std::size_t>(low_winners)];
    }
    // Each share once, as a fraction: `1/2`.
    const std::vector<std::string>& texts() const { return texts_; }

private:
    std::size_t side_;
    std::vector<std::uint8_t> places_;
    std::vector<std::string> texts_;
};

// The categories of a ranking's strengths, in the order in which they appear; strength 0, and no words, is none of them.
class Categories {
public:
    explicit Categories(std::span<const std::string> words);

    std::uint8_t find(Strength strength) const { return places_[strength]; }
    const std::vector<std::string>& texts() const { return texts_; }

private:
    std::vector<std::uint8_t> places_;
    std::vector<std::string> texts_;
};

// What came of a line: the winner of all of the pot, or 0, and what each player has.
struct Outcome {
    int winner;
    std::span<const Strength> high, low;            // `low` is empty where there is no such part
    Strength best_high = 0, best_low = 0;
    int high_winners = 0, low_winners = 0;
};

// What is written, prepared once for all lines of a game. It writes nothing itself but pieces of text side by side: each is
// copied in steps of a fixed size, and the end moves on by its length.
class Records {
public:
    enum class Style { csv, json };

    // Whether names and categories can stand in a record as they are: short, and without quotes, commas and the like.
    static bool can_have(std::span<const std::string> names, std::span<const std::vector<std::string>> words, int players);

    Records(Style style, int players, std::span<const std::string> names, std::span<const std::vector<std::string>> words);

    // Writes a record; the bytes behind its end, up to `room`, may be changed too.
    char* write(char* end, std::string_view number, const Outcome& outcome) const;
    // Writes the record of a bad line.
    char* write_nothing(char* end, std::string_view number) const;
    // The most bytes that a record takes or touches.
    std::size_t room() const { return room_; }

private:
    static constexpr std::size_t step = 32, longest = 2 * step - 1;
    struct Piece {
        char text[longest] = {};
        std::uint8_t length = 0;

        Piece() = default;
        explicit Piece(std::string_view of) : length(static_cast<std::uint8_t>(of.copy(text, longest))) {}
        char* write(char* end) const {
            std::memcpy(end, text, step);
            if (length > step) std::memcpy(end + step, text + step, longest - step);
            return end + length;
        }
    };
    struct Number {
        char text[7] = {};
        std::uint8_t length = 0;
    };
    struct OfPlayer {
        struct OfPart {
            Piece before;                     // the strength
            std::vector<Piece> categories;    // and behind it; the last is none
        };
        std::vector<OfPart> parts;
        std::vector<Piece> shares;
    };

    char* write_part(char* end, const OfPlayer::OfPart& part, const Categories& categories, Strength strength) const;

    std::optional<Shares> shares_;
    std::vector<Categories> categories_;
    std::vector<Number> numbers_;  // the strengths, in digits
    Piece start_, end_;
    std::vector<Piece> winners_;
    std::vector<OfPlayer> players_;
    std::string rest_of_nothing_;
    std::size_t room_;
};

// The number of a line, in digits, which is counted up faster than it could be written anew.
class LineNumber {
public:
    explicit LineNumber(std::size_t first) {
        const std::string text = std::to_string(first);
        begin_ = digits_.size() - text.size();
        text.copy(digits_.data() + begin_, text.size());
    }
    std::string_view text() const { return {digits_.data() + begin_, digits_.size() - begin_}; }
    void count_up() {
        std::size_t at = digits_.size() - 1;
        for (; at >= begin_ && digits_[at] == '9'; --at) digits_[at] = '0';
        if (at < begin_) digits_[begin_ = at] = '1';
        else ++digits_[at];
    }

private:
    std::array<char, 24> digits_;
    std::size_t begin_;
};

// The same as columns: winners (uint8), then for each player strengths (uint16) and categories (uint8) and, where high and low
// share the pot, those of the low hands and shares (uint8). Each column begins at a multiple of 64 bytes.
class Columns {
public:
    Columns(int players, std::span<const std::vector<std::string>> words);

    // The bytes that so many rows take.
    std::size_t size(std::size_t rows) const;
    // Where each of them begins.
    std::vector<char*> places(char* bytes, std::size_t rows) const;
    void write(std::span<char* const> places, std::size_t row, const Outcome& outcome) const;
    void write_nothing(std::span<char* const> places, std::size_t row) const;

    const std::vector<Categories>& categories() const { return categories_; }
    // Without a low part there are none.
    const std::optional<Shares>& shares() const { return shares_; }

private:
    std::size_t players_;
    std::optional<Shares> shares_;
    std::vector<Categories> categories_;
    std::vector<std::size_t> widths_;  // of their numbers, in bytes
};

}  // namespace fivecard
