// The best of the 32 holds, by the loop of best_holds.hpp. That is included before the machine's instructions are allowed: what is
// not inlined there is quicker without AVX-512.
namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

void best_holds(const odds::SubsetSums& sums, const odds::HoldsAsked& asked, odds::BestHolds& best) {
    constexpr int lanes = register_size / static_cast<int>(sizeof(double));
    if (asked.totals || ~asked.allowance.holds) odds::find_best_holds<lanes, false>(sums, asked, best);
    else odds::find_best_holds<lanes, true>(sums, asked, best);
}

}  // namespace

const HoldKernels hold_kernels = {.best = best_holds};

}  // namespace fivecard::kernels::FIVECARD_MACHINE
