// Hands in AVX-512, 32 at a time in 16-bit lanes, without looking anything up in memory.
//
// The idea. A hand's ranks are a 13-bit set, one bit a rank. A card is such a set with one bit; adding up a hand's cards
// bit by bit with carry-save adders gives the number of cards of every rank in three bit planes at once:
//
//     card 1   0000000000100        count of a rank = planes[0] + 2 * planes[1] + 4 * planes[2]
//     card 2   0000000000100        single          = planes[0] & ~planes[1]
//     card 3   1000000000000   -->  pair or three   = planes[1]
//     ...                           three           = planes[0] &  planes[1]
//     card 7   0000000010000        four            = planes[2]
//
// x & (x - 1) removes the lowest bit, so the best kickers are what is left after removing the spare ones. The strength
// is then a position in a list: the number of a k-bit set among all k-bit sets in order is a sum of two small table
// look-ups, one for its upper six bits and one for its lower seven, and tables of that size fit into registers
// (vpermi2w, vpermi2b). Every category is worked out for all lanes, and masks choose.
//
// Suits are added up by the same adders, four bits instead of thirteen. Flushes are rare (3 % of seven-card hands): their
// row numbers are put on a list, and they are looked up afterwards, so that the main loop never branches.
//
// Every row is checked on the way: each card against 51, and against each other card of the row.
#include "kernels.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <cstring>

// GCC 12 takes the undefined registers inside its own intrinsics for a mistake of ours.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#define AVX512                                                                                               \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni,bmi,bmi2,popcnt")))
#define AVX512_INLINE AVX512 __attribute__((always_inline)) inline

