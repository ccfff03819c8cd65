// Rows of card ids and sets of cards, 32 hands at a time. ranks.hpp tells how ranks become strengths.
//
// Suits are added up by the same adders, four bits instead of thirteen. Flushes are rare (3 % of seven-card hands): their
// row numbers are put on a list, and they are looked up afterwards, so that the main loop never branches.
//
// Every row is checked on the way: each card against 51, and against each other card of the row.
#include "parts.hpp"
#include "ranks.hpp"

#include <algorithm>

namespace fivecard::kernels::avx512 {
namespace {

constexpr auto suit_bits = [] {
    Table<std::uint8_t, 64> table;
    for (int card = 0; card < card_count; ++card) table.entries[card] = static_cast<std::uint8_t>(1 << card % 4);
    return table;
}();

// 32 rows of card ids, two cards to a lane: pairs[i] holds cards 2i (low byte) and 2i + 1, the last card of an odd number
// standing in both bytes.
template <int Cards>
constexpr int pair_count = (Cards + 1) / 2;

// 32 rows as they stand in memory. A register that would reach too far starts earlier and overlaps the one before it, which
// then counts: memory may have changed between the two.
template <int Cards>
struct Rows {
    static constexpr int parts = pair_count<Cards>, last = 32 * Cards - 64;
    static constexpr int start(int part) { return part + 1 < parts ? 64 * part : last; }
    V part[parts];

