// How fast heads-up betting is solved, and how well: bench_betting SECONDS [DECKS THREADS EVERY FIVE].
#include <betting/response.hpp>
#include <betting/solver.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>

using namespace fivecard;
using namespace fivecard::betting;

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

int main(int count, char** given) {
    const double seconds = count > 1 ? std::atof(given[1]) : 60;
    const std::size_t decks = count > 2 ? static_cast<std::size_t>(std::atol(given[2])) : 200;
    const int threads = count > 3 ? std::atoi(given[3]) : 2;
    const double every = count > 4 ? std::atof(given[4]) : seconds;
    Stakes stakes;
    if (count > 5) stakes.most_drawn = std::atoi(given[5]);
    const auto& kernels = kernels::find("")->betting;
    double start = now();
    Solver solver(stakes, Cards::merged(), 26, threads, 1, kernels);
    std::printf("%zu kinds, %zu groups, ready after %.1f s\n", solver.layout().kinds, solver.layout().groups, now() - start);
    std::fflush(stdout);
    double spent = 0, next = every;
    while (spent < seconds) {
        const double begun = now();
        solver.iterate();
        spent += now() - begun;
        if (spent < next && spent < seconds) continue;
        next += every;
        std::printf("%.0f s, %llu iterations, %.0f ms each\n", spent, static_cast<unsigned long long>(solver.iterations()), 1000 * spent / static_cast<double>(solver.iterations()));
        std::fflush(stdout);
        if (!decks) continue;
        start = now();
        Response response(stakes, solver.cards(), 26, threads, 777, kernels);
        for (int part = 0; part < 4; ++part)
            std::memcpy(response.strategy().parts()[part]->data(), solver.average().parts()[part]->data(), solver.average().parts()[part]->size() * sizeof(float));
        response.learn_second(decks);
        response.answer_second();
        response.learn_first(decks);
        response.answer_first();
        const auto found = response.measure(decks);
        std::printf("  gain %.2f +- %.2f mA (%.2f, %.2f), value %.1f +- %.1f, not zero %.1g; %.0f s\n", 1000 * found.both.mean, 1000 * found.both.error,
                    1000 * found.seats[0].mean, 1000 * found.seats[1].mean, 1000 * found.value.mean, 1000 * found.value.error, 1000 * found.not_zero, now() - start);
        std::fflush(stdout);
    }
}
