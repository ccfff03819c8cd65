#include "src/equity/pair_table.hpp"

#include "src/equity/heads_up.hpp"
#include "src/equity/range_cards.hpp"
#include "src/equity/ranks_first.hpp"

#include "src/jobs/forks.hpp"
#include "src/threads.hpp"
#include "src/kernels/equity.hpp"

#include <atomic>
#include <limits>
#include <utility>

namespace fivecard::equity {
namespace {

constexpr int offsuit_patterns = 10, suited_patterns = 5, pattern_count = offsuit_patterns + suited_patterns;
constexpr std::uint32_t all_boards = choose[board_size][card_count - 4];

// Suits in the order in which they come up: the first is 0, the next different one 1, and so on.
using Suits4 = std::array<int, 4>;
constexpr Suits4 first_come(Suits4 suits) {
    Suits4 named{};
    int names[suit_count] = {-1, -1, -1, -1}, next = 0;
    for (int i = 0; i < 4; ++i) {
        if (names[suits[i]] < 0) names[suits[i]] = next++;
        named[i] = names[suits[i]];
    }
    return named;
}

// The patterns: those of a first hand with two suits, then those of one suit.
constexpr auto patterns = [] {
    std::array<Suits4, pattern_count> found{};
    int count = 0;
    for (const int second : {1, 0})
        for (int third = 0; third <= second + 1; ++third)
            for (int fourth = 0; fourth <= std::max(second, third) + 1; ++fourth) found[count++] = {0, second, third, fourth};
    return found;
}();

// The number of the pattern of four suits, by their number in base four.
constexpr auto pattern_of = [] {
    std::array<std::uint8_t, 256> numbers{};
    for (int code = 0; code < 256; ++code) {
        const Suits4 named = first_come({code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3});
        for (int pattern = 0; pattern < pattern_count; ++pattern)
            if (patterns[pattern] == named) numbers[code] = static_cast<std::uint8_t>(pattern);
    }
    return numbers;
}();

constexpr int code_of(int a, int b, int c, int d) { return a << 6 | b << 4 | c << 2 | d; }

class PairTable {
public:
    static PairTable& get() {
        static constinit PairTable table;
        return table;
    }

    // By pair of ranks, pattern, and the other's pair of ranks; 0 where a card would be held twice.
    using PairNumbers = std::uint32_t[rank_pair_count][pattern_count][rank_pair_count];
    const PairNumbers& wins() const { return wins_; }
    const PairNumbers& ties() const { return ties_; }

    bool has(int first, int second) const { return there_[block(first, second)]; }
    bool has_column(int pair) const { return columns_[pair]; }  // which a block is made of

    // `hands` is for the caller's thread alone.
    void fill(HandAgainstHand& hands, int first, int second) {
        made_[block(first, second)]([&] {
            make(hands, first, second);
            there_[block(first, second)] = columns_[first] = columns_[second] = true;
        });
    }

private:
    static std::size_t block(int a, int b) { return static_cast<std::size_t>(std::max(a, b) * (std::max(a, b) + 1) / 2 + std::min(a, b)); }

    void make(HandAgainstHand& hands, int first, int second) {
        const int ranks[] = {pair_ranks[first].high, pair_ranks[first].low, pair_ranks[second].high, pair_ranks[second].low};
        std::optional<Comparison> by_ranks, corrections[16];  // of a suit by the cards that have it
        for (int pattern = 0; pattern < pattern_count; ++pattern) {
            const Suits4& suits = patterns[pattern];
            CardSet cards[4];
            for (int i = 0; i < 4; ++i) cards[i] = CardSet{1} << (4 * ranks[i] + suits[i]);
            const CardSet all = cards[0] | cards[1] | cards[2] | cards[3];
            if (std::popcount(all) < 4) continue;
            if (!by_ranks) {
                hands.set_hands(cards[0] | cards[1], cards[2] | cards[3]);
                by_ranks = hands.by_ranks(all);
            }
            Comparison result = *by_ranks;
            for (int suit = 0; suit < suit_count; ++suit) {
                unsigned which = 0;
                for (int i = 0; i < 4; ++i) which |= unsigned{suits[i] == suit} << i;
                if (!corrections[which]) corrections[which] = hands.correction(cards[0] | cards[1], cards[2] | cards[3], all, suit);
                result += *corrections[which];
            }
            const auto won = static_cast<std::uint32_t>(result.wins), tied = static_cast<std::uint32_t>(result.ties);
            const int reversed = pattern_of[code_of(suits[2], suits[3], suits[0], suits[1])];
            wins_[second][reversed][first] = all_boards - won - tied;
            ties_[second][reversed][first] = tied;
            wins_[first][pattern][second] = won;
            ties_[first][pattern][second] = tied;
        }
    }

