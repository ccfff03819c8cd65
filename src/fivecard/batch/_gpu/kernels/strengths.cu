// The strength of every row of CARDS card ids.
//
// Every thread takes four rows at a time: CARDS words, whose bytes are looked at four at a time as long as possible.
#include "ranked.cuh"

// Looks at one row again: its strength, or 0 if it is not a hand, and then the first such row is remembered.
__device__ __noinline__ word checked(word found, const byte* hands, wide row, wide* first_bad) {
    wide seen = 0;
    bool good = true;
    for (int card = 0; card < CARDS; ++card) {
        const word id = hands[row * CARDS + card];
        good &= id - FIRST_CARD < 52 - FIRST_CARD && !(seen >> id % 64 & 1);
        seen |= 1ull << id % 64;
    }
    if (!good) atomicMin(first_bad, row);
    return good ? found : 0;
}

__device__ __forceinline__ word extract(word bytes, int place) { return __dp4a(bytes, 1u << 8 * place, 0u); }

// The cards of one of four rows, from the numbers of their bits.
__device__ __forceinline__ wide bits_of(const word* places, int row) {
    wide bits = 0;
#pragma unroll
    for (int card = 0; card < CARDS; ++card) {
        const int at = row * CARDS + card;
        bits |= 1ull << extract(places[at / 4], at % 4);
    }
    return bits;
}

// Brings 16 bytes into shared memory; where the machine can, while other work goes on.
__device__ __forceinline__ void copy_16(byte* to, const byte* from) {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(static_cast<word>(__cvta_generic_to_shared(to))), "l"(from));
#else
    *reinterpret_cast<uint4*>(to) = *reinterpret_cast<const uint4*>(from);
#endif
}
__device__ __forceinline__ void end_of_copies() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;");
#endif
}
// All copies but those of the last few ends are there.
template <int But>
__device__ __forceinline__ void wait_for_copies() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(But));
#endif
    __syncwarp();
}

constexpr int per_thread = 4, tile = 32 * per_thread, tile_bytes = tile * CARDS, pieces = tile_bytes / 16;

// `aligned` says whether hands stand where 16 bytes, and strengths where four can be moved at once.
extern "C" __global__ void __launch_bounds__(THREADS, 1)
strengths(const byte* __restrict__ hands, wide count, bool aligned, half_word* __restrict__ out, wide* first_bad,
          const TableSources* sources) {
    const TableSources from = *sources;
    extern __shared__ uint4 memory[];
    Tables& tables = *reinterpret_cast<Tables*>(memory);
    fill(tables, from);

    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    byte* const buffers = reinterpret_cast<byte*>(memory) + sizeof(Tables) + warp * BUFFERS * tile_bytes;
    const wide tiles = aligned ? count / tile : 0, step = static_cast<wide>(gridDim.x) * (THREADS / 32);
    wide number = static_cast<wide>(blockIdx.x) * (THREADS / 32) + warp;

    const auto fetch = [&](wide number, int buffer) {
        if (number < tiles) {
#pragma unroll
            for (int i = 0; i < (pieces + 31) / 32; ++i)
                if (const int piece = 32 * i + lane; piece < pieces)
                    copy_16(buffers + buffer * tile_bytes + 16 * piece, hands + number * tile_bytes + 16 * piece);
        }
        end_of_copies();
    };
#pragma unroll
    for (int i = 0; i < BUFFERS - 1; ++i) fetch(number + i * step, i);
    for (int buffer = 0; number < tiles; number += step, buffer = (buffer + 1) % BUFFERS) {
        wait_for_copies<BUFFERS - 2>();
        word rows[CARDS], places[CARDS], beyond = 0;
#pragma unroll
        for (int i = 0; i < CARDS; ++i) rows[i] = reinterpret_cast<const word*>(buffers + buffer * tile_bytes)[lane * CARDS + i];
        fetch(number + (BUFFERS - 1) * step, (buffer + BUFFERS - 1) % BUFFERS);
#pragma unroll
        for (int i = 0; i < CARDS; ++i) {
            const word ranks = rows[i] >> 2 & 0x3f3f3f3f;
            beyond |= ranks + 0x33333333;  // a byte from 52 up sets bit 6 of its place
            if (FIRST_CARD) beyond |= ~(ranks + 0x40404040 - 0x01010101 * (FIRST_CARD / 4));
            places[i] = (rows[i] & 0x03030303) * 16 + ranks;
        }
        word found[per_thread];
        int cards = 0;
#pragma unroll
        for (int i = 0; i < per_thread; ++i) {
            const wide bits = bits_of(places, i);
            cards += __popcll(bits);
            found[i] = strength(tables, from, bits);
        }
        if (cards != per_thread * CARDS || beyond & 0x40404040)
            for (int i = 0; i < per_thread; ++i)
                found[i] = checked(found[i], hands, number * tile + lane * per_thread + i, first_bad);
        reinterpret_cast<uint2*>(out)[number * 32 + lane] =
            make_uint2(__byte_perm(found[0], found[1], 0x5410), __byte_perm(found[2], found[3], 0x5410));
    }

    // What is left over, a row at a time.
    for (wide row = tiles * tile + static_cast<wide>(blockIdx.x) * THREADS + threadIdx.x; row < count; row += static_cast<wide>(gridDim.x) * THREADS) {
        wide bits = 0;
        for (int card = 0; card < CARDS; ++card) bits |= bit_of(hands[row * CARDS + card]);
        out[row] = static_cast<half_word>(checked(strength(tables, from, bits), hands, row, first_bad));
    }
}
