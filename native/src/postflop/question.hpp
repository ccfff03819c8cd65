// A question of hold'em after the flop: two ranges, a board, and a tree of bets. Sizes are in parts of the pot that lies there.
#pragma once

#include <fivecard/ranking.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace fivecard::postflop {

struct Hand {
    CardId low, high;
    float weight;  // above 0

    CardSet cards() const { return CardSet{1} << low | CardSet{1} << high; }
};

// What an end of the betting pays. Of a fold: to who stays, and from who folds; of a showdown: to the winner, from the loser,
// and to each in a tie. With rake, more is lost than won.
struct Payoff {
    double win, loss, tie;
};

// What comes of an action, or begins a street: another node of this street, an end, or an entry of the next street.
struct Child {
    enum Kind : std::uint8_t { node, fold, showdown, street };
    Kind kind;
    std::uint32_t number;
};

struct Node {
    int player;  // who acts: 0 is out of position
    std::vector<Child> children;
};

// The betting of one street, from every way in which it can begin. A street that begins all-in has no node.
struct Street {
    std::vector<Node> nodes;
    std::vector<Child> entries;
};

// How a player is made to play at a node: hands by actions, each hand's chances in a row. Cards are those dealt on the way there.
struct Lock {
    std::size_t street, node;
    std::vector<CardId> cards;
    std::vector<float> chances;  // by action, then by hand
};

struct Question {
    const Ranking* ranking;
    std::vector<CardId> board;           // three to five cards
    std::array<std::vector<Hand>, 2> hands;  // none with a card of the board
    std::vector<Street> streets;         // from the board's on to the river
    std::vector<Payoff> payoffs;         // of folds and showdowns, by number
    std::vector<Lock> locks;
    bool merge_suits = true;             // whether boards that are alike but for suits are solved once
};

}  // namespace fivecard::postflop
