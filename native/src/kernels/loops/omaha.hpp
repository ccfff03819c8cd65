// Omaha in vectors of bytes, a deal a byte; included after strengths.hpp, which tells about machines, and badugi.hpp.
//
// 1. Transpose sixteen bytes of each deal at a time. Register i then holds card i of as many deals as it has bytes.
// 2. For all of them at once: range and repeats, the key of the board, the numbers of the pairs of ranks in the hands, and
//    the suits in which board and hand have enough for a flush.
// 3. The numbers of pairs are transposed back: sixteen a deal, which is two players with four cards or one with more.
// 4. Each deal alone: the key finds the row of the board (see omaha.hpp), and the machine the best of its entries.
// 5. Flushes, one by one.
//
// The caller's memory (see snapshot.hpp) is read in step 1 alone.
namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

// ---- Deals as columns

constexpr int deal_of_byte(int byte) { return lanes * (byte % 16) + byte / 16; }

// Sixteen registers become, lane by lane, what their columns were.
INLINE void transpose_lanes(V* a) {
#pragma GCC unroll 4
    for (int step = 0; step < 4; ++step) {
        V b[16];
#pragma GCC unroll 8
        for (int i = 0; i < 8; ++i) {
            b[2 * i] = Vector::interleave8<0>(a[i], a[i + 8]);
            b[2 * i + 1] = Vector::interleave8<1>(a[i], a[i + 8]);
        }
#pragma GCC unroll 16
        for (int i = 0; i < 16; ++i) a[i] = b[i];
    }
}

constexpr int whole_lanes(int columns) { return (columns + 15) / 16 * 16; }

// Reads whole lanes from every row.
INLINE void take_columns(const CardId* rows, std::size_t stride, int columns, V* column) {
    for (int first = 0; first < columns; first += 16) {
        V a[16];
#pragma GCC unroll 16
        for (std::size_t i = 0; i < 16; ++i) a[i] = Vector::load_rows(rows + lanes * i * stride + first, stride);
        transpose_lanes(a);
#pragma GCC unroll 16
        for (int i = 0; i < 16; ++i)
            if (first + i < columns) column[first + i] = a[i];
    }
}

// The cards of a block of deals: first those of the players, then the board.
struct DealColumns {
    V card[card_count];

    static bool in_one_run(const OmahaDeals& deals) {
        return deals.boards == deals.hands + deals.players * deals.count && deals.board_stride == deals.hand_stride;
    }

    // Whether whole lanes can be read up to the last row of a block, with so many rows behind it.
    static bool within_reach(const OmahaDeals& deals, std::size_t behind) {
        const auto reach = [&](int columns, std::size_t stride) {
            return static_cast<std::size_t>(whole_lanes(columns) - columns) <= behind * stride;
        };
        const int held = deals.players * deals.count;
        if (in_one_run(deals)) return reach(held + board_size, deals.hand_stride);
        return reach(held, deals.hand_stride) && reach(board_size, deals.board_stride);
    }

    // False if they are not all different cards.
    INLINE bool take(const OmahaDeals& deals, int held) {
        if (in_one_run(deals)) take_columns(deals.hands, deals.hand_stride, held + board_size, card);
        else {
            take_columns(deals.hands, deals.hand_stride, held, card);
            take_columns(deals.boards, deals.board_stride, board_size, card + held);
        }
        V largest = card[0];
#pragma GCC unroll 16
        for (int i = 1; i < held + board_size; ++i) largest = Vector::larger(largest, card[i]);
        typename Vector::Flaws flaws[4] = {Vector::above(largest, card_count - 1), Vector::no_flaws(), Vector::no_flaws(),
                                           Vector::no_flaws()};
#pragma GCC unroll 16
        for (int i = 1; i < held + board_size; ++i)
#pragma GCC unroll 16
            for (int j = 0; j < i; ++j) flaws[j % 4] = Vector::or_equal(flaws[j % 4], card[i], card[j]);
        return !Vector::any(flaws[0], flaws[1], flaws[2], flaws[3]);
    }

    CardId at(int column, std::size_t byte) const { return reinterpret_cast<const CardId*>(card + column)[byte]; }
};

// ---- High

INLINE V suits_with_three(const V* board) {
    const V bits = Vector::table(Rows<5>::suit_bits.data());
    V suit[board_size], sum, carry1, ones, carry2;
#pragma GCC unroll 8
    for (int i = 0; i < board_size; ++i) suit[i] = Vector::shuffle(bits, board[i]);
    add_bits(suit[0], suit[1], suit[2], sum, carry1);
    add_bits(sum, suit[3], suit[4], ones, carry2);
    return Vector::carry_bit(carry1, carry2, ones);  // three or more where two of these are
}

