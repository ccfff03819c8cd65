#include "random.hpp"

namespace fivecard {
namespace {

// SplitMix64, started apart for every row.
class Stream {
public:
    Stream(std::uint64_t seed, std::uint64_t row) : state_(mix(seed + golden) ^ mix((row + 1) * golden)) {}

    // A card, each equally likely: the upper half of a product is below 52, and the few lowest products are thrown away.
    CardId card() {
        for (;;) {
            const std::uint64_t product = (mix(state_ += golden) >> 32) * card_count;
            if (static_cast<std::uint32_t>(product) >= (std::uint64_t{1} << 32) % card_count)
                return static_cast<CardId>(product >> 32);
        }
    }

private:
    static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

    static std::uint64_t mix(std::uint64_t bits) {
        bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
        return bits ^ bits >> 31;
    }

    std::uint64_t state_;
};

}  // namespace

void random_hands(std::uint64_t seed, std::size_t start, std::size_t rows, int count, CardId* cards) {
    for (std::size_t row = start; row < start + rows; ++row) {
        Stream stream(seed, row);
        CardSet taken = 0;
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
