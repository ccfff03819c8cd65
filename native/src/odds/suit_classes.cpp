#include "src/odds/suit_classes.hpp"

#include <fivecard/platform.hpp>
#include "src/jobs/job.hpp"
#include "src/lasting.hpp"

#include <algorithm>
#include <bit>

namespace fivecard::odds {
namespace {

using SuitRanks = std::array<std::uint16_t, suit_count>;  // the ranks of each suit, as bits

SuitRanks ranks_of(const CardId* cards, int size) {
    SuitRanks ranks{};
    for (int i = 0; i < size; ++i) ranks[suit_of(cards[i])] |= static_cast<std::uint16_t>(1u << rank_of(cards[i]));
    return ranks;
}

bool is_representative(const SuitRanks& ranks) { return std::is_sorted(ranks.rbegin(), ranks.rend()); }

// Which suit each suit becomes in the representative.
std::array<std::uint8_t, suit_count> renaming(const SuitRanks& ranks) {
    std::array<std::uint8_t, suit_count> order = {0, 1, 2, 3}, names{};
    std::stable_sort(order.begin(), order.end(), [&](auto one, auto two) { return ranks[one] > ranks[two]; });
    for (std::uint8_t i = 0; i < suit_count; ++i) names[order[i]] = i;
    return names;
}

void rename(const CardId* cards, int size, const std::array<std::uint8_t, suit_count>& names, CardId* renamed) {
    for (int i = 0; i < size; ++i) renamed[i] = static_cast<CardId>(4 * rank_of(cards[i]) + names[suit_of(cards[i])]);
}

// Renaming suits changes the order within a rank only, so there is little to move.
template <typename Item>
void put_in_order(Item* items, int size) {
    for (int i = 1; i < size; ++i)
        for (int j = i; j > 0 && items[j] < items[j - 1]; --j) std::swap(items[j], items[j - 1]);
}

// 24 ways to name the suits; those that exchange equal suits make no new hand.
int orbit_of(const SuitRanks& ranks) {
    int orbit = 24;
    for (int i = 0; i < suit_count;) {
        int same = 1;
        while (i + same < suit_count && ranks[i + same] == ranks[i]) orbit /= ++same;
        i += same;
    }
    return orbit;
}

// All sets of a size, in order.
template <typename Visit>
void for_each_set(int size, Visit visit) {
    std::array<CardId, hand_size> cards = {0, 1, 2, 3, 4};
    for (;;) {
        visit(cards.data());
        int i = 0;
        while (i < size && cards[i] + 1 == (i + 1 < size ? cards[i + 1] : card_count)) ++i;
        if (i == size) return;
        ++cards[i];
        for (int lower = 0; lower < i; ++lower) cards[lower] = static_cast<CardId>(lower);
    }
}

}  // namespace

const SuitClasses& SuitClasses::get() {
    static constinit Lasting<const SuitClasses> classes;
    return classes.get([] { return SuitClasses(); });
}

SuitClasses::SuitClasses() {
    nodes_.reserve(node_count);
    for (int size = 0; size < hand_size; ++size) {
        auto& by_colex = node_by_colex_[size];
        by_colex.resize(choose[size][card_count]);
        for_each_set(size, [&](const CardId* cards) {
            const SuitRanks ranks = ranks_of(cards, size);
            if (!is_representative(ranks)) return;
            by_colex[colex(cards, size)] = static_cast<std::uint16_t>(nodes_.size());
            Node node = {{}, static_cast<std::uint8_t>(size), static_cast<std::uint16_t>(orbit_of(ranks)), {}};
            std::copy_n(cards, size, node.cards.begin());
            nodes_.push_back(node);
        });
        std::size_t number = 0;
        for_each_set(size, [&](const CardId* cards) {  // the others have the node of their representative
            const SuitRanks ranks = ranks_of(cards, size);
            if (!is_representative(ranks)) {
                CardId renamed[hand_size];
                rename(cards, size, renaming(ranks), renamed);
                put_in_order(renamed, size);
                by_colex[number] = by_colex[colex(renamed, size)];
            }
            ++number;
        });
    }
    for (Node& node : nodes_)
        for (int subset = 0; subset <= node.full(); ++subset) node.subsets[subset] = node_of(node.cards.data(), node.size, subset);
    classes_.reserve(count);
    numbers_.reserve(count);
    for_each_row([&](CardId c1, CardId c2, CardId c3, CardId c4, std::size_t first) {
        const CardId upper[] = {c1, c2, c3, c4};
        const SuitRanks known = ranks_of(upper, 4);
        for (CardId c0 = 0; c0 < c1; ++c0) {
            SuitRanks ranks = known;
            ranks[suit_of(c0)] |= static_cast<std::uint16_t>(1u << rank_of(c0));
            if (!is_representative(ranks)) continue;
            Class found = {{c0, c1, c2, c3, c4}, static_cast<std::uint8_t>(orbit_of(ranks)), 0, {}};
            found.strength = strength<5>(found.cards.data());
            for (int hold = 0; hold < all_held; ++hold) found.nodes[hold] = node_of(found.cards.data(), hand_size, hold);
            classes_.push_back(found);
            numbers_.push_back(static_cast<std::uint32_t>(first + c0));
        }
    });
}

// Of the subset of some cards that has these bits.
std::uint16_t SuitClasses::node_of(const CardId* cards, int size, int subset) const {
    CardId taken[hand_size];
    int held = 0;
    for (int i = 0; i < size; ++i)
        if (subset >> i & 1) taken[held++] = cards[i];
    return node_by_colex_[held][colex(taken, held)];
}

SuitClasses::Renamed SuitClasses::renamed(const CardId* cards, int size) {
    if (size < 0 || size > hand_size) return {};  // what the compiler cannot know
    CardId names[hand_size];
    rename(cards, size, renaming(ranks_of(cards, size)), names);
    Renamed found{};
    std::copy_n(names, size, found.sorted.begin());
    put_in_order(found.sorted.data(), size);
    for (int i = 0; i < size; ++i)
        found.position[static_cast<std::size_t>(i)] =
            static_cast<std::uint8_t>(std::find(found.sorted.begin(), found.sorted.begin() + size, names[i]) - found.sorted.begin());
    return found;
}

SuitClasses::Canonical SuitClasses::find(const CardId* cards) const {
    const Renamed representative = renamed(cards, hand_size);
    const auto number = static_cast<std::uint32_t>(colex(representative.sorted.data(), hand_size));
    return {static_cast<std::size_t>(std::lower_bound(numbers_.begin(), numbers_.end(), number) - numbers_.begin()),
            representative.position};
}

// Visits all hands, some more than once: `visit(place in colex order, number of the class, hold)`.
template <typename Visit>
void SuitClasses::for_each_hand(std::span<const std::uint8_t> holds, Visit visit) const {
    // A hand whose suits are partly equal is reached by several renamings: the last, in order, is the one that `find` takes.
    std::array<std::uint8_t, suit_count> names = {3, 2, 1, 0};
    do {
        jobs::check();
        for (std::size_t number = 0; number < count; ++number) {
            struct Named {
                CardId card;
                bool held;
                bool operator<(const Named& other) const { return card < other.card; }
            } named[hand_size];
            for (int i = 0; i < hand_size; ++i) {
                const CardId card = classes_[number].cards[i];
                named[i] = {static_cast<CardId>(4 * rank_of(card) + names[suit_of(card)]), (holds[number] >> i & 1) != 0};
            }
            put_in_order(named, hand_size);
            std::size_t index = 0;
            unsigned hold = 0;
            for (int i = 0; i < hand_size; ++i) {
                index += choose[i + 1][named[i].card];
                hold |= unsigned{named[i].held} << i;
            }
            visit(index, number, hold);
        }
    } while (std::prev_permutation(names.begin(), names.end()));
}

std::vector<std::uint8_t> SuitClasses::expand(std::span<const std::uint8_t> holds) const {
    std::vector<std::uint8_t> expanded(hand_count);
    for_each_hand(holds, [&](std::size_t index, std::size_t, unsigned hold) { expanded[index] = static_cast<std::uint8_t>(hold); });
    return expanded;
}

std::vector<std::uint32_t> SuitClasses::numbers_of_hands() const {
    std::vector<std::uint32_t> numbers(hand_count);
    for_each_hand(std::vector<std::uint8_t>(count),
                  [&](std::size_t index, std::size_t number, unsigned) { numbers[index] = static_cast<std::uint32_t>(number); });
    return numbers;
}

std::size_t SuitClasses::keep(std::span<const std::uint8_t> holds, std::span<const CardSet> hands, CardSet* kept) const {
    for (std::size_t hand = 0; hand < hands.size(); ++hand) {
        if (hand % 4096 == 0) jobs::check();
        const CardSet set = read_once(&hands[hand]);
        if (set >> card_count || std::popcount(set) != hand_size) return hand;
        std::array<CardId, hand_size> cards;
        write_cards(set, cards.data());
        const Canonical canonical = find(cards.data());
        kept[hand] = 0;
        for (int i = 0; i < hand_size; ++i)
            kept[hand] |= static_cast<CardSet>(holds[canonical.number] >> canonical.position[i] & 1) << cards[i];
    }
    return hands.size();
}

}  // namespace fivecard::odds
