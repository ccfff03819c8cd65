// How long the exact methods take on one core, with each kind of kernels: the best of many runs, in CPU time.
#include "src/equity/pair_table.hpp"
#include "src/equity/ranks_first.hpp"
#include "src/equity/run_outs.hpp"
#include "src/equity/three_ranges.hpp"
#include "src/equity/two_ranges.hpp"
#include "src/text.hpp"

#include <bit>
#include <cstdio>
#include <ctime>

namespace {

using namespace fivecard;
using namespace fivecard::equity;

double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

CardSet cards(std::string_view text) {
    CardSet set = 0;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        set |= CardSet{1} << (4 * std::string_view("23456789TJQKA").find(text[i]) + std::string_view("cdhs").find(text[i + 1]));
    return set;
}

std::string_view wanted;

template <typename Work>
void measure(const std::string& what, const kernels::Kernels& kernels, Work work, double seconds = .2) {
    if (what.find(wanted) == what.npos) return;
    double best = 1e9;
    int runs = 0;
    for (const double start = cpu_seconds(); runs < 3 || cpu_seconds() - start < seconds; ++runs) {
        const double before = cpu_seconds();
        work();
        best = std::min(best, cpu_seconds() - before);
    }
    std::printf("%-10s%-40s%12.1f us\n", kernels.name, what.c_str(), best * 1e6);
}

Game game(int players, int hole, int from_hole = 0) {
    return *Game::find(std::vector<std::string>{"high"}, players, hole, board_size, from_hole);
}

// The hands that `wanted` takes, by ranks, the higher first, and whether they are of one suit.
template <typename Wanted>
Range range(CardSet gone, Wanted wanted_hands) {
    Range found;
    for (int high = 1; high < card_count; ++high)
        for (int low = 0; low < high; ++low) {
            const CardSet hand = CardSet{1} << high | CardSet{1} << low;
            if (!(hand & gone) && wanted_hands(high / 4, low / 4, high % 4 == low % 4)) found.push_back({hand, 1});
        }
    return found;
}

constexpr int jack = 9, queen = 10, king = 11, ace = 12;
// QQ+, AKs
bool in_a(int high, int low, bool suited) { return high == low ? high >= queen : suited && high == ace && low == king; }
// 22+, A2s+, KTs+, QJs, AJo+
bool in_b(int high, int low, bool suited) {
    return high == low || (high == ace && (suited || low >= jack)) || (suited && high == king && low >= jack - 1) ||
           (suited && high == queen && low == jack);
}
bool in_random(int, int, bool) { return true; }

Range weighted(Range range) {
    for (Holding& holding : range) holding.weight = static_cast<std::uint32_t>(1 + holding.cards % 9973);
    return range;
}

void bench(const kernels::Kernels& kernels) {
    const auto one = [&](const char* a, const char* b) {
        const int hole = std::popcount(cards(a));
        const Question question{game(2, hole, hole > 2 ? 2 : 0), {{{cards(a), 1}}, {{cards(b), 1}}}, 0, 0};
        measure(std::string(a) + " v " + b, kernels, [&] { ranks_first(question, kernels, 1); });
    };
    one("AsKs", "QhQd");
    one("AcKd", "7h2s");
    one("AcKc", "QcJc");
    one("AsAhKsQh", "8d7d6c5c");
    one("AcAdKcKd", "JhTh9s8s");
    one("AcKc7d2d3h3s", "4c5cThJhJsQs");

    const auto start = cpu_seconds();
    fill_pair_table(kernels, 1);
    std::printf("%-10s%-40s%12.1f us\n", kernels.name, "table of all pairs, or what it lacked", (cpu_seconds() - start) * 1e6);
    const Range all_a = range(0, in_a), all_b = range(0, in_b), all_random = range(0, in_random);
    const auto before_flop = [&](const char* what, const Range& first, const Range& second) {
        const Question question{game(2, 2), {first, second}, 0, 0};
        measure(std::string(what) + ", preflop", kernels, [&] { pair_table(question, kernels, 1); });
    };
    const Question three{game(3, 2), {all_a, all_b, all_b}, 0, 0};
    measure("A v B v B, preflop", kernels, [&] { three_ranges(three, kernels, 1); });
    measure("A v B v B, preflop, two threads, CPU", kernels, [&] { three_ranges(three, kernels, 2); });
    before_flop("A v B", all_a, all_b);
    before_flop("B v random", all_b, all_random);
    before_flop("random v random", all_random, all_random);
    before_flop("random v random, weighted", weighted(all_random), weighted(all_random));

    for (const char* board : {"2c7dTh", "2c7cTh", "2c7cTc", "2c7dThQs", "2c7dThQsKc"}) {
        const CardSet gone = cards(board);
        const Range a = range(gone, in_a), b = range(gone, in_b), all = range(gone, in_random);
        const auto two = [&](const char* what, const Range& first, const Range& second) {
            const Question question{game(2, 2), {first, second}, gone, 0};
            measure(std::string(what) + " " + board, kernels, [&] { two_ranges(question, kernels, 1); });
        };
        const Question after{game(3, 2), {a, b, b}, gone, 0};
        measure(std::string("A v B v B ") + board, kernels, [&] { three_ranges(after, kernels, 1); });
        two("A v B", a, b);
        two("B v random", b, all);
        two("random v random", all, all);
        two("B v random, weighted", weighted(b), weighted(all));
        const Question hands{game(2, 2), {{{cards("AhKh"), 1}}, {{cards("8s8d"), 1}}}, gone, 0};
        measure(std::string("AhKh v 8s8d ") + board, kernels, [&] { run_outs(hands, kernels, 1); });
        const Question omaha{game(2, 4, 2), {{{cards("AhKhAsJs"), 1}}, {{cards("8s8d9h9s"), 1}}}, gone, 0};
        measure(std::string("AhKhAsJs v 8s8d9h9s ") + board, kernels, [&] { run_outs(omaha, kernels, 1); });
    }
}

}  // namespace

// A kind of kernels, and part of what is measured, can be named.
int main(int argc, char** argv) {
    if (argc > 2) wanted = argv[2];
    for (const kernels::Kernels* kernels : kernels::all())
        if (argc < 2 || kernels->name == std::string_view(argv[1])) bench(*kernels);
}
