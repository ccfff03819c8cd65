// Hold'em after the flop: the question, its solution, and what is read of it.
#include "bindings/common.hpp"
#include "bindings/guarded.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "src/kernels/postflop.hpp"
#include "src/kernels/find.hpp"
#include "src/postflop/device.hpp"
#include "src/postflop/position.hpp"
#include "src/postflop/solver.hpp"
#include "src/threads.hpp"

#include <atomic>
#include <cstring>
#include <map>

namespace fivecard::postflop {
namespace {

using GamePtr = std::shared_ptr<const Game>;
using Link = std::pair<int, std::uint32_t>;  // a kind of child, and its number
using GivenNode = std::pair<int, std::vector<Link>>;
using GivenStreet = std::pair<std::vector<GivenNode>, std::vector<Link>>;
using GivenLock = std::tuple<std::size_t, std::size_t, std::vector<int>, std::vector<double>>;

void require(bool right, const char* what) {
    if (!right) refuse("ArgumentError", what);
}

std::vector<Hand> hands_of(const Input<std::uint64_t, 1>& sets, const Input<float, 1>& weights, CardSet possible) {
    refuse_misaligned(sets, "hands");
    refuse_misaligned(weights, "weights");
    require(sets.shape(0) == weights.shape(0) && sets.shape(0) > 0 && sets.shape(0) <= 1326, "a range has 1 to 1326 hands, with a weight each");
    std::vector<Hand> hands;
    std::map<CardSet, bool> seen;
    for (std::size_t i = 0; i < sets.shape(0); ++i) {
        const CardSet set = sets.data()[i];
        const float weight = weights.data()[i];
        require(std::popcount(set) == 2 && !(set & ~possible) && !seen[set], "a hand is two cards that are not on the board, and stands there once");
        require(weight > 0 && weight <= 1, "a weight is above 0 and at most 1");
        seen[set] = true;
        hands.push_back({static_cast<CardId>(std::countr_zero(set)), static_cast<CardId>(63 - std::countl_zero(set)), weight});
    }
    return hands;
}

// What comes of an action must be there, and stand behind what leads to it: so nothing goes round in a circle.
Child checked(Link link, const std::vector<GivenStreet>& streets, std::size_t street, std::size_t payoffs, std::size_t behind, bool entry) {
    const auto [kind, number] = link;
    const bool last = street + 1 == streets.size();
    switch (kind) {
        case Child::node: require(number >= behind && number < streets[street].first.size(), "a node leads to one behind it"); break;
        case Child::fold: require(!entry && number < payoffs, "a fold has a payoff"); break;
        case Child::showdown: require(last && number < payoffs, "a showdown has a payoff, and is on the river"); break;
        case Child::street: require(!last && number < streets[street + 1].second.size(), "a street leads to an entry of the next"); break;
        default: refuse("ArgumentError", "what comes of an action is a node, a fold, a showdown or a street");
    }
    return {static_cast<Child::Kind>(kind), number};
}

void add_streets(Question& question, const std::vector<GivenStreet>& streets) {
    for (std::size_t number = 0; number < streets.size(); ++number) {
        Street street;
        for (const auto& [player, links] : streets[number].first) {
            require((player == 0 || player == 1) && !links.empty() && links.size() <= most_actions, "a node has a player, and 1 to 16 actions");
            Node node{player, {}};
            for (const Link& link : links)
                node.children.push_back(checked(link, streets, number, question.payoffs.size(), street.nodes.size() + 1, false));
            for (const auto kind : {Child::fold, Child::showdown})
                require(std::ranges::count(node.children, kind, &Child::kind) <= 1, "a node has one fold and one showdown at most");
            street.nodes.push_back(std::move(node));
        }
        for (const Link& link : streets[number].second) street.entries.push_back(checked(link, streets, number, question.payoffs.size(), 0, true));
        question.streets.push_back(std::move(street));
    }
    require(question.streets[0].entries.size() == 1, "the first street has one entry");
}

// Each node and entry is come to once: the solver keeps one reach of each.
void require_tree(const Question& question) {
    for (std::size_t number = 0; number < question.streets.size(); ++number) {
        const Street& street = question.streets[number];
        std::vector<int> nodes(street.nodes.size()), entries(number + 1 < question.streets.size() ? question.streets[number + 1].entries.size() : 0);
        const auto count = [&](const Child& child) {
            if (child.kind == Child::node) ++nodes[child.number];
            if (child.kind == Child::street) ++entries[child.number];
        };
        for (const Node& node : street.nodes) std::ranges::for_each(node.children, count);
        std::ranges::for_each(street.entries, count);
        // What walks a tree goes down by calling itself.
        constexpr int deepest = 1000;
        std::vector<int> depths(street.nodes.size());
        for (std::size_t node = 0; node < street.nodes.size(); ++node)
            for (const Child& child : street.nodes[node].children)
                if (child.kind == Child::node) depths[child.number] = depths[node] + 1;
        require(std::ranges::all_of(depths, [](int depth) { return depth <= deepest; }), "a line of a street has up to 1000 actions");
        const auto once = [](int times) { return times == 1; };
        require(std::ranges::all_of(nodes, once) && std::ranges::all_of(entries, once), "every node and every entry is come to once");
    }
}

Lock checked_lock(const Question& question, const GivenLock& given) {
    const auto& [street, node, cards, chances] = given;
    require(street < question.streets.size() && node < question.streets[street].nodes.size(), "there is no such node to lock");
    require(cards.size() == street, "a lock names the cards that were dealt on the way there");
    Lock lock{street, node, {}, {}};
    for (const int card : cards) {
        require(card >= 0 && card < fivecard::card_count, "a lock names cards");
        lock.cards.push_back(static_cast<CardId>(card));
    }
    const Node& acting = question.streets[street].nodes[node];
    require(chances.size() == acting.children.size() * question.hands[acting.player].size(), "a lock has chances for all actions and hands");
    for (const double chance : chances) {
        require(chance >= 0 && chance <= 1, "chances are from 0 to 1");
        lock.chances.push_back(static_cast<float>(chance));
    }
    return lock;
}

GamePtr make_game(const std::string& ranking, const std::vector<int>& board, Input<std::uint64_t, 1> first_hands, Input<float, 1> first_weights,
                  Input<std::uint64_t, 1> second_hands, Input<float, 1> second_weights, const std::vector<GivenStreet>& streets,
                  const std::vector<std::array<double, 3>>& payoffs, const std::vector<GivenLock>& locks, bool merge_suits) {
    Question question;
    question.ranking = &checked_ranking(ranking);
    question.merge_suits = merge_suits;
    require(!question.ranking->qualified && question.ranking->suits != fivecard::Suits::ignored, "every hand has a strength");
    require(board.size() >= 3 && board.size() <= 5, "a board has 3 to 5 cards");
    CardSet left = ~question.ranking->outside();
    for (const int card : board) {
        require(card >= 0 && card < fivecard::card_count && (left >> card & 1), "the cards of a board are of the deck, and differ");
        left &= ~(CardSet{1} << card);
        question.board.push_back(static_cast<CardId>(card));
    }
    question.hands = {hands_of(first_hands, first_weights, left), hands_of(second_hands, second_weights, left)};
    for (const auto& [win, loss, tie] : payoffs) {
        require(std::abs(win) < 1e9 && std::abs(loss) < 1e9 && std::abs(tie) < 1e9 && win + loss > 0, "a payoff is more for who wins than for who loses");
        question.payoffs.push_back({win, loss, tie});
    }
    require(streets.size() + board.size() == 6, "streets go from the board's on to the river");
    add_streets(question, streets);
    require_tree(question);
    for (const GivenLock& lock : locks) question.locks.push_back(checked_lock(question, lock));
    GamePtr made;
    released([&] { made = std::make_shared<const Game>(std::move(question)); });
    if (meetings(*made) == 0) refuse("RangeError", "no two hands of the ranges can be dealt together on this board");
    return made;
}

int checked_player(int player) {
    require(player == 0 || player == 1, "players are 0 and 1");
    return player;
}

// What plays on average, with what judges it, made when it is first asked for.
template <typename Playing>
class Judged : public Guarded<Playing> {
public:
    using Guarded<Playing>::Guarded;

