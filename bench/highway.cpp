// Our loops over rows and sets (native/src/kernels/loops/byte_hands.hpp) with Google Highway's vectors instead of ours: the same
// tables and checks, each compared with the library's own kernel in turn, on the same bytes. What it found: docs/speed.md.
//
// Of Highway 1.3, headers alone are needed (HIGHWAY below); numpy's source distribution has them, in numpy/_core/src/highway.
// -march=haswell measures AVX2, -march=icelake-server AVX-512, -march=westmere SSE4 beside our portable kernel.
//
//     BUILD=$(ls -td build/cp* | head -1)
//     g++ -std=c++20 -O3 -march=haswell -maes -mpclmul -mtune=generic -fPIC -DFIVECARD_X86 -DHWY_COMPILE_ONLY_STATIC -I$HIGHWAY \
//         -Inative -Inative/include -I$BUILD/tables bench/highway.cpp $BUILD/libfivecard_core.a -lpthread -o build/highway
//     build/highway
#define FIVECARD_MACHINE highway
#include "src/kernels/loops/begin.hpp"

#include <chrono>
#include <cstdio>
#include <random>

#include <hwy/highway.h>
#include <immintrin.h>

#define INLINE __attribute__((always_inline)) inline

namespace fivecard::kernels::highway {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
constexpr hn::ScalableTag<std::uint8_t> bytes;
constexpr hn::Repartition<std::uint16_t, decltype(bytes)> words;
constexpr hn::Repartition<std::uint32_t, decltype(bytes)> doubles;
constexpr hn::Repartition<std::uint64_t, decltype(bytes)> quads;

using V = hn::Vec<decltype(bytes)>;

// Two things are said as the target wants them: what a register can look up, and which of two forms of masks and carries GCC
// makes the better code of.
constexpr bool wide = HWY_MAX_BYTES == 64;

constexpr const std::uint8_t* rank_digits[] = {tables::digits0, tables::digits1, tables::digits2, tables::digits3};
constexpr auto card_digits = [] {
    std::array<std::array<std::uint8_t, 64>, 4> result{};
    for (std::size_t d = 0; d < 4; ++d)
        for (std::size_t card = 0; card < 64; ++card) result[d][card] = rank_digits[d][card / 4];
    return result;
}();

struct Vector {
    static constexpr int width = HWY_MAX_BYTES;

