#include "src/equity/two_ranges.hpp"

#include "src/equity/heads_up.hpp"
#include "src/equity/range_cards.hpp"
#include "src/equity/ranks_first.hpp"
#include "src/equity/suit_symmetry.hpp"

#include "src/threads.hpp"
#include "src/kernels/equity.hpp"

#include <limits>

namespace fivecard::equity {
namespace {

// In threads, each with sums of its own; kernels that take this kind of work are given.
template <typename Weight, typename Kernel>
Answer run(const Question& question, Kernel kernel, int threads) {
    const SuitSymmetry symmetry(question);
    const int missing = board_size - std::popcount(question.board);
    const std::vector<Board> boards = symmetry.boards(~question.gone(), missing);
    const std::unique_ptr<RangeCards<Weight>> ranges[2] = {range_cards<Weight>(question.ranges[0]),
                                                           range_cards<Weight>(question.ranges[1])};
    const auto workers = std::clamp<std::size_t>(boards.size() / 16, 1, static_cast<std::size_t>(threads));
    std::vector<std::unique_ptr<RangeSums>> sums(2 * workers);
    jobs::expect(boards.size());
    in_threads(workers, [&](std::size_t worker) {
        const std::size_t first = boards.size() * worker / workers, last = boards.size() * (worker + 1) / workers;
        for (std::size_t range = 0; range < 2; ++range) sums[2 * worker + range] = std::make_unique<RangeSums>();
        kernel({showdown_of(question)->ranking,
                question.board,
                boards.data() + first,
                last - first,
                {ranges[0].get(), ranges[1].get()},
                {sums[2 * worker].get(), sums[2 * worker + 1].get()},
                jobs::step});
    });

    HeadsUp answer(question);
    const int left = std::popcount(~question.gone());
    const std::int64_t with_one = choose[missing][left - 2];
    const Count with_both = choose[missing][left - 4];
    for (std::size_t player = 0; player < 2; ++player) {
        const Range &range = question.ranges[player], &other = question.ranges[1 - player];
        const std::vector<std::uint64_t> met = compatible(range, other);
        const Count unit = sizeof(Weight) == 1 ? other[0].weight : 1;
        std::vector<std::array<std::int64_t, 2>> found(range.size());
        for (std::size_t i = 0; i < range.size(); ++i) {
            const TwoCards hand(range[i].cards);
            const int pair = hand.pair(), low_slot = hand.low % 4 + (hand.high / 4 == hand.low / 4 ? 0 : 4);
            for (std::size_t worker = 0; worker < workers; ++worker) {
                for (std::size_t tie = 0; tie < 2; ++tie) {
                    const RangeSums& part = *sums[2 * worker + player];
                    found[i][tie] += part.all[tie][pair] - part.cards[pair][tie][hand.high % 4] - part.cards[pair][tie][low_slot] +
                                     part.exceptions[hand.high][hand.low][tie];
                }
            }
            // The hand itself was taken away twice on all boards that it can have.
            found[i][1] += with_one * ranges[1 - player]->weights[hand.high][hand.low];
        }
        symmetry.share_out(range, found);
        for (std::size_t i = 0; i < range.size(); ++i) {
            const Count weight = range[i].weight;
            answer.add(player, i, weight * met[i] * with_both, weight * unit * static_cast<Count>(found[i][0]),
                       weight * unit * static_cast<Count>(found[i][1] - found[i][0]));
        }
    }
    return answer.take();
}

// How many pairs of ranks are in a range.
int rank_pairs(const Range& range) {
    bool there[rank_pair_count] = {};
    for (const Holding& holding : range) there[TwoCards(holding.cards).pair()] = true;
    return static_cast<int>(std::ranges::count(there, true));
}

bool all_equal(const Question& question) { return std::ranges::all_of(question.ranges, equal_weights); }

}  // namespace

bool two_ranges_applies(const Question& question) {
    const auto showdown = showdown_of(question);
    return question.ranges.size() == 2 && showdown && !showdown->omaha && all_known(question);
}

double two_ranges_cost(const Question& question, const Costs& costs) {
    if (!two_ranges_applies(question)) return std::numeric_limits<double>::infinity();
    const auto& [call, a_hand, a_board, a_pair, on_board, weighted, undealt] = costs.two_ranges;
    const double boards = SuitSymmetry(question).board_count(~question.gone(), board_size - std::popcount(question.board));
    const auto hands = static_cast<double>(question.ranges[0].size() + question.ranges[1].size());
    const double pairs = rank_pairs(question.ranges[0]) + rank_pairs(question.ranges[1]);
    const double times = (all_equal(question) ? 1 : weighted) * (question.board ? 1 : undealt);
    return microsecond * (call + hands * a_hand + boards * times * (a_board + pairs * a_pair + hands * on_board));
}

double two_ranges_memory(const Question& question, double threads) {
    const double boards = SuitSymmetry(question).board_count(~question.gone(), board_size - std::popcount(question.board));
    const auto hands = static_cast<double>(question.ranges[0].size() + question.ranges[1].size());
    return boards * sizeof(Board) + 2 * (sizeof(RangeCards<std::uint32_t>) + threads * sizeof(RangeSums)) +
           hands * (sizeof(Tally) + bytes_shared_out);
}

Answer two_ranges(const Question& question, const kernels::Kernels& kernels, int threads) {
    if (all_equal(question)) return run<std::uint8_t>(question, kernels.equity.equal_ranges, threads);
    return run<std::uint32_t>(question, kernels.equity.weighted_ranges, threads);
}

}  // namespace fivecard::equity
