// What two players' exact methods share: filling an answer.
#pragma once

#include "src/equity/question.hpp"

#include <algorithm>
#include <bit>

namespace fivecard::equity {

// Whether every hand has all of its cards.
inline bool all_known(const Question& question) {
    return std::ranges::all_of(question.ranges, [&](const Range& range) {
        return std::ranges::all_of(
            range, [&](const Holding& holding) { return std::popcount(holding.cards) == question.game.hole && !holding.thrown; });
    });
}

// About which part of all pairs of hands share no card: of two ranges, by some of them.
inline double part_without_conflict(const Question& question) {
    const Range &first = question.ranges[0], &second = question.ranges[1];
    const std::size_t step = 1 + first.size() / 16, other_step = 1 + second.size() / 256;
    double all = 0, apart = 0;
    for (std::size_t i = 0; i < first.size(); i += step)
        for (std::size_t j = 0; j < second.size(); j += other_step) ++all, apart += !(first[i].cards & second[j].cards);
    return apart / all;
}

class HeadsUp {
public:
    explicit HeadsUp(const Question& question)
        : answer_{{std::vector<Tally>(question.ranges[0].size()), std::vector<Tally>(question.ranges[1].size())}, {}} {}

    // Adds deals in which a player has certain cards: weighted already.
    void add(std::size_t player, std::size_t holding, Count deals, Count wins, Count ties) {
        answer_.hands[player][holding] += {deals, wins, ties, wins * pot + ties * (pot / 2)};
    }

    // The same for a hand against a hand; what the first wins is given.
    void add_pair(std::size_t first, std::size_t second, Count deals, Count wins, Count ties) {
        add(0, first, deals, wins, ties);
        add(1, second, deals, deals - wins - ties, ties);
    }
    HeadsUp& operator+=(const HeadsUp& other) {
        for (std::size_t player = 0; player < 2; ++player)
            for (std::size_t i = 0; i < answer_.hands[player].size(); ++i) answer_.hands[player][i] += other.answer_.hands[player][i];
        return *this;
    }

    Answer take() {
        answer_.outcomes.assign(4, 0);
        for (std::size_t player = 0; player < 2; ++player)
            for (const Tally& tally : answer_.hands[player]) answer_.outcomes[player + 1] += tally.wins;
        for (const Tally& tally : answer_.hands[0]) answer_.outcomes[3] += tally.ties;
        return std::move(answer_);
    }

private:
    Answer answer_;
};

}  // namespace fivecard::equity
