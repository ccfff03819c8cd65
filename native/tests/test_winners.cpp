// Who wins and what part of the pot, for any number of players: against going over each row in the plainest way.
#include "tests/check.hpp"

#include "src/equity/question.hpp"
#include "src/winners.hpp"

#include <random>
#include <vector>

namespace {

using namespace fivecard;
using test::check;

struct Told {
    std::size_t count = 0, first = 0;
    Strength best = 0;
};

Told by_going_over(const Strength* row, std::size_t players) {
    Told told;
    for (std::size_t player = 0; player < players; ++player) told.best = std::max(told.best, row[player]);
    for (std::size_t player = players; player-- > 0;)
        if (row[player] == told.best) ++told.count, told.first = player;
    return told;
}

std::size_t share_by_going_over(const Strength* high, const Strength* low, std::size_t players, std::size_t player) {
    const Told told = by_going_over(high, players);
    const auto half = [&](const Told& of, const Strength* row) { return row[player] == of.best ? pot / 2 / of.count : 0; };
    if (!low) return 2 * half(told, high);
    const Told told_low = by_going_over(low, players);
    return half(told, high) + (told_low.best ? half(told_low, low) : half(told, high));
}

void test_rows(std::size_t rows, std::size_t players, unsigned most, int threads) {
    const Work work = {*kernels::find(""), rows, threads};
    const std::string what = std::to_string(players) + " players with strengths up to " + std::to_string(most) + ", row ";
    std::mt19937 random(static_cast<unsigned>(rows + 1000 * players + most));
    std::vector<Strength> high(rows * players), low(rows * players);
    for (Strength& strength : high) strength = static_cast<Strength>(random() % (most + 1));
    for (Strength& strength : low) strength = static_cast<Strength>(random() % 4 ? 0 : random() % (most + 1));
    std::vector<std::uint8_t> found_winners(rows), found_ties(rows);
    winners(work, high.data(), players, found_winners.data());
    ties(work, high.data(), players, found_ties.data());
    for (std::size_t row = 0; row < rows; ++row) {
        const Told told = by_going_over(high.data() + row * players, players);
        check(found_ties[row] == told.count, "ties of " + what + std::to_string(row));
        check(found_winners[row] == (told.count > 1 ? 255 : told.first), "winner of " + what + std::to_string(row));
    }
    if (players < 2 || players > most_sharing) return;
    for (const Strength* lows : {static_cast<const Strength*>(nullptr), static_cast<const Strength*>(low.data())}) {
        std::vector<std::uint16_t> parted(rows * players);
        shares(work, high.data(), lows, players, parted.data());
        for (std::size_t i = 0; i < rows * players; ++i) {
            const std::size_t start = i / players * players;
            const std::size_t expected = share_by_going_over(high.data() + start, lows ? lows + start : nullptr, players, i % players);
            check(parted[i] == expected, "shares of " + what + std::to_string(i / players));
        }
    }
}

}  // namespace

int main() {
    for (std::size_t players = 1; players <= 12; ++players)
        for (const std::size_t rows : {0, 1, 63, 64, 65, 1000})
            for (const unsigned most : {0, 1, 3, 65535}) test_rows(rows, players, most, 1);
    for (const std::size_t players : {2, 10, 11, 254, 255}) test_rows(9000, players, 40, 3);
    return test::result();
}
