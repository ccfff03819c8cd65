// The strength of 5, 6 or 7 cards: 1..7462, higher is stronger, equal means tie. Read `strength` first.
//
// Every card adds one 64-bit number to a tally. Its suit part counts the suits, four bits each, starting at 3: a suit's
// top bit is set exactly when the hand holds five or more of it. Its rank part is a key, in two fields, chosen so that
// two hands of one size have the same sums only if they hold the same ranks.
//
//     bit 63         48 47            32 31            16 15   12 11    8 7     4 3     0
//        [   unused    |      row       |     place      | spades| hearts| diam. | clubs ]
//
// No flush: row and place find the strength in a perfect hash (tables/make_tables.cpp builds it). Flush: the ranks of
// that suit, as 13 bits, find it directly. With at most seven cards a flush leaves no room for a full house or four of
// a kind: five ranks stand once in the suit, and the two cards left cannot complete either.
#pragma once

#include "cards.hpp"
#include "tables.hpp"  // made by tables/make_tables.cpp while building

namespace fivecard {

using Strength = std::uint16_t;
using Tally = std::uint64_t;

inline constexpr int strength_count = tables::strength_count;
inline constexpr int smallest_hand = 5;
inline constexpr int largest_hand = 7;

inline constexpr Tally empty_tally = 0x3333;
inline constexpr Tally flush_bits = 0x8888;

// Row displacement: the row's offset shifts the place to where the strength lies.
template <int Cards>
constexpr Strength rank_strength(Tally tally) {
    using Hash = tables::RankHash<Cards>;
    const auto place = static_cast<std::uint32_t>(tally >> 16) & 0xffff;
    const auto row = static_cast<std::uint32_t>(tally >> 32) | place % tables::row_weight;
    return Hash::strengths[(place + Hash::offsets[row]) & Hash::place_mask];
}

constexpr int flush_suit(Tally tally) { return __builtin_ctzll(tally & flush_bits) >> 2; }

constexpr Strength flush_strength(const CardId* cards, int count, int suit) {
    unsigned ranks = 0;
    for (int i = 0; i < count; ++i) ranks |= unsigned{suit_of(cards[i]) == suit} << rank_of(cards[i]);
    return tables::flush_strengths[ranks];
}

// `cards` must hold `Cards` different ids below 52: see first_bad_card.
template <int Cards>
constexpr Strength strength(const CardId* cards) {
    Tally tally = empty_tally;
    for (int i = 0; i < Cards; ++i) tally += tables::card_tallies[cards[i]];
    if (tally & flush_bits) return flush_strength(cards, Cards, flush_suit(tally));
    return rank_strength<Cards>(tally);
}

constexpr Strength strength(const CardId* cards, int count) {
    return count == 5 ? strength<5>(cards) : count == 6 ? strength<6>(cards) : strength<7>(cards);
}

// The same for a set of cards; 0 if it is not one of 5, 6 or 7 cards.
constexpr Strength set_strength(CardSet set) {
    if (set >> card_count) return 0;
    CardId cards[largest_hand] = {};
    int count = 0;
    for (; set && count < largest_hand; set &= set - 1) cards[count++] = static_cast<CardId>(__builtin_ctzll(set));
    return set || count < smallest_hand ? 0 : strength(cards, count);
}

// The five cards of the hand that make its strength, in the order they stand in the hand. Cards that add nothing are
// left out one at a time: the best five stay whole as long as the strength does.
constexpr void best_five(const CardId* cards, int count, CardId* five) {
    CardId kept[largest_hand] = {}, fewer[largest_hand] = {};
    for (int i = 0; i < count; ++i) kept[i] = cards[i];
    const Strength target = strength(cards, count);
    for (; count > 5; --count)
        for (int out = 0; out < count; ++out) {
            for (int i = 0, j = 0; i < count; ++i)
                if (i != out) fewer[j++] = kept[i];
            if (strength(fewer, count - 1) != target) continue;
            for (int i = 0; i < count - 1; ++i) kept[i] = fewer[i];
            break;
        }
    for (int i = 0; i < 5; ++i) five[i] = kept[i];
}

}  // namespace fivecard
