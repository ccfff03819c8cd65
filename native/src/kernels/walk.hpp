// Many random walks side by side, a lane each: what the walk in equity/walk.hpp and its kernels have in common.
#pragma once

#include <fivecard/hand.hpp>

#include <cstddef>
#include <vector>

namespace fivecard::equity {

// As many as the nearest cache has room for, with the hands of ten players.
inline constexpr std::size_t lane_count = 256;

using LaneSets = CardSet[lane_count];

// A hand, or a board, in every lane.
struct alignas(64) LaneHands {
    std::uint64_t tallies[lane_count];
    CardSet cards[lane_count];

    Hand at(std::size_t lane) const { return Hand::of_parts(tallies[lane], cards[lane]); }
    void set(std::size_t lane, Hand hand) { tallies[lane] = hand.tally(), cards[lane] = hand.cards(); }
};

// xoroshiro128+ for every lane: shifts and sums only, which every machine has for vectors.
struct alignas(64) LaneRandom {
    std::uint64_t first[lane_count], second[lane_count];
};

// A range to draw holdings from, each as often as its weight says, in one step (Walker's alias method). Each of `size`
// equal buckets has at most two holdings: its own, for random numbers below `kept`, and another one. Buckets are chosen
// without bias; what is kept is rounded to 2^-32 of a bucket.
struct Urn {
    std::vector<CardSet> out;  // by holding: the cards that nobody else can have
    std::vector<std::uint32_t> kept, other;
    bool even = true;  // whether all holdings weigh the same: then each bucket has its own only

    std::size_t size() const { return out.size(); }
};

// Cards to deal to every lane.
struct ToDeal {
    const std::uint64_t* counts;  // by lane
    int words, attempts;  // random numbers to spend on it, and cards to try with each: hardly any lane will need more
};

// Random numbers below 2^32 times `count`: the upper half of the product is a choice out of `count`. The few lowest
// products are thrown away, so that all choices have equally many.
constexpr std::uint64_t least_fair_product(std::uint64_t count) { return (std::uint64_t{1} << 32) % count; }

}  // namespace fivecard::equity

namespace fivecard::kernels {

// The steps of the walks: see loops/walk.hpp.
struct WalkKernels {
    void (*draw_holdings)(const equity::Urn& urn, equity::LaneRandom& random, CardSet* taken, CardSet* out, std::uint64_t* holdings);
    void (*deal_cards)(const equity::ToDeal& to_deal, equity::LaneRandom& random, CardSet* taken, CardSet* given);
    void (*strengths_on_boards)(const Ranking& ranking, int cards, const equity::LaneHands& boards, const equity::LaneHands& hands,
                                Strength* out);
    void (*find_winners)(const Strength* strengths, std::size_t players, std::uint16_t* winners);
};

}  // namespace fivecard::kernels