template <int Count>
INLINE V suits_with_two(const V* hand) {
    const V bits = Vector::table(Rows<5>::suit_bits.data());
    V one = Vector::shuffle(bits, hand[0]), two = Vector::zero();
#pragma GCC unroll 8
    for (int i = 1; i < Count; ++i) {
        const V suit = Vector::shuffle(bits, hand[i]);
        two = Vector::either(two, Vector::both(one, suit));
        one = Vector::either(one, suit);
    }
    return two;
}

constexpr auto first_pairs = [] {  // rank_pair(rank, 0), by rank
    std::array<std::uint8_t, 16> pairs{};
    for (std::size_t rank = 0; rank < rank_count; ++rank) pairs[rank] = static_cast<std::uint8_t>(rank_pair(static_cast<int>(rank), 0));
    return pairs;
}();

// The numbers of all pairs of a hand, the first again where there is room.
template <int Count, int Room>
INLINE void take_pairs(const V* hand, V* pairs) {
    V rank[Count];
#pragma GCC unroll 8
    for (int i = 0; i < Count; ++i) rank[i] = Vector::rank(hand[i]);
    int number = 0;
#pragma GCC unroll 8
    for (int i = 1; i < Count; ++i)
#pragma GCC unroll 8
        for (int j = 0; j < i; ++j) {
            const V base = Vector::shuffle(Vector::table(first_pairs.data()), Vector::larger(rank[i], rank[j]));
            pairs[number++] = Vector::add(base, Vector::smaller(rank[i], rank[j]));
        }
#pragma GCC unroll 8
    for (; number < Room; ++number) pairs[number] = pairs[0];
}

class OmahaBlock {
public:
    // The strengths of a block of deals; false if one is wrong.
    template <int Count>
    INLINE bool evaluate(const OmahaTable& table, const OmahaDeals& deals, int players, Strength* out) {
        const int held = players * Count;
        if (!columns_.take(deals, held)) return false;
        find_rows(table, columns_.card + held);
        const V three = suits_with_three(columns_.card + held);
        constexpr int at_once = Count == 4 ? 2 : 1;
        for (int player = 0; player < players; player += at_once) {
            const V* hand = columns_.card + player * Count;
            const bool two = at_once == 2 && player + 1 < players;
            V pairs[16];
            take_pairs<Count, 16 / at_once>(hand, pairs);
            if (at_once == 2) take_pairs<Count, 16 / at_once>(two ? hand + Count : hand, pairs + 8);
            transpose_lanes(pairs);
#pragma GCC unroll 16
            for (int i = 0; i < 16; ++i) Vector::store(pairs_ + Vector::width * i, pairs[i]);
            if (two) best_entries<Count, 2>(players, out + player);
            else best_entries<Count, 1>(players, out + player);
            add_flushes<Count>(player, players, three, out + player);
            if (two) add_flushes<Count>(player + 1, players, three, out + player + 1);
        }
        return true;
    }

private:
    INLINE void find_rows(const OmahaTable& table, const V* board) {
        using Hash = tables::RankHash<board_size>;
        V sums[3];
        Rows<board_size>::add_digits(board, sums, []<int, int>() {});
        store_keys<board_size>(sums, pending_);
#pragma GCC unroll 64
        for (int i = 0; i < Vector::width; ++i) {
            const std::uint32_t key = pending_.key[i];
            const OmahaTable::Row& row = table.row_in_slot((key + Hash::offsets[key >> 16]) & Hash::column_mask);
            __builtin_prefetch(&row);  // its first line alone: asking for all three takes longer than waiting for them
            rows_[deal_of_byte(byte_of_key(i))] = &row;
        }
    }

    template <int Count, int Players>
    INLINE void best_entries(int players, Strength* out) const {
        for (int deal = 0; deal < Vector::width; ++deal, out += players) {
            const std::uint32_t best = Vector::best_entries<Count>(*rows_[deal], pairs_ + 16 * deal);
            std::memcpy(out, &best, Players * sizeof *out);
        }
    }

