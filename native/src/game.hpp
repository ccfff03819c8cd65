// Which hands share the pot, and what it is counted in.
#pragma once

#include <fivecard/ranking.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fivecard {

// What the pot is counted in: every way to share it among up to ten players, and between high and low, is whole.
inline constexpr std::uint32_t pot = 5040;

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

}  // namespace fivecard
