#include "src/equity/question.hpp"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace fivecard::equity {
namespace {

// Whether some players need more cards together than all of their holdings have: Hall's condition, which most questions
// without a deal fail.
bool too_few_cards(const Question& question) {
    struct Needs {
        CardSet cards = 0;
        int count = 0;
    };
    std::vector<Needs> of_sets(std::size_t{1} << question.ranges.size());  // by the set of players
    for (std::size_t player = 0; player < question.ranges.size(); ++player) {
        Needs own{0, card_count};
        for_each_holding(question.ranges[player], [&](const Holding& holding) {
            own.cards |= holding.out();
            own.count = std::min(own.count, std::popcount(holding.out()));
        });
        const std::size_t before = std::size_t{1} << player;
        for (std::size_t set = 0; set < before; ++set)
            of_sets[before | set] = {of_sets[set].cards | own.cards, of_sets[set].count + own.count};
    }
    return std::ranges::any_of(of_sets, [](const Needs& needs) { return needs.count > std::popcount(needs.cards); });
}

// Gives players holdings, one after the other, the fewest choices first. What could not be completed once is not tried
// again: all that counts is which cards that later players may have are used.
class Search {
public:
    explicit Search(const Question& question) : later_(question.ranges.size()), dead_ends_(question.ranges.size()) {
        for (const Range& range : question.ranges) order_.push_back(&range);
        std::ranges::stable_sort(order_, std::less{}, [](const Range* range) { return range->size(); });
        CardSet cards = 0;
        for (std::size_t level = order_.size(); level--; later_[level] = cards)
            for_each_holding(*order_[level], [&](const Holding& holding) { cards |= holding.out(); });
    }

    Fit run() {
        if (can_follow(0, 0)) return Fit::found;
        return steps_ > 0 ? Fit::none : Fit::unknown;
    }

private:
    static constexpr std::int64_t most_steps = 1 << 26, a_visit = 64;  // some tenths of a second, some 50 MB

    bool can_follow(std::size_t level, CardSet used) {
        if (level == order_.size()) return true;
        used &= later_[level];
        if (dead_ends_[level].contains(used)) return false;
        jobs::check();
        steps_ -= a_visit + static_cast<std::int64_t>(order_[level]->size());
        for (const Holding& holding : *order_[level]) {
            if (steps_ <= 0) return false;
            if (!(holding.out() & used) && can_follow(level + 1, used | holding.out())) return true;
        }
        dead_ends_[level].insert(used);
        return false;
    }

    std::vector<const Range*> order_;
    std::vector<CardSet> later_;  // cards that this player or a later one may have
    std::vector<std::unordered_set<CardSet>> dead_ends_;
    std::int64_t steps_ = most_steps;
};

const char* problem(const Holding& holding, const Game& game, CardSet gone) {
    if (holding.out() & gone) return "a hand has a card that is gone";
    if (holding.cards & holding.thrown) return "a hand has a card that was thrown away";
    if (std::popcount(holding.cards) > game.hole) return "a hand has too many cards";
    if (!holding.weight || holding.weight > full_weight) return "a weight is 1 to 10000";
    return nullptr;
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
        const char* first = nullptr;
        for_each_holding(range, [&](const Holding& holding) {
            if (!first) first = problem(holding, game, gone);
        });
        if (first) return first;
    }
    return nullptr;
}

Fit fit(const Question& question) { return too_few_cards(question) ? Fit::none : Search(question).run(); }

}  // namespace fivecard::equity
