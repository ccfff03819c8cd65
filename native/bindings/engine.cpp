// The engine: one hand, and hands side by side.
#include "bindings/guarded.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "src/engine/batch.hpp"
#include "src/engine/table.hpp"

// Not in a namespace of this file alone, whose names would be those of all files that are compiled together.
namespace fivecard::engine::bound {

using RulesPtr = std::shared_ptr<const Rules>;

// Of one street: its kind, cards, whether they lie open, whether bets are big, who opens, whether an open pair matters, what the
// first bet takes, the cap, the most discards, whether four may go if an ace stays.
using StatedStreet = std::array<int, 10>;

int within(int value, int most, const char* what) {
    if (value < 0 || value > most) refuse("RulesError", std::string(what) + " is 0 to " + std::to_string(most) + ", not " + std::to_string(value));
    return value;
}

Street street_of(const StatedStreet& stated) {
    const auto& [kind, cards, up, big, opening, open_pair, strength, cap, discards, with_ace] = stated;
    Street street{static_cast<Street::Kind>(within(kind, 5, "a kind of street"))};
    street.cards = static_cast<std::uint8_t>(within(cards, card_count, "a number of cards"));
    street.up = up;
    street.big = big;
    street.opening = static_cast<Street::Opening>(within(opening, 4, "an opening"));
    street.open_pair = open_pair;
    street.opening_strength = static_cast<fivecard::Strength>(within(strength, fivecard::strength_count, "a strength"));
    street.cap = cap;
    street.most_discards = static_cast<std::uint8_t>(within(discards, card_count, "a number of discards"));
    street.four_with_ace = with_ace;
    return street;
}

ByPosition amounts_of(const std::vector<Chips>& amounts) {
    if (amounts.size() > most_seats) refuse("RulesError", "there are up to " + std::to_string(most_seats) + " seats");
    ByPosition by_position{};
    std::ranges::copy(amounts, by_position.begin());
    return by_position;
}

RulesPtr make_rules(int players, int limit, const std::vector<StatedStreet>& streets, const std::vector<Chips>& antes, const std::vector<Chips>& dead,
                    const std::vector<Chips>& blinds, const std::vector<Chips>& posted, std::array<Chips, 5> amounts, bool trim_antes,
                    std::array<Chips, 2> rake, std::optional<Chips> rake_cap, bool no_flop_no_drop, const std::vector<std::string>& rankings,
                    int from_hole, const std::vector<std::array<std::uint8_t, fivecard::rank_count>>& heights,
                    std::optional<std::array<std::uint8_t, card_count>> held) {
    auto rules = std::make_shared<Rules>();
    rules->players = players;
    rules->limit = static_cast<Limit>(within(limit, 2, "a limit"));
    if (streets.size() > most_streets) refuse("RulesError", "there are up to " + std::to_string(most_streets) + " streets, not " + std::to_string(streets.size()));
    for (const StatedStreet& street : streets) rules->streets[rules->street_count++] = street_of(street);
    rules->antes = amounts_of(antes);
    rules->dead = amounts_of(dead);
    rules->blinds = amounts_of(blinds);
    rules->posted = amounts_of(posted);
    std::tie(rules->largest_blind, rules->unpaid_blind, rules->bring_in, rules->small_bet, rules->big_bet) = std::tuple_cat(amounts);
    rules->trim_antes = trim_antes;
    rules->rake = {rake[0], rake[1], rake_cap, no_flop_no_drop};
    rules->rankings = rankings;
    rules->from_hole = from_hole;
    rules->heights = heights;
    if (held) rules->held = *held, rules->is_ordered = true;
    std::string wrong;
    released([&] { wrong = prepare(*rules); });
    if (!wrong.empty()) refuse("RulesError", wrong);
    return rules;
}

ByPosition checked_stacks(const Rules& rules, const std::vector<Chips>& stacks) {
    std::int64_t whole = 0;
    for (const Chips stack : stacks) {
        if (stack < 1) refuse("RulesError", "stacks are above 0, not " + std::to_string(stack));
        whole += stack;
    }
    if (static_cast<int>(stacks.size()) != rules.players)
        refuse("RulesError", std::to_string(rules.players) + " players have as many stacks, not " + std::to_string(stacks.size()));
    if (whole > most_chips) refuse("RulesError", "all stacks together are up to " + std::to_string(most_chips) + " chips, not " + std::to_string(whole));
    return amounts_of(stacks);
}

// Refuses what are not all cards of the game, each once.
void check_deck(const Rules& rules, const CardId* deck, std::size_t cards, std::optional<std::size_t> row = std::nullopt) {
    if (static_cast<int>(cards) != rules.deck_size || fivecard::first_bad_card(deck, rules.deck_size, rules.first_card) < rules.deck_size)
        refuse("CardError", "a deck is the " + std::to_string(rules.deck_size) + " cards of the game, each once", row);
}

class Hand : public Table {
public:
    explicit Hand(const RulesPtr& rules) : Table(*rules) {}

