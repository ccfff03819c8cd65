// The loops over boards behind EquityKernels: kernels/ranges_on_boards.hpp has the derivation. Included after
// equity.hpp.
namespace fivecard::kernels::FIVECARD_MACHINE {

inline constexpr int id_room = 256;
inline constexpr std::size_t boards_at_once = 16;  // a few milliseconds, at most

// Strengths as dense ids.
class Ids {
public:
    INLINE void clear() { std::memset(bits_, 0, sizeof bits_); }
    INLINE void mark(Strength strength) { bits_[strength >> 6] |= std::uint64_t{1} << (strength & 63); }
    INLINE void number() {
        unsigned before = 0;
        for (int i = 0; i < words; ++i) {
            before_[i] = static_cast<std::uint8_t>(before);
            before += static_cast<unsigned>(std::popcount(bits_[i]));
        }
        count_ = static_cast<int>(before);
    }
    INLINE int of(Strength strength) const {
        return before_[strength >> 6] + std::popcount(bits_[strength >> 6] & ((std::uint64_t{1} << (strength & 63)) - 1));
    }
    INLINE int count() const { return count_; }

private:
    static constexpr int words = strength_count / 64 + 1;
    std::uint64_t bits_[words];
    std::uint8_t before_[words];
    int count_;
};

INLINE int pair_of(int a, int b) { return rank_pairs[16 * rank_of(static_cast<CardId>(a)) + rank_of(static_cast<CardId>(b))]; }

// The ids of all hands on a board, of the ranges' hands at least.
class BoardIds {
public:
    // `used` are the pairs of ranks that matter.
    BoardIds(const Ranking& ranking, const bool* used) : ranking_(ranking) {
        std::fill(std::begin(row_of_), std::end(row_of_), no_row);
        for (int pair = 0; pair < rank_pair_count; ++pair)
            if (used[pair]) pairs_[pair_count_++] = static_cast<std::uint8_t>(pair);
    }

    struct FlushHand {
        CardId high, low;
        std::uint8_t id;
    };

    // `partners(card)` are those that some range holds it with.
    template <typename Partners>
    void set(CardSet board, Partners partners) {
        const Row& by_ranks = row_of(board);
        flush_count_ = 0;
        const int suit = suited_suit(board);
        row_ = &by_ranks;
        if (suit < 0) return;
        const unsigned suited = ranks_in_suit(board, suit);
        const Strength shared = ranking_.flushes[suited];
        ids_.clear();
        for (const std::uint8_t pair : pairs()) ids_.mark(raised_.strengths[pair] = std::max(by_ranks.strengths[pair], shared));
        const CardSet in_suit = suit_mask(suit);
        const bool one_suffices = std::popcount(suited) > 3;
        for (CardSet highs = in_suit & ~board; highs; highs &= highs - 1) {
            const int card = std::countr_zero(highs);
            // Each hand once: with a lower card of the suit, or with any of another.
            const CardSet lower = in_suit & ((CardSet{1} << card) - 1);
            CardSet others = partners(card) & ~board & (one_suffices ? lower | ~in_suit : lower);
            for (; others; others &= others - 1) {
                const int other = std::countr_zero(others);
                const unsigned held = 1u << (card >> 2) | (other % 4 == suit ? 1u << (other >> 2) : 0u);
                const Strength flush = ranking_.flushes[suited | held];
                if (flush <= raised_.strengths[pair_of(card, other)]) continue;
                ids_.mark(flush);
                flush_strengths_[flush_count_] = flush;
                flushes_[flush_count_++] = {static_cast<CardId>(std::max(card, other)), static_cast<CardId>(std::min(card, other)), 0};
            }
        }
        number(raised_);
        row_ = &raised_;
        for (int i = 0; i < flush_count_; ++i) flushes_[i].id = static_cast<std::uint8_t>(ids_.of(flush_strengths_[i]));
    }

    INLINE int of_pair(int pair) const { return row_->ids[pair]; }
    INLINE int of_ranks(int a, int b) const { return row_->ids[pair_of(a, b)]; }
    INLINE int count() const { return row_->count; }
    // Those whose id is not that of their ranks.
    INLINE std::span<const FlushHand> flushes() const { return {flushes_, static_cast<std::size_t>(flush_count_)}; }

private:
    static INLINE int suited_suit(CardSet board) {
        for (int suit = 0; suit < suit_count; ++suit)
            if (std::popcount(board & suit_mask(suit)) >= 3) return suit;
        return -1;
    }

