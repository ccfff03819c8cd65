// Draws: values of holds.
#include "common.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <draws/holds.hpp>

namespace {

using namespace fivecard::draws;
using fivecard::CardId;
using fivecard::Strength;

// The cards of a hand, given as their ids, lowest first.
std::array<CardId, hand_size> sorted_hand(const std::vector<int>& ids) {
    std::array<CardId, hand_size> cards;
    bool right = ids.size() == hand_size;
    for (std::size_t i = 0; right && i < hand_size; ++i) {
        right = ids[i] >= 0 && ids[i] < fivecard::card_count && (i == 0 || ids[i] > ids[i - 1]);
        cards[i] = static_cast<CardId>(ids[i]);
    }
    if (!right) refuse("HandError", "expected the ids of five different cards, lowest first");
    return cards;
}

template <typename Number>
Array<Number> array_of(const std::vector<Number>& numbers) {
    auto copy = std::make_unique_for_overwrite<Number[]>(numbers.size());
    std::copy(numbers.begin(), numbers.end(), copy.get());
    return hand_over(std::move(copy), {numbers.size()});
}

const std::vector<Strength>& strengths_of_all() {
    static const std::vector<Strength> strengths = all_strengths();
    return strengths;
}

// A payoff for each strength, or for each hand.
class HoldValues {
public:
    explicit HoldValues(const Input<double, 1>& payoff) : sums_(payoffs_of_hands(payoff)) {}

    std::vector<double> draws(const std::vector<int>& hand) const {
        const auto values = sums_.draws(sorted_hand(hand).data());
        return {values.begin(), values.end()};
    }

    // (hold of every hand, its value, totals by size, what they must be).
    nb::tuple best(std::uint32_t holds, bool lone_ace) const {
        const fivecard::kernels::Kernels& kernels = chosen_kernels();
        auto chosen = std::make_unique_for_overwrite<std::uint8_t[]>(hand_count + 8);
        auto values = std::make_unique_for_overwrite<double[]>(hand_count + 8);
        BestHolds best = {chosen.get(), values.get(), {}};
        {
            nb::gil_scoped_release released;
            kernels.best_holds(sums_, {holds, lone_ace}, best);
        }
        nb::list totals, expected;
        for (int held = 0; held <= hand_size; ++held) {
            totals.append(best.totals[held]);
            expected.append(expected_total(sums_, held));
        }
        return nb::make_tuple(hand_over(std::move(chosen), {hand_count}), hand_over(std::move(values), {hand_count}), totals,
                              expected);
    }

private:
    static std::vector<double> payoffs_of_hands(const Input<double, 1>& payoff) {
        const std::size_t size = payoff.shape(0);
        if (size != fivecard::strength_count + 1 && size != hand_count)
            refuse("HandError", "a payoff has 7463 numbers, one for each strength, or 2598960, one for each hand, not " +
                                    std::to_string(size));
        nb::gil_scoped_release released;
        if (size == hand_count) return {payoff.data(), payoff.data() + size};
        std::vector<double> payoffs;
        payoffs.reserve(hand_count + 8);
        for (const Strength strength : strengths_of_all()) payoffs.push_back(payoff.data()[strength]);
        return payoffs;
    }

    Sums sums_;
};

}  // namespace

void add_draws(nb::module_& m) {
    m.def("all_strengths", [] { return array_of(strengths_of_all()); }, "The strengths of all hands, in colex order.");
    nb::class_<HoldValues>(m, "HoldValues", "The value of every hold for a payoff.")
        .def(nb::init<const Input<double, 1>&>(), nb::arg("payoff").noconvert())
        .def("draws", &HoldValues::draws, "hand"_a, "The payoff summed over all draws, for the 32 holds of a hand.")
        .def("best", &HoldValues::best, "holds"_a, "lone_ace"_a, "The best hold of every hand, and its value.");
}
