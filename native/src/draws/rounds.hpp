// Rounds of five-card draw between known strategies, dealt from one deck: the same for a seed whatever the number of threads.
#pragma once

#include "colex.hpp"

#include <span>
#include <vector>

namespace fivecard::draws {

inline constexpr int most_seats = 6;
inline constexpr std::uint64_t pot_parts = 60;  // a pot can be shared by 1 to 6 in whole parts

struct Outcome {
    std::vector<std::uint64_t> parts, squares;  // of the pot that each seat won, and of their squares, summed
    std::uint64_t ties = 0;

    explicit Outcome(std::size_t seats) : parts(seats), squares(seats) {}
    void add(const Outcome& other);
};

// A hold for every hand, in colex order.
using Plan = std::vector<std::uint8_t>;

// Plays the rounds `first` and following of a seed. Each seat draws in turn; where the pile runs out, what others before
// have thrown away is shuffled and drawn from.
Outcome play_rounds(std::span<const Plan* const> seats, std::uint64_t seed, std::uint64_t first, std::uint64_t rounds);

// What each of some holds of one hand wins against opponents with a plan, all in the same deals.
Outcome try_holds(const CardId* hand, std::span<const std::uint8_t> holds, const Plan& plan, int opponents, std::uint64_t seed,
                  std::uint64_t first, std::uint64_t rounds);

}  // namespace fivecard::draws
