// Any machine: hands one by one in plain C++, and the other loops as the compiler makes them for registers of 16 bytes.
#define FIVECARD_MACHINE portable
#define FIVECARD_NAME "portable"
#include "src/kernels/loops/begin.hpp"

#define INLINE FIVECARD_INLINE

namespace fivecard::kernels::portable {
namespace {

constexpr int register_size = 16;

INLINE std::array<int, 4> dot_products(const std::uint8_t (*first)[64], const std::uint8_t (*second)[64]) {
    std::array<int, 4> sums{};
    for (int i = 0; i < 4; ++i)
        for (int card = 0; card < 64; ++card) sums[i] += first[i & 1][card] * second[i >> 1][card];
    return sums;
}

constexpr std::size_t single_lanes = 4;

template <std::size_t lanes>
struct Singles;

template <>
struct Singles<4> {
    using V = Lanes<float, 4>;

    INLINE static V load(const float* from) {
        V a;
        std::memcpy(&a, from, sizeof a);
        return a;
    }
    INLINE static void store(float* to, const V& a) { std::memcpy(to, &a, sizeof a); }
    INLINE static V fill(float all) {
        V a{};
        return a + all;
    }
    INLINE static V larger(const V& a, const V& b) {
        V found = b;
        replace_where(a > b, a, found);
        return found;
    }
    INLINE static V smaller(const V& a, const V& b) {
        V found = b;
        replace_where(b > a, a, found);
        return found;
    }
    INLINE static V where_above(const V& test, const V& limit, const V& yes, const V& no) {
        V found = no;
        replace_where(test > limit, yes, found);
        return found;
    }
    INLINE static V load_half(const std::uint16_t* from) {
        Lanes<std::uint16_t, 4> halves;
        std::memcpy(&halves, from, sizeof halves);
        V found;
        half::expand(halves, found);
        return found;
    }
    INLINE static void store_half(std::uint16_t* to, const V& a, const std::uint16_t* noise) {
        Lanes<std::uint16_t, 4> halves, added;
        std::memcpy(&added, noise, sizeof added);
        half::round(a, added, halves);
        std::memcpy(to, &halves, sizeof halves);
    }
    INLINE static void transpose(V* rows) {
        for (std::size_t row = 0; row < 4; ++row)
            for (std::size_t lane = 0; lane < row; ++lane) {
                const float one = rows[row][lane];
                rows[row][lane] = rows[lane][row];
                rows[lane][row] = one;
            }
    }
};

}  // namespace
}  // namespace fivecard::kernels::portable

#if FIVECARD_PART == 0 || FIVECARD_PART == 1
#include "src/kernels/loops/scalar_strengths.hpp"
#include "src/kernels/loops/scalar_omaha.hpp"
#endif

#if FIVECARD_PART == 0 || FIVECARD_PART == 3
#include "src/kernels/loops/scalar_lines.hpp"
#include "src/kernels/loops/scalar_round_robin.hpp"
#endif

#include "src/kernels/loops/byte_tables.hpp"

#include "src/kernels/loops/all_lanes.hpp"

#if FIVECARD_PART == 0 || FIVECARD_PART == 3
const fivecard::kernels::Kernels* fivecard::kernels::portable_kernels() { return &portable::kernels; }
#endif
