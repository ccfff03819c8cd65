// Heads-up betting: the game, its solution, and what the best answer to one gains.
#include "bindings/betting.hpp"
#include "bindings/guarded.hpp"

#include <stdexcept>

#include "src/cfr/best_response.hpp"
#include "src/cfr/solver.hpp"

namespace {

GamePtr make_game(Stakes stakes, Abstraction cards, int half) {
    for (const int player : {0, 1})
        if (stakes.posted[player] < 0 || stakes.bet[player] <= 0 || stakes.cap[player] < 0) refuse("RulesError", "stakes and caps are not below 0");
    if (std::max(stakes.cap[0], stakes.cap[1]) > 8 || (stakes.first != 0 && stakes.first != 1))
        refuse("RulesError", "there are up to 8 bets and raises a round, and player 0 or 1 acts first");
    if (stakes.most_drawn < 0 || stakes.most_drawn > cards.hand) refuse("RulesError", "nobody can draw more cards than a hand has");
    if (half < cards.hand + stakes.most_drawn || 2 * half > cards.deck) refuse("RulesError", "a half has cards for a hand and its draw, and is no more than a half");
    try {
        Layout layout(stakes, cards);
        return std::make_shared<const BettingGame>(BettingGame{stakes, std::move(cards), std::move(layout), half});
    } catch (const std::invalid_argument& error) {
        refuse("RulesError", error.what());
    }
}

GamePtr of_deck(std::array<double, 2> posted, int first, std::array<double, 2> bet, std::array<int, 2> cap, int most_drawn, bool merged) {
    Abstraction cards;
    released([&] { cards = merged ? Abstraction::merged() : Abstraction::all(); });
    return make_game({posted, first, bet, cap, most_drawn}, std::move(cards), fivecard::card_count / 2);
}

// Any cards: hands are listed in colexicographic order.
GamePtr of_cards(std::array<double, 2> posted, int first, std::array<double, 2> bet, std::array<int, 2> cap, int most_drawn, int deck, int hand,
                 std::vector<std::uint32_t> kind, std::vector<std::uint16_t> group) {
    if (hand < 1 || hand > most_cards || deck < 2 * hand || deck > fivecard::card_count) refuse("ArgumentError", "there are no such hands");
    const std::size_t count = fivecard::odds::choose[hand][deck];
    if (kind.size() != count || group.size() != count) refuse("ArgumentError", "there must be a kind and a group for each hand");
    Abstraction cards;
    cards.deck = deck;
    cards.hand = hand;
    const std::uint32_t last_kind = std::ranges::max(kind), last_group = std::ranges::max(group);
    if (last_kind >= count || last_group >= count) refuse("ArgumentError", "kinds and groups are numbered from 0 up");
    cards.kinds = last_kind + 1;
    cards.groups = last_group + 1;
    cards.order.assign(count, 0);
    cards.kind = std::move(kind);
    cards.group = std::move(group);
    cards.strength = cards.group;
    return make_game({posted, first, bet, cap, most_drawn}, std::move(cards), deck / 2);
}

// (player, whether a bet is faced, [(what comes of it, number)]) for every node; what is lost by folding; what calls cost.
nb::tuple tree_of(const Tree& tree) {
    static constexpr const char* kinds[] = {"node", "fold", "call"};
    nb::list nodes, folds, calls;
    for (const Node& node : tree.nodes) {
        nb::list children;
        for (int action = 0; action < node.actions; ++action)
            children.append(nb::make_tuple(kinds[node.children[action].kind], node.children[action].number));
        nodes.append(nb::make_tuple(node.player, node.facing, children));
    }
    for (const Fold& fold : tree.folds) folds.append(nb::make_tuple(fold.loser, fold.paid));
    for (const double paid : tree.calls) calls.append(paid);
    return nb::make_tuple(nodes, folds, calls);
}

std::size_t number_of(const BettingGame& game, std::vector<int> cards) {
    std::sort(cards.begin(), cards.end());
    if (static_cast<int>(cards.size()) != game.cards.hand || std::adjacent_find(cards.begin(), cards.end()) != cards.end() || cards.front() < 0 ||
        cards.back() >= game.cards.deck)
        refuse("HandError", "a hand has " + std::to_string(game.cards.hand) + " different cards of the deck");
    const std::vector<fivecard::CardId> ids(cards.begin(), cards.end());
    return fivecard::odds::colex(ids.data(), game.cards.hand);
}

nb::tuple kind_of(const BettingGame& game, const std::vector<int>& cards) {
    const std::size_t number = number_of(game, cards);
    const HandOrder& order = orders()[game.cards.order[number]];
    return nb::make_tuple(game.cards.kind[number], std::vector<int>(order.begin(), order.begin() + game.cards.hand));
}

// The numbers of a table: first round, holds of both players, second round; they live as long as what has them.
nb::tuple parts_of(StrategyTable& table, const Layout& layout, nb::handle owner) {
    const auto view = [&](Floats& floats, std::initializer_list<std::size_t> shape) {
        return nb::cast(nb::ndarray<nb::numpy, float, nb::c_contig>(floats.data(), shape, owner));
    };
    return nb::make_tuple(view(table.first, {layout.kinds, layout.first.nodes.size(), most_actions}),
                          view(table.hold[0], {layout.kinds, layout.holds.size(), layout.lanes(0)}),
                          view(table.hold[1], {layout.kinds, layout.holds.size(), layout.lanes(1)}),
                          view(table.second, {layout.paths(), layout.second.nodes.size(), most_actions, layout.row}));
}

template <typename Made>
auto maker() {
    return nb::new_([](const GamePtr& game, int threads, std::uint64_t seed) {
        checked_threads(threads);
        std::shared_ptr<Made> made;
        released([&] {
            fivecard::jobs::ask_for_memory(Made::bytes(game->layout, game->half, game->cards.hand, threads),
                                           "use fewer threads, merge hands, or allow fewer bets or draws");
            made = std::make_shared<Made>(game->stakes, game->cards, game->half, threads, seed, chosen_kernels().cfr);
        });
        return made;
    });
}

}  // namespace

