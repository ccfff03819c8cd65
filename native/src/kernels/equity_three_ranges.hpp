// The loop over boards with three ranges behind EquityKernels: equity/ranges_on_boards.hpp has the derivation. Included after
// equity_boards.hpp.

inline constexpr std::uint8_t no_id = 255;

// The ids of a range's hands by cards, on one board; `no_id` for what cannot be held.
struct HandIds {
    alignas(64) std::uint8_t ids[card_count][equity::card_room];

    HandIds() { __builtin_memset(ids, no_id, sizeof ids); }

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

// What one other range has below an id, without the cards of a hand.
struct Remaining {
    alignas(64) std::int16_t cards[equity::card_room];
    std::int64_t all;

    INLINE Remaining(const Below<std::uint8_t>& below, const HandIds& hands, int id, int high, int low) {
        const std::uint8_t* row = below.cards[id];
        const std::uint8_t *with_high = hands.ids[high], *with_low = hands.ids[low];
        for (int card = 0; card < equity::card_room; ++card)
            cards[card] = static_cast<std::int16_t>(row[card] - (with_high[card] < id) - (with_low[card] < id));
        cards[high] = cards[low] = 0;
        all = below.without(id, high, low) + (hands.ids[high][low] < id);
    }
};

INLINE std::int64_t cards_shared(const Remaining& first, const Remaining& second) {
    std::int32_t sum = 0;
    for (int card = 0; card < equity::card_room; ++card) sum += first.cards[card] * second.cards[card];
    return sum;
}

void three_ranges(const equity::ThreeRanges& work) {
    bool used[rank_pair_count];
    for (int pair = 0; pair < rank_pair_count; ++pair)
        used[pair] = work.ranges[0]->totals[pair] || work.ranges[1]->totals[pair] || work.ranges[2]->totals[pair];
    const auto ids = std::make_unique<BoardIds>(work.ranking, used);
    const auto below = std::make_unique_for_overwrite<Below<std::uint8_t>[]>(3), same = std::make_unique_for_overwrite<Below<std::uint8_t>[]>(3);
    const auto hand_ids = std::make_unique<HandIds[]>(3);
    for (std::size_t i = 0; i < work.count; ++i) {
        const CardSet dealt = work.boards[i].cards, board = dealt | work.known;
        const std::int64_t times = work.boards[i].times;
        ids->set(board, [&](int card) { return work.ranges[0]->partners[card] | work.ranges[1]->partners[card] | work.ranges[2]->partners[card]; });
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
                const Remaining first_less(below[first], hand_ids[first], id, high, low), second_less(below[second], hand_ids[second], id, high, low);
                const Remaining first_most(below[first], hand_ids[first], id + 1, high, low), second_most(below[second], hand_ids[second], id + 1, high, low);
                const std::int64_t same_less = same[player].without(id, high, low), same_most = same[player].without(id + 1, high, low) + both.weights[high][low];
                const auto pairs = [](const Remaining& a, const Remaining& b, std::int64_t alike) { return a.all * b.all - cards_shared(a, b) + alike; };
                const std::int64_t beaten = pairs(first_less, second_less, same_less);
                const std::int64_t or_first = pairs(first_most, second_less, same_less), or_second = pairs(first_less, second_most, same_less);
                const std::int64_t or_both = pairs(first_most, second_most, same_most);
                sums.wins += times * beaten;
                sums.ties[0] += times * (or_first - beaten);
                sums.ties[1] += times * (or_second - beaten);
                sums.three_way_ties += times * (or_both - or_first - or_second + beaten);
            }
        }
    }
}
