// What the tests of equities share: questions, and exact answers by going through all deals.
#pragma once

#include "tests/check.hpp"

#include "src/equity/enumerate.hpp"
#include "src/text.hpp"

#include <cmath>

namespace fivecard::test {

using namespace equity;

inline Game game_of(std::vector<std::string> rankings, int players, int hole, int board, int from_hole = 0) {
    return *Game::find(rankings, players, hole, board, from_hole);
}

// Cards as texts have them, two letters each.
inline CardSet cards(std::string_view text) {
    CardSet set = 0;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        for (CardId card = 0; card < card_count; ++card)
            if (text[i] == rank_letter(card) && text[i + 1] == suit_letter(card)) set |= CardSet{1} << card;
    return set;
}

inline const Range any = {{0, 1}};

// The answer to a question, player by player.
inline std::vector<Tally> exact(const Question& question) {
    check(problem(question) == nullptr, "the question is in order");
    Enumeration enumeration(question, *kernels::find(""));
    enumeration.run(0, enumeration.steps(), 2);
    std::vector<Tally> totals;
    for (const auto& hands : enumeration.answer().hands) {
        Tally total;
        for (const Tally& hand : hands) total += hand;
        totals.push_back(total);
    }
    return totals;
}

inline double part(Count some, Count of) { return static_cast<double>(some) / static_cast<double>(of); }

// How often at most one in twenty should have been wrong: with 4.5 standard deviations to spare.
inline void check_coverage(int missed, int tries, const std::string& what) {
    const double mean = .05 * tries, spread = std::sqrt(.05 * .95 * tries);
    check(std::fabs(missed - mean) < 4.5 * spread,
          what + ": " + std::to_string(missed) + " of " + std::to_string(tries) + " beyond the 95 % interval");
}

}  // namespace fivecard::test
