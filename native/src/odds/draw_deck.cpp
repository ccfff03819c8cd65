#include "src/odds/draw_deck.hpp"

#include "src/jobs/job.hpp"
#include "src/lasting.hpp"

#include <algorithm>
#include <numeric>

namespace fivecard::odds {
namespace {

constexpr std::uint16_t node_with(std::size_t jokers, std::size_t node) {
    return static_cast<std::uint16_t>(jokers * SuitClasses::node_count + node);
}

int jokers_among(const CardId* cards, int count) { return static_cast<int>(std::count_if(cards, cards + count, is_joker)); }

}  // namespace

const DrawDeck& DrawDeck::with(int jokers) {
    static constinit std::array<Lasting<const DrawDeck>, most_jokers + 1> decks;
    return decks[static_cast<std::size_t>(jokers)].get([jokers] { return DrawDeck(jokers); });
}

DrawDeck::DrawDeck(int jokers) : jokers_(jokers), common_draws_(1) {
    const SuitClasses& classes = SuitClasses::get();
    for (int held = 0; held <= hand_size; ++held) common_draws_ = std::lcm(common_draws_, std::int64_t{draws_for(held)});
    for (int with = 0; with <= jokers; ++with) {
        const auto ways = choose[static_cast<std::size_t>(with)][static_cast<std::size_t>(jokers)];
        for (std::size_t number = 0; number < SuitClasses::node_count; ++number) {
            const SuitClasses::Node& plain = classes.nodes()[number];
            Node& node = nodes_.emplace_back();
            if (plain.size + with > 4) continue;
            node.orbit = static_cast<std::uint16_t>(plain.orbit * ways);
            node.size = static_cast<std::uint8_t>(plain.size + with);
            for (int card = 0; card < plain.size; ++card)
                node.without[static_cast<std::size_t>(card)] =
                    node_with(static_cast<std::size_t>(with), plain.subsets[static_cast<std::size_t>(plain.full() ^ 1 << card)]);
            for (int joker = 0; joker < with; ++joker)
                node.without[static_cast<std::size_t>(plain.size + joker)] = node_with(static_cast<std::size_t>(with) - 1, number);
        }
    }
    const auto add = [&](std::array<CardId, hand_size> cards, int orbit) {
        Hand& hand = hands_.emplace_back(Hand{cards, static_cast<std::uint8_t>(orbit), {}});
        for (int card = 0; card < hand_size; ++card)
            hand.fours[static_cast<std::size_t>(card)] = node_of(cards.data(), all_held ^ 1 << card);
        numbers_.push_back(static_cast<std::uint32_t>(colex(cards.data(), hand_size)));
    };
    hands_.reserve(SuitClasses::count);
    for (const SuitClasses::Class& each : classes.all()) {
        Hand& hand = hands_.emplace_back(Hand{each.cards, each.orbit, {}});
        for (int card = 0; card < hand_size; ++card)
            hand.fours[static_cast<std::size_t>(card)] = each.nodes[static_cast<std::size_t>(all_held ^ 1 << card)];
    }
    const auto plain_numbers = classes.numbers();
    numbers_.assign(plain_numbers.begin(), plain_numbers.end());
    for (int with = 1; with <= jokers; ++with)
        for (const SuitClasses::Node& node : classes.nodes()) {
            if (node.size != hand_size - with) continue;
            std::array<CardId, hand_size> cards{};
            std::copy_n(node.cards.begin(), node.size, cards.begin());
            for (int joker = 0; joker < with; ++joker)
                cards[static_cast<std::size_t>(node.size + joker)] = static_cast<CardId>(card_count + joker);
            add(cards, static_cast<int>(node.orbit * choose[static_cast<std::size_t>(with)][static_cast<std::size_t>(jokers)]));
        }
    for (const Hand& hand : hands_) {
        const auto& cards = hand.cards;
        if (rows_.empty() || !std::equal(cards.begin() + 1, cards.end(), rows_.back().upper.begin())) {
            if (!rows_.empty()) places_ += rows_.back().count;
            rows_.push_back({{cards[1], cards[2], cards[3], cards[4]}, cards[0], 0});
        }
        Row& row = rows_.back();
        row.count = static_cast<CardId>(cards[0] - row.lowest + 1);
        place_of_hand_.push_back(static_cast<std::uint32_t>(places_ + cards[0] - row.lowest));
    }
    places_ += rows_.back().count;
}

std::uint16_t DrawDeck::node_of(const CardId* cards, int bits) const {
    CardId taken[hand_size];
    int held = 0;
    for (int i = 0; i < hand_size; ++i)
        if (bits >> i & 1) taken[held++] = cards[i];
    const int jokers = jokers_among(taken, held);
    return node_with(static_cast<std::size_t>(jokers), SuitClasses::get().node_of_set(taken, held - jokers));
}

SuitClasses::Canonical DrawDeck::find(const CardId* cards) const {
    int plain = hand_size;
    while (plain > 0 && is_joker(cards[plain - 1])) --plain;
    if (plain == hand_size) return SuitClasses::get().find(cards);
    // Jokers are the highest cards: they stand where they stood, and the first of them stand for all.
    SuitClasses::Renamed representative = SuitClasses::renamed(cards, plain);
    for (int i = plain; i < hand_size; ++i) {
        representative.sorted[static_cast<std::size_t>(i)] = static_cast<CardId>(card_count + i - plain);
        representative.position[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i);
    }
    const auto number = static_cast<std::uint32_t>(colex(representative.sorted.data(), hand_size));
    return {static_cast<std::size_t>(std::lower_bound(numbers_.begin(), numbers_.end(), number) - numbers_.begin()),
            representative.position};
}

std::vector<double> DrawDeck::sums_by_node(std::span<const double> payoffs) const {
    // At first for all sets of a class together.
    std::vector<double> sums(nodes_.size());
    for (std::size_t number = 0; number < hands_.size(); ++number) {
        const Hand& hand = hands_[number];
        if (payoffs[number] == 0) continue;
        const double payoff = payoffs[number] * hand.orbit;
        for (const std::uint16_t four : hand.fours) sums[four] += payoff;
    }
    // A hand comes to a smaller set by leaving out its cards in any order: in as many ways as there are cards to leave out last.
    for (int size = 4; size > 0; --size) {
        for (std::size_t number = 0; number < nodes_.size(); ++number)
            if (const Node& node = nodes_[number]; node.orbit && node.size == size)
                for (int card = 0; card < size; ++card) sums[node.without[static_cast<std::size_t>(card)]] += sums[number];
        for (std::size_t number = 0; number < nodes_.size(); ++number)
            if (const Node& node = nodes_[number]; node.orbit && node.size == size - 1) sums[number] /= hand_size - (size - 1);
    }
    for (std::size_t number = 0; number < nodes_.size(); ++number)
        if (nodes_[number].orbit) sums[number] /= nodes_[number].orbit;
    return sums;
}

// All sets of a size that may hold some of the jokers, in colex order: those without the highest joker come first.
void DrawDeck::write_sums(std::span<const double> by_node, int size, int jokers_left, int jokers_held, std::vector<double>& sums) const {
    if (jokers_left == 0) {
        const double* from = by_node.data() + node_with(static_cast<std::size_t>(jokers_held), 0);
        for (const std::uint16_t node : SuitClasses::get().nodes_in_order(size)) sums.push_back(from[node]);
        return;
    }
    write_sums(by_node, size, jokers_left - 1, jokers_held, sums);
    if (size > 0) write_sums(by_node, size - 1, jokers_left - 1, jokers_held + 1, sums);
}

SubsetSums DrawDeck::sums(std::span<const double> payoffs) const {
    const std::vector<double> by_node = sums_by_node(payoffs);
    SubsetSums found;
    for (int held = 0; held < hand_size; ++held) {
        auto& sums = found.by_size[static_cast<std::size_t>(held)];
        sums.reserve(choose[static_cast<std::size_t>(held)][static_cast<std::size_t>(size())] + SubsetSums::room);
        write_sums(by_node, held, jokers_, 0, sums);
        sums.resize(sums.size() + SubsetSums::room);
    }
    auto& finals = found.by_size[hand_size];
    finals.resize(places_ + SubsetSums::room);
    for (std::size_t number = 0; number < hands_.size(); ++number) finals[place_of_hand_[number]] = payoffs[number];
    return found;
}

DrawDeck::Shares DrawDeck::shares(std::span<const std::uint8_t> holds) const {
    Shares shares{std::vector<double>(nodes_.size()), std::vector<double>(hands_.size())};
    std::array<double, hand_size + 1> weights;
    for (int held = 0; held <= hand_size; ++held)
        weights[static_cast<std::size_t>(held)] = static_cast<double>(common_draws_ / draws_for(held));
    const auto classes = SuitClasses::get().all();
    for (std::size_t number = 0; number < hands_.size(); ++number) {
        if (number % 4096 == 0) jobs::check();
        const Hand& hand = hands_[number];
        const unsigned hold = holds[number], thrown = all_held ^ hold;
        const double weight = hand.orbit * weights[static_cast<std::size_t>(std::popcount(hold))];
        shares.hands[number] = std::popcount(thrown) & 1 ? -weight : weight;
        if (thrown == 0) continue;
        for (unsigned more = (thrown - 1) & thrown;; more = (more - 1) & thrown) {  // all but the hand itself
            const unsigned set = hold | more;
            const std::size_t node =
                number < SuitClasses::count ? classes[number].nodes[set] : node_of(hand.cards.data(), static_cast<int>(set));
            shares.nodes[node] += std::popcount(more) & 1 ? -weight : weight;
            if (more == 0) break;
        }
    }
    return shares;
}

}  // namespace fivecard::odds
