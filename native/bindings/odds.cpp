// Odds of draws: shares of the pot, final hands.
#include "bindings/odds.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "src/odds/one_hand.hpp"
#include "src/odds/pot_shares.hpp"
#include "src/threads.hpp"

namespace {

using namespace fivecard::odds;
using fivecard::CardId;
using fivecard::Strength;

// For each hold: (draws that end in each category, draws that end in a stronger hand). `starts` has the weakest strength of
// each category.
nb::list draw_odds(const std::vector<int>& hand, const std::vector<int>& holds, const std::vector<int>& starts) {
    const auto cards = sorted_hand(hand);
    if (starts.empty() || starts[0] != 1 || !std::is_sorted(starts.begin(), starts.end()))
        refuse("ArgumentError", "the starts of categories rise from 1");
    const Strength now = fivecard::strength<5>(cards.data());
    for (const int hold : holds) checked_hold(hold);
    struct Counted {
        std::vector<std::uint64_t> categories;
        std::uint64_t better = 0;
    };
    std::vector<Counted> counted;
    released([&] {
        for (const int hold : holds) {
            fivecard::jobs::check();
            const DrawCounts counts = count_draws(cards.data(), hold);
            Counted& here = counted.emplace_back();
            here.categories.resize(starts.size());
            std::size_t category = 0;
            for (int s = 1; s <= fivecard::strength_count; ++s) {
                while (category + 1 < starts.size() && s >= starts[category + 1]) ++category;
                here.categories[category] += counts[static_cast<std::size_t>(s)];
                if (s > now) here.better += counts[static_cast<std::size_t>(s)];
            }
        }
    });
    nb::list found;
    for (const Counted& each : counted) found.append(nb::make_tuple(each.categories, each.better));
    return found;
}

nb::dict draw_strengths(const std::vector<int>& hand, int hold) {
    const auto cards = sorted_hand(hand);
    checked_hold(hold);
    DrawCounts counts;
    released([&] { counts = count_draws(cards.data(), hold); });
    nb::dict found;
    for (std::size_t s = 0; s < counts.size(); ++s)
        if (counts[s]) found[nb::int_(s)] = counts[s];
    return found;
}

// A table at which all opponents play one strategy.
class HoldTable {
public:
    HoldTable(const nb::bytes& holds, int opponents, int threads) : holds_(checked_holds(holds).begin(), checked_holds(holds).end()) {
        checked_threads(threads);
        if (opponents < 1 || opponents > most_opponents)
            refuse("ArgumentError", "there are 1 to 5 opponents, not " + std::to_string(opponents));
        released([&] {
            const Opponent opponent(holds_, threads);
            shares_.emplace(opponent, opponents, threads);
        });
    }

    std::vector<double> shares(const std::vector<int>& hand) const {
        const auto canonical = SuitClasses::get().find(sorted_hand(hand).data());
        const auto found = shares_->shares(canonical.number);
        std::vector<double> shares(hold_count);
        for (int hold = 0; hold < hold_count; ++hold) {
            int there = 0;
            for (int i = 0; i < hand_size; ++i) there |= (hold >> i & 1) << canonical.position[i];
            shares[hold] = found[there];
        }
        return shares;
    }

    // (best hold of every class, its share, the strategy's own share, hands for which they differ).
    nb::tuple best_response(std::uint32_t holds, bool lone_ace, int threads) const {
        checked_threads(threads);
        PotShares::Response response;
        released([&] { response = shares_->best_response(holds_, {holds, lone_ace}, threads); });
        return nb::make_tuple(as_bytes(response.holds), response.share, response.old_share, response.changed);
    }

private:
    std::vector<std::uint8_t> holds_;
    std::optional<PotShares> shares_;
};

}  // namespace

