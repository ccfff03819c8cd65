// The loops behind EquityKernels, compiled once for each kind of machine: included between its begin.hpp and end.hpp, in its
// namespace. Plain loops over arrays, which compilers turn into vectors.

// The ways to choose 0 to 5 of up to four cards.
inline constexpr std::uint8_t choices[5][6] = {{1, 0, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0}, {1, 2, 1, 0, 0, 0}, {1, 3, 3, 1, 0, 0}, {1, 4, 6, 4, 1, 0}};

// How many boards have each choice of ranks. A run of equal ranks grows from `before` it: its factor is replaced.
INLINE void count_boards(const equity::CardsLeft& left, std::uint16_t* ways) {
    std::uint16_t single[16] = {};
    for (int rank = 0; rank < rank_count; ++rank) single[rank] = left[rank];
    struct Run {
        unsigned before, all;
        int length;
    };
    const auto longer = [&](const Run& run, bool same, int rank) {
        const unsigned before = same ? run.before : run.all;
        const int length = same ? run.length + 1 : 1;
        return Run{before, before * choices[left[rank]][length], length};
    };
    for (int a = 0; a < rank_count; ++a) {
        const Run one = longer({1, 1, 0}, false, a);
        for (int b = 0; b <= a; ++b) {
            const Run two = longer(one, a == b, b);
            for (int c = 0; c <= b; ++c) {
                const Run three = longer(two, b == c, c);
                for (int d = 0; d <= c; ++d) {
                    const Run four = longer(three, c == d, d);
                    const auto factor = static_cast<std::uint16_t>(four.all);
                    for (int e = 0; e < 16; ++e) ways[e] = static_cast<std::uint16_t>(single[e] * factor);
                    ways[d] = static_cast<std::uint16_t>(longer(four, true, d).all);
                    ways += d + 1;
                }
            }
        }
    }
    for (int i = 0; i < equity::rank_board_room - equity::rank_board_count; ++i) ways[i] = 0;
}

equity::Comparison compare_by_ranks(const Strength* first, const Strength* second, const equity::CardsLeft& left, equity::BothStrengths& both) {
    alignas(64) std::uint16_t ways[equity::rank_board_room];
    count_boards(left, ways);
    std::uint32_t wins = 0, ties = 0;
    for (int i = 0; i < equity::rank_board_room; ++i) {
        const std::uint32_t mine = first[i], theirs = second[i];
        both.strengths[i] = mine | theirs << 16;
        wins += mine > theirs ? ways[i] : 0u;
        ties += mine == theirs ? ways[i] : 0u;
    }
    return {wins, ties};
}

void best_of_columns(const Strength* const* columns, int count, Strength* best) {
    for (int start = 0; start < equity::rank_board_room; start += 64) {  // a stretch that registers can hold
        Strength most[64] = {};
        for (int column = 0; column < count; ++column)
            for (int i = 0; i < 64; ++i) most[i] = columns[column][start + i] > most[i] ? columns[column][start + i] : most[i];
        for (int i = 0; i < 64; ++i) best[start + i] = most[i];
    }
}

// The sum over some boards of what flushes change. Only a register's worth is summed up at a time.
template <int Room>
struct Changes {
    std::int32_t wins[Room] = {}, ties[Room] = {};

    INLINE void add(const std::uint32_t* both, const std::uint16_t* boards, const std::int32_t* ways, std::uint32_t first, std::uint32_t second) {
        for (int i = 0; i < Room; ++i) {
            const std::uint32_t packed = both[boards[i]];
            const std::uint32_t mine = packed & 0xffff, theirs = packed >> 16;
            const std::uint32_t mine_now = mine > first ? mine : first, theirs_now = theirs > second ? theirs : second;
            wins[i] += ((mine_now > theirs_now ? ways[i] : 0) - (mine > theirs ? ways[i] : 0));
            ties[i] += ((mine_now == theirs_now ? ways[i] : 0) - (mine == theirs ? ways[i] : 0));
        }
    }
    INLINE equity::Comparison sum() const {
        equity::Comparison all;
        for (int i = 0; i < Room; ++i) all += {wins[i], ties[i]};
        return all;
    }
};

