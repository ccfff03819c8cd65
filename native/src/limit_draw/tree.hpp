// Two players bet with a fixed limit: one round as a tree.
#pragma once

#include <array>
#include <vector>

namespace fivecard::limit_draw {

// What is played for, in any unit. Player 0 acts first after the draw, and draws first.
struct Stakes {
    std::array<double, 2> posted = {1, 1};  // before the first card: antes, or blinds
    int first = 0;                          // who acts first before the draw: player 1 where there are blinds
    std::array<double, 2> bet = {2, 4};     // before and after the draw
    std::array<int, 2> cap = {4, 4};        // how many bets and raises there may be
    int most_drawn = 3;
};

inline constexpr int most_actions = 3;  // check, bet; or fold, call, raise

// Where an action leads: to another node, to the end of the hand, or to the end of the round with both in.
struct Child {
    enum Kind { node, fold, call } kind;
    int number;
};

struct Node {
    int player;
    bool facing;  // a bet: its actions are fold, call and perhaps raise; otherwise check and perhaps bet
    int actions = 0;
    std::array<Child, most_actions> children{};
};

struct Fold {
    int node;
    int loser;
    double paid;  // by the loser
};

// Nodes come before their children.
struct Tree {
    std::vector<Node> nodes;
    std::vector<Fold> folds;
    std::vector<double> calls;  // what each has paid

    // Bets and raises go on top of what was posted.
    Tree(std::array<double, 2> posted, int first, double bet, int cap);
};

}  // namespace fivecard::limit_draw
