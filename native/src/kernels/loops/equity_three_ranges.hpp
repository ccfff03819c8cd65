// The loop over boards with three ranges behind EquityKernels: kernels/ranges_on_boards.hpp has the derivation. Included after
// equity_boards.hpp, and after
//
//     std::array<int, 4> dot_products(const std::uint8_t (*first)[64], const std::uint8_t (*second)[64])
//
// gives first[0] second[0], first[1] second[0], first[0] second[1] and first[1] second[1], of numbers below 52.
namespace fivecard::kernels::FIVECARD_MACHINE {

inline constexpr std::uint8_t no_id = 255;

// The ids of a range's hands by cards, on one board; `no_id` for what cannot be held.
struct HandIds {
    alignas(64) std::uint8_t ids[card_count][equity::card_room];

    HandIds() { std::memset(ids, no_id, sizeof ids); }

    void set(const BoardIds& board_ids, const equity::HandSums* hands, std::size_t count, CardSet board) {
        for (std::size_t i = 0; i < count; ++i) {
            const int high = hands[i].high, low = hands[i].low;
            const bool gone = (board >> high | board >> low) & 1;
            put(high, low, gone ? no_id : static_cast<std::uint8_t>(board_ids.of_ranks(high, low)));
        }
        for (const auto& [high, low, id] : board_ids.flushes())
            if (ids[high][low] != no_id) put(high, low, id);
    }
    INLINE void put(int high, int low, std::uint8_t id) { ids[high][low] = ids[low][high] = id; }
};

// All cards but one, as bytes.
inline constexpr auto all_but = [] {
    struct alignas(64) Masks {
        std::uint8_t bytes[card_count][equity::card_room];
    } masks{};
    for (int card = 0; card < card_count; ++card)
        for (int other = 0; other < card_count; ++other) masks.bytes[card][other] = other == card ? 0 : 255;
    return masks;
}();

// What another range has below an id [0], and up to it [1], without the cards of a hand: by card, and in all.
struct Remaining {
    alignas(64) std::uint8_t cards[2][equity::card_room];
    std::int64_t all[2];

    INLINE Remaining(const Below<std::uint8_t>& below, const HandIds& hands, int id, int high, int low) {
        using Bytes = Register<std::uint8_t>;
        for (int card = 0; card < equity::card_room; card += register_size) {
            const auto with_high = load<Bytes>(hands.ids[high] + card), with_low = load<Bytes>(hands.ids[low] + card);
            const Bytes others = load<Bytes>(all_but.bytes[high] + card) & load<Bytes>(all_but.bytes[low] + card);
            for (int tie = 0; tie < 2; ++tie) {
                const Bytes bound = with_high - with_high + static_cast<std::uint8_t>(id + tie);
                const Bytes left =
                    (load<Bytes>(below.cards[id + tie] + card) + Bytes(with_high < bound) + Bytes(with_low < bound)) & others;
                std::memcpy(cards[tie] + card, &left, sizeof left);
            }
        }
        for (int tie = 0; tie < 2; ++tie) all[tie] = below.without(id + tie, high, low) + (hands.ids[high][low] < id + tie);
    }
};

void three_ranges(const equity::ThreeRanges& work) {
    bool used[rank_pair_count];
    for (int pair = 0; pair < rank_pair_count; ++pair)
        used[pair] = work.ranges[0]->totals[pair] || work.ranges[1]->totals[pair] || work.ranges[2]->totals[pair];
    const auto ids = std::make_unique<BoardIds>(work.ranking, used);
    const auto below = std::make_unique_for_overwrite<Below<std::uint8_t>[]>(3),
               same = std::make_unique_for_overwrite<Below<std::uint8_t>[]>(3);
    const auto hand_ids = std::make_unique<HandIds[]>(3);
    for (std::size_t i = 0; i < work.count; ++i) {
        if (i % boards_at_once == 0) work.between(std::min(boards_at_once, work.count - i));
        const CardSet dealt = work.boards[i].cards, board = dealt | work.known;
        const std::int64_t times = work.boards[i].times;
        ids->set(board, [&](int card) {
            return work.ranges[0]->partners[card] | work.ranges[1]->partners[card] | work.ranges[2]->partners[card];
        });
        for (int player = 0; player < 3; ++player) {
            below[player].set(*ids, *work.ranges[player], board, dealt);
            same[player].set(*ids, *work.same[player], board, dealt);
            hand_ids[player].set(*ids, work.hands[player], work.hand_counts[player], board);
        }
        for (int player = 0; player < 3; ++player) {
            const int first = player == 0, second = player == 2 ? 1 : 2;  // the others, in order
            const auto& both = *work.same[player];
            for (std::size_t hand = 0; hand < work.hand_counts[player]; ++hand) {
                auto& [high, low, sums] = work.hands[player][hand];
                const int id = hand_ids[player].ids[high][low];
                if (id == no_id) continue;
                const Remaining one(below[first], hand_ids[first], id, high, low), other(below[second], hand_ids[second], id, high, low);
                const std::int64_t alike = same[player].without(id, high, low),
                                   all_alike = same[player].without(id + 1, high, low) + both.weights[high][low];
                const auto shared = dot_products(one.cards, other.cards);
                const std::int64_t beaten = one.all[0] * other.all[0] - shared[0] + alike;
                const std::int64_t or_first = one.all[1] * other.all[0] - shared[1] + alike;
                const std::int64_t or_second = one.all[0] * other.all[1] - shared[2] + alike;
                const std::int64_t or_both = one.all[1] * other.all[1] - shared[3] + all_alike;
                sums.wins += times * beaten;
                sums.ties[0] += times * (or_first - beaten);
                sums.ties[1] += times * (or_second - beaten);
                sums.three_way_ties += times * (or_both - or_first - or_second + beaten);
            }
        }
    }
}

const EquityKernels equity_kernels = {
    .compare_by_ranks = compare_by_ranks,
    .best_of_columns = best_of_columns,
    .correct_for_flushes = correct_for_flushes,
    .equal_ranges = equal_ranges,
    .weighted_ranges = weighted_ranges,
    .three_ranges = three_ranges,
    .sum_of_products = sum_of_products,
};

}  // namespace fivecard::kernels::FIVECARD_MACHINE
