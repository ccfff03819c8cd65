// All hands, counted: totals that are published, or follow from the number of combinations.
#include "tests/check.hpp"

#include "src/batch.hpp"

#include <numeric>

namespace {

using namespace fivecard;
using test::check;

std::uint64_t choose(std::uint64_t n, std::uint64_t k) { return k == 0 ? 1 : choose(n - 1, k - 1) * n / k; }

void test_totals(const Ranking& ranking) {
    const auto cards = static_cast<std::uint64_t>(card_count - ranking.first_card);
    for (const int count : {5, 6, 7}) {
        const Census found = census(ranking, count);
        const std::string what = std::string(ranking.name) + ", " + std::to_string(count) + " cards";
        check(std::accumulate(found.begin(), found.end(), std::uint64_t{0}) == choose(cards, static_cast<std::uint64_t>(count)),
              what + ": all hands");
        if (count == 5)
            for (std::size_t strength = 1; strength < found.size(); ++strength)
                check(found[strength] > 0, what + ": strength " + std::to_string(strength));
    }
}

struct Total {
    const char* ranking;
    int cards, first, last;  // strengths
    std::uint64_t hands;
};

// Royal and straight flushes, and high cards; the best lows; hands without a low.
constexpr Total totals[] = {
    {"high", 5, 7453, 7462, 40},
    {"high", 7, 7453, 7462, 41'584},
    {"high", 5, 1, 1277, 1'302'540},
    {"high", 7, 1, 1277, 23'294'460},
    {"ace-to-five", 5, 6175, 6175, 1024},
    {"ace-to-five", 7, 6175, 6175, 781'824},
    {"deuce-to-seven", 5, 7462, 7462, 1020},
    {"eight-or-better", 5, 1, 56, 57'344},
};

}  // namespace

int main() {
    for (const Ranking& ranking : rankings()) test_totals(ranking);
    for (const Total& total : totals) {
        const Census found = census(*find_ranking(total.ranking), total.cards);
        const auto hands = std::accumulate(found.begin() + total.first, found.begin() + total.last + 1, std::uint64_t{0});
        check(hands == total.hands, std::string(total.ranking) + ", " + std::to_string(total.cards) + " cards, " +
                                        std::to_string(total.first) + " to " + std::to_string(total.last) + ": " + std::to_string(hands));
    }
    return test::result();
}