    PairNumbers wins_ = {}, ties_ = {};
    std::array<jobs::Once, rank_pair_count*(rank_pair_count + 1) / 2> made_;
    std::array<std::atomic<bool>, rank_pair_count*(rank_pair_count + 1) / 2> there_{};
    std::array<std::atomic<bool>, rank_pair_count> columns_{};
};

struct Block {
    int first, second;
};

// The blocks that a question still needs.
std::vector<Block> missing_blocks(const bool (&first)[rank_pair_count], const bool (&second)[rank_pair_count]) {
    std::vector<Block> missing;
    const PairTable& table = PairTable::get();
    for (int a = 0; a < rank_pair_count; ++a) {
        if (!first[a]) continue;
        for (int b = 0; b < rank_pair_count; ++b)
            if (second[b] && !(b < a && first[b] && second[a]) && !table.has(a, b)) missing.push_back({a, b});  // each once
    }
    return missing;
}

void fill(const std::vector<Block>& blocks, const kernels::Kernels& kernels, int threads) {
    const std::size_t workers = std::min<std::size_t>(static_cast<std::size_t>(threads), blocks.size());
    jobs::expect(blocks.size());
    in_threads(workers, [&](std::size_t worker) {
        HandAgainstHand hands(kernels, {tables::high, false});
        for (std::size_t i = worker; i < blocks.size(); i += workers) {
            jobs::step();
            PairTable::get().fill(hands, blocks[i].first, blocks[i].second);
        }
    });
}

struct UsedPairs {
    bool used[rank_pair_count] = {};
    explicit UsedPairs(const Range& range) {
        for (const Holding& holding : range) used[TwoCards(holding.cards).pair()] = true;
    }
};

// The weights of a range by pattern and pair of ranks, as a hand with given suits sees it.
struct SeenRange {
    std::uint32_t weights[pattern_count][rank_pair_count] = {};

