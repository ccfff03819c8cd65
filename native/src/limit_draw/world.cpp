#include "src/limit_draw/world.hpp"

#include "src/lasting.hpp"
#include "src/limit_draw/cuts.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fivecard::limit_draw {

Places::Places(int half_size, int hand_size) : half(half_size), hand(hand_size) {
    for (int size = 0; size <= hand; ++size) {
        counts[size] = odds::choose[size][half];
        ways[size] = static_cast<float>(odds::choose[size][half - hand]);
    }
    std::array<CardId, most_cards> cards{};
    std::iota(cards.begin(), cards.end(), CardId{0});
    for (std::size_t number = 0; number < counts[hand]; ++number) {
        hands.push_back(cards);
        auto& numbers = subsets.emplace_back();
        for (int places = 0; places < (1 << hand) - 1; ++places) {
            std::array<CardId, most_cards> some{};
            int size = 0;
            for (int place = 0; place < hand; ++place)
                if (places >> place & 1) some[size++] = cards[place];
            numbers[places] = static_cast<std::uint16_t>(odds::colex(some.data(), size));
        }
        odds::next_colex(cards.data(), hand);
    }
}

namespace {

// For each order, which places of the hand some places in its kind's order are.
const std::vector<std::array<std::uint8_t, 1 << most_cards>>& places_by_order() {
    using PlacesByOrder = std::vector<std::array<std::uint8_t, 1 << most_cards>>;
    static constinit Lasting<const PlacesByOrder> all;
    return all.get([] {
        PlacesByOrder made;
        for (const HandOrder& order : orders()) {
            auto& places = made.emplace_back();
            for (unsigned some = 0; some < places.size(); ++some)
                for (std::size_t place = 0; place < order.size(); ++place)
                    if (some >> place & 1) places[some] |= static_cast<std::uint8_t>(1u << order[place]);
        }
        return made;
    });
}

// How often somebody who chooses every action alike lets the first round end in each call, if the other does.
std::vector<float> calling_at_random(const Tree& tree, int player) {
    std::vector<float> reach(tree.nodes.size()), calling(tree.calls.size());
    reach[0] = 1;
    for (std::size_t number = 0; number < tree.nodes.size(); ++number) {
        const Node& node = tree.nodes[number];
        const float part = reach[number] / (node.player == player ? static_cast<float>(node.actions) : 1.0f);
        for (int action = 0; action < node.actions; ++action) {
            const Child child = node.children[action];
            if (child.kind == Child::node) reach[child.number] = part;
            if (child.kind == Child::call) calling[child.number] = part;
        }
    }
    return calling;
}

}  // namespace

void Half::serve(const Abstraction& cards, const Places& at, const CardId* half) {
    const auto& places_of = places_by_order();
    const std::size_t count = at.hands.size();
    kind.resize(count);
    by_kind.resize(count);
    group.resize(count);
    places.resize(count);
    from.assign(cards.kinds + 1, 0);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t hand = 0;
        for (int place = 0; place < at.hand; ++place) hand += odds::choose[static_cast<std::size_t>(place) + 1][half[at.hands[i][place]]];
        kind[i] = cards.kind[hand];
        group[i] = cards.group[hand];
        places[i] = &places_of[cards.order[hand]];
        ++from[kind[i] + 1];
    }
    std::partial_sum(from.begin(), from.end(), from.begin());
    std::vector<std::uint32_t> next(from.begin(), from.end() - 1);
    for (std::uint32_t i = 0; i < count; ++i) by_kind[next[kind[i]]++] = i;
}

World::World(const Abstraction& of_cards, const Layout& of_layout, const Places& places)
    : cards(of_cards), layout(of_layout), at(places), values(layout.paths() * layout.row) {
    const std::size_t lanes = layout.lanes(1);
    const auto draws = static_cast<std::size_t>(layout.draws);
    arriving = {Floats(layout.calls() * draws * layout.row), Floats(layout.paths() * layout.row)};
    for (auto* of_nodes : {&at_node, &folded})
        for (auto& of_player : *of_nodes) of_player.resize(layout.first.nodes.size());
    for (std::size_t drawn = 0; drawn < draws; ++drawn) {
        by_lane.emplace_back(layout.row * lanes);
        auto& by_size = sums.emplace_back(most_cards + 1);
        for (std::size_t size = static_cast<std::size_t>(at.hand) - drawn; size < static_cast<std::size_t>(at.hand); ++size)
            by_size[size] = Floats(at.counts[size] * lanes);
    }
    for (const int player : {0, 1}) at_random[player] = calling_at_random(layout.first, player);
}