    const Exact& exact() {
        if (!exact_)
            exact_ = std::make_unique<Exact>(this->game(),
                                             Strategy{[this](const Deal& deal, std::size_t node) { return this->chances(deal, node); },
                                                      [this](const Deal& deal, std::size_t node) { return this->locked(deal, node); }},
                                             this->threads());
        return *exact_;
    }

private:
    std::unique_ptr<Exact> exact_;
};

using GuardedSolver = Judged<Solver>;
using Bytes = Input<std::uint8_t, 1>;

// Averages that are read where they are kept; or their own, which somebody else fills.
class Kept : public Judged<Averages> {
public:
    Kept(const GamePtr& game, bool halves, int threads) : Judged(game, halves, threads) {}
    Kept(const GamePtr& game, bool halves, int threads, const Bytes& first, const Bytes& second)
        : Judged(game, halves, threads, std::array{reinterpret_cast<const std::byte*>(first.data()), reinterpret_cast<const std::byte*>(second.data())}),
          kept_{std::array{first, second}} {}

    bool own() const { return !kept_; }

private:
    std::optional<std::array<Bytes, 2>> kept_;
};

std::shared_ptr<Kept> make_kept(const GamePtr& game, bool halves, int threads, const std::optional<std::pair<Bytes, Bytes>>& kept) {
    checked_threads(threads);
    if (!kept) {
        std::shared_ptr<Kept> made;
        released([&] {
            const std::size_t bytes = Averages::bytes(*game, halves, 0) + Averages::bytes(*game, halves, 1);
            fivecard::jobs::ask_for_memory(static_cast<double>(bytes), "allow fewer sizes, or begin on a later street");
            made = std::make_shared<Kept>(game, halves, threads);
        });
        return made;
    }
    const auto& [first, second] = *kept;
    for (const int player : {0, 1}) {
        const Bytes& given = player ? second : first;
        require(given.shape(0) == Averages::bytes(*game, halves, player), "a player's averages have as many bytes as the question asks");
        require(given.shape(0) > 0 && reinterpret_cast<std::uintptr_t>(given.data()) % sizeof(float) == 0, "averages begin where a number may stand");
    }
    return std::make_shared<Kept>(game, halves, threads, first, second);
}

// The bytes of a player's averages, which live as long as what owns them.
template <typename Byte, typename Playing>
auto bytes_of(const nb::handle_t<Playing>& self, int player) {
    const Memory& memory = nb::cast<Playing&>(self).averages(player);
    return nb::ndarray<nb::numpy, Byte, nb::c_contig>(memory.as<Byte>(), {memory.size()}, self);
}

nb::object rows_of(const Numbers& numbers, std::size_t rows) { return array_of(numbers, {rows, numbers.size() / rows}); }

// Where steps lead: actions from 0 up, cards from -1 down.
void follow(Position& position, const std::vector<int>& steps) {
    for (const int step : steps)
        if (!(step >= 0 ? position.act(static_cast<std::size_t>(step)) : position.deal(static_cast<CardId>(std::min(-1 - step, 255)))))
            throw std::out_of_range("there is no such step");
}

// What a hand wins by what it does.
Numbers mean_of(const Numbers& values, const Numbers& chances, std::size_t rows) {
    Numbers found(values.size() / rows);
    for (std::size_t at = 0; at < values.size(); ++at) found[at % found.size()] += values[at] * chances[at];
    return found;
}

// What there is to see at the end of some steps. Of both players: reach, how likely hands meet the other's, what they are worth,
// and what they win without more bets. Of who acts: chances and what actions are worth, by action.
struct Seen {
    std::array<Numbers, 2> reach, meetings, worth, showdowns;
    Numbers chances, action_values;
    std::size_t actions = 0;
};

Seen seen_from(Position& position, bool values) {
    Seen seen;
    const Node* const node = position.node();
    for (const int player : {0, 1}) {
        seen.reach[player] = position.reach(player);
        seen.meetings[player] = position.meetings(player);
        if (!values || position.over()) continue;
        seen.showdowns[player] = position.showdowns(player);
        if (!node || node->player != player) seen.worth[player] = position.values(player);
    }
    if (!node) return seen;
    seen.actions = node->children.size();
    seen.chances = position.chances();
    if (!values) return seen;
    seen.action_values = position.action_values();
    seen.worth[node->player] = mean_of(seen.action_values, seen.chances, seen.actions);
    return seen;
}

nb::tuple tuple_of(const Seen& seen, bool values) {
    const auto both = [](const std::array<Numbers, 2>& numbers) { return nb::make_tuple(array_of(numbers[0]), array_of(numbers[1])); };
    return nb::make_tuple(both(seen.reach), both(seen.meetings), both(seen.worth), both(seen.showdowns),
                          seen.actions ? rows_of(seen.chances, seen.actions) : nb::none(),
                          seen.actions && values ? rows_of(seen.action_values, seen.actions) : nb::none());
}

// Does `work(position)` at the end of some steps, without the interpreter.
template <typename Playing, typename Work>
void at_the_end_of(Playing& playing, const std::vector<int>& steps, Work work) {
    try {
        playing.alone([&] {
            playing.finish();
            Position position(playing.game(), playing.exact());
            follow(position, steps);
            work(position);
        });
    } catch (const std::out_of_range& error) {
        refuse("ArgumentError", error.what());
    }
}

template <typename Playing>
nb::tuple look(Playing& playing, const std::vector<int>& steps, bool values) {
    Seen seen;
    at_the_end_of(playing, steps, [&](Position& position) { seen = seen_from(position, values); });
    return tuple_of(seen, values);
}

// The same of many places side by side.
template <typename Playing>
nb::list look_at_all(Playing& playing, const std::vector<std::vector<int>>& places, bool values) {
    std::vector<Seen> seen(places.size());
    at_the_end_of(playing, {}, [&](Position&) {
        std::atomic<std::size_t> begun = 0;
        in_threads(std::min(static_cast<std::size_t>(playing.threads()), places.size()), [&](std::size_t) {
            for (std::size_t number; (number = begun.fetch_add(1, std::memory_order_relaxed)) < places.size();) {
                jobs::check();
                Position position(playing.game(), playing.exact());
                follow(position, places[number]);
                seen[number] = seen_from(position, values);
            }
        });
    });
    nb::list found;
    for (const Seen& each : seen) found.append(tuple_of(each, values));
    return found;
}

template <typename Playing>
Array<double> best_values(Playing& playing, const std::vector<int>& steps, int player) {
    checked_player(player);
    Numbers found;
    at_the_end_of(playing, steps, [&](Position& position) { found = position.over() ? Numbers() : position.values(player, true); });
    return array_of(found);
}

template <typename Playing>
std::vector<std::vector<int>> next_cards(Playing& playing, const std::vector<int>& steps) {
    std::vector<std::vector<int>> found;
    at_the_end_of(playing, steps, [&](Position& position) {
        for (const auto& alike : position.next_cards()) found.emplace_back(alike.begin(), alike.end());
    });
    return found;
}

template <typename Playing>
double value_of(Playing& playing, int player, bool best) {
    checked_player(player);
    double found = 0;
    playing.alone([&] {
        playing.finish();
        found = playing.exact().value(player, best);
    });
    return found;
}

// What can be asked of all that plays on average.
template <typename Playing>
void add_questions(nb::class_<Playing>& made) {
    made.def("value", &value_of<Playing>, "player"_a, "best"_a,
             "What a player wins, exactly: as it plays on average, or with the best answer to the other. In pots, half of the first being its own.")
        .def("look", &look<Playing>, "steps"_a, "values"_a)
        .def("look_at_all", &look_at_all<Playing>, "places"_a, "values"_a, "The same of many places side by side.")
        .def("best_values", &best_values<Playing>, "steps"_a, "player"_a,
             "What each hand wins with the best answer from there on, times how likely it meets the other's.")
        .def("next_cards", &next_cards<Playing>, "steps"_a, "The cards that can come; those that are alike stand together.")
        .def("locked_nodes", [](const Playing& playing) { return array_of(std::vector<std::uint8_t>(playing.locked_nodes().begin(), playing.locked_nodes().end())); },
             "A flag for each node of the first player on all boards, then for those of the second; none where no node is locked.")
        .def_prop_ro("halves", [](const Playing& playing) { return playing.halves(); });
}

// Structs as bytes, for a device.
template <typename Struct>
nb::object bytes_of(const std::vector<Struct>& structs) {
    static_assert(std::is_trivially_copyable_v<Struct>);
    std::vector<std::uint8_t> bytes(structs.size() * sizeof(Struct));
    if (!bytes.empty()) std::memcpy(bytes.data(), structs.data(), bytes.size());
    return array_of(bytes);
}

nb::dict numbers_of(const DeviceStreet& street) {
    nb::dict found;
    found["programs"] = bytes_of(street.programs);
    found["parts"] = bytes_of(street.parts);
    found["lanes"] = bytes_of(street.lanes);
    found["steps"] = bytes_of(street.steps);
    found["inputs"] = bytes_of(street.inputs);
    found["entries"] = bytes_of(street.entries);
    found["reaches"] = bytes_of(street.reaches);
    found["contests"] = bytes_of(street.contests);
    found["order"] = bytes_of(street.order);
    found["by_card"] = bytes_of(street.by_card);
    found["card_start"] = bytes_of(street.card_start);
    found["valid"] = bytes_of(street.valid);
    found["ancestors"] = bytes_of(street.ancestors);
    found["next_start"] = bytes_of(street.next_start);
    found["next"] = bytes_of(street.next);
    found["reach_rows"] = street.reach_rows;
    found["first_row"] = street.first_row;
    found["rows"] = street.rows;
    found["first_node"] = street.first_node;
    found["nodes"] = street.nodes;
    found["chance"] = street.chance;
    found["boards"] = street.valid.size();
    // By program: lanes, rows of reach, slots, parts, steps, inputs.
    std::vector<std::int32_t> sizes;
    for (const DeviceStreet::Program& program : street.programs) {
        std::int32_t inputs = 0;
        for (std::int32_t step = 0; step < program.steps; ++step) inputs += street.steps[static_cast<std::size_t>(program.step + step)].inputs;
        sizes.insert(sizes.end(), {program.lanes, program.reach_rows, program.slots, program.parts, program.steps, inputs});
    }
    found["sizes"] = array_of(sizes, {street.programs.size(), 6});
    return found;
}

nb::list device_numbers(const GamePtr& game, int player, std::size_t rows_at_a_time) {
    checked_player(player);
    std::vector<DeviceStreet> streets;
    released([&] { streets = device_streets(*game, player, rows_at_a_time); });
    nb::list found;
    for (const DeviceStreet& street : streets) found.append(numbers_of(street));
    return found;
}

}  // namespace
}  // namespace fivecard::postflop