void add_odds(nb::module_& m) {
    if (!is_there<HoldTable>(m, "DrawTable")) nb::class_<HoldTable>(m, "DrawTable", "A table at which all opponents play one strategy.")
        .def(nb::init<const nb::bytes&, int, int>(), "holds"_a, "opponents"_a, "threads"_a)
        .def("shares", &HoldTable::shares, "hand"_a, "The expected share of the pot, for the 32 holds of a hand.")
        .def("best_response", &HoldTable::best_response, "holds"_a, "lone_ace"_a, "threads"_a,
             "The best hold of every suit class, its share, the strategy's own, and the hands for which they differ.");
    m.def("class_of_hand", [](const std::vector<int>& hand) {
        const auto canonical = SuitClasses::get().find(sorted_hand(hand).data());
        return nb::make_tuple(canonical.number, nb::make_tuple(canonical.position[0], canonical.position[1], canonical.position[2],
                                                           canonical.position[3], canonical.position[4]));
    }, "hand"_a, "The number of a hand's suit class, and where each of its cards stands in its representative.");
    m.def("class_hands", [] {
        std::vector<CardId> cards;
        cards.reserve(SuitClasses::count * hand_size);
        for (const auto& each : SuitClasses::get().all()) cards.insert(cards.end(), each.cards.begin(), each.cards.end());
        return nb::bytes(cards.data(), cards.size());
    }, "The cards of every representative, lowest first.");
    m.def("class_numbers", [] {
        std::vector<std::uint32_t> numbers;
        released([&] { numbers = SuitClasses::get().numbers_of_hands(); });
        return array_of(numbers);
    }, "The suit class of every hand, in colex order.");
    m.def("hands_of_classes", [] {
        std::vector<std::uint8_t> orbits;
        for (const auto& each : SuitClasses::get().all()) orbits.push_back(each.orbit);
        return array_of(orbits);
    }, "How many hands each suit class stands for.");
    m.def("expand_holds", [](const nb::bytes& holds) {
        const auto checked = checked_holds(holds, 0);
        std::vector<std::uint8_t> expanded;
        released([&] { expanded = SuitClasses::get().expand(checked); });
        return array_of(expanded);
    }, "holds"_a, "A hold of every hand, in colex order, from one of every suit class.");
    m.def("allowed_holds", [](std::uint32_t holds, bool lone_ace) {
        std::vector<std::uint32_t> allowed;
        for (const auto& each : SuitClasses::get().all()) allowed.push_back(Allowance{holds, lone_ace}.for_hand(each.cards.data()));
        return array_of(allowed);
    }, "holds"_a, "lone_ace"_a, "The holds that are allowed for every suit class, as bits.");
    m.def("kept_cards", [](const nb::bytes& holds, const Input<fivecard::CardSet, 1>& hands) {
        refuse_misaligned(hands, "hands");
        auto kept = std::make_unique_for_overwrite<fivecard::CardSet[]>(hands.shape(0));
        const auto checked = checked_holds(holds, 0);
        std::size_t done = 0;
        released([&] { done = SuitClasses::get().keep(checked, {hands.data(), hands.shape(0)}, kept.get()); });
        if (done < hands.shape(0)) refuse("HandError", "a hand has five cards", done);
        return hand_over(std::move(kept), {hands.shape(0)});
    }, "holds"_a, nb::arg("hands").noconvert(), "The cards that stay of each hand.");
    m.def("final_counts", [](const nb::bytes& holds, int threads) {
        const auto checked = checked_holds(holds, 0);
        checked_threads(threads);
        std::vector<std::uint64_t> counts;
        released([&] { counts = final_counts(checked, threads); });
        return counts;
    }, "holds"_a, "threads"_a, "How often each strength is the final hand of a strategy, over hands and the common number of draws.");
    m.def("draw_odds", &draw_odds, "hand"_a, "holds"_a, "starts"_a, "How draws end, by category, for some holds of a hand.");
    m.def("draw_strengths", &draw_strengths, "hand"_a, "hold"_a, "How draws end, by strength, for one hold of a hand.");
}