    AVX512_INLINE explicit Rows(const CardId* from) {
        for (int i = 0; i < parts; ++i) part[i] = load_once(from + start(i));
    }
    AVX512_INLINE void store(CardId* to) const {
        for (int i = parts; i-- > 0;) _mm512_storeu_si512(to + start(i), part[i]);
    }
};

// Where the bytes of a pair come from: 0..127 in the first two registers, or in the last two from `last_start` on.
template <int Cards, int Pair>
constexpr auto pair_sources = [] {
    struct {
        Table<std::uint8_t, 64> first, last;
        std::uint64_t from_last = 0;
    } sources;
    constexpr int last_start = Cards == 7 ? 128 : 32 * Cards - 64;
    for (int byte = 0; byte < 64; ++byte) {
        const int card = std::min(2 * Pair + byte % 2, Cards - 1);
        const int place = byte / 2 * Cards + card;
        if (place < 128) sources.first.entries[byte] = static_cast<std::uint8_t>(place);
        else {
            // With seven cards the last register overlaps the one before it.
            const int offset = place - last_start;
            sources.last.entries[byte] = static_cast<std::uint8_t>(offset < 64 ? offset : offset - 32 + 64);
            sources.from_last |= std::uint64_t{1} << byte;
        }
    }
    return sources;
}();

template <int Cards, int Pair>
AVX512_INLINE V take_pair(const Rows<Cards>& rows) {
    constexpr auto& sources = pair_sources<Cards, Pair>;
    const V start = _mm512_permutex2var_epi8(rows.part[0], load(sources.first.entries), rows.part[1]);
    if constexpr (Cards == 7)
        return _mm512_mask_mov_epi8(start, sources.from_last,
                                    _mm512_permutex2var_epi8(rows.part[2], load(sources.last.entries), rows.part[3]));
    else
        return _mm512_mask_permutexvar_epi8(start, sources.from_last, load(sources.last.entries), rows.part[2]);
}

AVX512_INLINE V swap_bytes(V a) { return _mm512_shldi_epi16(a, a, 8); }

// Whether all cards are below 52 and different within their row.
template <int Cards>
AVX512_INLINE bool are_hands(const V* pairs) {
    constexpr int whole = Cards / 2;  // pairs of two different cards
    V largest = pairs[0];
    for (int i = 1; i < pair_count<Cards>; ++i) largest = _mm512_max_epu8(largest, pairs[i]);
    __mmask64 fine = _mm512_cmple_epu8_mask(largest, _mm512_set1_epi8(card_count - 1));
    __mmask64 apart = ~__mmask64{0};
    for (int i = 0; i < whole; ++i) {
        const V swapped = swap_bytes(pairs[i]);
        fine = _mm512_mask_cmpneq_epu8_mask(fine, pairs[i], swapped);
        for (int j = 0; j < i; ++j) {
            fine = _mm512_mask_cmpneq_epu8_mask(fine, pairs[j], pairs[i]);
            apart = _mm512_mask_cmpneq_epu8_mask(apart, pairs[j], swapped);
        }
        if constexpr (Cards % 2) apart = _mm512_mask_cmpneq_epu8_mask(apart, pairs[i], pairs[whole]);
    }
    return (fine & apart) == ~__mmask64{0};
}

// The rank of the card in a lane's low or high byte, as a set of one.
AVX512_INLINE V low_rank(V pair) { return _mm512_sllv_epi16(words(1), both(_mm512_srli_epi16(pair, 2), words(0x0f))); }
AVX512_INLINE V high_rank(V pair) { return _mm512_sllv_epi16(words(1), _mm512_srli_epi16(pair, 10)); }

template <int Cards>
AVX512_INLINE Planes count_ranks(const V* pairs) {
    const V a = low_rank(pairs[0]), b = high_rank(pairs[0]), c = low_rank(pairs[1]), d = high_rank(pairs[1]),
            e = high_rank(pairs[2]);
    const V sum1 = sum_bit(a, b, c), carry1 = carry_bit(a, b, c);
    if constexpr (Cards == 5) {
        const V carry2 = carry_bit(sum1, d, e);
        return {sum_bit(sum1, d, e), _mm512_xor_si512(carry1, carry2), both(carry1, carry2)};
    } else {
        const V f = low_rank(pairs[2]);
        const V sum2 = sum_bit(d, e, f), carry2 = carry_bit(d, e, f);
        const V g = Cards == 7 ? high_rank(pairs[Cards == 7 ? 3 : 0]) : _mm512_setzero_si512();
        const V carry3 = carry_bit(sum1, sum2, g);
        return {sum_bit(sum1, sum2, g), sum_bit(carry1, carry2, carry3), carry_bit(carry1, carry2, carry3)};
    }
}

// The suit of each card of a pair, as a set of one.
AVX512_INLINE V suits_of(V pair) { return _mm512_permutexvar_epi8(pair, load(suit_bits.entries)); }

// In the low four bits of a lane, the suit that has five cards or more.
template <int Cards>
AVX512_INLINE V flush_suits(const V* pairs) {
    const V a = suits_of(pairs[0]), b = suits_of(pairs[1]), c = suits_of(pairs[2]);
    if constexpr (Cards == 5) {
        const V four = both(a, b);
        return both(_mm512_ternarylogic_epi32(four, _mm512_srli_epi16(four, 8), c, 0x80), words(0x0f));
    } else {
        const V last = Cards == 7 ? suits_of(pairs[Cards == 7 ? 3 : 0]) : _mm512_setzero_si512();
        const V sum = sum_bit(a, b, c), carry = carry_bit(a, b, c), odd_sum = _mm512_srli_epi16(sum, 8);
        const V ones = sum_bit(sum, odd_sum, last), carried = carry_bit(sum, odd_sum, last);
        const V odd_carry = _mm512_srli_epi16(carry, 8);
        const V twos = sum_bit(carry, odd_carry, carried), fours = carry_bit(carry, odd_carry, carried);
        return both(_mm512_ternarylogic_epi32(fours, ones, twos, 0xe0), words(0x0f));  // fours and (ones or twos)
    }
}

// Rows with a flush, to be looked up when the vectors are done with them.
class Flushes {
public:
    // Notes the lanes in which something is known of a flush: its suit, or its ranks.
    AVX512_INLINE void note(std::size_t row, V known) {
        const __mmask32 which = any_bit(known);
        const V number = _mm512_add_epi16(load(lane_numbers.entries), words(static_cast<int>(row - start_)));
        _mm512_storeu_si512(rows_ + count_, _mm512_maskz_compress_epi16(which, number));
        _mm512_storeu_si512(known_ + count_, _mm512_maskz_compress_epi16(which, known));
        count_ += static_cast<std::size_t>(std::popcount(which));
    }

