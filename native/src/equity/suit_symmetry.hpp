// Which suits a question treats alike, so that one of several boards or pairs of hands can stand for all.
//
// If exchanging two suits changes nothing that is given, their names are worth nothing. Exchanges can be combined: suits fall
// into blocks within which all permutations are free. Boards are then dealt such that the suits of a block, taken as sets of
// ranks, stand in falling order, and each counts as often as its suits could have stood otherwise. Without a board, dead
// cards, or suits in the ranges, 134,459 boards stand for all 2,598,960.
#pragma once

#include "src/equity/question.hpp"
#include "src/kernels/ranges_on_boards.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>
#include <vector>

namespace fivecard::equity {

constexpr CardSet exchange_suits(CardSet set, int a, int b) {
    const CardSet differ = (set >> a ^ set >> b) & suit_mask(0);
    return set ^ (differ << a | differ << b);
}

// By suit, what it becomes.
using SuitPermutation = std::array<int, suit_count>;

inline CardSet permuted(CardSet set, const SuitPermutation& to) {
    CardSet result = 0;
    for (int suit = 0; suit < suit_count; ++suit) result |= (set >> suit & suit_mask(0)) << to[suit];
    return result;
}

// What `share_out` takes for a hand: its place in a group, and its part of a group.
inline constexpr std::size_t bytes_shared_out = 128;

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
        SuitPermutation order{0, 1, 2, 3};
        do {
            if (std::equal(order.begin(), order.end(), block_.begin(), [&](int to, int block) { return block_[to] == block; }))
                permutations_.push_back(order);
        } while (std::next_permutation(order.begin(), order.end()));
    }
    explicit SuitSymmetry(CardSet given) : SuitSymmetry([=](int a, int b) { return exchange_suits(given, a, b) == given; }) {}
    explicit SuitSymmetry(const Question& question);

    std::size_t order() const { return permutations_.size(); }

    // The least of all that a hand can become, and how it does.
    std::pair<CardSet, SuitPermutation> representative(CardSet hand) const {
        std::pair<CardSet, SuitPermutation> least{~CardSet{0}, {}};
        for (const auto& to : permutations_) least = std::min(least, {permuted(hand, to), to});
        return least;
    }

    // Those that leave a hand as it is.
    std::vector<SuitPermutation> leaving(CardSet hand) const {
        std::vector<SuitPermutation> found;
        for (const auto& to : permutations_)
            if (permuted(hand, to) == hand) found.push_back(to);
        return found;
    }

    // Gives hands that can become each other equal parts of what they have together: what each has from all boards, if it
    // was found from those that stand for all.
    template <typename Parts>
    void share_out(const Range& range, std::vector<Parts>& found) const {
        if (order() == 1) return;
        struct Group {
            Parts sum{};
            std::vector<std::size_t> members;
        };
        std::map<CardSet, Group> groups;
        for (std::size_t i = 0; i < range.size(); ++i) {
            Group& group = groups[representative(range[i].cards).first];
            group.members.push_back(i);
            for (std::size_t part = 0; part < found[i].size(); ++part) group.sum[part] += found[i][part];
        }
        for (auto& [hand, group] : groups)
            for (const std::size_t i : group.members)
                for (std::size_t part = 0; part < found[i].size(); ++part)
                    found[i][part] = group.sum[part] / static_cast<std::int64_t>(group.members.size());
    }

    // About how many boards stand for all, if `count` cards are dealt out of those left. Some stand for fewer than `order()`:
    // one in a hundred for each permutation.
    double board_count(CardSet left, int count) const {
        const auto permutations = static_cast<double>(order());
        return static_cast<double>(choose[count][std::popcount(left)]) / permutations * (.99 + .0105 * permutations);
    }

    // All ways to deal `count` cards out of those left.
    std::vector<Board> boards(CardSet left, int count) const;

private:
    Board board_of(const std::array<unsigned, suit_count>& suits) const;

    std::array<int, suit_count> block_{};  // the lowest suit of each suit's block
    std::vector<SuitPermutation> permutations_;
};

}  // namespace fivecard::equity
