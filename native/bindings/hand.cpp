// One hand a call: cards are Python's objects here, or text, and ids from here on.
#include "common.hpp"

#include <nanobind/stl/string_view.h>

#include <fivecard/badugi.hpp>
#include <fivecard/evaluate.hpp>

#include <array>
#include <atomic>
#include <mutex>
#include <unordered_map>

#include <text.hpp>

namespace {

using fivecard::CardId;
using fivecard::Ranking;
using fivecard::spell;

bool is_text(nb::handle object, const char* text) {
    return PyUnicode_Check(object.ptr()) && PyUnicode_CompareWithASCIIString(object.ptr(), text) == 0;
}

// What an object says of itself, if it is a card; -1 if it is none. A card is known by the name of its class: where
// fivecard was imported a second time there are fifty-two cards more, which are as good as the first.
int ask_for_id(nb::handle object) {
    const nb::handle type = object.type();
    const nb::object none = nb::none();
    if (!is_text(nb::getattr(type, "__qualname__", none), "Card") ||
        !is_text(nb::getattr(type, "__module__", none), "fivecard.cards"))
        return -1;
    const nb::object id = nb::getattr(object, "id", none);
    if (!PyLong_Check(id.ptr())) return -1;
    const long number = PyLong_AsLong(id.ptr());
    if (number == -1) PyErr_Clear();
    return number >= 0 && number < fivecard::card_count ? static_cast<int>(number) : -1;
}

// The ids of the card objects seen so far. Each card exists once, so its address says which one it is: a look-up in a small
// open hash table, with no attribute access. What is known here stays alive, and so does its address. Any number of threads
// may look while one adds: a slot is filled once, its object last.
class KnownCards {
public:
    // The id of a card, which stands at this position in a hand; whatever else does is refused.
    CardId find(PyObject* object, int position) {
        for (std::size_t slot = slot_of(object);; slot = (slot + 1) % slots_.size()) {
            const PyObject* const there = slots_[slot].object.load(std::memory_order_acquire);
            if (there == object) return slots_[slot].card;
            if (!there) return find_elsewhere(object, position);
        }
    }

private:
    struct Slot {
        std::atomic<PyObject*> object;
        CardId card;
    };

    // Objects lie on 16-byte steps; the multiplication spreads what is left.
    static std::size_t slot_of(PyObject* object) {
        return (reinterpret_cast<std::uintptr_t>(object) >> 4) * 0x9e3779b97f4a7c15u >> 56;
    }

    [[gnu::cold, gnu::noinline]] CardId find_elsewhere(PyObject* object, int position) {
        nb::object seen = nb::borrow(object);  // to be asked may run anything, which may drop it from its list
        {
            const std::lock_guard guard(lock_);
            if (const auto found = more_.find(object); found != more_.end()) return found->second;
        }
        const int id = ask_for_id(seen);  // without the lock, since it may run anything
        if (id < 0) refuse_value("expected a Card at position " + std::to_string(position), seen);
        if (add(object, static_cast<CardId>(id))) seen.release();  // kept alive as long as the process
        return static_cast<CardId>(id);
    }

    // False if another thread was faster.
    bool add(PyObject* object, CardId card) {
        const std::lock_guard guard(lock_);
        std::size_t slot = slot_of(object);
        for (; slots_[slot].object; slot = (slot + 1) % slots_.size())
            if (slots_[slot].object == object) return false;
        if (count_ == most_in_slots) return more_.emplace(object, card).second;
        slots_[slot].card = card;
        slots_[slot].object.store(object, std::memory_order_release);
        ++count_;
        return true;
    }

    static constexpr std::size_t most_in_slots = 128;
    std::array<Slot, 256> slots_{};
    std::mutex lock_;  // of what follows, and of adding to the slots
    std::size_t count_ = 0;
    std::unordered_map<PyObject*, CardId> more_;  // where fivecard was imported more than twice
};

KnownCards known_cards;

// A hand read from Python and found right: so many different cards, or none at all.
template <int Fewest, int Most>
struct CheckedHand {
    CardId cards[Most];
    PyObject* objects[Most];  // the same cards, which known_cards keeps alive
    int count = 0;

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
            add_from_tuple(nb::module_::import_("fivecard.cards").attr("parse_cards")(source));
        else
            add_from_iterable(source);
        if (count > 0 && count < Fewest) refuse_count(std::to_string(count), "'");
        if (const int bad = fivecard::first_bad_card(cards, count, ranking.first_card); bad < count)
            translated([&] { throw fivecard::bad_card(cards, count, bad, ranking, ""); });
    }

    // Some of the cards as Python's objects, given in the order they stand in the hand.
    nb::object objects_of(const CardId* some, int number) const {
        const nb::object chosen = nb::steal(PyTuple_New(number));
        if (!chosen) throw nb::python_error();
        for (int i = 0, index = 0; i < number; ++i, ++index) {
            while (cards[index] != some[i]) ++index;
            Py_INCREF(objects[index]);
            PyTuple_SetItem(chosen.ptr(), i, objects[index]);
        }
        return chosen;
    }

private:
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
    const BadugiHand hand(cards, fivecard::high);
    return hand.count ? fivecard::badugi_strength(hand.cards) : 0;
}

nb::tuple badugi_evaluate(nb::handle cards) {
    const BadugiHand hand(cards, fivecard::high);
    if (!hand.count) return nb::make_tuple(0, nb::make_tuple());
    CardId best[fivecard::badugi_size];
    const int count = fivecard::best_badugi(hand.cards, best);
    return nb::make_tuple(fivecard::badugi_strength(hand.cards), hand.objects_of(best, count));
}

}  // namespace

// High hands have functions of their own: to look a ranking up by its name would take as long as the rest.
void add_hand(nb::module_& m) {
    m.def("strength", [](nb::handle cards) { return strength(cards, fivecard::high); }, "cards"_a.none(),
          "The strength of 5 to 7 cards; 0 for none.");
    m.def("evaluate", [](nb::handle cards) { return evaluate(cards, fivecard::high); }, "cards"_a.none(),
          "The strength of 5 to 7 cards and the five cards that make it.");
    m.def("ranked_strength", [](nb::handle cards, std::string_view ranking) { return strength(cards, checked_ranking(ranking)); },
          "cards"_a.none(), "ranking"_a, "The strength of 5 to 7 cards under a ranking; 0 for none.");
    m.def("ranked_evaluate", [](nb::handle cards, std::string_view ranking) { return evaluate(cards, checked_ranking(ranking)); },
          "cards"_a.none(), "ranking"_a, "The strength of 5 to 7 cards under a ranking and the five cards that make it.");
    m.def("badugi_strength", &badugi_strength, "cards"_a.none(), "The strength of 4 cards in badugi; 0 for none.");
    m.def("badugi_evaluate", &badugi_evaluate, "cards"_a.none(), "The strength of 4 cards in badugi and those of them that count.");
}