    // The strengths of all pairs of ranks, and their ids.
    struct Row {
        Strength strengths[rank_pair_count];
        std::uint8_t ids[rank_pair_count];
        int count;
    };
    INLINE void number(Row& row) {
        ids_.number();
        for (const std::uint8_t pair : pairs()) row.ids[pair] = static_cast<std::uint8_t>(ids_.of(row.strengths[pair]));
        row.count = ids_.count();
    }

    // Without flushes; kept for boards of the same ranks.
    const Row& row_of(CardSet board) {
        CardId ranks[5];
        Hand hand;
        std::uint64_t counts = 0;
        for (int i = 5; board; board &= board - 1) {
            const int card = std::countr_zero(board);
            ranks[--i] = static_cast<CardId>(rank_of(static_cast<CardId>(card)));
            counts += std::uint64_t{1} << 4 * ranks[i];
            hand += Hand(static_cast<CardId>(4 * ranks[i]));
        }
        std::uint16_t& row = row_of_[equity::rank_board(ranks[0], ranks[1], ranks[2], ranks[3], ranks[4])];
        if (row == no_row) {
            row = static_cast<std::uint16_t>(rows_.size());
            Row& made = rows_.emplace_back();
            ids_.clear();
            for (const std::uint8_t pair : pairs()) {
                const auto [high, low] = pair_ranks[pair];
                const std::uint64_t all = counts + (std::uint64_t{1} << 4 * high) + (std::uint64_t{1} << 4 * low);
                const Hand seven = hand + Hand(static_cast<CardId>(4 * high)) + Hand(static_cast<CardId>(4 * low));
                ids_.mark(made.strengths[pair] = equity::five_alike(all) ? Strength{0} : seven.rank_strength<7>(ranking_));
            }
            number(made);
        }
        return rows_[row];
    }

    INLINE std::span<const std::uint8_t> pairs() const { return {pairs_, static_cast<std::size_t>(pair_count_)}; }

    static constexpr std::uint16_t no_row = 0xffff;
    std::uint8_t pairs_[rank_pair_count];
    int pair_count_ = 0;
    const Ranking& ranking_;
    std::uint16_t row_of_[equity::rank_board_count];
    std::vector<Row> rows_;
    Row raised_;  // on a board with a flush
    const Row* row_ = nullptr;
    Ids ids_;
    FlushHand flushes_[512];
    Strength flush_strengths_[512];
    int flush_count_ = 0;
};

// How much of a range is below each id, in all and by card.
template <typename Weight>
struct Below {
    std::uint32_t all[id_room + 1];
    alignas(64) Weight cards[id_room + 1][equity::card_room];

    void set(const BoardIds& ids, const equity::RangeCards<Weight>& range, CardSet board, CardSet dealt) {
        std::fill_n(all, ids.count() + 1, 0u);
        std::memset(cards, 0, sizeof cards[0] * static_cast<std::size_t>(ids.count() + 1));
        for (int i = 0; i < range.pair_count; ++i) {
            const int pair = range.pairs[i], above = ids.of_pair(pair) + 1;
            all[above] += range.totals[pair];
            for (int card = 0; card < equity::card_room; ++card) cards[above][card] += range.by_pair[pair][card];
        }
        for (CardSet gone = dealt; gone; gone &= gone - 1) {
            const int card = std::countr_zero(gone);
            // Hands of two dealt cards once.
            for (CardSet others = range.partners[card] & ~(board & ((CardSet{1} << card) - 1)); others; others &= others - 1) {
                const int other = std::countr_zero(others), above = ids.of_ranks(card, other) + 1;
                const Weight weight = range.weights[card][other];
                all[above] -= weight, cards[above][card] -= weight, cards[above][other] -= weight;
            }
        }
        for (const auto& [high, low, id] : ids.flushes()) {
            const Weight weight = range.weights[high][low];
            if (!weight) continue;
            const int above = ids.of_ranks(high, low) + 1;
            all[above] -= weight, all[id + 1] += weight;
            cards[above][high] -= weight, cards[id + 1][high] += weight;
            cards[above][low] -= weight, cards[id + 1][low] += weight;
        }
        for (int id = 0; id < ids.count(); ++id) all[id + 1] += all[id];
        constexpr int lanes = register_size / static_cast<int>(sizeof(Weight));
        for (int card = 0; card < equity::card_room; card += lanes) {
            Register<Weight> sum = {};
            for (int id = 1; id <= ids.count(); ++id) {
                sum += load<Register<Weight>>(cards[id] + card);
                std::memcpy(cards[id] + card, &sum, sizeof sum);
            }
        }
    }

