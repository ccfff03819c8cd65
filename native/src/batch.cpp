#include "src/batch.hpp"

#include "src/kernels/snapshot.hpp"
#include "src/lasting.hpp"
#include "src/random.hpp"
#include "src/side_by_side.hpp"
#include "src/text.hpp"
#include "src/kernels/strengths.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace fivecard {
namespace {

using kernels::OmahaDeals;
using kernels::Snapshot;
using kernels::largest_block;

// The rows of an array, each so many bytes, and how far it is from one to the next.
struct Rows {
    const std::byte* data;
    std::size_t width, stride;

    template <typename Item>
    static Rows of(const Item* items, std::size_t count, std::size_t stride) {
        return {reinterpret_cast<const std::byte*>(items), count * sizeof(Item), stride * sizeof(Item)};
    }
    template <typename Item>
    static Rows of(const Item* items, std::size_t count) {
        return of(items, count, count);
    }
    template <typename Item>
    const Item* as() const {
        return reinterpret_cast<const Item*>(data);
    }
    Rows from(std::size_t row) const { return {data + row * stride, width, stride}; }
};

// A block of rows without those that are absent, one behind the other.
class Present {
public:
    static std::size_t room_for(std::size_t width) { return std::min(most, sizeof hands_ / width); }

    Present(const Rows& own, const Rows& shared, const bool* absent, std::size_t rows)
        : hands{hands_, own.width, own.width}, boards{boards_, shared.width, shared.width}, rows_(rows) {
        for (std::size_t row = 0, end; (row = next(absent, row, rows, false)) < rows; row = end) {
            end = next(absent, row, rows, true);
            runs_[count_++] = {row, there_, end - row};
            if (end - row == rows) {  // nothing is absent: the caller's rows are asked of
                hands = own, boards = shared;
            } else {
                copy(hands_ + there_ * own.width, own.from(row), end - row);
                copy(boards_ + there_ * shared.width, shared.from(row), end - row);
            }
            there_ += end - row;
        }
    }
    std::size_t there() const { return there_; }
    // Where a row stood.
    std::size_t place(std::size_t row) const {
        const Run* run = runs_;
        while (row >= run->first + run->rows) ++run;
        return run->place + row - run->first;
    }
    // Moves what was found of the rows to where they stood.
    template <typename Found>
    void spread(Found* found, std::size_t width) const {
        for (std::size_t i = count_; i--;) {
            const Run& run = runs_[i];
            if (run.place != run.first)
                std::memmove(found + run.place * width, found + run.first * width, run.rows * width * sizeof(Found));
        }
        std::size_t end = 0;
        for (std::size_t i = 0; i < count_; end = runs_[i].place + runs_[i].rows, ++i)
            std::fill(found + end * width, found + runs_[i].place * width, Found{});
        std::fill(found + end * width, found + rows_ * width, Found{});
    }

    Rows hands, boards;

private:
    static constexpr std::size_t most = 1024;
    struct Run {
        std::size_t place, first, rows;
    };

    static std::size_t next(const bool* absent, std::size_t row, std::size_t rows, bool wanted) {
        const void* found = std::memchr(absent + row, wanted, rows - row);
        return found ? static_cast<std::size_t>(static_cast<const bool*>(found) - absent) : rows;
    }
    static void copy(std::byte* to, const Rows& from, std::size_t rows) {
        if (!from.width) return;  // no board, and no memory of one
        if (from.stride == from.width) return copy_once(to, from.data, rows * from.width);
        for (std::size_t row = 0; row < rows; ++row) copy_once(to + row * from.width, from.data + row * from.stride, from.width);
    }

