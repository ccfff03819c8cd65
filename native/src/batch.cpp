#include "src/batch.hpp"

#include "src/kernels/snapshot.hpp"
#include "src/lasting.hpp"
#include "src/random.hpp"
#include "src/side_by_side.hpp"
#include "src/text.hpp"
#include "src/kernels/strengths.hpp"

#include <algorithm>
#include <cstdio>

namespace fivecard {
namespace {

using kernels::OmahaDeals;
using kernels::Snapshot;
using kernels::largest_block;

// Throws for the first wrong row after a kernel stopped: `refuse_row` looks at a copy of one, and returns if it is right. It
// may be that none is found: then the row that the kernel saw was written over meanwhile.
template <typename RefuseRow>
void refuse_from(std::size_t done, std::size_t rows, RefuseRow refuse_row) {
    if (done == rows) return;
    for (std::size_t row = done; row < std::min(rows, done + largest_block); ++row) refuse_row(row);
    throw BadRow(BadRow::Kind::no_hand, "the array was changed while it was read", done);
}

// How many cards a row of hands of different sizes has: what stands behind them is no card. A row with too few for a hand is
// taken as it is, which is no hand then.
int cards_in_row(const CardId* cards, int columns) {
    int count = columns;
    while (count > smallest_hand && cards[count - 1] == no_card) --count;
    return count;
}

void refuse_cards(const CardId* cards, int count, const Ranking& ranking, std::size_t row, bool may_be_shorter = false) {
    Snapshot<CardId, card_count> snapshot;
    const CardId* copy = snapshot.take(cards, static_cast<std::size_t>(count));
    if (may_be_shorter) count = cards_in_row(copy, count);
    if (const int bad = first_bad_card(copy, count, ranking.first_card); bad < count) throw bad_card(copy, count, bad, ranking, row);
}

// Which rows are wrong, by trying the kernel and going over the rows where it stops one by one.
template <typename Try, typename IsBad>
void find_bad(const Work& work, Try attempt, IsBad is_bad, bool* out) {
    side_by_side(work, [&](std::size_t start, std::size_t rows) {
        constexpr std::size_t step = 4096;
        Strength scratch[step];
        std::fill_n(out + start, rows, false);
        for (std::size_t row = start; row < start + rows;) {
            row += attempt(row, std::min(step, start + rows - row), scratch);
            for (std::size_t i = 0; i < largest_block && row < start + rows; ++i, ++row) out[row] = is_bad(row);
        }
        return rows;
    });
}

[[noreturn]] void refuse_set(CardSet set, const std::string& sizes, int deck, std::size_t row) {
    char hex[20];
    std::snprintf(hex, sizeof hex, "%#llx", static_cast<unsigned long long>(set));
    throw BadRow(BadRow::Kind::no_hand, std::string(hex) + " is not a set of " + sizes + " of the " + std::to_string(deck) + " cards", row);
}

// The cards that make each row's hand, one row after the other: `choose` writes `width` cards for the copy of a right one.
template <int Width, typename Choose>
void choose_cards(const Work& work, const Ranking& ranking, const HandRows& hands, Choose choose, CardId* out) {
    const auto columns = static_cast<std::size_t>(hands.count);
    const std::size_t done = side_by_side(work, [&](std::size_t start, std::size_t rows) {
        Snapshot<CardId, largest_hand> snapshot;
        for (std::size_t row = start; row < start + rows; ++row) {
            const CardId* cards = snapshot.take(hands.cards + row * columns, columns);
            const int count = cards_in_row(cards, hands.count);
            if (first_bad_card(cards, count, ranking.first_card) < count) return row - start;
            const int chosen = choose(cards, count, out + Width * row);
            std::fill(out + Width * row + chosen, out + Width * (row + 1), no_card);
        }
        return rows;
    });
    refuse_from(done, work.rows, [&](std::size_t row) { refuse_cards(hands.cards + row * columns, hands.count, ranking, row, true); });
}

// Strengths of rows, some of which may be shorter: the kernel stops at the first of those, and a block of rows from there on goes
// the way of sets, which may differ in size. Gives the number of rows before the first wrong one.
std::size_t rows_of_any_size(const kernels::Kernels& kernels, const Ranking& ranking, const HandRows& hands, std::size_t rows,
                             Strength* out) {
    constexpr std::size_t step = 1024;
    const auto columns = static_cast<std::size_t>(hands.count);
    const auto of_rows = [&](std::size_t from, std::size_t count) {
        return kernels.strengths.of_rows(ranking, hands.cards + from * columns, count, hands.count, out + from);
    };
    std::size_t done = of_rows(0, rows);
    CardSet sets[step];
    while (done < rows) {
        const std::size_t wanted = std::min(step, rows - done);
        std::size_t right = 0, shorter = 0;
        for (; right < wanted; ++right) {
            Snapshot<CardId, largest_hand> snapshot;
            const CardId* cards = snapshot.take(hands.cards + (done + right) * columns, columns);
            const int count = cards_in_row(cards, hands.count);
            CardSet together = 0, sum = 0;
            for (int i = 0; i < count; ++i) together |= card_bit(cards[i]), sum += card_bit(cards[i]);
            if (!different_cards(together, sum)) break;
            shorter += count < hands.count;
            sets[right] = together;
        }
        const std::size_t found = kernels.strengths.of_sets(ranking, sets, right, out + done);
        done += found;
        if (found < wanted) break;
        if (!shorter) done += of_rows(done, rows - done);
    }
    return done;
}

void refuse_deals(const Work& work, const OmahaDeals& deals, std::size_t done) {
    refuse_from(done, work.rows, [&](std::size_t row) {
        const OmahaDeals deal = deals.from(row);
        Snapshot<CardId, card_count> hands, board;
        const int held = deal.players * deal.count;
        CardId cards[card_count];
        std::copy_n(hands.take(deal.hands, static_cast<std::size_t>(held)), held, cards);
        std::copy_n(board.take(deal.boards, board_size), board_size, cards + held);
        refuse_cards(cards, held + board_size, tables::high, row);
    });
}

// Sets of four cards, as rows in a buffer of our own; gives the number of sets before the first wrong one.
std::size_t badugi_sets(const kernels::Kernels& kernels, const CardSet* sets, std::size_t rows, Strength* out) {
    constexpr std::size_t step = 1024;
    CardId cards[step * badugi_size];
    for (std::size_t done = 0; done < rows; done += step) {
        const std::size_t wanted = std::min(step, rows - done);
        for (std::size_t i = 0; i < wanted; ++i)
            if (!cards_of_badugi_set(read_once(sets + done + i), cards + i * badugi_size)) return done + i;
        kernels.strengths.of_badugi(cards, wanted, out + done);
    }
    return rows;
}

// Both players' strengths, block by block: `find` fills some arrays and gives the rows it found right, `tell` says what they
// mean for a row.
template <typename Find, typename Tell>
void compare_players(const Work& work, const OmahaDeals& deals, Find find, Tell tell, std::uint8_t* out) {
    refuse_deals(work, deals, side_by_side(work, [&](std::size_t start, std::size_t rows) {
                     constexpr std::size_t step = 1024;
                     Strength highs[2 * step], lows[2 * step];
                     for (std::size_t done = 0; done < rows;) {
                         const std::size_t wanted = std::min(step, rows - done), fine = find(deals.from(start + done), wanted, highs, lows);
                         std::uint8_t* __restrict told = out + start + done;  // or bytes may be anything, and every one is told alone
                         for (std::size_t i = 0; i < fine; ++i) told[i] = static_cast<std::uint8_t>(tell(highs + 2 * i, lows + 2 * i));
                         done += fine;
                         if (fine < wanted) return done;
                     }
                     return rows;
                 }));
}

}  // namespace

BadRow bad_card(const CardId* cards, int count, int bad, const Ranking& ranking, std::optional<std::size_t> row) {
    const std::string card = spell(cards[bad]), hand = " in '" + spell(cards, count) + "'";
    if (cards[bad] >= card_count) return {BadRow::Kind::no_hand, "card id " + card + " is not below 52" + hand, row};
    if (cards[bad] < ranking.first_card)
        return {BadRow::Kind::no_hand, "card '" + card + "' is not in the deck of " + ranking.name + hand, row};
    return {BadRow::Kind::duplicate, "duplicate card '" + card + "'" + hand, row};
}

void strengths(const Work& work, const Ranking& ranking, const HandRows& hands, Strength* out) {
    const auto columns = static_cast<std::size_t>(hands.count);
    const std::size_t done = side_by_side(work, [&](std::size_t start, std::size_t rows) {
        return rows_of_any_size(work.kernels, ranking, {hands.cards + start * columns, hands.count}, rows, out + start);
    });
    refuse_from(done, work.rows, [&](std::size_t row) { refuse_cards(hands.cards + row * columns, hands.count, ranking, row, true); });
}

void set_strengths(const Work& work, const Ranking& ranking, const CardSet* sets, Strength* out) {
    const std::size_t done = side_by_side(work, [&](std::size_t start, std::size_t rows) {
        return work.kernels.strengths.of_sets(ranking, sets + start, rows, out + start);
    });
    refuse_from(done, work.rows, [&](std::size_t row) {
        const CardSet set = read_once(sets + row);
        if (!set_strength(set, ranking)) refuse_set(set, "5 to 7", card_count - ranking.first_card, row);
    });
}

void best_fives(const Work& work, const Ranking& ranking, const HandRows& hands, CardId* out) {
    choose_cards<5>(
        work, ranking, hands, [&](const CardId* cards, int count, CardId* five) { return best_five(cards, count, five, ranking) ? 5 : 0; },
        out);
}

void bad_rows(const Work& work, const Ranking& ranking, const HandRows& hands, bool* out) {
    const auto columns = static_cast<std::size_t>(hands.count);
    find_bad(
        work,
        [&](std::size_t row, std::size_t rows, Strength* scratch) {
            return rows_of_any_size(work.kernels, ranking, {hands.cards + row * columns, hands.count}, rows, scratch);
        },
        [&](std::size_t row) {
            Snapshot<CardId, largest_hand> snapshot;
            const CardId* cards = snapshot.take(hands.cards + row * columns, columns);
            const int count = cards_in_row(cards, hands.count);
            return first_bad_card(cards, count, ranking.first_card) < count;
        },
        out);
}

void bad_sets(const Work& work, const Ranking& ranking, const CardSet* sets, bool* out) {
    find_bad(
        work,
        [&](std::size_t row, std::size_t rows, Strength* scratch) {
            return work.kernels.strengths.of_sets(ranking, sets + row, rows, scratch);
        },
        [&](std::size_t row) { return !set_strength(read_once(sets + row), ranking); }, out);
}

void badugi_strengths(const Work& work, const CardId* cards, Strength* out) {
    const std::size_t done = side_by_side(work, [&](std::size_t start, std::size_t rows) {
        return work.kernels.strengths.of_badugi(cards + start * badugi_size, rows, out + start);
    });
    refuse_from(done, work.rows, [&](std::size_t row) { refuse_cards(cards + row * badugi_size, badugi_size, tables::high, row); });
}

void badugi_set_strengths(const Work& work, const CardSet* sets, Strength* out) {
    const std::size_t done =
        side_by_side(work, [&](std::size_t start, std::size_t rows) { return badugi_sets(work.kernels, sets + start, rows, out + start); });
    refuse_from(done, work.rows, [&](std::size_t row) {
        const CardSet set = read_once(sets + row);
        CardId cards[badugi_size];
        if (!cards_of_badugi_set(set, cards)) refuse_set(set, "4", card_count, row);
    });
}

void best_badugis(const Work& work, const CardId* cards, CardId* out) {
    choose_cards<badugi_size>(
        work, tables::high, {cards, badugi_size}, [](const CardId* four, int, CardId* best) { return best_badugi(four, best); }, out);
}

void bad_badugi_rows(const Work& work, const CardId* cards, bool* out) {
    find_bad(
        work,
        [&](std::size_t row, std::size_t rows, Strength* scratch) {
            return work.kernels.strengths.of_badugi(cards + row * badugi_size, rows, scratch);
        },
        [&](std::size_t row) {
            Snapshot<CardId, largest_hand> snapshot;
            return first_bad_card(snapshot.take(cards + row * badugi_size, badugi_size), badugi_size) < badugi_size;
        },
        out);
}

void bad_badugi_sets(const Work& work, const CardSet* sets, bool* out) {
    side_by_side(work, [&](std::size_t start, std::size_t rows) {
        CardId cards[badugi_size];
        for (std::size_t row = start; row < start + rows; ++row) out[row] = !cards_of_badugi_set(read_once(sets + row), cards);
        return rows;
    });
}

const OmahaTable& omaha_table() {
    static constinit Lasting<const OmahaTable> table;
    return table.get([] { return OmahaTable(); });
}

const OmahaLowTable& omaha_low_table() {
    static constinit Lasting<const OmahaLowTable> table;
    return table.get([] { return OmahaLowTable(*find_ranking("eight-or-better")); });
}

void omaha_strengths(const Work& work, const OmahaDeals& deals, Strength* out) {
    const OmahaTable& table = omaha_table();
    refuse_deals(work, deals, side_by_side(work, [&](std::size_t start, std::size_t rows) {
                     return work.kernels.omaha.strengths(table, deals.from(start), rows,
                                                         out + start * static_cast<std::size_t>(deals.players));
                 }));
}

void omaha_low_strengths(const Work& work, const OmahaDeals& deals, Strength* out) {
    const OmahaLowTable& table = omaha_low_table();
    refuse_deals(work, deals, side_by_side(work, [&](std::size_t start, std::size_t rows) {
                     return work.kernels.omaha.low_strengths(table, deals.from(start), rows,
                                                             out + start * static_cast<std::size_t>(deals.players));
                 }));
}

void omaha_winners(const Work& work, const OmahaDeals& deals, std::uint8_t* out) {
    const OmahaTable& table = omaha_table();
    compare_players(
        work, deals,
        [&](const OmahaDeals& here, std::size_t rows, Strength* highs, Strength*) {
            return work.kernels.omaha.strengths(table, here, rows, highs);
        },
        [](const Strength* highs, const Strength*) { return (highs[0] > highs[1]) + 2 * (highs[0] < highs[1]); }, out);
}

void omaha_high_low_quarters(const Work& work, const OmahaDeals& deals, std::uint8_t* out) {
    const OmahaTable& table = omaha_table();
    const OmahaLowTable& low_table = omaha_low_table();
    compare_players(
        work, deals,
        [&](const OmahaDeals& here, std::size_t rows, Strength* highs, Strength* lows) {
            const std::size_t fine = work.kernels.omaha.strengths(table, here, rows, highs);
            return work.kernels.omaha.low_strengths(low_table, here, fine, lows);
        },
        [](const Strength* highs, const Strength* lows) {
            const int high_half = 1 + (highs[0] > highs[1]) - (highs[0] < highs[1]);
            const int low_half = 1 + (lows[0] > lows[1]) - (lows[0] < lows[1]);
            return high_half + (lows[0] | lows[1] ? low_half : high_half);  // without a low, the high wins both halves
        },
        out);
}

void random_hands(const Work& work, std::uint64_t seed, int count, CardId* out, CardId first_card) {
    side_by_side(work, [&](std::size_t start, std::size_t rows) {
        random_hands(seed, start, rows, count, out + start * static_cast<std::size_t>(count), first_card);
        return rows;
    });
}

Census census(const Ranking& ranking, int count) {
    return count == 5   ? take_census<5>(ranking, jobs::check)
           : count == 6 ? take_census<6>(ranking, jobs::check)
                        : take_census<7>(ranking, jobs::check);
}

}  // namespace fivecard
