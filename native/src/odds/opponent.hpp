// What an opponent who plays a known strategy ends up with, as far as our own cards tell.
//
// The cards that we hold or have thrown away are dead: the opponent has none of them. How the opponent's final hand is
// distributed is found exactly for no dead cards, for one to four of one rank, and for one each of two ranks (whatever their
// suits); for other dead cards the effects of the ranks, and of the pairs of ranks, are added up.
#pragma once

#include "src/odds/suit_classes.hpp"

#include <optional>

namespace fivecard::odds {

// Eight numbers side by side, as all tables here are kept.
using Lanes8 = Lanes<double, 8>;
inline constexpr int most_opponents = 5;
inline constexpr int pair_count = rank_count * (rank_count - 1) / 2;
constexpr int pair_of(int low, int high) { return high * (high - 1) / 2 + low; }

// For each strength, the probability that a final hand is weaker, and that it is equal.
struct Odds {
    double weaker, equal;

    Odds operator+(Odds o) const { return {weaker + o.weaker, equal + o.equal}; }
    Odds operator-(Odds o) const { return {weaker - o.weaker, equal - o.equal}; }
    Odds operator*(double factor) const { return {weaker * factor, equal * factor}; }
};
// Some number for each rank and number of its cards, and for each two ranks.
template <typename T>
struct ByRanks {
    std::array<std::array<T, suit_count + 1>, rank_count> of_rank{};
    std::array<T, pair_count> of_pair{};
};

// The cards of each rank, counted.
using RankCounts = std::array<std::uint8_t, rank_count>;

class Opponent {
public:
    // `holds` has one for every suit class. If the opponent has announced how many cards it `drew`, only deals after which
    // it draws so many count, and every probability here is that of drawing so many, too: it is not divided by that of the
    // announcement, which depends on the dead cards like everything else.
    Opponent(std::span<const std::uint8_t> holds, int threads, std::optional<int> drew = {});

    // Strengths up to one that beats all: whoever drew as announced is weaker.
    static constexpr std::size_t beats_all = strength_count + 1;

    // The odds with some dead cards, at most four of a rank.
    Odds odds(const RankCounts& dead, std::size_t strength) const;

    std::vector<Odds> none;  // by strength, with no card dead
    // What changes when cards are dead: the whole effect of 0 to 4 cards of one rank, and what one card each of two ranks
    // does beyond the effects of both.
    std::vector<ByRanks<Odds>> effects;
    // The opponent's cards, those thrown away included, as far as its being weaker than a strength tells: how likely each
    // number of a rank is, and the mean product of the numbers of two.
    std::vector<ByRanks<double>> cards_if_weaker;
};

// How much likelier it is that `other` is weaker than each strength if `one` is known to be: the cards of `one` are dead too.
std::vector<double> card_removal(const Opponent& one, const Opponent& other);

// How often each strength is the final hand of a strategy, over all hands, each with `common_draws` draws.
std::vector<std::uint64_t> final_counts(std::span<const std::uint8_t> holds, int threads);

// The ranks of the hands of each strength.
const std::vector<RankCounts>& ranks_by_strength();

}  // namespace fivecard::odds