    alignas(64) std::byte hands_[most * sizeof(CardSet)];
    alignas(64) std::byte boards_[most * board_size];
    Run runs_[most / 2 + 1];
    std::size_t rows_, count_ = 0, there_ = 0;
};

// Asks `find(hands, boards, rows, out)`, which gives how many rows it found right, of the rows of a part that are there.
template <typename Found, typename Find>
std::size_t ask_present(const Work& work, const Rows& hands, const Rows& boards, std::size_t start, std::size_t rows, Found* out,
                        std::size_t width, Find find) {
    const std::size_t step = Present::room_for(hands.width);
    for (std::size_t first = start; first < start + rows; first += step) {
        const std::size_t wanted = std::min(step, start + rows - first);
        const Present present(hands.from(first), boards.from(first), work.absent + first, wanted);
        Found* found = out + first * width;
        std::size_t done = 0;
        const auto ask = [&](std::size_t count) {
            const std::size_t right = find(present.hands.from(done), present.boards.from(done), count, found + done * width);
            done += right;
            return right == count;
        };
        while (!ask(present.there() - done)) {
            while (done < present.there() && ask(1)) {  // the kernel stopped in the block of a wrong row
            }
            if (done == present.there()) break;
            const std::size_t wrong = first + present.place(done);
            if (!work.mark) return wrong - start;
            work.absent[wrong] = true;
            std::fill_n(found + done++ * width, width, Found{});
        }
        present.spread(found, width);
    }
    return rows;
}

// The same of all rows, side by side. Gives the number of rows before the first wrong one, or before its block.
template <typename Found, typename Find>
std::size_t ask_all(const Work& work, const Rows& hands, const Rows& boards, Found* out, std::size_t width, Find find) {
    return side_by_side(work, [&](std::size_t start, std::size_t rows) {
        if (work.absent != nullptr) return ask_present(work, hands, boards, start, rows, out, width, find);
        return find(hands.from(start), boards.from(start), rows, out + start * width);
    });
}

// Throws for the first wrong row after a kernel stopped: `refuse_row` looks at a copy of one, and returns if it is right. It
// may be that none is found: then the row that the kernel saw was written over meanwhile.
template <typename RefuseRow>
void refuse_from(std::size_t done, const Work& work, RefuseRow refuse_row) {
    if (done == work.rows) return;
    const std::size_t end = work.absent ? done + 1 : std::min(work.rows, done + largest_block);
    for (std::size_t row = done; row < end; ++row) refuse_row(row);
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

[[noreturn]] void refuse_set(CardSet set, const std::string& sizes, int deck, std::size_t row) {
    char hex[20];
    std::snprintf(hex, sizeof hex, "%#llx", static_cast<unsigned long long>(set));
    throw BadRow(BadRow::Kind::no_hand, std::string(hex) + " is not a set of " + sizes + " of the " + std::to_string(deck) + " cards", row);
}

// The cards that make each row's hand, one row after the other: `choose` writes `width` cards for the copy of a right one.
template <int Width, typename Choose>
void choose_cards(const Work& work, const Ranking& ranking, const HandRows& hands, Choose choose, CardId* out) {
    const auto columns = static_cast<std::size_t>(hands.count);
    const auto find = [&](const Rows& from, const Rows&, std::size_t rows, CardId* chosen) {
        Snapshot<CardId, largest_hand> snapshot;
        for (std::size_t row = 0; row < rows; ++row, chosen += Width) {
            const CardId* cards = snapshot.take(from.as<CardId>() + row * columns, columns);
            const int count = cards_in_row(cards, hands.count);
            if (first_bad_card(cards, count, ranking.first_card) < count) return row;
            std::fill(chosen + choose(cards, count, chosen), chosen + Width, no_card);
        }
        return rows;
    };
    const std::size_t done = ask_all(work, Rows::of(hands.cards, columns), {}, out, Width, find);
    refuse_from(done, work, [&](std::size_t row) { refuse_cards(hands.cards + row * columns, hands.count, ranking, row, true); });
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

// What `find` finds of deals, `width` numbers each, and the first wrong one thrown.
template <typename Found, typename Find>
void ask_deals(const Work& work, const OmahaDeals& deals, Found* out, std::size_t width, Find find) {
    const auto held = static_cast<std::size_t>(deals.players * deals.count);
    const Rows hands = Rows::of(deals.hands, held, deals.hand_stride), boards = Rows::of(deals.boards, board_size, deals.board_stride);
    const auto of_rows = [&](const Rows& own, const Rows& shared, std::size_t rows, Found* found) {
        return find(OmahaDeals{own.as<CardId>(), own.stride, shared.as<CardId>(), shared.stride, deals.players, deals.count}, rows, found);
    };
    refuse_from(ask_all(work, hands, boards, out, width, of_rows), work, [&](std::size_t row) {
        const OmahaDeals deal = deals.from(row);
        Snapshot<CardId, card_count> own, board;
        CardId cards[card_count];
        std::copy_n(own.take(deal.hands, held), held, cards);
        std::copy_n(board.take(deal.boards, board_size), board_size, cards + held);
        refuse_cards(cards, static_cast<int>(held) + board_size, tables::high, row);
    });
}

// Sets of four cards, as rows in a buffer of our own; gives the number of sets before the first wrong one.
std::size_t badugi_sets(const kernels::Kernels& kernels, const CardSet* sets, std::size_t rows, Strength* out) {
    constexpr std::size_t step = 1024;
    CardId cards[step * badugi_size];
    for (std::size_t done = 0; done < rows; done += step) {
        const std::size_t wanted = std::min(step, rows - done);
        std::size_t right = 0;
        while (right < wanted && cards_of_badugi_set(read_once(sets + done + right), cards + right * badugi_size)) ++right;
        kernels.strengths.of_badugi(cards, right, out + done);
        if (right < wanted) return done + right;
    }
    return rows;
}

// Both players' strengths, block by block: `find` fills some arrays and gives the rows it found right, `tell` says what they
// mean for a row.
template <typename Find, typename Tell>
void compare_players(const Work& work, const OmahaDeals& deals, Find find, Tell tell, std::uint8_t* out) {
    ask_deals(work, deals, out, 1, [&](const OmahaDeals& part, std::size_t rows, std::uint8_t* __restrict told) {
        constexpr std::size_t step = 1024;
        Strength highs[2 * step], lows[2 * step];
        for (std::size_t done = 0; done < rows;) {
            const std::size_t wanted = std::min(step, rows - done), fine = find(part.from(done), wanted, highs, lows);
            for (std::size_t i = 0; i < fine; ++i) told[done + i] = static_cast<std::uint8_t>(tell(highs + 2 * i, lows + 2 * i));
            done += fine;
            if (fine < wanted) return done;
        }
        return rows;
    });
}

}  // namespace

BadRow bad_card(const CardId* cards, int count, int bad, const Ranking& ranking, std::optional<std::size_t> row) {
    const std::string card = spell(cards[bad]), hand = " in '" + spell(cards, count) + "'";
    if (cards[bad] >= card_count) return {BadRow::Kind::no_card, "card id " + card + " is not below 52" + hand, row};
    if (cards[bad] < ranking.first_card)
        return {BadRow::Kind::no_hand, "card '" + card + "' is not in the deck of " + ranking.name + hand, row};
    return {BadRow::Kind::duplicate, "duplicate card '" + card + "'" + hand, row};
}

void strengths(const Work& work, const Ranking& ranking, const HandRows& hands, Strength* out) {
    const auto columns = static_cast<std::size_t>(hands.count);
    const auto find = [&](const Rows& from, const Rows&, std::size_t rows, Strength* found) {
        return rows_of_any_size(work.kernels, ranking, {from.as<CardId>(), hands.count}, rows, found);
    };
    const std::size_t done = ask_all(work, Rows::of(hands.cards, columns), {}, out, 1, find);
    refuse_from(done, work, [&](std::size_t row) { refuse_cards(hands.cards + row * columns, hands.count, ranking, row, true); });
}

void set_strengths(const Work& work, const Ranking& ranking, const CardSet* sets, Strength* out) {
    const auto find = [&](const Rows& from, const Rows&, std::size_t rows, Strength* found) {
        return work.kernels.strengths.of_sets(ranking, from.as<CardSet>(), rows, found);
    };
    refuse_from(ask_all(work, Rows::of(sets, 1), {}, out, 1, find), work, [&](std::size_t row) {
        const CardSet set = read_once(sets + row);
        if (!set_strength(set, ranking)) refuse_set(set, "5 to 7", card_count - ranking.first_card, row);
    });
}

void best_fives(const Work& work, const Ranking& ranking, const HandRows& hands, CardId* out) {
    choose_cards<5>(
        work, ranking, hands, [&](const CardId* cards, int count, CardId* five) { return best_five(cards, count, five, ranking) ? 5 : 0; },
        out);
}

void badugi_strengths(const Work& work, const CardId* cards, Strength* out) {
    const auto find = [&](const Rows& from, const Rows&, std::size_t rows, Strength* found) {
        return work.kernels.strengths.of_badugi(from.as<CardId>(), rows, found);
    };
    const std::size_t done = ask_all(work, Rows::of(cards, badugi_size), {}, out, 1, find);
    refuse_from(done, work, [&](std::size_t row) { refuse_cards(cards + row * badugi_size, badugi_size, tables::high, row); });
}

void badugi_set_strengths(const Work& work, const CardSet* sets, Strength* out) {
    const auto find = [&](const Rows& from, const Rows&, std::size_t rows, Strength* found) {
        return badugi_sets(work.kernels, from.as<CardSet>(), rows, found);
    };
    refuse_from(ask_all(work, Rows::of(sets, 1), {}, out, 1, find), work, [&](std::size_t row) {
        const CardSet set = read_once(sets + row);
        CardId cards[badugi_size];
        if (!cards_of_badugi_set(set, cards)) refuse_set(set, "4", card_count, row);
    });
}

void best_badugis(const Work& work, const CardId* cards, CardId* out) {
    choose_cards<badugi_size>(
        work, tables::high, {cards, badugi_size}, [](const CardId* four, int, CardId* best) { return best_badugi(four, best); }, out);
}

void bad_deals(const Work& work, const CardId* cards, int count, CardId first_card, bool* out) {
    side_by_side(work, [&](std::size_t start, std::size_t rows) {
        Snapshot<CardId, card_count> snapshot;
        for (std::size_t row = start; row < start + rows; ++row) {
            const CardId* deal = snapshot.take(cards + row * static_cast<std::size_t>(count), static_cast<std::size_t>(count));
            CardSet together = 0, sum = 0;
            for (int i = 0; i < count; ++i) together |= card_bit(deal[i]), sum += card_bit(deal[i]);
            out[row] = !different_cards(together, sum) || together & (card_bit(first_card) - 1);
        }
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
    ask_deals(work, deals, out, static_cast<std::size_t>(deals.players), [&](const OmahaDeals& part, std::size_t rows, Strength* found) {
        return work.kernels.omaha.strengths(table, part, rows, found);
    });
}

void omaha_low_strengths(const Work& work, const OmahaDeals& deals, Strength* out) {
    const OmahaLowTable& table = omaha_low_table();
    ask_deals(work, deals, out, static_cast<std::size_t>(deals.players), [&](const OmahaDeals& part, std::size_t rows, Strength* found) {
        return work.kernels.omaha.low_strengths(table, part, rows, found);
    });
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