    // What a hand of an id leaves of that.
    INLINE std::int64_t without(int id, int high, int low) const { return std::int64_t{all[id]} - cards[id][high] - cards[id][low]; }
};

// Products fit 32 bits.
template <typename Weight>
INLINE void add_four(const Weight* weights, std::uint32_t times, std::int64_t* sums) {
    const auto narrow = load<Register<Weight, 4 * sizeof(Weight)>>(weights);
    Register<std::int32_t, 16> products;
    Register<std::int64_t, 32> all, wide;
    convert(narrow, products);
    products *= static_cast<std::int32_t>(times);
    convert(products, wide);
    std::memcpy(&all, sums, sizeof all);
    all += wide;
    std::memcpy(sums, &all, sizeof all);
}

// Adds what the hands of a range come to on a board against another.
template <typename Weight>
void add_board(const BoardIds& ids, const equity::RangeCards<Weight>& range, const Below<Weight>& below, CardSet board, CardSet dealt,
               std::uint32_t times, equity::RangeSums& sums) {
    for (int i = 0; i < range.pair_count; ++i) {
        const int pair = range.pairs[i], id = ids.of_pair(pair);
        const int high = 4 * pair_ranks[pair].high, low = 4 * pair_ranks[pair].low;
        for (int tie = 0; tie < 2; ++tie) {
            const Weight* cards = below.cards[id + tie];
            std::int64_t* out = sums.cards[pair][tie];
            sums.all[tie][pair] += times * below.all[id + tie];
            add_four(cards + high, times, out);
            add_four(cards + low, times, out + 4);
        }
    }
    const auto move = [&](int high, int low, int id, std::int64_t count) {
        std::int64_t* out = sums.exceptions[high][low];
        for (int tie = 0; tie < 2; ++tie) out[tie] += count * below.without(id + tie, high, low);
    };
    for (CardSet gone = dealt; gone; gone &= gone - 1) {
        const int card = std::countr_zero(gone);
        // Hands of two dealt cards once.
        for (CardSet others = range.partners[card] & ~(board & ((CardSet{1} << card) - 1)); others; others &= others - 1) {
            const int other = std::countr_zero(others);
            move(std::max(card, other), std::min(card, other), ids.of_ranks(card, other), -std::int64_t{times});
        }
    }
    for (const auto& [high, low, id] : ids.flushes()) {
        if (!range.weights[high][low]) continue;
        move(high, low, ids.of_ranks(high, low), -std::int64_t{times});
        move(high, low, id, times);
    }
}

template <typename Weight>
INLINE void go_through_boards(const equity::TwoRanges<Weight>& work) {
    bool used[rank_pair_count];
    for (int pair = 0; pair < rank_pair_count; ++pair) used[pair] = work.ranges[0]->totals[pair] || work.ranges[1]->totals[pair];
    const auto ids = std::make_unique<BoardIds>(work.ranking, used);
    const auto below = std::make_unique_for_overwrite<Below<Weight>[]>(2);
    for (std::size_t i = 0; i < work.count; ++i) {
        if (i % boards_at_once == 0) work.between(std::min(boards_at_once, work.count - i));
        const CardSet dealt = work.boards[i].cards, board = dealt | work.known;
        ids->set(board, [&](int card) { return work.ranges[0]->partners[card] | work.ranges[1]->partners[card]; });
        for (int range = 0; range < 2; ++range) below[range].set(*ids, *work.ranges[range], board, dealt);
        for (int range = 0; range < 2; ++range)
            add_board(*ids, *work.ranges[range], below[1 - range], board, dealt, work.boards[i].times, *work.sums[range]);
    }
}

void equal_ranges(const equity::EqualRanges& work) { go_through_boards(work); }
void weighted_ranges(const equity::WeightedRanges& work) { go_through_boards(work); }

}  // namespace fivecard::kernels::FIVECARD_MACHINE
