#include "src/equity/rank_columns.hpp"

#include "src/batch.hpp"
#include "src/lasting.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace fivecard::equity {
namespace {

// The columns of all pairs, each of which is made once.
class ColumnsByPair {
public:
    template <typename Make>
    const RankColumn& get(int pair, Make make) {
        return columns_[pair].get([&] {
            RankColumn column{};
            make(column);
            return column;
        });
    }

private:
    std::array<Lasting<const RankColumn>, rank_pair_count> columns_;
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

// Where boards with three or four known ranks stand among all.
struct CompletedBoards {
    std::uint16_t threes[choose[3][rank_count]][rank_pair_count];
    std::uint16_t fours[choose[4][rank_count]][rank_count];

    CompletedBoards() {
        for (int a = 2, three = 0, four = 0; a < rank_count; ++a)
            for (int b = 1; b < a; ++b)
                for (int c = 0; c < b; ++c, ++three) {
                    for (int high = 0; high < rank_count; ++high)
                        for (int low = 0; low <= high; ++low) threes[three][rank_pair(high, low)] = number_of({a, b, c, high, low});
                    for (int d = 0; d < c; ++d, ++four)
                        for (int other = 0; other < rank_count; ++other) fours[four][other] = number_of({a, b, c, d, other});
                }
    }

    static std::uint16_t number_of(std::array<int, board_size> ranks) {
        std::sort(ranks.begin(), ranks.end(), std::greater{});
        return static_cast<std::uint16_t>(rank_board(ranks[0], ranks[1], ranks[2], ranks[3], ranks[4]));
    }
};

}  // namespace

const RankColumn& holdem_column(const Ranking& ranking, int pair) {
    static constinit Lasting<std::vector<ColumnsByPair>> all;
    std::vector<ColumnsByPair>& columns = all.get([] { return std::vector<ColumnsByPair>(rankings().size()); });
    return columns[static_cast<std::size_t>(find_ranking(ranking.name) - rankings().data())].get(pair, [&](RankColumn& out) {
        const auto [top, low] = pair_ranks[pair];
        const Hand held = card_of(top) + card_of(low);
        const std::uint64_t ranks_held = (std::uint64_t{1} << 4 * top) + (std::uint64_t{1} << 4 * low);
        for_each_board([&](int number, Hand board, std::uint64_t ranks) {
            out.strengths[number] = five_alike(ranks + ranks_held) ? Strength{0} : (board + held).rank_strength<7>(ranking);
        });
        complete(out);
    });
}

const RankColumn& omaha_column(int pair) {
    static constinit ColumnsByPair columns;
    return columns.get(pair, [&](RankColumn& out) {
        const OmahaTable& table = omaha_table();
        for_each_board([&](int number, Hand board, std::uint64_t ranks) {
            out.strengths[number] = five_alike(ranks) ? Strength{0} : static_cast<Strength>(table.row(board).entries[pair]);
        });
    });
}

void complete(RankColumn& column) {
    static constinit Lasting<const CompletedBoards> made;
    const CompletedBoards& boards = made.get([] { return CompletedBoards(); });
    const auto look_up = [&](const auto& numbers, auto& out) {
        for (std::size_t set = 0; set < std::size(numbers); ++set)
            for (std::size_t i = 0; i < std::size(numbers[set]); ++i) out[set][i] = column.strengths[numbers[set][i]];
    };
    look_up(boards.threes, column.threes);
    look_up(boards.fours, column.fours);
}

}  // namespace fivecard::equity
