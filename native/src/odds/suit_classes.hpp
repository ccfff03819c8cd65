// Hands that differ only in the names of their suits are played alike. There are 134,459 such classes; each is represented
// by the hand whose suits, taken as sets of ranks, stand in falling order.
#pragma once

#include "src/odds/colex.hpp"

#include <span>
#include <vector>

namespace fivecard::odds {

class SuitClasses {
public:
    static constexpr std::size_t count = 134459;
    static constexpr std::size_t node_count = 1 + 13 + 169 + 1755 + 16432;  // classes of 0 to 4 cards

    static const SuitClasses& get();  // made when first needed

    struct Class {
        std::array<CardId, hand_size> cards;                    // lowest first
        std::uint8_t orbit;                                     // how many hands it stands for
        Strength strength;
        std::array<std::uint16_t, hold_count - 1> nodes;        // of its subsets, by hold
    };
    std::span<const Class> all() const { return classes_; }

    // Up to four cards, up to suits: the smaller sets come first.
    struct Node {
        std::array<CardId, 4> cards;               // lowest first
        std::uint8_t size;
        std::uint16_t orbit;                       // how many sets it stands for
        std::array<std::uint16_t, 16> subsets;     // as bits of the cards
        int full() const { return (1 << size) - 1; }
    };
    std::span<const Node> nodes() const { return nodes_; }

    struct Canonical {
        std::size_t number;                            // of the class
        std::array<std::uint8_t, hand_size> position;  // where in its representative each card of the hand stands
    };
    Canonical find(const CardId* cards) const;  // five, lowest first

    // The representative of up to five cards, lowest first, and where in it each of them stands.
    struct Renamed {
        std::array<CardId, hand_size> sorted;
        std::array<std::uint8_t, hand_size> position;
    };
    static Renamed renamed(const CardId* cards, int size);

    // The node of up to four cards, lowest first, and those of all sets of a size, in colex order.
    std::uint16_t node_of_set(const CardId* cards, int size) const { return nodes_in_order(size)[colex(cards, size)]; }
    std::span<const std::uint16_t> nodes_in_order(int size) const { return node_by_colex_[static_cast<std::size_t>(size)]; }
    // In colex order, of the representatives.
    std::span<const std::uint32_t> numbers() const { return numbers_; }

    // A hold of every hand, in colex order, from one of every class.
    std::vector<std::uint8_t> expand(std::span<const std::uint8_t> holds) const;
    // The class of every hand, in colex order.
    std::vector<std::uint32_t> numbers_of_hands() const;

    // What stays of some hands, from a hold of every class; gives how many came before the first that has not five cards.
    std::size_t keep(std::span<const std::uint8_t> holds, std::span<const CardSet> hands, CardSet* kept) const;

private:
    SuitClasses();
    std::uint16_t node_of(const CardId* cards, int size, int subset) const;
    template <typename Visit>
    void for_each_hand(std::span<const std::uint8_t> holds, Visit visit) const;

    std::vector<Class> classes_;
    std::vector<std::uint32_t> numbers_;
    std::vector<Node> nodes_;
    std::array<std::vector<std::uint16_t>, hand_size> node_by_colex_;
};

}  // namespace fivecard::odds
