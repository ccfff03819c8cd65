// The hands of a draw game, up to the names of suits: of the 52 cards, and of those with one or two jokers.
//
// Sums of payoffs over all hands that contain some cards are kept for classes of sets ("nodes") and written out for all sets
// in colex order, a joker being higher than every card. Hands are then valued in rows that share their four highest cards,
// as all hands are (best_holds.hpp), but only in the rows in which a representative of a class stands: one in twelve.
#pragma once

#include "src/odds/holds.hpp"
#include "src/odds/suit_classes.hpp"

#include <span>
#include <vector>

namespace fivecard::odds {

constexpr bool is_joker(CardId card) { return card >= card_count; }

class DrawDeck {
public:
    static const DrawDeck& with(int jokers);  // made when first needed

    struct Hand {
        std::array<CardId, hand_size> cards;                 // lowest first
        std::uint8_t orbit;                                  // how many hands it stands for
        std::array<std::uint16_t, hand_size> fours;          // nodes of what is left without each card
    };
    std::span<const Hand> hands() const { return hands_; }
    std::span<const Row> rows() const { return rows_; }
    std::size_t places() const { return places_; }                       // of hands in the rows
    std::span<const std::uint32_t> place_of_hand() const { return place_of_hand_; }
    std::size_t node_count() const { return nodes_.size(); }

    int jokers() const { return jokers_; }
    int size() const { return card_count + jokers_; }
    // Of all hands, and for each number of cards held: how many ways there are to draw the others.
    std::uint32_t hand_total() const { return choose[hand_size][static_cast<std::size_t>(size())]; }
    std::uint32_t draws_for(int held) const {
        return choose[static_cast<std::size_t>(hand_size - held)][static_cast<std::size_t>(size() - hand_size)];
    }
    std::int64_t common_draws() const { return common_draws_; }           // which all of them divide

    // The node of the cards of a hand that some bits stand for, four at most.
    std::uint16_t node_of(const CardId* cards, int bits) const;
    // The class of a hand, given lowest first.
    SuitClasses::Canonical find(const CardId* cards) const;

    // By node: the payoff summed over all hands that contain its cards. `payoffs` has one for each class.
    std::vector<double> sums_by_node(std::span<const double> payoffs) const;
    // The same for all sets of up to four cards, in colex order, and the payoffs of the hands in the rows.
    SubsetSums sums(std::span<const double> payoffs) const;

    // How much each node counts where all hands are played by these holds: the sum over nodes of this times the sums over
    // hands that contain them, and `kept` times the payoffs of the hands themselves, is what the holds are worth in all, over
    // `common_draws`.
    struct Shares {
        std::vector<double> nodes, hands;
    };
    Shares shares(std::span<const std::uint8_t> holds) const;

private:
    explicit DrawDeck(int jokers);

    struct Node {
        std::uint16_t orbit = 0;                      // 0: there is none
        std::uint8_t size = 0;
        std::array<std::uint16_t, 4> without{};       // nodes of what is left without each card
    };
    void write_sums(std::span<const double> by_node, int size, int jokers_left, int jokers_held, std::vector<double>& sums) const;

    int jokers_;
    std::int64_t common_draws_;
    std::size_t places_ = 0;
    std::vector<Hand> hands_;
    std::vector<std::uint32_t> numbers_;        // in colex order, of the hands
    std::vector<std::uint32_t> place_of_hand_;  // where in the rows each stands
    std::vector<Row> rows_;
    std::vector<Node> nodes_;                   // those with j jokers begin at j times the number without
};

}  // namespace fivecard::odds
