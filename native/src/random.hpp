// Random hands, the same for a seed on every machine and with any number of threads: each row has a stream of its own.
#pragma once

#include <fivecard/cards.hpp>

#include <cstddef>

namespace fivecard {

// Writes `rows` hands of `count` different cards, being rows `start` and following of this seed.
void random_hands(std::uint64_t seed, std::size_t start, std::size_t rows, int count, CardId* cards);

}  // namespace fivecard
