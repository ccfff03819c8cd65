// The best holds of all hands: for payoffs of any kind, and for the pay tables of draw poker machines.
#include "bindings/odds.hpp"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "src/kernels/holds.hpp"
#include "src/lasting.hpp"
#include "src/odds/pay_table.hpp"

namespace {

using namespace fivecard::odds;
using fivecard::CardId;
using fivecard::Strength;

const std::vector<Strength>& strengths_of_all() {
    static constinit fivecard::Lasting<const std::vector<Strength>> strengths;
    return strengths.get(&all_strengths);
}

std::vector<double> checked_payoff(const Input<double, 1>& payoff, std::size_t size, const char* of_what) {
    refuse_misaligned(payoff, "a payoff");
    if (payoff.shape(0) != size)
        refuse("ArgumentError", "a payoff has " + std::to_string(size) + " numbers, one for each " + of_what + ", not " + std::to_string(payoff.shape(0)));
    return {payoff.data(), payoff.data() + size};
}

std::array<double, hand_size + 1> weights_of(const DrawDeck& deck) {
    std::array<double, hand_size + 1> weights;
    for (int held = 0; held <= hand_size; ++held)
        weights[static_cast<std::size_t>(held)] = static_cast<double>(deck.common_draws() / deck.draws_for(held));
    return weights;
}

// The best hold of every class of hands, and its value over the common number of draws.
struct ClassHolds {
    std::vector<std::uint8_t> holds;
    std::vector<double> values;

    ClassHolds(const fivecard::kernels::Kernels& kernels, const DrawDeck& deck, const SubsetSums& sums, const Allowance& allowance) {
        const auto chosen = std::make_unique_for_overwrite<std::uint8_t[]>(deck.places() + SubsetSums::room);
        const auto worth = std::make_unique_for_overwrite<double[]>(deck.places() + SubsetSums::room);
        BestHolds best = {chosen.get(), worth.get()};
        kernels.holds.best(sums, {deck.rows(), allowance, weights_of(deck), false}, best);
        holds.reserve(deck.place_of_hand().size());
        values.reserve(deck.place_of_hand().size());
        for (const std::uint32_t place : deck.place_of_hand()) {
            holds.push_back(chosen[place]);
            values.push_back(worth[place]);
        }
    }
};

std::vector<double> as_list(const std::array<double, hold_count>& numbers) { return {numbers.begin(), numbers.end()}; }

// A payoff for each hand, in colex order.
class HoldValues {
public:
    explicit HoldValues(const Input<double, 1>& payoff) {
        std::vector<double> payoffs = checked_payoff(payoff, hand_count, "hand");
        released([&] { sums_.emplace(std::move(payoffs)); });
    }

    std::vector<double> draws(const std::vector<int>& hand) const {
        const auto cards = sorted_hand(hand);
        return as_list(sums_->draws(cards.data(), sums_->by_size[hand_size][colex(cards.data(), hand_size)]));
    }

    // (hold of every hand, its value, totals by size, what they must be).
    nb::tuple best(std::uint32_t holds, bool lone_ace) const {
        const fivecard::kernels::Kernels& kernels = chosen_kernels();
        auto chosen = std::make_unique_for_overwrite<std::uint8_t[]>(hand_count + SubsetSums::room);
        auto values = std::make_unique_for_overwrite<double[]>(hand_count + SubsetSums::room);
        BestHolds best = {chosen.get(), values.get()};
        std::vector<double> expected;
        released([&] {
            const std::vector<Row> rows = all_rows();
            kernels.holds.best(*sums_, {rows, {holds, lone_ace}, weights_of(DrawDeck::with(0)), true}, best);
            for (int held = 0; held <= hand_size; ++held) expected.push_back(expected_total(*sums_, held));
        });
        const std::vector<double> totals(best.totals.begin(), best.totals.end());
        return nb::make_tuple(hand_over(std::move(chosen), {hand_count}), hand_over(std::move(values), {hand_count}), totals, expected);
    }

private:
    std::optional<SubsetSums> sums_;
};

// A payoff for each strength: all hands of a suit class are worth the same.
class StrengthHolds {
public:
    explicit StrengthHolds(const Input<double, 1>& payoff) : payoff_(checked_payoff(payoff, fivecard::strength_count + 1, "strength")) {
        released([&] {
            const auto classes = SuitClasses::get().all();
            payoffs_.reserve(classes.size());
            for (const SuitClasses::Class& each : classes) payoffs_.push_back(payoff_[each.strength]);
            sums_ = DrawDeck::with(0).sums(payoffs_);
        });
    }

