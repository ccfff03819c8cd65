#include "src/limit_draw/world.hpp"

#include "src/lasting.hpp"

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

void World::cut(RandomStream& random, bool swapped) {
    std::vector<CardId> deck(static_cast<std::size_t>(cards.deck));
    std::iota(deck.begin(), deck.end(), CardId{0});
    const auto size = static_cast<std::size_t>(at.half);
    for (std::size_t i = 0; i < 2 * size; ++i) std::swap(deck[i], deck[i + random.below(deck.size() - i)]);
    for (const std::size_t side : {0, 1}) {
        const auto begin = deck.begin() + static_cast<std::ptrdiff_t>(side * size);
        std::sort(begin, begin + at.half);
        half[side ^ static_cast<std::size_t>(swapped)].serve(cards, at, &*begin);
    }
}

}  // namespace fivecard::limit_draw
