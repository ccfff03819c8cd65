// Badugi hands in vectors of bytes, a hand a byte; included after strengths.hpp, which tells about machines and transposing.
//
// Sorted by rank with minima and maxima, the six pairs of cards are compared; a table of 64 says which cards must go. The
// ranks of those that stay, as a set of 13 bits in two bytes, are looked up while the next block is sorted.
namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

struct PendingSets {
    alignas(64) std::uint16_t set[Vector::width];
};
constexpr int byte_of_set(int i) { return 16 * (i % (8 * lanes) / 8) + 8 * (i / (8 * lanes)) + i % 8; }

INLINE void look_up(const PendingSets& pending, int first, int last, Strength* out) {
#pragma GCC unroll 64
    for (int i = Vector::width * first / 4; i < Vector::width * last / 4; ++i)
        out[hand_of_byte(byte_of_set(i))] = badugi_values[pending.set[i]];
}

INLINE bool are_badugi_hands(const V* card) {
    typename Vector::Flaws flaws =
        Vector::above(Vector::larger(Vector::larger(card[0], card[1]), Vector::larger(card[2], card[3])), card_count - 1);
#pragma GCC unroll 4
    for (int i = 1; i < badugi_size; ++i)
#pragma GCC unroll 4
        for (int j = 0; j < i; ++j) flaws = Vector::or_equal(flaws, card[i], card[j]);
    return !Vector::any(flaws, Vector::no_flaws(), Vector::no_flaws(), Vector::no_flaws());
}

INLINE void sort_with_low_aces(V* card) {
#pragma GCC unroll 4
    for (int i = 0; i < badugi_size; ++i) {
        const V up = Vector::add(card[i], Vector::fill(suit_count));
        card[i] = Vector::smaller(up, Vector::add(up, Vector::fill(-card_count)));  // below 0 is far above 52
    }
    const auto put_in_order = [&](int low, int high) __attribute__((always_inline)) {
        const V a = card[low], b = card[high];
        card[low] = Vector::smaller(a, b);
        card[high] = Vector::larger(a, b);
    };
    put_in_order(0, 1), put_in_order(2, 3), put_in_order(0, 2), put_in_order(1, 3), put_in_order(1, 2);
}

// The pairs that have a rank or a suit in common, a bit each.
INLINE V common_pairs(const V* card) {
    V common = Vector::zero();
#pragma GCC unroll 4
    for (int second = 1; second < badugi_size; ++second)
#pragma GCC unroll 4
        for (int first = 0; first < second; ++first) {
            const V difference = Vector::differ(card[first], card[second]), bit = Vector::fill(1 << badugi_pair(first, second));
            const V same_suit = Vector::where_zero(Vector::both(difference, Vector::fill(3)), bit);
            const V same_rank = Vector::where_zero(Vector::both(difference, Vector::fill(0x3c)), bit);
            common = Vector::either(common, Vector::either(same_suit, same_rank));
        }
    return common;
}

// The low and the high half of the bit of a rank.
constexpr auto rank_bits = [] {
    std::array<std::array<std::uint8_t, 16>, 2> bits{};
    for (std::size_t rank = 0; rank < rank_count; ++rank) bits[rank / 8][rank] = static_cast<std::uint8_t>(1 << rank % 8);
    return bits;
}();

INLINE void store_kept_ranks(const V* card, PendingSets& pending) {
    const V dropped = Vector::shuffle64(badugi_dropped.data(), common_pairs(card));
    V low = Vector::zero(), high = Vector::zero();
#pragma GCC unroll 4
    for (int i = 0; i < badugi_size; ++i) {
        const V rank = Vector::rank(card[i]), is_dropped = Vector::both(dropped, Vector::fill(1 << i));
        low = Vector::either(low, Vector::where_zero(is_dropped, Vector::shuffle(Vector::table(rank_bits[0].data()), rank)));
        high = Vector::either(high, Vector::where_zero(is_dropped, Vector::shuffle(Vector::table(rank_bits[1].data()), rank)));
    }
    Vector::store(pending.set, Vector::interleave8<0>(low, high));
    Vector::store(pending.set + Vector::width / 2, Vector::interleave8<1>(low, high));
    asm volatile("" : "+m"(pending));
}

std::size_t badugi_strengths(const CardId* cards, std::size_t rows, Strength* out) {
    constexpr std::size_t block = Vector::width;
    constexpr std::size_t before = Vector::reach_before<badugi_size> / badugi_size,
                          behind = Vector::reach_behind<badugi_size> / badugi_size;
    if (rows < block + before + behind) return portable::strength_kernels.of_badugi(cards, rows, out);
    std::size_t row = portable::strength_kernels.of_badugi(cards, before, out);
    if (row < before) return row;
    PendingSets pending[2] = {};
    Strength nowhere[block];
    Strength* last = nowhere;
    int turn = 0;
    for (; row + block + behind <= rows; row += block, turn ^= 1) {
        const CardId* here = cards + row * badugi_size;
        for (std::size_t line = 0; line < block * badugi_size; line += 64) __builtin_prefetch(here + 2048 + line);
        V card[badugi_size];
        look_up(pending[turn], 0, 1, last);
        transpose<badugi_size>(here, card);
        look_up(pending[turn], 1, 2, last);
        if (!are_badugi_hands(card)) [[unlikely]]
            break;
        sort_with_low_aces(card);
        look_up(pending[turn], 2, 4, last);
        store_kept_ranks(card, pending[turn ^ 1]);
        last = out + row;
    }
    look_up(pending[turn], 0, 4, last);
    if (rows - row >= block + behind) return row;
    return row + portable::strength_kernels.of_badugi(cards + row * badugi_size, rows - row, out + row);
}

}  // namespace
}  // namespace fivecard::kernels::FIVECARD_MACHINE
