// The steps of the random walk in equity/walk.hpp, for all lanes. Written once for all machines, in vectors that a
// compiler knows: a machine says how many bytes its registers have, and includes this file behind that, between the
// pragmas that allow its instructions. So nothing is included here.
namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

using equity::lane_count;

constexpr std::size_t word_lanes = register_size / 8;
using Words = Lanes<std::uint64_t, word_lanes>;
using LaneMask = Lanes<std::int64_t, word_lanes>;  // all bits or none

template <typename Vector>
INLINE void load(Vector& to, const void* from) {
    std::memcpy(&to, from, sizeof to);
}
template <typename Vector>
INLINE void store(void* to, const Vector& from) {
    std::memcpy(to, &from, sizeof from);
}

// The random numbers of some lanes, one or several.
template <typename Numbers>
struct Xoroshiro {
    Numbers first, second;

    INLINE explicit Xoroshiro(const equity::LaneRandom& random, std::size_t lane) {
        load(first, random.first + lane);
        load(second, random.second + lane);
    }
    INLINE void next(Numbers& bits) {
        bits = first + second;
        second ^= first;
        first = (first << 24 | first >> 40) ^ second ^ second << 16;
        second = second << 37 | second >> 27;
    }
    INLINE void keep(equity::LaneRandom& random, std::size_t lane) const {
        store(random.first + lane, first);
        store(random.second + lane, second);
    }
};

