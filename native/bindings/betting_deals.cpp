// Heads-up betting, hand after hand: a strategy as a file has it, what choices are worth, and hands that are played.
#include "bindings/betting.hpp"

#include <nanobind/stl/tuple.h>

#include <stdexcept>

#include "src/limit_draw/deals.hpp"

namespace {

using fivecard::CardId;

struct Dealer {
    GamePtr game;
    Strategy strategy;
    Deals deals;

    Dealer(GamePtr of, std::vector<std::uint8_t> numbers)
        : game(std::move(of)), strategy(game->layout, std::move(numbers)), deals(game->stakes, game->cards, game->layout, strategy) {}
};

std::shared_ptr<Dealer> make_dealer(GamePtr game, nb::bytes numbers) {
    try {
        const auto* begin = reinterpret_cast<const std::uint8_t*>(numbers.c_str());
        std::shared_ptr<Dealer> made;
        released([&] { made = std::make_shared<Dealer>(std::move(game), std::vector<std::uint8_t>(begin, begin + numbers.size())); });
        return made;
    } catch (const std::invalid_argument& error) {
        refuse("ArgumentError", error.what());
    }
}

std::size_t below(std::size_t number, std::size_t count, const char* what) {
    if (number >= count) refuse("ArgumentError", "there is no " + std::string(what) + " " + std::to_string(number));
    return number;
}

nb::tuple worth(const Dealer& dealer, int player, std::vector<CardId> cards, std::vector<CardId> thrown, std::vector<int> first, std::vector<int> drawn,
                std::vector<int> second, std::size_t deals, std::size_t tries, float slip, std::uint64_t seed) {
    if (deals > std::size_t{1} << 24 || tries > std::size_t{1} << 32) refuse("ArgumentError", "that is too many deals");
    if (!(slip >= 0 && slip <= 1)) refuse("ArgumentError", "slips are a part from 0 to 1");
    const Spot spot{player, std::move(cards), std::move(thrown), std::move(first), std::move(drawn), std::move(second)};
    ChoiceValues found;
    try {
        released([&] { found = dealer.deals.worth(spot, deals, tries, slip, seed); });
    } catch (const std::invalid_argument& error) {
        refuse("IllegalActionError", error.what());
    }
    const std::size_t rows = found.values.size() / found.choices;
    return nb::make_tuple(found.tried, array_of(found.values, {rows, found.choices}));
}

nb::tuple play(const Dealer& dealer, std::size_t from, std::size_t count, std::uint64_t seed) {
    if (count > std::size_t{1} << 24) refuse("ArgumentError", "that is too many hands at once");
    std::vector<CardId> cards;
    std::vector<std::uint8_t> kept;
    std::vector<std::int8_t> moves;
    std::vector<double> won;
    released([&] {
        for (std::size_t hand = 0; hand < count; ++hand) {
            if (hand % 256 == 0) fivecard::jobs::check();
            const Played played = dealer.deals.play(seed, from + hand);
            cards.insert(cards.end(), played.cards.begin(), played.cards.end());
            kept.insert(kept.end(), played.kept.begin(), played.kept.end());
            for (const auto& round : played.moves) moves.insert(moves.end(), round.begin(), round.end());
            won.push_back(played.won);
        }
    });
    return nb::make_tuple(array_of(cards, {count, 4 * most_cards}), array_of(kept, {count, 2}), array_of(moves, {count, 2, Played::most_moves}), array_of(won));
}

}  // namespace

void add_betting_deals(nb::module_& m) {
    if (is_there<Dealer>(m, "BettingDealer")) return;
    nb::class_<Dealer>(m, "BettingDealer", "Deals hands to two players who play by a strategy.")
        .def(nb::new_(&make_dealer), "game"_a, "numbers"_a)
        .def("first", [](const Dealer& dealer, std::size_t kind, std::size_t node) {
            const auto& layout = dealer.game->layout;
            return dealer.strategy.first(below(kind, layout.kinds, "kind"), below(node, layout.first.nodes.size(), "node"));
        }, "kind"_a, "node"_a, "The chances of the actions before the draw.")
        .def("draw", [](const Dealer& dealer, int player, std::size_t kind, std::size_t lane) {
            const auto& layout = dealer.game->layout;
            below(static_cast<std::size_t>(player), 2, "player");
            const auto draw = dealer.strategy.draw(player, below(kind, layout.kinds, "kind"), below(lane, layout.used_lanes(player), "lane"));
            return nb::make_tuple(draw.hold, draw.chance);
        }, "player"_a, "kind"_a, "lane"_a, "The holds that are played most, and their chances.")
        .def("second", [](const Dealer& dealer, std::size_t path, std::size_t node, std::size_t group) {
            const auto& layout = dealer.game->layout;
            return dealer.strategy.second(below(path, layout.paths(), "path"), below(node, layout.second.nodes.size(), "node"), below(group, layout.groups, "group"));
        }, "path"_a, "node"_a, "group"_a, "The chances of the actions after the draw.")
        .def("worth", &worth, "player"_a, "cards"_a, "thrown"_a, "first"_a, "drawn"_a, "second"_a, "deals"_a, "tries"_a, "slip"_a, "seed"_a,
             "How many deals were tried, and what each choice was worth on those in which the other did what was done.")
        .def("play", &play, "start"_a, "count"_a, "seed"_a, "Hands played from number `start` on: cards, what was kept, actions, and what player 0 won.");
}