    std::vector<double> draws(const std::vector<int>& hand) const {
        const auto cards = sorted_hand(hand);
        return as_list(sums_.draws(cards.data(), payoff_[fivecard::strength<hand_size>(cards.data())]));
    }

    // (hold of every class, its value).
    nb::tuple best(std::uint32_t holds, bool lone_ace) const {
        const fivecard::kernels::Kernels& kernels = chosen_kernels();
        std::optional<ClassHolds> found;
        released([&] { found.emplace(kernels, DrawDeck::with(0), sums_, Allowance{holds, lone_ace}); });
        return nb::make_tuple(as_bytes(found->holds), array_of(found->values));
    }

    // What some holds are worth in all, over all hands and the common number of draws, found by running them forward.
    double worth(const nb::bytes& holds) const {
        const auto checked = checked_holds(holds, 0);
        double worth = 0;
        released([&] {
            const DrawDeck& deck = DrawDeck::with(0);
            const DrawDeck::Shares shares = deck.shares(checked);
            const std::vector<double> by_node = deck.sums_by_node(payoffs_);
            for (std::size_t node = 0; node < by_node.size(); ++node) worth += shares.nodes[node] * by_node[node];
            for (std::size_t hand = 0; hand < payoffs_.size(); ++hand) worth += shares.hands[hand] * payoffs_[hand];
        });
        return worth;
    }

private:
    std::vector<double> payoff_, payoffs_;
    SubsetSums sums_;
};

using LineNumbers = std::tuple<int, int, int, int, int>;  // as PayLine has them

PayLine checked_line(const LineNumbers& line) {
    const auto [made, ranks, kickers, wilds, jokers] = line;
    const auto within = [](int number, int last) { return number >= 0 && number <= last; };
    if (!within(made, made_count - 1) || !within(ranks, any_rank) || !within(kickers, any_rank) || !within(wilds, 0x3f) || !within(jokers, 7))
        refuse("ArgumentError", "a line is what is made (0 to 11), ranks and kickers (13 bits each), numbers of wild cards (6 bits) and of jokers (3)");
    return {static_cast<Made>(made), static_cast<std::uint16_t>(ranks), static_cast<std::uint16_t>(kickers),
            static_cast<std::uint8_t>(wilds), static_cast<std::uint8_t>(jokers)};
}

constexpr std::size_t most_lines = 64;

std::unique_ptr<PayTable> make_pay_table(int jokers, int wild_ranks, const std::vector<LineNumbers>& lines) {
    if (jokers < 0 || jokers > most_jokers) refuse("ArgumentError", "a deck has 0 to 2 jokers, not " + std::to_string(jokers));
    if (wild_ranks < 0 || wild_ranks > any_rank) refuse("ArgumentError", "wild ranks are 13 bits, not " + std::to_string(wild_ranks));
    if (lines.size() > most_lines) refuse("ArgumentError", "a pay table has 64 lines at most, not " + std::to_string(lines.size()));
    std::vector<PayLine> checked;
    for (const LineNumbers& line : lines) checked.push_back(checked_line(line));
    std::unique_ptr<PayTable> made;
    released([&] { made = std::make_unique<PayTable>(jokers, static_cast<std::uint16_t>(wild_ranks), std::move(checked)); });
    return made;
}

// Whole numbers, so that all sums are exact.
std::vector<double> checked_pays(const PayTable& table, const std::vector<std::int64_t>& pays) {
    if (pays.size() != table.outcome_count())
        refuse("ArgumentError", "there are " + std::to_string(table.outcome_count()) + " pays, the last for nothing, not " + std::to_string(pays.size()));
    for (const std::int64_t pay : pays)
        if (pay < 0 || pay > 1000000000) refuse("ArgumentError", "a pay is from 0 to 1,000,000,000, not " + std::to_string(pay));
    return {pays.begin(), pays.end()};
}

// (best hold of every class; its value summed over all hands; the squares of the values, each over the common number of draws).
nb::tuple solve(const PayTable& table, const std::vector<std::int64_t>& pays) {
    const std::vector<double> checked = checked_pays(table, pays);
    const fivecard::kernels::Kernels& kernels = chosen_kernels();
    const DrawDeck& deck = table.deck();
    std::optional<ClassHolds> found;
    std::int64_t high = 0, low = 0;  // of the sum, which may be longer than 64 bits
    double squares = 0;
    constexpr int low_bits = 24;
    released([&] {
        found.emplace(kernels, deck, deck.sums(table.payoffs(checked)), Allowance{});
        for (std::size_t number = 0; number < found->values.size(); ++number) {
            const int orbit = deck.hands()[number].orbit;
            const auto value = static_cast<std::int64_t>(found->values[number]);
            high += (value >> low_bits) * orbit;
            low += (value & ((1 << low_bits) - 1)) * orbit;
            const double mean = found->values[number] / static_cast<double>(deck.common_draws());
            squares += mean * mean * orbit;
        }
    });
    return nb::make_tuple(as_bytes(found->holds), (nb::int_(high) << nb::int_(low_bits)) + nb::int_(low), squares);
}

std::vector<std::int64_t> outcome_counts(const PayTable& table, const nb::bytes& holds) {
    const auto checked = checked_holds(holds, 0, table.deck().hands().size());
    std::vector<double> counts;
    released([&] { counts = table.counts(checked); });
    return {counts.begin(), counts.end()};
}

std::vector<std::vector<std::uint32_t>> counts_of_hand(const PayTable& table, const std::vector<int>& hand) {
    const auto cards = sorted_hand(hand, table.deck().size());
    const std::vector<std::uint32_t> counts = table.counts_of_hand(cards.data());
    std::vector<std::vector<std::uint32_t>> by_hold;
    const auto lines = static_cast<std::ptrdiff_t>(table.outcome_count());
    for (auto from = counts.begin(); from != counts.end(); from += lines) by_hold.emplace_back(from, from + lines);
    return by_hold;
}

// The value of every hold of every class, over the common number of draws.
Array<double> values_of_holds(const PayTable& table, const std::vector<std::int64_t>& pays) {
    const std::vector<double> checked = checked_pays(table, pays);
    const DrawDeck& deck = table.deck();
    auto values = std::make_unique_for_overwrite<double[]>(deck.hands().size() * hold_count);
    released([&] {
        const std::vector<double> payoffs = table.payoffs(checked);
        const SubsetSums sums = deck.sums(payoffs);
        const auto weights = weights_of(deck);
        for (std::size_t number = 0; number < payoffs.size(); ++number) {
            if (number % 4096 == 0) fivecard::jobs::check();
            const auto draws = sums.draws(deck.hands()[number].cards.data(), payoffs[number]);
            for (std::size_t hold = 0; hold < hold_count; ++hold)
                values[number * hold_count + hold] = draws[hold] * weights[static_cast<std::size_t>(std::popcount(hold))];
        }
    });
    return hand_over(std::move(values), {deck.hands().size(), hold_count});
}

// The class of what every hold of every class keeps: for four cards and fewer, whatever the rest of the hand is.
Array<std::uint16_t> nodes_of_holds(const PayTable& table) {
    const DrawDeck& deck = table.deck();
    auto nodes = std::make_unique<std::uint16_t[]>(deck.hands().size() * hold_count);
    released([&] {
        for (std::size_t number = 0; number < deck.hands().size(); ++number) {
            if (number % 4096 == 0) fivecard::jobs::check();
            for (int hold = 0; hold < all_held; ++hold)
                nodes[number * hold_count + static_cast<std::size_t>(hold)] = deck.node_of(deck.hands()[number].cards.data(), hold);
        }
    });
    return hand_over(std::move(nodes), {deck.hands().size(), hold_count});
}

nb::tuple class_of_hand(const PayTable& table, const std::vector<int>& hand) {
    const auto found = table.deck().find(sorted_hand(hand, table.deck().size()).data());
    return nb::make_tuple(found.number, std::vector<int>(found.position.begin(), found.position.end()));
}

nb::bytes class_hands(const PayTable& table) {
    std::vector<std::uint8_t> cards;
    for (const DrawDeck::Hand& hand : table.deck().hands()) cards.insert(cards.end(), hand.cards.begin(), hand.cards.end());
    return as_bytes(cards);
}

nb::bytes class_sizes(const PayTable& table) {
    std::vector<std::uint8_t> sizes;
    for (const DrawDeck::Hand& hand : table.deck().hands()) sizes.push_back(hand.orbit);
    return as_bytes(sizes);
}

}  // namespace

