// What follows may use AVX2, up to end.hpp. By pragma, because attributes do not reach into lambdas, and compiler options
// would reach into functions of the standard library that other files share.
#define INLINE __attribute__((always_inline)) inline
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,f16c,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,f16c,bmi,bmi2,popcnt")
#endif
