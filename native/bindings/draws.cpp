// Draws: values of holds.
#include "common.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include <draws/holds.hpp>
#include <draws/one_hand.hpp>
#include <draws/pot.hpp>
#include <draws/rounds.hpp>
#include <threads.hpp>

namespace {

using namespace fivecard::draws;
using fivecard::CardId;
using fivecard::CardSet;
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
            kernels.holds.best(sums_, {holds, lone_ace}, best);
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
        refuse_misaligned(payoff, "a payoff");
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

int checked_hold(int hold) {
    if (hold < 0 || hold > all_held) refuse("HandError", "a hold is from 0 to 31, not " + std::to_string(hold));
    return hold;
}

// For each hold: (draws that end in each category, draws that end in a stronger hand). `starts` has the weakest strength of
// each category.
nb::list draw_odds(const std::vector<int>& hand, const std::vector<int>& holds, const std::vector<int>& starts) {
    const auto cards = sorted_hand(hand);
    if (starts.empty() || starts[0] != 1 || !std::is_sorted(starts.begin(), starts.end()))
        refuse("HandError", "the starts of categories rise from 1");
    const Strength now = fivecard::strength<5>(cards.data());
    nb::list found;
    for (const int hold : holds) {
        const DrawCounts counts = count_draws(cards.data(), checked_hold(hold));
        std::vector<std::uint64_t> categories(starts.size());
        std::uint64_t better = 0;
        std::size_t category = 0;
        for (int s = 1; s <= fivecard::strength_count; ++s) {
            while (category + 1 < starts.size() && s >= starts[category + 1]) ++category;
            categories[category] += counts[static_cast<std::size_t>(s)];
            if (s > now) better += counts[static_cast<std::size_t>(s)];
        }
        found.append(nb::make_tuple(categories, better));
    }
    return found;
}

nb::dict draw_strengths(const std::vector<int>& hand, int hold) {
    const DrawCounts counts = count_draws(sorted_hand(hand).data(), checked_hold(hold));
    nb::dict found;
    for (std::size_t s = 0; s < counts.size(); ++s)
        if (counts[s]) found[nb::int_(s)] = counts[s];
    return found;
}

// A hold for every suit class, as bytes; `least` is 1 where a hand must keep a card.
std::span<const std::uint8_t> checked_holds(const nb::bytes& holds, int least = 1) {
    const auto* data = static_cast<const std::uint8_t*>(holds.data());
    if (holds.size() != SuitClasses::count)
        refuse("HandError", "a strategy has 134459 holds, not " + std::to_string(holds.size()));
    for (std::size_t i = 0; i < SuitClasses::count; ++i)
        if (data[i] < least || data[i] > all_held)
            refuse("HandError", "hold " + std::to_string(data[i]) + " of suit class " + std::to_string(i) + " is not from " +
                                    std::to_string(least) + " to 31");
    return {data, SuitClasses::count};
}

nb::bytes as_bytes(const std::vector<std::uint8_t>& numbers) { return nb::bytes(numbers.data(), numbers.size()); }

// A table at which all opponents play one strategy.
class Table {
public:
    Table(const nb::bytes& holds, int opponents, int threads) : holds_(checked_holds(holds).begin(), checked_holds(holds).end()) {
        checked_threads(threads);
        if (opponents < 1 || opponents > most_opponents)
            refuse("HandError", "there are 1 to 5 opponents, not " + std::to_string(opponents));
        nb::gil_scoped_release released;
        const Opponent opponent(holds_, threads);
        pot_.emplace(opponent, opponents, threads);
    }

    std::vector<double> shares(const std::vector<int>& hand) const {
        const auto place = SuitClasses::get().find(sorted_hand(hand).data());
        const auto found = pot_->shares(place.number);
        std::vector<double> shares(hold_count);
        for (int hold = 0; hold < hold_count; ++hold) {
            int there = 0;
            for (int i = 0; i < hand_size; ++i) there |= (hold >> i & 1) << place.position[i];
            shares[hold] = found[there];
        }
        return shares;
    }

    // (best hold of every class, its share, the strategy's own share, hands for which they differ).
    nb::tuple best_response(std::uint32_t holds, bool lone_ace, int threads) const {
        checked_threads(threads);
        Pot::Response response;
        {
            nb::gil_scoped_release released;
            response = pot_->best_response(holds_, {holds, lone_ace}, threads);
        }
        return nb::make_tuple(as_bytes(response.holds), response.share, response.old_share, response.changed);
    }

private:
    std::vector<std::uint8_t> holds_;
    std::optional<Pot> pot_;
};

// Strategies that sit down to play rounds against each other.
class Rounds {
public:
    explicit Rounds(const std::vector<nb::bytes>& strategies) {
        for (const nb::bytes& holds : strategies) {
            const auto checked = checked_holds(holds, 0);
            nb::gil_scoped_release released;
            plans_.push_back(SuitClasses::get().spread(checked));
        }
    }

