// What follows may use AVX-512, up to end.hpp: see avx2_begin.hpp.
// clang-format off: a pragma stays on its line
#define INLINE __attribute__((always_inline)) inline
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni,f16c,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni,f16c,bmi,bmi2,popcnt")
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // GCC 12 takes undefined registers in its own intrinsics for a mistake of ours
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
