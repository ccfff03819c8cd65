// Arrays of hands, and their text.
#include "bindings/common.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "src/batch.hpp"
#include "src/winners.hpp"
#include "src/text.hpp"

namespace {

using fivecard::CardId;
using fivecard::CardSet;
using fivecard::HandRows;
using fivecard::Ranking;
using fivecard::Strength;
using fivecard::kernels::OmahaDeals;

// Which rows are not there, and where wrong ones are marked if that is wanted.
using Absent = std::optional<OutputArray<bool>>;

fivecard::Work checked_work(std::size_t rows, int threads, const Absent& absent = std::nullopt, bool mark = false) {
    if (absent && absent->shape(0) != rows)
        refuse("ArgumentError", "absent has flags for " + std::to_string(absent->shape(0)) + " rows, not for " + std::to_string(rows));
    if (mark && !absent) refuse("ArgumentError", "wrong rows are marked in absent, which is None");
    return {chosen_kernels(), rows, checked_threads(threads), absent ? absent->data() : nullptr, mark};
}

// Where results go: into an array of the caller's, which must not be the one that is read, or into a new one.
template <typename Number>
struct Results {
    std::unique_ptr<Number[]> made;
    Number* data;

    template <typename Cards>
    Results(std::size_t rows, std::optional<OutputArray<Number>>& out, const Cards& cards) {
        if (!out) {
            made = std::make_unique_for_overwrite<Number[]>(rows);
            data = made.get();
        } else {
            if (out->shape(0) != rows)
                refuse("ArgumentError", "out has room for " + std::to_string(out->shape(0)) + " rows, not for " +
                                        std::to_string(rows));
            refuse_misaligned(*out, "out");
            data = out->data();
            const std::less<const void*> before;  // any two addresses can be compared with this
            if (before(data, cards.data() + cards.size()) && before(cards.data(), data + rows))
                refuse("ArgumentError", "out and the hands lie in the same memory: each needs its own");
        }
    }

