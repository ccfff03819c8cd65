// Heads-up betting on small decks: solved, answered, dealt and written.
#include "tests/check.hpp"

#include "src/limit_draw/cuts.hpp"
#include "src/limit_draw/deals.hpp"
#include "src/cfr/best_response.hpp"
#include "src/cfr/solver.hpp"
#include "src/kernels/find.hpp"
#include "src/kernels/cfr.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <stdexcept>

using namespace fivecard;
using namespace fivecard::limit_draw;
using fivecard::test::check;

namespace {

// Cards of so many ranks and suits. Hands of the same ranks are of a kind, and whose highest is higher is stronger.
Abstraction small_deck(int ranks, int suits, int hand) {
    Abstraction cards;
    cards.deck = ranks * suits;
    cards.hand = hand;
    std::array<CardId, most_cards> some{};
    std::iota(some.begin(), some.end(), CardId{0});
    const std::size_t count = odds::choose[hand][cards.deck];
    for (std::size_t number = 0; number < count; ++number) {
        std::uint32_t kind = 0;
        for (int place = hand; place-- > 0;)
            kind = kind * static_cast<std::uint32_t>(ranks) + some[place] / static_cast<std::uint32_t>(suits);
        cards.kind.push_back(kind);
        odds::next_colex(some.data(), hand);
    }
    cards.kinds = *std::max_element(cards.kind.begin(), cards.kind.end()) + 1u;
    cards.groups = cards.kinds;
    cards.group.assign(cards.kind.begin(), cards.kind.end());
    cards.strength = cards.group;
    cards.order.assign(count, 0);
    return cards;
}

// Every card, pair and three cards are on the same side of as many cuts as any others.
void cuts_balance_one_another() {
    const auto& halves = balanced_halves();
    check(halves.size() == 51, "as many cuts as it takes");
    for (const auto& half : halves) check(half.count() == 26, "a half is a half");
    const auto together = [&](int one, int two, int three) {
        int cuts = 0;
        for (const auto& half : halves) cuts += half[one] == half[two] && half[two] == half[three];
        return cuts;
    };
    for (int one = 0; one < card_count; ++one)
        for (int two = 0; two < one; ++two) {
            check(together(one, two, two) == 25, "a pair of cards is on one side of 25 cuts");
            for (int three = 0; three < two; ++three) check(together(one, two, three) == 12, "three cards are on one side of 12 cuts");
        }
}

// A deck that is not of 52 cards is cut at random, a whole one in balance; the halves have all cards once, and are exchanged.
void cuts_have_all_cards() {
    Stakes drawing;
    drawing.most_drawn = 0;
    for (const int suits : {2, 4}) {
        const Abstraction cards = small_deck(13, suits, 1);
        const Layout layout(drawing, cards);
        const Places places(cards.deck / 2, 1);
        World world(cards, layout, places), exchanged(cards, layout, places);
        std::vector<int> dealt(static_cast<std::size_t>(cards.kinds));
        for (std::uint64_t number = 0; number < 2 * balanced_cuts; number += 2) {
            world.cut_in_balance(7, number);
            exchanged.cut_in_balance(7, number + 1);
            check(world.half[0].kind == exchanged.half[1].kind && world.half[1].kind == exchanged.half[0].kind, "halves are exchanged");
            std::vector<int> both(static_cast<std::size_t>(cards.kinds));
            for (const auto& half : world.half)
                for (const std::uint32_t kind : half.kind) ++both[kind];
            for (const World* cut : {&world, &exchanged})
                for (const std::uint32_t kind : cut->half[0].kind) ++dealt[kind];
            check(std::ranges::all_of(both, [&](int count) { return count == suits; }), "every card is in one half");
        }
        if (suits == 4)
            check(std::ranges::all_of(dealt, [](int count) { return count == 4 * 51; }), "both players get every card as often");
    }
}

// Kuhn, 1950: one card each of three, one bet; the first player loses an eighteenth.
void solve_kuhn(const kernels::CfrKernels& kernels) {
    Stakes stakes;
    stakes.bet = {1, 1};
    stakes.cap = {1, 0};
    stakes.most_drawn = 0;
    Solver solver(stakes, small_deck(3, 1, 1), 1, 1, 1, kernels);
    for (int i = 0; i < test::tries(20000, 5000); ++i) solver.iterate();
    check(std::abs(solver.value() + 1.0 / 18) < 0.01, [&] { return "Kuhn poker is worth " + std::to_string(solver.value()); });
}

// Stopped again and again, it comes to the same numbers.
void solve_with_interruptions(const kernels::CfrKernels& kernels) {
    Stakes drawing;
    drawing.most_drawn = 2;
    Solver whole(drawing, small_deck(4, 4, 2), 8, 2, 1, kernels), stopped(drawing, small_deck(4, 4, 2), 8, 2, 1, kernels);
    for (int i = 0; i < 10; ++i) whole.iterate();
    int stops = 0;
    for (int microseconds = 0; stopped.iterations() < 9; microseconds += 3) {
        Job job(Job::Clock::now() + std::chrono::microseconds(microseconds));
        const Job::Scope scope(&job);
        try {
            stopped.iterate();
        } catch (const Stopped&) {
            ++stops;
        }
    }
    while (stopped.iterations() < 10) {
        Job job(Job::Clock::now() + std::chrono::microseconds(20));
        const Job::Scope scope(&job);
        try {
            stopped.iterate();
        } catch (const Stopped&) {
            stopped.finish();
        }
    }
    check(stops > 2, "the solver stops");
    check(stopped.value() == whole.value(), "the value of a solver that was stopped");
    for (int part = 0; part < 4; ++part)
        for (const auto& [mine, right] : {std::pair{&stopped.regrets(), &whole.regrets()}, std::pair{&stopped.average(), &whole.average()}})
            check(!std::memcmp(mine->parts()[part]->data(), right->parts()[part]->data(), right->parts()[part]->size() * sizeof(float)),
                  "the tables of a solver that was stopped");
}

void answer_and_deal(const kernels::CfrKernels& kernels) {
    const Abstraction cards = small_deck(4, 4, 2);
    Stakes drawing;
    drawing.most_drawn = 2;
    const Layout layout(drawing, cards);
    Solver solver(drawing, cards, 8, 2, 1, kernels);
    for (int i = 0; i < 50; ++i) solver.iterate();
    BestResponse response(drawing, cards, 8, 2, 7, kernels);
    for (int part = 0; part < 4; ++part)
        std::memcpy(response.strategy().parts()[part]->data(), solver.average().parts()[part]->data(),
                    solver.average().parts()[part]->size() * sizeof(float));
    response.learn_second(200);
    response.answer_second();
    response.doubt_second(200);
    response.learn_first(200);
    response.answer_first();
    response.doubt_first(200);
    double gain = 0;
    for (const auto& [first, first_answer, second, second_answer] : response.measure(400, 300)) {
        check(std::abs(first + second) < 1e-4, "what one wins the other loses");
        gain += (first_answer - first + second_answer - second) / 600;
    }
    check(gain > -0.01, [&] { return "an answer gains " + std::to_string(gain); });  // it loses nothing but by chance

    std::vector<std::uint8_t> numbers(Strategy::size(layout));
    RandomStream random(1, 1);
    for (auto& number : numbers) number = static_cast<std::uint8_t>(random.below(layout.holds.size()));  // are holds, and small chances
    const Strategy strategy(layout, numbers);
    const Deals deals(drawing, cards, layout, strategy);
    for (std::uint64_t number = 0; number < 2000; ++number)
        check(std::abs(deals.play(1, number).won) <= 25, "nobody wins more than both can put in");
    const Spot first{0, {0, 5}, {}, {}, {}, {}}, draw{1, {3, 9}, {}, {0, 0}, {1}, {}}, second{0, {3, 9}, {1, 2}, {0, 0}, {2, 1}, {0, 1}};
    for (const Spot& spot : {first, draw, second}) {
        const ChoiceValues found = deals.worth(spot, 300, 100000, 0.5f, 3);
        check(found.values.size() == 300 * found.choices, "as many deals as were asked for");
        for (const float value : found.values) check(std::abs(value) <= 50, "nothing is worth more than the pot");
    }
    bool refused = false;
    try {
        deals.worth({0, {0, 0}, {}, {}, {}, {}}, 1, 1, 0, 1);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    check(refused, "a hand of the same card twice is refused");
}

void what_takes_long_to_make_can_be_stopped() {
    const Abstraction cards = small_deck(13, 4, 3);
    check(test::stops([] { Floats::of_table(1 << 10); }), "tables are given up");
    check(test::stops([] { Abstraction::merged(); }) && test::stops([] { Abstraction::all(); }), "kinds of all hands are given up");
    check(test::stops([&] { const Translation translation(cards, cards, {{7, 0}}); }), "what hands are for others is given up");
}

}  // namespace

int main() {
    what_takes_long_to_make_can_be_stopped();
    cuts_balance_one_another();
    cuts_have_all_cards();
    for (const auto* each : kernels::all()) {
        solve_kuhn(each->cfr);
        solve_with_interruptions(each->cfr);
        answer_and_deal(each->cfr);
    }
    return fivecard::test::result();
}
