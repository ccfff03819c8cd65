// Every way to find a strength finds the same: from cards, from hands that are added up, from sets, in arrays on each kernel;
// for all five-card hands under every ranking, all badugi hands, and many random ones of six and seven cards.
#include "tests/check.hpp"

#include "src/batch.hpp"
#include "src/text.hpp"

#include <numeric>
#include <vector>

namespace {

using namespace fivecard;
using test::check;

// All combinations of `count` cards from `first` on, row after row.
std::vector<CardId> all_hands(int count, CardId first) {
    std::vector<CardId> hands, hand(static_cast<std::size_t>(count));
    std::iota(hand.begin(), hand.end(), first);
    for (;;) {
        hands.insert(hands.end(), hand.begin(), hand.end());
        int position = count - 1;
        while (position >= 0 && hand[static_cast<std::size_t>(position)] == card_count - count + position) --position;
        if (position < 0) return hands;
        CardId next = static_cast<CardId>(hand[static_cast<std::size_t>(position)] + 1);
        for (; position < count; ++position) hand[static_cast<std::size_t>(position)] = next++;
    }
}

std::vector<CardId> random_rows(std::size_t rows, int count, CardId first) {
    std::vector<CardId> hands;
    for (std::uint64_t row = 0; hands.size() < rows * static_cast<std::size_t>(count); ++row) {
        CardId hand[largest_hand];
        random_hands({*kernels::find(""), 1, 1}, row, count, hand);
        if (first_bad_card(hand, count, first) == count) hands.insert(hands.end(), hand, hand + count);
    }
    return hands;
}

// The best over all ways to leave one card out, down to five: what a strength means.
Strength best_of_fives(const CardId* cards, int count, const Ranking& ranking) {
    if (count == 5) {
        Hand hand;
        for (int i = 0; i < 5; ++i) hand += Hand(cards[i]);
        return hand.strength<5>(ranking);
    }
    Strength best = 0;
    for (int out = 0; out < count; ++out) {
        CardId fewer[largest_hand];
        for (int i = 0, j = 0; i < count; ++i)
            if (i != out) fewer[j++] = cards[i];
        best = std::max(best, best_of_fives(fewer, count - 1, ranking));
    }
    return best;
}

void test_all_ways_agree(const Ranking& ranking, const std::vector<CardId>& cards, int count) {
    const std::size_t columns = static_cast<std::size_t>(count), rows = cards.size() / columns;
    std::vector<Strength> expected(rows), found(rows);
    std::vector<CardSet> sets(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        const CardId* hand = cards.data() + row * columns;
        const auto about = [&](const char* what) {
            return [=, &ranking] { return std::string(ranking.name) + " " + spell(hand, count) + " " + what; };
        };
        expected[row] = strength(hand, count, ranking);
        check(expected[row] <= ranking.strongest, about("is not stronger than the strongest"));
        for (std::size_t i = 0; i < columns; ++i) sets[row] |= CardSet{1} << hand[i];
        check(set_strength(sets[row], ranking) == expected[row], about("as a set"));
        if (count > 5) check(best_of_fives(hand, count, ranking) == expected[row], about("is the best of its fives"));
        CardId five[5];
        best_five(hand, count, five, ranking);
        check(strength<5>(five, ranking) == expected[row], about("and its best five"));
    }
    for (const kernels::Kernels* kernels : kernels::all()) {
        const auto compare = [&](const char* what) {
            for (std::size_t row = 0; row < rows; ++row)
                check(found[row] == expected[row], [&] {
                    return std::string(what) + " on " + kernels->name + ", " + ranking.name + " " +
                           spell(cards.data() + row * columns, count) + ": " + std::to_string(found[row]) + " instead of " +
                           std::to_string(expected[row]);
                });
        };
        strengths({*kernels, rows, 2}, ranking, {cards.data(), count}, found.data());
        compare("rows");
        set_strengths({*kernels, rows, 2}, ranking, sets.data(), found.data());
        compare("sets");
    }
}

// Two hands that grow apart and are put together are the hand that grew at once.
void test_hands_add_up() {
    const std::vector<CardId> cards = random_rows(1000, 7, 0);
    for (std::size_t row = 0; row < 1000; ++row) {
        const CardId* hand = cards.data() + 7 * row;
        const Hand two(hand, 2), five(hand + 2, 5);
        check((two + five).strength<7>() == strength<7>(hand), "the sum of two hands: " + spell(hand, 7));
        check((two + five - two).strength<5>() == strength<5>(hand + 2), "the difference of two hands: " + spell(hand, 7));
        check((two + five).cards() == (two.cards() | five.cards()), "the cards of two hands: " + spell(hand, 7));
    }
}

void test_badugi() {
    const std::vector<CardId> cards = all_hands(badugi_size, 0);
    const std::size_t rows = cards.size() / badugi_size;
    check(rows == 270725, "all badugi hands");
    std::vector<bool> seen(strongest_badugi + 1u);
    std::vector<Strength> expected(rows), found(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        const CardId* hand = cards.data() + badugi_size * row;
        // The best over all subsets whose ranks and suits differ.
        for (unsigned kept = 1; kept < 16; ++kept) {
            unsigned ranks = 0, suits = 0;
            for (int i = 0; i < badugi_size; ++i)
                if (kept >> i & 1) {
                    ranks |= 1u << (rank_of(hand[i]) + 1) % rank_count;
                    suits |= 1u << suit_of(hand[i]);
                }
            if (std::popcount(ranks) == std::popcount(kept) && std::popcount(suits) == std::popcount(kept))
                expected[row] = std::max(expected[row], badugi_values[ranks]);
        }
        seen[expected[row]] = true;
        check(badugi_strength(hand) == expected[row], [&] { return "badugi " + spell(hand, badugi_size); });
    }
    check(std::count(seen.begin(), seen.end(), true) == 1092 && strongest_badugi == 1092, "badugi has 1,092 classes");
    for (const kernels::Kernels* kernels : kernels::all()) {
        badugi_strengths({*kernels, rows, 2}, cards.data(), found.data());
        for (std::size_t row = 0; row < rows; ++row)
            check(found[row] == expected[row],
                  [&] { return std::string("badugi on ") + kernels->name + ": " + spell(cards.data() + badugi_size * row, badugi_size); });
    }
}

// A wrong row is found wherever it stands, on every kernel, and nothing else is called wrong.
void test_wrong_rows_are_found() {
    constexpr std::size_t rows = 300;
    for (const char* name : {"high", "short-deck"})
        for (const kernels::Kernels* kernels : kernels::all())
            for (int count = 5; count <= 7; ++count) {
                const Ranking& ranking = *find_ranking(name);
                const auto columns = static_cast<std::size_t>(count);
                const std::vector<CardId> right = random_rows(rows, count, ranking.first_card);
                std::vector<Strength> out(rows);
                for (std::size_t row = 0; row < rows; row += test::tries(17u, 149u))
                    for (std::size_t column = 0; column < columns; ++column) {
                        std::vector<CardId> cards = right;
                        CardId& card = cards[row * columns + column];
                        const CardId wrongs[] = {card_count, no_card, static_cast<CardId>(card + 64),
                                                 cards[row * columns + (column + 1) % columns],
                                                 static_cast<CardId>(ranking.first_card ? ranking.first_card - 1 : 128)};
                        for (const CardId wrong : wrongs) {
                            card = wrong;
                            const std::string what = std::string(kernels->name) + ", " + name + ", row " + std::to_string(row) + ": " +
                                                     spell(cards.data() + row * columns, count);
                            bool bad[rows] = {};
                            strengths({*kernels, rows, 1, bad, true}, ranking, {cards.data(), count}, out.data());
                            if (wrong == no_card && column + 1 == columns && count > smallest_hand) {  // behind the cards: a smaller hand
                                strengths({*kernels, rows, 1}, ranking, {cards.data(), count}, out.data());
                                const bool found = out[row] == strength(cards.data() + row * columns, count - 1, ranking);
                                check(found && std::count(bad, bad + rows, true) == 0, "a smaller hand on " + what);
                                continue;
                            }
                            check(bad[row] && std::count(bad, bad + rows, true) == 1, "bad rows on " + what);
                            try {
                                strengths({*kernels, rows, 1}, ranking, {cards.data(), count}, out.data());
                                check(false, "not refused on " + what);
                            } catch (const BadRow& problem) {
                                check(problem.row == row, problem.what());
                            }
                            bool absent[rows] = {};  // nobody looks at what is not there
                            absent[row] = absent[rows / 2] = true;
                            std::vector<Strength> others(rows);
                            strengths({*kernels, rows, 1}, ranking, {right.data(), count}, out.data());
                            strengths({*kernels, rows, 1, absent}, ranking, {cards.data(), count}, others.data());
                            out[row] = out[rows / 2] = 0;
                            check(out == others, "others than " + what);
                        }
                    }
            }
}

}  // namespace

int main() {
    for (const Ranking& ranking : rankings()) {
        test_all_ways_agree(ranking, all_hands(5, ranking.first_card), 5);
        for (const int count : {6, 7}) test_all_ways_agree(ranking, random_rows(50'000, count, ranking.first_card), count);
    }
    test_hands_add_up();
    test_badugi();
    test_wrong_rows_are_found();
    return test::result();
}
