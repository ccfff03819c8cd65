// The compiled module fivecard._core: the only file that knows Python. Everything is checked here before the headers,
// which trust their input, see it; what is wrong is said in fivecard's own errors.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <fivecard/census.hpp>
#include <fivecard/evaluate.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using fivecard::CardId;
using fivecard::Strength;

nb::object error_class(const char* name) { return nb::module_::import_("fivecard.errors").attr(name); }

// Raises the class `name` of fivecard.errors.
[[noreturn]] void refuse(const char* name, const std::string& message) {
    PyErr_SetString(error_class(name).ptr(), message.c_str());
    throw nb::python_error();
}

// Raises because a value is of the wrong kind, and shows it.
[[noreturn]] void refuse_value(const std::string& expectation, nb::handle value) {
    PyErr_Format(error_class("CardTypeError").ptr(), "%s, got %R", expectation.c_str(), value.ptr());
    throw nb::python_error();
}

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
        refuse("HandError", "card id " + spell(cards[bad]) + " is not below 52" + where);
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

template <typename Number>
using Array = nb::ndarray<nb::numpy, Number, nb::ndim<1>, nb::c_contig>;

template <typename Number>
Array<Number> hand_over(std::unique_ptr<Number[]> numbers, std::size_t count) {
    Number* data = numbers.release();
    const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<Number*>(p); });
    return Array<Number>(data, {count}, owner);
}

using HandArray = nb::ndarray<const CardId, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Array<Strength> strengths(const HandArray& hands) {
    const std::size_t rows = hands.shape(0), columns = hands.shape(1);
    if (columns < fivecard::smallest_hand || columns > fivecard::largest_hand)
        refuse("HandError", "hands have 5 to 7 columns, this array has " + std::to_string(columns));
    const int count = static_cast<int>(columns);
    const CardId* cards = hands.data();
    auto found = std::make_unique_for_overwrite<Strength[]>(rows);
    std::size_t row = 0;
    int bad = count;
    {
        nb::gil_scoped_release released;
        for (; row < rows; ++row, cards += count) {
            bad = fivecard::first_bad_card(cards, count);
            if (bad < count) break;
            found[row] = fivecard::strength(cards, count);
        }
    }
    if (bad < count) refuse_card(cards, count, bad, " (row " + std::to_string(row) + ")");
    return hand_over(std::move(found), rows);
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
    return hand_over(std::move(numbers), found->size());
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The native core of fivecard.";
    m.def("learn_cards", [](const nb::tuple& cards) { card_objects.learn(cards); }, "cards"_a);
    m.def("strength", &strength, "cards"_a.none(), "The strength of 5 to 7 cards; 0 for none.");
    m.def("evaluate", &evaluate, "cards"_a.none(), "The strength of 5 to 7 cards and the five cards that make it.");
    m.def("strengths", &strengths, nb::arg("hands").noconvert(), "The strength of every row of card ids.");
    m.def("census", &census, "count"_a, "How many of all hands of `count` cards have each strength.");
}
