// The compiled module fivecard._core. Only this folder knows Python. Everything is checked here before the rest, which
// trusts its input, sees it; what is wrong is said in fivecard's own errors.
#include "common.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <fivecard/census.hpp>
#include <fivecard/evaluate.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <random.hpp>
#include <showdown.hpp>
#include <text.hpp>
#include <threads.hpp>

namespace {

using fivecard::CardId;
using fivecard::CardSet;
using fivecard::Strength;
using fivecard::in_threads;
using fivecard::kernels::Kernels;
using fivecard::kernels::OmahaDeals;

std::string spell(CardId card) {
    if (card >= fivecard::card_count) return std::to_string(card);
    return {fivecard::rank_letter(card), fivecard::suit_letter(card)};
}

std::string spell(const CardId* cards, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += (i ? " " : "") + spell(cards[i]);
    return text;
}

// Refuses cards that first_bad_card found wrong; `where` names the row, if there is one.
[[noreturn]] void refuse_card(const CardId* cards, int count, int bad, const std::string& where) {
    if (cards[bad] >= fivecard::card_count)
        refuse("HandError", "card id " + spell(cards[bad]) + " is not below 52 in '" + spell(cards, count) + "'" + where);
    refuse("DuplicateCardError",
           "duplicate card '" + spell(cards[bad]) + "' in '" + spell(cards, count) + "'" + where);
}

// The 52 card objects of fivecard.cards, and the way back from an object to its id. Each card exists once, so its
// address says which one it is: a look-up in a small open hash table, with no attribute access.
class CardObjects {
public:
    void learn(nb::tuple cards) {
        if (cards.size() != fivecard::card_count)
            refuse("HandError", "expected the 52 cards, got " + std::to_string(cards.size()));
        if (cards_) {
            if (!cards.equal(cards_)) refuse("HandError", "the cards have been learned already");
            return;
        }
        for (int id = 0; id < fivecard::card_count; ++id) {
            PyObject* object = cards[id].ptr();
            std::size_t slot = slot_of(object);
            while (slots_[slot].object && slots_[slot].object != object) slot = (slot + 1) % slots_.size();
            if (slots_[slot].object) {
                slots_.fill({nullptr, 0});
                refuse("HandError", "expected 52 different cards");
            }
            slots_[slot] = {object, static_cast<CardId>(id)};
            objects_[id] = object;
        }
        cards_ = cards.release();  // kept alive as long as the process: the cards are never made twice
    }

    PyObject* operator[](CardId card) const { return objects_[card]; }

    bool find(PyObject* object, CardId& card) const {
        for (std::size_t slot = slot_of(object); slots_[slot].object; slot = (slot + 1) % slots_.size())
            if (slots_[slot].object == object) {
                card = slots_[slot].card;
                return true;
            }
        return false;
    }

private:
    struct Slot {
        PyObject* object;
        CardId card;
    };

    // Objects lie on 16-byte steps; the multiplication spreads what is left.
    static std::size_t slot_of(PyObject* object) {
        return (reinterpret_cast<std::uintptr_t>(object) >> 4) * 0x9e3779b97f4a7c15u >> 56;
    }

    std::array<Slot, 256> slots_{};
    std::array<PyObject*, fivecard::card_count> objects_{};
    nb::handle cards_;
};

CardObjects card_objects;

// A hand read from Python and found right: 5 to 7 different cards, or none at all.
struct CheckedHand {
    CardId cards[fivecard::largest_hand];
    int count = 0;

    explicit CheckedHand(nb::handle source) {
        if (PyList_CheckExact(source.ptr()))
            for (Py_ssize_t i = 0, n = PyList_Size(source.ptr()); i < n; ++i) add(PyList_GetItem(source.ptr(), i), n);
        else if (PyTuple_CheckExact(source.ptr()))
            for (Py_ssize_t i = 0, n = PyTuple_Size(source.ptr()); i < n; ++i)
                add(PyTuple_GetItem(source.ptr(), i), n);
        else
            add_from_iterable(source);
        if (count > 0 && count < fivecard::smallest_hand)
            refuse("HandError", "a hand has 5 to 7 cards, this one has " + std::to_string(count) + ": '" +
                                    spell(cards, count) + "'");
        if (const int bad = fivecard::first_bad_card(cards, count); bad < count) refuse_card(cards, count, bad, "");
    }

private:
    void add(PyObject* object, Py_ssize_t total) {
        if (count == fivecard::largest_hand)
            refuse("HandError", "a hand has 5 to 7 cards, this one has " +
                                    (total > 0 ? std::to_string(total) : std::string("more")) + ": '" +
                                    spell(cards, count) + " ...'");
        if (!card_objects.find(object, cards[count]))
            refuse_value("expected a Card at position " + std::to_string(count), object);
        ++count;
    }