void add_holds(nb::module_& m) {
    m.def("all_strengths", [] {
        released([] { strengths_of_all(); });
        return array_of(strengths_of_all());
    }, "The strengths of all hands, in colex order.");
    if (!is_there<HoldValues>(m, "HoldValues")) nb::class_<HoldValues>(m, "HoldValues", "The value of every hold for a payoff of every hand.")
        .def(nb::init<const Input<double, 1>&>(), nb::arg("payoff").noconvert())
        .def("draws", &HoldValues::draws, "hand"_a, "The payoff summed over all draws, for the 32 holds of a hand.")
        .def("best", &HoldValues::best, "holds"_a, "lone_ace"_a, "The best hold of every hand, and its value.");
    if (!is_there<StrengthHolds>(m, "StrengthHolds")) nb::class_<StrengthHolds>(m, "StrengthHolds", "The value of every hold for a payoff of every strength.")
        .def(nb::init<const Input<double, 1>&>(), nb::arg("payoff").noconvert())
        .def("draws", &StrengthHolds::draws, "hand"_a, "The payoff summed over all draws, for the 32 holds of a hand.")
        .def("best", &StrengthHolds::best, "holds"_a, "lone_ace"_a, "The best hold of every suit class, and its value.")
        .def("worth", &StrengthHolds::worth, "holds"_a, "What a hold for every suit class is worth, summed over all hands.");
    if (!is_there<PayTable>(m, "PayTable")) nb::class_<PayTable>(m, "PayTable", "What a draw poker machine pays for.")
        .def(nb::new_(&make_pay_table), "jokers"_a, "wild_ranks"_a, "lines"_a)
        .def("outcomes", [](const PayTable& self) { return nb::bytes(self.outcomes().data(), self.outcomes().size()); },
             "The line of every class of hands.")
        .def("solve", &solve, "pays"_a, "The best hold of every class, what all are worth, and the squares of the values.")
        .def("counts", &outcome_counts, "holds"_a, "How often each outcome comes up, over all hands and the common number of draws.")
        .def("counts_of_hand", &counts_of_hand, "hand"_a, "How many draws end in each outcome, for the 32 holds of a hand.")
        .def("values_of_holds", &values_of_holds, "pays"_a, "The value of every hold of every class.")
        .def("nodes_of_holds", &nodes_of_holds, "The class of what every hold of every class keeps.")
        .def("class_of_hand", &class_of_hand, "hand"_a, "The class of a hand, and where its cards stand in the hand that stands for it.")
        .def("class_hands", &class_hands, "The cards of the hands that stand for the classes, lowest first.")
        .def("class_sizes", &class_sizes, "How many hands each class has.");
}
