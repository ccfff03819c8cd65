// What a strategy is worth, and what the best answer to it wins: exactly, with all hands and boards, in double precision.
//
// This is the judge of the solver, and shares nothing with it but the tree: no kernel, no program, no table. It walks line by line,
// hand by hand.
#pragma once

#include "src/postflop/game.hpp"

#include <functional>

namespace fivecard::postflop {

using Numbers = std::vector<double>;  // one for each hand of a player

// How a game is played: chances at a node, by action and then by hand, and whether the player is bound to them.
struct Strategy {
    std::function<Numbers(const Deal& deal, std::size_t node)> chances;
    std::function<bool(const Deal& deal, std::size_t node)> locked;
};

class Exact {
public:
    Exact(const Game& game, Strategy strategy, int threads);

    // What a player wins or loses a deal, in pots, half of the first pot being his: as the strategy plays, or with the best answer
    // to the other's strategy.
    double value(int player, bool best) const;

    // What comes of `child` is worth to each hand of a player, times how likely it meets the other's hands, of which `reach` says
    // how likely each gets there; `actor` has just acted.
    Numbers after(int player, const Deal& deal, Child child, int actor, const Numbers& reach, bool best = false) const;
    // The same of what nobody has folded.
    Numbers worth(int player, const Deal& deal, Child child, const Numbers& reach, bool best = false) const;
    // How likely each hand meets those of the other player.
    Numbers meetings(int player, const Deal& deal, const Numbers& reach) const;
    // What each wins less what it loses if nobody bets any more, 1 a deal.
    Numbers showdowns(int player, const Deal& deal, const Numbers& reach) const;
    Numbers chances(const Deal& deal, std::size_t node) const { return strategy_.chances(deal, node); }

private:
    // The hands that a complete board leaves, weakest first.
    struct Order {
        std::vector<std::uint16_t> hands;
        std::vector<Strength> strengths;
    };
    class ByCard;

    Numbers fold(int player, const Deal& deal, const Numbers& reach, double paid) const;
    Numbers showdown(int player, const Deal& deal, const Numbers& reach, const Payoff& payoff) const;
    Numbers node(int player, const Deal& deal, std::size_t number, const Numbers& reach, bool best) const;
    template <typename Below>
    Numbers next_cards(int player, const Deal& deal, const Numbers& reach, Below below) const;

    const Game& game_;
    const Strategy strategy_;
    const int threads_;
    std::array<std::vector<Order>, 2> orders_;  // by player and deal
};

}  // namespace fivecard::postflop
