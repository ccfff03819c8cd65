// Two ranges on boards: against going through all deals.
#include "tests/equity_questions.hpp"

#include "src/equity/two_ranges.hpp"

namespace {

using namespace fivecard;
using namespace fivecard::test;

void check_question(const Question& question, const std::string& what) {
    check(two_ranges_applies(question), what + ": applies");
    const Answer right = enumerated(question);
    for (const kernels::Kernels* kernels : kernels::all())
        for (const int threads : {1, 2}) check_same(two_ranges(question, *kernels, threads), right, what + ", " + kernels->name);
}

void test_against_all_deals() {
    Dice dice(3);
    for (const Game& game : {holdem(), short_deck()})
        for (int i = 0; i < tries(36, 6); ++i) {
            const int board = 3 + i % 3, dead = i / 3 % 3;
            const std::size_t sizes[] = {1, 20, 300};
            check_question(any_question(dice, game, board, dead, {sizes[i / 9 % 3], sizes[i / 3 % 3]}, i % 2 ? 10'000 : 1),
                           std::to_string(board) + " cards of the board, question " + std::to_string(i));
        }
}

// All hands out of the cards that are left.
Range all_hands(CardSet left) {
    Range range;
    for_each_pair(left, [&](CardSet hand) { range.push_back({hand, 3}); });
    return range;
}

// Boards with three, four and five cards of a suit, pairs and quads; all hands against some.
void test_special_boards() {
    Dice dice(4);
    for (const char* text : {"2c3c4c5c6c", "2c3c4c5cAc", "TcJcQcKcAc", "7c7d7h7s2c", "KcKdKh2c3c", "2c7cTc", "2c7dTh", "AcKcQcJc"}) {
        Question question{holdem(), {}, cards(text), 0};
        const CardSet left = ~question.gone();
        question.ranges = {all_hands(left), some_hands(dice, left, 2, 60, 1)};
        check_question(question, text);
    }
}

// Without a board, where only some cards are left.
void test_no_board() {
    Dice dice(5);
    for (int i = 0; i < 3; ++i) check_question(any_question(dice, holdem(), 0, 30, {20, 40}, i ? 7 : 1), "no board");
}

}  // namespace

int main() {
    test_against_all_deals();
    test_special_boards();
    test_no_board();
    return test::result();
}
