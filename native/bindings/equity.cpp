// Questions of equity, and their exact answers.
#include "equity.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include <equity/enumerate.hpp>

namespace {

using namespace fivecard::equity;
using fivecard::CardSet;

// The columns of a range. Weights and cards thrown away stand beside the cards of the same holding.
using Columns = std::tuple<Input<CardSet, 1>, Input<std::uint32_t, 1>, Input<CardSet, 1>>;

Range range_of(const Columns& columns) {
    const auto& [cards, weights, thrown] = columns;
    if (weights.shape(0) != cards.shape(0) || thrown.shape(0) != cards.shape(0))
        refuse("HandError", "the columns of a range must be equally long");
    Range range(cards.shape(0));
    for (std::size_t i = 0; i < range.size(); ++i) range[i] = {cards.data()[i], weights.data()[i], thrown.data()[i]};
    return range;
}

Question question_of(const std::vector<std::string>& rankings, int hole, int board_size, int from_hole,
                     const std::vector<Columns>& ranges, CardSet board, CardSet dead) {
    Question question{checked_game(rankings, static_cast<int>(ranges.size()), hole, board_size, from_hole), {}, board, dead};
    for (const Columns& columns : ranges) question.ranges.push_back(range_of(columns));
    if (const char* wrong = problem(question)) refuse("HandError", wrong);
    return question;
}

// Counts as pairs of words, the lower first, which is how they stand in memory.
template <typename Counts>
Array<std::uint64_t> words_of(const Counts* counts, std::initializer_list<std::size_t> shape, std::size_t count) {
    auto words = std::make_unique_for_overwrite<std::uint64_t[]>(count * sizeof(Counts) / sizeof(std::uint64_t));
    std::memcpy(words.get(), counts, count * sizeof(Counts));
    return hand_over(std::move(words), shape);
}

const std::vector<Tally>& hands_of(const Answer& answer, std::size_t player) {
    if (player >= answer.hands.size()) refuse("HandError", "there is no player " + std::to_string(player));
    return answer.hands[player];
}

void run(Enumeration& enumeration, std::uint64_t first, std::uint64_t count, int threads) {
    if (first > enumeration.steps() || count > enumeration.steps() - first) refuse("HandError", "there are no such steps");
    released([&] { enumeration.run(first, count, checked_threads(threads)); });
}

}  // namespace

void add_equity(nb::module_& m) {
    m.attr("POT") = pot;
    m.attr("FULL_WEIGHT") = full_weight;
    if (!is_there<Question>(m, "Question")) nb::class_<Question>(m, "Question", "Who may hold what, and what is known of the cards.")
        .def(nb::new_(&question_of), "rankings"_a, "hole"_a, "board_size"_a, "from_hole"_a, "ranges"_a, "board"_a, "dead"_a)
        .def("possible", &possible, "Whether the players can have hands that share no card.");
    if (!is_there<Answer>(m, "Answer")) nb::class_<Answer>(m, "Answer", "Exact counts.")
        .def("total", [](const Answer& answer, std::size_t player) {
            hands_of(answer, player);
            const Tally sum = answer.total(player);
            return words_of(&sum, {4, 2}, 1);
        }, "player"_a, "Deals, wins, ties and shares.")
        .def("hands", [](const Answer& answer, std::size_t player) {
            const auto& tallies = hands_of(answer, player);
            return words_of(tallies.data(), {tallies.size(), 4, 2}, tallies.size());
        }, "player"_a, "The same for each holding.")
        .def("outcomes", [](const Answer& answer) {
            return words_of(answer.outcomes.data(), {answer.outcomes.size(), 2}, answer.outcomes.size());
        });
    if (!is_there<Enumeration>(m, "Enumeration")) nb::class_<Enumeration>(m, "Enumeration", "The way through all deals.")
        .def("__init__", [](Enumeration* self, const Question& question) {
            if (Enumeration::cost(question) == std::numeric_limits<double>::infinity())
                refuse("HandError", "there are too many hands to go through");
            new (self) Enumeration(question, chosen_kernels());
        }, "question"_a)
        .def_static("cost", &Enumeration::cost, "question"_a, "About how many seconds it takes one core.")
        .def_prop_ro("steps", &Enumeration::steps)
        .def("run", &run, "first"_a, "count"_a, "threads"_a)
        .def("answer", &Enumeration::answer, nb::rv_policy::copy);
}
