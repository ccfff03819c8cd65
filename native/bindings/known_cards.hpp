// Which card a Python object is.
#pragma once

#include "bindings/common.hpp"

#include <array>
#include <atomic>
#include <unordered_map>

#include "src/jobs/forks.hpp"

inline bool is_text(nb::handle object, const char* text) {
    return PyUnicode_Check(object.ptr()) && PyUnicode_CompareWithASCIIString(object.ptr(), text) == 0;
}

// What an object says of itself, if it is a card; -1 if it is none. A card is known by the name of its class: where
// fivecard was imported a second time there are fifty-two cards more, which are as good as the first.
inline int ask_for_id(nb::handle object) {
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
    // The id of a card, which stands at this position in a hand; whatever else does is refused. A card's text is replaced
    // by the card.
    fivecard::CardId find(PyObject*& object, int position) {
        for (std::size_t slot = slot_of(object);; slot = (slot + 1) % slots_.size()) {
            const PyObject* const there = slots_[slot].object.load(std::memory_order_acquire);
            if (there == object) return slots_[slot].card;
            if (!there) return find_elsewhere(object, position);
        }
    }

private:
    struct Slot {
        std::atomic<PyObject*> object;
        fivecard::CardId card;
    };

    // Objects lie on 16-byte steps; the multiplication spreads what is left.
    static std::size_t slot_of(PyObject* object) {
        return (reinterpret_cast<std::uintptr_t>(object) >> 4) * 0x9e3779b97f4a7c15u >> 56;
    }

    [[gnu::cold, gnu::noinline]] fivecard::CardId find_elsewhere(PyObject*& object, int position) {
        if (PyUnicode_Check(object)) {
            object = nb::module_::import_("fivecard.cards").attr("Card")(nb::borrow(object)).ptr();  // which lives on
            return find(object, position);
        }
        nb::object seen = nb::borrow(object);  // to be asked may run anything, which may drop it from its list
        {
            const std::lock_guard guard(fivecard::jobs::moment());
            if (const auto found = more_.find(object); found != more_.end()) return found->second;
        }
        const int id = ask_for_id(seen);  // without the lock, since it may run anything
        if (id < 0) refuse_value("expected a Card at position " + std::to_string(position), seen);
        if (add(object, static_cast<fivecard::CardId>(id))) seen.release();  // kept alive as long as the process
        return static_cast<fivecard::CardId>(id);
    }

    // False if another thread was faster.
    bool add(PyObject* object, fivecard::CardId card) {
        const std::lock_guard guard(fivecard::jobs::moment());
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
    // Guarded by `jobs::moment`, as is adding to the slots.
    std::size_t count_ = 0;
    std::unordered_map<PyObject*, fivecard::CardId> more_;  // where fivecard was imported more than twice
};
