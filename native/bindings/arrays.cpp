// Arrays of hands, and their text.
#include "common.hpp"

#include <nanobind/stl/optional.h>

#include <fivecard/census.hpp>
#include <fivecard/evaluate.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <kernels/snapshot.hpp>
#include <random.hpp>
#include <text.hpp>
#include <threads.hpp>

namespace {

using fivecard::CardId;
using fivecard::CardSet;
using fivecard::Strength;
using fivecard::in_threads;
using fivecard::kernels::Kernels;
using fivecard::kernels::OmahaDeals;
using fivecard::kernels::Snapshot;
using fivecard::kernels::largest_block;
using fivecard::kernels::read_once;

// Does `work(start, rows)` for parts of all rows, side by side, without the interpreter. Gives the number of rows before
// the first part that did not finish, and what that part did finish.
template <typename Work>
std::size_t side_by_side(std::size_t rows, int threads, Work work) {
    const auto parts = static_cast<std::size_t>(checked_threads(threads));
    nb::gil_scoped_release released;
    const std::size_t step = (rows / parts / 4096 + 1) * 4096;
    std::vector<std::size_t> done((rows + step - 1) / step);
    in_threads(done.size(), [&](std::size_t number) {
        const std::size_t start = number * step;
        done[number] = work(start, std::min(rows - start, step));
    });
    for (std::size_t number = 0; number < done.size(); ++number) {
        const std::size_t start = number * step;
        if (done[number] < std::min(rows - start, step)) return start + done[number];
    }
    return rows;
}

std::string at_row(std::size_t row) { return " (row " + std::to_string(row) + ")"; }

// Refuses the first wrong row after a kernel stopped before `row`: `refuse_row` looks at a copy of one, and returns if it is
// right. It may be that none is found: then the row that the kernel saw was written over meanwhile.
template <typename RefuseRow>
[[noreturn]] void refuse_from(std::size_t row, std::size_t rows, RefuseRow refuse_row) {
    for (std::size_t i = row; i < std::min(rows, row + largest_block); ++i) refuse_row(i);
    refuse("HandError", "the array was changed while it was read" + at_row(row));
}

// Where results go: into an array of the caller's, which must not be the one that is read, or into a new one.
template <typename Number>
struct Results {
    std::unique_ptr<Number[]> made;
    Number* data;

    template <typename Cards>
    Results(std::size_t rows, std::optional<Output<Number>>& out, const Cards& cards) {
        if (!out) {
            made = std::make_unique_for_overwrite<Number[]>(rows);
            data = made.get();
        } else {
            if (out->shape(0) != rows)
                refuse("HandError", "out has room for " + std::to_string(out->shape(0)) + " rows, not for " +
                                        std::to_string(rows));
            refuse_misaligned(*out, "out");
            data = out->data();
            const std::less<const void*> before;  // any two addresses can be compared with this
            if (before(data, cards.data() + cards.size()) && before(cards.data(), data + rows))
                refuse("HandError", "out and the hands lie in the same memory: each needs its own");
        }
    }

