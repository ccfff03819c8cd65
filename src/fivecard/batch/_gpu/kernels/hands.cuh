// Hands as bits, and their strengths. Everything here is compiled at run time, for a machine and a number of CARDS.
//
// A card is one bit of 64: suit s has the bits from 16 s on, so that as many bits as cards say that all are different. What a
// suit holds, 13 bits, finds the sum of its cards' keys in a table; with five cards and more also that there is a flush. The
// sum over four suits is the key of the ranks, whose row and column find the strength in the core's perfect hash
// (native/include/fivecard/hand.hpp). tables.py lays all of this out.
//
// What binds is shared memory, whose 32 banks serve the look-ups of a warp in as many turns as the fullest bank has
// addresses. The 13 bits of a suit alone would meet in few banks, so they are multiplied and turned round first: that takes
// 2.7 turns, not 10.3, for random hands on paper (counted in a simulation of the banks).
#pragma once

typedef unsigned char byte;
typedef unsigned short half_word;
typedef unsigned int word;
typedef unsigned long long wide;

constexpr wide no_row = ~0ull;

// The bit of a card; what is no card gets a bit that no card has, 13 to 15 of a suit, or another's.
__device__ __forceinline__ wide bit_of(word id) { return 1ull << (id % 4 * 16 + id / 4) % 64; }

__device__ __forceinline__ word ranks_in_suit(wide bits, int suit) { return static_cast<word>(bits >> 16 * suit) & 0x1fff; }

// Where the table of suits has the 13 ranks that stand at the top of a word.
__device__ __forceinline__ word turned(word ranks_on_top) { return __brev(ranks_on_top * MULTIPLIER); }

template <typename Number>
__device__ __forceinline__ Number at_byte(const Number* table, word offset) {
    return *reinterpret_cast<const Number*>(reinterpret_cast<const byte*>(table) + offset);
}

// What the perfect hash needs, in shared memory: `suits` by turned(ranks) is row << 1 | column << 15. With five cards and
// more of a suit it is, where flushes are higher, 1 << 31 | strength << 15, and where they are lower, bit 0 is set too.
template <int Rows, int Columns>
struct RankHash {
    half_word offsets[Rows];
    word suits[1 << 13];

    __device__ void fill(const half_word* of_rows, const word* of_suits) {
        for (int i = threadIdx.x; i < Rows; i += blockDim.x) offsets[i] = of_rows[i];
        for (int i = threadIdx.x; i < 1 << 13; i += blockDim.x) suits[i] = of_suits[i];
    }

    struct Found {
        word key, most;  // the sum of the suits' entries, and the largest of them
    };
    __device__ __forceinline__ Found find(wide bits) const {
        const word low = static_cast<word>(bits), high = static_cast<word>(bits >> 32);
        const word a = suits[turned(low << 19)], b = suits[turned((low & 0xffff0000) << 3)];
        const word c = suits[turned(high << 19)], d = suits[turned((high & 0xffff0000) << 3)];
        return {a + b + c + d, max(max(max(a, b), c), d)};
    }

    // Twice the slot: the row's offset shifts the column.
    __device__ __forceinline__ word slot_bytes(word key) const {
        const word offset = at_byte(offsets, key & 2 * (Rows - 1));
        return (key + (offset << 15)) >> 14 & 2 * (Columns - 1);
    }
};
