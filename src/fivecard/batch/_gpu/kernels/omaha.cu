// The strength of every row of HOLE card ids with a board: one for each row, or one for all.
#include "omaha.cuh"

extern "C" __global__ void __launch_bounds__(THREADS)
omaha_strengths(const byte* __restrict__ holes, const byte* __restrict__ boards, wide board_step, wide count, half_word* __restrict__ out,
                wide* first_bad, const OmahaSources* sources) {
    const OmahaSources from = *sources;
    extern __shared__ uint4 memory[];
    OmahaTables& tables = *reinterpret_cast<OmahaTables*>(memory);
    fill(tables, from);
    for (wide row = static_cast<wide>(blockIdx.x) * THREADS + threadIdx.x; row < count; row += static_cast<wide>(gridDim.x) * THREADS) {
        wide hand = 0, board = 0;
        int ranks[HOLE];
        bool good = true;
#pragma unroll
        for (int i = 0; i < HOLE; ++i) {
            const word id = __ldg(holes + row * HOLE + i);
            good &= id < 52;
            ranks[i] = min(id / 4, 12);
            hand |= bit_of(id);
        }
#pragma unroll
        for (int i = 0; i < 5; ++i) {
            const word id = __ldg(boards + row * board_step + i);
            good &= id < 52;
            board |= bit_of(id);
        }
        good &= __popcll(hand | board) == HOLE + 5;
        if (!good) atomicMin(first_bad, row);
        const word found = !good ? 0 : LOW ? omaha_low_strength(from, hand, board) : omaha_strength<HOLE>(tables, from, hand, ranks, board);
        out[row] = static_cast<half_word>(found);
    }
}