    nb::object give(std::size_t rows, const std::optional<OutputArray<Number>>& out) {
        return out ? nb::cast(*out) : hand_over(std::move(made), {rows});
    }
};

int checked_columns(std::size_t columns, int smallest, int largest, const char* what) {
    if (columns < static_cast<std::size_t>(smallest) || columns > static_cast<std::size_t>(largest)) {
        const std::string most = largest > smallest ? " to " + std::to_string(largest) : "";
        refuse("HandError", std::string(what) + " have " + std::to_string(smallest) + most + " columns, this array has " +
                                std::to_string(columns));
    }
    return static_cast<int>(columns);
}

// Null for badugi.
const Ranking* ranking_of(std::string_view name) { return name == badugi ? nullptr : &checked_ranking(name); }

HandRows checked_hands(const Input<CardId, 2>& hands, const Ranking* ranking) {
    using namespace fivecard;
    return {hands.data(), ranking ? checked_columns(hands.shape(1), smallest_hand, largest_hand, "hands")
                                  : checked_columns(hands.shape(1), badugi_size, badugi_size, "badugi hands")};
}

CardId checked_first_card(int card) {
    if (card < 0 || card >= fivecard::card_count) refuse("ArgumentError", "a deck begins with a card, not with " + std::to_string(card));
    return static_cast<CardId>(card);
}

// Which rows have a card twice, or one that is not in the deck.
Array<bool> bad_deals(const Input<CardId, 2>& deals, int threads, int first_card) {
    const int count = checked_columns(deals.shape(1), 1, fivecard::card_count, "deals");
    const CardId first = checked_first_card(first_card);
    const fivecard::Work work = checked_work(deals.shape(0), threads);
    auto bad = std::make_unique_for_overwrite<bool[]>(work.rows);
    released([&] { fivecard::bad_deals(work, deals.data(), count, first, bad.get()); });
    return hand_over(std::move(bad), {work.rows});
}

nb::object strengths(const Input<CardId, 2>& hands, int threads, std::optional<OutputArray<Strength>> out, std::string_view name,
                     const Absent& absent, bool mark) {
    const Ranking* ranking = ranking_of(name);
    const HandRows rows = checked_hands(hands, ranking);
    const fivecard::Work work = checked_work(hands.shape(0), threads, absent, mark);
    Results<Strength> results(work.rows, out, hands);
    released([&] {
        if (ranking) fivecard::strengths(work, *ranking, rows, results.data);
        else fivecard::badugi_strengths(work, rows.cards, results.data);
    });
    return results.give(work.rows, out);
}

nb::object set_strengths(const Input<CardSet, 1>& sets, int threads, std::optional<OutputArray<Strength>> out, std::string_view name,
                         const Absent& absent, bool mark) {
    refuse_misaligned(sets, "sets");
    const Ranking* ranking = ranking_of(name);
    const fivecard::Work work = checked_work(sets.shape(0), threads, absent, mark);
    Results<Strength> results(work.rows, out, sets);
    released([&] {
        if (ranking) fivecard::set_strengths(work, *ranking, sets.data(), results.data);
        else fivecard::badugi_set_strengths(work, sets.data(), results.data);
    });
    return results.give(work.rows, out);
}

Array<CardId> best_cards(const Input<CardId, 2>& hands, int threads, std::string_view name, const Absent& absent, bool mark) {
    const Ranking* ranking = ranking_of(name);
    const HandRows rows = checked_hands(hands, ranking);
    const fivecard::Work work = checked_work(hands.shape(0), threads, absent, mark);
    const std::size_t columns = ranking ? 5 : fivecard::badugi_size;
    auto cards = std::make_unique_for_overwrite<CardId[]>(work.rows * columns);
    released([&] {
        if (ranking) fivecard::best_fives(work, *ranking, rows, cards.get());
        else fivecard::best_badugis(work, rows.cards, cards.get());
    });
    return hand_over(std::move(cards), {work.rows, columns});
}

// A hand a row, with a board each or one for all.
template <void (*Strengths)(const fivecard::Work&, const OmahaDeals&, Strength*)>
Array<Strength> omaha_strengths(const Input<CardId, 2>& hole, const Input<CardId, 2>& board, int threads, const Absent& absent, bool mark) {
    const int count = checked_columns(hole.shape(1), fivecard::smallest_omaha_hand, fivecard::largest_omaha_hand,
                                      "hole cards");
    checked_columns(board.shape(1), fivecard::board_size, fivecard::board_size, "boards");
    const fivecard::Work work = checked_work(hole.shape(0), threads, absent, mark);
    if (board.shape(0) != work.rows && board.shape(0) != 1)
        refuse("HandError", "there are " + std::to_string(board.shape(0)) + " boards for " + std::to_string(work.rows) +
                                " hands: one for all is needed, or one for each");
    const std::size_t stride = board.shape(0) == 1 ? 0 : fivecard::board_size;
    const OmahaDeals deals = {hole.data(), hole.shape(1), board.data(), stride, 1, count};
    auto found = std::make_unique_for_overwrite<Strength[]>(work.rows);
    released([&] { Strengths(work, deals, found.get()); });
    return hand_over(std::move(found), {work.rows});
}

// Two hands of four and a board a row.
template <void (*Compare)(const fivecard::Work&, const OmahaDeals&, std::uint8_t*)>
Array<std::uint8_t> omaha_showdowns(const Input<CardId, 2>& rows, int threads, const Absent& absent, bool mark) {
    constexpr std::size_t columns = 13;
    checked_columns(rows.shape(1), columns, columns, "deals");
    const fivecard::Work work = checked_work(rows.shape(0), threads, absent, mark);
    const OmahaDeals deals = {rows.data(), columns, rows.data() + 8, columns, 2, 4};
    auto found = std::make_unique_for_overwrite<std::uint8_t[]>(work.rows);
    released([&] { Compare(work, deals, found.get()); });
    return hand_over(std::move(found), {work.rows});
}

// The strengths of all players, a row for each showdown.
std::size_t checked_players(const Input<Strength, 2>& strengths, std::size_t fewest, std::size_t most) {
    refuse_misaligned(strengths, "strengths");
    return static_cast<std::size_t>(checked_columns(strengths.shape(1), static_cast<int>(fewest), static_cast<int>(most), "strengths"));
}

template <void (*Tell)(const fivecard::Work&, const Strength*, std::size_t, std::uint8_t*)>
Array<std::uint8_t> tell_best(const Input<Strength, 2>& strengths, int threads) {
    const std::size_t players = checked_players(strengths, 1, fivecard::most_shown);
    const fivecard::Work work = checked_work(strengths.shape(0), threads);
    auto told = std::make_unique_for_overwrite<std::uint8_t[]>(work.rows);
    released([&] { Tell(work, strengths.data(), players, told.get()); });
    return hand_over(std::move(told), {work.rows});
}

using Parted = nb::ndarray<std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void refuse_other_shape(const Input<Strength, 2>& strengths, std::size_t rows, std::size_t players, const char* what) {
    if (rows != strengths.shape(0) || players != strengths.shape(1))
        refuse("ArgumentError", "there are " + std::to_string(rows) + " rows of " + std::to_string(players) + what +
                                std::to_string(strengths.shape(0)) + " of " + std::to_string(strengths.shape(1)));
}

// What is parted goes into an array of the caller's: as large as what is read, it is had much faster from NumPy, which asks
// for large pages.
void shares(const Input<Strength, 2>& strengths, const Parted& out, const std::optional<Input<Strength, 2>>& low, int threads) {
    const std::size_t players = checked_players(strengths, 2, fivecard::most_sharing);
    refuse_misaligned(out, "out");
    refuse_other_shape(strengths, out.shape(0), out.shape(1), " in out for ");
    if (low) {
        checked_players(*low, 2, fivecard::most_sharing);
        refuse_other_shape(strengths, low->shape(0), low->shape(1), " low strengths for ");
    }
    const fivecard::Work work = checked_work(strengths.shape(0), threads);
    released([&] { fivecard::shares(work, strengths.data(), low ? low->data() : nullptr, players, out.data()); });
}

Array<CardId> random_hands(std::size_t rows, int count, std::uint64_t seed, int threads, int first_card) {
    const CardId first = checked_first_card(first_card);
    if (const int deck = fivecard::card_count - first_card; count < 1 || count > deck)
        refuse("ArgumentError", "a hand has 1 to " + std::to_string(deck) + " cards, not " + std::to_string(count));
    const auto columns = static_cast<std::size_t>(count);
    if (rows > PTRDIFF_MAX / columns) refuse("ArgumentError", std::to_string(rows) + " hands are too many");
    const fivecard::Work work = checked_work(rows, threads);
    refuse_too_large(static_cast<double>(rows) * count, "ask for fewer hands at a time");
    auto cards = std::make_unique_for_overwrite<CardId[]>(rows * columns);
    released([&] { fivecard::random_hands(work, seed, count, cards.get(), first); });
    return hand_over(std::move(cards), {rows, columns});
}

nb::bytes format_rows(const Input<CardId, 2>& hands) {
    std::string text;
    released([&] { text = fivecard::format_rows(hands.data(), hands.shape(0), hands.shape(1)); });
    return nb::bytes(text.data(), text.size());
}

Array<std::uint64_t> census(int count, std::string_view ranking) {
    if (ranking == badugi) return array_of(fivecard::take_badugi_census());
    if (count < fivecard::smallest_hand || count > fivecard::largest_hand)
        refuse("ArgumentError", "a hand has 5 to 7 cards, not " + std::to_string(count));
    const Ranking& found = checked_ranking(ranking);
    fivecard::Census counts;
    released([&] { counts = fivecard::census(found, count); });
    return array_of(counts);
}

}  // namespace