    SeenRange(const Range& range, int high_suit, int low_suit) {
        for (const Holding& holding : range) {
            const TwoCards hand(holding.cards);
            weights[pattern_of[code_of(high_suit, low_suit, hand.high % suit_count, hand.low % suit_count)]][hand.pair()] += holding.weight;
        }
    }
};

// Whether all hands that differ in suits only weigh the same.
bool tells_no_suits(const Range& range) {
    struct Class {
        std::uint32_t weight = 0, count = 0;
    };
    Class classes[rank_pair_count][2];
    for (const Holding& holding : range) {
        const TwoCards hand(holding.cards);
        Class& here = classes[hand.pair()][hand.suited()];
        if (here.count++ && here.weight != holding.weight) return false;
        here.weight = holding.weight;
    }
    for (int pair = 0; pair < rank_pair_count; ++pair) {
        const std::uint32_t offsuit = pair_ranks[pair].high == pair_ranks[pair].low ? 6 : 12;
        if (classes[pair][0].count % offsuit || classes[pair][1].count % 4) return false;
    }
    return true;
}

// How many hands of a range differ in more than the names of suits.
std::size_t classes_in(const Range& range) {
    bool there[rank_pair_count][2] = {};
    std::size_t count = 0;
    for (const Holding& holding : range) {
        const TwoCards hand(holding.cards);
        count += !std::exchange(there[hand.pair()][hand.suited()], true);
    }
    return count;
}

struct WinsAndTies {
    std::uint64_t wins, ties;
};

// What each hand of a range comes to against another.
std::vector<WinsAndTies> sums_against(const Range& range, const Range& other, const kernels::Kernels& kernels) {
    const PairTable& table = PairTable::get();
    const bool by_class = tells_no_suits(other);
    std::unique_ptr<SeenRange> seen[suit_count][suit_count];
    std::optional<WinsAndTies> known[rank_pair_count][2];
    std::vector<WinsAndTies> found;
    found.reserve(range.size());
    for (const Holding& holding : range) {
        const TwoCards hand(holding.cards);
        const int pair = hand.pair();
        const bool suited = hand.suited();
        auto& result = known[pair][suited];
        if (!by_class || !result) {
            // Where suits tell nothing, one hand of its kind stands for all.
            const int high = by_class ? 0 : hand.high % suit_count, low = by_class ? !suited : hand.low % suit_count;
            auto& here = seen[high][low];
            if (!here) here = std::make_unique<SeenRange>(other, high, low);
            const int first = suited ? offsuit_patterns : 0, count = (suited ? suited_patterns : offsuit_patterns) * rank_pair_count;
            const std::uint32_t* weights = here->weights[first];
            result = {kernels.equity.sum_of_products(table.wins()[pair][first], weights, count),
                      kernels.equity.sum_of_products(table.ties()[pair][first], weights, count)};
        }
        found.push_back(*result);
    }
    return found;
}

}  // namespace

bool pair_table_applies(const Question& question) {
    const auto showdown = showdown_of(question);
    return question.ranges.size() == 2 && !question.board && !question.dead && showdown && !showdown->omaha &&
           showdown->ranking.name == std::string_view(tables::high.name) && all_known(question);
}

double pair_table_cost(const Question& question, const Costs& costs) {
    if (!pair_table_applies(question)) return std::numeric_limits<double>::infinity();
    const UsedPairs first(question.ranges[0]), second(question.ranges[1]);
    const auto& [call, a_hand, a_sum, a_block, a_column] = costs.pair_table;
    const auto missing = static_cast<double>(missing_blocks(first.used, second.used).size());
    double columns = 0;
    for (int pair = 0; missing > 0 && pair < rank_pair_count; ++pair)
        columns += (first.used[pair] || second.used[pair]) && !PairTable::get().has_column(pair);
    double hands = 0, sums = 0;
    for (std::size_t player = 0; player < 2; ++player) {
        const Range& range = question.ranges[player];
        hands += static_cast<double>(range.size());
        sums += static_cast<double>(tells_no_suits(question.ranges[1 - player]) ? classes_in(range) : range.size());
    }
    return microsecond * (call + hands * a_hand + sums * a_sum + missing * a_block + columns * a_column);
}

double pair_table_memory(const Question& question, double) {
    const auto hands = static_cast<double>(question.ranges[0].size() + question.ranges[1].size());
    return sizeof(PairTable) + rank_pair_count * sizeof(RankColumn) + hands * (sizeof(Tally) + sizeof(WinsAndTies) + sizeof(std::uint64_t));
}

Answer pair_table(const Question& question, const kernels::Kernels& kernels, int threads) {
    fill(missing_blocks(UsedPairs(question.ranges[0]).used, UsedPairs(question.ranges[1]).used), kernels, threads);
    HeadsUp answer(question);
    for (std::size_t player = 0; player < 2; ++player) {
        const Range &range = question.ranges[player], &other = question.ranges[1 - player];
        const std::vector<std::uint64_t> met = compatible(range, other);
        const std::vector<WinsAndTies> sums = sums_against(range, other, kernels);
        for (std::size_t i = 0; i < range.size(); ++i) {
            const Count weight = range[i].weight;
            answer.add(player, i, weight * met[i] * all_boards, weight * sums[i].wins, weight * sums[i].ties);
        }
    }
    return answer.take();
}

void fill_pair_table(const kernels::Kernels& kernels, int threads) {
    std::vector<Block> blocks;
    for (int a = 0; a < rank_pair_count; ++a)
        for (int b = 0; b <= a; ++b) blocks.push_back({a, b});
    fill(blocks, kernels, threads);
}

}  // namespace fivecard::equity
