// Showdowns from text to text: a line of cards in, a line that names the winner out.
#pragma once

#include <kernels/kernels.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fivecard {

struct Game {
    enum class Kind { five, holdem, omaha };
    Kind kind;
    int players, hole;

    int board() const { return kind == Kind::five ? 0 : board_size; }
    int cards() const { return players * hole + board(); }
};

struct Settlement {
    std::string text;                     // a line for each line settled
    std::vector<Strength> strengths;      // of all players, line by line, if they were asked for
    std::size_t lines = 0, ties = 0, invalid = 0;
    std::vector<std::size_t> wins;        // of each player
    std::optional<std::string> problem;   // what is wrong with the next line, where work stopped at it
};

struct Wishes {
    bool keep_bad_lines = false;          // write `Invalid: ...` for them instead of stopping
    bool give_strengths = false;          // give numbers instead of text; 0 for every player of a bad line
    const std::vector<std::string>* words = nullptr;  // a description for each strength, to tell the reason too
};

// Settles all lines of a text, the last of which may lack its end.
Settlement settle(std::string_view text, const Game& game, const Wishes& wishes, const kernels::Kernels& kernels,
                  const OmahaTable& table);

}  // namespace fivecard
