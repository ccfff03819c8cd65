#include "solver.hpp"

#include "turns.hpp"

namespace fivecard::betting {

Solver::Solver(const Stakes& stakes, Cards cards, int half, int threads, std::uint64_t seed, const kernels::BettingKernels& kernels)
    : cards_(std::move(cards)),
      layout_(stakes, cards_),
      places_(half, cards_.hand),
      regrets_(layout_),
      average_(layout_),
      idle_{std::vector<std::uint32_t>(cards_.kinds), std::vector<std::uint32_t>(cards_.kinds)},
      seed_(seed),
      kernels_(kernels) {
    for (int thread = 0; thread < threads; ++thread) worlds_.push_back(std::make_unique<World>(cards_, layout_, places_));
}

void Solver::iterate() {
    const std::size_t threads = worlds_.size();
    in_threads(threads, [&](std::size_t thread) {
        const std::uint64_t cut = iterations_ * threads + thread;
        RandomStream random(seed_, cut / 2);
        worlds_[thread]->cut(random, cut % 2);
    });
    ++iterations_;
    const auto weight = static_cast<float>(iterations_);
    weights_ += static_cast<double>(weight);
    for (const int player : {0, 1}) {  // the second one answers what the first has just learnt
        const int other = 1 - player;
        in_threads(threads, [&](std::size_t thread) {
            kernels_.forward(*worlds_[thread], other, regrets_, 0);
            kernels_.forward(*worlds_[thread], player, regrets_, exploring);
            kernels_.add_average(layout_, other, regrets_, average_, weight, thread * layout_.kinds / threads, (thread + 1) * layout_.kinds / threads);
        });
        const Update update = {&regrets_, &regrets_, &average_, weight, &idle_[player], static_cast<std::uint32_t>(iterations_)};
        in_turns(threads, layout_.paths(), [&](std::size_t thread, std::size_t begin, std::size_t end) {
            kernels_.second_round(*worlds_[thread], player, regrets_, update, nullptr, begin, end);
        });
        in_threads(threads, [&](std::size_t thread) { kernels_.sum_values(*worlds_[thread], player); });
        std::vector<double> won(threads);
        in_turns(threads, layout_.kinds, [&](std::size_t thread, std::size_t begin, std::size_t end) {
            won[thread] += kernels_.first_round(*worlds_[thread], player, update, nullptr, begin, end);
        });
        for (const double of_deck : won) won_[player] += static_cast<double>(weight) * of_deck / static_cast<double>(threads);
    }
}

}  // namespace fivecard::betting
