// A private copy of a block of Omaha deals.
#pragma once

#include "src/kernels/snapshot.hpp"
#include "src/kernels/strengths.hpp"

namespace fivecard::kernels {

// Hands and boards may stand in one array: then what lies between is copied too. A register may be read from any card on.
template <std::size_t Rows>
class DealsSnapshot {
public:
    OmahaDeals take(const OmahaDeals& deals, std::size_t rows) {
        const auto cards = static_cast<std::size_t>(deals.players * deals.count);
        return {hands_.take(deals.hands, (rows - 1) * deals.hand_stride + cards),
                deals.hand_stride,
                boards_.take(deals.boards, (rows - 1) * deals.board_stride + board_size),
                deals.board_stride,
                deals.players,
                deals.count};
    }

private:
    Snapshot<CardId, Rows * card_count + 64> hands_, boards_;
};

}  // namespace fivecard::kernels