    void add_from_iterable(nb::handle source) {
        const nb::object iterator = nb::steal(PyObject_GetIter(source.ptr()));
        if (!iterator) {
            PyErr_Clear();
            refuse_value("expected cards", source);
        }
        while (PyObject* item = PyIter_Next(iterator.ptr())) add(nb::steal(item).ptr(), 0);
        if (PyErr_Occurred()) throw nb::python_error();
    }
};

int strength(nb::handle cards) {
    const CheckedHand hand(cards);
    return hand.count ? fivecard::strength(hand.cards, hand.count) : 0;
}

nb::tuple evaluate(nb::handle cards) {
    const CheckedHand hand(cards);
    if (!hand.count) return nb::make_tuple(0, nb::make_tuple());
    CardId five[5];
    fivecard::best_five(hand.cards, hand.count, five);
    PyObject* chosen = PyTuple_New(5);
    for (int i = 0; i < 5; ++i) {
        Py_INCREF(card_objects[five[i]]);
        PyTuple_SetItem(chosen, i, card_objects[five[i]]);
    }
    return nb::make_tuple(fivecard::strength<5>(five), nb::steal(chosen));
}

const Kernels* kernels_in_use = nullptr;

void use_kernel(std::string_view name) {
    const Kernels* found = fivecard::kernels::find(name);
    if (!found)
        refuse("FivecardError", "'" + std::string(name) + "' is not a kernel of this machine: it has portable" +
                                    (fivecard::kernels::avx512_kernels() ? " and avx512" : ""));
    kernels_in_use = found;
}

}  // namespace

const Kernels& chosen_kernels() {
    if (!kernels_in_use) {
        const char* wanted = std::getenv("FIVECARD_KERNEL");
        use_kernel(wanted ? wanted : "");
    }
    return *kernels_in_use;
}