    // `seats` names a strategy for each: (parts of a pot won by each seat, their squares summed, ties).
    nb::tuple play(const std::vector<int>& seats, std::uint64_t seed, std::uint64_t first, std::uint64_t rounds, int threads) const {
        const auto plans = plans_of(seats);
        return together(seats.size(), rounds, threads, [&](std::uint64_t start, std::uint64_t count) {
            return play_rounds(plans, seed, first + start, count);
        });
    }

    // Given deals, played in the same way: (final hands, what was thrown away, parts of the pot won), a row a deal.
    nb::tuple replay(const std::vector<int>& seats, const Input<CardId, 2>& decks, const Input<CardId, 2>& reserves) const {
        const auto plans = plans_of(seats);
        const auto deals = checked_deals(decks, reserves);
        const std::size_t count = deals.size() * plans.size();
        auto hands = std::make_unique_for_overwrite<CardSet[]>(count), thrown = std::make_unique_for_overwrite<CardSet[]>(count);
        auto parts = std::make_unique_for_overwrite<std::uint64_t[]>(count);
        {
            nb::gil_scoped_release released;
            std::vector<Ending> endings(plans.size());
            std::size_t place = 0;
            for (const Deal& deal : deals) {
                replay_round(plans, deal, endings);
                for (const Ending& ending : endings) {
                    hands[place] = ending.hand;
                    thrown[place] = ending.thrown;
                    parts[place++] = ending.parts;
                }
            }
        }
        const auto rows = {deals.size(), plans.size()};
        return nb::make_tuple(hand_over(std::move(hands), rows), hand_over(std::move(thrown), rows), hand_over(std::move(parts), rows));
    }

    // (decks, reserves) of the rounds `first` and following of a seed, a row a deal.
    static nb::tuple deals(std::uint64_t seed, std::uint64_t first, std::uint64_t rounds) {
        if (rounds > most_deals) refuse("HandError", "at most " + std::to_string(most_deals) + " deals at a time, not " + std::to_string(rounds));
        auto decks = std::make_unique_for_overwrite<CardId[]>(rounds * fivecard::card_count);
        auto reserves = std::make_unique_for_overwrite<CardId[]>(rounds * fivecard::card_count);
        for (std::uint64_t round = 0; round < rounds; ++round) {
            const Deal deal = shuffled_deal(seed, first + round);
            std::copy(deal.deck.begin(), deal.deck.end(), decks.get() + round * fivecard::card_count);
            std::copy(deal.reserve.begin(), deal.reserve.end(), reserves.get() + round * fivecard::card_count);
        }
        const auto rows = {static_cast<std::size_t>(rounds), std::size_t{fivecard::card_count}};
        return nb::make_tuple(hand_over(std::move(decks), rows), hand_over(std::move(reserves), rows));
    }

    // The same for holds of one hand, tried in the same deals against opponents with a strategy.
    nb::tuple try_out(const std::vector<int>& hand, const std::vector<int>& holds, int strategy, int opponents, std::uint64_t seed,
                      std::uint64_t rounds, int threads) const {
        const auto cards = sorted_hand(hand);
        const Plan& theirs = plan(strategy);
        if (opponents < 1 || opponents > most_opponents)
            refuse("HandError", "there are 1 to 5 opponents, not " + std::to_string(opponents));
        std::vector<std::uint8_t> tried;
        for (const int hold : holds) {
            tried.push_back(static_cast<std::uint8_t>(checked_hold(hold)));
        }
        return together(tried.size(), rounds, threads, [&](std::uint64_t start, std::uint64_t count) {
            return try_holds(cards.data(), tried, theirs, opponents, seed, start, count);
        });
    }

private:
    static constexpr std::uint64_t most_deals = 1 << 24;

    std::vector<const Plan*> plans_of(const std::vector<int>& seats) const {
        if (seats.size() < 2 || seats.size() > most_seats)
            refuse("HandError", "rounds are for 2 to 10 players, not " + std::to_string(seats.size()));
        std::vector<const Plan*> plans;
        for (const int seat : seats) plans.push_back(&plan(seat));
        return plans;
    }

    // Rows of all cards, each in some order.
    static std::vector<Deal> checked_deals(const Input<CardId, 2>& decks, const Input<CardId, 2>& reserves) {
        if (decks.shape(0) != reserves.shape(0) || decks.shape(1) != fivecard::card_count || reserves.shape(1) != fivecard::card_count)
            refuse("HandError", "decks and reserves have a row of 52 cards for each round");
        std::vector<Deal> deals(decks.shape(0));
        const CardId *deck = decks.data(), *reserve = reserves.data();
        for (std::size_t row = 0; row < deals.size(); ++row, deck += fivecard::card_count, reserve += fivecard::card_count) {
            std::copy_n(deck, fivecard::card_count, deals[row].deck.begin());
            std::copy_n(reserve, fivecard::card_count, deals[row].reserve.begin());
            for (const auto* cards : {&deals[row].deck, &deals[row].reserve})
                if (fivecard::first_bad_card(cards->data(), fivecard::card_count) < fivecard::card_count)
                    refuse("HandError", "row " + std::to_string(row) + " has not all 52 cards");
        }
        return deals;
    }

