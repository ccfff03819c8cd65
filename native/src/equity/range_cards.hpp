// A range of hold'em, as the kernels want it.
#pragma once

#include "src/equity/question.hpp"
#include "src/kernels/ranges_on_boards.hpp"

#include <bit>
#include <memory>

namespace fivecard::equity {

struct TwoCards {
    int high, low;
    explicit TwoCards(CardSet hand) : high(63 - std::countl_zero(hand)), low(std::countr_zero(hand)) {}
    bool suited() const { return high % suit_count == low % suit_count; }
    int pair() const { return rank_pair(rank_of(static_cast<CardId>(high)), rank_of(static_cast<CardId>(low))); }
};

// Whether all hands of a range weigh the same.
inline bool equal_weights(const Range& range) {
    return std::ranges::all_of(range, [&](const Holding& holding) { return holding.weight == range[0].weight; });
}

// How much of a range each hand of another can meet.
inline std::vector<std::uint64_t> compatible(const Range& range, const Range& other) {
    std::uint64_t all = 0, by_card[card_count] = {};
    std::vector<std::uint32_t> same(card_count * card_count);
    for (const Holding& holding : other) {
        const TwoCards hand(holding.cards);
        all += holding.weight, by_card[hand.high] += holding.weight, by_card[hand.low] += holding.weight;
        same[static_cast<std::size_t>(hand.high * card_count + hand.low)] = holding.weight;
    }
    std::vector<std::uint64_t> found;
    for (const Holding& holding : range) {
        const TwoCards hand(holding.cards);
        found.push_back(all - by_card[hand.high] - by_card[hand.low] + same[static_cast<std::size_t>(hand.high * card_count + hand.low)]);
    }
    return found;
}

// Where weights are bytes, all are 1.
template <typename Weight>
std::unique_ptr<RangeCards<Weight>> range_cards(const Range& range) {
    auto cards = std::make_unique<RangeCards<Weight>>();
    for (const Holding& holding : range) {
        const TwoCards hand(holding.cards);
        const auto weight = static_cast<Weight>(sizeof(Weight) == 1 ? 1 : holding.weight);
        for (const auto& [a, b] : {std::pair{hand.high, hand.low}, std::pair{hand.low, hand.high}}) {
            cards->weights[a][b] = weight;
            cards->by_pair[hand.pair()][a] += weight;
            cards->partners[a] |= CardSet{1} << b;
        }
        cards->totals[hand.pair()] += weight;
    }
    for (int pair = 0; pair < rank_pair_count; ++pair)
        if (cards->totals[pair]) cards->pairs[cards->pair_count++] = static_cast<std::uint8_t>(pair);
    return cards;
}

}  // namespace fivecard::equity
