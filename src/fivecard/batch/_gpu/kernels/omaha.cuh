// Omaha: exactly two of the player's cards with exactly three of the board's, as native/include/fivecard/omaha.hpp has it. A
// row of the table says what each pair of ranks makes with the ranks of a board.
#pragma once

#include "hands.cuh"

struct OmahaTables {
    RankHash<1024, 8192> boards;  // of ranks alone: no flushes
    half_word flushes[1 << 13];
};

constexpr int entries_in_row = 96;

struct OmahaSources {
    const half_word* offsets;
    const word* suits;
    const half_word* flushes;
    const short* rows;         // by slot of the board
    const byte* low;           // by the low ranks of the board and those of the hand
};

__device__ __forceinline__ void fill(OmahaTables& tables, const OmahaSources& from) {
    tables.boards.fill(from.offsets, from.suits);
    for (int i = threadIdx.x; i < 1 << 13; i += blockDim.x) tables.flushes[i] = from.flushes[i];
    __syncthreads();
}

__device__ __forceinline__ word without_highest(word ranks) { return ranks & ~(1u << (31 - __clz(ranks))); }

__device__ __forceinline__ word highest(word ranks, int count) {
    word rest = ranks;
    for (int i = 0; i < count; ++i) rest = without_highest(rest);
    return ranks ^ rest;
}

// The best flush of two of the hand's ranks, which has at least two, and three of the board's, which has at least three.
__device__ __forceinline__ word omaha_flush(const OmahaTables& tables, word hand, word board) {
    const word run = (hand | board) << 1 | (hand | board) >> 12, twos = run & run >> 1;
    if (!(twos & twos >> 2 & run >> 4)) return tables.flushes[highest(hand, 2) | highest(board, 3)];
    word best = 0;
    for (word pair = hand; pair; pair = (pair - 1) & hand)
        if (__popc(pair) == 2)
            for (word triple = board; triple; triple = (triple - 1) & board)
                if (__popc(triple) == 3) best = max(best, static_cast<word>(tables.flushes[pair | triple]));
    return best;
}

// The strength of a hand, whose ranks are given one by one too, with a board.
template <int Hole>
__device__ __forceinline__ word omaha_strength(const OmahaTables& tables, const OmahaSources& from, wide hand, const int* ranks, wide board) {
    const short* row = from.rows + tables.boards.slot_bytes(tables.boards.find(board).key) / 2 * entries_in_row;
    int best = 0;
#pragma unroll
    for (int i = 1; i < Hole; ++i)
#pragma unroll
        for (int j = 0; j < i; ++j) {
            const int high = max(ranks[i], ranks[j]), low = min(ranks[i], ranks[j]);
            best = max(best, static_cast<int>(__ldg(row + high * (high + 1) / 2 + low)));
        }
#pragma unroll
    for (int suit = 0; suit < 4; ++suit) {
        const word of_board = ranks_in_suit(board, suit), of_hand = ranks_in_suit(hand, suit);
        if (__popc(of_board) >= 3 && __popc(of_hand) >= 2) best = max(best, static_cast<int>(omaha_flush(tables, of_hand, of_board)));
    }
    return best;
}

// Which of the eight low ranks there are, ace first.
__device__ __forceinline__ word low_ranks(wide bits) {
    const word low = static_cast<word>(bits), high = static_cast<word>(bits >> 32), together = low | high;
    const word ranks = (together | together >> 16) & 0x1fff;
    return ranks << 1 & 0xff | ranks >> 12;
}

__device__ __forceinline__ word omaha_low_strength(const OmahaSources& from, wide hand, wide board) {
    return __ldg(from.low + low_ranks(board) * 256 + low_ranks(hand));
}
