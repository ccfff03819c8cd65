#include "methods.hpp"

#include "omaha_random.hpp"
#include "pair_table.hpp"
#include "ranks_first.hpp"
#include "run_outs.hpp"
#include "three_ranges.hpp"
#include "two_ranges.hpp"

#include <limits>

namespace fivecard::equity {
namespace {

double omaha_random_cost(const Question& question) {
    return OmahaRandom::applies(question) ? OmahaRandom::cost(question) : std::numeric_limits<double>::infinity();
}

Answer omaha_random(const Question& question, const kernels::Kernels&, int threads) {
    const OmahaRandom work(question);
    return work.run(0, work.steps(), threads);
}

}  // namespace

std::span<const Method> methods() {
    static constexpr Method all[] = {
        {"ranks first, flushes as corrections", ranks_first_cost, ranks_first, false},
        {"table of pairs", pair_table_cost, pair_table, true},
        {"every hand against a range, board by board", two_ranges_cost, two_ranges, false},
        {"all boards for each pair of hands", run_outs_cost, run_outs, false},
        {"inclusion and exclusion over three ranges, board by board", three_ranges_cost, three_ranges, false},
        {"sets of cards none of whose pairs is stronger", omaha_random_cost, omaha_random, false},
    };
    return all;
}

}  // namespace fivecard::equity
