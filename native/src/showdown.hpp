// Showdowns from text to text: a line of cards in, a line that names the winner out.
#pragma once

#include "src/kernels/kernels.hpp"

#include "src/cells.hpp"
#include "src/output.hpp"
#include "src/records.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fivecard {

// What decides over a part of the pot.
struct Part {
    enum class Kind { ranked, badugi, omaha, omaha_low };
    Kind kind;
    const Ranking* ranking;  // null for badugi
};

// How the cards of a line become hands: those of every player, then the board. All parts of the pot are worth the same.
struct Game {
    int players, hole, board;
    std::vector<Part> parts;

    // Finds a game by what its hands are made of: `from_hole` is how many of a player's own cards a hand takes, 0 for any
    // number. Nothing if hands of this kind are not known here, or if there may be no hand under the first ranking, which
    // has the whole pot where nobody qualifies for the second.
    static std::optional<Game> find(std::span<const std::string> rankings, int players, int hole, int board, int from_hole);

    int cards() const { return players * hole + board; }
    CardId first_card() const { return parts[0].ranking ? parts[0].ranking->first_card : CardId{0}; }
};

struct Settlement {
    Output output;                        // a line for each line settled, or numbers
    std::size_t lines = 0, ties = 0, invalid = 0;
    std::vector<std::size_t> wins;        // of each player, for all of the pot
    std::optional<std::string> problem;   // what is wrong with the next line, where work stopped at it
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
