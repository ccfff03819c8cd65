// Deals at random, and who wins them. Each deal has a random stream of its own, so that a seed gives the same deals whatever
// the machine, the number of threads and the number of launches.
#if OMAHA
#include "omaha.cuh"
typedef OmahaTables GameTables;
typedef OmahaSources GameSources;
#else
#include "ranked.cuh"
typedef Tables GameTables;
typedef TableSources GameSources;
#endif

// SplitMix64, as native/src/random.hpp has it.
struct RandomStream {
    wide state;

    static __device__ __forceinline__ wide mix(wide bits) {
        bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
        return bits ^ bits >> 31;
    }
    __device__ RandomStream(wide seed, wide row) : state(mix(seed + golden) ^ mix((row + 1) * golden)) {}
    __device__ __forceinline__ word bits() { return static_cast<word>(mix(state += golden) >> 32); }
    __device__ __forceinline__ word below(word count) {
        for (;;) {
            const wide product = static_cast<wide>(bits()) * count;
            if (static_cast<word>(product) >= -count % count) return static_cast<word>(product >> 32);
        }
    }
    static constexpr wide golden = 0x9e3779b97f4a7c15;
};

// What a player may hold, and how likely: a hand is chosen of all, and kept with a chance or exchanged for another, which
// makes hands of any weights equally quick to choose.
struct Holding {
    wide cards;   // that stay: others may be to come
    wide thrown;  // out of the game
    word kept;    // of 2^32; all ones: always
    word other;
};
struct Player {
    const Holding* holdings;
    wide count;
};
struct Question {
    wide board, dead;
    wide deck_size, deck[52];  // the bits of the cards that are not named
    Player players[PLAYERS];
};

constexpr int ATTEMPTS = 1024;  // to choose hands for all: where hardly any go together, a launch comes to an end too

__device__ __forceinline__ bool choose_holdings(const Question& question, RandomStream& random, wide* hands, wide& used) {
    used = question.board | question.dead;
#pragma unroll
    for (int i = 0; i < PLAYERS; ++i) {
        const Player& player = question.players[i];
        Holding holding = player.holdings[player.count > 1 ? random.below(static_cast<word>(player.count)) : 0];
        if (holding.kept != ~0u && random.bits() >= holding.kept) holding = player.holdings[holding.other];
        const wide taken = holding.cards | holding.thrown;
        if (used & taken) return false;
        used |= taken;
        hands[i] = holding.cards;
    }
    return true;
}

// Fills `cards` up to `size` of them.
__device__ __forceinline__ void draw(const Question& question, RandomStream& random, wide& cards, int size, wide& used) {
    for (int missing = size - __popcll(cards); missing > 0;) {
        const wide card = question.deck[random.below(static_cast<word>(question.deck_size))];
        if (used & card) continue;
        used |= card;
        cards |= card;
        --missing;
    }
}

__device__ __forceinline__ word strength_of(const GameTables& tables, const GameSources& from, wide hand, wide board) {
#if OMAHA
    int ranks[HOLE];
    wide left = hand;
#pragma unroll
    for (int i = 0; i < HOLE; ++i, left &= left - 1) ranks[i] = __ffsll(left) - 1 & 15;
    return omaha_strength<HOLE>(tables, from, hand, ranks, board);
#else
    return strength(tables, from, hand | board) & 0xffff;
#endif
}

// Counts, for `count` deals from number `first` on, how often each set of players wins.
extern "C" __global__ void __launch_bounds__(THREADS)
sample(const Question* asked, wide seed, wide first, wide count, wide* outcomes, const GameSources* sources) {
    extern __shared__ uint4 memory[];
    GameTables& tables = *reinterpret_cast<GameTables*>(memory);
    __shared__ Question question;
    __shared__ word won[1 << PLAYERS];
    const GameSources from = *sources;
    for (int i = threadIdx.x; i < sizeof question / sizeof(wide); i += blockDim.x)
        reinterpret_cast<wide*>(&question)[i] = reinterpret_cast<const wide*>(asked)[i];
    for (int i = threadIdx.x; i < 1 << PLAYERS; i += blockDim.x) won[i] = 0;
    fill(tables, from);
    for (wide deal = static_cast<wide>(blockIdx.x) * THREADS + threadIdx.x; deal < count; deal += static_cast<wide>(gridDim.x) * THREADS) {
        RandomStream random(seed, first + deal);
        wide hands[PLAYERS], used;
        int attempts = ATTEMPTS;
        while (attempts && !choose_holdings(question, random, hands, used)) --attempts;
        if (!attempts) continue;  // not counted: which deals those are does not depend on their cards
        wide board = question.board;
#pragma unroll
        for (int i = 0; i < PLAYERS; ++i) draw(question, random, hands[i], HOLE, used);
        draw(question, random, board, BOARD, used);
        word best = 0, winners = 0;
#pragma unroll
        for (int i = 0; i < PLAYERS; ++i) {
            const word found = strength_of(tables, from, hands[i], board);
            if (found > best) winners = 0;
            if (found >= best) winners |= 1u << i;
            best = max(best, found);
        }
        atomicAdd(won + winners, 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 1 << PLAYERS; i += blockDim.x)
        if (won[i]) atomicAdd(outcomes + i, static_cast<wide>(won[i]));
}
