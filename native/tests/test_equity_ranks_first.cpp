// Ranks first, flushes as corrections: against published counts and going through all deals.
#include "tests/equity_questions.hpp"

#include "src/equity/ranks_first.hpp"
#include "src/equity/suit_symmetry.hpp"

namespace {

using namespace fivecard;
using namespace fivecard::test;

Range pairs_of(int rank) {
    Range range;
    for (int a = 0; a < suit_count; ++a)
        for (int b = 0; b < a; ++b) range.push_back({CardSet{1} << (4 * rank + a) | CardSet{1} << (4 * rank + b), 1});
    return range;
}

void test_aces_against_kings(const kernels::Kernels& kernels) {
    const Answer answer = ranks_first({holdem(), {pairs_of(12), pairs_of(11)}, 0, 0}, kernels, 2);
    check(answer.outcomes == std::vector<Count>{0, 50'371'344, 10'986'372, 285'228}, "AA v KK");
}

// On every kind of kernels.
void check_question(const Question& question, const std::string& what) {
    check(ranks_first_applies(question), what + ": ranks first");
    const Answer right = enumerated(question);
    for (const kernels::Kernels* kernels : kernels::all())
        for (const int threads : {1, 2}) check_same(ranks_first(question, *kernels, threads), right, what + ", " + kernels->name);
}

void test_against_all_deals() {
    Dice dice(16);
    const std::pair<Game, int> games[] = {
        {holdem(), tries(6, 1)}, {short_deck(), tries(4, 1)}, {omaha(4), tries(3, 1)}, {omaha(5), tries(2, 1)}, {omaha(6), tries(2, 1)}};
    for (const auto& [game, count] : games)
        for (int i = 0; i < count; ++i)
            check_question(any_question(dice, game, 0, i % 4 * 2, {2, 1}, i % 2 ? 10'000 : 1),
                           std::to_string(game.hole) + " cards, question " + std::to_string(i));
}

// Ranges that have all suits of their hands, but not equally often; and several groups of hands alike but for suits.
void test_weights_of_suits() {
    Question question{holdem(), {pairs_of(12), pairs_of(11)}, 0, cards("7c2c2d")};
    for (const Holding& queens : pairs_of(10)) question.ranges[0].push_back(queens);
    std::uint32_t weight = 0;
    for (Range& range : question.ranges)
        for (Holding& holding : range) holding.weight = ++weight * 7 % 20 + 1;
    check_question(question, "weights by suit");
}

// Hands of which both are of few suits, where flushes matter most.
void test_suited_hands() {
    Dice dice(17);
    for (const Game& game : {holdem(), omaha(4)})
        for (const CardSet suits : {suit_mask(0), suit_mask(1) | suit_mask(2)}) {
            Question question{game, {}, 0, 0};
            do question.ranges = {some_hands(dice, suits, game.hole, 1, 1), some_hands(dice, suits, game.hole, 1, 1)};
            while (fit(question) != Fit::found);
            check_question(question, "suited");
        }
}

void test_boards_stand_for_all() {
    std::uint64_t all = 0;
    const auto boards = SuitSymmetry(CardSet{0}).boards(~(~CardSet{0} << card_count), board_size);
    for (const auto& board : boards) all += board.times;
    check(boards.size() == 134'459 && all == 2'598'960, "boards up to suits");
    const CardSet flop = 1 | CardSet{1} << 20 | CardSet{1} << 34;  // 2c 7c Th: diamonds and spades are alike
    const SuitSymmetry two_alike(flop);
    check(two_alike.order() == 2, "suits alike on a flop of two suits");
    all = 0;
    for (const auto& board : two_alike.boards(~flop & ~(~CardSet{0} << card_count), 2)) all += board.times;
    check(all == 49 * 48 / 2, "boards from a flop");
}

}  // namespace

int main() {
    test_boards_stand_for_all();
    for (const kernels::Kernels* kernels : kernels::all()) test_aces_against_kings(*kernels);
    test_against_all_deals();
    test_weights_of_suits();
    test_suited_hands();
    return test::result();
}
