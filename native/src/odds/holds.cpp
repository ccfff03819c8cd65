#include "src/odds/holds.hpp"

#include <utility>

namespace fivecard::odds {

std::vector<Strength> all_strengths() {
    std::vector<Strength> strengths(hand_count);
    for_each_row([&](CardId c1, CardId c2, CardId c3, CardId c4, std::size_t first) {
        const Hand four = Hand(c1) + Hand(c2) + Hand(c3) + Hand(c4);
        for (CardId c0 = 0; c0 < c1; ++c0) strengths[first + c0] = (four + Hand(c0)).rank_strength<hand_size>();
        if (!four.has_suited(4)) return;
        for (auto c0 = static_cast<CardId>(suit_of(c1)); c0 < c1; c0 += suit_count)
            strengths[first + c0] = (four + Hand(c0)).strength<hand_size>();
    });
    return strengths;
}

namespace {

void divide(std::vector<double>& sums, double by) {
    for (double& sum : sums) sum /= by;
}

}  // namespace

SubsetSums::SubsetSums(std::vector<double> payoff) {
    by_size[hand_size] = std::move(payoff);
    for (int size = 0; size < hand_size; ++size) by_size[size].resize(choose[size][card_count]);
    for (auto& sums : by_size) sums.resize(sums.size() + room);
    // Each set adds to those that lack one of its cards: the row of sets with the same upper cards adds to one of the sets
    // of its upper cards, and to rows of those that lack an upper card. A hand reaches a
    // smaller set in as many ways as there are cards to leave out last: the sum is divided by their number.
    std::vector<double>& fours = by_size[4];
    for_each_row([&](CardId c1, CardId c2, CardId c3, CardId c4, std::size_t first) {
        const double* row = by_size[hand_size].data() + first;
        double* without[] = {&fours[choose[2][c2] + choose[3][c3] + choose[4][c4]], &fours[choose[2][c1] + choose[3][c3] + choose[4][c4]],
                             &fours[choose[2][c1] + choose[3][c2] + choose[4][c4]], &fours[choose[2][c1] + choose[3][c2] + choose[4][c3]]};
        double sum = 0;
        for (CardId c0 = 0; c0 < c1; ++c0) sum += row[c0];
        for (double* sums : without)
            for (CardId c0 = 0; c0 < c1; ++c0) sums[c0] += row[c0];
        without[0][c1] += sum;
    });
    for (CardId c3 = 3; c3 < card_count; ++c3)
        for (CardId c2 = 2; c2 < c3; ++c2)
            for (CardId c1 = 1; c1 < c2; ++c1)
                for (CardId c0 = 0; c0 < c1; ++c0) {
                    const double sum = fours[c0 + choose[2][c1] + choose[3][c2] + choose[4][c3]];
                    double* sums = by_size[3].data();
                    sums[c1 + choose[2][c2] + choose[3][c3]] += sum;
                    sums[c0 + choose[2][c2] + choose[3][c3]] += sum;
                    sums[c0 + choose[2][c1] + choose[3][c3]] += sum;
                    sums[c0 + choose[2][c1] + choose[3][c2]] += sum;
                }
    divide(by_size[3], 2);
    for (CardId c2 = 2; c2 < card_count; ++c2)
        for (CardId c1 = 1; c1 < c2; ++c1)
            for (CardId c0 = 0; c0 < c1; ++c0) {
                const double sum = by_size[3][c0 + choose[2][c1] + choose[3][c2]];
                by_size[2][c1 + choose[2][c2]] += sum;
                by_size[2][c0 + choose[2][c2]] += sum;
                by_size[2][c0 + choose[2][c1]] += sum;
            }
    divide(by_size[2], 3);
    for (CardId c1 = 1; c1 < card_count; ++c1)
        for (CardId c0 = 0; c0 < c1; ++c0) {
            const double sum = by_size[2][c0 + choose[2][c1]];
            by_size[1][c0] += sum;
            by_size[1][c1] += sum;
        }
    divide(by_size[1], 4);
    for (CardId c0 = 0; c0 < card_count; ++c0) by_size[0][0] += by_size[1][c0];
    divide(by_size[0], 5);
}

double SubsetSums::of(const CardId* cards, int hold) const {
    CardId held[hand_size];
    int count = 0;
    for (int i = 0; i < hand_size; ++i)
        if (hold >> i & 1) held[count++] = cards[i];
    return by_size[count][colex(held, count)];
}

std::array<double, hold_count> SubsetSums::draws(const CardId* cards, double payoff) const {
    std::array<double, hold_count> values;
    for (int hold = 0; hold < all_held; ++hold) values[static_cast<std::size_t>(hold)] = of(cards, hold);
    values[all_held] = payoff;
    for (int bit = 1; bit < hold_count; bit <<= 1)
        for (int hold = 0; hold < hold_count; ++hold)
            if (!(hold & bit)) values[hold] -= values[hold | bit];
    return values;
}

std::vector<Row> all_rows() {
    std::vector<Row> rows;
    rows.reserve(choose[4][card_count]);
    for_each_row([&](CardId c1, CardId c2, CardId c3, CardId c4, std::size_t) { rows.push_back({{c1, c2, c3, c4}, 0, c1}); });
    return rows;
}

double expected_total(const SubsetSums& sums, int held) { return sums.by_size[0][0] * choose[held][hand_size] * draws_for(held); }

}  // namespace fivecard::odds
