// One hand a call: cards are Python's objects here, or text, and ids from here on.
#include "bindings/known_cards.hpp"

#include <nanobind/stl/string_view.h>

#include <fivecard/badugi.hpp>
#include <fivecard/evaluate.hpp>

#include "src/letters.hpp"
#include "src/text.hpp"

namespace {

using fivecard::CardId;
using fivecard::Ranking;
using fivecard::spell;

KnownCards known_cards;

// A hand read from Python and found right: so many different cards, or none at all.
template <int Fewest, int Most>
struct CheckedHand {
    CardId cards[Most];
    PyObject* objects[Most];  // the same cards, which known_cards keeps alive; not for cards from text
    int count = 0;
    bool from_text = false;

    CheckedHand(nb::handle source, const Ranking& ranking) {
        if (PyList_CheckExact(source.ptr())) {
            // Without the interpreter's lock, no other thread may take an item away before it is known or held.
            const nb::ft_object_guard unchanged(source);
            for (Py_ssize_t i = 0, n = PyList_Size(source.ptr()); i < n; ++i) {
                PyObject* item = PyList_GetItem(source.ptr(), i);
                if (!item) throw nb::python_error();  // asking a card for its id may run anything, which shortened the list
                add(item, n);
            }
        } else if (PyTuple_CheckExact(source.ptr()))
            add_from_tuple(source);
        else if (PyUnicode_Check(source.ptr()))
            add_from_text(source);
        else
            add_from_iterable(source);
        if (count > 0 && count < Fewest) refuse_count(std::to_string(count), "'");
        if (const int bad = fivecard::first_bad_card(cards, count, ranking.first_card); bad < count)
            translated([&] { throw fivecard::bad_card(cards, count, bad, ranking); });
    }

    // Some of the cards as Python's objects, given in the order they stand in the hand.
    nb::object objects_of(const CardId* some, int number) const {
        const nb::object all = from_text ? cards_module().attr("ALL_CARDS") : nb::object();
        const nb::object chosen = nb::steal(PyTuple_New(number));
        if (!chosen) throw nb::python_error();
        for (int i = 0, index = 0; i < number; ++i, ++index) {
            while (cards[index] != some[i]) ++index;
            PyObject* object = from_text ? PyTuple_GetItem(all.ptr(), some[i]) : objects[index];
            if (!object) throw nb::python_error();
            Py_INCREF(object);
            PyTuple_SetItem(chosen.ptr(), i, object);
        }
        return chosen;
    }

private:
    // To import it, though it is there already, takes longer than to evaluate a hand.
    static nb::object cards_module() {
        const nb::str name("fivecard.cards");
        nb::object loaded = nb::steal(PyImport_GetModule(name.ptr()));
        return loaded.is_valid() && !loaded.is_none() ? loaded : nb::module_::import_("fivecard.cards");
    }

    [[noreturn, gnu::cold]] void refuse_count(const std::string& found, const char* end) const {
        const std::string usual = std::to_string(Fewest) + (Most > Fewest ? " to " + std::to_string(Most) : "");
        refuse("HandError", "a hand has " + usual + " cards, this one has " + found + ": '" + spell(cards, count) + end);
    }

    void add(PyObject* object, Py_ssize_t total) {
        if (count == Most) refuse_count(total > 0 ? std::to_string(total) : "more", " ...'");
        cards[count] = known_cards.find(object, count);
        objects[count++] = object;
    }

    void add_from_tuple(nb::handle source) {
        for (Py_ssize_t i = 0, n = PyTuple_Size(source.ptr()); i < n; ++i) add(PyTuple_GetItem(source.ptr(), i), n);
    }

    void add_from_text(nb::handle source) {
        Py_ssize_t size = 0;
        const char* text = PyUnicode_AsUTF8AndSize(source.ptr(), &size);
        if (!text) PyErr_Clear();  // half a character, say
        using fivecard::TextEnd;
        const TextEnd end = text ? fivecard::read_any_spelling({text, static_cast<std::size_t>(size)}, cards, Most) : TextEnd{0, 0};
        from_text = end.bad == TextEnd::nowhere && end.cards <= Most;
        if (from_text) count = static_cast<int>(end.cards);
        else add_from_tuple(cards_module().attr("parse_cards")(source));
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

using FiveCardHand = CheckedHand<fivecard::smallest_hand, fivecard::largest_hand>;
using BadugiHand = CheckedHand<fivecard::badugi_size, fivecard::badugi_size>;

int strength(nb::handle cards, const Ranking& ranking) {
    const FiveCardHand hand(cards, ranking);
    return hand.count ? fivecard::strength(hand.cards, hand.count, ranking) : 0;
}

nb::tuple evaluate(nb::handle cards, const Ranking& ranking) {
    const FiveCardHand hand(cards, ranking);
    CardId five[5];
    const int found = hand.count ? fivecard::best_five(hand.cards, hand.count, five, ranking) : 0;
    return nb::make_tuple(found, hand.objects_of(five, found ? 5 : 0));
}

int badugi_strength(nb::handle cards) {
    const BadugiHand hand(cards, fivecard::tables::high);
    return hand.count ? fivecard::badugi_strength(hand.cards) : 0;
}

nb::tuple badugi_evaluate(nb::handle cards) {
    const BadugiHand hand(cards, fivecard::tables::high);
    if (!hand.count) return nb::make_tuple(0, nb::make_tuple());
    CardId best[fivecard::badugi_size];
    const int count = fivecard::best_badugi(hand.cards, best);
    return nb::make_tuple(fivecard::badugi_strength(hand.cards), hand.objects_of(best, count));
}

int ranked_strength(nb::handle cards, std::string_view ranking) {
    return ranking == badugi ? badugi_strength(cards) : strength(cards, checked_ranking(ranking));
}

nb::tuple ranked_evaluate(nb::handle cards, std::string_view ranking) {
    return ranking == badugi ? badugi_evaluate(cards) : evaluate(cards, checked_ranking(ranking));
}

}  // namespace

// High hands have functions of their own: to look a ranking up by its name would take as long as the rest.
void add_hand(nb::module_& m) {
    m.def("strength", [](nb::handle cards) { return strength(cards, fivecard::tables::high); }, "cards"_a.none(),
          "The strength of 5 to 7 cards; 0 for none.");
    m.def("evaluate", [](nb::handle cards) { return evaluate(cards, fivecard::tables::high); }, "cards"_a.none(),
          "The strength of 5 to 7 cards and the five cards that make it.");
    m.def("ranked_strength", &ranked_strength,
          "cards"_a.none(), "ranking"_a, "The strength of 5 to 7 cards, 4 in badugi, under a ranking; 0 for none.");
    m.def("ranked_evaluate", &ranked_evaluate,
          "cards"_a.none(), "ranking"_a, "The strength of 5 to 7 cards, 4 in badugi, under a ranking and the cards that make it.");
}