    void begin(const std::vector<Chips>& stacks, const std::vector<CardId>& deck, const std::vector<std::uint8_t>& reserve) {
        const ByPosition checked = checked_stacks(rules(), stacks);
        check_deck(rules(), deck.data(), deck.size());
        if (reserve.size() != card_count) refuse("ArgumentError", "a reserve has a place for each of 52 cards");
        deal(checked, deck, std::span<const std::uint8_t, card_count>(reserve));
    }

    void wager(Bet what, Chips to = 0) {
        if (!bet(what, to)) refuse("IllegalActionError", "this cannot be done now");
    }

    void draw(const std::vector<std::uint8_t>& places) {
        if (!discard(places)) refuse("IllegalActionError", "these cards cannot be discarded now");
    }

    nb::object options() const {
        if (state().is_over) return nb::none();
        if (is_draw()) return nb::make_tuple(state().replaceable());
        const Legal now = legal();
        return nb::make_tuple(now.fold, now.check, now.call, now.bring_in, now.lowest, now.highest, now.step);
    }

    std::vector<Chips> by_seat(const Chips (State<most_seats>::*amounts)[most_seats]) const {
        return {state().*amounts, state().*amounts + rules().players};
    }
    nb::list hands() const {
        nb::list all;
        for (int seat = 0; seat < rules().players; ++seat) {
            const CardId* hand = state().hands[seat];
            all.append(std::vector<int>(hand, std::find(hand, hand + most_hole, no_card)));
        }
        return all;
    }
    std::vector<int> seats_of(Seats seats) const {
        std::vector<int> found;
        each(seats, [&](int seat) { found.push_back(seat); });
        return found;
    }
};

// A batch, which one thread at a time may change.
class Hands {
public:
    Hands(const RulesPtr& rules, std::size_t rows, const std::vector<Chips>& stacks, std::uint64_t seed, int threads,
          const std::vector<std::pair<int, int>>& parts)
        : rules_(rules) {
        Batch::Options options{rows, seed, checked_threads(threads), checked_stacks(*rules, stacks), {}};
        if (rows < 1 || rows > std::size_t{1} << 32) refuse("ArgumentError", "a batch has 1 to 4294967296 hands, not " + std::to_string(rows));
        if (parts.size() > most_parts) refuse("ArgumentError", "there are up to " + std::to_string(most_parts) + " parts of the pot, not " + std::to_string(parts.size()));
        for (const auto& [numerator, denominator] : parts) {
            constexpr int most = 1 << 15;
            if (numerator < 1 || numerator > most || denominator < 1 || denominator > most)
                refuse("ArgumentError", "a part of the pot is made of two numbers from 1 to " + std::to_string(most));
            options.parts.push_back({numerator, denominator});
        }
        released([&] {
            fivecard::jobs::ask_for_memory(Batch::bytes(*rules, rows), "play fewer hands at a time");
            batch_ = Batch::make(*rules, std::move(options));
        });
        if (!batch_) refuse("RulesError", "with these stacks nobody has anything to decide: all are all in before the first turn");
    }

