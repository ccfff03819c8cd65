// Arrays of hands: splitting them among threads, checking them, and finding the row that is wrong. The arrays may be changed
// by others meanwhile: see kernels/snapshot.hpp. The first wrong row is thrown as a BadRow.
#pragma once

#include <fivecard/badugi.hpp>
#include <fivecard/census.hpp>
#include <fivecard/omaha_low.hpp>
#include "src/kernels/find.hpp"
#include "src/kernels/strengths.hpp"

#include <string>

#include "src/bad_row.hpp"

namespace fivecard {

// Says what is wrong with cards that first_bad_card found wrong, in a row if there are several.
BadRow bad_card(const CardId* cards, int count, int bad, const Ranking& ranking, std::optional<std::size_t> row = std::nullopt);

// How an array is worked on. Nothing is asked of rows that are absent, and what is found of them is 0.
struct Work {
    const kernels::Kernels& kernels;
    std::size_t rows;
    int threads;             // at least 1
    bool* absent = nullptr;  // a flag for each row, or none
    bool mark = false;       // wrong rows become absent, instead of being thrown
};

// Rows of `count` cards; five, six or seven, or fewer of them and `no_card` behind.
struct HandRows {
    const CardId* cards;
    int count;
};

void strengths(const Work& work, const Ranking& ranking, const HandRows& hands, Strength* out);
void set_strengths(const Work& work, const Ranking& ranking, const CardSet* sets, Strength* out);

// What stands where there is no card.
inline constexpr CardId no_card = 255;

// The cards that make the strength of each row, in the order they stand there: five, or none where nothing qualifies.
void best_fives(const Work& work, const Ranking& ranking, const HandRows& hands, CardId* out);

// Badugi: rows of four cards, or sets of four. Of the best cards there are four a row, those that do not count being none.
void badugi_strengths(const Work& work, const CardId* cards, Strength* out);
void badugi_set_strengths(const Work& work, const CardSet* sets, Strength* out);
void best_badugis(const Work& work, const CardId* cards, CardId* out);

// The tables of Omaha, filled when they are first needed.
const OmahaTable& omaha_table();
const OmahaLowTable& omaha_low_table();

void omaha_strengths(const Work& work, const kernels::OmahaDeals& deals, Strength* out);
void omaha_low_strengths(const Work& work, const kernels::OmahaDeals& deals, Strength* out);

// Which rows have a card twice, or one that is not in the deck.
void bad_deals(const Work& work, const CardId* cards, int count, CardId first_card, bool* out);

// Two hands a row. Who wins: 1, 2, or 0 for a tie; and how many quarters of the pot the first wins when high and low share it.
void omaha_winners(const Work& work, const kernels::OmahaDeals& deals, std::uint8_t* out);
void omaha_high_low_quarters(const Work& work, const kernels::OmahaDeals& deals, std::uint8_t* out);

// From the deck whose lowest card is `first_card`.
void random_hands(const Work& work, std::uint64_t seed, int count, CardId* out, CardId first_card = 0);

Census census(const Ranking& ranking, int count);

}  // namespace fivecard
