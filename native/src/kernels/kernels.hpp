// Many hands at once. A kernel is one way to do this on one kind of machine; all of them give the same results.
#pragma once

#include <fivecard/omaha.hpp>

#include <draws/holds.hpp>
#include <pictures/julia.hpp>

#include <cstddef>
#include <string_view>

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

// Each function works through rows in order and gives the number of rows that it found right and dealt with. If that is
// not all of them, a wrong row follows within the next `largest_block` rows; nothing after it has been written. Cards, sets
// and text may change while they are read (see snapshot.hpp): whatever is found right and dealt with was so at one time.
struct Kernels {
    const char* name;
    std::size_t (*strengths)(const CardId* cards, std::size_t rows, int count, Strength* out);
    std::size_t (*set_strengths)(const CardSet* sets, std::size_t rows, Strength* out);
    std::size_t (*omaha_strengths)(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out);

    // Reads lines of `count` cards as the handout has them: two capital characters a card, a space between, a new line
    // at the end. Gives the number of lines before the first that differs. Up to 16 bytes behind the cards may be written.
    std::size_t (*read_lines)(const char* text, std::size_t lines, int count, CardId* cards);

    // Fills in the best hold of every hand, its value, and the totals. All places must be there already.
    void (*best_holds)(const draws::Sums& sums, const draws::Allowance& allowance, draws::BestHolds& best);

    // Writes for every pixel of some rows how many steps it takes to escape; `iterations` for those that stay.
    void (*escape_rows)(const pictures::Julia& julia, int first, int rows, std::uint32_t* steps);
};

inline constexpr std::size_t largest_block = 64;

extern const Kernels portable;

// The portable way for Omaha, which the others share.
std::size_t omaha_strengths(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out);

// Null where this machine lacks what they need.
const Kernels* avx512_kernels();

// The kernels of this machine with this name, or the fastest if it is empty; null if there are none.
const Kernels* find(std::string_view name);

}  // namespace fivecard::kernels