    Batch& batch() { return *batch_; }
    const Rules& rules() const { return *rules_; }
    template <typename Work>
    void alone(Work work) {
        guard_.alone(work);
    }

private:
    struct Nothing {};
    RulesPtr rules_;
    std::unique_ptr<Batch> batch_;
    Guarded<Nothing> guard_;
};

template <typename Number>
nb::object view_of(std::span<Number> numbers, std::initializer_list<std::size_t> shape, nb::handle owner) {
    return numpy_array(nb::cast(nb::ndarray<nb::memview, Number, nb::c_contig>(numbers.data(), shape, owner)));
}

nb::list fields_of(Hands& hands) {
    nb::list all;
    for (const Field& field : hands.batch().layout().fields) {
        const char* type = field.type == 'i' ? "i4" : field.type == 'h' ? "u2" : "u1";
        all.append(nb::make_tuple(field.name, type, field.offset, field.shape));
    }
    return all;
}

using Flags = std::optional<Input<std::uint8_t, 1>>;

template <typename Number>
void step(Hands& hands, const Input<Number, 1>& actions, bool exactly, const Flags& where) {
    refuse_misaligned(actions, "actions");
    if (where && where->shape(0) != hands.batch().options().rows) refuse("ArgumentError", "where has a flag for each hand");
    if (actions.shape(0) != hands.batch().options().rows)
        refuse("ArgumentError", "there are " + std::to_string(actions.shape(0)) + " actions for " + std::to_string(hands.batch().options().rows) + " hands");
    std::optional<BadAction> bad;
    hands.alone([&] {
        try {
            hands.batch().step(actions.data(), exactly, where ? where->data() : nullptr);
        } catch (const BadAction& found) {
            bad = found;
        }
    });
    if (bad) refuse("IllegalActionError", "action " + std::to_string(bad->action) + " is not legal", bad->row);
}

using Rows = std::optional<Input<std::uint8_t, 2>>;

void reset(Hands& hands, std::optional<std::uint64_t> seed, const Rows& decks, const Rows& reserves) {
    const Rules& rules = hands.rules();
    const std::size_t rows = hands.batch().options().rows, cards = static_cast<std::size_t>(rules.deck_size);
    std::vector<CardId> copied, places;
    if (decks) {
        if (decks->shape(0) != rows || decks->shape(1) != cards)
            refuse("ArgumentError", "decks have " + std::to_string(cards) + " columns and a row for each of " + std::to_string(rows) + " hands");
        copied.assign(rows * card_count, 0);
        for (std::size_t row = 0; row < rows; ++row) {
            std::copy_n(decks->data() + row * cards, cards, copied.data() + row * card_count);
            check_deck(rules, copied.data() + row * card_count, cards, row);
        }
    }
    if (reserves) {
        if (!decks || reserves->shape(0) != rows || reserves->shape(1) != card_count)
            refuse("ArgumentError", "reserves come with decks, and have 52 columns and a row for each of " + std::to_string(rows) + " hands");
        places.assign(reserves->data(), reserves->data() + rows * card_count);
    }
    hands.alone([&] {
        if (seed) hands.batch().reseed(*seed);
        hands.batch().reset(decks ? copied.data() : nullptr, reserves ? places.data() : nullptr);
    });
}

void add(nb::module_& m) {
    if (is_there<Rules>(m, "EngineRules")) return;
    nb::class_<Rules>(m, "EngineRules", "A game, its limit and what it is played for, as numbers.")
        .def(nb::new_(&make_rules), "players"_a, "limit"_a, "streets"_a, "antes"_a, "dead"_a, "blinds"_a, "posted"_a, "amounts"_a, "trim_antes"_a,
             "rake"_a, nb::arg("rake_cap").none(), "no_flop_no_drop"_a, "rankings"_a, "from_hole"_a, "heights"_a, nb::arg("held").none());
    nb::class_<Hand>(m, "EngineHand", "One hand.")
        .def(nb::init<const RulesPtr&>(), "rules"_a)
        .def("copy", [](const Hand& self) { return Hand(self); }, nb::lock_self())
        .def("deal", &Hand::begin, "stacks"_a, "deck"_a, "reserve"_a, nb::lock_self())
        .def("fold", [](Hand& self) { self.wager(Bet::fold); }, nb::lock_self())
        .def("go_along", [](Hand& self) { self.wager(Bet::pass); }, "Check, call, or bring it in.", nb::lock_self())
        .def("raise_to", [](Hand& self, Chips to) { self.wager(Bet::raise, to); }, "to"_a, nb::lock_self())
        .def("discard", &Hand::draw, "places"_a, nb::lock_self())
        .def("options", &Hand::options, nb::lock_self(),
             "Fold, check, call, bring-in, lowest, highest, step; in a draw, how many cards can be replaced; None if the hand is over.")
        .def_prop_ro("turn", [](const Hand& self) { return self.state().is_over ? -1 : self.state().turn; })
        .def_prop_ro("street", [](const Hand& self) { return self.state().street; })
        .def_prop_ro("raises", [](const Hand& self) { return self.state().raises; })
        .def_prop_ro("largest_raise", [](const Hand& self) { return self.state().largest_raise; })
        .def_prop_ro("last_aggressor", [](const Hand& self) { return self.state().last_aggressor; })
        .def_prop_ro("pot", [](const Hand& self) { return self.state().is_over ? 0 : self.state().pot; })
        .def_prop_ro("stacks", [](const Hand& self) { return self.by_seat(&State<most_seats>::stacks); })
        .def_prop_ro("bets", [](const Hand& self) { return self.by_seat(&State<most_seats>::bets); })
        .def_prop_ro("committed", [](const Hand& self) { return self.by_seat(&State<most_seats>::committed); })
        .def_prop_ro("hands", &Hand::hands, "The cards of every seat, folded hands too.")
        .def_prop_ro("board", [](const Hand& self) { return std::vector<int>(self.state().board, self.state().board + self.state().board_size); })
        .def_prop_ro("in_hand", [](const Hand& self) { return self.seats_of(self.state().in_hand); })
        .def_prop_ro("acted", [](const Hand& self) { return self.seats_of(self.state().acted); })
        .def_prop_ro("to_act", [](const Hand& self) { return self.seats_of(self.state().to_act); });
    nb::class_<Hands>(m, "EngineBatch", "Hands side by side.")
        .def(nb::init<const RulesPtr&, std::size_t, const std::vector<Chips>&, std::uint64_t, int, const std::vector<std::pair<int, int>>&>(), "rules"_a,
             "hands"_a, "stacks"_a, "seed"_a, "threads"_a, "parts"_a)
        .def("step", &step<std::uint8_t>, "actions"_a.noconvert(), "exactly"_a, nb::arg("where").none() = nb::none())
        .def("step", &step<std::int64_t>, "actions"_a.noconvert(), "exactly"_a, nb::arg("where").none() = nb::none())
        .def("step_randomly", [](Hands& self, std::size_t steps) { self.alone([&] { self.batch().step_randomly(steps); }); }, "steps"_a)
        .def("reset", &reset, nb::arg("seed").none() = nb::none(), nb::arg("decks").none() = nb::none(), nb::arg("reserves").none() = nb::none())
        .def("deal_of", [](Hands& self, std::size_t row) {
            if (row >= self.batch().options().rows) refuse("ArgumentError", "there is no hand " + std::to_string(row));
            std::pair<std::array<CardId, card_count>, std::array<std::uint8_t, card_count>> deal;
            self.alone([&] { deal = self.batch().deal_of(row); });
            return nb::make_tuple(std::vector<int>(deal.first.begin(), deal.first.begin() + self.rules().deck_size),
                                  std::vector<int>(deal.second.begin(), deal.second.end()));
        }, "row"_a, "The deck of a hand, and by card its place among the discards that come back.")
        .def_prop_ro("fields", &fields_of, "Name, type, offset and shape of what stands in a row of observations.")
        .def_prop_ro("hands_played", [](Hands& self) { return self.batch().hands(); })
        .def("observations", [](nb::handle_t<Hands> self) {
            Batch& batch = nb::cast<Hands&>(self).batch();
            return view_of(batch.observations(), {batch.options().rows, batch.layout().bytes}, self);
        })
        .def("rewards", [](nb::handle_t<Hands> self) {
            Batch& batch = nb::cast<Hands&>(self).batch();
            return view_of(batch.rewards(), {batch.options().rows, static_cast<std::size_t>(batch.rules().players)}, self);
        })
        .def("done", [](nb::handle_t<Hands> self) {
            Batch& batch = nb::cast<Hands&>(self).batch();
            return view_of(batch.done(), {batch.options().rows}, self);
        });
}

}  // namespace fivecard::engine::bound

void add_engine(nb::module_& m) { fivecard::engine::bound::add(m); }
