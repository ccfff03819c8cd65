// Hands and lines with NEON, 16 at a time. Every 64-bit ARM processor has it: nothing is asked, and no pragma allows it.
#include "src/kernels/kernels.hpp"
#include "src/kernels/deals_snapshot.hpp"

#include "src/letters.hpp"

#include <arm_neon.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#define INLINE __attribute__((always_inline)) inline
#include "src/kernels/neon/vectors.hpp"
#include "src/kernels/byte_hands.hpp"
#include "src/kernels/byte_badugi.hpp"
#include "src/kernels/byte_omaha.hpp"
#include "src/kernels/byte_lines.hpp"

namespace fivecard::kernels {
namespace {

// Holds and pictures are as they are elsewhere: there, registers are of 16 bytes too.
constexpr Kernels kernels = {
    .name = "neon",
    .strengths = {.of_rows = row_strengths, .of_sets = set_strengths, .of_badugi = badugi_strengths},
    .omaha = {.strengths = omaha_strengths, .low_strengths = omaha_low_strengths},
    .lines = {.read = read_lines, .read_texts = read_texts},
};

}  // namespace

const Kernels* neon_kernels() { return &kernels; }

}  // namespace fivecard::kernels
