// The rounds of a tournament in which every unseen card meets every other: what equity/round_robin.hpp asks of the kernels.
#pragma once

#include <cstdint>

namespace fivecard::equity {

// Unseen cards are of a class: their rank, and 16 more if their suit is the one in which the board has three cards or
// more.
inline constexpr int class_count = 32;

// Cards sit around a table. In round r those meet whose places add up to r, modulo the number of places, which is odd:
// so every two meet in one round. Whoever would meet itself meets the card outside, if there is one.
struct alignas(64) Pairings {
    std::uint8_t weaker[class_count][class_count], equal[class_count][class_count];  // 1 for pairs that are, to our hand
    bool suited;  // whether there are classes from 16 up
    int places;
    bool outside;
};

inline constexpr int most_places = 48;
struct alignas(64) RoundCounts {
    std::uint8_t weaker[64], equal[64];  // pairs, by round
};

}  // namespace fivecard::equity

namespace fivecard::kernels {

struct RoundRobinKernels {
    // Counts, in each round, the pairs that are weaker than our hand and those that are equal. `classes` are by place, the card
    // outside being last.
    void (*count)(const equity::Pairings& pairings, const std::uint8_t* classes, equity::RoundCounts& counts);
};

}  // namespace fivecard::kernels
