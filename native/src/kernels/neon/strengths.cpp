// The strengths of hands with NEON, 16 at a time. Every 64-bit ARM processor has it: nothing is asked, and no pragma allows it.
#include "../kernels.hpp"
#include "../snapshot.hpp"

#include <arm_neon.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#define INLINE __attribute__((always_inline)) inline
#include "vectors.hpp"
#include "../byte_hands.hpp"
#include "../byte_badugi.hpp"

namespace fivecard::kernels {
namespace {

// Holds and pictures are as they are elsewhere: there, registers are of 16 bytes too.
constexpr Kernels kernels = {
    .name = "neon",
    .strengths = {.of_rows = row_strengths, .of_sets = set_strengths, .of_badugi = badugi_strengths},
};

}  // namespace

const Kernels* neon_kernels() { return &kernels; }

}  // namespace fivecard::kernels
