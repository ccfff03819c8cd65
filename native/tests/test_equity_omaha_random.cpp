// Omaha hands against a random hand by counting cliques: against going through all deals.
#include "tests/equity.hpp"

#include "src/equity/omaha_random.hpp"

namespace {

using namespace fivecard;
using namespace fivecard::test;

Question against_any(Range range, int hole, const char* board, const char* dead = "") {
    return {game_of({"high"}, 2, hole, 5, 2), {std::move(range), any}, cards(board), cards(dead)};
}

void test_against_all_deals() {
    // With these dead, there are not too many hands of five and six.
    const char* many = "2c3c4c2d3d4d2h3h4h2s3s4s5c5d5h";
    const Question questions[] = {
        against_any({{cards("AsAhKsQh"), 1}}, 4, "2c7dTh3c"),
        against_any({{cards("AsAhKsQh"), 3}, {cards("9c8c5d4d"), 7}}, 4, "2c7cTc3c"),
        against_any({{cards("AsAhKsQh"), 3}, {cards("7h7s5d4d"), 7}}, 4, "2c7cTh7d", "AcKcTd"),
        against_any({{cards("AcKcQcJc"), 1}, {cards("AsKsQdJd"), 1}}, 4, "2c7c9c3c4c"),
        against_any({{cards("KsQsQhJh"), 1}}, 4, "TsTh9s9hTc"),
        against_any({{cards("AsAhKsQhJd"), 2}, {cards("9c8c7h6d6h"), 1}}, 5, "7cTcTh9s8s", many),
        against_any({{cards("AsAhKsQhJd"), 2}}, 5, "6cTcJc9s", many),
        against_any({{cards("AsAhKsQhJd6d"), 2}, {cards("9c7s7h6d6h6s"), 1}}, 6, "7cTcTh9s8c", many),
    };
    for (const Question& question : questions)
        for (const bool swapped : {false, true}) {
            Question asked = question;
            if (swapped) std::swap(asked.ranges[0], asked.ranges[1]);
            check(!problem(asked) && OmahaRandom::applies(asked), "the question is in order");
            const OmahaRandom method(asked);
            const Answer first = method.run(0, method.steps() / 3, 2),
                         rest = method.run(method.steps() / 3, method.steps() - method.steps() / 3, 2);
            Enumeration enumeration(asked, *kernels::find(""));
            enumeration.run(0, enumeration.steps(), 2);
            const Answer& right = enumeration.answer();
            for (std::size_t player = 0; player < 2; ++player)
                for (std::size_t i = 0; i < right.hands[player].size(); ++i) {
                    Tally sum = first.hands[player][i];
                    sum += rest.hands[player][i];
                    const Tally& wanted = right.hands[player][i];
                    check(
                        sum.deals == wanted.deals && sum.wins == wanted.wins && sum.ties == wanted.ties && sum.shares == wanted.shares,
                        "hand " + std::to_string(i) + " of player " + std::to_string(player) + " on board " + std::to_string(asked.board));
                }
            for (std::size_t set = 0; set < 4; ++set) check(first.outcomes[set] + rest.outcomes[set] == right.outcomes[set], "outcomes");
        }
}

void test_deals_on_a_flop() {
    const OmahaRandom method(against_any({{cards("AsAhKsQh"), 1}}, 4, "2c7dTh"));
    check(method.run(0, method.steps(), 2).hands[0][0].deals == 122'175'900, "C(45, 2) boards, C(43, 4) hands");
}

void test_what_it_applies_to() {
    const Range aces = {{cards("AsAhKsKh"), 1}};
    const Game omaha = game_of({"high"}, 2, 4, 5, 2);
    check(!OmahaRandom::applies({omaha, {any, any}, 0, 0}), "both are random");
    check(!OmahaRandom::applies({omaha, {aces, {{cards("QsQhQdJc"), 1}}}, 0, 0}), "none is random");
    check(!OmahaRandom::applies({omaha, {{{cards("As"), 1}}, any}, 0, 0}), "cards are to come");
    check(!OmahaRandom::applies({game_of({"high", "eight-or-better"}, 2, 4, 5, 2), {aces, any}, 0, 0}), "high-low");
}

}  // namespace

int main() {
    test_against_all_deals();
    if (!test::few_tries) test_deals_on_a_flop();
    test_what_it_applies_to();
    return test::result();
}
