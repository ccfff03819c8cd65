// Questions of equity, and their exact answers.
#include "bindings/equity.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "src/equity/enumerate.hpp"
#include "src/equity/methods.hpp"
#include "src/equity/round_robin.hpp"
#include "src/equity/walk.hpp"

namespace {

using namespace fivecard::equity;
using fivecard::CardSet;

// The columns of a range. Weights and cards thrown away stand beside the cards of the same holding.
using RangeColumns = std::tuple<Input<CardSet, 1>, Input<std::uint32_t, 1>, Input<CardSet, 1>>;

// What looks once at each holding is not worth leaving the interpreter for, unless there are thousands.
template <typename Work>
void released_if_many(std::size_t holdings, Work work) {
    if (holdings < 1 << 14) work();
    else released(work);
}

void check_columns(const RangeColumns& columns) {
    const auto& [cards, weights, thrown] = columns;
    if (weights.shape(0) != cards.shape(0) || thrown.shape(0) != cards.shape(0))
        refuse("ArgumentError", "the columns of a range must be equally long");
    refuse_misaligned(cards, "cards"), refuse_misaligned(weights, "weights"), refuse_misaligned(thrown, "cards");
}

Range range_of(const RangeColumns& columns) {
    const auto& [cards, weights, thrown] = columns;
    constexpr std::size_t at_once = 1 << 16;
    Range range;
    range.reserve(cards.shape(0));
    for (std::size_t i = 0; i < cards.shape(0); ++i) {
        if ((i + 1) % at_once == 0) fivecard::jobs::check();
        range.push_back({cards.data()[i], weights.data()[i], thrown.data()[i]});
    }
    return range;
}

Question question_of(const std::vector<std::string>& rankings, int hole, int board_size, int from_hole,
                     const std::vector<RangeColumns>& ranges, CardSet board, CardSet dead) {
    Question question{checked_game(rankings, static_cast<int>(ranges.size()), hole, board_size, from_hole), {}, board, dead};
    const char* wrong = nullptr;
    std::size_t holdings = 0;
    for (const RangeColumns& columns : ranges) check_columns(columns), holdings += std::get<0>(columns).shape(0);
    released_if_many(holdings, [&] {
        for (const RangeColumns& columns : ranges) question.ranges.push_back(range_of(columns));
        wrong = problem(question);
    });
    if (wrong) refuse("HandError", wrong);
    return question;
}

constexpr const char* hardly_fit = "hardly any hands of these ranges go together: name more hands, or fewer players";

bool is_possible(const Question& question) {
    Fit found{};
    released([&] { found = fit(question); });
    if (found == Fit::unknown) refuse("HandError", hardly_fit);
    return found == Fit::found;
}

// Counts as pairs of words, the lower first, which is how they stand in memory.
template <typename Counts>
Array<std::uint64_t> words_of(const Counts* counts, std::initializer_list<std::size_t> shape, std::size_t count) {
    auto words = std::make_unique_for_overwrite<std::uint64_t[]>(count * sizeof(Counts) / sizeof(std::uint64_t));
    std::memcpy(words.get(), counts, count * sizeof(Counts));
    return hand_over(std::move(words), shape);
}

nb::object whole(Count count) {
    static_assert(sizeof(Count) == 2 * sizeof(std::uint64_t));
    std::uint64_t words[2];  // the lower first
    std::memcpy(words, &count, sizeof(count));
    const nb::int_ lower(words[0]);
    return words[1] ? (nb::int_(words[1]) << nb::int_(64)) | lower : nb::object(lower);
}

const std::vector<Tally>& hands_of(const Answer& answer, std::size_t player) {
    if (player >= answer.hands.size()) refuse("ArgumentError", "there is no player " + std::to_string(player));
    return answer.hands[player];
}

bool run(Enumeration& enumeration, std::uint64_t first, std::uint64_t count, int threads, std::optional<double> seconds, const OnProgress& progress) {
    if (first > enumeration.steps() || count > enumeration.steps() - first) refuse("ArgumentError", "there are no such steps");
    checked_threads(threads);
    return released_until(deadline_in(seconds), [&] { enumeration.run(first, count, threads); }, progress);
}

std::size_t holdings_of(const Question& question) {
    std::size_t holdings = 0;
    for (const Range& range : question.ranges) holdings += range.size();
    return holdings;
}

double cost_of(const Question& question, double (*cost)(const Question&, const Costs&)) {
    double found = 0;
    released_if_many(holdings_of(question), [&] { found = cost(question, costs_of(chosen_kernels())); });
    return found;
}

const Method& method_at(std::size_t number) {
    if (number >= methods().size()) refuse("ArgumentError", "there is no method " + std::to_string(number));
    return methods()[number];
}

// Why a method does not answer a question, or nothing.
void refuse_unanswered(const Method& method, const Question& question, int threads) {
    if (cost_of(question, method.cost) == std::numeric_limits<double>::infinity())
        refuse("ArgumentError", std::string(method.name) + " does not answer this question");
    if (method.memory(question, threads) > most_memory) refuse("MemoryLimitError", std::string(method.name) + " would take too much memory");
}

std::optional<Answer> answer_by(std::size_t number, const Question& question, int threads, std::optional<double> seconds, const OnProgress& progress) {
    const Method& method = method_at(number);
    refuse_unanswered(method, question, checked_threads(threads));
    std::optional<Answer> answer;
    released_until(deadline_in(seconds), [&] { answer = method.answer(question, chosen_kernels(), threads); }, progress);
    return answer;
}

constexpr std::uint64_t most_chunks = 1 << 20;

// (wins, ties and shares by chunk and player, outcomes by chunk and set of winners)
nb::tuple run(const Walk& walk, std::uint64_t first, std::uint64_t chunks, int threads, std::optional<double> seconds) {
    if (chunks > most_chunks) refuse("ArgumentError", "at most " + std::to_string(most_chunks) + " chunks at a time");
    checked_threads(threads);
    Walk::Samples samples;
    released_until(deadline_in(seconds), [&] { samples = walk.run(first, chunks, threads); });
    return nb::make_tuple(array_of(samples.wins), array_of(samples.ties), array_of(samples.shares), array_of(samples.outcomes));
}

// A row a chunk: its weight, then the sums of wins, ties and shares, then the variances that are noise.
Array<double> run(const RoundRobin& rounds, std::uint64_t first, std::uint64_t chunks, int threads, std::optional<double> seconds) {
    static_assert(sizeof(RoundRobin::Chunk) == 7 * sizeof(double));
    if (chunks > most_chunks) refuse("ArgumentError", "at most " + std::to_string(most_chunks) + " chunks at a time");
    checked_threads(threads);
    std::vector<RoundRobin::Chunk> found;
    released_until(deadline_in(seconds), [&] { found = rounds.run(first, chunks, threads); });
    auto rows = std::make_unique_for_overwrite<double[]>(7 * found.size());
    if (!found.empty()) std::memcpy(rows.get(), found.data(), found.size() * sizeof(RoundRobin::Chunk));
    return hand_over(std::move(rows), {found.size(), 7});
}

}  // namespace

