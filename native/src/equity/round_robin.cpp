#include "src/equity/round_robin.hpp"

#include "src/kernels/round_robin.hpp"

#include "src/random.hpp"
#include "src/threads.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>

namespace fivecard::equity {
namespace {

constexpr std::uint64_t most_chunks = 64;
constexpr int equal_stride = 32;   // of `values_`
constexpr int orders_suited = 2;   // random orders of the cards for a board with three cards of a suit
constexpr int orders_ranks = 48;   // and for all other suitings of its ranks, which together weigh more
constexpr std::size_t shuffles = 64;

// Beyond `combinations`: of a thousand pairs eight can be chosen in more than 2^64 ways.
double ways_to_choose(int n, int k) {
    double ways = k >= 0 && k <= n;
    for (int i = 0; i < k; ++i) ways *= static_cast<double>(n - i) / (i + 1);
    return ways;
}

using Shuffle = std::array<std::uint8_t, card_count>;

}  // namespace

bool RoundRobin::applies(const Question& question) {
    const Game& game = question.game;
    if (game.parts.size() != 1 || game.parts[0].kind != Part::Kind::ranked || game.hole != 2 || game.board != 5 ||
        game.parts[0].ranking->suits != Suits::higher)
        return false;
    std::size_t known = 0;
    for (const Range& range : question.ranges) {
        if (any_cards(range)) continue;
        ++known;
        for (const Holding& holding : range)
            if (std::popcount(holding.cards) != game.hole || holding.thrown) return false;
    }
    return known == 1;
}

RoundRobin::RoundRobin(Question question, std::uint64_t seed, const kernels::Kernels& kernels)
    : question_(std::move(question)), seed_(seed), kernels_(&kernels) {
    while (any_cards(question_.ranges[player_])) ++player_;
    opponents_ = static_cast<int>(question_.ranges.size()) - 1;
    const int missing = question_.game.board - std::popcount(question_.board);
    unseen_ = std::popcount(~question_.gone()) - missing - question_.game.hole;

    std::map<CardSet, std::uint64_t> weights;
    const SuitMarks marks = suit_marks(question_.board, question_.dead, 0);
    for (const Holding& holding : question_.ranges[player_]) weights[arranged(holding.cards, marks)] += holding.weight;
    for (const auto& [cards, weight] : weights) holdings_.push_back({cards, static_cast<std::uint32_t>(weight)});

    ranks_ = rank_sets(~question_.gone(), missing);
    chunks_ = std::min<std::uint64_t>(most_chunks, ranks_.size());
    order_.resize(chunks_);
    std::iota(order_.begin(), order_.end(), 0);
    RandomStream random(seed_, ~std::uint64_t{0});
    for (std::size_t i = chunks_; i > 1; --i) std::swap(order_[i - 1], order_[random.below(i)]);

    const int pairs = unseen_ / 2;
    values_.resize(static_cast<std::size_t>((pairs + 1) * equal_stride));
    for (int weaker = 0; weaker <= pairs; ++weaker)
        for (int equal = 0; weaker + equal <= pairs; ++equal) {
            auto& value = values_[static_cast<std::size_t>(weaker * equal_stride + equal)];
            const double ways = ways_to_choose(pairs, opponents_);
            value[won] = ways_to_choose(weaker, opponents_) / ways;
            value[tied] = ways_to_choose(weaker + equal, opponents_) / ways - value[won];
            for (int sharing = 0; sharing <= opponents_; ++sharing)
                value[share] += ways_to_choose(equal, sharing) * ways_to_choose(weaker, opponents_ - sharing) / (sharing + 1) / ways;
        }
}

double RoundRobin::cost(const Question& question, const Costs& costs) {
    const RoundRobin method(question, 0, *kernels::find(""));
    double boards = 0, orders = 0;
    for (const Holding& holding : method.holdings_) {
        const SuitMarks marks = suit_marks(question.board, question.dead, holding.cards);
        unsigned exchanges = 1;  // how many boards are one, mostly
        for (std::size_t suit = 1; suit < suit_count; ++suit)
            exchanges *= 1 + static_cast<unsigned>(std::count(marks.begin(), marks.begin() + static_cast<int>(suit), marks[suit]));
        const int missing = question.game.board - std::popcount(question.board);
        const auto by_ranks = static_cast<double>(method.ranks_.size());
        const double suited = suited_boards(question.board, ~(question.gone() | holding.cards), missing) / exchanges;
        boards += by_ranks + suited;
        orders += orders_ranks * by_ranks + orders_suited * suited;
    }
    const auto& [call, a_board, an_order, a_pair] = costs.round_robin;
    return microsecond * (call + boards * a_board + orders * (an_order + method.unseen_ * method.unseen_ / 2. * a_pair));
}

// One thread's work on chunks.
class RoundRobin::Worker {
public:
    explicit Worker(const RoundRobin& all)
        : all_(all), ranking_(*all.question_.game.parts[0].ranking), count_(static_cast<std::size_t>(all.unseen_)) {
        pairings_.outside = all.unseen_ % 2 == 0;
        pairings_.places = all.unseen_ - pairings_.outside;
    }

