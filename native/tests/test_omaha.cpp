// Omaha, high and low, on every kernel: against trying all ways to take two cards of the hand and three of the board, and for
// millions of deals against the portable kernel.
#include "tests/check.hpp"

#include "src/batch.hpp"
#include "src/text.hpp"
#include "src/kernels/strengths.hpp"

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
                check(highs[index] == best_by_trying(hand, count, board, tables::high), "high on " + what);
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
            check(quarters[row] == 2 + compared + (has_low ? low_compared : compared),
                  "quarters of " + spell(deals.data() + row * columns, cards));
        }
    }
}

// Rows of different cards, of two suits only if `few_suits`: then most boards have three or more of a suit.
std::vector<CardId> random_rows(std::size_t rows, int cards, bool few_suits, std::uint64_t seed) {
    constexpr CardId half = card_count / 2;
    std::vector<CardId> found(rows * static_cast<std::size_t>(cards));
    random_hands({*kernels::find(""), rows, 1}, seed, cards, found.data(), few_suits ? half : 0);
    if (few_suits)
        for (CardId& card : found) card = static_cast<CardId>(suit_count * (card % rank_count) + (card - half) / rank_count);
    return found;
}

// Hands and boards of some rows, in arrays that end where they end.
struct Layout {
    std::vector<CardId> hands, boards;
    kernels::OmahaDeals deals;
};

enum class Boards { behind_the_hands, apart, one_for_all };

Layout lay_out(std::vector<CardId> rows, int players, int count, Boards boards) {
    const auto held = static_cast<std::size_t>(players * count), columns = held + board_size;
    Layout layout;
    if (boards == Boards::behind_the_hands) {
        layout.hands = std::move(rows);
        layout.deals = {layout.hands.data(), columns, layout.hands.data() + held, columns, players, count};
        return layout;
    }
    for (auto row = rows.begin(); row != rows.end(); row += static_cast<std::ptrdiff_t>(columns)) {
        const auto board = row + static_cast<std::ptrdiff_t>(held), end = row + static_cast<std::ptrdiff_t>(columns);
        if (boards == Boards::one_for_all)  // the first board's cards change places with this one's, wherever they are
            for (std::size_t i = 0; i < board_size; ++i) {
                const CardId here = board[static_cast<std::ptrdiff_t>(i)], wanted = rows[held + i];
                for (auto card = row; card != end; ++card) *card = *card == here ? wanted : *card == wanted ? here : *card;
            }
        layout.hands.insert(layout.hands.end(), row, board);
        if (boards == Boards::apart || row == rows.begin()) layout.boards.insert(layout.boards.end(), board, end);
    }
    layout.deals = {layout.hands.data(), held, layout.boards.data(), boards == Boards::apart ? board_size : std::size_t{0}, players, count};
    return layout;
}

std::string describe(const kernels::Kernels& kernels, const kernels::OmahaDeals& deals, std::size_t row) {
    const kernels::OmahaDeals deal = deals.from(row);
    return std::string(kernels.name) + ", row " + std::to_string(row) + ": " + spell(deal.hands, deal.players * deal.count) + " with " +
           spell(deal.boards, board_size);
}

