// A question with all its boards: which there are, which are alike, and what one hand meets on each.
//
// Hands keep one order on all boards, so that what reaches a board needs no sorting: what a board makes impossible is left out by
// its own lists alone. Boards that some permutation of suits makes of one another, where it leaves the first board and both ranges
// as they are, are one: the first of them is played, and stands for the others with its hands renamed.
#pragma once

#include "src/postflop/question.hpp"

#include "src/kernels/postflop.hpp"

#include <optional>

namespace fivecard::postflop {

// A permutation of suits, and what becomes of each hand.
struct Renaming {
    std::array<int, suit_count> suits;
    std::array<std::vector<std::uint16_t>, 2> hands;  // by player
    std::size_t inverse;                              // its number

    CardId operator()(CardId card) const { return static_cast<CardId>(card / suit_count * suit_count + suits[card % suit_count]); }
};

struct Deal {
    // A card that is dealt next, and by which renamings, as places in the group, it stands for itself and for others.
    struct Next {
        std::size_t deal;
        CardId card;
        std::vector<std::size_t> renamings;
    };

    std::size_t street, number;  // from the first street on; among its deals
    std::size_t index;           // among all
    std::vector<CardId> board;
    CardSet cards;
    std::vector<std::size_t> group;  // the renamings that leave it as it is
    std::vector<Next> next;
};

class Game {
public:
    explicit Game(Question question);

    const Question& question() const { return question_; }
    const std::vector<Hand>& hands(int player) const { return question_.hands[player]; }
    std::size_t row(int player) const { return rows_[player]; }  // hands, filled up
    std::size_t longest_row() const { return std::max(rows_[0], rows_[1]); }
    std::uint16_t same_hand(int player, std::size_t hand) const { return same_[player][hand]; }  // of the other player, or `none`
    static constexpr std::uint16_t none = 0xffff;

    const std::vector<Deal>& deals() const { return deals_; }
    const std::vector<std::size_t>& deals_of(std::size_t street) const { return by_street_[street]; }
    const std::vector<Renaming>& renamings() const { return renamings_; }
    const std::vector<Street>& streets() const { return question_.streets; }
    bool is_river(std::size_t street) const { return street + 1 == question_.streets.size(); }
    // How likely a card is that comes next, to players who hold two each.
    double chance(const Deal& deal) const { return 1.0 / (deck_size_ - 4 - static_cast<double>(deal.board.size())); }
    CardSet deck() const { return deck_; }

    // Where a node's numbers lie on a board: which of its player's nodes it is, and which of its player's rows is its first.
    struct Place {
        std::size_t node, row;
    };
    Place place(const Deal& deal, std::size_t node) const {
        const int player = streets()[deal.street].nodes[node].player;
        const Place &in_deal = places_[deal.street][node], &all = sizes_[deal.street][player], &before = before_[deal.street][player];
        return {before.node + deal.number * all.node + in_deal.node, before.row + deal.number * all.row + in_deal.row};
    }
    std::size_t node_count(int player) const { return totals_[player].node; }
    std::size_t row_count(int player) const { return totals_[player].row; }
    std::size_t node_count() const { return node_count(0) + node_count(1); }
    std::size_t number_count(int player) const { return row_count(player) * row(player); }  // regrets, and as many averages

private:
    void find_same_hands();
    void find_renamings();
    std::optional<Renaming> renaming(std::array<int, suit_count> suits) const;
    bool keeps_locks(const Renaming& renaming) const;
    std::size_t add_deal(std::size_t street, std::vector<CardId> board, std::vector<std::size_t> group);
    void place_nodes();

    Question question_;
    CardSet deck_;
    int deck_size_;
    std::array<std::size_t, 2> rows_;
    std::array<std::vector<std::uint16_t>, 2> same_;
    std::vector<Renaming> renamings_;
    std::vector<Deal> deals_;
    std::vector<std::vector<std::size_t>> by_street_;
    std::vector<std::vector<Place>> places_;                 // by street and node, on one board
    std::vector<std::array<Place, 2>> sizes_, before_;       // by street and player: of one board; of the streets before
    std::array<Place, 2> totals_{};
};

// The lists of a matchup, in memory of their own.
class MatchupLists {
public:
    // Where cards are to come, only what folds need.
    MatchupLists(const Game& game, const Deal& deal, int player);

    Matchup view() const;
    static double bytes(const Game& game, int player);  // about

private:
    std::vector<Contest> contests_;
    std::vector<std::uint16_t> order_, by_card_, blocked_;
    std::array<std::uint16_t, card_count + 1> card_start_{};
    std::size_t hands_, others_;
};

// The strength of a hand on a complete board.
Strength strength_on(const Game& game, const Deal& deal, const Hand& hand);

}  // namespace fivecard::postflop
