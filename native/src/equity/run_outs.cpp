#include "src/equity/run_outs.hpp"

#include "src/equity/heads_up.hpp"
#include "src/equity/ranks_first.hpp"

#include "src/batch.hpp"
#include "src/threads.hpp"
#include "src/kernels/strengths.hpp"

#include <limits>

namespace fivecard::equity {
namespace {

// All boards for one pair of hands, and the strengths of both on them; with room for any pair.
class RunOuts {
public:
    RunOuts(const Question& question, const kernels::Kernels& kernels)
        : question_(question), showdown_(*showdown_of(question)), kernels_(kernels), missing_(board_size - std::popcount(question.board)) {
        const std::size_t most = choose[missing_][std::popcount(~question.gone())];
        boards_.reserve(most);
        strengths_.resize(2 * most);
        if (showdown_.omaha) rows_.resize(board_size * most);
        else sets_.resize(2 * most);
    }

    Comparison compare(CardSet first, CardSet second) {
        boards_.clear();
        const CardSet left = ~(question_.gone() | first | second);
        if (missing_ == 0) boards_.push_back(question_.board);
        for (CardSet ones = missing_ ? left : 0; ones; ones &= ones - 1) {
            const CardSet one = ones & -ones;
            if (missing_ == 1) boards_.push_back(question_.board | one);
            else
                for (CardSet others = left & (one - 1); others; others &= others - 1)
                    boards_.push_back(question_.board | one | (others & -others));
        }
        return showdown_.omaha ? compare_omaha(first, second) : compare_holdem(first, second);
    }
    std::size_t boards() const { return boards_.size(); }  // for one pair

private:
    Comparison compare_holdem(CardSet first, CardSet second) {
        const std::size_t count = boards_.size();
        for (std::size_t i = 0; i < count; ++i) sets_[i] = boards_[i] | first, sets_[count + i] = boards_[i] | second;
        kernels_.strengths.of_sets(showdown_.ranking, sets_.data(), 2 * count, strengths_.data());
        Comparison all;
        for (std::size_t i = 0; i < count; ++i) all += {strengths_[i] > strengths_[count + i], strengths_[i] == strengths_[count + i]};
        return all;
    }

    Comparison compare_omaha(CardSet first, CardSet second) {
        CardId hands[2 * largest_omaha_hand];
        const int hole = question_.game.hole;
        write_cards(first, hands);
        write_cards(second, hands + hole);
        for (std::size_t i = 0; i < boards_.size(); ++i) write_cards(boards_[i], rows_.data() + board_size * i);
        kernels_.omaha.strengths(omaha_table(), {hands, 0, rows_.data(), board_size, 2, hole}, boards_.size(), strengths_.data());
        Comparison all;
        for (std::size_t i = 0; i < boards_.size(); ++i)
            all += {strengths_[2 * i] > strengths_[2 * i + 1], strengths_[2 * i] == strengths_[2 * i + 1]};
        return all;
    }

    const Question& question_;
    Showdown showdown_;
    const kernels::Kernels& kernels_;
    int missing_;
    std::vector<CardSet> boards_, sets_;
    std::vector<CardId> rows_;
    std::vector<Strength> strengths_;
};

}  // namespace

bool run_outs_applies(const Question& question) {
    return question.ranges.size() == 2 && std::popcount(question.board) >= 3 && showdown_of(question) && all_known(question);
}

double run_outs_cost(const Question& question, const Costs& costs) {
    if (!run_outs_applies(question)) return std::numeric_limits<double>::infinity();
    const double pairs =
        part_without_conflict(question) * static_cast<double>(question.ranges[0].size()) * static_cast<double>(question.ranges[1].size());
    const double boards = choose[board_size - std::popcount(question.board)][std::popcount(~question.gone()) - 2 * question.game.hole];
    const auto& [call, holdem, omaha] = costs.run_outs;
    const auto& [a_pair, dealt, a_board] = showdown_of(question)->omaha ? omaha : holdem;
    return microsecond * (call + pairs * (a_pair + (boards > 1 ? dealt : 0) + boards * a_board));
}

double run_outs_memory(const Question& question, double threads) {
    const auto hands = static_cast<double>(question.ranges[0].size() + question.ranges[1].size());
    const double boards = choose[board_size - std::popcount(question.board)][std::popcount(~question.gone())];
    return hands * sizeof(Tally) * (threads + 1) + threads * boards * (3 * sizeof(CardSet) + 2 * sizeof(Strength));
}

Answer run_outs(const Question& question, const kernels::Kernels& kernels, int threads) {
    const Range &first = question.ranges[0], &second = question.ranges[1];
    const std::size_t workers = std::min<std::size_t>(static_cast<std::size_t>(threads), first.size());
    std::vector<HeadsUp> answers(workers, HeadsUp(question));
    constexpr std::size_t pairs_at_once = 64;
    jobs::expect(first.size() * second.size());
    in_threads(workers, [&](std::size_t worker) {
        RunOuts boards(question, kernels);
        for (std::size_t i = worker; i < first.size(); i += workers)
            for (std::size_t j = 0; j < second.size(); ++j) {
                if (j % pairs_at_once == 0) jobs::step(std::min(pairs_at_once, second.size() - j));
                if (first[i].cards & second[j].cards) continue;
                const Comparison result = boards.compare(first[i].cards, second[j].cards);
                const Count weight = Count{first[i].weight} * second[j].weight, deals = weight * boards.boards();
                const Count wins = weight * static_cast<Count>(result.wins), ties = weight * static_cast<Count>(result.ties);
                answers[worker].add_pair(i, j, deals, wins, ties);
            }
    });
    for (std::size_t worker = 1; worker < workers; ++worker) answers[0] += answers[worker];
    return answers[0].take();
}

}  // namespace fivecard::equity
