// Questions and their comparison with going through all deals, for the tests of the exact methods.
#pragma once

#include "tests/check.hpp"

#include <fivecard/omaha.hpp>

#include "src/equity/enumerate.hpp"
#include "src/random.hpp"
#include "src/text.hpp"

#include <bit>
#include <set>

namespace fivecard::test {

using namespace fivecard::equity;

inline Game game_of(std::vector<std::string> rankings, int players, int hole, int from_hole = 0) {
    return *Game::find(rankings, players, hole, board_size, from_hole);
}
inline Game holdem(int players = 2) { return game_of({"high"}, players, 2); }
inline Game short_deck(int players = 2) { return game_of({"short-deck"}, players, 2); }
inline Game omaha(int hole) { return game_of({"high"}, 2, hole, 2); }

inline CardSet cards(std::string_view text) {
    CardSet set = 0;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        set |= CardSet{1} << (4 * std::string_view("23456789TJQKA").find(text[i]) + std::string_view("cdhs").find(text[i + 1]));
    return set;
}

template <typename Visit>
void for_each_pair(CardSet left, Visit visit) {
    for (CardSet highs = left; highs; highs &= highs - 1)
        for (CardSet lows = left & ((highs & -highs) - 1); lows; lows &= lows - 1) visit((highs & -highs) | (lows & -lows));
}

// Numbers of a fixed sequence.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    std::uint64_t below(std::uint64_t bound) {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return (state_ >> 33) % bound;
    }
    CardSet cards(CardSet from, int count) {
        CardSet chosen = 0;
        while (std::popcount(chosen) < count) chosen |= CardSet{1} << below(card_count) & from;
        return chosen;
    }

private:
    std::uint64_t state_;
};

// Some hands out of the cards that are left; weights are 1 to `most_weight`.
inline Range some_hands(Dice& dice, CardSet left, int hole, std::size_t count, std::uint32_t most_weight) {
    std::set<CardSet> chosen;
    while (chosen.size() < count) chosen.insert(dice.cards(left, hole));
    Range range;
    for (const CardSet cards : chosen) range.push_back({cards, static_cast<std::uint32_t>(1 + dice.below(most_weight))});
    return range;
}

// A question in which nothing is special.
inline Question any_question(Dice& dice, Game game, int board, int dead, std::vector<std::size_t> sizes, std::uint32_t most_weight) {
    Question question{std::move(game), {}, 0, 0};
    question.board = dice.cards(~question.outside(), board);
    question.dead = dice.cards(~question.gone(), dead);
    do {
        question.ranges.clear();
        for (const std::size_t size : sizes)
            question.ranges.push_back(some_hands(dice, ~question.gone(), question.game.hole, size, most_weight));
    } while (fit(question) != Fit::found);
    return question;
}

inline Answer enumerated(const Question& question) {
    check(problem(question) == nullptr, "the question is in order");
    Enumeration enumeration(question, *kernels::find(""));
    enumeration.run(0, enumeration.steps(), 2);
    return enumeration.answer();
}

inline bool same_tally(const Tally& a, const Tally& b) {
    return a.deals == b.deals && a.wins == b.wins && a.ties == b.ties && a.shares == b.shares;
}

inline void check_same(const Answer& found, const Answer& right, const std::string& what) {
    check(found.hands.size() == right.hands.size(), what + ": players");
    for (std::size_t player = 0; player < right.hands.size(); ++player) {
        check(found.hands[player].size() == right.hands[player].size(), what + ": hands");
        for (std::size_t i = 0; i < right.hands[player].size(); ++i)
            check(same_tally(found.hands[player][i], right.hands[player][i]), [&] {
                const Tally &is = found.hands[player][i], &should = right.hands[player][i];
                const auto text = [](Count count) { return std::to_string(static_cast<std::uint64_t>(count)); };
                return what + ": hand " + std::to_string(i) + " of player " + std::to_string(player) + ": " + text(is.wins) + " wins, " +
                       text(is.ties) + " ties of " + text(is.deals) + " instead of " + text(should.wins) + ", " + text(should.ties) +
                       " of " + text(should.deals);
            });
    }
    check(found.outcomes == right.outcomes, what + ": outcomes");
}

}  // namespace fivecard::test
