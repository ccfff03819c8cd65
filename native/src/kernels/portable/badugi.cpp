// Badugi hands in plain C++.
#include "src/kernels/kernels.hpp"
#include "src/kernels/snapshot.hpp"

namespace fivecard::kernels::portable {

std::size_t badugi_strengths(const CardId* cards, std::size_t rows, Strength* out) {
    for (std::size_t row = 0; row < rows; ++row, cards += badugi_size) {
        CardId hand[badugi_size];
        for (int i = 0; i < badugi_size; ++i) hand[i] = static_cast<CardId>(read_once(cards + i));
        if (first_bad_card(hand, badugi_size) < badugi_size) return row;
        out[row] = badugi_strength(hand);
    }
    return rows;
}

}  // namespace fivecard::kernels::portable
