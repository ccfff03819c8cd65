// How both players play on average, as sums that say how often each hand does what; and which nodes are locked.
//
// The sums are in memory of their own, which a solver adds to, or in somebody else's, such as a file's, where they are only read.
#pragma once

#include "src/postflop/game.hpp"
#include "src/postflop/memory.hpp"

#include <memory>

namespace fivecard::postflop {

class Averages {
public:
    static constexpr double unit = 1024;  // what sums come to for a hand that always gets there: halves hold it as long as it lasts

    // Of nothing yet, but at locked nodes: these play their average, which nothing changes.
    Averages(std::shared_ptr<const Game> game, bool halves, int threads);
    // Of numbers that are kept elsewhere, as long as this lives; they may be any bytes, but from an address for such numbers.
    Averages(std::shared_ptr<const Game> game, bool halves, int threads, const std::array<const std::byte*, 2>& kept);

    static std::size_t bytes(const Game& game, bool halves, int player) { return game.number_count(player) * size_of(halves); }

    // How a player plays on average at a node: rows of chances, one for each action.
    std::vector<double> chances(const Deal& deal, std::size_t node) const;
    bool locked(const Deal& deal, std::size_t node) const { return !locked_.empty() && locked_[node_number(deal, node)]; }

    const std::vector<char>& locked_nodes() const { return locked_; }  // player 0's, then player 1's; empty where none is
    const Memory& averages(int player) const { return averages_[player]; }

    const Game& game() const { return *game_; }
    bool halves() const { return halves_; }
    int threads() const { return threads_; }
    void finish() {}  // nothing is ever left half-way

protected:
    static std::size_t size_of(bool halves) { return halves ? sizeof(std::uint16_t) : sizeof(float); }
    std::size_t number_size() const { return size_of(halves_); }
    std::size_t node_number(const Deal& deal, std::size_t node) const {
        return (game_->streets()[deal.street].nodes[node].player ? game_->node_count(0) : 0) + game_->place(deal, node).node;
    }
    void play(const Deal& deal, const Lock& lock);
    // Does `work(deal, lock)` wherever a lock binds.
    template <typename Work>
    void each_lock(Work work) const;

    std::shared_ptr<const Game> game_;
    const bool halves_;
    const int threads_;
    std::array<Memory, 2> averages_;
    std::vector<char> locked_;  // by node on its board; empty where none is
};

template <typename Work>
void Averages::each_lock(Work work) const {
    for (const Lock& lock : game_->question().locks) {
        CardSet cards = game_->deals()[0].cards;
        for (const CardId card : lock.cards) cards |= CardSet{1} << card;
        for (const std::size_t number : game_->deals_of(lock.street)) {
            const Deal& deal = game_->deals()[number];
            if (deal.cards == cards &&
                std::equal(lock.cards.begin(), lock.cards.end(), deal.board.end() - static_cast<std::ptrdiff_t>(lock.cards.size())))
                work(deal, lock);
        }
    }
}

}  // namespace fivecard::postflop
