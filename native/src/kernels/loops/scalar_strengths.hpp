// The strengths of hands in plain C++, for any machine. Hands are checked and evaluated in one go.

namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

constexpr auto bytes = [] {
    std::array<Hand, 256> hands{};
    for (int byte = 0; byte < 256; ++byte) hands[byte] = Hand::of_byte(byte);
    return hands;
}();

template <int Cards>
std::size_t row_strengths(const Ranking& ranking, const CardId* cards, std::size_t rows, Strength* out) {
    const CardSet outside = ranking.outside();
    for (std::size_t row = 0; row < rows; ++row, cards += Cards) {
        CardSet sum = 0;
        Hand hand;
        for (int i = 0; i < Cards; ++i) {
            const Hand& card = bytes[read_once(cards + i)];
            sum += card.cards();
            hand += card;
        }
        if (hand.cards() != sum || sum & outside) return row;
        out[row] = hand.strength<Cards>(ranking);
    }
    return rows;
}

std::size_t row_strengths(const Ranking& ranking, const CardId* cards, std::size_t rows, int count, Strength* out) {
    return count == 5   ? row_strengths<5>(ranking, cards, rows, out)
           : count == 6 ? row_strengths<6>(ranking, cards, rows, out)
                        : row_strengths<7>(ranking, cards, rows, out);
}

std::size_t set_strengths(const Ranking& ranking, const CardSet* sets, std::size_t rows, Strength* out) {
    for (std::size_t row = 0; row < rows; ++row) {
        const std::optional<Strength> found = set_strength(read_once(sets + row), ranking);
        if (!found) return row;
        out[row] = *found;
    }
    return rows;
}

std::size_t badugi_strengths(const CardId* cards, std::size_t rows, Strength* out) {
    for (std::size_t row = 0; row < rows; ++row, cards += badugi_size) {
        CardId hand[badugi_size];
        for (int i = 0; i < badugi_size; ++i) hand[i] = static_cast<CardId>(read_once(cards + i));
        if (first_bad_card(hand, badugi_size) < badugi_size) return row;
        out[row] = badugi_strength(hand);
    }
    return rows;
}

}  // namespace
}  // namespace fivecard::kernels::FIVECARD_MACHINE