    // `kept` has the cards of the rows since `restart`.
    template <int Cards>
    AVX512_INLINE void look_up_suits(const CardId* kept, Strength* out) const {
        for (std::size_t i = 0; i < count_; ++i)
            out[start_ + rows_[i]] =
                tables::flush_strengths[suited_ranks(kept + rows_[i] * Cards, Cards, std::countr_zero(known_[i]))];
    }

    AVX512_INLINE void look_up_ranks(Strength* out) const {
        for (std::size_t i = 0; i < count_; ++i) out[start_ + rows_[i]] = tables::flush_strengths[known_[i]];
    }

    void restart(std::size_t row) {
        start_ = row;
        count_ = 0;
    }

    static constexpr std::size_t span = 512;  // rows between two looks at the list: what is kept of them is in the nearest cache

private:
    std::size_t start_ = 0, count_ = 0;
    std::uint16_t rows_[span + block], known_[span + block];
};

// Works through rows in spans that the nearest cache holds: `work` takes a block, and says whether it was fine; `finish`
// looks up what the span's blocks noted.
template <typename Work, typename Finish>
AVX512_INLINE std::size_t in_spans(std::size_t rows, Work work, Finish finish) {
    Flushes flushes;
    std::size_t row = 0;
    for (bool fine = true; fine && row + block <= rows;) {
        flushes.restart(row);
        const std::size_t end = std::min(rows, row + Flushes::span);
        while (row + block <= end && (fine = work(row, flushes))) row += block;
        finish(flushes);
    }
    return row;
}

template <int Cards>
struct RowsWork {
    const CardId* cards;
    CardId* kept;  // the rows of a span as they were when they were checked, for the flushes
    Strength* out;

    AVX512_INLINE bool operator()(std::size_t row, Flushes& flushes) const {
        const CardId* here = cards + row * Cards;
        prefetch(here, 32 * Cards);
        const Rows<Cards> rows(here);
        rows.store(kept + row % Flushes::span * Cards);
        V pairs[4];
        pairs[0] = take_pair<Cards, 0>(rows);
        pairs[1] = take_pair<Cards, 1>(rows);
        pairs[2] = take_pair<Cards, 2>(rows);
        if constexpr (Cards == 7) pairs[3] = take_pair<Cards, 3>(rows);
        if (!are_hands<Cards>(pairs)) return false;
        _mm512_storeu_si512(out + row, rank_strengths<Cards>(count_ranks<Cards>(pairs)));
        flushes.note(row, flush_suits<Cards>(pairs));
        return true;
    }
};

template <int Cards>
struct RowsFinish {
    const CardId* kept;
    Strength* out;

    AVX512_INLINE void operator()(const Flushes& flushes) const { flushes.look_up_suits<Cards>(kept, out); }
};

template <int Cards>
AVX512 std::size_t strengths(const CardId* cards, std::size_t rows, Strength* out) {
    alignas(64) CardId kept[Flushes::span * Cards];
    const std::size_t done = in_spans(rows, RowsWork<Cards>{cards, kept, out}, RowsFinish<Cards>{kept, out});
    if (rows - done >= block) return done;
    return done + portable.strengths(cards + done * Cards, rows - done, Cards, out + done);
}

// Sets of cards, eight to a register, each nibble the suits of a rank. A transposition of 8 x 8 bits (one multiplication
// of bit matrices) turns them into four sets of ranks, one for each suit; then everything goes as above.

// Eight sets -> for each of them four lanes, the ranks in clubs, diamonds, hearts, spades.
AVX512_INLINE V ranks_by_suit(V sets) {
    // Byte i becomes rank 7 - i in its low and rank 15 - i in its high nibble.
    const V low = _mm512_multishift_epi64_epi8(_mm512_set1_epi64(0x0004080c1014181c), sets);
    const V high = _mm512_multishift_epi64_epi8(_mm512_set1_epi64(0x1c2024282c303438), sets);
    const V ranks = _mm512_ternarylogic_epi32(_mm512_set1_epi8(0x0f), low, high, 0xca);
    const V transposed = _mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64(static_cast<long long>(0x8040201008040201)), ranks, 0);
    const V lane_bytes = _mm512_set4_epi32(0x0f0b0e0a, 0x0d090c08, 0x07030602, 0x05010400);
    return _mm512_shuffle_epi8(transposed, lane_bytes);
}

constexpr auto even_lanes = [] {  // of two registers: lanes 0, 4, 8, ... of both, then lanes 1, 5, 9, ...
    Table<std::uint16_t, 32> table;
    for (int i = 0; i < 32; ++i) table.entries[i] = static_cast<std::uint16_t>(4 * (i % 16) % 32 + i / 16 + i % 16 / 8 * 32);
    return table;
}();

struct SetsWork {
    const CardSet* sets;
    Strength* out;

