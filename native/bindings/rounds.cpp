// Rounds of five-card draw between strategies.
#include "bindings/odds.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>

#include "src/odds/pot_shares.hpp"
#include "src/odds/rounds.hpp"
#include "src/threads.hpp"

namespace {

using namespace fivecard::odds;
using fivecard::CardId;
using fivecard::CardSet;

// Strategies that sit down to play rounds against each other.
class Rounds {
public:
    explicit Rounds(const std::vector<nb::bytes>& strategies) {
        for (const nb::bytes& holds : strategies) {
            const auto checked = checked_holds(holds, 0);
            released([&] { plans_.push_back(SuitClasses::get().expand(checked)); });
        }
    }

    // `seats` names a strategy for each: (parts of a pot won by each seat, their squares summed, ties).
    nb::tuple play(const std::vector<int>& seats, std::uint64_t seed, std::uint64_t first, std::uint64_t rounds, int threads) const {
        const auto plans = plans_of(seats);
        const auto outcome = together(RoundOutcome(seats.size()), rounds, threads, [&](std::uint64_t start, std::uint64_t count) {
            return play_rounds(plans, seed, first + start, count);
        });
        return nb::make_tuple(outcome.parts, outcome.squares, outcome.ties);
    }

    // What the seat numbered `seat` gains with another strategy: (parts of a pot, their squares summed, rounds that differ).
    nb::tuple gain(const std::vector<int>& seats, int seat, int other, std::uint64_t seed, std::uint64_t first, std::uint64_t rounds,
                   int threads) const {
        const auto plans = plans_of(seats);
        const Plan& changed = plan(other);
        if (seat < 0 || static_cast<std::size_t>(seat) >= plans.size()) refuse("ArgumentError", "there is no seat " + std::to_string(seat));
        const Gain found = together(Gain(), rounds, threads, [&](std::uint64_t start, std::uint64_t count) {
            return gain_by(plans, static_cast<std::size_t>(seat), changed, seed, first + start, count);
        });
        return nb::make_tuple(found.parts, found.squares, found.differing);
    }

    // Given deals, played in the same way: (final hands, what was thrown away, parts of the pot won), a row a deal.
    nb::tuple replay(const std::vector<int>& seats, const Input<CardId, 2>& decks, const Input<CardId, 2>& reserves) const {
        const auto plans = plans_of(seats);
        const auto deals = checked_deals(decks, reserves);
        const std::size_t count = deals.size() * plans.size();
        auto hands = std::make_unique_for_overwrite<CardSet[]>(count), thrown = std::make_unique_for_overwrite<CardSet[]>(count);
        auto parts = std::make_unique_for_overwrite<std::uint64_t[]>(count);
        released([&] {
            std::vector<Ending> endings(plans.size());
            std::size_t index = 0;
            for (const Deal& deal : deals) {
                if (index % 1024 == 0) fivecard::jobs::check();
                replay_round(plans, deal, endings);
                for (const Ending& ending : endings) {
                    hands[index] = ending.hand;
                    thrown[index] = ending.thrown;
                    parts[index++] = ending.parts;
                }
            }
        });
        const auto rows = {deals.size(), plans.size()};
        return nb::make_tuple(hand_over(std::move(hands), rows), hand_over(std::move(thrown), rows), hand_over(std::move(parts), rows));
    }

    // (decks, reserves) of the rounds `first` and following of a seed, a row a deal.
    static nb::tuple deals(std::uint64_t seed, std::uint64_t first, std::uint64_t rounds) {
        if (rounds > most_deals) refuse("ArgumentError", "at most " + std::to_string(most_deals) + " deals at a time, not " + std::to_string(rounds));
        refuse_too_large(2. * static_cast<double>(rounds) * fivecard::card_count, "ask for fewer deals at a time");
        auto decks = std::make_unique_for_overwrite<CardId[]>(rounds * fivecard::card_count);
        auto reserves = std::make_unique_for_overwrite<CardId[]>(rounds * fivecard::card_count);
        released([&] {
            for (std::uint64_t round = 0; round < rounds; ++round) {
                if (round % 1024 == 0) fivecard::jobs::check();
                const Deal deal = shuffled_deal(seed, first + round);
                std::copy(deal.deck.begin(), deal.deck.end(), decks.get() + round * fivecard::card_count);
                std::copy(deal.reserve.begin(), deal.reserve.end(), reserves.get() + round * fivecard::card_count);
            }
        });
        const auto rows = {static_cast<std::size_t>(rounds), std::size_t{fivecard::card_count}};
        return nb::make_tuple(hand_over(std::move(decks), rows), hand_over(std::move(reserves), rows));
    }