void add_postflop(nb::module_& m) {
    using namespace fivecard::postflop;
    if (is_there<Game>(m, "PostflopGame")) return;
    nb::class_<Game>(m, "PostflopGame", "Two ranges after the flop, a tree of bets, and all boards.")
        .def(nb::new_(&make_game), "ranking"_a, "board"_a, "first_hands"_a, "first_weights"_a, "second_hands"_a, "second_weights"_a, "streets"_a,
             "payoffs"_a, "locks"_a, "merge_suits"_a)
        .def_prop_ro("nodes", [](const Game& game) { return game.node_count(); })
        .def_prop_ro("boards", [](const Game& game) { return game.deals().size(); })
        .def("row", [](const Game& game, int player) { return game.row(checked_player(player)); }, "player"_a, "The length of a row of numbers: hands, filled up.")
        .def("hand_count", [](const Game& game, int player) { return game.hands(checked_player(player)).size(); }, "player"_a)
        .def_prop_ro("weights", [](const Game& game) {
            std::array<std::vector<float>, 2> weights;
            for (const std::size_t player : {0, 1})
                for (const Hand& hand : game.hands(static_cast<int>(player))) weights[player].push_back(hand.weight);
            return nb::make_tuple(array_of(weights[0]), array_of(weights[1]));
        })
        .def_prop_ro("most_actions", [](const Game& game) {
            std::size_t most = 1;
            for (const Street& street : game.streets())
                for (const Node& node : street.nodes) most = std::max(most, node.children.size());
            return most;
        }, "That a node has.")
        .def_prop_ro("raked", [](const Game& game) {
            return std::ranges::any_of(game.question().payoffs, [](const Payoff& payoff) { return payoff.win != payoff.loss || payoff.tie != 0; });
        })
        .def("nodes_of", [](const Game& game, int player) { return game.node_count(checked_player(player)); }, "player"_a)
        .def("meetings", [](const Game& game) { return meetings(game); }, "How likely the ranges meet: the sum over all pairs of hands.")
        .def("device", &device_numbers, "player"_a, "rows_at_a_time"_a, "By street, what a player's update does, for kernels elsewhere.")
        .def("renamed_back", [](const Game& game, int player) { return array_of(renamed_back(game, checked_player(player))); }, "player"_a)
        .def("bytes", [](const Game& game, bool halves, int threads) { return Solver::bytes(game, halves, checked_threads(threads)); }, "halves"_a,
             "threads"_a)
        .def("numbers", [](const Game& game, int player) { return game.number_count(checked_player(player)); }, "player"_a,
             "How many a strategy has: regrets, and as many averages.")
        .def("strategy_bytes", [](const Game& game, bool halves) { return Solver::strategy_bytes(game, halves); }, "halves"_a);
    nb::class_<Kept> kept(m, "PostflopAverages", "How a question is played on average, read where it is kept: nothing is copied.");
    kept.def(nb::new_(&make_kept), "game"_a, "halves"_a, "threads"_a, "kept"_a = nb::none(),
             "Of what both players have learnt, wherever it is; or of nothing yet but locks, in memory of its own, to be filled.")
        .def("averages", [](nb::handle_t<Kept> self, int player) {
            checked_player(player);
            return nb::cast<Kept&>(self).own() ? nb::cast(bytes_of<std::uint8_t>(self, player)) : nb::cast(bytes_of<const std::uint8_t>(self, player));
        }, "player"_a, "The bytes of a player's averages.");
    add_questions(kept);
    nb::class_<GuardedSolver> solving(m, "PostflopSolver", "A question that is solved.");
    add_questions(solving);
    solving
        .def(nb::new_([](const GamePtr& game, bool halves, int threads) {
                 checked_threads(threads);
                 std::shared_ptr<GuardedSolver> made;
                 released([&] {
                     fivecard::jobs::ask_for_memory(Solver::bytes(*game, halves, threads), "allow fewer sizes, or begin on a later street");
                     made = std::make_shared<GuardedSolver>(game, halves, threads, chosen_kernels().postflop);
                 });
                 return made;
             }),
             "game"_a, "halves"_a, "threads"_a)
        .def("iterate", [](GuardedSolver& solver, std::uint64_t times) { solver.alone([&] { solver.iterate(times); }); }, "times"_a)
        .def("iterate_until", [](GuardedSolver& solver, std::uint64_t times, double seconds) {
            require(seconds >= 0, "seconds are 0 or more");
            return released_until(deadline_in(seconds), [&] { solver.alone_here([&] { solver.iterate(times); }); });
        }, "times"_a, "seconds"_a, "Whether it came to the end of the last iteration.")
        .def("exploitability", [](GuardedSolver& solver) {
            double found = 0;
            solver.alone([&] { found = solver.exploitability(); });
            return found;
        }, "In parts of the pot, as floats are rounded.")
        .def("averages", [](nb::handle_t<GuardedSolver> self, int player) {
            auto& solver = nb::cast<GuardedSolver&>(self);
            checked_player(player);
            solver.alone([&] { solver.finish(); });
            return bytes_of<std::uint8_t>(self, player);
        }, "player"_a, "The bytes of a player's averages, which live as long as the solver.")
        .def_prop_ro("iterations", [](const GuardedSolver& solver) { return solver.iterations(); });
}
