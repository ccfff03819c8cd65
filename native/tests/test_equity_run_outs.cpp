// Few hands on a flop or turn: against going through all deals.
#include "tests/equity_questions.hpp"

#include "src/equity/run_outs.hpp"

namespace {

using namespace fivecard;
using namespace fivecard::test;

void test_against_all_deals() {
    Dice dice(8);
    for (const Game& game : {holdem(), short_deck(), omaha(4), omaha(5), omaha(6)})
        for (int i = 0; i < 9; ++i) {
            const int board = 3 + i % 3;
            const Question question = any_question(dice, game, board, i / 3, {3, 2}, i % 2 ? 10'000 : 1);
            check(run_outs_applies(question), "applies");
            const Answer right = enumerated(question);
            for (const kernels::Kernels* kernels : kernels::all())
                for (const int threads : {1, 2})
                    check_same(run_outs(question, *kernels, threads), right,
                               std::string(kernels->name) + ", " + std::to_string(board) + " cards of the board, " +
                                   std::to_string(game.hole) + " in hand");
        }
}

}  // namespace

int main() {
    test_against_all_deals();
    return test::result();
}
