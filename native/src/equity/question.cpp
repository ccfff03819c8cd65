#include "question.hpp"

#include <algorithm>
#include <bit>

namespace fivecard::equity {
namespace {

bool can_follow(const Question& question, const std::vector<std::size_t>& order, std::size_t level, CardSet used) {
    if (level == order.size()) return true;
    return std::ranges::any_of(question.ranges[order[level]], [&](const Holding& holding) {
        return !(holding.out() & used) && can_follow(question, order, level + 1, used | holding.out());
    });
}

}  // namespace

const char* problem(const Question& question) {
    const Game& game = question.game;
    const CardSet gone = question.gone();
    if (question.ranges.size() < 2 || question.ranges.size() > most_players) return "there are 2 to 10 players";
    if (static_cast<std::size_t>(game.players) != question.ranges.size()) return "the game is for another number of players";
    if ((question.board | question.dead) & question.outside()) return "the board and dead cards are cards of the deck";
    if (question.board & question.dead) return "a dead card is on the board";
    if (std::popcount(question.board) > game.board) return "the board has too many cards";
    if (std::popcount(~(question.dead | question.outside())) < game.cards()) return "there are not enough cards";
    for (const Range& range : question.ranges) {
        if (range.empty()) return "a range has no hand";
        for (const Holding& holding : range) {
            if (holding.out() & gone) return "a hand has a card that is gone";
            if (holding.cards & holding.thrown) return "a hand has a card that was thrown away";
            if (std::popcount(holding.cards) > game.hole) return "a hand has too many cards";
            if (!holding.weight || holding.weight > full_weight) return "a weight is 1 to 10000";
        }
    }
    return nullptr;
}

bool possible(const Question& question) {
    std::vector<std::size_t> order(question.ranges.size());
    for (std::size_t player = 0; player < order.size(); ++player) order[player] = player;
    std::ranges::sort(order, std::less{}, [&](std::size_t player) { return question.ranges[player].size(); });
    return can_follow(question, order, 0, 0);
}

}  // namespace fivecard::equity
