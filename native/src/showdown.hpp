// Showdowns from text to text: a line of cards in, a line that names the winner out.
#pragma once

#include "src/bad_row.hpp"
#include "src/deal_formats.hpp"
#include "src/game.hpp"
#include "src/kernels/find.hpp"
#include "src/output.hpp"
#include "src/records.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fivecard {

struct Settlement {
    Output output;                        // a line for each line settled, or numbers
    std::size_t lines = 0, ties = 0, invalid = 0;
    std::vector<std::size_t> wins;        // of each player, for all of the pot
    std::optional<BadRow> problem;        // what is wrong with the next line, where work stopped at it
};

struct SettleOptions {
    bool keep_bad_lines = false;          // write `Invalid: ...` for them instead of stopping
    std::span<const std::vector<std::string>> words{};  // for each part a description of each strength, to tell the reason too

    // What is given instead of sentences: at most one of these.
    bool give_strengths = false;          // of all players, part by part; 0 for every player of a bad line
    const Records* records = nullptr;
    const Columns* columns = nullptr;

    std::size_t first_line = 1;           // the number of the first line, in records
    std::span<const BadCells> bad{};      // lines of which it is known already what is wrong
    std::string_view position = "column"; // what the places within a line are called
};

// Says who wins and why, as a line of a settled text does: for each part the strength and a description of every player's hand.
std::string tell_result(std::span<const std::vector<Strength>> strengths, std::span<const std::vector<std::string>> words);

// Whether there are as many strengths as descriptions, for one part or for high and low, of the same players.
bool can_be_told(std::span<const std::vector<Strength>> strengths, std::span<const std::vector<std::string>> words);

// Whether there is a description of every strength that a game knows, 0 included.
bool describes(std::span<const std::vector<std::string>> words, const Game& game);

// Settles all lines of a text, the last of which may lack its end.
Settlement settle(std::string_view text, const Game& game, const SettleOptions& options, const kernels::Kernels& kernels);

}  // namespace fivecard
