// Where a line of actions and cards leads, and what everybody's hands are worth there.
//
// Of boards that are alike only one is solved: on another, hands are renamed to those of that one, and named back in what is told.
#pragma once

#include "src/postflop/exact.hpp"

namespace fivecard::postflop {

class Position {
public:
    explicit Position(const Game& game, const Exact& exact);

    // What nobody can do gives false, and changes nothing.
    bool act(std::size_t action);
    bool deal(CardId card);

    bool over() const { return at_.kind == Child::fold || at_.kind == Child::showdown; }
    bool awaits_card() const { return at_.kind == Child::street; }
    // The cards that can come next; those that are alike but for suits stand together.
    std::vector<std::vector<CardId>> next_cards() const;
    const Node* node() const { return at_.kind == Child::node ? &game_.streets()[deal_->street].nodes[at_.number] : nullptr; }

    // By hand of a player, as the question has them.
    Numbers reach(int player) const { return named(player, reach_[player]); }      // by weight; 0 for what the board blocks
    Numbers meetings(int player) const;
    Numbers values(int player, bool best = false) const;  // times how likely the hand meets the other's
    Numbers showdowns(int player) const;                  // likewise: what it wins less what it loses without more bets
    // Of the player who acts, by action.
    Numbers chances() const;
    Numbers action_values() const;

private:
    Numbers named(int player, const Numbers& numbers) const;
    Numbers named_rows(int player, const Numbers& numbers) const;

    const Game& game_;
    const Exact& exact_;
    const Deal* deal_;
    Child at_;
    std::array<Numbers, 2> reach_;
    std::array<int, suit_count> suits_{0, 1, 2, 3};          // the name of each suit
    std::array<std::vector<std::uint16_t>, 2> names_;        // and of each hand
};

}  // namespace fivecard::postflop
