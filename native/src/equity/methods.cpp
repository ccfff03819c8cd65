#include "src/equity/methods.hpp"

#include "src/equity/enumerate.hpp"
#include "src/equity/omaha_random.hpp"
#include "src/equity/pair_table.hpp"
#include "src/equity/ranks_first.hpp"
#include "src/equity/run_outs.hpp"
#include "src/equity/three_ranges.hpp"
#include "src/equity/two_ranges.hpp"

#include <limits>

namespace fivecard::equity {
namespace {

double omaha_random_cost(const Question& question, const Costs& costs) {
    return OmahaRandom::applies(question) ? OmahaRandom::cost(question, costs) : std::numeric_limits<double>::infinity();
}

Answer omaha_random(const Question& question, const kernels::Kernels&, int threads) {
    const OmahaRandom work(question);
    return work.run(0, work.steps(), threads);
}

Answer all_deals(const Question& question, const kernels::Kernels& kernels, int threads) {
    Enumeration work(question, kernels);
    work.run(0, work.steps(), threads);
    return work.answer();
}

}  // namespace

std::span<const Method> methods() {
    static constexpr Method all[] = {
        {"ranks first, flushes as corrections", ranks_first_cost, ranks_first_memory, ranks_first, false},
        {"table of pairs", pair_table_cost, pair_table_memory, pair_table, true},
        {"every hand against a range, board by board", two_ranges_cost, two_ranges_memory, two_ranges, false},
        {"all boards for each pair of hands", run_outs_cost, run_outs_memory, run_outs, false},
        {"inclusion and exclusion over three ranges, board by board", three_ranges_cost, three_ranges_memory, three_ranges, false},
        {"sets of cards none of whose pairs is stronger", omaha_random_cost, OmahaRandom::memory, omaha_random, false},
        {"all deals", Enumeration::cost, Enumeration::memory, all_deals, false},
    };
    return all;
}

Choice choose_method(const Question& question, const kernels::Kernels& kernels, int threads) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Costs& costs = costs_of(kernels);
    Choice best{methods().size() - 1, infinity, 0};
    double lowest = infinity, least_memory = infinity;
    for (std::size_t number = 0; number < methods().size(); ++number) {
        const Method& method = methods()[number];
        const double seconds = method.cost(question, costs), price = seconds / (method.remembers ? investment : 1);
        if (price >= lowest) continue;
        const double bytes = method.memory(question, threads);
        least_memory = std::min(least_memory, bytes);
        if (bytes > most_memory) continue;
        lowest = price;
        best = {number, seconds, bytes};
    }
    if (lowest == infinity && least_memory < infinity) best.bytes = least_memory;
    return best;
}

}  // namespace fivecard::equity
