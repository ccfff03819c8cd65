#include "src/limit_draw/abstraction.hpp"

#include <fivecard/evaluate.hpp>
#include "src/jobs/job.hpp"
#include "src/lasting.hpp"
#include "src/odds/suit_classes.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace fivecard::limit_draw {
namespace {

using Key = std::uint32_t;  // of a kind
constexpr int key_bits = 5 * most_cards + 1;

// Where an order stands among all, which are sorted: the places after each that are smaller, in the factorial system.
std::uint8_t number_of(const HandOrder& order) {
    int number = 0;
    for (int i = 0; i < most_cards; ++i) {
        int smaller = 0;
        for (int j = i + 1; j < most_cards; ++j) smaller += order[j] < order[i];
        number = number * (most_cards - i) + smaller;
    }
    return static_cast<std::uint8_t>(number);
}

// The suit that at least four of five cards share, or -1.
int long_suit(const HandCards& hand) {
    std::array<int, suit_count> counts{};
    for (const CardId card : hand) ++counts[suit_of(card)];
    const auto most = std::max_element(counts.begin(), counts.end());
    return *most >= most_cards - 1 ? static_cast<int>(most - counts.begin()) : -1;
}

// High cards first, and of a rank those of the long suit first.
HandOrder merged_order(const HandCards& hand, int suit) {
    const auto height = [&](std::uint8_t place) { return rank_of(hand[place]) << 1 | (suit_of(hand[place]) == suit); };
    HandOrder order;
    for (std::uint8_t place = 0; place < most_cards; ++place) {
        int at = place;
        for (; at > 0 && height(order[at - 1]) < height(place); --at) order[at] = order[at - 1];
        order[at] = place;
    }
    return order;
}

Key kind_key(const HandCards& hand, const HandOrder& order, int suit) {
    Key key = 0;
    for (const std::uint8_t place : order)
        key = key << 5 | static_cast<Key>(rank_of(hand[place]) << 1 | (suit >= 0 && suit_of(hand[place]) != suit));
    return key << 1 | (suit >= 0);
}

// How many ranks of a hand its group goes by, those that come oftenest first. What stands behind them breaks ties so
// rarely that no bet hangs on it.
int telling_ranks(int different, int most, bool flush, bool straight) {
    if (straight) return 1;
    if (flush) return 2;
    if (different == 5 || (different == 4 && most == 2)) return 3;  // high cards, pairs
    if (different == 3 && most == 2) return 3;                      // two pair
    return most == 3 && different == 2 ? 2 : 1;                     // full houses; threes and fours
}

// Hands are of one group if they have the same category and telling ranks; the kickers of two pair go in threes.
struct GroupKey {
    int different, most;  // ranks, and cards of one
    bool flush, straight;
    std::array<int, 3> ranks;

    bool operator==(const GroupKey&) const = default;
};

GroupKey group_key(const HandCards& hand) {
    std::array<int, rank_count> counts{};
    for (const CardId card : hand) ++counts[rank_of(card)];
    std::vector<std::pair<int, int>> ranks;  // how often each comes, and itself
    for (int rank = 0; rank < rank_count; ++rank)
        if (const int count = counts[rank]) ranks.emplace_back(count, rank);
    std::sort(ranks.rbegin(), ranks.rend());
    GroupKey key{static_cast<int>(ranks.size()), ranks[0].first, true, false, {}};
    for (const CardId card : hand) key.flush &= suit_of(card) == suit_of(hand[0]);
    const bool wheel = key.different == 5 && ranks[0].second == rank_count - 1 && ranks[1].second == 3;
    key.straight = wheel || (key.different == 5 && ranks[0].second - ranks[4].second == 4);
    const auto telling = static_cast<std::size_t>(telling_ranks(key.different, key.most, key.flush, key.straight));
    for (std::size_t i = 0; i < telling; ++i) key.ranks[i] = ranks[i].second;
    if (key.different == 3 && key.most == 2) key.ranks[2] /= 3;
    if (wheel) key.ranks[0] = 3;
    return key;
}

// Numbers from 0 up for keys, the same for equal ones, in the order of the keys: how many different ones are smaller.
std::size_t number_keys(const std::vector<Key>& keys, std::vector<std::uint32_t>& numbers) {
    std::vector<std::uint64_t> seen((std::size_t{1} << key_bits) / 64);
    for (const Key key : keys) seen[key / 64] |= std::uint64_t{1} << key % 64;
    std::vector<std::uint32_t> before(seen.size() + 1);
    for (std::size_t i = 0; i < seen.size(); ++i) before[i + 1] = before[i] + static_cast<std::uint32_t>(std::popcount(seen[i]));
    numbers.resize(keys.size());
    std::transform(keys.begin(), keys.end(), numbers.begin(), [&](Key key) {
        const std::uint64_t smaller = seen[key / 64] & ((std::uint64_t{1} << key % 64) - 1);
        return before[key / 64] + static_cast<std::uint32_t>(std::popcount(smaller));
    });
    return before.back();
}

template <typename Visit>
void for_each_hand(Visit visit) {
    odds::for_each_row([&](CardId c1, CardId c2, CardId c3, CardId c4, std::size_t first) {
        if (first % 64 == 0) jobs::check();
        for (CardId c0 = 0; c0 < c1; ++c0) visit(HandCards{c0, c1, c2, c3, c4}, first + c0);
    });
}

}  // namespace