namespace {

// Does `work(start, rows)` for parts of all rows, side by side, without the interpreter. Gives the number of rows before
// the first part that did not finish, and what that part did finish.
template <typename Work>
std::size_t side_by_side(std::size_t rows, int threads, Work work) {
    nb::gil_scoped_release released;
    const std::size_t step = (rows / static_cast<std::size_t>(std::max(threads, 1)) / 4096 + 1) * 4096;
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

template <typename Number>
struct Results {
    std::unique_ptr<Number[]> made;
    Number* data;

    Results(std::size_t rows, std::optional<Output<Number>>& out) {
        if (!out) {
            made = std::make_unique_for_overwrite<Number[]>(rows);
            data = made.get();
        } else {
            if (out->shape(0) != rows)
                refuse("HandError", "out has room for " + std::to_string(out->shape(0)) + " rows, not for " +
                                        std::to_string(rows));
            data = out->data();
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
    Results<Strength> results(rows, out);
    const std::size_t columns = hands.shape(1);
    std::size_t row = side_by_side(rows, threads, [&](std::size_t start, std::size_t part) {
        return kernels.strengths(hands.data() + start * columns, part, count, results.data + start);
    });
    for (; row < rows; ++row) {
        const CardId* cards = hands.data() + row * columns;
        if (const int bad = fivecard::first_bad_card(cards, count); bad < count)
            refuse_card(cards, count, bad, " (row " + std::to_string(row) + ")");
    }
    return results.give(rows, out);
}

nb::object set_strengths(const Input<CardSet, 1>& sets, int threads, std::optional<Output<Strength>> out) {
    const std::size_t rows = sets.shape(0);
    const Kernels& kernels = chosen_kernels();
    Results<Strength> results(rows, out);
    std::size_t row = side_by_side(rows, threads, [&](std::size_t start, std::size_t part) {
        return kernels.set_strengths(sets.data() + start, part, results.data + start);
    });
    for (; row < rows; ++row)
        if (fivecard::set_strength(sets.data()[row]) == 0) {
            char hex[20];
            std::snprintf(hex, sizeof hex, "%#llx", static_cast<unsigned long long>(sets.data()[row]));
            refuse("HandError", std::string(hex) + " is not a set of 5 to 7 of the 52 cards (row " + std::to_string(row) + ")");
        }
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
            for (std::size_t i = 0; i < fivecard::kernels::largest_block && row < rows; ++i, ++row) bad[row] = is_bad(row);
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
        [&](std::size_t row) { return fivecard::first_bad_card(hands.data() + row * columns, count) < count; });
}

Array<bool> bad_sets(const Input<CardSet, 1>& sets) {
    const Kernels& kernels = chosen_kernels();
    return bad_rows_of(
        sets.shape(0),
        [&](std::size_t row, std::size_t rows, Strength* scratch) {
            return kernels.set_strengths(sets.data() + row, rows, scratch);
        },
        [&](std::size_t row) { return fivecard::set_strength(sets.data()[row]) == 0; });
}

const fivecard::OmahaTable& omaha_table() {
    static const fivecard::OmahaTable table;  // filled when it is first needed
    return table;
}

// Refuses the first row of an Omaha deal that is wrong, from `row` on, where a kernel stopped.
void refuse_deal(const OmahaDeals& deals, std::size_t row, std::size_t rows) {
    for (; row < rows; ++row) {
        const OmahaDeals deal = deals.from(row);
        std::vector<CardId> cards(deal.hands, deal.hands + deal.players * deal.count);
        cards.insert(cards.end(), deal.boards, deal.boards + fivecard::board_size);
        const int count = static_cast<int>(cards.size());
        if (const int bad = fivecard::first_bad_card(cards.data(), count); bad < count)
            refuse_card(cards.data(), count, bad, " (row " + std::to_string(row) + ")");
    }
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
    if (rows > SIZE_MAX / columns) refuse("HandError", std::to_string(rows) + " hands are too many");
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
        refuse(parsed.is_card_problem ? "CardError" : "HandError", parsed.problem + " (row " + std::to_string(parsed.rows) + ")");
    auto cards = std::make_unique_for_overwrite<CardId[]>(parsed.cards.size());
    std::copy(parsed.cards.begin(), parsed.cards.end(), cards.get());
    return hand_over(std::move(cards), {parsed.rows, parsed.columns});
}

nb::bytes format_rows(const Input<CardId, 2>& hands) {
    const std::size_t rows = hands.shape(0), columns = hands.shape(1);
    std::string text(rows * columns * 3, ' ');  // each card, and a space or a new line behind it
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column) {
            const CardId card = hands.data()[row * columns + column];
            if (card >= fivecard::card_count)
                refuse("HandError", "card id " + std::to_string(card) + " is not below 52 (row " + std::to_string(row) + ")");
            char* place = text.data() + 3 * (row * columns + column);
            place[0] = fivecard::rank_letter(card);
            place[1] = fivecard::suit_letter(card);
            if (column + 1 == columns) place[2] = '\n';
        }
    return nb::bytes(text.data(), text.size());
}

// The bytes of any object that has some.
class Bytes {
public:
    explicit Bytes(nb::handle object) {
        if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_SIMPLE) != 0) throw nb::python_error();
    }
    ~Bytes() { PyBuffer_Release(&buffer_); }
    Bytes(const Bytes&) = delete;
    Bytes& operator=(const Bytes&) = delete;

    std::string_view view() const { return {static_cast<const char*>(buffer_.buf), static_cast<std::size_t>(buffer_.len)}; }

private:
    Py_buffer buffer_;
};

fivecard::Game checked_game(std::string_view kind, int players, int hole) {
    using Kind = fivecard::Game::Kind;
    const Kind which = kind == "omaha" ? Kind::omaha : kind == "holdem" ? Kind::holdem : Kind::five;
    const bool right_hole = which == Kind::omaha ? hole >= 4 && hole <= 6 : hole == (which == Kind::holdem ? 2 : 5);
    if ((which == Kind::five && kind != "five") || !right_hole || players < 1 || players > fivecard::card_count ||
        fivecard::Game{which, players, hole}.cards() > fivecard::card_count)
        refuse("HandError", "there is no game '" + std::string(kind) + "' for " + std::to_string(players) +
                                " players with " + std::to_string(hole) + " cards each");
    return {which, players, hole};
}

