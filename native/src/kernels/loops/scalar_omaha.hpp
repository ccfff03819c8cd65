// Omaha showdowns on any machine.
//
// A block of showdowns goes through several short passes instead of one long one. The row of each board is asked for
// before it is needed, so that the memory has time to bring it; and boards and hands that may have a flush, about one in
// three and one in ten, are put on lists without branching, because a branch would be guessed wrong too often.

namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

constexpr std::size_t deals_at_once = largest_block;

constexpr auto card_bits = [] {
    std::array<CardSet, 256> bits{};
    for (int byte = 0; byte < 256; ++byte) bits[byte] = card_bit(byte);
    return bits;
}();

template <int Count>
bool is_deal(const OmahaDeals& deals, std::size_t row) {
    CardSet together = 0, sum = 0;
    const auto add = [&](CardId card) {
        together |= card_bits[card];
        sum += card_bits[card];
    };
    const CardId* hand = deals.hands + row * deals.hand_stride;
    for (int player = 0; player < deals.players; ++player, hand += Count)
        for (int i = 0; i < Count; ++i) add(hand[i]);
    const CardId* board = deals.boards + row * deals.board_stride;
    for (int i = 0; i < board_size; ++i) add(board[i]);
    return different_cards(together, sum);
}

struct FlushHand {
    std::uint16_t player;
    std::uint16_t hand, board;
};

template <int Count>
void evaluate_block(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    const OmahaTable::Row* row_of[deals_at_once];
    Hand board_of[deals_at_once];
    for (std::size_t i = 0; i < rows; ++i) {
        board_of[i] = Hand(deals.boards + i * deals.board_stride, board_size);
        row_of[i] = &table.row(board_of[i]);
        for (std::size_t line = 0; line < sizeof(OmahaTable::Row); line += 64) prefetch(reinterpret_cast<const char*>(row_of[i]) + line);
    }

    std::uint8_t flush_boards[deals_at_once];
    std::size_t flush_board_count = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        flush_boards[flush_board_count] = static_cast<std::uint8_t>(i);
        flush_board_count += board_of[i].has_suited(3);
        for (int player = 0; player < deals.players; ++player)
            out[i * deals.players + player] =
                static_cast<Strength>(best_in_row<Count>(*row_of[i], deals.hands + i * deals.hand_stride + player * deals.count));
    }

    for (std::size_t k = 0; k < flush_board_count; ++k) {
        const std::size_t i = flush_boards[k];
        const int suit = board_of[i].suit_of_suited(3);
        const unsigned board = ranks_in_suit(board_of[i].cards(), suit);
        FlushHand flushes[card_count / smallest_omaha_hand + 1];
        int flush_count = 0;
        for (int player = 0; player < deals.players; ++player) {
            const unsigned hand = ranks_in_suit(deals.hands + i * deals.hand_stride + player * deals.count, Count, suit);
            flushes[flush_count] = {static_cast<std::uint16_t>(player), static_cast<std::uint16_t>(hand),
                                    static_cast<std::uint16_t>(board)};
            flush_count += (hand & (hand - 1)) != 0;
        }
        for (int f = 0; f < flush_count; ++f) {
            Strength& strength = out[i * deals.players + flushes[f].player];
            strength = std::max(strength, omaha_flush(flushes[f].hand, flushes[f].board));
        }
    }
}

template <int Count>
void evaluate_block(const OmahaLowTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    for (std::size_t i = 0; i < rows; ++i) {
        const unsigned board = low_ranks(deals.boards + i * deals.board_stride, board_size);
        const CardId* hand = deals.hands + i * deals.hand_stride;
        for (int player = 0; player < deals.players; ++player, hand += Count) *out++ = table.strength(board, low_ranks(hand, Count));
    }
}

template <int Count, typename Table>
std::size_t work_through(const Table& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    DealsSnapshot<deals_at_once> snapshot;
    for (std::size_t start = 0; start < rows; start += deals_at_once) {
        const std::size_t here = std::min(deals_at_once, rows - start);
        const OmahaDeals part = snapshot.take(deals.from(start), here);
        std::size_t fine = 0;
        while (fine < here && is_deal<Count>(part, fine)) ++fine;
        if (fine < here) return start;
        evaluate_block<Count>(table, part, here, out + start * static_cast<std::size_t>(deals.players));
    }
    return rows;
}

template <typename Table>
std::size_t work_through(const Table& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    return deals.count == 4   ? work_through<4>(table, deals, rows, out)
           : deals.count == 5 ? work_through<5>(table, deals, rows, out)
                              : work_through<6>(table, deals, rows, out);
}

std::size_t omaha_strengths(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    return work_through(table, deals, rows, out);
}

std::size_t omaha_low_strengths(const OmahaLowTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    return work_through(table, deals, rows, out);
}

}  // namespace
}  // namespace fivecard::kernels::FIVECARD_MACHINE
