// Three ranges on boards: against going through all deals.
#include "tests/equity_questions.hpp"

#include "src/equity/three_ranges.hpp"

namespace {

using namespace fivecard;
using namespace fivecard::test;

void check_question(const Question& question, const std::string& what) {
    check(three_ranges_applies(question), what + ": applies");
    const Answer right = enumerated(question);
    for (const kernels::Kernels* kernels : kernels::all())
        for (const int threads : {1, 2}) check_same(three_ranges(question, *kernels, threads), right, what + ", " + kernels->name);
}

void set_weights(Question& question, std::uint32_t first, std::uint32_t second, std::uint32_t third) {
    for (Holding& holding : question.ranges[0]) holding.weight = first;
    for (Holding& holding : question.ranges[1]) holding.weight = second;
    for (Holding& holding : question.ranges[2]) holding.weight = third;
}

void test_against_all_deals() {
    Dice dice(6);
    for (const Game& game : {holdem(3), short_deck(3)})
        for (int i = 0; i < tries(12, 3); ++i) {
            const int board = 3 + i % 3;
            const std::size_t sizes[] = {1, 15, 40};
            Question question = any_question(dice, game, board, i % 2 * 3, {sizes[i % 3], sizes[(i + i / 3) % 3], 40}, 1);
            if (i % 4 == 3) set_weights(question, 7, 10'000, 31);
            check_question(question, std::to_string(board) + " cards of the board, question " + std::to_string(i));
        }
}

// The same range for all, boards with flushes, suits that are alike.
void test_same_ranges() {
    for (const char* text : {"2c7dTh", "2c7cTc", "2c3c4c5c", "7c7d7h7s2c", "AcKcQcJcTc"}) {
        Question question{holdem(3), {}, cards(text), 0};
        Range some;
        for_each_pair(~question.gone() & ~(CardSet{0xffffff} << 8), [&](CardSet hand) {
            if (some.size() % 7 || hand >> 40) some.push_back({hand, 1});
        });
        some.resize(std::min<std::size_t>(some.size(), 70));
        question.ranges = {some, some, some};
        check_question(question, text);
    }
}

// Without a board and without suits: few cards are left.
void test_no_board() {
    Question question{holdem(3), {}, 0, 0};
    for (int rank = 0; rank < 9; ++rank) question.dead |= CardSet{15} << 4 * rank;  // J Q K A are left
    Range all;
    for_each_pair(~question.gone(), [&](CardSet hand) { all.push_back({hand, 1}); });
    question.ranges = {all, all, all};
    check_question(question, "16 cards");
}

}  // namespace

int main() {
    test_against_all_deals();
    test_same_ranges();
    if (!test::few_tries) test_no_board();
    return test::result();
}
