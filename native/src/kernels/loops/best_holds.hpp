// The loop behind HoldKernels, compiled once for each kind of machine: hands that differ in their lowest
// card only lie side by side, and so do their sums.
#pragma once

#include "src/odds/holds.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace fivecard::odds {
namespace {

// What does not change while the lowest card runs: the four upper cards, and their sixteen subsets.
struct UpperCards {
    double fixed[16];        // sums over the draws for holds among the upper cards, if the lowest were not in the hand
    const double* rows[16];  // sums of each subset with a lowest card, by that card

    // Where the sums of a subset of the three upper cards lie: alone, with one lower card, and with two.
    struct Offsets {
        std::size_t held, alone, one_lower, two_lower;
    };
    static std::array<Offsets, 8> offsets_of(const std::array<CardId, 3>& upper) {
        std::array<Offsets, 8> offsets{};
        for (unsigned subset = 0; subset < 8; ++subset)
            for (unsigned i = 0; i < 3; ++i)
                if (subset >> i & 1) {
                    Offsets& offset = offsets[subset];
                    ++offset.held;
                    offset.alone += choose[offset.held][upper[i]];
                    offset.one_lower += choose[offset.held + 1][upper[i]];
                    offset.two_lower += choose[offset.held + 2][upper[i]];
                }
        return offsets;
    }

    // `finals` are the payoffs of the hands of the row, by their lowest card.
    [[gnu::always_inline]] UpperCards(const SubsetSums& sums, CardId c1, const std::array<Offsets, 8>& offsets, const double* finals) {
        for (int i = 0; i < 8; ++i) {
            const Offsets& offset = offsets[i];
            const double* larger = sums.by_size[offset.held + 1].data();
            fixed[2 * i] = sums.by_size[offset.held][offset.alone];
            rows[2 * i] = larger + offset.one_lower;
            fixed[2 * i + 1] = larger[offset.one_lower + c1];
            rows[2 * i + 1] = i == 7 ? finals : sums.by_size[offset.held + 2].data() + offset.two_lower + choose[2][c1];
        }
        for (int bit = 1; bit < 16; bit <<= 1)
            for (int subset = 0; subset < 16; ++subset)
                if (!(subset & bit)) fixed[subset] -= fixed[subset | bit];
    }
};

// `lane_count` is the number of doubles in a register of the machine.
// Where every hold is allowed and no totals are wanted, as in most games, that is `plain`.
template <int lane_count, bool plain>
[[gnu::always_inline]] inline void find_best_holds(const SubsetSums& sums, const HoldsAsked& asked, BestHolds& best) {
    using Values = Lanes<double, lane_count>;
    using Choices = Lanes<std::int64_t, lane_count>;
    constexpr double never = -std::numeric_limits<double>::infinity();
    constexpr auto held_by = [](int hold) { return std::popcount(static_cast<unsigned>(hold)); };
    double weights[hand_size + 1], biases[hold_count];
    std::copy(asked.weights.begin(), asked.weights.end(), weights);
    std::uint32_t known = ~asked.allowance.holds;  // the allowance that `biases` stand for
    Values numbers;
    for (int lane = 0; lane < lane_count; ++lane) numbers[lane] = lane;
    Values with_lowest[hand_size] = {};  // sums over holds with the lowest card and so many others
    std::array<double, hand_size> fixed_sums{};
    std::array<CardId, 3> known_upper{};
    std::array<UpperCards::Offsets, 8> offsets{};
    std::size_t place = 0;
    for (const Row& at : asked.rows) {
        const CardId c1 = at.upper[0];
        const CardId hand[] = {at.lowest, c1, at.upper[1], at.upper[2], at.upper[3]};
        if (const std::array<CardId, 3> upper = {at.upper[1], at.upper[2], at.upper[3]}; upper != known_upper) {
            known_upper = upper;
            offsets = UpperCards::offsets_of(upper);
        }
        if (const std::uint32_t allowed = asked.allowance.for_hand(hand); allowed != known) {
            known = allowed;
            for (int hold = 0; hold < hold_count; ++hold) biases[hold] = allowed >> hold & 1 ? 0 : never;
        }
        const UpperCards row(sums, c1, offsets, sums.by_size[hand_size].data() + place - at.lowest);
        if constexpr (!plain)
            for (int subset = 0; subset < 16; ++subset) fixed_sums[held_by(subset)] += at.count * row.fixed[subset];
        for (int start = 0; start < at.count; start += lane_count) {
            Values with[16];
            for (int subset = 0; subset < 16; ++subset) std::memcpy(&with[subset], row.rows[subset] + at.lowest + start, sizeof(Values));
            for (int bit = 1; bit < 16; bit <<= 1)
                for (int subset = 0; subset < 16; ++subset)
                    if (!(subset & bit)) with[subset] -= with[subset | bit];
            Values top = with[15] * weights[hand_size];
            if constexpr (!plain) top += biases[all_held];
            Choices choice = Choices{} + all_held;
            // From the highest cards down: of holds that are worth the same, the first stays.
            const auto consider = [&](int hold, const Values& draws) FIVECARD_INLINE_LAMBDA {
                Values value = draws * weights[held_by(hold)];
                if constexpr (!plain) value += biases[hold];
                const Choices better = value > top;
                replace_where(better, value, top);
                replace_where(better, Choices{} + hold, choice);
            };
            for (int subset = 15; subset >= 0; --subset) {
                if (subset != 15) consider(2 * subset + 1, with[subset]);
                consider(2 * subset, row.fixed[subset] - with[subset]);
            }
            if constexpr (!plain) {
                const Choices inside = numbers < Values{} + static_cast<double>(at.count - start);
                for (int subset = 0; subset < 16; ++subset) {
                    Values counted{};
                    replace_where(inside, with[subset], counted);
                    with_lowest[held_by(subset)] += counted;
                }
            }
            // What is too much is written over by the rows that follow.
            std::memcpy(best.values + place + static_cast<std::size_t>(start), &top, sizeof top);
            Lanes<std::uint8_t, lane_count> bytes;
            convert(choice, bytes);
            std::memcpy(best.holds + place + static_cast<std::size_t>(start), &bytes, sizeof bytes);
        }
        place += at.count;
    }
    best.totals = {};
    for (int held = 0; held < hand_size; ++held) {
        double sum = 0;
        for (int lane = 0; lane < lane_count; ++lane) sum += with_lowest[held][lane];
        best.totals[held + 1] += sum;
        best.totals[held] += fixed_sums[held] - sum;
    }
}

}  // namespace
}  // namespace fivecard::odds
