#include "src/limit_draw/tree.hpp"

namespace fivecard::limit_draw {
namespace {

struct Builder {
    Tree& tree;
    double bet;
    int cap;

    // Adds the node at which `player` acts, and all below it. `others_turn`: the other has not acted yet.
    int add(std::array<double, 2> paid, int player, int bets, bool others_turn) {
        const int other = 1 - player, number = static_cast<int>(tree.nodes.size());
        const bool facing = paid[other] > paid[player];
        tree.nodes.push_back({player, facing});
        std::vector<Child> children;
        if (facing) {
            children.push_back({Child::fold, static_cast<int>(tree.folds.size())});
            tree.folds.push_back({number, player, paid[player]});
        }
        std::array<double, 2> even = paid;
        even[player] = paid[other];
        if (others_turn) children.push_back({Child::node, add(even, other, bets, false)});
        else {
            children.push_back({Child::call, static_cast<int>(tree.calls.size())});
            tree.calls.push_back(paid[other]);
        }
        if (bets < cap) {
            even[player] += bet;
            children.push_back({Child::node, add(even, other, bets + 1, false)});
        }
        Node& node = tree.nodes[number];
        for (const Child child : children) node.children[node.actions++] = child;
        return number;
    }
};

}  // namespace

Tree::Tree(std::array<double, 2> posted, int first, double bet, int cap) { Builder{*this, bet, cap}.add(posted, first, 0, true); }

}  // namespace fivecard::limit_draw
