#include "parts.hpp"

namespace fivecard::kernels {
namespace {

constexpr Kernels kernels = {"avx512", avx512::strengths, avx512::set_strengths, avx512::omaha, avx512::read_lines, avx512::best_holds, avx512::escape_rows};

}  // namespace

const Kernels* avx512_kernels() {
    static const bool here = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                             __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                             __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vpopcntdq") &&
                             __builtin_cpu_supports("gfni") && __builtin_cpu_supports("bmi2");
    return here ? &kernels : nullptr;
}

}  // namespace fivecard::kernels
