#include "rank_boards.hpp"

#include <batch.hpp>

#include <functional>
#include <mutex>
#include <vector>

namespace fivecard::equity {
namespace {

// The columns of all pairs, each of which is made once.
class Columns {
public:
    template <typename Make>
    const RankColumn& get(int pair, Make make) {
        std::call_once(made_[pair], [&] {
            columns_[pair] = std::make_unique<RankColumn>();
            make(columns_[pair]->strengths);
        });
        return *columns_[pair];
    }

private:
    std::array<std::once_flag, rank_pair_count> made_;
    std::array<std::unique_ptr<RankColumn>, rank_pair_count> columns_;
};

Hand card_of(int rank) { return Hand(static_cast<CardId>(4 * rank)); }

// Visits all boards in order, with their cards as if they were of one suit, and four bits for the number of each rank.
template <typename Visit>
void for_each_board(Visit visit) {
    const auto one = [](int rank) { return std::uint64_t{1} << 4 * rank; };
    int number = 0;
    for (int a = 0; a < rank_count; ++a)
        for (int b = 0; b <= a; ++b)
            for (int c = 0; c <= b; ++c)
                for (int d = 0; d <= c; ++d) {
                    const Hand four = card_of(a) + card_of(b) + card_of(c) + card_of(d);
                    const std::uint64_t ranks = one(a) + one(b) + one(c) + one(d);
                    for (int e = 0; e <= d; ++e) visit(number++, four + card_of(e), ranks + one(e));
                }
}

bool five_alike(std::uint64_t ranks) { return (ranks + 0x3333333333333) & 0x8888888888888; }

void put(std::uint16_t& board, std::array<int, board_size> ranks) {
    std::sort(ranks.begin(), ranks.end(), std::greater{});
    board = static_cast<std::uint16_t>(rank_board(ranks[0], ranks[1], ranks[2], ranks[3], ranks[4]));
}

}  // namespace

const RankColumn& holdem_column(const Ranking& ranking, int pair) {
    static std::vector<Columns> columns(rankings().size());
    return columns[static_cast<std::size_t>(find_ranking(ranking.name) - rankings().data())].get(pair, [&](Strength* out) {
        int top = 0;
        while (rank_pair(top, top) < pair) ++top;
        const int low = pair - rank_pair(top, 0);
        const Hand held = card_of(top) + card_of(low);
        const std::uint64_t ranks_held = (std::uint64_t{1} << 4 * top) + (std::uint64_t{1} << 4 * low);
        for_each_board([&](int number, Hand board, std::uint64_t ranks) {
            out[number] = five_alike(ranks + ranks_held) ? Strength{0} : (board + held).rank_strength<7>(ranking);
        });
    });
}

const RankColumn& omaha_column(int pair) {
    static Columns columns;
    return columns.get(pair, [&](Strength* out) {
        const OmahaTable& table = omaha_table();
        for_each_board([&](int number, Hand board, std::uint64_t ranks) {
            out[number] = five_alike(ranks) ? Strength{0} : static_cast<Strength>(table.row(board).entries[pair]);
        });
    });
}

const CompletedBoards& completed_boards() {
    static const auto boards = [] {
        auto made = std::make_unique<CompletedBoards>();
        for (int a = 2, three = 0, four = 0; a < rank_count; ++a)
            for (int b = 1; b < a; ++b)
                for (int c = 0; c < b; ++c, ++three) {
                    for (int high = 0; high < rank_count; ++high)
                        for (int low = 0; low <= high; ++low) put(made->threes[three][rank_pair(high, low)], {a, b, c, high, low});
                    for (int d = 0; d < c; ++d, ++four)
                        for (int other = 0; other < rank_count; ++other) put(made->fours[four][other], {a, b, c, d, other});
                }
        return made;
    }();
    return *boards;
}

}  // namespace fivecard::equity
