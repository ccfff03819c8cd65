// Random hands, the same for a seed on every machine and with any number of threads: each row has a stream of its own.
#pragma once

#include <fivecard/cards.hpp>

#include <cstddef>

namespace fivecard {

// SplitMix64, started apart for every row.
class RandomStream {
public:
    RandomStream(std::uint64_t seed, std::uint64_t row) : state_(mix(seed + golden) ^ mix((row + 1) * golden)) {}

    std::uint64_t bits() { return mix(state_ += golden); }

    // A number below `count`, each equally likely: the upper half of a product is below it, and the few lowest products are
    // thrown away.
    std::uint32_t below(std::uint64_t count) {
        for (;;) {
            const std::uint64_t product = (bits() >> 32) * count;
            if (static_cast<std::uint32_t>(product) >= (std::uint64_t{1} << 32) % count) return static_cast<std::uint32_t>(product >> 32);
        }
    }
    CardId card() { return static_cast<CardId>(below(card_count)); }

private:
    static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

    static std::uint64_t mix(std::uint64_t bits) {
        bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
        return bits ^ bits >> 31;
    }

    std::uint64_t state_;
};

// Writes `rows` hands of `count` different cards from `first_card` up, being rows `start` and following of this seed.
void random_hands(std::uint64_t seed, std::size_t start, std::size_t rows, int count, CardId* cards, CardId first_card = 0);

}  // namespace fivecard
