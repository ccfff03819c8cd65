// How long the exact methods take on one core, with each kind of kernels: the best of many runs, in CPU time.
#include <equity/ranks_first.hpp>
#include <text.hpp>

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

template <typename Work>
void measure(const char* what, const kernels::Kernels& kernels, Work work, double seconds = .2) {
    double best = 1e9;
    int runs = 0;
    for (const double start = cpu_seconds(); runs < 3 || cpu_seconds() - start < seconds; ++runs) {
        const double before = cpu_seconds();
        work();
        best = std::min(best, cpu_seconds() - before);
    }
    std::printf("%-10s%-40s%12.1f us\n", kernels.name, what, best * 1e6);
}

Game game(int players, int hole, int from_hole = 0) { return *Game::find(std::vector<std::string>{"high"}, players, hole, board_size, from_hole); }

void bench(const kernels::Kernels& kernels) {
    const auto one = [&](const char* a, const char* b) {
        const int hole = std::popcount(cards(a));
        const Question question{game(2, hole, hole > 2 ? 2 : 0), {{{cards(a), 1}}, {{cards(b), 1}}}, 0, 0};
        measure((std::string(a) + " v " + b).c_str(), kernels, [&] { ranks_first(question, kernels, 1); });
    };
    one("AsKs", "QhQd");
    one("AcKd", "7h2s");
    one("AcKc", "QcJc");
    one("AsAhKsQh", "8d7d6c5c");
    one("AcAdKcKd", "JhTh9s8s");
    one("AcKc7d2d3h3s", "4c5cThJhJsQs");
}

}  // namespace

int main(int argc, char** argv) {
    for (const kernels::Kernels* kernels : kernels::all())
        if (argc < 2 || kernels->name == std::string_view(argv[1])) bench(*kernels);
}