void add_arrays(nb::module_& m) {
    const auto hands = nb::arg("hands").noconvert(), sets = nb::arg("sets").noconvert(), deals = nb::arg("deals").noconvert();
    const auto hole = nb::arg("hole").noconvert(), board = nb::arg("board").noconvert();
    const auto absent = nb::arg("absent").noconvert().none() = nb::none();
    const auto mark = "mark"_a = false;
    m.def("strengths", &strengths, hands, "threads"_a = 1, nb::arg("out").noconvert().none() = nb::none(), "ranking"_a = "high",
          absent, mark, "The strength of every row of card ids; 0 where it is absent.");
    m.def("set_strengths", &set_strengths, sets, "threads"_a = 1, nb::arg("out").noconvert().none() = nb::none(), "ranking"_a = "high",
          absent, mark, "The strength of every set of cards; 0 where it is absent.");
    m.def("best_cards", &best_cards, hands, "threads"_a = 1, "ranking"_a = "high", absent, mark,
          "The five cards that make the strength of every row, in badugi up to four; 255 where none do.");
    m.def("bad_deals", &bad_deals, deals, "threads"_a = 1, "first_card"_a = 0, "Which rows have a card twice, or one that is not in the deck.");
    m.def("omaha_strengths", &omaha_strengths<fivecard::omaha_strengths>, hole, board, "threads"_a, absent, mark,
          "The strength of every row of hole cards with its board.");
    m.def("omaha_low_strengths", &omaha_strengths<fivecard::omaha_low_strengths>, hole, board, "threads"_a, absent, mark,
          "The strength of the low of every row of hole cards with its board, eight or better; 0 if there is none.");
    m.def("omaha_winners", &omaha_showdowns<fivecard::omaha_winners>, deals, "threads"_a, absent, mark,
          "Who wins every row of 4 + 4 + 5 cards: 1, 2, or 0 for a tie.");
    m.def("omaha_high_low_quarters", &omaha_showdowns<fivecard::omaha_high_low_quarters>, deals, "threads"_a, absent, mark,
          "How many quarters of the pot the first player of every row of 4 + 4 + 5 cards wins, high and low sharing it.");
    const auto of_players = nb::arg("strengths").noconvert();
    m.def("winners", &tell_best<fivecard::winners>, of_players, "threads"_a = 1, "Who wins every row of strengths, from 0; 255 where several tie.");
    m.def("ties", &tell_best<fivecard::ties>, of_players, "threads"_a = 1, "How many players of every row of strengths have its best.");
    m.def("shares", &shares, of_players, nb::arg("out").noconvert(), nb::arg("low").noconvert().none() = nb::none(), "threads"_a = 1,
          "Writes the units that the players of every row of strengths have of its pot; half of it by the low strengths, if there are.");
    m.def("random_hands", &random_hands, "rows"_a, "count"_a, "seed"_a, "threads"_a, "first_card"_a = 0, "Rows of different random cards.");
    m.def("format_rows", &format_rows, hands, "Text from card ids, a hand a line.");
    m.def("census", &census, "count"_a, "ranking"_a = "high", "How many of all hands of `count` cards, four in badugi, have each strength.");
}