double World::bytes(const Layout& layout, int half_size, int hand_size) {
    const auto lanes = static_cast<double>(layout.lanes(1)), row = static_cast<double>(layout.row);
    const auto draws = static_cast<std::size_t>(layout.draws), hand = static_cast<std::size_t>(hand_size),
               half = static_cast<std::size_t>(half_size);
    double floats = row * static_cast<double>(2 * layout.paths() + layout.calls() * draws) + static_cast<double>(draws) * row * lanes;
    for (std::size_t drawn = 0; drawn < draws; ++drawn)
        for (std::size_t size = hand - drawn; size < hand; ++size) floats += odds::choose[size][half] * lanes;
    return sizeof(float) * floats;
}

void World::serve(const std::vector<CardId>& deck, bool swapped) {
    const auto size = static_cast<std::size_t>(at.half);
    for (const std::size_t side : {0, 1}) {
        std::vector<CardId> cards_of(deck.begin() + static_cast<std::ptrdiff_t>(side * size),
                                     deck.begin() + static_cast<std::ptrdiff_t>((side + 1) * size));
        std::sort(cards_of.begin(), cards_of.end());
        half[side ^ static_cast<std::size_t>(swapped)].serve(cards, at, cards_of.data());
    }
}

void World::cut(std::uint64_t seed, std::uint64_t number) {
    RandomStream random(seed, number / 2);
    serve(shuffled(random), number % 2);
}

void World::cut_in_balance(std::uint64_t seed, std::uint64_t number) {
    if (cards.deck != card_count || 2 * at.half != card_count) return cut(seed, number);
    const std::uint64_t deck_number = number / 2;
    RandomStream random(seed, deck_number / balanced_cuts);
    const std::vector<CardId> deck = shuffled(random);
    const auto& in_first = balanced_halves()[deck_number % balanced_cuts];
    std::vector<CardId> halves;
    for (const bool first : {true, false})
        for (std::size_t place = 0; place < deck.size(); ++place)
            if (in_first[place] == first) halves.push_back(deck[place]);
    serve(halves, number % 2);
}

std::vector<CardId> World::shuffled(RandomStream& random) const {
    std::vector<CardId> deck(static_cast<std::size_t>(cards.deck));
    std::iota(deck.begin(), deck.end(), CardId{0});
    const auto size = static_cast<std::size_t>(at.half);
    for (std::size_t i = 0; i < 2 * size; ++i) std::swap(deck[i], deck[i + random.below(deck.size() - i)]);
    return deck;
}

void World::explore(int player) {
    // Whoever keeps and draws at random is dealt every hand of the half alike.
    const Half& own = half[player];
    std::vector<float> hands_of(layout.row);
    for (const std::uint16_t of : own.group) ++hands_of[of];
    const auto draws = static_cast<std::size_t>(layout.draws);
    const std::size_t used = layout.used_lanes(player), per_call = used / layout.calls();
    for (std::size_t lane = 0; lane < used; ++lane)
        for (std::size_t drawn = 0; drawn < draws; ++drawn) {
            const auto holds = static_cast<float>(layout.holds_from[drawn + 1] - layout.holds_from[drawn]);
            const float chance = at_random[player][lane / per_call] * holds / static_cast<float>(layout.holds.size());
            float* to = arriving[player].data() + (lane * draws + drawn) * layout.row;
            for (std::size_t group = 0; group < layout.row; ++group)
                to[group] += exploring * (chance * hands_of[group] / static_cast<float>(hands()) - to[group]);
        }
}

}  // namespace fivecard::limit_draw
