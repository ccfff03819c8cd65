// The table of pairs: against published counts, ranks first, and sums that must come out.
#include "tests/equity_questions.hpp"

#include "src/equity/pair_table.hpp"
#include "src/equity/ranks_first.hpp"

namespace {

using namespace fivecard;
using namespace fivecard::test;

constexpr CardSet deck = ~(~CardSet{0} << card_count);

Range all_hands() {
    Range range;
    for_each_pair(deck, [&](CardSet hand) { range.push_back({hand, 1}); });
    return range;
}

Range hands_of(const Range& all, auto wanted) {
    Range range;
    for (const Holding& holding : all)
        if (wanted(holding.cards)) range.push_back(holding);
    return range;
}

void test_published_counts(const kernels::Kernels& kernels) {
    const auto pairs_of = [](int rank) {
        return hands_of(all_hands(), [=](CardSet hand) { return !(hand & ~(CardSet{15} << 4 * rank)); });
    };
    const Answer answer = pair_table({holdem(), {pairs_of(12), pairs_of(11)}, 0, 0}, kernels, 1);
    check(answer.outcomes == std::vector<Count>{0, 50'371'344, 10'986'372, 285'228}, "AA v KK");
}

// Random against random is symmetric to the last count, and all deals are there; aces win as often as is known.
void test_all_against_all(const kernels::Kernels& kernels) {
    const Range all = all_hands();
    const Answer answer = pair_table({holdem(), {all, all}, 0, 0}, kernels, 2);
    check(answer.outcomes[1] == answer.outcomes[2], "random v random is symmetric");
    check(answer.outcomes[1] + answer.outcomes[2] + answer.outcomes[3] == Count{1326} * 1225 * 1'712'304, "all deals");
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Tally &first = answer.hands[0][i], &second = answer.hands[1][i];
        check(same_tally(first, second), "a hand is worth the same to both players");
        if (!(all[i].cards & ~(CardSet{15} << 48))) {
            const double share = static_cast<double>(first.shares) / pot / static_cast<double>(first.deals);
            check(share > .85203 && share < .85204, "aces against a random hand");
        }
    }
}

void test_against_ranks_first() {
    Dice dice(2);
    for (int i = 0; i < 12; ++i) {
        const Question question = any_question(dice, holdem(), 0, 0, {30, 30}, i % 2 ? 10'000 : 1);
        check(pair_table_applies(question), "the table applies");
        const Answer right = ranks_first(question, *kernels::find(""), 2);
        for (const kernels::Kernels* kernels : kernels::all()) check_same(pair_table(question, *kernels, 1), right, kernels->name);
    }
}

// Every class of pairs once, and ranges that tell no suits against those that do.
void test_classes() {
    const Range all = all_hands();
    const auto suited = [](CardSet hand) { return std::countr_zero(hand) % 4 == (63 - std::countl_zero(hand)) % 4; };
    const Range classes[] = {hands_of(all, suited), hands_of(all, [](CardSet hand) { return (hand & hand >> 4) || hand >> 48; })};
    for (const Range& some : classes) {
        Range told = some;
        told[0].weight = 2;  // this one is told apart
        Answer once = pair_table({holdem(), {all, some}, 0, 0}, *kernels::find(""), 1);
        const Answer twice = pair_table({holdem(), {all, told}, 0, 0}, *kernels::find(""), 1);
        const Answer alone = pair_table({holdem(), {all, {some[0]}}, 0, 0}, *kernels::find(""), 1);
        for (std::size_t i = 0; i < all.size(); ++i) check(same_tally(once.hands[0][i] += alone.hands[0][i], twice.hands[0][i]), "classes");
    }
}

}  // namespace

int main() {
    for (const kernels::Kernels* kernels : kernels::all()) {
        test_published_counts(*kernels);
        test_all_against_all(*kernels);
    }
    test_against_ranks_first();
    test_classes();
    return test::result();
}
