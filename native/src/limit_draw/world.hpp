// The deck in two halves, one for each player.
//
// Dealt at random from a shuffled deck, two hands and what they draw are two disjoint sets of cards, all pairs equally
// likely. They are that too if the deck is first cut in two at random and everybody is served from a half of his own. But
// once the halves are known, what one player holds says nothing about the other: all hands of a half meet all hands of the
// other, and whole vectors of them can be played at once. So every cut is an unbiased sample of the real game, card removal
// and all, and no model of it is needed.
#pragma once

#include "src/limit_draw/layout.hpp"

#include "src/jobs/job.hpp"
#include "src/random.hpp"

namespace fivecard::limit_draw {

// Sets of cards of a half, by their places in it. Subsets of a hand are numbered in colexicographic order.
struct Places {
    int half, hand;
    std::vector<std::array<std::uint8_t, most_cards>> hands;
    std::vector<std::array<std::uint16_t, 1 << most_cards>> subsets;  // by hand and places of it; not of the whole hand
    std::array<std::size_t, most_cards + 1> counts{};                 // of subsets, by size
    std::array<float, most_cards + 1> ways{};                         // to draw so many cards

    Places(int half_size, int hand_size);
};

// All hands of a half, those of a kind together.
struct Half {
    std::vector<std::uint32_t> kind, by_kind;
    std::vector<std::uint32_t> from;  // by kind: where its hands begin in `by_kind`
    std::vector<std::uint16_t> group;
    std::vector<const std::array<std::uint8_t, 1 << most_cards>*> places;  // by hand: places in its kind's order -> in the half's

    void serve(const Abstraction& cards, const Places& at, const CardId* half);
};

// The part of a learner's hands that is played at random, so that he learns what happens off his own paths, too.
inline constexpr float exploring = 0.05f;

// A cut deck, and room to work on it. Player 0 plays one half, player 1 the other.
struct World {
    const Abstraction& cards;
    const Layout& layout;
    const Places& at;
    std::array<Half, 2> half;
    // Of each player, by what the strategy that was played forward does:
    std::array<Floats, 2> arriving;                // [lane][drawn][group] (player 1: by path), of all deals
    std::array<std::vector<double>, 2> at_node;    // first round: the part that reaches a node if the other lets it
    std::array<std::vector<double>, 2> folded;     // ... and folds there
    // Of the player whose turn it is to be looked at:
    Floats values;                                 // [path][group]
    std::vector<Floats> by_lane;                   // by cards drawn: [group][lane]
    std::vector<std::vector<Floats>> sums;         // by cards drawn and size: [subset][lane], the sum over all hands that have it

    void (*between)() = jobs::check;               // called every few milliseconds where playing forward; may throw

    World(const Abstraction& of_cards, const Layout& of_layout, const Places& places);

    // About what one takes, of a half with so many cards.
    static double bytes(const Layout& layout, int half_size, int hand_size);

    // Cuts the deck at random; two cuts in turn are the same deck with the halves exchanged.
    void cut(std::uint64_t seed, std::uint64_t number);
    // The same in cuts that balance one another (see cuts.hpp), where the deck is whole: for means over many of them.
    void cut_in_balance(std::uint64_t seed, std::uint64_t number);

    // Has a player explore: a part of what arrives was played at random all the way.
    void explore(int player);

    std::size_t hands() const { return at.hands.size(); }

private:
    std::vector<CardId> shuffled(RandomStream& random) const;
    void serve(const std::vector<CardId>& deck, bool swapped);

    std::array<std::vector<float>, 2> at_random;   // by player and call: how often playing at random gets there
};

// What is done with the values found on a world, all but the first only where it is wanted.
struct Update {
    const StrategyTable* own;                            // how the player whose values are found plays
    StrategyTable* regrets = nullptr;                    // to be added to
    StrategyTable* others_average = nullptr;             // to be added to: how the other plays the second round
    float weight = 0;
    std::vector<std::uint32_t>* idle = nullptr;  // by kind: holds that are looked at every `idle_turns`-th time only
    std::uint32_t turn = 0;
};
inline constexpr std::uint32_t idle_turns = 8;

// What everything a player can do is worth, added up over worlds.
struct ActionValues {
    Floats second_ends;             // [path][end: calls, then folds][group]
    Floats hold;                    // [kind][hold][lane]
    std::vector<double> folds;      // [kind][fold of the first tree]
};

}  // namespace fivecard::limit_draw
