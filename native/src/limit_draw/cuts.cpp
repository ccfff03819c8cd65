#include "src/limit_draw/cuts.hpp"

#include "src/lasting.hpp"

#include <array>

namespace fivecard::limit_draw {
namespace {

// Paley's second construction (1933), from the squares of the field of 25 elements: a + b * x, counted modulo 5, where x * x is
// 2, which no number modulo 5 has as its square.
constexpr int prime = 5, elements = prime * prime;

// 1 for a square, -1 for what is none, 0 for 0: by element, a + 5 * b.
std::array<int, elements> quadratic_character() {
    std::array<int, elements> character;
    character.fill(-1);
    character[0] = 0;
    for (int a = 0; a < prime; ++a)
        for (int b = 0; b < prime; ++b)
            if (a || b) character[(a * a + 2 * b * b) % prime + prime * (2 * a * b % prime)] = 1;
    return character;
}

std::vector<std::bitset<card_count>> make_halves() {
    const auto character = quadratic_character();
    // A symmetric conference matrix: a border of ones, then the character of every difference.
    const auto conference = [&](int row, int column) {
        if (row == column) return 0;
        if (!row || !column) return 1;
        const int one = row - 1, other = column - 1;
        const int a = (one % prime - other % prime + prime) % prime, b = (one / prime - other / prime + prime) % prime;
        return character[a + prime * b];
    };
    // Each of its numbers becomes a square of four, those of the diagonal another one.
    const auto hadamard = [&](int row, int column) {
        constexpr int inner[2][2] = {{1, 1}, {1, -1}}, diagonal[2][2] = {{1, -1}, {-1, -1}};
        const int of = conference(row / 2, column / 2);
        return of ? of * inner[row % 2][column % 2] : diagonal[row % 2][column % 2];
    };
    std::vector<std::bitset<card_count>> halves(balanced_cuts);
    for (int cut = 0; cut < static_cast<int>(balanced_cuts); ++cut)
        for (int place = 0; place < card_count; ++place)
            halves[cut][place] = hadamard(cut + 1, place) == hadamard(0, place);  // as if the first row were all ones
    return halves;
}

}  // namespace

const std::vector<std::bitset<card_count>>& balanced_halves() {
    static constinit Lasting<const std::vector<std::bitset<card_count>>> all;
    return all.get(make_halves);
}

}  // namespace fivecard::limit_draw
