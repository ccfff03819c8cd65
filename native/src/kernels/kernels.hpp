// Many hands at once. A kernel is one way to do this on one kind of machine; all of them give the same results.
#pragma once

#include <fivecard/badugi.hpp>
#include <fivecard/evaluate.hpp>
#include <fivecard/omaha.hpp>
#include <fivecard/omaha_low.hpp>

#include <odds/holds.hpp>
#include <pictures/julia.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace fivecard::kernels {

// Omaha hands and boards, row by row: `players` hands of `count` cards stand one after the other. Strides are in cards; a
// stride of 0 repeats one board.
struct OmahaDeals {
    const CardId* hands;
    std::size_t hand_stride;
    const CardId* boards;
    std::size_t board_stride;
    int players, count;

    OmahaDeals from(std::size_t row) const {
        return {hands + row * hand_stride, hand_stride, boards + row * board_stride, board_stride, players, count};
    }
};

// What every machine can do; `portable/` has it in plain C++.
namespace portable {

std::size_t row_strengths(const Ranking& ranking, const CardId* cards, std::size_t rows, int count, Strength* out);
std::size_t set_strengths(const Ranking& ranking, const CardSet* sets, std::size_t rows, Strength* out);
std::size_t badugi_strengths(const CardId* cards, std::size_t rows, Strength* out);
std::size_t omaha_strengths(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out);
std::size_t omaha_low_strengths(const OmahaLowTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out);
std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards);
void best_holds(const odds::Sums& sums, const odds::Allowance& allowance, odds::BestHolds& best);
void escape_rows(const pictures::Julia& julia, int first, int rows, std::uint32_t* steps);

}  // namespace portable

// Kernels by subject. A machine names what it does better than the portable way.
//
// Those that give a number work through rows in order, and give how many they found right and dealt with. If that is not
// all of them, a wrong row follows within the next `largest_block` rows; nothing after it has been written. Cards, sets and
// text may change while they are read (see snapshot.hpp): then no read goes astray, and no strength is given that does not
// exist.
struct StrengthKernels {
    decltype(&portable::row_strengths) of_rows = portable::row_strengths;
    decltype(&portable::set_strengths) of_sets = portable::set_strengths;
    decltype(&portable::badugi_strengths) of_badugi = portable::badugi_strengths;
};

struct OmahaKernels {
    decltype(&portable::omaha_strengths) strengths = portable::omaha_strengths;
    decltype(&portable::omaha_low_strengths) low_strengths = portable::omaha_low_strengths;
};

struct LineKernels {
    // Reads lines of `count` cards as the handout has them: two capital characters a card, a space between, a new line
    // at the end. Gives the number of lines before the first that differs. Up to 16 bytes behind the cards may be written.
    decltype(&portable::read_lines) read = portable::read_lines;
};

struct HoldKernels {
    // Fills in the best hold of every hand, its value, and the totals. All buffers must be there already.
    decltype(&portable::best_holds) best = portable::best_holds;
};

struct PictureKernels {
    // Writes for every pixel of some rows how many steps it takes to escape; `iterations` for those that stay.
    decltype(&portable::escape_rows) escape_rows = portable::escape_rows;
};

struct Kernels {
    const char* name;
    StrengthKernels strengths{};
    OmahaKernels omaha{};
    LineKernels lines{};
    HoldKernels holds{};
    PictureKernels pictures{};
};

inline constexpr std::size_t largest_block = 64;

// Null where this machine lacks what they need.
const Kernels* avx512_kernels();
const Kernels* avx2_kernels();
const Kernels* neon_kernels();

// The kernels of this machine, the fastest first.
std::vector<const Kernels*> all();

// The kernels of this machine with this name, or the fastest if it is empty; null if there are none.
const Kernels* find(std::string_view name);

}  // namespace fivecard::kernels
