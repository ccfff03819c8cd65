// A hand that grows: add cards, add hands, look its strength up. Read `strength` first.
//
// Every card adds one 64-bit number to a tally. Its suit part counts the suits, four bits each. Its rank part is a key,
// chosen so that two hands of one size have the same sums only if they hold the same ranks. There are two rows, because
// five cards do with a smaller one.
//
//     bit 63         48 47            32 31            16 15   12 11    8 7     4 3     0
//        [   column    |      row       |  row of five   | spades| hearts| diam. | clubs ]
//
// Row and column find the slot of the hand's ranks in a perfect hash, where each ranking keeps their strength
// (tables/make_tables.cpp builds it). The ranks of a flush, as 13 bits, find its strength directly. With at most seven
// cards a flush leaves no room for a full house or four of a kind: five ranks stand once in the suit, and the two cards
// left cannot complete either.
#pragma once

#include <fivecard/ranking.hpp>
#include <fivecard/tables.hpp>  // made by tables/make_tables.cpp while building

namespace fivecard {

class Hand {
public:
    constexpr Hand() = default;
    constexpr explicit Hand(CardId card) : tally_(tables::card_tallies[card]), cards_(CardSet{1} << card) {}
    constexpr Hand(const CardId* cards, int count) {
        for (int i = 0; i < count; ++i) *this += Hand(cards[i]);
    }

    // The hand of a set of up to seven cards; `size` tells how many, or 8 for more.
    static constexpr Hand of_set(CardSet set, int& size) {
        Hand hand;
        hand.cards_ = set;
        for (size = 0; set && size < largest_hand; ++size, set &= set - 1) hand.tally_ += tables::card_tallies[lowest_bit(set)];
        size += set != 0;
        return hand;
    }

    // What any byte adds to a hand: nothing but a bit above all cards if it is no card (see `different_cards`).
    static constexpr Hand of_byte(int byte) {
        Hand hand;
        if (byte < card_count) hand.tally_ = tables::card_tallies[byte];
        hand.cards_ = card_bit(byte);
        return hand;
    }

    static constexpr Hand of_parts(std::uint64_t tally, CardSet cards) {
        Hand hand;
        hand.tally_ = tally;
        hand.cards_ = cards;
        return hand;
    }

    constexpr Hand& operator+=(Hand other) {
        tally_ += other.tally_;
        cards_ |= other.cards_;
        return *this;
    }
    constexpr Hand& operator-=(Hand other) {
        tally_ -= other.tally_;
        cards_ &= ~other.cards_;
        return *this;
    }
    friend constexpr Hand operator+(Hand a, Hand b) { return a += b; }
    friend constexpr Hand operator-(Hand a, Hand b) { return a -= b; }

    constexpr CardSet cards() const { return cards_; }
    constexpr std::uint64_t tally() const { return tally_; }

    // Whether there are at least this many (1 to 7) cards of one suit; if so, of which.
    constexpr bool has_suited(int least) const { return suits_with(least) != 0; }
    constexpr int suit_of_suited(int least) const { return lowest_bit(suits_with(least)) >> 2; }

    // The same of a tally: a bit for each suit, in the highest of its four.
    static constexpr std::uint64_t suits_with(std::uint64_t tally, int least) {
        return (tally + 0x1111u * static_cast<unsigned>(8 - least)) & 0x8888;
    }

    // Where the ranks of `Cards` cards stand in the perfect hash: the row's offset shifts their column.
    template <int Cards>
    static constexpr std::uint32_t slot_of(std::uint64_t tally) {
        using Hash = tables::RankHash<Cards>;
        const auto row = static_cast<std::uint32_t>(tally >> Hash::row_shift) & Hash::row_mask;
        return (static_cast<std::uint32_t>(tally >> 48) + Hash::offsets[row]) & Hash::column_mask;
    }
    template <int Cards>
    constexpr std::uint32_t slot() const {
        return slot_of<Cards>(tally_);
    }

    // The strength of `Cards` cards from their ranks alone.
    template <int Cards>
    constexpr Strength rank_strength(const Ranking& ranking = tables::high) const {
        return ranking.values[Cards - smallest_hand][slot<Cards>()];
    }

    template <int Cards>
    constexpr Strength strength(const Ranking& ranking = tables::high) const;

private:
    constexpr std::uint64_t suits_with(int least) const { return suits_with(tally_, least); }

    std::uint64_t tally_ = 0;
    CardSet cards_ = 0;
};

// The strength of a hand from all ways to choose five of its cards.
template <int Cards>
[[gnu::noinline]] constexpr Strength strength_of_all_fives(const Ranking& ranking, CardSet set, int suit) {
    Hand cards[Cards], all;
    int count = 0;
    for (CardSet left = set; left && count < Cards; left &= left - 1)
        all += cards[count++] = Hand(static_cast<CardId>(lowest_bit(left) % card_count));
    Strength best = ranking.flushes[ranks_in_suit(set, suit)];
    const auto consider = [&](Hand five) {
        const Strength found = five.has_suited(5) ? Strength{0} : five.rank_strength<5>(ranking);  // flushes are counted already
        best = found > best ? found : best;
    };
    for (int out = 0; out < count; ++out) {
        if constexpr (Cards == 6) consider(all - cards[out]);
        else
            for (int other = 0; other < out; ++other) consider(all - cards[out] - cards[other]);
    }
    return best;
}

// The cards of a suit that decide what its flush does to a hand: all of them, or, where a flush is to be avoided and other
// cards may stand in, those that no card of another suit can replace.
template <int Cards>
constexpr CardSet deciding_suited(Suits suits, CardSet set, int suit) {
    const CardSet suited = set & suit_mask(suit);
    if (Cards == 5 || suits == Suits::higher) return suited;
    CardSet others = set ^ suited;
    others |= others >> 1;
    others |= others >> 2;
    return suited & ~(others << suit);
}

// The strength of a hand with five or more cards in a suit, if it is `plain` from ranks alone. `deciding` are the ranks of the
// deciding cards. Where a flush is to be avoided, the plain strength stands if other cards make it: that is, mostly.
template <int Cards>
constexpr Strength flush_strength(const Ranking& ranking, CardSet set, int suit, unsigned deciding, Strength plain) {
    if (ranking.suits == Suits::higher) return ranking.flushes[deciding] > plain ? ranking.flushes[deciding] : plain;
    if constexpr (Cards == 5) return ranking.flushes[deciding];
    else if (ranking.unsuited[deciding] < plain) [[likely]] return plain;
    else return strength_of_all_fives<Cards>(ranking, set, suit);
}

// The cards must be `Cards` different ones of the ranking's deck: see first_bad_card.
template <int Cards>
constexpr Strength Hand::strength(const Ranking& ranking) const {
    const Strength plain = rank_strength<Cards>(ranking);
    if (!has_suited(5) || ranking.suits == Suits::ignored) [[likely]]
        return plain;
    const int suit = suit_of_suited(5);
    const unsigned deciding = ranks_in_suit(deciding_suited<Cards>(ranking.suits, cards_, suit), suit);
    return flush_strength<Cards>(ranking, cards_, suit, deciding, plain);
}

}  // namespace fivecard
