// The tables of the loops in bytes: in vectors or in plain C++ (scalar_*.hpp), they have the same names.
#if FIVECARD_PART == 0 || FIVECARD_PART == 1
namespace fivecard::kernels::FIVECARD_MACHINE {

const StrengthKernels strength_kernels = {
    .of_rows = row_strengths,
    .of_sets = set_strengths,
    .of_badugi = badugi_strengths,
};

const OmahaKernels omaha_kernels = {
    .strengths = omaha_strengths,
    .low_strengths = omaha_low_strengths,
};

}  // namespace fivecard::kernels::FIVECARD_MACHINE
#endif

#if FIVECARD_PART == 0 || FIVECARD_PART == 3
namespace fivecard::kernels::FIVECARD_MACHINE {

const LineKernels line_kernels = {
    .read = read_lines,
    .read_texts = read_texts,
};

const RoundRobinKernels round_robin_kernels = {.count = count_rounds};

}  // namespace fivecard::kernels::FIVECARD_MACHINE
#endif