namespace fivecard::kernels {
namespace {

using V = __m512i;
constexpr std::size_t block = 32;

// Tables that fit into registers, worked out by the compiler.

template <typename Number, std::size_t Size>
struct alignas(64) Table {
    Number entries[Size] = {};
};

constexpr int choose(int n, int k) {
    int result = 1;
    for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return k > n ? 0 : result;
}

// The part of a set's number that its bits give if they stand at `first_place` and above, with `below` bits under them.
constexpr int set_number(unsigned bits, int first_place, int below) {
    int number = 0;
    for (int place = first_place; bits; ++place, bits >>= 1)
        if (bits & 1) number += choose(place, ++below);
    return number;
}

constexpr int low_bits = 7, high_bits = 6;
constexpr int base_of[] = {1, 1278, 4138, 4996, 5854, 5864, 7141, 7297, 7453};  // the weakest strength of each category

// How many straights are weaker than five different ranks with this highest one: one for each lower top from the six on,
// and before an ace the five-high straight too.
constexpr int straights_below(int top) { return top - 4 + (top == rank_count - 1); }

template <typename Entry>
constexpr auto upper_table(Entry entry) {
    Table<std::uint16_t, 1 << high_bits> table;
    for (unsigned bits = 0; bits < 1u << high_bits; ++bits) table.entries[bits] = static_cast<std::uint16_t>(entry(bits));
    return table;
}

template <typename Entry>
constexpr auto lower_table(Entry entry) {
    Table<std::uint8_t, 1 << low_bits> table;
    for (unsigned bits = 0; bits < 1u << low_bits; ++bits) table.entries[bits] = static_cast<std::uint8_t>(entry(bits));
    return table;
}

constexpr int upper_number(unsigned bits, int size) {
    const int count = std::popcount(bits);
    return count > size ? 0 : set_number(bits, low_bits, size - count);
}

constexpr auto upper_five = upper_table([](unsigned bits) {
    return bits ? upper_number(bits, 5) + base_of[0] - straights_below(low_bits + std::bit_width(bits) - 1) : 0;
});
constexpr auto upper_three = upper_table([](unsigned bits) { return upper_number(bits, 3); });
constexpr auto upper_two = upper_table([](unsigned bits) { return upper_number(bits, 2); });
constexpr auto upper_two_pair = upper_table([](unsigned bits) { return 11 * upper_number(bits, 2) + base_of[2]; });
constexpr auto upper_one = upper_table([](unsigned bits) { return 12 * upper_number(bits, 1) + base_of[6]; });
constexpr auto lower_any = lower_table([](unsigned bits) {
    const int five = std::popcount(bits) == 5 ? base_of[0] - straights_below(std::bit_width(bits) - 1) : 0;
    return set_number(bits, 0, 0) + five;
});
constexpr auto lower_two_pair = lower_table([](unsigned bits) { return 11 * set_number(bits, 0, 0); });
constexpr auto lower_one = lower_table([](unsigned bits) { return 12 * set_number(bits, 0, 0); });

// First strength for a pair of each rank, and from the 17th entry on for three of a kind.
constexpr auto pair_and_trips = [] {
    Table<std::uint16_t, 32> table;
    for (int rank = 0; rank < rank_count; ++rank) {
        table.entries[rank] = static_cast<std::uint16_t>(base_of[1] + 220 * rank);
        table.entries[16 + rank] = static_cast<std::uint16_t>(base_of[3] + 66 * rank);
    }
    return table;
}();

constexpr auto lane_numbers = [] {
    Table<std::uint16_t, 32> table;
    for (std::uint16_t i = 0; i < 32; ++i) table.entries[i] = i;
    return table;
}();

constexpr auto suit_bits = [] {
    Table<std::uint8_t, 64> table;
    for (int card = 0; card < card_count; ++card) table.entries[card] = static_cast<std::uint8_t>(1 << card % 4);
    return table;
}();

// Small words for the instructions that are used everywhere.

AVX512_INLINE V load(const void* from) { return _mm512_loadu_si512(from); }
AVX512_INLINE V words(int value) { return _mm512_set1_epi16(static_cast<short>(value)); }
AVX512_INLINE V both(V a, V b) { return _mm512_and_si512(a, b); }
AVX512_INLINE V without(V a, V b) { return _mm512_andnot_si512(b, a); }
AVX512_INLINE V less_one(V a) { return _mm512_add_epi16(a, _mm512_set1_epi16(-1)); }
AVX512_INLINE V drop_lowest(V a) { return both(a, less_one(a)); }
AVX512_INLINE V sum_bit(V a, V b, V c) { return _mm512_ternarylogic_epi32(a, b, c, 0x96); }
AVX512_INLINE V carry_bit(V a, V b, V c) { return _mm512_ternarylogic_epi32(a, b, c, 0xe8); }
AVX512_INLINE V where(__mmask32 mask, V yes, V no) { return _mm512_mask_mov_epi16(no, mask, yes); }
AVX512_INLINE __mmask32 any_bit(V a) { return _mm512_test_epi16_mask(a, a); }

// The highest bit of sets of one to `Most` bits.
template <int Most>
AVX512_INLINE V highest(V set) {
    if constexpr (Most == 1) {
        return set;
    } else {
        const V fewer = drop_lowest(set);
        return where(any_bit(fewer), highest<Most - 1>(fewer), set);
    }
}

AVX512_INLINE V upper_entry(const Table<std::uint16_t, 64>& table, V set) {
    return _mm512_permutex2var_epi16(load(table.entries), _mm512_srli_epi16(set, low_bits), load(table.entries + 32));
}

AVX512_INLINE V lower_entry(const Table<std::uint8_t, 128>& table, V set) {
    return _mm512_permutex2var_epi8(load(table.entries), both(set, words(0x7f)), load(table.entries + 64));
}

struct Planes {
    V one, two, four;
};

// Strengths of hands of `Cards` cards from their ranks alone.
template <int Cards>
AVX512_INLINE V rank_strengths(const Planes& count) {
    const V any = _mm512_ternarylogic_epi32(count.one, count.two, count.four, 0xfe);
    const V trips = both(count.one, count.two);

    V kickers = without(count.one, count.two);
    for (int spare = 5; spare < Cards; ++spare) kickers = drop_lowest(kickers);

    // High card.
    V strength = _mm512_add_epi16(upper_entry(upper_five, kickers), lower_entry(lower_any, kickers));

    // One pair or three of a kind: kickers are numbered among the other twelve ranks.
    const __mmask32 has_trips = any_bit(trips);
    const V below_match = less_one(count.two);
    const V among_others =
        _mm512_ternarylogic_epi32(below_match, kickers, _mm512_srli_epi16(kickers, 1), 0xca);  // below ? k : k >> 1
    const V kicker_number =
        _mm512_add_epi16(where(has_trips, upper_entry(upper_two, among_others), upper_entry(upper_three, among_others)),
                         lower_entry(lower_any, among_others));
    const V match_rank = _mm512_popcnt_epi16(below_match);
    const V match_entry = _mm512_mask_add_epi16(match_rank, has_trips, match_rank, words(16));
    const V match_strength =
        _mm512_add_epi16(kicker_number, _mm512_permutexvar_epi16(match_entry, load(pair_and_trips.entries)));
    strength = where(any_bit(count.two), match_strength, strength);

    // Two pair, full house or four of a kind: some ranks that make it, and one more.
    const V fewer_matches = drop_lowest(count.two);
    const __mmask32 several_matches = any_bit(fewer_matches);
    const __mmask32 has_four = any_bit(count.four);
    const __mmask32 full_house = _kand_mask32(has_trips, several_matches);
    V made_of = count.two;
    if constexpr (Cards > 5) made_of = where(any_bit(drop_lowest(fewer_matches)), fewer_matches, made_of);
    made_of = where(full_house, highest<(Cards > 5 ? 2 : 1)>(trips), made_of);
    made_of = where(has_four, count.four, made_of);
    const V other = highest<Cards - 4>(without(where(full_house, count.two, any), made_of));
    const V other_number = _mm512_popcnt_epi16(without(less_one(other), made_of));
    const __mmask32 one_rank = _kor_mask32(full_house, has_four);
    V made_strength = _mm512_add_epi16(
        where(one_rank, upper_entry(upper_one, made_of), upper_entry(upper_two_pair, made_of)),
        where(one_rank, lower_entry(lower_one, made_of), lower_entry(lower_two_pair, made_of)));
    made_strength = _mm512_mask_add_epi16(made_strength, has_four, made_strength, words(base_of[7] - base_of[6]));
    strength = where(_kor_mask32(several_matches, has_four), _mm512_add_epi16(made_strength, other_number), strength);

    // Straight: bit i is set if five ranks in a row start there, the ace standing below the two as well. Up to seven
    // cards hold one run, so the highest start is the one that no other follows.
    const V run = _mm512_or_si512(_mm512_slli_epi16(any, 1), _mm512_srli_epi16(any, rank_count - 1));
    const V twos = both(run, _mm512_srli_epi16(run, 1));
    const V starts = _mm512_ternarylogic_epi32(twos, _mm512_srli_epi16(twos, 2), _mm512_srli_epi16(run, 4), 0x80);
    const V highest_start = without(starts, _mm512_srli_epi16(starts, 1));
    const V straight = _mm512_add_epi16(_mm512_popcnt_epi16(less_one(highest_start)), words(base_of[4]));
    return where(_kandn_mask32(one_rank, any_bit(starts)), straight, strength);
}

// 32 rows of card ids, two cards to a lane: pairs[i] holds cards 2i (low byte) and 2i + 1, the last card of an odd number
// standing in both bytes.
template <int Cards>
struct Rows {
    static constexpr int pair_count = (Cards + 1) / 2;
    V pairs[pair_count];
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
AVX512_INLINE V take_pair(const CardId* rows) {
    constexpr auto& sources = pair_sources<Cards, Pair>;
    const V start = _mm512_permutex2var_epi8(load(rows), load(sources.first.entries), load(rows + 64));
    if constexpr (Cards == 7)
        return _mm512_mask_mov_epi8(start, sources.from_last,
                                    _mm512_permutex2var_epi8(load(rows + 128), load(sources.last.entries), load(rows + 160)));
    else
        return _mm512_mask_permutexvar_epi8(start, sources.from_last, load(sources.last.entries),
                                            load(rows + 32 * Cards - 64));
}

AVX512_INLINE V swap_bytes(V a) { return _mm512_shldi_epi16(a, a, 8); }

// Whether all cards are below 52 and different within their row.
template <int Cards>
AVX512_INLINE bool are_hands(const V* pairs) {
    constexpr int whole = Cards / 2;  // pairs of two different cards
    V largest = pairs[0];
    for (int i = 1; i < Rows<Cards>::pair_count; ++i) largest = _mm512_max_epu8(largest, pairs[i]);
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

AVX512 Strength flush_strength_of(const CardId* cards, int count, unsigned suit) {
    CardSet set = 0;
    for (int i = 0; i < count; ++i) set |= CardSet{1} << cards[i];
    return tables::flush_strengths[_pext_u64(set, CardSet{0x1111111111111} << suit)];
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

    template <int Cards>
    AVX512_INLINE void look_up_suits(const CardId* cards, Strength* out) const {
        for (std::size_t i = 0; i < count_; ++i) {
            const std::size_t row = start_ + rows_[i];
            out[row] = flush_strength_of(cards + row * Cards, Cards, static_cast<unsigned>(std::countr_zero(known_[i])));
        }
    }

    AVX512_INLINE void look_up_ranks(Strength* out) const {
        for (std::size_t i = 0; i < count_; ++i) out[start_ + rows_[i]] = tables::flush_strengths[known_[i]];
    }

    void restart(std::size_t row) {
        start_ = row;
        count_ = 0;
    }

    static constexpr std::size_t span = 2048;  // rows between two looks at the list: they are still in the nearest cache

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

AVX512_INLINE void prefetch(const void* here, int bytes) {
    for (int line = 0; line < bytes; line += 64) _mm_prefetch(static_cast<const char*>(here) + 4096 + line, _MM_HINT_T0);
}

template <int Cards>
struct RowsWork {
    const CardId* cards;
    Strength* out;

    AVX512_INLINE bool operator()(std::size_t row, Flushes& flushes) const {
        const CardId* here = cards + row * Cards;
        prefetch(here, 32 * Cards);
        V pairs[4];
        pairs[0] = take_pair<Cards, 0>(here);
        pairs[1] = take_pair<Cards, 1>(here);
        pairs[2] = take_pair<Cards, 2>(here);
        if constexpr (Cards == 7) pairs[3] = take_pair<Cards, 3>(here);
        if (!are_hands<Cards>(pairs)) return false;
        _mm512_storeu_si512(out + row, rank_strengths<Cards>(count_ranks<Cards>(pairs)));
        flushes.note(row, flush_suits<Cards>(pairs));
        return true;
    }
};

template <int Cards>
struct RowsFinish {
    const CardId* cards;
    Strength* out;

    AVX512_INLINE void operator()(const Flushes& flushes) const { flushes.look_up_suits<Cards>(cards, out); }
};

template <int Cards>
AVX512 std::size_t strengths(const CardId* cards, std::size_t rows, Strength* out) {
    const std::size_t done = in_spans(rows, RowsWork<Cards>{cards, out}, RowsFinish<Cards>{cards, out});
    if (rows - done >= block) return done;
    return done + portable.strengths(cards + done * Cards, rows - done, Cards, out + done);
}

std::size_t strengths(const CardId* cards, std::size_t rows, int count, Strength* out) {
    return count == 5   ? strengths<5>(cards, rows, out)
           : count == 6 ? strengths<6>(cards, rows, out)
                        : strengths<7>(cards, rows, out);
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
        const V quarters[4] = {load(here), load(here + 8), load(here + 16), load(here + 24)};
        const int count = std::popcount(*here);
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

AVX512 std::size_t set_strengths(const CardSet* sets, std::size_t rows, Strength* out) {
    const std::size_t done = in_spans(rows, SetsWork{sets, out}, SetsFinish{out});
    if (rows - done >= block) return done;
    return done + portable.set_strengths(sets + done, rows - done, out + done);
}

// Omaha showdowns of two players with four cards each, thirteen cards a row.
//
// Four rows stand in the four quarters of a register. Their ranks, shuffled against each other, give the numbers of all
// twelve pairs of ranks at once. The row of the board (see omaha.hpp) is 91 numbers: it fits into three registers, where
// one permutation finds the six entries of both players, and one instruction the best of eight numbers. Whether a player
// has a flush is seen for 32 rows at a time, by counting bits in the suits of their cards.

constexpr int deal_size = 13;

struct Quarters {
    Table<std::uint8_t, 64> places, filler, first, second, pair_base;
    std::uint64_t real = 0;
};

constexpr auto quarters = [] {
    constexpr int firsts[] = {0, 0, 0, 1, 1, 2, 0, 0}, seconds[] = {1, 2, 3, 2, 3, 3, 1, 1};
    Quarters tables;
    for (int byte = 0; byte < 64; ++byte) {
        const int quarter = byte / 16, card = byte % 16, player = card / 8;
        if (card < deal_size) tables.real |= std::uint64_t{1} << byte;
        tables.places.entries[byte] = static_cast<std::uint8_t>(card < deal_size ? deal_size * quarter + card : 0);
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
    const __m256i places = _mm256_cvtepu8_epi16(pairs);
    const V wide = _mm512_castsi256_si512(places);
    const V low = _mm512_permutex2var_epi16(load(row.entries), wide, load(row.entries + 32));
    const __mmask32 upper = _mm512_test_epi16_mask(wide, words(64));
    const V entries = _mm512_mask_permutexvar_epi16(low, upper, wide, load(row.entries + 64));
    // There is an instruction for the smallest of eight numbers: so the largest is found upside down.
    const __m256i turned = _mm256_xor_si256(_mm512_castsi512_si256(entries), _mm256_set1_epi16(-1));
    out[0] = static_cast<Strength>(~_mm_cvtsi128_si32(_mm_minpos_epu16(_mm256_castsi256_si128(turned))));
    out[1] = static_cast<Strength>(~_mm_cvtsi128_si32(_mm_minpos_epu16(_mm256_extracti128_si256(turned, 1))));
}

AVX512_INLINE unsigned suited_ranks(const CardId* cards, int count, int suit) {
    CardSet set = 0;
    for (int i = 0; i < count; ++i) set |= CardSet{1} << cards[i];
    return static_cast<unsigned>(_pext_u64(set, CardSet{0x1111111111111} << suit));
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

AVX512 std::size_t omaha_deals(const OmahaTable& table, const CardId* deals, std::size_t rows, Strength* out) {
    std::size_t row = 0;
    // One row more, because 64 bytes are read where four rows have 52.
    for (; row + block + 1 <= rows; row += block, deals += block * deal_size, out += 2 * block) {
        alignas(64) std::uint16_t low_suits[block], high_suits[block];
        alignas(64) std::uint8_t pairs[block * 16];
        const OmahaTable::Row* row_of[block];
        bool fine = true;
        prefetch(deals, block * deal_size);
        for (std::size_t i = 0; i < block; i += 4) {
            const V cards = _mm512_mask_permutexvar_epi8(load(quarters.filler.entries), quarters.real,
                                                         load(quarters.places.entries), load(deals + i * deal_size));
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
        for (std::size_t i = 0; i < block; ++i) row_of[i] = &table.row(board_tally(deals + i * deal_size + 8));
        for (std::size_t i = 0; i < block; ++i)
            best_entries(*row_of[i], _mm_load_si128(reinterpret_cast<const __m128i*>(pairs + 16 * i)), out + 2 * i);
        add_flushes(deals, load(low_suits), load(high_suits), out);
    }
    return row;
}

std::size_t omaha(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out) {
    const bool two_hands_of_four = deals.players == 2 && deals.count == 4 && deals.hand_stride == deal_size &&
                                   deals.board_stride == deal_size && deals.boards == deals.hands + 8;
    std::size_t done = 0;
    if (two_hands_of_four) {
        done = omaha_deals(table, deals.hands, rows, out);
        if (rows - done > block) return done;
    }
    return done + omaha_strengths(table, deals.from(done), rows - done, out + done * static_cast<std::size_t>(deals.players));
}

// Lines of thirteen cards as text, 39 bytes each. The low six bits of the characters used are all different, so one
// permutation gives what each means, and another which character it should have been.

constexpr int line_size = 3 * deal_size;

struct LineTables {
    Table<std::uint8_t, 64> meaning, character, separators, ranks, suits;
    std::uint64_t cards = 0, suit_places = 0, separator_places = 0;
};

constexpr auto line_tables = [] {
    constexpr char rank_letters[] = "23456789TJQKA", suit_letters[] = "CDHS";
    LineTables tables;
    for (int i = 0; i < 64; ++i) tables.character.entries[i] = static_cast<std::uint8_t>(~i);  // like none of them
    for (int rank = 0; rank < rank_count; ++rank) {
        tables.meaning.entries[rank_letters[rank] % 64] = static_cast<std::uint8_t>(4 * rank);
        tables.character.entries[rank_letters[rank] % 64] = static_cast<std::uint8_t>(rank_letters[rank]);
    }
    for (int suit = 0; suit < suit_count; ++suit) {
        tables.meaning.entries[suit_letters[suit] % 64] = static_cast<std::uint8_t>(0x80 + suit);  // marked as a suit
        tables.character.entries[suit_letters[suit] % 64] = static_cast<std::uint8_t>(suit_letters[suit]);
    }
    for (int card = 0; card < deal_size; ++card) {
        tables.ranks.entries[card] = static_cast<std::uint8_t>(3 * card);
        tables.suits.entries[card] = static_cast<std::uint8_t>(3 * card + 1);
        tables.cards |= std::uint64_t{3} << 3 * card;
        tables.suit_places |= std::uint64_t{2} << 3 * card;
        tables.separator_places |= std::uint64_t{4} << 3 * card;
        tables.separators.entries[3 * card + 2] = card + 1 < deal_size ? ' ' : '\n';
    }
    return tables;
}();

AVX512 std::size_t read_deal_lines(const char* text, std::size_t lines, CardId* cards) {
    std::size_t line = 0;
    // One line more, because 64 bytes are read where a line has 39.
    for (; line + 2 <= lines; ++line, text += line_size, cards += deal_size) {
        const V characters = load(text);
        const V meaning = _mm512_permutexvar_epi8(characters, load(line_tables.meaning.entries));
        const V expected = _mm512_permutexvar_epi8(characters, load(line_tables.character.entries));
        const std::uint64_t known = _mm512_cmpeq_epi8_mask(characters, expected) & line_tables.cards;
        const std::uint64_t suits = _mm512_movepi8_mask(meaning) & line_tables.cards;
        const std::uint64_t parted = _mm512_mask_cmpeq_epi8_mask(line_tables.separator_places, characters,
                                                                 load(line_tables.separators.entries));
        if ((known ^ line_tables.cards) | (suits ^ line_tables.suit_places) | (parted ^ line_tables.separator_places)) break;
        const V rank = _mm512_permutexvar_epi8(load(line_tables.ranks.entries), meaning);
        const V suit = _mm512_permutexvar_epi8(load(line_tables.suits.entries), meaning);
        const __m128i ids = _mm_or_si128(_mm512_castsi512_si128(rank),
                                         _mm_and_si128(_mm512_castsi512_si128(suit), _mm_set1_epi8(3)));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(cards), ids);
    }
    return line;
}

std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards) {
    const std::size_t done = count == deal_size ? read_deal_lines(text, lines, cards) : 0;
    if (count == deal_size && lines - done > 1) return done;
    return done + portable.read_lines(text + done * 3 * static_cast<std::size_t>(count), lines - done, count,
                                      cards + done * static_cast<std::size_t>(count));
}

constexpr Kernels kernels = {"avx512", strengths, set_strengths, omaha, read_lines};

}  // namespace

const Kernels* avx512() {
    static const bool here = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                             __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                             __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vpopcntdq") &&
                             __builtin_cpu_supports("gfni") && __builtin_cpu_supports("bmi2");
    return here ? &kernels : nullptr;
}

}  // namespace fivecard::kernels

#else

namespace fivecard::kernels {

const Kernels* avx512() { return nullptr; }

}  // namespace fivecard::kernels

#endif