    const Plan& plan(int number) const {
        if (number < 0 || static_cast<std::size_t>(number) >= plans_.size())
            refuse("HandError", "there is no strategy " + std::to_string(number));
        return plans_[static_cast<std::size_t>(number)];
    }

    template <typename Work>
    static nb::tuple together(std::size_t seats, std::uint64_t rounds, int threads, Work work) {
        const auto parts = static_cast<std::size_t>(checked_threads(threads));
        std::vector<Outcome> outcomes(parts, Outcome(seats));
        {
            nb::gil_scoped_release released;
            fivecard::in_threads(parts, [&](std::size_t part) {
                const std::uint64_t start = rounds * part / parts;
                outcomes[part] = work(start, rounds * (part + 1) / parts - start);
            });
        }
        for (std::size_t part = 1; part < parts; ++part) outcomes[0].add(outcomes[part]);
        return nb::make_tuple(outcomes[0].parts, outcomes[0].squares, outcomes[0].ties);
    }

    std::vector<Plan> plans_;
};

}  // namespace

void add_draws(nb::module_& m) {
    m.def("all_strengths", [] { return array_of(strengths_of_all()); }, "The strengths of all hands, in colex order.");
    if (!is_there<HoldValues>(m, "HoldValues")) nb::class_<HoldValues>(m, "HoldValues", "The value of every hold for a payoff.")
        .def(nb::init<const Input<double, 1>&>(), nb::arg("payoff").noconvert())
        .def("draws", &HoldValues::draws, "hand"_a, "The payoff summed over all draws, for the 32 holds of a hand.")
        .def("best", &HoldValues::best, "holds"_a, "lone_ace"_a, "The best hold of every hand, and its value.");
    if (!is_there<Table>(m, "DrawTable")) nb::class_<Table>(m, "DrawTable", "A table at which all opponents play one strategy.")
        .def(nb::init<const nb::bytes&, int, int>(), "holds"_a, "opponents"_a, "threads"_a)
        .def("shares", &Table::shares, "hand"_a, "The expected share of the pot, for the 32 holds of a hand.")
        .def("best_response", &Table::best_response, "holds"_a, "lone_ace"_a, "threads"_a,
             "The best hold of every suit class, its share, the strategy's own, and the hands for which they differ.");
    m.def("class_of_hand", [](const std::vector<int>& hand) {
        const auto place = SuitClasses::get().find(sorted_hand(hand).data());
        return nb::make_tuple(place.number, nb::make_tuple(place.position[0], place.position[1], place.position[2],
                                                           place.position[3], place.position[4]));
    }, "hand"_a, "The number of a hand's suit class, and where each of its cards stands in its representative.");
    m.def("class_hands", [] {
        std::vector<CardId> cards;
        cards.reserve(SuitClasses::count * hand_size);
        for (const auto& each : SuitClasses::get().all()) cards.insert(cards.end(), each.cards.begin(), each.cards.end());
        return nb::bytes(cards.data(), cards.size());
    }, "The cards of every representative, lowest first.");
    m.def("allowed_holds", [](std::uint32_t holds, bool lone_ace) {
        std::vector<std::uint32_t> allowed;
        for (const auto& each : SuitClasses::get().all()) allowed.push_back(Allowance{holds, lone_ace}.for_hand(each.cards.data()));
        return array_of(allowed);
    }, "holds"_a, "lone_ace"_a, "The holds that are allowed for every suit class, as bits.");
    m.def("final_counts", [](const nb::bytes& holds, int threads) {
        return final_counts(checked_holds(holds, 0), checked_threads(threads));
    }, "holds"_a, "threads"_a, "How often each strength is the final hand of a strategy, over hands and the common number of draws.");
    m.def("draw_odds", &draw_odds, "hand"_a, "holds"_a, "starts"_a, "How draws end, by category, for some holds of a hand.");
    m.def("draw_strengths", &draw_strengths, "hand"_a, "hold"_a, "How draws end, by strength, for one hold of a hand.");
    m.attr("POT_PARTS") = pot_parts;
    if (!is_there<Rounds>(m, "Rounds")) nb::class_<Rounds>(m, "Rounds", "Strategies that play rounds against each other.")
        .def(nb::init<const std::vector<nb::bytes>&>(), "strategies"_a)
        .def("play", &Rounds::play, "seats"_a, "seed"_a, "first"_a, "rounds"_a, "threads"_a)
        .def("replay", &Rounds::replay, "seats"_a, nb::arg("decks").noconvert(), nb::arg("reserves").noconvert(),
             "Final hands, what was thrown away and the parts of the pot won, for given deals.")
        .def_static("deals", &Rounds::deals, "seed"_a, "first"_a, "rounds"_a, "The decks and reserves that `play` deals.")
        .def("try_out", &Rounds::try_out, "hand"_a, "holds"_a, "strategy"_a, "opponents"_a, "seed"_a, "rounds"_a, "threads"_a);
}
