#include "src/odds/pay_table.hpp"

#include "src/jobs/job.hpp"

#include <bit>

namespace fivecard::odds {
namespace {

constexpr std::uint16_t royal_ranks = 0x1f00;

// Whether ranks, all different, are five in a row or can be filled up to that.
constexpr bool within_five(std::uint16_t ranks) {
    constexpr std::uint16_t five = 0x1f, wheel = 0x100f;
    if ((ranks & ~wheel) == 0) return true;
    for (int low = 0; low + 5 <= rank_count; ++low)
        if ((ranks & ~(five << low)) == 0) return true;
    return false;
}

// A hand without its wild cards.
struct Naturals {
    std::array<std::uint8_t, rank_count> counts{};
    std::array<std::uint16_t, hand_size + 1> at_least{};  // ranks that have so many
    int count = 0, wilds = 0, jokers = 0;
    bool suited = true, in_a_row = false;

    Naturals(const std::array<CardId, hand_size>& cards, std::uint16_t wild_ranks) {
        int suit = -1;
        for (const CardId card : cards) {
            if (is_joker(card)) ++jokers, ++wilds;
            else if (wild_ranks >> rank_of(card) & 1) ++wilds;
            else {
                ++count;
                at_least[++counts[rank_of(card)]] |= static_cast<std::uint16_t>(1u << rank_of(card));
                if (suit < 0) suit = suit_of(card);
                suited &= suit_of(card) == suit;
            }
        }
        at_least[0] = any_rank;
        in_a_row = !at_least[2] && within_five(at_least[1]);
    }

    // Ranks of which there are so many with the help of wild cards.
    std::uint16_t of_a_kind(int size) const { return at_least[static_cast<std::size_t>(std::max(0, size - wilds))]; }

    bool has_four(std::uint16_t ranks, std::uint16_t kickers) const {
        for (unsigned left = of_a_kind(4) & ranks; left; left &= left - 1) {
            const unsigned rank = left & -left;
            const unsigned other = at_least[1] & ~rank;  // at most one card: four of five are used
            if (other ? other & kickers : kickers & ~rank) return true;
        }
        return false;
    }
    // Three of one rank and two of another, and nothing else.
    bool has_full_house(std::uint16_t threes, std::uint16_t pairs) const {
        if (at_least[4] || std::popcount(at_least[1]) > 2) return false;
        for (int three = 0; three < rank_count; ++three) {
            if (!(threes >> three & 1)) continue;
            const unsigned others = at_least[1] & ~(1u << three);
            if (std::popcount(others) > 1 || others & at_least[3]) continue;
            if (others ? others & pairs : pairs & ~(1u << three)) return true;
        }
        return false;
    }
    // `ranks` are those of the higher pair.
    bool has_two_pair(std::uint16_t ranks) const {
        for (int high = 1; high < rank_count; ++high) {
            if (!(ranks >> high & 1)) continue;
            const int left = wilds - std::max(0, 2 - counts[static_cast<std::size_t>(high)]);
            if (left >= 0 && at_least[static_cast<std::size_t>(std::max(0, 2 - left))] & ((1u << high) - 1)) return true;
        }
        return false;
    }

    bool makes(const PayLine& line) const {
        if (!(line.wilds >> wilds & 1) || !(line.jokers >> jokers & 1)) return false;
        switch (line.made) {
            case Made::any_hand: return true;
            case Made::high_card: return of_a_kind(1) & line.ranks;
            case Made::pair: return of_a_kind(2) & line.ranks;
            case Made::two_pair: return has_two_pair(line.ranks);
            case Made::three_of_a_kind: return of_a_kind(3) & line.ranks;
            case Made::straight: return in_a_row;
            case Made::flush: return suited;
            case Made::full_house: return has_full_house(line.ranks, line.kickers);
            case Made::four_of_a_kind: return has_four(line.ranks, line.kickers);
            case Made::straight_flush: return suited && in_a_row;
            case Made::royal_flush: return suited && in_a_row && !(at_least[1] & ~royal_ranks);
            case Made::five_of_a_kind: return of_a_kind(5) & line.ranks;
        }
        return false;
    }
};

}  // namespace

PayTable::PayTable(int jokers, std::uint16_t wild_ranks, std::vector<PayLine> lines)
    : deck_(DrawDeck::with(jokers)), wild_ranks_(wild_ranks), lines_(std::move(lines)) {
    const auto hands = deck_.hands();
    outcomes_.reserve(hands.size());
    for (std::size_t number = 0; number < hands.size(); ++number) {
        if (number % 4096 == 0) jobs::check();
        outcomes_.push_back(outcome(hands[number].cards));
    }
    std::vector<double> one_of(hands.size());
    for (std::size_t line = 0; line < outcome_count(); ++line) {
        jobs::check();
        for (std::size_t number = 0; number < hands.size(); ++number) one_of[number] = outcomes_[number] == line;
        hands_with_.push_back(deck_.sums_by_node(one_of));
    }
}

std::uint8_t PayTable::outcome(const std::array<CardId, hand_size>& cards) const {
    const Naturals naturals(cards, wild_ranks_);
    std::uint8_t line = 0;
    while (line < lines_.size() && !naturals.makes(lines_[line])) ++line;
    return line;
}

std::vector<double> PayTable::payoffs(std::span<const double> pays) const {
    std::vector<double> payoffs(outcomes_.size());
    for (std::size_t number = 0; number < payoffs.size(); ++number) payoffs[number] = pays[outcomes_[number]];
    return payoffs;
}

std::vector<double> PayTable::counts(std::span<const std::uint8_t> holds) const {
    const DrawDeck::Shares shares = deck_.shares(holds);
    std::vector<double> counts(outcome_count());
    for (std::size_t number = 0; number < outcomes_.size(); ++number) counts[outcomes_[number]] += shares.hands[number];
    for (std::size_t line = 0; line < counts.size(); ++line)
        for (std::size_t node = 0; node < shares.nodes.size(); ++node) counts[line] += shares.nodes[node] * hands_with_[line][node];
    return counts;
}

std::vector<std::uint32_t> PayTable::counts_of_hand(const CardId* cards) const {
    std::array<std::uint16_t, hold_count> nodes{};
    for (int hold = 0; hold < all_held; ++hold) nodes[static_cast<std::size_t>(hold)] = deck_.node_of(cards, hold);
    std::array<CardId, hand_size> hand;
    std::copy_n(cards, hand_size, hand.begin());
    const std::uint8_t dealt = outcome(hand);
    std::vector<std::uint32_t> counts(hold_count * outcome_count());
    for (std::size_t line = 0; line < outcome_count(); ++line) {
        std::array<double, hold_count> draws;
        for (std::size_t hold = 0; hold < all_held; ++hold) draws[hold] = hands_with_[line][nodes[hold]];
        draws[all_held] = dealt == line;
        for (std::size_t bit = 1; bit < hold_count; bit <<= 1)
            for (std::size_t hold = 0; hold < hold_count; ++hold)
                if (!(hold & bit)) draws[hold] -= draws[hold | bit];
        for (std::size_t hold = 0; hold < hold_count; ++hold)
            counts[hold * outcome_count() + line] = static_cast<std::uint32_t>(draws[hold]);
    }
    return counts;
}

}  // namespace fivecard::odds