    AVX512_INLINE bool operator()(std::size_t row, Flushes& flushes) const {
        const CardSet* here = sets + row;
        prefetch(here, 256);
        const V quarters[4] = {load_once(here), load_once(here + 8), load_once(here + 16), load_once(here + 24)};
        const int count = std::popcount(static_cast<CardSet>(_mm_cvtsi128_si64(_mm512_castsi512_si128(quarters[0]))));
        __mmask8 alike = 0xff;
        V all = quarters[0];
        for (const V quarter : quarters) {
            alike = _mm512_mask_cmpeq_epi64_mask(alike, _mm512_popcnt_epi64(quarter), _mm512_set1_epi64(count));
            all = _mm512_or_si512(all, quarter);
        }
        if (alike != 0xff || _mm512_test_epi64_mask(all, _mm512_set1_epi64(-1LL << card_count)) || count < 5 || count > 7)
            return portable.set_strengths(here, block, out + row) == block;

        V halves[4];  // the ranks in clubs and diamonds, in hearts and spades, of the first and of the last sixteen sets
        for (int half = 0; half < 2; ++half) {
            const V first = ranks_by_suit(quarters[2 * half]), second = ranks_by_suit(quarters[2 * half + 1]);
            const V lanes = load(even_lanes.entries);
            halves[half] = _mm512_permutex2var_epi16(first, lanes, second);
            halves[2 + half] = _mm512_permutex2var_epi16(first, _mm512_add_epi16(lanes, words(2)), second);
        }
        const V suits[4] = {
            _mm512_shuffle_i64x2(halves[0], halves[1], 0x44), _mm512_shuffle_i64x2(halves[0], halves[1], 0xee),
            _mm512_shuffle_i64x2(halves[2], halves[3], 0x44), _mm512_shuffle_i64x2(halves[2], halves[3], 0xee)};
        const V sum = sum_bit(suits[0], suits[1], suits[2]), carry = carry_bit(suits[0], suits[1], suits[2]);
        const V carried = both(sum, suits[3]);
        const Planes planes = {_mm512_xor_si512(sum, suits[3]), _mm512_xor_si512(carry, carried), both(carry, carried)};
        V strength;
        if (count == 7) strength = rank_strengths<7>(planes);
        else if (count == 6) strength = rank_strengths<6>(planes);
        else strength = rank_strengths<5>(planes);
        _mm512_storeu_si512(out + row, strength);

        V flush = _mm512_setzero_si512();
        for (const V suit : suits)
            flush = where(_mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(suit), words(4)), suit, flush);
        flushes.note(row, flush);
        return true;
    }
};

struct SetsFinish {
    Strength* out;

    AVX512_INLINE void operator()(const Flushes& flushes) const { flushes.look_up_ranks(out); }
};

}  // namespace

std::size_t strengths(const CardId* cards, std::size_t rows, int count, Strength* out) {
    return count == 5   ? strengths<5>(cards, rows, out)
           : count == 6 ? strengths<6>(cards, rows, out)
                        : strengths<7>(cards, rows, out);
}

AVX512 std::size_t set_strengths(const CardSet* sets, std::size_t rows, Strength* out) {
    const std::size_t done = in_spans(rows, SetsWork{sets, out}, SetsFinish{out});
    if (rows - done >= block) return done;
    return done + portable.set_strengths(sets + done, rows - done, out + done);
}

}  // namespace fivecard::kernels::avx512