    template <int Count>
    INLINE void add_flushes(int player, int players, V three, Strength* out) {
        const V suits = Vector::both(three, suits_with_two<Count>(columns_.card + player * Count));
        Vector::store(suits_, suits);
        for (std::uint64_t left = Vector::not_zero(suits); left; left &= left - 1) {
            const std::size_t byte = Vector::lowest_bit(left);
            const int suit = static_cast<int>(Vector::lowest_bit(suits_[byte]));
            const auto ranks = [&](int first, int count) __attribute__((always_inline)) {
                CardSet set = 0;
#pragma GCC unroll 8
                for (int i = 0; i < count; ++i) set |= CardSet{1} << columns_.at(first + i, byte);
                return Vector::ranks_in_suit(set, suit);
            };
            Strength& strength = out[players * deal_of_byte(static_cast<int>(byte))];
            strength = std::max(strength, omaha_flush(ranks(player * Count, Count), ranks(players * Count, board_size)));
        }
    }

    DealColumns columns_;
    Pending pending_;
    const OmahaTable::Row* rows_[Vector::width];
    alignas(64) std::uint8_t pairs_[16 * Vector::width];
    alignas(64) std::uint8_t suits_[Vector::width];
};

// ---- Low

constexpr auto low_bits = [] {  // by rank
    std::array<std::uint8_t, 16> bits{};
    for (std::size_t rank = 0; rank < rank_count; ++rank) bits[rank] = low_rank_bits[suit_count * rank];
    return bits;
}();

class OmahaLowBlock {
public:
    template <int Count>
    INLINE bool evaluate(const OmahaLowTable& table, const OmahaDeals& deals, int players, Strength* out) {
        const int held = players * Count;
        if (!columns_.take(deals, held)) return false;
        const V board = low_ranks<board_size>(columns_.card + held);
        for (int player = 0; player < players; ++player, ++out) {
            const V hand = low_ranks<Count>(columns_.card + player * Count);
            Vector::store(sets_.set, Vector::interleave8<0>(hand, board));
            Vector::store(sets_.set + Vector::width / 2, Vector::interleave8<1>(hand, board));
            asm volatile("" : "+m"(sets_));
#pragma GCC unroll 64
            for (int i = 0; i < Vector::width; ++i)
                out[players * deal_of_byte(byte_of_set(i))] = table.strength(sets_.set[i] >> 8, sets_.set[i] & 0xff);
        }
        return true;
    }

private:
    template <int Count>
    INLINE static V low_ranks(const V* cards) {
        const V bits = Vector::table(low_bits.data());
        V ranks = Vector::zero();
#pragma GCC unroll 8
        for (int i = 0; i < Count; ++i) ranks = Vector::either(ranks, Vector::shuffle(bits, Vector::rank(cards[i])));
        return ranks;
    }

    DealColumns columns_;
    PendingSets sets_;
};

// ---- All deals

// `Players` is 0 where it is not known when compiling.
template <typename Block, int Count, int Players, typename Table>
std::size_t whole_blocks(const Table& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    constexpr std::size_t width = Vector::width;
    const int players = Players ? Players : deals.players;
    DealsSnapshot<width> snapshot;
    Block block;
    std::size_t row = 0;
    for (; row + width <= rows; row += width, out += width * static_cast<std::size_t>(players)) {
        const OmahaDeals here = deals.from(row);
        for (std::size_t line = 0; line < width * here.hand_stride; line += 64) __builtin_prefetch(here.hands + 4096 + line);
        const bool within_reach = DealColumns::within_reach(deals, rows - row - width);
        if (!block.template evaluate<Count>(table, within_reach ? here : snapshot.take(here, width), players, out)) break;
    }
    return row;
}

// The rows behind the last whole block are dealt with by `others`.
template <typename Block, typename Table>
std::size_t all_deals(const Table& table, const OmahaDeals& deals, std::size_t rows, Strength* out,
                      std::size_t (*others)(const Table&, const OmahaDeals&, std::size_t, Strength*)) {
    const auto work = deals.count == 5     ? whole_blocks<Block, 5, 0, Table>
                      : deals.count == 6   ? whole_blocks<Block, 6, 0, Table>
                      : deals.players == 2 ? whole_blocks<Block, 4, 2, Table>
                                           : whole_blocks<Block, 4, 0, Table>;
    const std::size_t done = work(table, deals, rows, out);
    if (rows - done >= Vector::width) return done;
    return done + others(table, deals.from(done), rows - done, out + done * static_cast<std::size_t>(deals.players));
}

std::size_t omaha_strengths(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    return all_deals<OmahaBlock>(table, deals, rows, out, portable::omaha_kernels.strengths);
}

std::size_t omaha_low_strengths(const OmahaLowTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    return all_deals<OmahaLowBlock>(table, deals, rows, out, portable::omaha_kernels.low_strengths);
}

}  // namespace
}  // namespace fivecard::kernels::FIVECARD_MACHINE
