// The loops behind EquityKernels, in vectors of the compiler: a machine says how many bytes its registers have.
namespace fivecard::kernels::FIVECARD_MACHINE {

template <typename Number, int Bytes = register_size>
using Register = Lanes<Number, Bytes / static_cast<int>(sizeof(Number))>;

template <typename V, typename Number>
INLINE V load(const Number* from) {
    V loaded;
    std::memcpy(&loaded, from, sizeof loaded);
    return loaded;
}

// The ways to choose 0 to 5 of up to four cards.
inline constexpr std::uint8_t choices[5][6] = {
    {1, 0, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0}, {1, 2, 1, 0, 0, 0}, {1, 3, 3, 1, 0, 0}, {1, 4, 6, 4, 1, 0}};

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

equity::Comparison compare_by_ranks(const equity::RankColumn& first, const equity::RankColumn& second, const equity::CardsLeft& left) {
    alignas(64) std::uint16_t ways[equity::rank_board_room];
    count_boards(left, ways);
    std::uint32_t wins = 0, ties = 0;
    for (int i = 0; i < equity::rank_board_room; ++i) {
        const Strength mine = first.strengths[i], theirs = second.strengths[i];
        wins += static_cast<std::uint16_t>(mine > theirs ? ways[i] : 0);
        ties += static_cast<std::uint16_t>(mine == theirs ? ways[i] : 0);
    }
    return {wins, ties};
}

void best_of_columns(const Strength* const* columns, int count, Strength* best) {
    using Strengths = Register<Strength>;
    for (int i = 0; i < equity::rank_board_room; i += register_size / 2) {
        Strengths most = {};
        for (int column = 0; column < count; ++column) {
            const auto strengths = load<Strengths>(columns[column] + i);
            replace_where(strengths > most, strengths, most);
        }
        std::memcpy(best + i, &most, sizeof most);
    }
}

// What flushes change on some boards: the sums by the ranks of the other cards, which stay small.
template <int Room>
class Changes {
    static constexpr int bytes = std::min<int>(register_size, 2 * Room), lanes = bytes / 2, count = Room / lanes;
    using Strengths = Register<Strength, bytes>;
    using Numbers = Register<std::int16_t, bytes>;

public:
    INLINE explicit Changes(const std::int16_t* ways) {
        for (int i = 0; i < count; ++i) ways_[i] = load<Numbers>(ways + i * lanes);
    }
    INLINE void add(const Strength* first, const Strength* second, Strength first_flush, Strength second_flush) {
        for (int i = 0; i < count; ++i) {
            const auto mine = load<Strengths>(first + i * lanes), theirs = load<Strengths>(second + i * lanes);
            Strengths mine_now = mine - mine + first_flush, theirs_now = theirs - theirs + second_flush;
            replace_where(mine > mine_now, mine, mine_now);
            replace_where(theirs > theirs_now, theirs, theirs_now);
            wins_[i] += (Numbers(mine_now > theirs_now) & ways_[i]) - (Numbers(mine > theirs) & ways_[i]);
            ties_[i] += (Numbers(mine_now == theirs_now) & ways_[i]) - (Numbers(mine == theirs) & ways_[i]);
        }
    }
    INLINE equity::Comparison sum() const {
        equity::Comparison all;
        for (int i = 0; i < count; ++i)
            for (int lane = 0; lane < lanes; ++lane) all += {wins_[i][lane], ties_[i][lane]};
        return all;
    }

private:
    Numbers ways_[count], wins_[count] = {}, ties_[count] = {};
};

// The ranks of a set, lowest first.
struct Ranks {
    CardId ranks[rank_count];
    int count = 0;

