// The best of the 32 holds, by the loop of best_holds.hpp. That is included before the machine's instructions are allowed: what is
// not inlined there is quicker without AVX-512.
namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

void best_holds(const odds::SubsetSums& sums, const odds::Allowance& allowance, odds::BestHolds& best) {
    odds::find_best_holds<register_size / static_cast<int>(sizeof(double))>(sums, allowance, best);
}

}  // namespace

const HoldKernels hold_kernels = {.best = best_holds};

}  // namespace fivecard::kernels::FIVECARD_MACHINE
