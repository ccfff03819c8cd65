// Rounds of a tournament between unseen cards, pair by pair.

namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

void count_rounds(const equity::Pairings& pairings, const std::uint8_t* classes, equity::RoundCounts& counts) {
    const int places = pairings.places;
    std::uint8_t twice[2 * equity::most_places];
    for (int place = 0; place < 2 * places; ++place) twice[place] = classes[place % places];
    for (int round = 0; round < places; ++round) {
        const std::uint8_t* alone = twice + (round % 2 ? (round + places) / 2 : round / 2);
        unsigned weaker = 0, equal = 0;
        const auto meet = [&](std::uint8_t a, std::uint8_t b) {
            weaker += pairings.weaker[a][b];
            equal += pairings.equal[a][b];
        };
        if (pairings.outside) meet(*alone, classes[places]);
        for (int distance = 1; distance <= places / 2; ++distance) meet(alone[distance], alone[places - distance]);
        counts.weaker[round] = static_cast<std::uint8_t>(weaker);
        counts.equal[round] = static_cast<std::uint8_t>(equal);
    }
}

}  // namespace
}  // namespace fivecard::kernels::FIVECARD_MACHINE