    Chunk run(std::uint64_t number) {
        random_ = RandomStream(all_.seed_, number);
        chunk_ = {};
        order_ = shuffled();
        for (Shuffle& order : shuffles_) order = shuffled();
        for (std::size_t i = all_.order_[number % all_.chunks_]; i < all_.ranks_.size(); i += all_.chunks_)
            for (const Holding& holding : all_.holdings_) {
                jobs::check_cancelled();
                boards_of(all_.ranks_[i], holding);
            }
        return chunk_;
    }

private:
    Shuffle shuffled() {
        Shuffle order;
        std::iota(order.begin(), order.end(), std::uint8_t{0});
        for (std::size_t i = count_; i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
        return order;
    }

    void boards_of(const RankSet& ranks, const Holding& holding) {
        const Question& question = all_.question_;
        const CardSet deck = ~(question.gone() | holding.cards);
        const SuitMarks marks = suit_marks(question.board, question.dead, holding.cards);
        CardSet plain_board = 0;
        std::uint64_t plain = 0;
        have_ranks_ = false;
        for_each_suiting(ranks, deck, [&](CardSet more) {
            const CardSet board = question.board | more;
            if (!hand_of(board).has_suited(3)) {
                plain_board = board;
                ++plain;
            } else if (const unsigned ways = arrangements(more, marks)) add(board, holding, ways, orders_suited);
        });
        if (plain) add(plain_board, holding, plain, orders_ranks);
    }

    // What pairs of each two ranks are worth on the board, flushes aside; the same for all suitings.
    void find_rank_strengths(Hand board) {
        for (int a = 0; a < rank_count; ++a)
            for (int b = 0; b <= a; ++b) {
                // Cards that cannot be together on this board have some number or other: no pair asks for it.
                const Hand pair = Hand(static_cast<CardId>(suit_count * a)) + Hand(static_cast<CardId>(suit_count * b));
                rank_strengths_[a][b] = rank_strengths_[b][a] = (board + pair).rank_strength<7>(ranking_);
            }
        have_ranks_ = true;
    }

    void add(CardSet board, const Holding& holding, std::uint64_t ways, int orders) {
        const Hand table = hand_of(board);
        if (!have_ranks_) find_rank_strengths(table);
        const Strength own = (table + hand_of(holding.cards)).strength<7>(ranking_);
        const int suit = table.has_suited(3) ? table.suit_of_suited(3) : suit_count;
        pairings_.suited = suit < suit_count;
        compare(own, pairings_.suited ? ranks_in_suit(board, suit) : 0);

        std::array<std::uint8_t, card_count> classes;
        std::size_t count = 0;
        for (CardSet left = ~(all_.question_.gone() | holding.cards | board); left; left &= left - 1) {
            const auto card = static_cast<CardId>(std::countr_zero(left));
            classes[count++] = static_cast<std::uint8_t>(rank_of(card) + (suit_of(card) == suit ? 16 : 0));
        }
        std::array<double, measures> sums{}, squares{};
        for (int i = 0; i < orders; ++i) {
            const auto found = one_order(classes);
            for (std::size_t m = 0; m < measures; ++m) sums[m] += found[m], squares[m] += found[m] * found[m];
        }
        const double weight = static_cast<double>(ways) * holding.weight;
        chunk_.weight += weight;
        for (std::size_t m = 0; m < measures; ++m) {
            const double mean = sums[m] / orders, variance = std::max(0., squares[m] / orders - mean * mean) / (orders - 1);
            chunk_.sums[m] += weight * mean;
            chunk_.noise[m] += weight * weight * variance;
        }
    }

    // Which pairs are weaker than our own hand or equal. `suited` are the ranks of the board in the suit of which it
    // has at least three. A flush needs five ranks: fewer have strength 0.
    void compare(Strength own, unsigned suited) {
        Strength with_one[row] = {}, with_none[row] = {};
        const auto put = [&](int a, int first, int second, const Strength(&flushes)[row]) {
            const Strength(&plain)[row] = rank_strengths_[a];
            std::uint8_t *weaker = pairings_.weaker[first + a] + second, *equal = pairings_.equal[first + a] + second;
            for (int b = 0; b < row; ++b) {
                const Strength strength = std::max(plain[b], flushes[b]);
                weaker[b] = strength < own;
                equal[b] = strength == own;
            }
        };
        if (suited) {
            std::fill(std::begin(with_none), std::end(with_none), ranking_.flushes[suited]);
            for (int a = 0; a < rank_count; ++a) with_one[a] = ranking_.flushes[suited | 1u << a];
        }
        for (int a = 0; a < rank_count; ++a) {
            put(a, 0, 0, with_none);
            if (!suited) continue;
            Strength only_own[row], with_both[row] = {};
            std::fill(std::begin(only_own), std::end(only_own), with_one[a]);
            for (int b = 0; b < rank_count; ++b) with_both[b] = ranking_.flushes[suited | 1u << a | 1u << b];
            put(a, 0, 16, with_one);
            put(a, 16, 0, only_own);
            put(a, 16, 16, with_both);
        }
    }

    // The next random order is the one before, changed by a random one out of some: any two are independent of each
    // other.
    std::array<double, measures> one_order(const std::array<std::uint8_t, card_count>& classes) {
        static_assert(shuffles == std::size_t{1} << (64 - 58));
        const Shuffle& change = shuffles_[random_.bits() >> 58];
        Shuffle next;
        alignas(64) std::array<std::uint8_t, 64> seated;
        for (std::size_t i = 0; i < count_; ++i) {
            next[i] = order_[change[i]];
            seated[i] = classes[next[i]];
        }
        std::copy_n(next.begin(), count_, order_.begin());
        RoundCounts counts;
        all_.kernels_->round_robin.count(pairings_, seated.data(), counts);
        std::array<double, measures> sums{};
        for (int round = 0; round < pairings_.places; ++round) {
            const auto& value = all_.values_[static_cast<std::size_t>(counts.weaker[round] * equal_stride + counts.equal[round])];
            for (std::size_t m = 0; m < measures; ++m) sums[m] += value[m];
        }
        for (double& sum : sums) sum /= pairings_.places;
        return sums;
    }

    const RoundRobin& all_;
    const Ranking& ranking_;
    const std::size_t count_;  // of unseen cards
    RandomStream random_{0, 0};
    Shuffle order_;
    std::array<Shuffle, shuffles> shuffles_;
    Pairings pairings_{};
    bool have_ranks_ = false;
    static constexpr int row = 16;
    Strength rank_strengths_[rank_count][row] = {};
    Chunk chunk_;
};

std::vector<RoundRobin::Chunk> RoundRobin::run(std::uint64_t first, std::uint64_t chunks, int threads) const {
    std::vector<Chunk> found(chunks);
    std::atomic<std::uint64_t> next = 0;
    in_threads(std::min<std::uint64_t>(chunks, static_cast<std::uint64_t>(threads)), [&](std::size_t) {
        Worker worker(*this);
        for (std::uint64_t chunk; (!next || !jobs::stopped()) && (chunk = next++) < chunks;) found[chunk] = worker.run(first + chunk);
    });
    found.resize(std::min(next.load(), chunks));  // what was begun came to its end
    return found;
}

}  // namespace fivecard::equity