    nb::object give(std::size_t rows, const std::optional<Output<Number>>& out) {
        return out ? nb::cast(*out) : nb::cast(hand_over(std::move(made), {rows}));
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

nb::object strengths(const Input<CardId, 2>& hands, int threads, std::optional<Output<Strength>> out) {
    const std::size_t rows = hands.shape(0);
    const int count = checked_columns(hands.shape(1), fivecard::smallest_hand, fivecard::largest_hand, "hands");
    const Kernels& kernels = chosen_kernels();
    Results<Strength> results(rows, out, hands);
    const std::size_t columns = hands.shape(1);
    const std::size_t done = side_by_side(rows, threads, [&](std::size_t start, std::size_t part) {
        return kernels.strengths(hands.data() + start * columns, part, count, results.data + start);
    });
    if (done < rows)
        refuse_from(done, rows, [&](std::size_t row) {
            Snapshot<CardId, fivecard::largest_hand> snapshot;
            const CardId* cards = snapshot.take(hands.data() + row * columns, columns);
            if (const int bad = fivecard::first_bad_card(cards, count); bad < count)
                refuse_card(cards, count, bad, at_row(row));
        });
    return results.give(rows, out);
}

nb::object set_strengths(const Input<CardSet, 1>& sets, int threads, std::optional<Output<Strength>> out) {
    refuse_misaligned(sets, "sets");
    const std::size_t rows = sets.shape(0);
    const Kernels& kernels = chosen_kernels();
    Results<Strength> results(rows, out, sets);
    const std::size_t done = side_by_side(rows, threads, [&](std::size_t start, std::size_t part) {
        return kernels.set_strengths(sets.data() + start, part, results.data + start);
    });
    if (done < rows)
        refuse_from(done, rows, [&](std::size_t row) {
            const CardSet set = read_once(sets.data() + row);
            if (fivecard::set_strength(set) != 0) return;
            char hex[20];
            std::snprintf(hex, sizeof hex, "%#llx", static_cast<unsigned long long>(set));
            refuse("HandError", std::string(hex) + " is not a set of 5 to 7 of the 52 cards" + at_row(row));
        });
    return results.give(rows, out);
}

// Which rows are wrong, by trying the kernel and going over the rows where it stops one by one.
template <typename Try, typename IsBad>
Array<bool> bad_rows_of(std::size_t rows, Try attempt, IsBad is_bad) {
    auto bad = std::make_unique<bool[]>(rows);
    {
        nb::gil_scoped_release released;
        constexpr std::size_t step = 4096;
        Strength scratch[step];
        for (std::size_t row = 0; row < rows;) {
            row += attempt(row, std::min(step, rows - row), scratch);
            for (std::size_t i = 0; i < largest_block && row < rows; ++i, ++row) bad[row] = is_bad(row);
        }
    }
    return hand_over(std::move(bad), {rows});
}

Array<bool> bad_rows(const Input<CardId, 2>& hands) {
    const int count = checked_columns(hands.shape(1), fivecard::smallest_hand, fivecard::largest_hand, "hands");
    const std::size_t columns = hands.shape(1);
    const Kernels& kernels = chosen_kernels();
    return bad_rows_of(
        hands.shape(0),
        [&](std::size_t row, std::size_t rows, Strength* scratch) {
            return kernels.strengths(hands.data() + row * columns, rows, count, scratch);
        },
        [&](std::size_t row) {
            Snapshot<CardId, fivecard::largest_hand> snapshot;
            return fivecard::first_bad_card(snapshot.take(hands.data() + row * columns, columns), count) < count;
        });
}

Array<bool> bad_sets(const Input<CardSet, 1>& sets) {
    refuse_misaligned(sets, "sets");
    const Kernels& kernels = chosen_kernels();
    return bad_rows_of(
        sets.shape(0),
        [&](std::size_t row, std::size_t rows, Strength* scratch) {
            return kernels.set_strengths(sets.data() + row, rows, scratch);
        },
        [&](std::size_t row) { return fivecard::set_strength(read_once(sets.data() + row)) == 0; });
}

// Refuses the first Omaha deal that is wrong, if a kernel stopped before the last.
void refuse_deal(const OmahaDeals& deals, std::size_t done, std::size_t rows) {
    if (done == rows) return;
    refuse_from(done, rows, [&](std::size_t row) {
        const OmahaDeals deal = deals.from(row);
        Snapshot<CardId, fivecard::card_count> hands, board;
        const int held = deal.players * deal.count, count = held + fivecard::board_size;
        CardId cards[fivecard::card_count];
        std::copy_n(hands.take(deal.hands, static_cast<std::size_t>(held)), held, cards);
        std::copy_n(board.take(deal.boards, fivecard::board_size), fivecard::board_size, cards + held);
        if (const int bad = fivecard::first_bad_card(cards, count); bad < count) refuse_card(cards, count, bad, at_row(row));
    });
}

nb::object omaha_strengths(const Input<CardId, 2>& hole, const Input<CardId, 2>& board, int threads) {
    const std::size_t rows = hole.shape(0);
    const int count = checked_columns(hole.shape(1), fivecard::smallest_omaha_hand, fivecard::largest_omaha_hand,
                                      "hole cards");
    checked_columns(board.shape(1), fivecard::board_size, fivecard::board_size, "boards");
    if (board.shape(0) != rows && board.shape(0) != 1)
        refuse("HandError", "there are " + std::to_string(board.shape(0)) + " boards for " + std::to_string(rows) +
                                " hands: one for all is needed, or one for each");
    const std::size_t stride = board.shape(0) == 1 ? 0 : fivecard::board_size;
    const OmahaDeals deals = {hole.data(), hole.shape(1), board.data(), stride, 1, count};
    const Kernels& kernels = chosen_kernels();
    const auto& table = omaha_table();
    auto found = std::make_unique_for_overwrite<Strength[]>(rows);
    refuse_deal(deals, side_by_side(rows, threads, [&](std::size_t start, std::size_t part) {
                    return kernels.omaha_strengths(table, deals.from(start), part, found.get() + start);
                }), rows);
    return nb::cast(hand_over(std::move(found), {rows}));
}

nb::object omaha_winners(const Input<CardId, 2>& rows_of_cards, int threads) {
    constexpr std::size_t columns = 13, step = 1024;
    checked_columns(rows_of_cards.shape(1), columns, columns, "deals");
    const std::size_t rows = rows_of_cards.shape(0);
    const OmahaDeals deals = {rows_of_cards.data(), columns, rows_of_cards.data() + 8, columns, 2, 4};
    const Kernels& kernels = chosen_kernels();
    const auto& table = omaha_table();
    auto found = std::make_unique_for_overwrite<std::uint8_t[]>(rows);
    refuse_deal(deals, side_by_side(rows, threads, [&](std::size_t start, std::size_t part) {
                    Strength both[2 * step];
                    for (std::size_t done = 0; done < part;) {
                        const std::size_t wanted = std::min(step, part - done);
                        const std::size_t fine = kernels.omaha_strengths(table, deals.from(start + done), wanted, both);
                        for (std::size_t i = 0; i < fine; ++i)
                            found[start + done + i] =
                                static_cast<std::uint8_t>((both[2 * i] > both[2 * i + 1]) + 2 * (both[2 * i] < both[2 * i + 1]));
                        done += fine;
                        if (fine < wanted) return done;
                    }
                    return part;
                }), rows);
    return nb::cast(hand_over(std::move(found), {rows}));
}

Array<CardId> random_hands(std::size_t rows, int count, std::uint64_t seed, int threads) {
    if (count < 1 || count > fivecard::card_count)
        refuse("HandError", "a hand has 1 to 52 cards, not " + std::to_string(count));
    const auto columns = static_cast<std::size_t>(count);
    if (rows > PTRDIFF_MAX / columns) refuse("HandError", std::to_string(rows) + " hands are too many");
    auto cards = std::make_unique_for_overwrite<CardId[]>(rows * columns);
    side_by_side(rows, threads, [&](std::size_t start, std::size_t part) {
        fivecard::random_hands(seed, start, part, count, cards.get() + start * columns);
        return part;
    });
    return hand_over(std::move(cards), {rows, columns});
}

Array<CardId> parse(const nb::bytes& bytes) {
    const std::string_view text(bytes.c_str(), bytes.size());
    const auto parsed = [&] {
        nb::gil_scoped_release released;
        return fivecard::parse_rows(text);
    }();
    if (!parsed.problem.empty())
        refuse(parsed.is_card_problem ? "CardError" : "HandError", parsed.problem + at_row(parsed.rows));
    auto cards = std::make_unique_for_overwrite<CardId[]>(parsed.cards.size());
    std::copy(parsed.cards.begin(), parsed.cards.end(), cards.get());
    return hand_over(std::move(cards), {parsed.rows, parsed.columns});
}

nb::bytes format_rows(const Input<CardId, 2>& hands) {
    const std::size_t columns = hands.shape(1), rows = columns ? hands.shape(0) : 0;
    std::string text(hands.size() * 3, ' ');  // each card, and a space or a new line behind it
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column) {
            const auto card = static_cast<CardId>(read_once(hands.data() + row * columns + column));
            if (card >= fivecard::card_count)
                refuse("HandError", "card id " + std::to_string(card) + " is not below 52" + at_row(row));
            char* place = text.data() + 3 * (row * columns + column);
            place[0] = fivecard::rank_letter(card);
            place[1] = fivecard::suit_letter(card);
            if (column + 1 == columns) place[2] = '\n';
        }
    return nb::bytes(text.data(), text.size());
}

Array<std::uint64_t> census(int count) {
    if (count < fivecard::smallest_hand || count > fivecard::largest_hand)
        refuse("HandError", "a hand has 5 to 7 cards, not " + std::to_string(count));
    auto found = std::make_unique<fivecard::Census>();
    {
        nb::gil_scoped_release released;
        *found = count == 5   ? fivecard::take_census<5>()
                 : count == 6 ? fivecard::take_census<6>()
                              : fivecard::take_census<7>();
    }
    auto numbers = std::make_unique_for_overwrite<std::uint64_t[]>(found->size());
    std::copy(found->begin(), found->end(), numbers.get());
    return hand_over(std::move(numbers), {found->size()});
}

}  // namespace

void add_arrays(nb::module_& m) {
    m.def("strengths", &strengths, nb::arg("hands").noconvert(), "threads"_a = 1, nb::arg("out").noconvert().none() = nb::none(),
          "The strength of every row of card ids.");
    m.def("set_strengths", &set_strengths, nb::arg("sets").noconvert(), "threads"_a = 1, nb::arg("out").noconvert().none() = nb::none(),
          "The strength of every set of cards.");
    m.def("bad_rows", &bad_rows, nb::arg("hands").noconvert(), "Which rows of card ids are not hands.");
    m.def("bad_sets", &bad_sets, nb::arg("sets").noconvert(), "Which sets of cards are not hands.");
    m.def("omaha_strengths", &omaha_strengths, nb::arg("hole").noconvert(), nb::arg("board").noconvert(), "threads"_a,
          "The strength of every row of hole cards with its board.");
    m.def("omaha_winners", &omaha_winners, nb::arg("deals").noconvert(), "threads"_a,
          "Who wins every row of 4 + 4 + 5 cards: 1, 2, or 0 for a tie.");
    m.def("random_hands", &random_hands, "rows"_a, "count"_a, "seed"_a, "threads"_a, "Rows of different random cards.");
    m.def("parse", &parse, "text"_a, "Card ids from text, a hand a line.");
    m.def("format_rows", &format_rows, nb::arg("hands").noconvert(), "Text from card ids, a hand a line.");
    m.def("census", &census, "count"_a, "How many of all hands of `count` cards have each strength.");
}
