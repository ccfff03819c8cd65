// The steps of the random walk in equity/walk.hpp, for all lanes. Written once for all machines, as loops and vectors that a
// compiler can make the best of: a machine includes this file between the pragmas that allow its instructions. So nothing
// is included here.
namespace fivecard::kernels {
namespace {

using equity::lane_count;

// Eight lanes.
constexpr std::size_t word_lanes = 8;
using Words = Lanes<std::uint64_t, word_lanes>;
using Choice = Lanes<std::int64_t, word_lanes>;  // all bits or none

struct RandomWords {
    Words first, second;

    INLINE explicit RandomWords(const equity::LaneRandom& random, std::size_t lane) {
        std::memcpy(&first, random.first + lane, sizeof first);
        std::memcpy(&second, random.second + lane, sizeof second);
    }
    INLINE void next(Words& bits) {
        bits = first + second;
        second ^= first;
        first = (first << 24 | first >> 40) ^ second ^ second << 16;
        second = second << 37 | second >> 27;
    }
    INLINE void keep(equity::LaneRandom& random, std::size_t lane) const {
        std::memcpy(random.first + lane, &first, sizeof first);
        std::memcpy(random.second + lane, &second, sizeof second);
    }
};

// Proposes a holding for every lane, and takes it where nobody else has its cards. `taken` has all cards that are gone, and
// those that players have.
INLINE void draw_holdings(const equity::Urn& urn, equity::LaneRandom& random, CardSet* taken, CardSet* out, std::uint32_t* holdings) {
    const std::uint64_t size = urn.size(), least = equity::least_fair_product(size);
    const CardSet* sets = urn.out.data();
    const std::uint32_t *kept = urn.kept.data(), *other = urn.other.data();
    for (std::size_t lane = 0; lane < lane_count; lane += word_lanes) {
        RandomWords words(random, lane);
        Words bits;
        words.next(bits);
        words.keep(random, lane);
        const Words products = (bits >> 32) * size;
        for (std::size_t i = 0; i < word_lanes; ++i) {
            const auto bucket = static_cast<std::uint32_t>(products[i] >> 32);
            std::uint32_t holding = bucket;
            if (!urn.even) holding = static_cast<std::uint32_t>(bits[i]) < kept[bucket] ? bucket : other[bucket];
            const CardSet before = out[lane + i], others = taken[lane + i] ^ before, proposed = sets[holding];
            const bool fine = !(proposed & others) && static_cast<std::uint32_t>(products[i]) >= least;
            const CardSet now = fine ? proposed : before;
            out[lane + i] = now;
            taken[lane + i] = others | now;
            holdings[lane + i] = fine ? holding : holdings[lane + i];
        }
    }
}

// Deals each lane some cards of those that are not taken, and takes them.
template <int Deck>
INLINE void deal_from(const std::uint64_t* counts, equity::LaneRandom& random, CardSet* taken, CardSet* given) {
    static_assert(Deck == 52 || Deck == 36);
    constexpr std::int64_t least = equity::least_fair_product(Deck);
    for (std::size_t lane = 0; lane < lane_count; lane += word_lanes) {
        RandomWords words(random, lane);
        Words all, before;
        Choice missing;
        std::memcpy(&all, taken + lane, sizeof all);
        std::memcpy(&missing, counts + lane, sizeof missing);
        before = all;
        const auto attempt = [&](const Words& half) FIVECARD_INLINE_LAMBDA {
            // A product by shifts: few machines multiply vectors of 64 bits.
            const Words product = (half << 5) + (Deck == 52 ? half << 4 : Words{}) + (half << 2);
            const Words bit = (Words{} + (CardSet{1} << (card_count - Deck))) << (product >> 32);
            const Choice fine = ((all & bit) == 0) & (missing > 0) & (Choice(product & 0xffff'ffff) >= least);
            all |= bit & Words(fine);
            missing += fine;
        };
        for (bool left = true; left;) {
            Words bits;
            words.next(bits);
            attempt(bits >> 32);
            attempt(bits & 0xffff'ffff);
            std::int64_t most = 0;
            for (std::size_t i = 0; i < word_lanes; ++i) most |= missing[i];
            left = most != 0;
        }
        words.keep(random, lane);
        before ^= all;
        std::memcpy(taken + lane, &all, sizeof all);
        std::memcpy(given + lane, &before, sizeof before);
    }
}

INLINE void deal_cards(CardId first_card, const std::uint64_t* counts, equity::LaneRandom& random, CardSet* taken, CardSet* given) {
    if (first_card) deal_from<36>(counts, random, taken, given);
    else deal_from<52>(counts, random, taken, given);
}

// Finds the players with the best hands, as sets: nobody where nobody qualifies. Strengths are by player, then by lane.
INLINE void find_winners(const Strength* strengths, std::size_t players, std::uint16_t* winners) {
    constexpr std::size_t block = 32;
    using Halves = Lanes<std::uint16_t, block>;
    for (std::size_t lane = 0; lane < lane_count; lane += block) {
        Halves best = {}, sets = {}, mine;
        for (std::size_t player = 0; player < players; ++player) {
            std::memcpy(&mine, strengths + player * lane_count + lane, sizeof mine);
            replace_where(mine > best, mine, best);
        }
        for (std::size_t player = 0; player < players; ++player) {
            std::memcpy(&mine, strengths + player * lane_count + lane, sizeof mine);
            sets |= Halves(mine == best) & static_cast<std::uint16_t>(1 << player);
        }
        sets &= Halves(best != 0);
        std::memcpy(winners + lane, &sets, sizeof sets);
    }
}

}  // namespace
}  // namespace fivecard::kernels
