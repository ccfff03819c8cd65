#include "src/random.hpp"

namespace fivecard {
void random_hands(std::uint64_t seed, std::size_t start, std::size_t rows, int count, CardId* cards, CardId first_card) {
    for (std::size_t row = start; row < start + rows; ++row) {
        RandomStream stream(seed, row);
        CardSet taken = (CardSet{1} << first_card) - 1;
        for (int i = 0; i < count;) {
            const CardId card = stream.card();
            if (taken >> card & 1) continue;
            taken |= CardSet{1} << card;
            cards[i++] = card;
        }
        cards += count;
    }
}

}  // namespace fivecard
