#include "src/equity/three_ranges.hpp"

#include "src/equity/heads_up.hpp"
#include "src/equity/range_cards.hpp"
#include "src/equity/ranks_first.hpp"
#include "src/equity/suit_symmetry.hpp"

#include "src/threads.hpp"
#include "src/kernels/equity.hpp"

#include <limits>

namespace fivecard::equity {
namespace {

using Cards = RangeCards<std::uint8_t>;

// The hands that two ranges have both.
Range intersection(const Range& first, const Cards& second) {
    Range both;
    for (const Holding& holding : first) {
        const TwoCards hand(holding.cards);
        if (second.weights[hand.high][hand.low]) both.push_back(holding);
    }
    return both;
}

// How many pairs of other hands a hand can meet: the kernels' sum, without ids.
std::int64_t pairs_met(const TwoCards& hand, const Cards& first, const Cards& second) {
    const CardSet others = ~(CardSet{1} << hand.high | CardSet{1} << hand.low);
    std::int64_t all[2] = {}, shared = 0, same = 0;
    for (int card = 0; card < card_count; ++card) {
        if (!(others >> card & 1)) continue;
        const CardSet mine = first.partners[card] & others, theirs = second.partners[card] & others;
        all[0] += std::popcount(mine), all[1] += std::popcount(theirs);
        shared += std::int64_t{std::popcount(mine)} * std::popcount(theirs);
        same += std::popcount(mine & theirs);
    }
    return all[0] / 2 * (all[1] / 2) - shared + same / 2;  // every hand stood at both of its cards
}

}  // namespace

bool three_ranges_applies(const Question& question) {
    const auto showdown = showdown_of(question);
    return question.ranges.size() == 3 && showdown && !showdown->omaha && all_known(question) &&
           std::ranges::all_of(question.ranges, equal_weights);
}

double three_ranges_cost(const Question& question, const Costs& costs) {
    if (!three_ranges_applies(question)) return std::numeric_limits<double>::infinity();
    const auto& [call, a_hand, a_board, on_board] = costs.three_ranges;
    const double boards = SuitSymmetry(question).board_count(~question.gone(), board_size - std::popcount(question.board));
    double hands = 0;
    for (const Range& range : question.ranges) hands += static_cast<double>(range.size());
    return microsecond * (call + hands * a_hand + boards * (a_board + hands * on_board));
}

double three_ranges_memory(const Question& question, double threads) {
    const double boards = SuitSymmetry(question).board_count(~question.gone(), board_size - std::popcount(question.board));
    double hands = 0;
    for (const Range& range : question.ranges) hands += static_cast<double>(range.size());
    return boards * sizeof(Board) + 6 * sizeof(Cards) + hands * (sizeof(Tally) + bytes_shared_out + threads * sizeof(HandSums));
}

Answer three_ranges(const Question& question, const kernels::Kernels& kernels, int threads) {
    const SuitSymmetry symmetry(question);
    const int missing = board_size - std::popcount(question.board);
    const std::vector<Board> boards = symmetry.boards(~question.gone(), missing);
    std::unique_ptr<Cards> ranges[3], same[3];
    for (std::size_t player = 0; player < 3; ++player) ranges[player] = range_cards<std::uint8_t>(question.ranges[player]);
    const auto others = [](std::size_t player) { return std::pair<std::size_t, std::size_t>{player == 0, player == 2 ? 1 : 2}; };
    for (std::size_t player = 0; player < 3; ++player) {
        const auto [first, second] = others(player);
        same[player] = range_cards<std::uint8_t>(intersection(question.ranges[first], *ranges[second]));
    }

    const auto workers = std::clamp<std::size_t>(boards.size() / 16, 1, static_cast<std::size_t>(threads));
    std::vector<std::array<std::vector<HandSums>, 3>> sums(workers);
    jobs::expect(boards.size());
    in_threads(workers, [&](std::size_t worker) {
        for (std::size_t player = 0; player < 3; ++player)
            for (const Holding& holding : question.ranges[player]) {
                const TwoCards hand(holding.cards);
                sums[worker][player].push_back({static_cast<CardId>(hand.high), static_cast<CardId>(hand.low), {}});
            }
        const std::size_t start = boards.size() * worker / workers, end = boards.size() * (worker + 1) / workers;
        auto& mine = sums[worker];
        kernels.equity.three_ranges({showdown_of(question)->ranking,
                                     question.board,
                                     boards.data() + start,
                                     end - start,
                                     {ranges[0].get(), ranges[1].get(), ranges[2].get()},
                                     {same[0].get(), same[1].get(), same[2].get()},
                                     {mine[0].data(), mine[1].data(), mine[2].data()},
                                     {mine[0].size(), mine[1].size(), mine[2].size()},
                                     jobs::step});
    });

    Answer answer{std::vector<std::vector<Tally>>(3), std::vector<Count>(8)};
    const Count weights = Count{question.ranges[0][0].weight} * question.ranges[1][0].weight * question.ranges[2][0].weight;
    const Count boards_left = choose[missing][std::popcount(~question.gone()) - 6];
    for (std::size_t player = 0; player < 3; ++player) {
        const Range& range = question.ranges[player];
        const auto [first, second] = others(player);
        std::vector<std::array<std::int64_t, 4>> found(range.size());
        for (const auto& part : sums)
            for (std::size_t i = 0; i < range.size(); ++i) {
                const ThreeWay& hand = part[player][i].sums;
                found[i][0] += hand.wins, found[i][1] += hand.ties[0], found[i][2] += hand.ties[1], found[i][3] += hand.three_way_ties;
            }
        symmetry.share_out(range, found);
        const std::size_t me = std::size_t{1} << player, masks[] = {me, me | std::size_t{1} << first, me | std::size_t{1} << second, 7};
        for (std::size_t i = 0; i < range.size(); ++i) {
            const Count met = static_cast<Count>(pairs_met(TwoCards(range[i].cards), *ranges[first], *ranges[second]));
            Count ends[4];
            for (std::size_t end = 0; end < 4; ++end) {
                ends[end] = weights * static_cast<Count>(found[i][end]);
                // Each outcome is told once, by the first of those who have it.
                if ((masks[end] & (me - 1)) == 0) answer.outcomes[masks[end]] += ends[end];
            }
            const Count two_way = ends[1] + ends[2];
            answer.hands[player].push_back(
                {weights * met * boards_left, ends[0], two_way + ends[3], ends[0] * pot + two_way * (pot / 2) + ends[3] * (pot / 3)});
        }
    }
    return answer;
}

}  // namespace fivecard::equity
