// Omaha, high and low, against trying all ways to take two cards of the hand and three of the board.
#include "check.hpp"

#include <batch.hpp>
#include <text.hpp>

#include <vector>

namespace {

using namespace fivecard;
using test::check;

Strength best_by_trying(const CardId* hand, int count, const CardId* board, const Ranking& ranking) {
    Strength best = 0;
    for (int a = 0; a < count; ++a)
        for (int b = 0; b < a; ++b)
            for (int x = 0; x < board_size; ++x)
                for (int y = 0; y < x; ++y)
                    for (int z = 0; z < y; ++z) {
                        const CardId five[] = {hand[a], hand[b], board[x], board[y], board[z]};
                        best = std::max(best, strength<5>(five, ranking));
                    }
    return best;
}

// `count` cards for each of two players, and a board, a row.
void test_strengths(int count) {
    constexpr std::size_t rows = 20'000;
    const int cards = 2 * count + board_size;
    const auto columns = static_cast<std::size_t>(cards);
    std::vector<CardId> deals(rows * columns);
    random_hands({*kernels::find(""), rows, 1}, 7, cards, deals.data());
    const kernels::OmahaDeals all = {deals.data(), columns, deals.data() + 2 * count, columns, 2, count};
    const Ranking& low = *find_ranking("eight-or-better");
    for (const kernels::Kernels* kernels : kernels::all()) {
        std::vector<Strength> highs(2 * rows), lows(2 * rows);
        omaha_strengths({*kernels, rows, 2}, all, highs.data());
        omaha_low_strengths({*kernels, rows, 2}, all, lows.data());
        for (std::size_t row = 0; row < rows; ++row)
            for (int player = 0; player < 2; ++player) {
                const CardId *hand = deals.data() + row * columns + player * count, *board = deals.data() + row * columns + 2 * count;
                const std::size_t index = 2 * row + static_cast<std::size_t>(player);
                const std::string what = std::string(kernels->name) + ": " + spell(hand, count) + " with " + spell(board, board_size);
                check(highs[index] == best_by_trying(hand, count, board, high), "high on " + what);
                check(lows[index] == best_by_trying(hand, count, board, low), "low on " + what);
            }
        if (count != smallest_omaha_hand) continue;
        std::vector<std::uint8_t> winners(rows), quarters(rows);
        omaha_winners({*kernels, rows, 2}, all, winners.data());
        omaha_high_low_quarters({*kernels, rows, 2}, all, quarters.data());
        for (std::size_t row = 0; row < rows; ++row) {
            const int compared = (highs[2 * row] > highs[2 * row + 1]) - (highs[2 * row] < highs[2 * row + 1]);
            const int low_compared = (lows[2 * row] > lows[2 * row + 1]) - (lows[2 * row] < lows[2 * row + 1]);
            const bool has_low = lows[2 * row] || lows[2 * row + 1];
            check(winners[row] == (compared > 0 ? 1 : compared < 0 ? 2 : 0), "winner of " + spell(deals.data() + row * columns, cards));
            check(quarters[row] == 2 + compared + (has_low ? low_compared : compared), "quarters of " + spell(deals.data() + row * columns, cards));
        }
    }
}

}  // namespace

int main() {
    for (int count = smallest_omaha_hand; count <= largest_omaha_hand; ++count) test_strengths(count);
    return test::result();
}
