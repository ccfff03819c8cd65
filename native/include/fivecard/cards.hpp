// Cards as numbers. An id is 4 * rank + suit: rank 0..12 is Two..Ace, suit 0..3 is clubs, diamonds, hearts, spades.
#pragma once

#include <cstdint>

#include <fivecard/platform.hpp>

namespace fivecard {

using CardId = std::uint8_t;
using CardSet = std::uint64_t;  // bit i is the card with id i

inline constexpr int rank_count = 13;
inline constexpr int suit_count = 4;
inline constexpr int card_count = rank_count * suit_count;

constexpr int rank_of(CardId card) { return card >> 2; }
constexpr int suit_of(CardId card) { return card & 3; }

inline constexpr char rank_letters[] = "23456789TJQKA", suit_letters[] = "cdhs";
constexpr char rank_letter(CardId card) { return rank_letters[rank_of(card)]; }
constexpr char suit_letter(CardId card) { return suit_letters[suit_of(card)]; }

// All cards of a suit.
constexpr CardSet suit_mask(int suit) { return CardSet{0x1111111111111} << suit; }

// Writes the cards of a set, lowest first, and gives where they end.
constexpr CardId* write_cards(CardSet set, CardId* to) {
    for (; set; set &= set - 1) *to++ = static_cast<CardId>(lowest_bit(set));
    return to;
}

// The ways to choose k of n, below 2^64.
constexpr std::uint64_t combinations(int n, int k) {
    if (k > n) return 0;
    std::uint64_t ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * static_cast<std::uint64_t>(n - i) / static_cast<std::uint64_t>(i + 1);
    return ways;
}

// The ranks that a set of cards has in a suit: every fourth bit, drawn together.
constexpr unsigned ranks_in_suit(CardSet set, int suit) {
    set = set >> suit & suit_mask(0);
    set = (set | set >> 3) & 0x0303030303030303;
    set = (set | set >> 6) & 0x000f000f000f000f;
    set = (set | set >> 12) & 0x000000ff000000ff;
    return static_cast<unsigned>(set | set >> 24) & 0x1fff;
}

// The position of the first card that is not in the deck, whose lowest is `first_card`, or stands earlier in the hand too;
// `count` when all is well.
constexpr int first_bad_card(const CardId* cards, int count, CardId first_card = 0) {
    CardSet seen = 0;
    for (int i = 0; i < count; ++i) {
        if (cards[i] < first_card || cards[i] >= card_count || (seen >> cards[i] & 1)) return i;
        seen |= CardSet{1} << cards[i];
    }
    return count;
}

// A quicker way to see that all is well. Each card has a bit of its own, and what is no card has one above them: the bits
// of different cards add up to their union, those of a card that stands there twice do not.
constexpr CardSet card_bit(int byte) { return CardSet{1} << (byte < card_count ? byte : card_count); }
constexpr bool different_cards(CardSet together, CardSet sum) { return together == sum && !(together >> card_count); }

}  // namespace fivecard