    INLINE explicit Ranks(unsigned set) {
        for (; set; set &= set - 1) ranks[count++] = static_cast<CardId>(std::countr_zero(set));
    }
    INLINE int operator[](int i) const { return ranks[i]; }
};

// Boards with three, four or five cards in the suit. Apart from each other, so that registers suffice.
template <typename Flush>
[[gnu::noinline]] equity::Comparison correct_threes(const equity::SuitedBoards& suited, Flush first, Flush second) {
    std::int16_t ways[equity::pair_room] = {};
    for (int high = 0; high < rank_count; ++high)
        for (int low = 0; low <= high; ++low)
            ways[rank_pair(high, low)] =
                static_cast<std::int16_t>(high == low ? choices[suited.others[high]][2] : suited.others[high] * suited.others[low]);
    Changes<equity::pair_room> changes(ways);
    const Ranks ranks(suited.left);
    for (int a = 2; a < ranks.count; ++a)
        for (int b = 1; b < a; ++b)
            for (int c = 0; c < b; ++c) {
                const unsigned board = 1u << ranks[a] | 1u << ranks[b] | 1u << ranks[c];
                const auto number = equity::choose[3][ranks[a]] + equity::choose[2][ranks[b]] + equity::choose[1][ranks[c]];
                changes.add(suited.first.threes[number], suited.second.threes[number], first(board), second(board));
            }
    return changes.sum();
}

template <typename Flush>
[[gnu::noinline]] equity::Comparison correct_fours(const equity::SuitedBoards& suited, Flush first, Flush second) {
    std::int16_t ways[equity::rank_room] = {};
    for (int rank = 0; rank < rank_count; ++rank) ways[rank] = suited.others[rank];
    Changes<equity::rank_room> changes(ways);
    const Ranks ranks(suited.left);
    for (int a = 3; a < ranks.count; ++a)
        for (int b = 2; b < a; ++b)
            for (int c = 1; c < b; ++c) {
                const unsigned three = 1u << ranks[a] | 1u << ranks[b] | 1u << ranks[c];
                const auto lowest = equity::choose[4][ranks[a]] + equity::choose[3][ranks[b]] + equity::choose[2][ranks[c]];
                for (int d = 0; d < c; ++d) {
                    const unsigned board = three | 1u << ranks[d];
                    const auto number = lowest + equity::choose[1][ranks[d]];
                    changes.add(suited.first.fours[number], suited.second.fours[number], first(board), second(board));
                }
            }
    return changes.sum();
}

template <typename Flush>
[[gnu::noinline]] equity::Comparison correct_fives(const equity::SuitedBoards& suited, Flush first, Flush second) {
    std::int32_t wins = 0, ties = 0;
    const Ranks ranks(suited.left);
    for (int a = 4; a < ranks.count; ++a)
        for (int b = 3; b < a; ++b)
            for (int c = 2; c < b; ++c)
                for (int d = 1; d < c; ++d) {
                    const unsigned four = 1u << ranks[a] | 1u << ranks[b] | 1u << ranks[c] | 1u << ranks[d];
                    const int lowest = equity::rank_board(ranks[a], ranks[b], ranks[c], ranks[d], 0);
                    const Strength *mine_here = suited.first.strengths + lowest, *theirs_here = suited.second.strengths + lowest;
                    for (int e = 0; e < d; ++e) {
                        const Strength mine = mine_here[ranks[e]], theirs = theirs_here[ranks[e]];
                        const Strength mine_now = std::max(mine, first(four | 1u << ranks[e]));
                        const Strength theirs_now = std::max(theirs, second(four | 1u << ranks[e]));
                        wins += (mine_now > theirs_now) - (mine > theirs);
                        ties += (mine_now == theirs_now) - (mine == theirs);
                    }
                }
    return {wins, ties};
}

equity::Comparison correct_for_flushes(const equity::SuitedBoards& suited) {
    const int most = std::max(std::popcount(suited.held[0]), std::popcount(suited.held[1]));
    if (suited.flushes) {
        const auto flush = [&](int hand) {
            return [held = suited.held[hand], flushes = suited.flushes](unsigned board) { return flushes[held | board]; };
        };
        equity::Comparison all = correct_fives(suited, flush(0), flush(1));
        if (most > 0) all += correct_fours(suited, flush(0), flush(1));
        if (most > 1) all += correct_threes(suited, flush(0), flush(1));
        return all;
    }
    if (most < 2) return {};
    const auto flush = [&](int hand) {
        return [held = suited.held[hand]](unsigned board) { return held & (held - 1) ? omaha_flush(held, board) : Strength{0}; };
    };
    equity::Comparison all = correct_fives(suited, flush(0), flush(1));
    all += correct_fours(suited, flush(0), flush(1));
    return all += correct_threes(suited, flush(0), flush(1));
}

std::uint64_t sum_of_products(const std::uint32_t* numbers, const std::uint32_t* weights, int count) {
    std::uint64_t sum = 0;
    for (int i = 0; i < count; ++i) sum += std::uint64_t{numbers[i]} * weights[i];
    return sum;
}

}  // namespace fivecard::kernels::FIVECARD_MACHINE
