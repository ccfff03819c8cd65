// The strength of CARDS cards under a ranking.
#pragma once

#include "hands.cuh"

struct Tables : RankHash<ROWS, COLUMNS> {
#if VALUES_IN_SHARED
    half_word values[COLUMNS];
#endif
};

// What is in the GPU's memory of the tables. Those of five cards are for rankings in which a flush is to be avoided.
struct TableSources {
    const half_word* offsets;
    const word* suits;
    const half_word* values;
    const RankHash<1024, 8192>* five;
    const half_word* values_of_five;
    const half_word* flushes;
};

__device__ __forceinline__ void fill(Tables& tables, const TableSources& from) {
    tables.fill(from.offsets, from.suits);
#if VALUES_IN_SHARED
    for (int i = threadIdx.x; i < COLUMNS / 2; i += blockDim.x)
        reinterpret_cast<word*>(tables.values)[i] = reinterpret_cast<const word*>(from.values)[i];
#endif
    __syncthreads();
}

#if FLUSHES_LOWER
// The best of all ways to choose five of a hand that has five or more of a suit.
__device__ __noinline__ word strength_of_all_fives(const TableSources& from, wide bits) {
    word best = 0;
    const auto consider = [&](wide cards) {
        word found = 0;
        for (int suit = 0; suit < 4; ++suit) {
            const word ranks = ranks_in_suit(cards, suit);
            if (__popc(ranks) == 5) found = from.flushes[ranks];
        }
        if (!found) found = at_byte(from.values_of_five, from.five->slot_bytes(from.five->find(cards).key));
        best = max(best, found);
    };
    if (CARDS == 5) consider(bits);
    for (wide left = bits; CARDS > 5 && left; left &= left - 1) {
        const wide fewer = bits & ~(left & -left);
        if (CARDS == 6) consider(fewer);
        else
            for (wide other = left & (left - 1); other; other &= other - 1) consider(fewer & ~(other & -other));
    }
    return best;
}
#endif

// In the lower half of a word; what stands above it says nothing.
__device__ __forceinline__ word strength(const Tables& tables, const TableSources& from, wide bits) {
    const auto found = tables.find(bits);
#if VALUES_IN_SHARED
    const word plain = at_byte(tables.values, tables.slot_bytes(found.key));
#else
    const word plain = __ldg(reinterpret_cast<const half_word*>(reinterpret_cast<const byte*>(from.values) + tables.slot_bytes(found.key)));
#endif
#if FLUSHES_LOWER
    return found.key & 1 ? strength_of_all_fives(from, bits) : plain;
#else
    return static_cast<int>(found.most) < 0 ? found.most >> 15 : plain;  // never for the sake of suits that are ignored
#endif
}
