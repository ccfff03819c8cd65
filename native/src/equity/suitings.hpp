// Boards by their ranks first, then by their suits: what is the same in all suits, or in some, is found once.
#pragma once

#include <fivecard/hand.hpp>

#include "src/equity/question.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace fivecard::equity {

// How many cards there are of each rank.
using RankSet = std::array<std::uint8_t, rank_count>;

// All that `count` cards of a deck can have.
inline std::vector<RankSet> rank_sets(CardSet deck, int count) {
    std::vector<RankSet> sets;
    RankSet ranks{};
    const auto add = [&](auto&& self, std::size_t rank, int left) -> void {
        if (!left) sets.push_back(ranks);
        for (; left && rank < rank_count; ++rank)
            if (ranks[rank] < std::popcount(deck >> (suit_count * rank) & 15)) {
                ++ranks[rank];
                self(self, rank, left - 1);
                --ranks[rank];
            }
    };
    add(add, 0, count);
    return sets;
}

inline constexpr std::uint8_t suits_in[] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};  // a set of them

// Calls `visit` with every set of cards of a deck that has these ranks.
template <typename Visit>
void for_each_suiting(const RankSet& ranks, CardSet deck, const Visit& visit, std::size_t rank = 0, CardSet chosen = 0) {
    while (rank < rank_count && !ranks[rank]) ++rank;
    if (rank == rank_count) return visit(chosen);
    const auto have = static_cast<unsigned>(deck >> (suit_count * rank)) & 15;
    for (unsigned suits = have; suits; suits = (suits - 1) & have)
        if (suits_in[suits] == ranks[rank]) for_each_suiting(ranks, deck, visit, rank + 1, chosen | CardSet{suits} << (suit_count * rank));
}

// How many boards have three or more cards of a suit, if `missing` cards of a deck are added to those known.
inline double suited_boards(CardSet known, CardSet deck, int missing) {
    const auto ways = [](int n, int k) {
        double product = k <= n;
        for (int i = 0; i < k; ++i) product *= static_cast<double>(n - i) / (i + 1);
        return product;
    };
    double boards = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        const int there = std::popcount(ranks_in_suit(known, suit)), left = std::popcount(ranks_in_suit(deck, suit));
        for (int more = std::max(0, 3 - there); more <= missing; ++more)
            boards += ways(left, more) * ways(std::popcount(deck) - left, missing - more);
    }
    return boards;
}

// What tells suits apart: suits with the same mark can be exchanged.
using SuitMarks = std::array<std::uint64_t, suit_count>;

// By the ranks that each suit has in some sets of cards.
inline SuitMarks suit_marks(CardSet a, CardSet b, CardSet c = 0) {
    SuitMarks marks;
    for (std::size_t suit = 0; suit < suit_count; ++suit) {
        const auto ranks = [&](CardSet cards) { return std::uint64_t{ranks_in_suit(cards, static_cast<int>(suit))}; };
        marks[suit] = ranks(a) << 26 | ranks(b) << 13 | ranks(c);
    }
    return marks;
}

// How many sets of cards become the same by exchanging suits with the same mark: one of them stands for all, the one in
// which the ranks of such suits fall. 0 for the others.
inline unsigned arrangements(CardSet cards, const SuitMarks& marks) {
    unsigned ways = 1;
    for (std::size_t suit = 1; suit < suit_count; ++suit) {
        unsigned alike = 1, same = 1;
        for (std::size_t other = 0; other < suit; ++other) {
            if (marks[other] != marks[suit]) continue;
            const unsigned before = ranks_in_suit(cards, static_cast<int>(other)), here = ranks_in_suit(cards, static_cast<int>(suit));
            if (before < here) return 0;
            ++alike;
            same += before == here;
        }
        ways = ways * alike / same;
    }
    return ways;
}

// That one.
inline CardSet arranged(CardSet cards, const SuitMarks& marks) {
    std::array<unsigned, suit_count> ranks;
    for (std::size_t suit = 0; suit < suit_count; ++suit) ranks[suit] = ranks_in_suit(cards, static_cast<int>(suit));
    for (std::size_t suit = 1; suit < suit_count; ++suit)
        for (std::size_t other = 0; other < suit; ++other)
            if (marks[other] == marks[suit] && ranks[other] < ranks[suit]) std::swap(ranks[other], ranks[suit]);
    CardSet result = 0;
    for (std::size_t suit = 0; suit < suit_count; ++suit)
        for (unsigned left = ranks[suit]; left; left &= left - 1)
            result |= CardSet{1} << (suit_count * static_cast<std::size_t>(std::countr_zero(left)) + suit);
    return result;
}

// Whether a player may have any cards.
inline bool any_cards(const Range& range) { return range.size() == 1 && !range[0].out(); }

inline Hand hand_of(CardSet cards) {
    int size;
    return Hand::of_set(cards, size);
}

}  // namespace fivecard::equity
