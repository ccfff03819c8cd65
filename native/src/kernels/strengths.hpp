// The strengths of many hands.
//
// Kernels that give a number work through rows in order, and give how many they found right and dealt with. If that is not
// all of them, a wrong row follows within the next `largest_block` rows; nothing after it has been written. Cards, sets and
// text may change while they are read (see snapshot.hpp): then no read goes astray, and no strength is given that does not
// exist.
#pragma once

#include <fivecard/badugi.hpp>
#include <fivecard/evaluate.hpp>
#include <fivecard/omaha.hpp>
#include <fivecard/omaha_low.hpp>

#include <cstddef>

namespace fivecard::kernels {

inline constexpr std::size_t largest_block = 64;

struct StrengthKernels {
    std::size_t (*of_rows)(const Ranking& ranking, const CardId* cards, std::size_t rows, int count, Strength* out);
    std::size_t (*of_sets)(const Ranking& ranking, const CardSet* sets, std::size_t rows, Strength* out);
    std::size_t (*of_badugi)(const CardId* cards, std::size_t rows, Strength* out);
};

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

struct OmahaKernels {
    std::size_t (*strengths)(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out);
    std::size_t (*low_strengths)(const OmahaLowTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out);
};

}  // namespace fivecard::kernels
