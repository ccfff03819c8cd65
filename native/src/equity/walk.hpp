// Sampled equities of any game: a random walk over the hands that the players can have together.
//
// Players whose ranges meet cannot be dealt hands one after the other: those drawn first would be too likely to have
// the cards that others want. Drawing all hands until no card is held twice is right, but with six ranges nine attempts
// in ten fail. So a deal is changed instead of thrown away. One player after the other is offered a new holding, drawn
// by weight alone, and takes it if nobody else has its cards. If p(x) is the product of the weights in deal x, and 0
// where a card is held twice, then p(x) q(x, y) = p(y) q(y, x) for any two deals x, y that one offer leads to each
// other, because q(x, y) is in proportion to the weight of the new holding: p is what the walk stays in, once it is
// there. And it starts there: first deals are those that were drawn until no card was held twice. Where that takes too
// long, because the players want nearly all cards that they may have, first deals are those of another walk (walk.cpp), and
// players are offered some holdings before deals count. Cards to come and the board are dealt anew at every step.
//
// Deals that follow each other have hands in common, so their results vary together. A chunk of walks has a start and
// random numbers of its own, so chunks are independent of each other, whichever thread runs them: their spread tells
// the standard error.
#pragma once

#include "src/equity/question.hpp"

#include "src/kernels/find.hpp"
#include "src/kernels/walk.hpp"
#include "src/random.hpp"

#include <array>
#include <optional>

namespace fivecard::equity {

class Walk {
public:
    // What came of some chunks.
    struct Samples {
        std::uint64_t chunks;
        std::vector<std::uint64_t> wins, ties, shares;  // by chunk, then by player; shares in parts of `pot`
        std::vector<std::uint64_t> outcomes;  // by chunk, then by the set of those who have the high part of the pot
    };

    // How many deals a chunk has.
    static std::uint64_t deals();

    // Nothing if hardly any deal, or none, is found even by drawing hands in turn from those that are left; or if the cards
    // may run out.
    static std::optional<Walk> begin(Question question, std::uint64_t seed, const kernels::Kernels& kernels);

    // The same for a seed, whatever the number of threads. Where a deadline is near, fewer chunks, but one at least.
    Samples run(std::uint64_t first, std::uint64_t chunks, int threads) const;

private:
    struct Player {
        Urn urn;
        std::vector<Hand> hands;  // by holding, as far as they are known
        int to_come;              // cards; the most, where that depends on the holding
        bool varies;              // whether it does
    };
    using Deal = std::array<std::uint32_t, most_players>;  // the holding of each player
    using Deals = std::array<Deal, lane_count>;
    struct State;
    class Tallies;

    Walk(Question question, std::uint64_t seed, const kernels::Kernels& kernels);

    bool cards_suffice() const;
    bool draw_deal(RandomStream& random, Deal& deal) const;
    double draw_in_turn(RandomStream& random, Deal& deal) const;
    std::size_t draw_deals(RandomStream& random, Deals& deals) const;
    std::size_t draw_deals_in_turn(RandomStream& random, Deals& deals) const;
    void offer(State& state, std::size_t offers) const;
    void start(std::uint64_t chunk, State& state) const;
    void step(State& state) const;
    void deal(State& state) const;
    void evaluate(State& state, std::size_t part) const;

    Question question_;
    std::uint64_t seed_;
    const kernels::Kernels* kernels_;
    std::vector<Player> players_;
    std::vector<std::size_t> by_size_;  // players, the smallest range first
    std::vector<std::size_t> walkers_;  // players with more than one holding
    bool in_turn_ = false;              // whether first deals have to be drawn in turn,
    std::size_t turns_ = 0;             // and how often for a chunk
};

}  // namespace fivecard::equity
