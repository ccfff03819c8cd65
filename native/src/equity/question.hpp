// A question of equity, and its answer, as the methods in this folder take and give them.
#pragma once

#include "src/jobs/job.hpp"
#include "src/game.hpp"

#include <cstdint>
#include <vector>

namespace fivecard::equity {

// Counts of deals, each times the weights of all hands in it: random hands for three have 2.5e15 deals, and every weight
// adds up to 13 bits.
using Count = Wide;

// Cards that a player may hold, and how often compared with others: weights are whole numbers, at most `full_weight`.
// Where there are fewer than the game's `hole`, the others are still to come, from all cards that nobody is known to have:
// in stud the next cards, in draw those drawn for the cards thrown away. However many are to come, a holding stays as likely
// as its weight says.
inline constexpr std::uint32_t full_weight = 10'000;
struct Holding {
    CardSet cards;
    std::uint32_t weight;
    CardSet thrown = 0;  // by this player, and so out of the game

    CardSet out() const { return cards | thrown; }
};

// No two holdings of a range are the same cards; none has weight 0, or a card of the board or a dead card.
using Range = std::vector<Holding>;

// Does something with each holding. There may be twenty million, so that the caller may want an end before.
template <typename Each>
void for_each_holding(const Range& range, Each each) {
    constexpr std::size_t at_once = 1 << 16;
    for (std::size_t i = 0; i < range.size(); ++i) {
        if ((i + 1) % at_once == 0) jobs::check();
        each(range[i]);
    }
}

inline constexpr std::size_t most_players = 10;
inline constexpr std::size_t most_parts = 2;  // of a pot: high and low
struct Question {
    Game game;  // its `players` is the number of ranges
    std::vector<Range> ranges;
    CardSet board = 0;  // those that are known
    CardSet dead = 0;   // cards that nobody gets

    CardSet gone() const { return board | dead | outside(); }
    CardSet outside() const { return game.parts[0].ranking ? game.parts[0].ranking->outside() : ~CardSet{0} << card_count; }
};

// What is wrong with a question, or null: the methods trust what is said above.
const char* problem(const Question& question);

// Whether the players can have hands that share no card. To find that out may take too long, where there are hardly any.
enum class Fit { none, found, unknown };
Fit fit(const Question& question);

// What came of all deals in which a player has certain cards. A deal is won if the player has all of the pot, and tied if
// only some of it.
struct Tally {
    Count deals = 0, wins = 0, ties = 0, shares = 0;  // shares in parts of `pot`

    Tally& operator+=(const Tally& other) {
        deals += other.deals, wins += other.wins, ties += other.ties, shares += other.shares;
        return *this;
    }
};

// Exact: by player and holding, in the order of the question.
struct Answer {
    std::vector<std::vector<Tally>> hands;
    std::vector<Count> outcomes;  // by the set of those who have the first part of the pot, bit i for player i; may be empty

    // Of a player, over all holdings.
    Tally total(std::size_t player) const {
        Tally sum;
        for (const Tally& tally : hands[player]) sum += tally;
        return sum;
    }
};

}  // namespace fivecard::equity