// Proposes a holding for every lane, and takes it where nobody else has its cards. `taken` has all cards that are gone,
// and those that players have.
template <bool Even>
INLINE void draw_holdings(const equity::Urn& urn, equity::LaneRandom& random, CardSet* taken, CardSet* out, std::uint64_t* holdings) {
    const std::uint64_t size = urn.size();
    const auto least = static_cast<std::int64_t>(equity::least_fair_product(size));
    const CardSet* sets = urn.out.data();
    const std::uint32_t *kept = urn.kept.data(), *other = urn.other.data();
    for (std::size_t lane = 0; lane < lane_count; lane += word_lanes) {
        Xoroshiro<Words> words(random, lane);
        Words bits, before, others, proposed, holding, old_holding;
        words.next(bits);
        words.keep(random, lane);
        const Words products = (bits >> 32) * size, buckets = products >> 32;
        std::uint64_t low[word_lanes], chosen[word_lanes];
        CardSet found[word_lanes];
        store(chosen, buckets);
        if (!Even) store(low, bits);
        for (std::size_t i = 0; i < word_lanes; ++i) {
            if (!Even && static_cast<std::uint32_t>(low[i]) >= kept[chosen[i]]) chosen[i] = other[chosen[i]];
            found[i] = sets[chosen[i]];
        }
        load(holding, chosen), load(proposed, found);
        load(before, out + lane), load(others, taken + lane), load(old_holding, holdings + lane);
        others ^= before;
        const Words fine = Words(((proposed & others) == 0) & (LaneMask(products & 0xffff'ffff) >= least));
        const Words now = (proposed & fine) | (before & ~fine);
        store(out + lane, now);
        store(taken + lane, others | now);
        store(holdings + lane, (holding & fine) | (old_holding & ~fine));
    }
}

INLINE void draw_holdings(const equity::Urn& urn, equity::LaneRandom& random, CardSet* taken, CardSet* out, std::uint64_t* holdings) {
    if (urn.even) draw_holdings<true>(urn, random, taken, out, holdings);
    else draw_holdings<false>(urn, random, taken, out, holdings);
}

// Deals each lane some cards of those that are not taken, and takes them. Six random bits are a card, or none: whatever
// is not in the deck counts as taken. All lanes try equally often, so that there is nothing to decide in between, and
// often enough that hardly any lane misses a card in the end.
INLINE void deal_cards(const equity::ToDeal& to_deal, equity::LaneRandom& random, CardSet* taken, CardSet* given) {
    constexpr int together = register_size == 64 ? 4 : 2;  // registers: each attempt waits for the one before
    alignas(64) std::int64_t lacking[lane_count];
    for (std::size_t lane = 0; lane < lane_count; lane += together * word_lanes) {
        Words all[together];
        LaneMask missing[together];
#pragma GCC unroll 4
        for (int i = 0; i < together; ++i) {
            load(all[i], taken + lane + i * word_lanes);
            load(missing[i], to_deal.counts + lane + i * word_lanes);
        }
        for (int word = 0; word < to_deal.words; ++word) {
            Words bits[together];
#pragma GCC unroll 4
            for (int i = 0; i < together; ++i) {
                Xoroshiro<Words> words(random, lane + i * word_lanes);
                words.next(bits[i]);
                words.keep(random, lane + i * word_lanes);
            }
            for (int attempt = 0; attempt < to_deal.attempts; ++attempt)
#pragma GCC unroll 4
                for (int i = 0; i < together; ++i) {
                    const Words bit = (Words{} + 1) << (bits[i] >> 58);
                    const LaneMask fine = ((all[i] & bit) == 0) & (missing[i] > 0);
                    all[i] |= bit & Words(fine);
                    missing[i] += fine;
                    bits[i] <<= 6;
                }
        }
#pragma GCC unroll 4
        for (int i = 0; i < together; ++i) {
            Words before;
            load(before, taken + lane + i * word_lanes);
            store(taken + lane + i * word_lanes, all[i]);
            store(given + lane + i * word_lanes, all[i] ^ before);
            store(lacking + lane + i * word_lanes, missing[i]);
        }
    }
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
        if (!lacking[lane]) [[likely]]
            continue;
        Xoroshiro<std::uint64_t> words(random, lane);
        while (lacking[lane]) {
            std::uint64_t bits;
            words.next(bits);
            const CardSet bit = CardSet{1} << (bits >> 58);
            if (taken[lane] & bit) continue;
            taken[lane] |= bit;
            given[lane] |= bit;
            --lacking[lane];
        }
        words.keep(random, lane);
    }
}

// The strengths of hands of `Cards` cards with a board, all of which are in order.
template <int Cards>
INLINE void strengths_on_boards(const Ranking& ranking, const equity::LaneHands& boards, const equity::LaneHands& hands, Strength* out) {
    const Strength* values = ranking.values[Cards - smallest_hand];
    alignas(64) std::uint64_t tallies[lane_count], suited[lane_count];
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
        tallies[lane] = boards.tallies[lane] + hands.tallies[lane];
        suited[lane] = Hand::suits_with(tallies[lane], 5);
    }
    for (std::size_t lane = 0; lane < lane_count; ++lane) out[lane] = values[Hand::slot_of<Cards>(tallies[lane])];
    if (ranking.suits == Suits::ignored) return;
    for (std::size_t lane = 0; lane < lane_count; lane += 8) {
        std::uint64_t any = 0;
        for (std::size_t i = 0; i < 8; ++i) any |= suited[lane + i];
        for (std::size_t i = 0; any && i < 8; ++i)
            if (suited[lane + i]) out[lane + i] = (boards.at(lane + i) + hands.at(lane + i)).template strength<Cards>(ranking);
    }
}

INLINE void strengths_on_boards(const Ranking& ranking, int cards, const equity::LaneHands& boards, const equity::LaneHands& hands,
                                Strength* out) {
    if (cards == 5) strengths_on_boards<5>(ranking, boards, hands, out);
    else if (cards == 6) strengths_on_boards<6>(ranking, boards, hands, out);
    else strengths_on_boards<7>(ranking, boards, hands, out);
}

// Finds the players with the best hands, as sets: nobody where nobody qualifies. Strengths are by player, then by lane.
INLINE void find_winners(const Strength* strengths, std::size_t players, std::uint16_t* winners) {
    constexpr std::size_t block = register_size / 2;
    using Halves = Lanes<std::uint16_t, block>;
    for (std::size_t lane = 0; lane < lane_count; lane += block) {
        Halves best = {}, sets = {}, mine;
        for (std::size_t player = 0; player < players; ++player) {
            load(mine, strengths + player * lane_count + lane);
            replace_where(mine > best, mine, best);
        }
        for (std::size_t player = 0; player < players; ++player) {
            load(mine, strengths + player * lane_count + lane);
            const auto bit = static_cast<std::uint16_t>(1U << player);
            sets |= Halves(mine == best) & bit;
        }
        sets &= Halves(best != 0);
        store(winners + lane, sets);
    }
}

}  // namespace

const WalkKernels walk_kernels = {
    .draw_holdings = draw_holdings,
    .deal_cards = deal_cards,
    .strengths_on_boards = strengths_on_boards,
    .find_winners = find_winners,
};

}  // namespace fivecard::kernels::FIVECARD_MACHINE
