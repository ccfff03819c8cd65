// Rounds of five-card draw between known strategies, dealt from one deck: the same for a seed whatever the number of threads.
// The rules are those of src/fivecard/engine/transitions.py, and `replay_round` is held to its records round by round.
#pragma once

#include "src/odds/colex.hpp"

#include <span>
#include <vector>

namespace fivecard::odds {

inline constexpr int most_seats = 10;
inline constexpr std::uint64_t pot_parts = 2520;  // a pot can be shared by 1 to 10 in whole parts

struct RoundOutcome {
    std::vector<std::uint64_t> parts, squares;  // of the pot that each seat won, and of their squares, summed
    std::uint64_t rounds = 0, ties = 0;

    explicit RoundOutcome(std::size_t seats) : parts(seats), squares(seats) {}
    void add(const RoundOutcome& other);
};

// A hold for every hand, in colex order.
using Plan = std::vector<std::uint8_t>;

// All cards in some order. A deal has two: the deck, and the reserve, which is the order in which discards come back.
using DeckOrder = std::array<CardId, card_count>;
struct Deal {
    DeckOrder deck, reserve;
};

// The deal of a round of a seed.
Deal shuffled_deal(std::uint64_t seed, std::uint64_t round);

// Plays the rounds `first` and following of a seed. Cards are dealt one by one, each seat draws in turn; where the pile
// runs out, what others before have thrown away is drawn from, in the order of the reserve.
RoundOutcome play_rounds(std::span<const Plan* const> seats, std::uint64_t seed, std::uint64_t first, std::uint64_t rounds);

// What a seat had in the end, what it threw away, and the parts of the pot that it won.
struct Ending {
    CardSet hand, thrown;
    std::uint64_t parts;
};

// Plays a given deal in the very same way.
void replay_round(std::span<const Plan* const> seats, const Deal& deal, std::span<Ending> endings);

// What a seat would have gained with another plan, the deals being the same and all others playing as they do.
struct Gain {
    std::int64_t parts = 0;              // of a pot, summed
    std::uint64_t squares = 0, rounds = 0, differing = 0;  // in how many rounds the plans hold other cards

    void add(const Gain& more);
};
Gain gain_by(std::span<const Plan* const> seats, std::size_t seat, const Plan& other, std::uint64_t seed, std::uint64_t first,
             std::uint64_t rounds);

// What each of some holds of one hand wins against opponents with a plan, all in the same deals. Opponents may have announced
// how many cards they drew, a number below 0 being none: deals in which they draw otherwise do not count.
RoundOutcome try_holds(const CardId* hand, std::span<const std::uint8_t> holds, const Plan& plan, std::span<const int> drew,
                       std::uint64_t seed, std::uint64_t first, std::uint64_t rounds);

}  // namespace fivecard::odds
