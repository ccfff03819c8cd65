// Rounds of a tournament between unseen cards (see kernels/round_robin.hpp) in vectors of bytes: a round a byte.
//
// The card at place x meets the one at place r - x in round r. So the classes of all that it meets lie in a row, if
// classes stand twice one after the other, and one shuffle looks them all up in the row of its class. Every pair is
// seen from both sides, and every card once with itself.
namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

void count_rounds(const equity::Pairings& pairings, const std::uint8_t* classes, equity::RoundCounts& counts) {
    constexpr int span = 64, blocks = span / Vector::width;
    const int places = std::min(pairings.places, equity::most_places);  // it never is more, but the compiler must know
    // Indices with the highest bit set are looked up as 0.
    alignas(64) std::uint8_t low[2 * span] = {}, high[2 * span] = {};
    for (int place = 0; place < places; ++place) {
        const std::uint8_t one = classes[place];
        low[place] = low[place + places] = static_cast<std::uint8_t>(one < 16 ? one : 0x80);
        high[place] = high[place + places] = static_cast<std::uint8_t>(one < 16 ? 0x80 : one - 16);
    }
    V weaker[blocks], equal[blocks];
#pragma GCC unroll 4
    for (int block = 0; block < blocks; ++block) weaker[block] = equal[block] = Vector::zero();
    for (int place = 0; place < places; ++place) {
        const std::uint8_t *weaker_row = pairings.weaker[classes[place]], *equal_row = pairings.equal[classes[place]];
        const V less = Vector::table(weaker_row), same = Vector::table(equal_row);
        const int first = (places - place) % places;
#pragma GCC unroll 4
        for (int block = 0; block < blocks; ++block) {
            const V index = Vector::load(low + first + block * Vector::width);
            weaker[block] = Vector::add(weaker[block], Vector::shuffle(less, index));
            equal[block] = Vector::add(equal[block], Vector::shuffle(same, index));
        }
        if (!pairings.suited) continue;
        const V high_less = Vector::table(weaker_row + 16), high_same = Vector::table(equal_row + 16);
#pragma GCC unroll 4
        for (int block = 0; block < blocks; ++block) {
            const V index = Vector::load(high + first + block * Vector::width);
            weaker[block] = Vector::add(weaker[block], Vector::shuffle(high_less, index));
            equal[block] = Vector::add(equal[block], Vector::shuffle(high_same, index));
        }
    }
#pragma GCC unroll 4
    for (int block = 0; block < blocks; ++block) {
        Vector::store(counts.weaker + block * Vector::width, weaker[block]);
        Vector::store(counts.equal + block * Vector::width, equal[block]);
    }
    for (int round = 0; round < places; ++round) {
        const int alone = round % 2 ? (round + places) / 2 : round / 2, own = classes[alone], other = classes[places];
        const auto settle = [&](std::uint8_t& count, const std::uint8_t (&pairs)[equity::class_count][equity::class_count]) {
            count = static_cast<std::uint8_t>((count - pairs[own][own]) / 2 + (pairings.outside ? pairs[own][other] : 0));
        };
        settle(counts.weaker[round], pairings.weaker);
        settle(counts.equal[round], pairings.equal);
    }
}

}  // namespace
}  // namespace fivecard::kernels::FIVECARD_MACHINE
