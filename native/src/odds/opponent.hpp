// What an opponent who plays a known strategy ends up with, as far as our own cards tell.
//
// The cards that we hold or have thrown away are dead: the opponent has none of them. How the opponent's final hand is
// distributed is found exactly for no dead cards, for one to four of one rank, and for one each of two ranks (whatever their
// suits); for other dead cards the effects of the ranks, and of the pairs of ranks, are added up.
#pragma once

#include "suit_classes.hpp"

namespace fivecard::odds {

// Eight numbers side by side, as all tables here are kept.
using Lanes8 = Lanes<double, 8>;
inline constexpr int pair_count = rank_count * (rank_count - 1) / 2;
constexpr int pair_of(int low, int high) { return high * (high - 1) / 2 + low; }

// For each strength, the probability that a final hand is weaker, and that it is equal.
struct Odds {
    double weaker, equal;

    Odds operator+(Odds o) const { return {weaker + o.weaker, equal + o.equal}; }
    Odds operator-(Odds o) const { return {weaker - o.weaker, equal - o.equal}; }
    Odds operator*(double factor) const { return {weaker * factor, equal * factor}; }
};
using Curve = std::vector<Odds>;

class Opponent {
public:
    // `holds` has one for every suit class.
    Opponent(std::span<const std::uint8_t> holds, int threads);

    std::vector<double> finals;  // how likely each strength is, with no card dead

    // What changes when cards are dead: the whole effect of 0 to 4 cards of one rank, and what one card each of two ranks
    // does beyond the effects of both.
    Curve none;
    std::array<std::array<Curve, suit_count + 1>, rank_count> of_rank;
    std::array<Curve, pair_count> of_pair;

    // How much likelier it is that an opponent is weaker than a strength if another one is known to be: the cards of the
    // other are dead too.
    std::vector<double> card_removal;
};

// How often each strength is the final hand of a strategy, over all hands, each with `common_draws` draws.
std::vector<std::uint64_t> final_counts(std::span<const std::uint8_t> holds, int threads);

// The ranks of the hands of each strength, counted.
using RankCounts = std::array<std::uint8_t, rank_count>;
const std::vector<RankCounts>& ranks_by_strength();

}  // namespace fivecard::odds