// Showdowns of one kind, settled text by text; each text in a thread of its own, so that reading and writing go on meanwhile.
class Showdowns {
public:
    // A text that is being settled.
    class Task {
    public:
        Task(const Showdowns& showdowns, nb::handle text) : bytes_(std::make_unique<Bytes>(text)) {
            // Where no thread can be had, the work is done when its result is asked for.
            settlement_ = std::async([&showdowns, view = bytes_->view(), &kernels = chosen_kernels()] {
                return fivecard::settle(view, showdowns.game_, showdowns.wishes(), kernels, omaha_table());
            });
        }

        // (text or strengths, lines, wins of each player, ties, invalid lines, problem with the line after them).
        nb::tuple result() {
            if (!settlement_.valid()) refuse("HandError", "the result has been taken already");
            fivecard::Settlement found;
            {
                nb::gil_scoped_release released;
                found = settlement_.get();
            }
            bytes_.reset();
            nb::list wins;
            for (const std::size_t count : found.wins) wins.append(count);
            nb::object problem = nb::none();
            if (found.problem)
                problem = nb::steal(PyUnicode_DecodeUTF8(found.problem->data(), static_cast<Py_ssize_t>(found.problem->size()),
                                                         "backslashreplace"));
            struct Held {
                char* bytes;
                std::size_t capacity;
            };
            const std::size_t size = found.output.size();
            auto held = std::make_unique<Held>(Held{nullptr, found.output.capacity()});
            held->bytes = found.output.release();
            char* bytes = held->bytes;
            const nb::capsule owner(held.release(), [](void* p) noexcept {
                const std::unique_ptr<Held> back(static_cast<Held*>(p));
                fivecard::Output::give_back(back->bytes, back->capacity);
            });
            const nb::ndarray<nb::memview, std::uint8_t> piece(bytes, {size}, owner);
            return nb::make_tuple(piece, found.lines, wins, found.ties, found.invalid, problem);
        }

    private:
        std::unique_ptr<Bytes> bytes_;  // held as long as the thread reads them: the future, which waits, goes first
        std::future<fivecard::Settlement> settlement_;
    };

    Showdowns(std::string_view kind, int players, int hole, bool keep_bad_lines,
              std::optional<std::vector<std::string>> words, bool give_strengths)
        : game_(checked_game(kind, players, hole)), words_(std::move(words)), keep_bad_lines_(keep_bad_lines),
          give_strengths_(give_strengths) {
        if (words_ && words_->size() != fivecard::strength_count + 1)
            refuse("HandError", "expected 7463 descriptions, got " + std::to_string(words_->size()));
    }

private:
    fivecard::Wishes wishes() const { return {keep_bad_lines_, give_strengths_, words_ ? &*words_ : nullptr}; }

    fivecard::Game game_;
    std::optional<std::vector<std::string>> words_;
    bool keep_bad_lines_, give_strengths_;
};

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

NB_MODULE(_core, m) {
    m.doc() = "The native core of fivecard.";
    m.def("learn_cards", [](const nb::tuple& cards) { card_objects.learn(cards); }, "cards"_a);
    m.def("strength", &strength, "cards"_a.none(), "The strength of 5 to 7 cards; 0 for none.");
    m.def("evaluate", &evaluate, "cards"_a.none(), "The strength of 5 to 7 cards and the five cards that make it.");
    m.def("kernel", [] { return chosen_kernels().name; }, "The name of the kernels in use.");
    m.def("use_kernel", &use_kernel, "name"_a, "Use the kernels with this name; the fastest if it is empty.");
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
    nb::class_<Showdowns>(m, "Showdowns", "Who wins on every line of a text.")
        .def(nb::init<std::string_view, int, int, bool, std::optional<std::vector<std::string>>, bool>(), "kind"_a, "players"_a,
             "hole"_a, "keep_bad_lines"_a, nb::arg("words").none(), "give_strengths"_a)
        .def("settle", [](const Showdowns& self, nb::handle text) { return Showdowns::Task(self, text); },
             "text"_a, nb::keep_alive<0, 1>(), "Begin to settle a text, which must stay as it is until the result is there.");
    nb::class_<Showdowns::Task>(m, "Task", "A text that is being settled.").def("result", &Showdowns::Task::result);
    m.def("census", &census, "count"_a, "How many of all hands of `count` cards have each strength.");
    add_draws(m);
    add_pictures(m);
    add_timelock(m);
}
