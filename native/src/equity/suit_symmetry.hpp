// Which suits a question treats alike, so that one of several boards or pairs of hands can stand for all.
//
// If exchanging two suits changes nothing that is given, their names are worth nothing. Exchanges can be combined: suits fall
// into blocks within which all permutations are free. Boards are then dealt such that the suits of a block, taken as sets of
// ranks, stand in falling order, and each counts as often as its suits could have stood otherwise. Without a board, dead
// cards, or suits in the ranges, 134,459 boards stand for all 2,598,960.
#pragma once

#include "question.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

namespace fivecard::equity {

inline constexpr CardSet one_suit = 0x1111111111111;

constexpr CardSet exchange_suits(CardSet set, int a, int b) {
    const CardSet differ = (set >> a ^ set >> b) & one_suit;
    return set ^ (differ << a | differ << b);
}

class SuitSymmetry {
public:
    // `unchanged(a, b)` tells whether exchanging two suits changes nothing.
    template <typename Unchanged>
    explicit SuitSymmetry(Unchanged unchanged) {
        for (int suit = 0; suit < suit_count; ++suit) {
            block_[suit] = suit;
            for (int other = suit - 1; other >= 0; --other)
                if (block_[other] == other && unchanged(other, suit)) block_[suit] = other;
        }
        std::array<int, suit_count> order{0, 1, 2, 3};
        do {
            if (std::equal(order.begin(), order.end(), block_.begin(), [&](int to, int block) { return block_[to] == block; }))
                permutations_.push_back(order);
        } while (std::next_permutation(order.begin(), order.end()));
    }
    explicit SuitSymmetry(CardSet given) : SuitSymmetry([=](int a, int b) { return exchange_suits(given, a, b) == given; }) {}
    explicit SuitSymmetry(const Question& question);

    std::size_t order() const { return permutations_.size(); }

    // The least of all that two hands can become.
    std::pair<CardSet, CardSet> representative(CardSet first, CardSet second) const {
        std::pair<CardSet, CardSet> least{~CardSet{0}, 0};
        for (const auto& to : permutations_) least = std::min(least, {permuted(first, to), permuted(second, to)});
        return least;
    }

    // All that a hand can become, itself included; as often as there are ways to it.
    template <typename Visit>
    void for_each_image(CardSet hand, Visit visit) const {
        for (const auto& to : permutations_) visit(permuted(hand, to));
    }

    // A board, and how many it stands for.
    struct Board {
        CardSet cards;
        std::uint32_t times;
    };

    // All ways to deal `count` cards out of those left.
    std::vector<Board> boards(CardSet left, int count) const {
        std::vector<Board> found;
        std::array<unsigned, suit_count> suits{};
        deal(left, count, 0, suits, found);
        return found;
    }

private:
    static CardSet permuted(CardSet set, const std::array<int, suit_count>& to) {
        CardSet result = 0;
        for (int suit = 0; suit < suit_count; ++suit) result |= (set >> suit & one_suit) << to[suit];
        return result;
    }
    void deal(CardSet left, int count, int suit, std::array<unsigned, suit_count>& suits, std::vector<Board>& found) const;

    std::array<int, suit_count> block_{};  // the lowest suit of each suit's block
    std::vector<std::array<int, suit_count>> permutations_;
};

}  // namespace fivecard::equity
