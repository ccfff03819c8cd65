#include "src/cfr/solver.hpp"

#include "src/cfr/turns.hpp"

namespace fivecard::limit_draw {
namespace {

// Into how many parts a round goes, each of some 10 ms: the more, the more there is to learn.
std::size_t parts_of(const Layout& layout) {
    constexpr double a_part = 1 << 25;
    return std::max<std::size_t>(4, static_cast<std::size_t>(StrategyTable::bytes(layout) / a_part));
}

}  // namespace

Solver::Solver(const Stakes& stakes, Abstraction cards, int half, int threads, std::uint64_t seed, const kernels::CfrKernels& kernels)
    : cards_(std::move(cards)), layout_(stakes, cards_), places_(half, cards_.hand), regrets_(layout_), average_(layout_),
      idle_{std::vector<std::uint32_t>(cards_.kinds), std::vector<std::uint32_t>(cards_.kinds)}, seed_(seed), kernels_(kernels) {
    for (int thread = 0; thread < threads; ++thread) worlds_.push_back(std::make_unique<World>(cards_, layout_, places_));
}

void Solver::iterate() {
    const std::size_t threads = worlds_.size();
    const auto weight = static_cast<float>(iterations_ + 1);
    const auto turn = static_cast<std::uint32_t>(iterations_ + 1);
    std::size_t number = 0;
    // What is done here is done once in an iteration, or again where it was stopped half-way: only playing forward stops
    // half-way, and begins with nothing.
    const auto once = [&](auto stage) {
        if (number++ < stages_done_) return;
        jobs::check();
        stage();
        ++stages_done_;
    };
    // In several stages, so that none lasts.
    const auto in_parts = [&, parts = parts_of(layout_)](std::size_t size, auto work) {
        for (std::size_t part = 0; part < parts; ++part)
            once([&] {
                const std::size_t start = part * size / parts, end = (part + 1) * size / parts;
                in_turns(threads, end - start,
                         [&](std::size_t thread, std::size_t from, std::size_t to) { work(thread, start + from, start + to); });
            });
    };
    once([&] {
        in_threads(threads, [&](std::size_t thread) { worlds_[thread]->cut_in_balance(seed_, iterations_ * threads + thread); });
        won_now_.assign(2 * threads, 0);
    });
    once([&] { in_threads(threads, [&](std::size_t thread) { kernels_.forward(*worlds_[thread], 1, regrets_); }); });
    for (const int player : {0, 1}) {  // the second one answers what the first has just learnt
        const int other = 1 - player;
        once([&] { in_threads(threads, [&](std::size_t thread) { kernels_.forward(*worlds_[thread], 0, regrets_); }); });
        once([&] { in_threads(threads, [&](std::size_t thread) { worlds_[thread]->explore(player); }); });
        once([&] {
            in_threads(threads, [&](std::size_t thread) {
                kernels_.add_average(layout_, other, regrets_, average_, weight, thread * layout_.kinds / threads,
                                     (thread + 1) * layout_.kinds / threads);
            });
        });
        const Update update = {&regrets_, &regrets_, &average_, weight, &idle_[player], turn};
        in_parts(layout_.paths(), [&](std::size_t thread, std::size_t begin, std::size_t end) {
            kernels_.second_round(*worlds_[thread], player, regrets_, update, nullptr, begin, end);
        });
        once([&] { in_threads(threads, [&](std::size_t thread) { kernels_.sum_values(*worlds_[thread], player); }); });
        in_parts(layout_.kinds, [&](std::size_t thread, std::size_t begin, std::size_t end) {
            won_now_[2 * thread + static_cast<std::size_t>(player)] +=
                kernels_.first_round(*worlds_[thread], player, update, nullptr, begin, end);
        });
    }
    for (std::size_t i = 0; i < won_now_.size(); ++i)
        won_[i % 2] += static_cast<double>(weight) * won_now_[i] / static_cast<double>(threads);
    weights_ += static_cast<double>(weight);
    ++iterations_;
    stages_done_ = 0;
}

void Solver::finish() {
    const Job::Scope unstoppable(nullptr);
    if (stages_done_) iterate();
}

}  // namespace fivecard::limit_draw