void add_equity(nb::module_& m) {
    m.attr("POT") = fivecard::pot;
    m.attr("WALK_DEALS") = Walk::deals();  // of a chunk
    if (!is_there<Question>(m, "Question")) nb::class_<Question>(m, "Question", "Who may hold what, and what is known of the cards.")
        .def(nb::new_(&question_of), "rankings"_a, "hole"_a, "board_size"_a, "from_hole"_a, "ranges"_a, "board"_a, "dead"_a)
        .def("possible", &is_possible, "Whether the players can have hands that share no card.");
    if (!is_there<Answer>(m, "Answer")) nb::class_<Answer>(m, "Answer", "Exact counts.")
        .def("totals", [](const Answer& answer) {
            nb::list players, outcomes;
            for (std::size_t player = 0; player < answer.hands.size(); ++player) {
                const auto [deals, wins, ties, shares] = answer.total(player);
                players.append(nb::make_tuple(whole(deals), whole(wins), whole(ties), whole(shares)));
            }
            for (const Count count : answer.outcomes) outcomes.append(whole(count));
            return nb::make_tuple(players, outcomes);
        }, "Deals, wins, ties and shares of each player, and the deals of each set of winners.")
        .def("hands", [](const Answer& answer, std::size_t player) {
            const auto& tallies = hands_of(answer, player);
            return words_of(tallies.data(), {tallies.size(), 4, 2}, tallies.size());
        }, "player"_a, "The same for each holding of a player.");
    if (!is_there<Enumeration>(m, "Enumeration")) nb::class_<Enumeration>(m, "Enumeration", "The way through all deals.")
        .def("__init__", [](Enumeration* self, const Question& question) {
            refuse_unanswered(methods().back(), question, 1);
            released([&] { new (self) Enumeration(question, chosen_kernels()); });
        }, "question"_a)
        .def_prop_ro("steps", &Enumeration::steps)
        .def("run", nb::overload_cast<Enumeration&, std::uint64_t, std::uint64_t, int, std::optional<double>, const OnProgress&>(&run), "first"_a, "count"_a,
             "threads"_a, nb::arg("seconds").none() = nb::none(), progress_argument(), "Whether that was done within so many seconds; else nothing was.")
        .def("answer", &Enumeration::answer, nb::rv_policy::copy);
    m.def("exact_methods", [] {
        nb::list found;
        for (const Method& method : methods()) found.append(nb::make_tuple(method.name, method.remembers));
        return found;
    }, "The exact methods: names, and whether their cost is mostly for what later questions need not make again. The last is all deals.");
    m.attr("MOST_MEMORY") = most_memory;  // of an exact answer
    m.def("exact_cost", [](std::size_t method, const Question& question) { return cost_of(question, method_at(method).cost); },
          "method"_a, "question"_a, "About how many seconds a method takes one core; infinity where it does not apply.");
    m.def("exact_memory", [](std::size_t method, const Question& question, int threads) {
        const Method& asked = method_at(method);
        checked_threads(threads);
        if (cost_of(question, asked.cost) == std::numeric_limits<double>::infinity()) return std::numeric_limits<double>::infinity();
        return asked.memory(question, threads);
    }, "method"_a, "question"_a, "threads"_a, "About how many bytes a method takes; infinity where it does not apply.");
    m.def("exact_choice", [](const Question& question, int threads) {
        Choice choice;
        checked_threads(threads);
        released_if_many(holdings_of(question), [&] { choice = choose_method(question, chosen_kernels(), threads); });
        return nb::make_tuple(choice.method, choice.seconds, choice.bytes);
    }, "question"_a, "threads"_a, "The cheapest method, its seconds and its bytes. Infinite seconds: none fits, and so many bytes would be "
          "needed, or none counts that far, and they are 0.");
    m.def("exact_answer", &answer_by, "method"_a, "question"_a, "threads"_a, nb::arg("seconds").none() = nb::none(), progress_argument(),
          "None where so many seconds are not enough.");
    if (!is_there<Walk>(m, "Walk")) nb::class_<Walk>(m, "Walk", "A random walk over the hands that players can have together.")
        .def("__init__", [](Walk* self, const Question& question, std::uint64_t seed) {
            std::optional<Walk> walk;
            released([&] { walk = Walk::begin(question, seed, chosen_kernels()); });
            if (!walk) refuse("HandError", hardly_fit);
            new (self) Walk(*std::move(walk));
        }, "question"_a, "seed"_a)
        .def("run", nb::overload_cast<const Walk&, std::uint64_t, std::uint64_t, int, std::optional<double>>(&run), "first"_a, "chunks"_a,
             "threads"_a, nb::arg("seconds").none() = nb::none(),
             "Wins, ties and shares by chunk and player, and the outcomes by chunk and set of winners: of all chunks, or of those that "
             "were begun in time.");
    if (!is_there<RoundRobin>(m, "RoundRobin")) nb::class_<RoundRobin>(m, "RoundRobin", "A hand or range against random hands.")
        .def("__init__", [](RoundRobin* self, const Question& question, std::uint64_t seed) {
            if (!RoundRobin::applies(question)) refuse("ArgumentError", "all but one player must have any cards, in hold'em");
            released([&] { new (self) RoundRobin(question, seed, chosen_kernels()); });
        }, "question"_a, "seed"_a)
        .def_static("cost", [](const Question& question) {
            return RoundRobin::applies(question) ? cost_of(question, &RoundRobin::cost) : std::numeric_limits<double>::infinity();
        }, "question"_a, "About how many seconds a pass takes one core; infinity where it does not apply.")
        .def_prop_ro("player", &RoundRobin::player)
        .def_prop_ro("chunks", &RoundRobin::pass, "How many chunks make a pass.")
        .def("run", nb::overload_cast<const RoundRobin&, std::uint64_t, std::uint64_t, int, std::optional<double>>(&run), "first"_a, "chunks"_a,
             "threads"_a, nb::arg("seconds").none() = nb::none(),
             "The weight of each chunk, its sums of wins, ties and shares, and their variances that are noise; of all, or of those that were "
             "begun in time.");
}
