// The loop behind HoldKernels, compiled once for each kind of machine: hands that differ in their lowest
// card only lie side by side, and so do their sums.
#pragma once

#include "src/odds/holds.hpp"

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

    [[gnu::always_inline]] UpperCards(const SubsetSums& sums, CardId c1, const std::array<Offsets, 8>& offsets) {
        for (int i = 0; i < 8; ++i) {
            const Offsets& offset = offsets[i];
            const double* larger = sums.by_size[offset.held + 1].data();
            fixed[2 * i] = sums.by_size[offset.held][offset.alone];
            rows[2 * i] = larger + offset.one_lower;
            fixed[2 * i + 1] = larger[offset.one_lower + c1];
            rows[2 * i + 1] = sums.by_size[offset.held + 2].data() + offset.two_lower + choose[2][c1];
        }
        for (int bit = 1; bit < 16; bit <<= 1)
            for (int subset = 0; subset < 16; ++subset)
                if (!(subset & bit)) fixed[subset] -= fixed[subset | bit];
    }
};

// `lane_count` is the number of doubles in a register of the machine.
template <int lane_count>
[[gnu::always_inline]] inline void find_best_holds(const SubsetSums& sums, const Allowance& allowance, BestHolds& best) {
    using Values = Lanes<double, lane_count>;
    using Choices = Lanes<std::int64_t, lane_count>;
    constexpr double never = -std::numeric_limits<double>::infinity();
    constexpr auto held_by = [](int hold) { return std::popcount(static_cast<unsigned>(hold)); };
    double weights[hand_size + 1], biases[hold_count];
    for (int held = 0; held <= hand_size; ++held) weights[held] = static_cast<double>(common_draws / draws_for(held));
    std::uint32_t known = ~allowance.holds;  // the allowance that `biases` stand for
    Values numbers;
    for (int lane = 0; lane < lane_count; ++lane) numbers[lane] = lane;
    Values with_lowest[hand_size] = {};  // sums over holds with the lowest card and so many others
    std::array<double, hand_size> fixed_sums{};
    double* values = best.values;
    std::uint8_t* holds = best.holds;
    for (CardId c4 = 4; c4 < card_count; ++c4)
        for (CardId c3 = 3; c3 < c4; ++c3)
            for (CardId c2 = 2; c2 < c3; ++c2) {
                const auto offsets = UpperCards::offsets_of({c2, c3, c4});
                for (CardId c1 = 1; c1 < c2; ++c1) {
                    const CardId hand[] = {0, c1, c2, c3, c4};
                    if (const std::uint32_t allowed = allowance.for_hand(hand); allowed != known) {
                        known = allowed;
                        for (int hold = 0; hold < hold_count; ++hold) biases[hold] = allowed >> hold & 1 ? 0 : never;
                    }
                    const UpperCards row(sums, c1, offsets);
                    for (int subset = 0; subset < 16; ++subset) fixed_sums[held_by(subset)] += c1 * row.fixed[subset];
                    for (int start = 0; start < c1; start += lane_count) {
                        Values with[16];
                        for (int subset = 0; subset < 16; ++subset) std::memcpy(&with[subset], row.rows[subset] + start, sizeof(Values));
                        for (int bit = 1; bit < 16; bit <<= 1)
                            for (int subset = 0; subset < 16; ++subset)
                                if (!(subset & bit)) with[subset] -= with[subset | bit];
                        Values top = with[15] + biases[all_held];
                        top *= weights[hand_size];
                        Choices choice = Choices{} + all_held;
                        // From the highest cards down: of holds that are worth the same, the first stays.
                        const auto consider = [&](int hold, const Values& draws) FIVECARD_INLINE_LAMBDA {
                            const Values value = draws * weights[held_by(hold)] + biases[hold];
                            const Choices better = value > top;
                            replace_where(better, value, top);
                            replace_where(better, Choices{} + hold, choice);
                        };
                        for (int subset = 15; subset >= 0; --subset) {
                            if (subset != 15) consider(2 * subset + 1, with[subset]);
                            consider(2 * subset, row.fixed[subset] - with[subset]);
                        }
                        const Choices inside = numbers < Values{} + static_cast<double>(c1 - start);
                        for (int subset = 0; subset < 16; ++subset) {
                            Values counted{};
                            replace_where(inside, with[subset], counted);
                            with_lowest[held_by(subset)] += counted;
                        }
                        // What is too much is written over by the rows that follow.
                        std::memcpy(values + start, &top, sizeof top);
                        Lanes<std::uint8_t, lane_count> bytes;
                        convert(choice, bytes);
                        std::memcpy(holds + start, &bytes, sizeof bytes);
                    }
                    values += c1;
                    holds += c1;
                }
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