void add_betting(nb::module_& m) {
    if (is_there<BettingGame>(m, "BettingGame")) return;
    nb::class_<BettingGame>(m, "BettingGame", "Heads-up draw poker with fixed limit, and what its players can tell apart.")
        .def_static("of_deck", &of_deck, "posted"_a, "first"_a, "bet"_a, "cap"_a, "most_drawn"_a, "merged"_a)
        .def_static("of_cards", &of_cards, "posted"_a, "first"_a, "bet"_a, "cap"_a, "most_drawn"_a, "deck"_a, "hand"_a, "kind"_a, "group"_a)
        .def_prop_ro("trees", [](const BettingGame& game) { return nb::make_tuple(tree_of(game.layout.first), tree_of(game.layout.second)); })
        .def_prop_ro("lanes", [](const BettingGame& game) { return std::array{game.layout.lanes(0), game.layout.lanes(1)}; },
                     "How long the rows of both players' holds are in the tables, padding included.")
        .def_prop_ro("holds", [](const BettingGame& game) {
            nb::list holds;
            for (const Hold& hold : game.layout.holds) holds.append(nb::make_tuple(hold.places, hold.drawn));
            return holds;
        })
        .def_prop_ro("kinds", [](const BettingGame& game) { return game.cards.kinds; })
        .def_prop_ro("groups", [](const BettingGame& game) { return game.cards.groups; })
        .def("kind", &kind_of, "cards"_a, "The kind of a hand, and in which order its cards stand there, the lowest being 0.")
        .def("group", [](const BettingGame& game, const std::vector<int>& cards) { return game.cards.group[number_of(game, cards)]; }, "cards"_a)
        .def("examples", [](const BettingGame& game, bool of_groups) {
            std::vector<fivecard::CardId> cards;
            released([&] {
                for (const auto& hand : game.cards.examples(of_groups)) cards.insert(cards.end(), hand.begin(), hand.begin() + game.cards.hand);
            });
            const auto size = static_cast<std::size_t>(game.cards.hand);
            return array_of(cards, {cards.size() / size, size});
        }, "of_groups"_a, "A hand of each kind, or of each group.")
        .def("seen_by", [](const BettingGame& game, const BettingGame& other) {
            if (game.cards.deck != other.cards.deck || game.cards.hand != other.cards.hand || game.layout.holds.size() != other.layout.holds.size())
                refuse("ArgumentError", "the games have other cards or draws");
            std::optional<Translation> found;
            released([&] { found.emplace(game.cards, other.cards, game.layout.holds); });
            return nb::make_tuple(array_of(found->kind), array_of(found->hold), array_of(found->group));
        }, "other"_a, "What kinds, holds by kind, and groups are for players who tell apart what the other game does.");
    using Solver = Guarded<fivecard::limit_draw::Solver>;
    using BestResponse = Guarded<fivecard::limit_draw::BestResponse>;
    nb::class_<Solver>(m, "BettingSolver", "A game that plays against itself.")
        .def(maker<Solver>(), "game"_a, "threads"_a, "seed"_a)
        .def("iterate", [](Solver& solver) { solver.alone([&] { solver.iterate(); }); })
        .def("finish", [](Solver& solver) { solver.alone([&] { solver.finish(); }); }, "Play an iteration to its end that was interrupted.")
        .def_prop_ro("iterations", &Solver::iterations)
        .def_prop_ro("value", &Solver::value)
        .def("resume_at", &Solver::resume_at, "iterations"_a, "Goes on behind so many iterations, once their numbers are in its tables.")
        .def("regrets", [](nb::handle_t<Solver> self) { auto& solver = nb::cast<Solver&>(self); return parts_of(solver.regrets(), solver.layout(), self); })
        .def("idle", [](nb::handle_t<Solver> self) {
            auto& solver = nb::cast<Solver&>(self);
            const auto view = [&](std::vector<std::uint32_t>& numbers) { return nb::cast(nb::ndarray<nb::numpy, std::uint32_t, nb::c_contig>(numbers.data(), {numbers.size()}, self)); };
            return nb::make_tuple(view(solver.idle(0)), view(solver.idle(1)));
        })
        .def("average", [](nb::handle_t<Solver> self) { auto& solver = nb::cast<Solver&>(self); return parts_of(solver.average(), solver.layout(), self); });
    nb::class_<BestResponse>(m, "BettingResponse", "Looks for the best answer to a strategy.")
        .def(maker<BestResponse>(), "game"_a, "threads"_a, "seed"_a)
        .def("strategy", [](nb::handle_t<BestResponse> self) { auto& found = nb::cast<BestResponse&>(self); return parts_of(found.strategy(), found.layout(), self); })
        .def("answer", [](nb::handle_t<BestResponse> self) { auto& found = nb::cast<BestResponse&>(self); return parts_of(found.answer(), found.layout(), self); })
        .def("learn_second", [](BestResponse& self, std::size_t decks) { self.alone([&] { self.learn_second(decks); }); }, "decks"_a)
        .def("answer_second", [](BestResponse& self) { self.alone([&] { self.answer_second(); }); })
        .def("doubt_second", [](BestResponse& self, std::size_t decks) { self.alone([&] { self.doubt_second(decks); }); }, "decks"_a)
        .def("learn_first", [](BestResponse& self, std::size_t decks) { self.alone([&] { self.learn_first(decks); }); }, "decks"_a)
        .def("answer_first", [](BestResponse& self) { self.alone([&] { self.answer_first(); }); })
        .def("doubt_first", [](BestResponse& self, std::size_t decks) { self.alone([&] { self.doubt_first(decks); }); }, "decks"_a)
        .def("measure", [](BestResponse& self, std::uint64_t from, std::size_t pairs) {
            if (pairs > std::size_t{1} << 24 || from > std::uint64_t{1} << 48) refuse("ArgumentError", "that is too many decks");
            std::vector<double> values;
            self.alone([&] {
                for (const auto& of_pair : self.measure(from, pairs)) values.insert(values.end(), of_pair.begin(), of_pair.end());
            });
            return array_of(values, {values.size() / 4, 4});
        }, "start"_a, "pairs"_a, "By deck, cut in both ways: the strategy's value as player 0, the answer's in its place; both as player 1.")
        .def_prop_ro("decks", &BestResponse::decks);
}