    // For holds of one hand, tried in the same deals against opponents with a strategy, who may have said how many cards they
    // drew, -1 being nothing: (parts of a pot won by each hold, their squares summed, deals in which that is so).
    nb::tuple try_out(const std::vector<int>& hand, const std::vector<int>& holds, int strategy, const std::vector<int>& drew,
                      std::uint64_t seed, std::uint64_t first, std::uint64_t rounds, int threads) const {
        const auto cards = sorted_hand(hand);
        const Plan& theirs = plan(strategy);
        if (drew.empty() || drew.size() > most_opponents)
            refuse("ArgumentError", "there are 1 to 5 opponents, not " + std::to_string(drew.size()));
        for (const int count : drew)
            if (count < -1 || count > hand_size) refuse("ArgumentError", "an opponent draws 0 to 5 cards, not " + std::to_string(count));
        std::vector<std::uint8_t> tried;
        for (const int hold : holds) tried.push_back(static_cast<std::uint8_t>(checked_hold(hold)));
        const auto outcome = together(RoundOutcome(tried.size()), rounds, threads, [&](std::uint64_t start, std::uint64_t count) {
            return try_holds(cards.data(), tried, theirs, drew, seed, first + start, count);
        });
        return nb::make_tuple(outcome.parts, outcome.squares, outcome.rounds);
    }

private:
    static constexpr std::uint64_t most_deals = 1 << 24;

    std::vector<const Plan*> plans_of(const std::vector<int>& seats) const {
        if (seats.size() < 2 || seats.size() > most_seats)
            refuse("ArgumentError", "rounds are for 2 to 10 players, not " + std::to_string(seats.size()));
        std::vector<const Plan*> plans;
        for (const int seat : seats) plans.push_back(&plan(seat));
        return plans;
    }

    // Rows of all cards, each in some order.
    static std::vector<Deal> checked_deals(const Input<CardId, 2>& decks, const Input<CardId, 2>& reserves) {
        if (decks.shape(0) != reserves.shape(0) || decks.shape(1) != fivecard::card_count || reserves.shape(1) != fivecard::card_count)
            refuse("ArgumentError", "decks and reserves have a row of 52 cards for each round");
        std::vector<Deal> deals(decks.shape(0));
        const CardId *deck = decks.data(), *reserve = reserves.data();
        for (std::size_t row = 0; row < deals.size(); ++row, deck += fivecard::card_count, reserve += fivecard::card_count) {
            std::copy_n(deck, fivecard::card_count, deals[row].deck.begin());
            std::copy_n(reserve, fivecard::card_count, deals[row].reserve.begin());
            for (const auto* cards : {&deals[row].deck, &deals[row].reserve})
                if (fivecard::first_bad_card(cards->data(), fivecard::card_count) < fivecard::card_count)
                    refuse("HandError", "a deck has all 52 cards", row);
        }
        return deals;
    }

    const Plan& plan(int number) const {
        if (number < 0 || static_cast<std::size_t>(number) >= plans_.size())
            refuse("ArgumentError", "there is no strategy " + std::to_string(number));
        return plans_[static_cast<std::size_t>(number)];
    }

    // `nothing` is what no rounds come to.
    template <typename Outcome, typename Work>
    static Outcome together(const Outcome& nothing, std::uint64_t rounds, int threads, Work work) {
        constexpr std::uint64_t portion = 4096;  // a few milliseconds
        const std::uint64_t portions = rounds / portion + (rounds % portion != 0);
        const auto parts = static_cast<std::size_t>(std::clamp<std::uint64_t>(portions, 1, static_cast<std::uint64_t>(checked_threads(threads))));
        std::vector<Outcome> outcomes(parts, nothing);
        released([&] {
            std::atomic<std::uint64_t> next = 0;
            fivecard::in_threads(parts, [&](std::size_t part) {
                for (std::uint64_t number; (number = next++) < portions;) {
                    fivecard::jobs::check();
                    outcomes[part].add(work(number * portion, std::min(portion, rounds - number * portion)));
                }
            });
        });
        for (std::size_t part = 1; part < parts; ++part) outcomes[0].add(outcomes[part]);
        return outcomes[0];
    }

    std::vector<Plan> plans_;
};

}  // namespace

void add_rounds(nb::module_& m) {
    m.attr("POT_PARTS") = pot_parts;
    if (!is_there<Rounds>(m, "Rounds")) nb::class_<Rounds>(m, "Rounds", "Strategies that play rounds against each other.")
        .def(nb::init<const std::vector<nb::bytes>&>(), "strategies"_a)
        .def("play", &Rounds::play, "seats"_a, "seed"_a, "first"_a, "rounds"_a, "threads"_a)
        .def("replay", &Rounds::replay, "seats"_a, nb::arg("decks").noconvert(), nb::arg("reserves").noconvert(),
             "Final hands, what was thrown away and the parts of the pot won, for given deals.")
        .def_static("deals", &Rounds::deals, "seed"_a, "first"_a, "rounds"_a, "The decks and reserves that `play` deals.")
        .def("try_out", &Rounds::try_out, "hand"_a, "holds"_a, "strategy"_a, "drew"_a, "seed"_a, "first"_a, "rounds"_a, "threads"_a)
        .def("gain", &Rounds::gain, "seats"_a, "seat"_a, "other"_a, "seed"_a, "first"_a, "rounds"_a, "threads"_a,
             "What a seat gains with another strategy in the same deals.");
}