    template <int Columns>
    static constexpr int reach_before = wide ? 0 : 16 - 2 * Columns;
    template <int Columns>
    static constexpr int reach_behind = wide ? width - 8 * Columns : 16 - 2 * Columns;
    template <int Columns>
    static constexpr auto row_bytes = [] {
        std::array<std::uint8_t, width> from{};
        for (int i = 0; i < width; ++i) {
            const int column = i % 16 / 2, row = wide ? i / 16 * 2 + i % 2 : i % 2;
            const int byte = (i < 16 ? reach_before<Columns> : 0) + row * Columns + column;
            from[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(column < Columns ? byte : wide ? 0 : 0x80);
        }
        return from;
    }();
    template <int Columns>
    INLINE static V pair_rows(V loaded) {
        if constexpr (wide) return hn::TableLookupLanes(loaded, hn::SetTableIndices(bytes, row_bytes<Columns>.data()));
        else return hn::TableLookupBytesOr0(loaded, load(row_bytes<Columns>.data()));
    }

    INLINE static V load(const void* from) { return hn::LoadU(bytes, static_cast<const std::uint8_t*>(from)); }
    INLINE static V load_once(const void* from) {
        V loaded = load(from);
        asm("" : "+x"(loaded.raw));
        return loaded;
    }
    INLINE static void store(void* to, V a) { hn::StoreU(a, bytes, static_cast<std::uint8_t*>(to)); }
    INLINE static V table(const std::uint8_t* sixteen) { return hn::LoadDup128(bytes, sixteen); }
    INLINE static V zero() { return hn::Zero(bytes); }
    INLINE static V fill(int byte) { return hn::Set(bytes, static_cast<std::uint8_t>(byte)); }
    INLINE static V fill16(int word) { return hn::BitCast(bytes, hn::Set(words, static_cast<std::uint16_t>(word))); }
    INLINE static V both(V a, V b) { return hn::And(a, b); }
    INLINE static V either(V a, V b) { return hn::Or(a, b); }
    INLINE static V differ(V a, V b) { return hn::Xor(a, b); }
    INLINE static V add(V a, V b) { return hn::Add(a, b); }
    INLINE static V larger(V a, V b) { return hn::Max(a, b); }
    INLINE static V smaller(V a, V b) { return hn::Min(a, b); }
    // Highway promises nothing of indices from 16 on; x86 looks at their low halves, which is what is wanted.
    INLINE static V shuffle(V table, V index) { return hn::TableLookupBytes(table, index); }
    template <int Bits>
    INLINE static V shift(V a) {
        return hn::BitCast(bytes, hn::ShiftRight<Bits>(hn::BitCast(words, a)));
    }
    INLINE static V rank(V card) { return both(shift<2>(card), fill(0x0f)); }
    INLINE static V high_half(V a) { return both(shift<4>(a), fill(0x0f)); }
    INLINE static V weigh_pairs(V a, V weights) {
        constexpr hn::RebindToSigned<decltype(words)> sums;
        constexpr hn::RebindToSigned<decltype(bytes)> factors;
        return hn::BitCast(bytes, hn::SatWidenMulPairwiseAdd(sums, a, hn::BitCast(factors, weights)));
    }
    INLINE static V differing(V a, V b, V c) { return either(differ(a, b), differ(b, c)); }
    INLINE static V sum_bit(V a, V b, V c) { return hn::Xor3(a, b, c); }
    INLINE static V carry_bit(V a, V b, V c) {
        if constexpr (wide) return hn::BitwiseIfThenElse(differ(a, b), c, a);
        else return either(both(a, b), both(differ(a, b), c));
    }
    INLINE static V where_zero(V test, V a) { return hn::IfThenElseZero(hn::Eq(test, zero()), a); }
    INLINE static std::uint64_t not_zero(V a) { return hn::BitsFromMask(bytes, hn::Ne(a, zero())); }
    INLINE static bool any_bit(V a) { return !hn::AllBits0(bytes, a); }

    template <int High, typename Parts>
    INLINE static V interleave(Parts parts, V a, V b) {
        const auto first = hn::BitCast(parts, a), second = hn::BitCast(parts, b);
        if constexpr (High) return hn::BitCast(bytes, hn::InterleaveUpper(parts, first, second));
        else return hn::BitCast(bytes, hn::InterleaveLower(parts, first, second));
    }
    template <int High>
    INLINE static V interleave8(V a, V b) {
        return interleave<High>(bytes, a, b);
    }
    template <int High>
    INLINE static V interleave16(V a, V b) {
        return interleave<High>(words, a, b);
    }
    template <int High>
    INLINE static V interleave32(V a, V b) {
        return interleave<High>(doubles, a, b);
    }
    template <int High>
    INLINE static V interleave64(V a, V b) {
        return interleave<High>(quads, a, b);
    }

    // Set where all is well if registers are wide, where something is wrong if not.
    using Flaws = hn::Mask<decltype(bytes)>;
    INLINE static Flaws above(V a, int limit) {
        if constexpr (wide) return hn::Le(a, fill(limit));
        else return hn::Gt(a, fill(limit));
    }
    INLINE static Flaws or_below(Flaws flaws, V a, int limit) {
        if constexpr (wide) return hn::MaskedGe(flaws, a, fill(limit));
        else return hn::Or(flaws, hn::Lt(a, fill(limit)));
    }
    INLINE static Flaws or_equal(Flaws flaws, V a, V b) {
        if constexpr (wide) return hn::MaskedNe(flaws, a, b);
        else return hn::Or(flaws, hn::Eq(a, b));
    }
    INLINE static Flaws no_flaws() {
        if constexpr (wide) return hn::Not(hn::MaskFalse(bytes));
        else return hn::MaskFalse(bytes);
    }
    INLINE static bool any(Flaws a, Flaws b, Flaws c, Flaws d) {
#if HWY_TARGET <= HWY_AVX3
        asm("" : "+k"(a.raw), "+k"(b.raw), "+k"(c.raw), "+k"(d.raw));  // or clang makes one chain of the four
        return !hn::AllTrue(bytes, hn::And(hn::And(a, b), hn::And(c, d)));
#else
        return !hn::AllFalse(bytes, hn::Or(hn::Or(a, b), hn::Or(c, d)));
#endif
    }

    using DigitTable = V;
    INLINE static DigitTable digit_table(int d) {
        if constexpr (wide) return load(card_digits[static_cast<std::size_t>(d)].data());
        else return table(rank_digits[d]);
    }
    INLINE static V digit_index(V card) {
        if constexpr (wide) return card;
        else return rank(card);
    }
    INLINE static V digit(DigitTable table, V index) {
        if constexpr (wide) return hn::TableLookupLanes(table, hn::IndicesFromVec(bytes, index));
        else return shuffle(table, index);
    }

    static constexpr int set_parts = wide ? 9 : rank_count, set_part_bits = wide ? 6 : 4;
    static constexpr int card_of_part(int part, int bit) {
        return !wide ? 4 * part + bit : part < 7 ? 8 * part + bit : 8 * (3 * (part - 7) + bit / 2) + 6 + bit % 2;
    }
    INLINE static V part_of_set(const V* column, int part) {
        if constexpr (wide) {
            if (part < 7) return column[part];
            const V* three = column + 3 * (part - 7);
            const V two = hn::BitwiseIfThenElse(fill(0x03), shift<6>(three[0]), shift<4>(three[1]));
            return hn::BitwiseIfThenElse(fill(0x30), shift<2>(three[2]), two);
        } else return part % 2 ? high_half(column[part / 2]) : both(column[part / 2], fill(0x0f));
    }
    INLINE static V look_up_part(const std::uint8_t* from, V index) { return digit(wide ? load(from) : table(from), index); }

    // Not Highway's: numbers, not vectors.
    INLINE static std::size_t lowest_bit(std::uint64_t bits) { return static_cast<std::size_t>(std::countr_zero(bits)); }
    INLINE static unsigned ranks_in_suit(CardSet set, int suit) {
#ifdef __BMI2__
        return static_cast<unsigned>(_pext_u64(set, suit_mask(suit)));
#else
        return fivecard::ranks_in_suit(set, suit);
#endif
    }
};

}  // namespace
}  // namespace fivecard::kernels::highway

