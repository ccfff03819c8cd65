// The strengths of hands from their ranks, 32 at a time in 16-bit lanes, without looking anything up in memory.
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
#pragma once

#include <fivecard/evaluate.hpp>

#include "vectors.hpp"

namespace fivecard::kernels::avx512 {

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

inline constexpr int low_bits = 7, high_bits = 6;
// The weakest strength of a category.
constexpr int base_of(tables::Category category) { return tables::category_starts[category]; }

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

inline constexpr auto upper_five = upper_table([](unsigned bits) {
    return bits ? upper_number(bits, 5) + base_of(tables::high_card) - straights_below(low_bits + std::bit_width(bits) - 1) : 0;
});
inline constexpr auto upper_three = upper_table([](unsigned bits) { return upper_number(bits, 3); });
inline constexpr auto upper_two = upper_table([](unsigned bits) { return upper_number(bits, 2); });
inline constexpr auto upper_two_pair = upper_table([](unsigned bits) { return 11 * upper_number(bits, 2) + base_of(tables::two_pair); });
inline constexpr auto upper_one = upper_table([](unsigned bits) { return 12 * upper_number(bits, 1) + base_of(tables::full_house); });
inline constexpr auto lower_any = lower_table([](unsigned bits) {
    const int five = std::popcount(bits) == 5 ? base_of(tables::high_card) - straights_below(std::bit_width(bits) - 1) : 0;
    return set_number(bits, 0, 0) + five;
});
inline constexpr auto lower_two_pair = lower_table([](unsigned bits) { return 11 * set_number(bits, 0, 0); });
inline constexpr auto lower_one = lower_table([](unsigned bits) { return 12 * set_number(bits, 0, 0); });

// First strength for a pair of each rank, and from the 17th entry on for three of a kind.
inline constexpr auto pair_and_trips = [] {
    Table<std::uint16_t, 32> table;
    for (int rank = 0; rank < rank_count; ++rank) {
        table.entries[rank] = static_cast<std::uint16_t>(base_of(tables::pair) + 220 * rank);
        table.entries[16 + rank] = static_cast<std::uint16_t>(base_of(tables::trips) + 66 * rank);
    }
    return table;
}();

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
    made_strength = _mm512_mask_add_epi16(made_strength, has_four, made_strength, words(base_of(tables::quads) - base_of(tables::full_house)));
    strength = where(_kor_mask32(several_matches, has_four), _mm512_add_epi16(made_strength, other_number), strength);

    // Straight: bit i is set if five ranks in a row start there, the ace standing below the two as well. Up to seven
    // cards hold one run, so the highest start is the one that no other follows.
    const V run = _mm512_or_si512(_mm512_slli_epi16(any, 1), _mm512_srli_epi16(any, rank_count - 1));
    const V twos = both(run, _mm512_srli_epi16(run, 1));
    const V starts = _mm512_ternarylogic_epi32(twos, _mm512_srli_epi16(twos, 2), _mm512_srli_epi16(run, 4), 0x80);
    const V highest_start = without(starts, _mm512_srli_epi16(starts, 1));
    const V straight = _mm512_add_epi16(_mm512_popcnt_epi16(less_one(highest_start)), words(base_of(tables::straight)));
    return where(_kandn_mask32(one_rank, any_bit(starts)), straight, strength);
}

}  // namespace fivecard::kernels::avx512
