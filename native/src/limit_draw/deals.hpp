// Hands dealt from one shuffled deck, card after card, as at a table.
#pragma once

#include "src/limit_draw/strategy.hpp"

#include "src/random.hpp"

namespace fivecard::limit_draw {

// Where a player has to decide: its hand, what it threw away before, and what was done so far, as actions' numbers.
struct Spot {
    int player;
    std::vector<CardId> cards, thrown;
    std::vector<int> first, drawn, second;
};

// What the choices at a spot are worth, on deals in which the other did what was done: the payoff from there on, so folding
// is worth nothing. At the draw the choices are the holds, otherwise the actions.
struct ChoiceValues {
    std::size_t choices = 0, tried = 0;
    std::vector<float> values;  // [deal][choice]
};

// A hand that was played.
struct Played {
    static constexpr std::size_t most_moves = 12;
    std::array<CardId, 4 * most_cards> cards;                    // hands of both, then what each would draw
    std::array<std::uint8_t, 2> kept;                            // as bits of the places in which they were dealt
    std::array<std::array<std::int8_t, most_moves>, 2> moves;    // of both rounds, the numbers of actions; -1 behind the last
    double won;                                                  // by player 0
};

// Both players play by one strategy. Deals have streams of random numbers of their own, so threads change nothing.
class Deals {
public:
    Deals(const Stakes& stakes, const Abstraction& cards, const Layout& layout, const Strategy& strategy)
        : stakes_(stakes), cards_(cards), layout_(layout), strategy_(strategy) {}

    // Looks for up to `deals` deals in which the other did what was done, among `tries`; each time that the other had to
    // decide, a part `slip` of the choices is any. Throws std::invalid_argument if the spot is none of the game.
    ChoiceValues worth(const Spot& spot, std::size_t deals, std::size_t tries, float slip, std::uint64_t seed) const;

    Played play(std::uint64_t seed, std::uint64_t number) const;

private:
    const Stakes& stakes_;
    const Abstraction& cards_;
    const Layout& layout_;
    const Strategy& strategy_;
};

}  // namespace fivecard::limit_draw
