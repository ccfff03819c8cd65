// NEON: its operations in words of our own, then the loops in bytes. Every 64-bit ARM processor has it: nothing is
// asked, and no pragma allows it. All others are as they are elsewhere: there, registers are of 16 bytes too.
#define FIVECARD_MACHINE neon
#include "src/kernels/loops/begin.hpp"

#include <arm_neon.h>

#define INLINE FIVECARD_INLINE

namespace fivecard::kernels::neon {
namespace {

using V = uint8x16_t;

}  // namespace
}  // namespace fivecard::kernels::neon

#include "src/kernels/loops/by_sixteen.hpp"

namespace fivecard::kernels::neon {
namespace {

struct Vector : BySixteen<Vector> {
    static constexpr int width = 16;

    // Two rows a register.
    template <int Columns>
    static constexpr int reach_before = 0;
    template <int Columns>
    static constexpr int reach_behind = 16 - 2 * Columns;
    template <int Columns>
    static constexpr auto row_bytes = [] {
        std::array<std::uint8_t, 16> from{};
        for (int i = 0; i < 16; ++i) {
            const int column = i / 2, row = i % 2;
            from[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(column < Columns ? row * Columns + column : 0xff);
        }
        return from;
    }();
    template <int Columns>
    INLINE static V pair_rows(V loaded) {
        return vqtbl1q_u8(loaded, load(row_bytes<Columns>.data()));
    }

    INLINE static V load(const void* from) { return vld1q_u8(static_cast<const std::uint8_t*>(from)); }
    INLINE static V load_once(const void* from) {
        V loaded = load(from);
        asm("" : "+w"(loaded));  // the compiler may not load it a second time
        return loaded;
    }
    INLINE static void store(void* to, V a) { vst1q_u8(static_cast<std::uint8_t*>(to), a); }
    INLINE static V table(const std::uint8_t* sixteen) { return load(sixteen); }
    INLINE static V zero() { return vdupq_n_u8(0); }
    INLINE static V fill(int byte) { return vdupq_n_u8(static_cast<std::uint8_t>(byte)); }
    INLINE static V fill16(int word) { return vreinterpretq_u8_u16(vdupq_n_u16(static_cast<std::uint16_t>(word))); }
    INLINE static V both(V a, V b) { return vandq_u8(a, b); }
    INLINE static V either(V a, V b) { return vorrq_u8(a, b); }
    INLINE static V differ(V a, V b) { return veorq_u8(a, b); }
    INLINE static V add(V a, V b) { return vaddq_u8(a, b); }
    INLINE static V larger(V a, V b) { return vmaxq_u8(a, b); }
    INLINE static V smaller(V a, V b) { return vminq_u8(a, b); }
    // As other machines do it: by the lowest four bits, or zero if the highest is set.
    INLINE static V shuffle(V table, V index) { return vqtbl1q_u8(table, both(index, fill(0x8f))); }
    INLINE static V shuffle64(const std::uint8_t* bytes, V index) { return vqtbl4q_u8(vld1q_u8_x4(bytes), index); }
    INLINE static V rank(V card) { return vshrq_n_u8(card, 2); }
    INLINE static V high_half(V a) { return vshrq_n_u8(a, 4); }
    INLINE static V weigh_pairs(V a, V weights) {
        const uint16x8_t pairs = vreinterpretq_u16_u8(a), by = vreinterpretq_u16_u8(weights), low = vdupq_n_u16(0xff);
        const uint16x8_t first = vmulq_u16(vandq_u16(pairs, low), vandq_u16(by, low));
        return vreinterpretq_u8_u16(vmlaq_u16(first, vshrq_n_u16(pairs, 8), vshrq_n_u16(by, 8)));
    }
    INLINE static V differing(V a, V b, V c) { return either(differ(a, b), differ(b, c)); }
    INLINE static V sum_bit(V a, V b, V c) { return differ(differ(a, b), c); }
    INLINE static V carry_bit(V a, V b, V c) { return vbslq_u8(differ(a, b), c, a); }
    INLINE static V where_zero(V test, V a) { return both(vceqzq_u8(test), a); }
    INLINE static std::uint64_t not_zero(V a) {
        constexpr std::uint8_t bits[] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
        V sums = both(vtstq_u8(a, a), load(bits));
#pragma GCC unroll 3
        for (int i = 0; i < 3; ++i) sums = vpaddq_u8(sums, sums);
        return vgetq_lane_u16(vreinterpretq_u16_u8(sums), 0);
    }
    INLINE static bool any_bit(V a) { return vmaxvq_u32(vreinterpretq_u32_u8(a)) != 0; }

    template <int High>
    INLINE static V interleave8(V a, V b) {
        return High ? vzip2q_u8(a, b) : vzip1q_u8(a, b);
    }
    template <int High>
    INLINE static V interleave16(V a, V b) {
        const uint16x8_t x = vreinterpretq_u16_u8(a), y = vreinterpretq_u16_u8(b);
        return vreinterpretq_u8_u16(High ? vzip2q_u16(x, y) : vzip1q_u16(x, y));
    }
    template <int High>
    INLINE static V interleave32(V a, V b) {
        const uint32x4_t x = vreinterpretq_u32_u8(a), y = vreinterpretq_u32_u8(b);
        return vreinterpretq_u8_u32(High ? vzip2q_u32(x, y) : vzip1q_u32(x, y));
    }
    template <int High>
    INLINE static V interleave64(V a, V b) {
        const uint64x2_t x = vreinterpretq_u64_u8(a), y = vreinterpretq_u64_u8(b);
        return vreinterpretq_u8_u64(High ? vzip2q_u64(x, y) : vzip1q_u64(x, y));
    }

    INLINE static Flaws above(V a, int limit) { return vcgtq_u8(a, fill(limit)); }
    INLINE static Flaws or_below(Flaws flaws, V a, int limit) { return either(flaws, vcltq_u8(a, fill(limit))); }
    INLINE static Flaws or_equal(Flaws flaws, V a, V b) { return either(flaws, vceqq_u8(a, b)); }
    INLINE static V digit(DigitTable table, V index) { return vqtbl1q_u8(table, index); }
    INLINE static V look_up_part(const std::uint8_t* sixteen, V index) { return vqtbl1q_u8(table(sixteen), index); }

    // Sixteen bytes of a row in each lane: there is one.
    INLINE static V load_rows(const std::uint8_t* rows, std::size_t) { return load_once(rows); }

    INLINE static void store_rows(std::uint8_t* rows, std::size_t, V a) { store(rows, a); }

    // The best entries of the pairs of two hands of four cards, eight bytes each and the second in the high half, or of one
    // larger hand.
    template <int Count>
    INLINE static std::uint32_t best_entries(const OmahaTable::Row& row, const std::uint8_t* pairs) {
        if constexpr (Count == 4) return best_entry<6>(row, pairs) | best_entry<6>(row, pairs + 8) << 16;
        else return std::max(best_entry<8>(row, pairs), best_entry<Count*(Count - 1) / 2 - 8>(row, pairs + 8));
    }
    template <int Pairs>
    INLINE static std::uint32_t best_entry(const OmahaTable::Row& row, const std::uint8_t* pairs) {
        int16x8_t entries = vdupq_n_s16(0);
        if (Pairs > 0) entries = vld1q_lane_s16(row.entries + pairs[0], entries, 0);
        if (Pairs > 1) entries = vld1q_lane_s16(row.entries + pairs[1], entries, 1);
        if (Pairs > 2) entries = vld1q_lane_s16(row.entries + pairs[2], entries, 2);
        if (Pairs > 3) entries = vld1q_lane_s16(row.entries + pairs[3], entries, 3);
        if (Pairs > 4) entries = vld1q_lane_s16(row.entries + pairs[4], entries, 4);
        if (Pairs > 5) entries = vld1q_lane_s16(row.entries + pairs[5], entries, 5);
        if (Pairs > 6) entries = vld1q_lane_s16(row.entries + pairs[6], entries, 6);
        if (Pairs > 7) entries = vld1q_lane_s16(row.entries + pairs[7], entries, 7);
        return static_cast<std::uint32_t>(vmaxvq_s16(entries));
    }

    INLINE static std::size_t lowest_bit(std::uint64_t bits) { return static_cast<std::size_t>(std::countr_zero(bits)); }
    INLINE static unsigned ranks_in_suit(CardSet set, int suit) { return fivecard::ranks_in_suit(set, suit); }
};

}  // namespace
}  // namespace fivecard::kernels::neon

#include "src/kernels/loops/all_bytes.hpp"

#if FIVECARD_PART == 0 || FIVECARD_PART == 3
namespace fivecard::kernels {

const Kernels* neon_kernels() {
    static constexpr Kernels kernels = {
        .name = "neon",
        .strengths = neon::strength_kernels,
        .omaha = neon::omaha_kernels,
        .lines = neon::line_kernels,
        .holds = portable::hold_kernels,
        .equity = portable::equity_kernels,
        .walk = portable::walk_kernels,
        .round_robin = neon::round_robin_kernels,
        .cfr = portable::cfr_kernels,
        .postflop = portable::postflop_kernels,
    };
    return &kernels;
}

}  // namespace fivecard::kernels
#endif