// For any number of players, wherever the boards are, for blocks that are full and that are not.
void test_every_layout() {
    constexpr std::size_t most = test::tries(209, 99);
    const Ranking& low = *find_ranking("eight-or-better");
    for (int count = smallest_omaha_hand; count <= largest_omaha_hand; ++count)
        for (int players = 1; players * count + board_size <= card_count; ++players)
            for (const Boards boards : {Boards::behind_the_hands, Boards::apart, Boards::one_for_all}) {
                const int cards = players * count + board_size;
                const auto width = static_cast<std::size_t>(players);
                const Layout layout = lay_out(random_rows(most, cards, cards <= card_count / 2, width), players, count, boards);
                std::vector<Strength> expected, expected_low;
                for (std::size_t row = 0; row < most; ++row)
                    for (int player = 0; player < players; ++player) {
                        const kernels::OmahaDeals deal = layout.deals.from(row);
                        expected.push_back(best_by_trying(deal.hands + player * count, count, deal.boards, tables::high));
                        expected_low.push_back(best_by_trying(deal.hands + player * count, count, deal.boards, low));
                    }
                for (const kernels::Kernels* kernels : kernels::all())
                    for (const std::size_t rows :
                         {std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{64}, std::size_t{97}, most}) {
                        std::vector<Strength> found(rows * width), found_low(rows * width);
                        check(kernels->omaha.strengths(omaha_table(), layout.deals, rows, found.data()) == rows, "all rows are right");
                        check(kernels->omaha.low_strengths(omaha_low_table(), layout.deals, rows, found_low.data()) == rows,
                              "all rows are right");
                        for (std::size_t i = 0; i < found.size(); ++i) {
                            check(found[i] == expected[i], [&] { return "high on " + describe(*kernels, layout.deals, i / width); });
                            check(found_low[i] == expected_low[i], [&] { return "low on " + describe(*kernels, layout.deals, i / width); });
                        }
                    }
            }
}

void test_millions_of_deals() {
    constexpr std::size_t rows = test::tries(1'000'000, 20'000);
    for (const bool few_suits : {false, true})
        for (const int count : {4, 5, 6}) {
            const Layout layout = lay_out(random_rows(rows, 2 * count + board_size, few_suits, 11), 2, count, Boards::behind_the_hands);
            std::vector<Strength> expected(2 * rows), found(2 * rows);
            kernels::portable_kernels()->omaha.strengths(omaha_table(), layout.deals, rows, expected.data());
            for (const kernels::Kernels* kernels : kernels::all()) {
                kernels->omaha.strengths(omaha_table(), layout.deals, rows, found.data());
                for (std::size_t i = 0; i < found.size(); ++i)
                    check(found[i] == expected[i], [&] { return "high on " + describe(*kernels, layout.deals, i / 2); });
            }
        }
}

// Wherever a card stands twice or is none, the row is found, high or low.
void test_wrong_deals_are_found() {
    constexpr std::size_t rows = 150;
    for (const kernels::Kernels* kernels : kernels::all())
        for (const auto& [players, count] : {std::pair{1, 4}, {2, 4}, {3, 4}, {11, 4}, {2, 5}, {9, 5}, {1, 6}, {7, 6}}) {
            const auto columns = static_cast<std::size_t>(players * count + board_size);
            const std::vector<CardId> right = random_rows(rows, static_cast<int>(columns), false, 5);
            std::vector<Strength> out(rows * static_cast<std::size_t>(players));
            for (std::size_t row = 0; row < rows; row += test::tries(37u, 149u))
                for (std::size_t column = 0; column < columns; ++column)
                    for (const Boards boards : {Boards::behind_the_hands, Boards::apart}) {
                        std::vector<CardId> wrong = right;
                        CardId& card = wrong[row * columns + column];
                        const CardId others[] = {card_count, 255, static_cast<CardId>(card + 64),
                                                 wrong[row * columns + (column + 1) % columns],
                                                 wrong[row * columns + (column + columns / 2) % columns]};
                        for (const CardId other : others) {
                            card = other;
                            const Layout layout = lay_out(wrong, players, count, boards);
                            for (const auto find : {omaha_strengths, omaha_low_strengths}) try {
                                    find({*kernels, rows, 1}, layout.deals, out.data());
                                    check(false, "not refused on " + describe(*kernels, layout.deals, row));
                                } catch (const BadRow& problem) {
                                    check(problem.row == row, problem.what());
                                }
                        }
                    }
        }
}

}  // namespace

int main() {
    for (int count = smallest_omaha_hand; count <= largest_omaha_hand; ++count) test_strengths(count);
    test_every_layout();
    test_millions_of_deals();
    test_wrong_deals_are_found();
    return test::result();
}