#include "src/kernels/loops/byte_hands.hpp"

// Called by a table, as the library's are: GCC would make other code of calls whose arguments it knows.
const fivecard::kernels::StrengthKernels fivecard::kernels::highway::strength_kernels = {row_strengths, set_strengths, nullptr};

namespace {

using namespace fivecard;
using namespace fivecard::kernels;

constexpr std::size_t rows = 20'000, size = 7;
constexpr int rounds = 4'000;

constexpr const char* ours = highway::wide ? "avx512" : highway::Vector::width == 32 ? "avx2" : "portable";

// The best time a hand of each of two ways to do the same, which take turns.
template <typename Work>
void compare(const char* what, const std::vector<Strength>& right, const StrengthKernels& own, const StrengthKernels& their, Work work) {
    std::vector<Strength> out(rows);
    double best[2] = {1, 1};
    for (int round = 0; round < 2 * rounds; ++round) {
        const StrengthKernels* kernels = round % 2 ? &their : &own;
        asm("" : "+r"(kernels));
        const auto start = std::chrono::steady_clock::now();
        const std::size_t done = work(*kernels, out.data());
        double& time = best[round % 2];
        time = std::min(time, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        if (done != rows || out != right) std::puts("WRONG"), std::exit(1);
        std::fill(out.begin(), out.end(), Strength{0});
    }
    std::printf("%s: %s %.3f ns a hand, Highway %.3f ns, %+.1f %%\n", what, ours, best[0] / rows * 1e9, best[1] / rows * 1e9,
                (best[1] / best[0] - 1) * 100);
}

}  // namespace

int main() {
    const StrengthKernels &own = find(ours)->strengths, &their = highway::strength_kernels;
    const Ranking& high = *find_ranking("high");
    std::vector<CardId> cards(rows * size);
    std::vector<CardSet> sets(rows);
    std::vector<Strength> right(rows);
    std::mt19937 random(1);
    std::array<CardId, card_count> deck;
    for (std::size_t i = 0; i < deck.size(); ++i) deck[i] = static_cast<CardId>(i);
    for (std::size_t row = 0; row < rows; ++row) {
        std::shuffle(deck.begin(), deck.end(), random);
        for (std::size_t i = 0; i < size; ++i) cards[size * row + i] = deck[i], sets[row] |= CardSet{1} << deck[i];
        right[row] = *set_strength(sets[row], high);
    }
    constexpr std::size_t bad = rows / 2;
    for (const CardId wrong : {CardId{card_count}, cards[size * bad]}) {  // no card, and one that stands there twice
        std::vector<Strength> out(rows);
        CardId& place = cards[size * bad + 4];
        const CardId kept = std::exchange(place, wrong);
        const std::size_t done = their.of_rows(high, cards.data(), rows, size, out.data());
        if (done > bad || done + largest_block < bad) return std::puts("WRONG: a bad row went by"), 1;
        place = kept;
    }
    compare("rows of seven", right, own, their,
            [&](const StrengthKernels& kernels, Strength* out) { return kernels.of_rows(high, cards.data(), rows, size, out); });
    compare("sets of seven", right, own, their,
            [&](const StrengthKernels& kernels, Strength* out) { return kernels.of_sets(high, sets.data(), rows, out); });
}
