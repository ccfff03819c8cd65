// Omaha showdowns of two players with four cards each, thirteen cards a row.
//
// Four rows stand in the four quarters of a register. Their ranks, shuffled against each other, give the numbers of all
// twelve pairs of ranks at once. The row of the board (see omaha.hpp) is 91 numbers: it fits into three registers, where
// one permutation finds the six entries of both players, and one instruction the best of eight numbers. Whether a player
// has a flush is seen for 32 rows at a time, by counting bits in the suits of their cards.
#include "../snapshot.hpp"
#include "parts.hpp"
#include "vectors.hpp"

#include <algorithm>
#include <cstring>

namespace fivecard::kernels::avx512 {
namespace {

constexpr int deal_size = 13;

struct Quarters {
    Table<std::uint8_t, 64> positions, filler, first, second, pair_base;
    std::uint64_t real = 0;
};

constexpr auto quarters = [] {
    constexpr int firsts[] = {0, 0, 0, 1, 1, 2, 0, 0}, seconds[] = {1, 2, 3, 2, 3, 3, 1, 1};
    Quarters tables;
    for (int byte = 0; byte < 64; ++byte) {
        const int quarter = byte / 16, card = byte % 16, player = card / 8;
        if (card < deal_size) tables.real |= std::uint64_t{1} << byte;
        tables.positions.entries[byte] = static_cast<std::uint8_t>(card < deal_size ? deal_size * quarter + card : 0);
        tables.filler.entries[byte] = static_cast<std::uint8_t>(0xf0 + card);  // different from all cards and each other
        tables.first.entries[byte] = static_cast<std::uint8_t>(4 * player + firsts[card % 8]);
        tables.second.entries[byte] = static_cast<std::uint8_t>(4 * player + seconds[card % 8]);
        tables.pair_base.entries[byte] = static_cast<std::uint8_t>(card < rank_count ? rank_pair(card, 0) : 0);
    }
    return tables;
}();

template <int Turn>
AVX512_INLINE __mmask64 differ_from_turned(__mmask64 fine, V cards) {
    return _mm512_mask_cmpneq_epu8_mask(fine, cards, _mm512_alignr_epi8(cards, cards, Turn));
}

AVX512_INLINE bool are_deals(V cards) {
    __mmask64 fine = _mm512_cmple_epu8_mask(cards, _mm512_set1_epi8(card_count - 1)) | ~quarters.real;
    fine = differ_from_turned<1>(fine, cards);
    fine = differ_from_turned<2>(fine, cards);
    fine = differ_from_turned<3>(fine, cards);
    fine = differ_from_turned<4>(fine, cards);
    __mmask64 apart = differ_from_turned<5>(~__mmask64{0}, cards);
    apart = differ_from_turned<6>(apart, cards);
    apart = differ_from_turned<7>(apart, cards);
    apart = differ_from_turned<8>(apart, cards);
    return (fine & apart) == ~__mmask64{0};
}

// The best entries of a board's row for the eight pairs of the first and of the second player.
AVX512_INLINE void best_entries(const OmahaTable::Row& row, __m128i pairs, Strength* out) {
    const __m256i indices = _mm256_cvtepu8_epi16(pairs);
    const V wide = _mm512_castsi256_si512(indices);
    const V low = _mm512_permutex2var_epi16(load(row.entries), wide, load(row.entries + 32));
    const __mmask32 upper = _mm512_test_epi16_mask(wide, words(64));
    const V entries = _mm512_mask_permutexvar_epi16(low, upper, wide, load(row.entries + 64));
    // There is an instruction for the smallest of eight numbers: so the largest is found upside down.
    const __m256i turned = _mm256_xor_si256(_mm512_castsi512_si256(entries), _mm256_set1_epi16(-1));
    out[0] = static_cast<Strength>(~_mm_cvtsi128_si32(_mm_minpos_epu16(_mm256_castsi256_si128(turned))));
    out[1] = static_cast<Strength>(~_mm_cvtsi128_si32(_mm_minpos_epu16(_mm256_extracti128_si256(turned, 1))));
}

// Looks the flushes up among 32 rows. `low` and `high` have, for every row, the low and the high bits of its suits.
AVX512_INLINE void add_flushes(const CardId* deals, V low, V high, Strength* out) {
    const V suits[4] = {_mm512_ternarylogic_epi32(low, low, high, 0x05), without(low, high), without(high, low),
                        both(low, high)};
    // All on one list first, each as row + 32 * (suit + 4 * player): a loop for each suit and player would be left at a
    // point that nobody can guess.
    std::uint16_t flushes[9 * block];
    std::size_t count = 0;
    for (int suit = 0; suit < suit_count; ++suit) {
        const __mmask32 board =
            _mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(both(suits[suit], words(0x1f00))), words(2));
        for (int player = 0; player < 2; ++player) {
            const V held = both(suits[suit], words(0x0f << 4 * player));
            const __mmask32 which = _mm512_mask_cmpgt_epi16_mask(board, _mm512_popcnt_epi16(held), words(1));
            const V number = _mm512_add_epi16(load(lane_numbers.entries), words(32 * (suit + 4 * player)));
            _mm512_storeu_si512(flushes + count, _mm512_maskz_compress_epi16(which, number));
            count += static_cast<std::size_t>(std::popcount(which));
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        const int row = flushes[i] % 32, suit = flushes[i] / 32 % 4, player = flushes[i] / 128;
        const CardId* deal = deals + deal_size * row;
        Strength& strength = out[2 * row + player];
        strength = std::max(strength, omaha_flush(suited_ranks(deal + 4 * player, 4, suit),
                                                  suited_ranks(deal + 8, board_size, suit)));
    }
}

AVX512_INLINE V take_deals(V loaded) {
    return _mm512_mask_permutexvar_epi8(load(quarters.filler.entries), quarters.real, load(quarters.positions.entries), loaded);
}

AVX512 std::size_t omaha_deals(const OmahaTable& table, const CardId* from, std::size_t rows, Strength* out) {
    // A span of blocks is copied at a time, because what has just been written cannot be read at once. One row more,
    // because 64 bytes are read where four rows have 52.
    constexpr std::size_t span = 8 * block;
    Snapshot<CardId, (span + 1) * deal_size> snapshot;
    const CardId* deals = nullptr;
    std::size_t row = 0;
    for (; row + block <= rows; row += block, deals += block * deal_size, out += 2 * block) {
        alignas(64) std::uint16_t low_suits[block], high_suits[block];
        alignas(64) std::uint8_t pairs[block * 16];
        const OmahaTable::Row* row_of[block];
        bool fine = true;
        if (row % span == 0) deals = snapshot.take(from + row * deal_size, std::min(span, rows - row) * deal_size);
        prefetch(from + row * deal_size, block * deal_size);
        for (std::size_t i = 0; i < block; i += 4) {
            const V cards = take_deals(load(deals + i * deal_size));
            fine &= are_deals(cards);
            const std::uint64_t low = _mm512_test_epi8_mask(cards, _mm512_set1_epi8(1));
            const std::uint64_t high = _mm512_test_epi8_mask(cards, _mm512_set1_epi8(2));
            std::memcpy(low_suits + i, &low, sizeof low);
            std::memcpy(high_suits + i, &high, sizeof high);
            const V ranks = both(_mm512_srli_epi16(cards, 2), _mm512_set1_epi8(0x0f));
            const V a = _mm512_shuffle_epi8(ranks, load(quarters.first.entries));
            const V b = _mm512_shuffle_epi8(ranks, load(quarters.second.entries));
            const V base = _mm512_shuffle_epi8(load(quarters.pair_base.entries), _mm512_max_epu8(a, b));
            _mm512_store_si512(pairs + 16 * i, _mm512_add_epi8(base, _mm512_min_epu8(a, b)));
        }
        if (!fine) break;
        for (std::size_t i = 0; i < block; ++i) row_of[i] = &table.row(Hand(deals + i * deal_size + 8, board_size));
        for (std::size_t i = 0; i < block; ++i)
            best_entries(*row_of[i], _mm_load_si128(reinterpret_cast<const __m128i*>(pairs + 16 * i)), out + 2 * i);
        add_flushes(deals, load(low_suits), load(high_suits), out);
    }
    return row;
}

constexpr auto low_bits = [] {  // by card
    Table<std::uint8_t, 64> table;
    std::copy_n(low_rank_bits.begin(), 64, table.entries);
    return table;
}();

// The low ranks of hands and board: those of a quarter's cards, brought together four by four.
AVX512 std::size_t omaha_low_deals(const OmahaLowTable& table, const CardId* deals, std::size_t rows, Strength* out) {
    constexpr std::size_t at_once = 4;
    std::size_t row = 0;
    // Two rows more, because 64 bytes are read where four rows have 52.
    for (; row + block + 2 <= rows; row += block, deals += block * deal_size, out += 2 * block) {
        alignas(64) std::uint8_t ranks[block][16];
        bool fine = true;
        prefetch(deals, block * deal_size);
        for (std::size_t i = 0; i < block; i += at_once) {
            const V cards = take_deals(load_once(deals + i * deal_size));
            fine &= are_deals(cards);
            V low = _mm512_maskz_permutexvar_epi8(quarters.real, cards, load(low_bits.entries));
            low = _mm512_or_si512(low, _mm512_srli_epi32(low, 16));
            _mm512_store_si512(ranks[i], _mm512_or_si512(low, _mm512_srli_epi32(low, 8)));
        }
        if (!fine) break;
        for (std::size_t i = 0; i < block; ++i) {
            const unsigned board = ranks[i][8] | ranks[i][12];
            out[2 * i] = table.strength(board, ranks[i][0]);
            out[2 * i + 1] = table.strength(board, ranks[i][4]);
        }
    }
    return row;
}

// Whether rows are two hands of four cards and a board, with nothing between.
bool are_rows_of_thirteen(const OmahaDeals& deals) {
    return deals.players == 2 && deals.count == 4 && deals.hand_stride == deal_size && deals.board_stride == deal_size &&
           deals.boards == deals.hands + 8;
}

}  // namespace

std::size_t omaha(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    std::size_t done = 0;
    if (are_rows_of_thirteen(deals)) {
        done = omaha_deals(table, deals.hands, rows, out);
        if (rows - done >= block) return done;
    }
    return done + portable::omaha_strengths(table, deals.from(done), rows - done, out + done * static_cast<std::size_t>(deals.players));
}

std::size_t omaha_low(const OmahaLowTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    std::size_t done = 0;
    if (are_rows_of_thirteen(deals)) {
        done = omaha_low_deals(table, deals.hands, rows, out);
        if (rows - done >= block + 2) return done;
    }
    return done + portable::omaha_low_strengths(table, deals.from(done), rows - done, out + done * static_cast<std::size_t>(deals.players));
}

}  // namespace fivecard::kernels::avx512
