#include "src/equity/omaha_random.hpp"

#include "src/equity/rank_columns.hpp"

#include "src/batch.hpp"
#include "src/threads.hpp"

#include <algorithm>
#include <atomic>

namespace fivecard::equity {
namespace {

// Without the instruction, which not all machines have, a call into a library is slower.
constexpr std::uint64_t count_bits(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    return ((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56;
}

// Unseen cards in classes, by their lowest card; those of a class have the same neighbours.
struct Graph {
    std::array<CardSet, card_count> members{}, neighbours{};
    std::array<std::uint64_t, card_count> sizes{};

    // Cliques of `count` among some whole classes.
    std::uint64_t cliques(CardSet among, int count) const {
        if (count == 0) return 1;
        if (count == 1) return count_bits(among);
        std::uint64_t total = 0;
        while (among) {
            const auto lowest = static_cast<std::size_t>(std::countr_zero(among));
            const std::uint64_t size = sizes[lowest];
            among &= ~members[lowest];
            const CardSet next = among & neighbours[lowest];
            total += size * cliques(next, count - 1);
            if (neighbours[lowest] & members[lowest])
                for (std::uint64_t taken = 2; taken <= size && taken <= static_cast<std::uint64_t>(count); ++taken)
                    total += combinations(static_cast<int>(size), static_cast<int>(taken)) * cliques(next, count - static_cast<int>(taken));
        }
        return total;
    }
};

}  // namespace

bool OmahaRandom::applies(const Question& question) {
    if (question.ranges.size() != 2 || question.game.parts.size() != 1 || question.game.parts[0].kind != Part::Kind::omaha) return false;
    const bool first_random = any_cards(question.ranges[0]);
    if (first_random == any_cards(question.ranges[1])) return false;
    return std::ranges::all_of(question.ranges[first_random], [&](const Holding& holding) {
        return std::popcount(holding.cards) == question.game.hole && !holding.thrown;
    });
}

OmahaRandom::OmahaRandom(Question question)
    : question_(std::move(question)), player_(any_cards(question_.ranges[0])),
      ranks_(rank_sets(~question_.gone(), question_.game.board - std::popcount(question_.board))) {}

double OmahaRandom::cost(const Question& question, const Costs& costs) {
    const int missing = question.game.board - std::popcount(question.board), hole = question.game.hole;
    const auto by_ranks = static_cast<double>(combinations(rank_count + missing - 1, missing));
    const Range& range = question.ranges[any_cards(question.ranges[0])];
    const double suited = suited_boards(question.board, ~(question.gone() | range[0].cards), missing);
    const auto& [call, a_board, a_suited] = costs.omaha_random;
    const auto size = static_cast<std::size_t>(hole - smallest_omaha_hand);
    return microsecond * (call + static_cast<double>(range.size()) * (by_ranks * a_board[size] + suited * a_suited[size]));
}

double OmahaRandom::memory(const Question& question, double threads) {
    const auto holdings = static_cast<double>(question.ranges[0].size() + question.ranges[1].size());
    const double ranks = sizeof(RankSet) * rank_board_count;
    return ranks + holdings * (sizeof(Holding) + sizeof(Tally) + threads * sizeof(DealCounts));
}

void OmahaRandom::add_boards(const RankSet& ranks, const Holding& holding, DealCounts& counts) const {
    const SuitMarks marks = suit_marks(question_.board, question_.dead, holding.cards);
    const CardSet deck = ~(question_.gone() | holding.cards);
    const int hole = question_.game.hole;
    CardId cards[largest_omaha_hand];
    write_cards(holding.cards, cards);
    CardSet plain_board = 0;
    std::uint64_t plain = 0;
    const auto add = [&](CardSet board, std::uint64_t ways) {
        jobs::check();
        const Hand table = hand_of(board);
        const OmahaTable::Row& row = omaha_table().row(table);
        const int suit = table.has_suited(3) ? table.suit_of_suited(3) : suit_count;
        const unsigned on_board = suit < suit_count ? ranks_in_suit(board, suit) : 0;
        const auto worth = [&](CardId a, CardId b) {
            const int unsuited = row.entries[rank_pair(rank_of(a), rank_of(b))];
            if (suit_of(a) != suit || suit_of(b) != suit) return unsuited;
            return std::max<int>(unsuited, omaha_flush(1u << rank_of(a) | 1u << rank_of(b), on_board));
        };
        int own = 0;
        for (int i = 1; i < hole; ++i)
            for (int j = 0; j < i; ++j) own = std::max(own, worth(cards[i], cards[j]));

        const CardSet unseen = deck & ~board, of_suit = suit < suit_count ? suit_mask(suit) : 0;
        Graph weaker;
        std::array<CardSet, 2 * rank_count> classes;
        std::size_t count = 0;
        for (int rank = 0; rank < rank_count; ++rank)
            for (const CardSet some : {unseen & ~of_suit, unseen & of_suit})
                if (const CardSet members = some & CardSet{15} << (suit_count * rank)) classes[count++] = members;
        for (std::size_t i = 0; i < count; ++i) {
            const auto name = static_cast<std::size_t>(std::countr_zero(classes[i]));
            weaker.members[name] = classes[i];
            weaker.sizes[name] = count_bits(classes[i]);
        }
        Graph not_stronger = weaker;
        const auto lowest = [](CardSet set) { return static_cast<CardId>(std::countr_zero(set)); };
        const auto connect = [](Graph& graph, CardSet a, CardSet b) {
            graph.neighbours[static_cast<std::size_t>(std::countr_zero(a))] |= b;
            graph.neighbours[static_cast<std::size_t>(std::countr_zero(b))] |= a;
        };
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j <= i; ++j) {
                const CardSet others = i == j ? classes[i] & (classes[i] - 1) : classes[j];
                if (!others) continue;  // there is but one such card
                const int theirs = worth(lowest(classes[i]), lowest(others));
                if (theirs < own) connect(weaker, classes[i], classes[j]);
                if (theirs <= own) connect(not_stronger, classes[i], classes[j]);
            }
        const std::uint64_t wins = weaker.cliques(unseen, hole), ties = not_stronger.cliques(unseen, hole) - wins;
        counts.deals += Count{ways} * combinations(static_cast<int>(count_bits(unseen)), hole);
        counts.wins += Count{ways} * wins;
        counts.ties += Count{ways} * ties;
    };
    for_each_suiting(ranks, deck, [&](CardSet more) {
        const CardSet board = question_.board | more;
        if (!hand_of(board).has_suited(3)) {
            plain_board = board;
            ++plain;
        } else if (const unsigned ways = arrangements(more, marks)) add(board, ways);
    });
    if (plain) add(plain_board, plain);
}

Answer OmahaRandom::run(std::uint64_t first, std::uint64_t count, int threads) const {
    const Range& range = question_.ranges[player_];
    Answer answer{{}, std::vector<Count>(4)};
    answer.hands.resize(2);
    answer.hands[player_].resize(range.size());
    answer.hands[1 - player_].resize(1);
    const auto workers = std::min<std::uint64_t>(std::max<std::uint64_t>(count, 1), static_cast<std::uint64_t>(threads));
    std::vector<std::vector<DealCounts>> found(workers, std::vector<DealCounts>(range.size()));
    std::atomic<std::uint64_t> next = first;
    jobs::expect(count * range.size());
    in_threads(workers, [&](std::size_t worker) {
        for (std::uint64_t step; (step = next++) < first + count;)
            for (std::size_t i = 0; i < range.size(); ++i) {
                jobs::step();
                add_boards(ranks_[step], range[i], found[worker][i]);
            }
    });
    Tally& other = answer.hands[1 - player_][0];
    const Count other_weight = question_.ranges[1 - player_][0].weight;
    for (std::size_t i = 0; i < range.size(); ++i)
        for (const auto& of_worker : found) {
            const Count weight = other_weight * range[i].weight, deals = weight * of_worker[i].deals, wins = weight * of_worker[i].wins,
                        ties = weight * of_worker[i].ties, losses = deals - wins - ties;
            answer.hands[player_][i] += Tally{deals, wins, ties, wins * pot + ties * (pot / 2)};
            other += Tally{deals, losses, ties, losses * pot + ties * (pot / 2)};
            answer.outcomes[std::size_t{1} << player_] += wins;
            answer.outcomes[std::size_t{2} >> player_] += losses;
            answer.outcomes[3] += ties;
        }
    return answer;
}

}  // namespace fivecard::equity
