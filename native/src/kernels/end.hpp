// Ends what a machine's own begin began.
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#undef INLINE