template <typename Flush>
INLINE equity::Comparison correct_for_flushes(const equity::SuitedBoards& suited, int fewest, Flush first, Flush second) {
    const std::uint32_t* both = suited.both.strengths;
    CardId ranks[rank_count];  // those left in the suit
    int count = 0;
    for (int rank = 0; rank < rank_count; ++rank)
        if (suited.left >> rank & 1) ranks[count++] = static_cast<CardId>(rank);
    equity::Comparison all;
    if (fewest <= 3) {
        alignas(64) std::int32_t ways[equity::pair_room] = {};
        for (int high = 0; high < rank_count; ++high)
            for (int low = 0; low <= high; ++low)
                ways[rank_pair(high, low)] = high == low ? choices[suited.others[high]][2] : suited.others[high] * suited.others[low];
        Changes<equity::pair_room> changes;
        for (int a = 2; a < count; ++a)
            for (int b = 1; b < a; ++b)
                for (int c = 0; c < b; ++c) {
                    const unsigned board = 1u << ranks[a] | 1u << ranks[b] | 1u << ranks[c];
                    const auto number = equity::choose[3][ranks[a]] + equity::choose[2][ranks[b]] + ranks[c];
                    changes.add(both, suited.completed.threes[number], ways, first(board), second(board));
                }
        all += changes.sum();
    }
    if (fewest <= 4) {
        alignas(64) std::int32_t ways[equity::rank_room] = {};
        for (int rank = 0; rank < rank_count; ++rank) ways[rank] = suited.others[rank];
        Changes<equity::rank_room> changes;
        for (int a = 3; a < count; ++a)
            for (int b = 2; b < a; ++b)
                for (int c = 1; c < b; ++c) {
                    const unsigned three = 1u << ranks[a] | 1u << ranks[b] | 1u << ranks[c];
                    const auto number = equity::choose[4][ranks[a]] + equity::choose[3][ranks[b]] + equity::choose[2][ranks[c]];
                    for (int d = 0; d < c; ++d) {
                        const unsigned board = three | 1u << ranks[d];
                        changes.add(both, suited.completed.fours[number + ranks[d]], ways, first(board), second(board));
                    }
                }
        all += changes.sum();
    }
    std::int32_t wins = 0, ties = 0;
    for (int a = 4; a < count; ++a)
        for (int b = 3; b < a; ++b)
            for (int c = 2; c < b; ++c)
                for (int d = 1; d < c; ++d) {
                    const unsigned four = 1u << ranks[a] | 1u << ranks[b] | 1u << ranks[c] | 1u << ranks[d];
                    const std::uint32_t* boards = both + equity::rank_board(ranks[a], ranks[b], ranks[c], ranks[d], 0);
                    for (int e = 0; e < d; ++e) {
                        const std::uint32_t mine = boards[ranks[e]] & 0xffff, theirs = boards[ranks[e]] >> 16;
                        const std::uint32_t mine_flush = first(four | 1u << ranks[e]), theirs_flush = second(four | 1u << ranks[e]);
                        const std::uint32_t mine_now = mine > mine_flush ? mine : mine_flush;
                        const std::uint32_t theirs_now = theirs > theirs_flush ? theirs : theirs_flush;
                        wins += (mine_now > theirs_now) - (mine > theirs);
                        ties += (mine_now == theirs_now) - (mine == theirs);
                    }
                }
    return all += {wins, ties};
}

equity::Comparison correct_for_flushes(const equity::SuitedBoards& suited) {
    const int most = std::max(std::popcount(suited.held[0]), std::popcount(suited.held[1]));
    if (suited.flushes) {
        const auto flush = [&](int hand) {
            return [held = suited.held[hand], flushes = suited.flushes](unsigned board) { return flushes[held | board]; };
        };
        return correct_for_flushes(suited, 5 - most, flush(0), flush(1));
    }
    if (most < 2) return {};
    const auto flush = [&](int hand) {
        return [held = suited.held[hand]](unsigned board) { return held & (held - 1) ? omaha_flush(held, board) : Strength{0}; };
    };
    return correct_for_flushes(suited, 3, flush(0), flush(1));
}
