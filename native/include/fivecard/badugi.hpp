// Badugi: of four cards those count that differ in rank and in suit. More of them beat fewer, then lower ones beat higher,
// aces being low: 1 is a king alone, 1,092 is ace, two, three, four.
//
// Sorted by rank, the cards that count depend only on which of the six pairs have a rank or a suit in common.
#pragma once

#include <array>

#include <fivecard/ranking.hpp>

namespace fivecard {

inline constexpr int badugi_size = 4;

// The strengths of sets of different ranks, ace in bit 0: their highest bit decides, so of two sets of one size the smaller
// number is better. 0 for what is no hand.
inline constexpr auto badugi_values = [] {
    std::array<Strength, 1 << rank_count> strengths{};
    Strength count = 0;
    for (int size = 1; size <= badugi_size; ++size)
        for (unsigned set = strengths.size() - 1; set; --set)
            if (std::popcount(set) == size) strengths[set] = ++count;
    return strengths;
}();

inline constexpr Strength strongest_badugi = badugi_values[0x0f];

// The number of a pair of cards, the first being the lower: 0..5.
constexpr int badugi_pair(int first, int second) { return second * (second - 1) / 2 + first; }

// Which of four sorted cards must go, by the pairs that have something in common. A larger set stays, and of two of one size
// that with the lower numbers.
inline constexpr auto badugi_dropped = [] {
    std::array<std::uint8_t, 64> dropped{};
    for (unsigned common = 0; common < dropped.size(); ++common) {
        unsigned best = 0;
        for (unsigned kept = 1; kept < 1u << badugi_size; ++kept) {
            bool apart = true;
            for (int second = 1; second < badugi_size; ++second)
                for (int first = 0; first < second; ++first)
                    apart &= !(kept >> first & kept >> second & common >> badugi_pair(first, second) & 1);
            if (apart && std::popcount(kept) > std::popcount(best)) best = kept;
        }
        dropped[common] = static_cast<std::uint8_t>(best ^ 0x0f);
    }
    return dropped;
}();

// A card's id with aces low.
constexpr CardId with_low_ace(CardId card) {
    return static_cast<CardId>(card + suit_count < card_count ? card + suit_count : card + suit_count - card_count);
}

// The ranks that count, as a set with the ace in bit 0; with `kept`, the cards of the hand that do are set there as bits.
// `cards` must hold four different ids below 52.
constexpr unsigned badugi_ranks(const CardId* cards, unsigned* kept = nullptr) {
    CardId sorted[badugi_size] = {};
    for (int i = 0; i < badugi_size; ++i) sorted[i] = with_low_ace(cards[i]);
    const auto put_in_order = [&](int low, int high) {
        const CardId a = sorted[low], b = sorted[high];
        sorted[low] = a < b ? a : b;
        sorted[high] = a < b ? b : a;
    };
    put_in_order(0, 1), put_in_order(2, 3), put_in_order(0, 2), put_in_order(1, 3), put_in_order(1, 2);
    unsigned common = 0, ranks = 0;
    for (int second = 1; second < badugi_size; ++second)
        for (int first = 0; first < second; ++first) {
            const bool alike = rank_of(sorted[first]) == rank_of(sorted[second]) || suit_of(sorted[first]) == suit_of(sorted[second]);
            common |= unsigned{alike} << badugi_pair(first, second);
        }
    const unsigned dropped = badugi_dropped[common];
    for (int i = 0; i < badugi_size; ++i) ranks |= (~dropped >> i & 1) << rank_of(sorted[i]);
    for (int i = 0; kept && i < badugi_size; ++i)
        for (int position = 0; position < badugi_size; ++position)
            if (sorted[position] == with_low_ace(cards[i])) *kept |= (~dropped >> position & 1) << i;
    return ranks;
}

constexpr Strength badugi_strength(const CardId* cards) { return badugi_values[badugi_ranks(cards)]; }

// The cards of the hand that count, in the order they stand there; gives how many.
constexpr int best_badugi(const CardId* cards, CardId* best) {
    unsigned kept = 0;
    badugi_ranks(cards, &kept);
    int count = 0;
    for (int i = 0; i < badugi_size; ++i)
        if (kept >> i & 1) best[count++] = cards[i];
    return count;
}

// The four cards of a set; whether it is one of four cards.
constexpr bool cards_of_badugi_set(CardSet set, CardId* cards) {
    if (set >> card_count || std::popcount(set) != badugi_size) return false;
    for (int i = 0; i < badugi_size; ++i, set &= set - 1) cards[i] = static_cast<CardId>(lowest_bit(set));
    return true;
}

}  // namespace fivecard
