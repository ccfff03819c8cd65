// Many hands at once. A kernel is one way to do this on one kind of machine; all of them give the same results. Each subject
// has a header of its own, which those include that call its kernels.
#pragma once

#include <string_view>
#include <vector>

namespace fivecard::kernels {

struct StrengthKernels;
struct OmahaKernels;
struct LineKernels;
struct HoldKernels;
struct EquityKernels;
struct WalkKernels;
struct RoundRobinKernels;
struct CfrKernels;
struct PostflopKernels;

// What a machine can do, by subject.
struct Kernels {
    const char* name;
    const StrengthKernels& strengths;
    const OmahaKernels& omaha;
    const LineKernels& lines;
    const HoldKernels& holds;
    const EquityKernels& equity;
    const WalkKernels& walk;
    const RoundRobinKernels& round_robin;
    const CfrKernels& cfr;
    const PostflopKernels& postflop;
};

// Null where this machine lacks what they need.
const Kernels* avx512_kernels();
const Kernels* avx2_kernels();
const Kernels* neon_kernels();
const Kernels* portable_kernels();

// The kernels of this machine, the fastest first.
std::vector<const Kernels*> all();

// The kernels of this machine with this name, or the fastest if it is empty; null if there are none.
const Kernels* find(std::string_view name);

}  // namespace fivecard::kernels