const std::vector<HandOrder>& orders() {
    static constinit Lasting<const std::vector<HandOrder>> all;
    return all.get([] {
        std::vector<HandOrder> made;
        HandOrder order;
        std::iota(order.begin(), order.end(), std::uint8_t{0});
        do made.push_back(order);
        while (std::next_permutation(order.begin(), order.end()));
        return made;
    });
}

Abstraction Abstraction::merged() {
    Abstraction cards;
    std::vector<Key> keys(odds::hand_count);
    cards.strength.resize(odds::hand_count);
    std::vector<GroupKey> key_of_strength(strength_count + 1);
    cards.order.resize(odds::hand_count);
    for_each_hand([&](const HandCards& five, std::size_t number) {
        const int suit = long_suit(five);
        const HandOrder places = merged_order(five, suit);
        keys[number] = kind_key(five, places, suit);
        cards.order[number] = number_of(places);
        cards.strength[number] = fivecard::strength<most_cards>(five.data());
        if (GroupKey& key = key_of_strength[cards.strength[number]]; !key.most) key = group_key(five);
    });
    cards.kinds = number_keys(keys, cards.kind);
    std::vector<std::uint16_t> groups(strength_count + 1);  // stronger hands have higher groups
    std::uint16_t group = 0;
    for (std::size_t i = 2; i <= strength_count; ++i)
        groups[i] = group = static_cast<std::uint16_t>(group + (key_of_strength[i] != key_of_strength[i - 1]));
    cards.groups = group + 1u;
    cards.group.resize(odds::hand_count);
    for (std::size_t i = 0; i < odds::hand_count; ++i) cards.group[i] = groups[cards.strength[i]];
    return cards;
}

Abstraction Abstraction::all() {
    const odds::SuitClasses& classes = odds::SuitClasses::get();
    Abstraction cards;
    cards.kinds = odds::SuitClasses::count;
    cards.groups = strength_count;
    cards.kind.resize(odds::hand_count);
    cards.order.resize(odds::hand_count);
    cards.group.resize(odds::hand_count);
    for_each_hand([&](const HandCards& five, std::size_t number) {
        const auto found = classes.find(five.data());
        HandOrder places;
        for (std::uint8_t place = 0; place < most_cards; ++place) places[found.position[place]] = place;
        cards.kind[number] = static_cast<std::uint32_t>(found.number);
        cards.order[number] = number_of(places);
        cards.group[number] = static_cast<std::uint16_t>(fivecard::strength<most_cards>(five.data()) - 1);
    });
    cards.strength = cards.group;
    return cards;
}

std::vector<HandCards> Abstraction::examples(bool of_groups) const {
    std::vector<HandCards> found(of_groups ? groups : kinds);
    HandCards cards{};
    std::iota(cards.begin(), cards.end(), CardId{0});
    for (std::size_t number = 0; number < kind.size(); ++number) {
        found[of_groups ? group[number] : kind[number]] = cards;
        odds::next_colex(cards.data(), hand);
    }
    return found;
}

}  // namespace fivecard::limit_draw
