#include "src/equity/ranks_first.hpp"

#include "src/equity/heads_up.hpp"
#include "src/equity/suit_symmetry.hpp"

#include "src/threads.hpp"
#include "src/kernels/equity.hpp"

#include <bit>
#include <limits>
#include <map>
#include <unordered_map>

namespace fivecard::equity {
namespace {

constexpr std::size_t at_once = 1 << 10;  // hands looked at in some 100 us
constexpr std::size_t few_holdings = 1 << 16;  // of both players: with more, it takes too long to look at them all

CardsLeft cards_left(CardSet gone) {
    CardsLeft left{};
    for (int rank = 0; rank < rank_count; ++rank) left[rank] = static_cast<std::uint8_t>(4 - std::popcount(gone >> 4 * rank & 15));
    return left;
}

}  // namespace

const RankColumn& HandAgainstHand::column_of(CardSet hand, RankColumn* room) const {
    CardId cards[largest_omaha_hand];
    const auto count = write_cards(hand, cards) - cards;
    const auto pair_of = [&](std::ptrdiff_t i, std::ptrdiff_t j) { return rank_pair(rank_of(cards[i]), rank_of(cards[j])); };
    if (!showdown_.omaha) return holdem_column(showdown_.ranking, pair_of(0, 1));
    std::array<const Strength*, largest_omaha_hand*(largest_omaha_hand - 1) / 2> columns{};
    int column_count = 0;
    for (std::ptrdiff_t i = 1; i < count; ++i)
        for (std::ptrdiff_t j = 0; j < i; ++j) {
            const Strength* column = omaha_column(pair_of(i, j)).strengths;
            const auto end = columns.begin() + column_count;
            if (std::find(columns.begin(), end, column) == end) columns[column_count++] = column;
        }
    kernels_.equity.best_of_columns(columns.data(), column_count, room->strengths);
    complete(*room);
    return *room;
}

void HandAgainstHand::set_hands(CardSet first, CardSet second) {
    if (first != first_hand_) first_ = &column_of(first, best_.get());
    first_hand_ = first;
    second_ = &column_of(second, best_.get() + showdown_.omaha);
}

Comparison HandAgainstHand::by_ranks(CardSet gone) const { return kernels_.equity.compare_by_ranks(*first_, *second_, cards_left(gone)); }

Comparison HandAgainstHand::correction(CardSet first, CardSet second, CardSet gone, int suit) const {
    return kernels_.equity.correct_for_flushes({*first_,
                                                *second_,
                                                showdown_.omaha ? nullptr : showdown_.ranking.flushes,
                                                {ranks_in_suit(first, suit), ranks_in_suit(second, suit)},
                                                ranks_in_suit(~gone, suit),
                                                cards_left(gone | suit_mask(suit))});
}

Comparison HandAgainstHand::compare(CardSet first, CardSet second, CardSet gone) {
    set_hands(first, second);
    gone |= first | second;
    Comparison all = by_ranks(gone);
    for (int suit = 0; suit < suit_count; ++suit) all += correction(first, second, gone, suit);
    return all;
}

std::optional<Showdown> showdown_of(const Question& question) {
    const Game& game = question.game;
    if (game.board != board_size || game.parts.size() != 1) return std::nullopt;
    const Part& part = game.parts[0];
    if (part.kind == Part::Kind::omaha) return Showdown{*part.ranking, true};
    if (part.kind == Part::Kind::ranked && game.hole == 2 && part.ranking->suits == Suits::higher) return Showdown{*part.ranking, false};
    return std::nullopt;
}

bool ranks_first_applies(const Question& question) {
    return question.ranges.size() == 2 && !question.board && showdown_of(question) && all_known(question);
}

namespace {

// How many pairs of hands there are, and how many are left when those are one that differ in the names of suits only: of all,
// and of the group that has most.
struct PairCounts {
    double pairs, different, permuted = 0;  // `permuted`: how often a hand is renamed
    double groups = 1, largest = 1, largest_different = 1;
};

// About: a group of m hands against n has at most m n pairs that differ, and not many more than the hands that n can become
// when suits are renamed, divided by the number of renamings that leave the group's hand as it is.
PairCounts count_pairs(const Question& question) {
    const Range &first = question.ranges[0], &second = question.ranges[1];
    const auto ones = static_cast<double>(first.size()), others = static_cast<double>(second.size());
    if (first.size() == 1 && second.size() == 1) return {1, 1};
    const SuitSymmetry symmetry(CardSet{question.gone()});
    const auto order = static_cast<double>(symmetry.order());
    if (first.size() + second.size() > few_holdings)  // ranges that large hardly tell suits apart
        return {ones * others, ones * others / order, ones * others, ones / order, order * others, others};
    std::unordered_map<CardSet, double> groups, forms;
    for (const Holding& holding : first) ++groups[symmetry.representative(holding.cards).first];
    for (const Holding& holding : second) ++forms[symmetry.representative(holding.cards).first];
    double renamed = 0;
    for (const auto& [hand, count] : forms) renamed += order / static_cast<double>(symmetry.leaving(hand).size());
    PairCounts counts{ones * others, 0};
    counts.groups = static_cast<double>(groups.size());
    for (const auto& [hand, members] : groups) {
        const auto leaving = static_cast<double>(symmetry.leaving(hand).size());
        const double pairs = members * others, different = std::min(pairs, renamed / leaving + static_cast<double>(forms.size()) / 2);
        counts.permuted += pairs * leaving;
        counts.different += different;
        counts.largest = std::max(counts.largest, pairs);
        counts.largest_different = std::max(counts.largest_different, different);
    }
    return counts;
}

}  // namespace

double ranks_first_cost(const Question& question, const Costs& costs) {
    if (!ranks_first_applies(question)) return std::numeric_limits<double>::infinity();
    const auto& [call, a_pair, a_permutation, holdem, a_group, omaha] = costs.ranks_first;
    const PairCounts counts = count_pairs(question);
    const double apart = part_without_conflict(question), deck = std::popcount(~question.gone()) / double{card_count};
    const double known = call + apart * (counts.pairs * a_pair + counts.permuted * a_permutation);
    if (!showdown_of(question)->omaha)  // in a short deck there are fewer boards of the same ranks, and fewer sets of a suit
        return microsecond * (known + apart * counts.different * holdem * deck * deck);
    const double a_comparison = omaha[static_cast<std::size_t>(question.game.hole - smallest_omaha_hand)];
    return microsecond * (known + counts.groups * a_group + apart * counts.different * a_comparison);
}

double ranks_first_memory(const Question& question, double threads) {
    constexpr double a_node = 64, a_member = 40;  // of a map, and of a vector that grew
    const PairCounts counts = count_pairs(question);
    const auto ones = static_cast<double>(question.ranges[0].size()), others = static_cast<double>(question.ranges[1].size());
    const double remembered = counts.largest_different * (a_node + 2 * sizeof(CardSet) + sizeof(Comparison));
    return (ones + others) * sizeof(Tally) + ones * a_member + counts.groups * 2 * a_node + counts.largest * sizeof(std::uint32_t) +
           remembered + threads * 2 * sizeof(RankColumn);
}

// Pairs of hands that differ in the names of suits only are compared once. The first player's hands go in groups that become
// one hand by exchanging suits; against that hand, the other's are alike if they become the same by exchanges that leave it
// as it is. So there is never more to remember than the pairs of one group.
Answer ranks_first(const Question& question, const kernels::Kernels& kernels, int threads) {
    const Range &first = question.ranges[0], &second = question.ranges[1];
    const SuitSymmetry symmetry(CardSet{question.gone()});
    struct Member {
        std::size_t place;
        SuitPermutation to;  // makes it the hand of the group
    };
    std::map<CardSet, std::vector<Member>> groups;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (i % at_once == 0) jobs::check();
        const auto [hand, to] = symmetry.representative(first[i].cards);
        groups[hand].push_back({i, to});
    }

    HeadsUp answer(question);
    std::vector<HandAgainstHand> of_workers;
    const auto most_workers = std::min<std::size_t>(static_cast<std::size_t>(threads), first.size() * second.size());
    for (std::size_t worker = 0; worker < most_workers; ++worker) of_workers.emplace_back(kernels, *showdown_of(question));
    const Count boards = choose[board_size][std::popcount(~question.gone()) - 2 * question.game.hole];
    std::vector<CardSet> different;  // hands of the second player
    std::unordered_map<CardSet, std::uint32_t> known;
    std::vector<std::uint32_t> pairs;  // for each member and hand of the second player, its place in `different`
    std::vector<Comparison> results;
    jobs::ask_for_memory(ranks_first_memory(question, threads), "name fewer hands, or leave out exact=True to sample");
    jobs::expect(first.size() * second.size());
    for (const auto& [hand, members] : groups) {
        const std::vector<SuitPermutation> leaving = symmetry.leaving(hand);
        different.clear(), known.clear(), pairs.clear();
        const std::size_t all = members.size() * second.size();
        pairs.reserve(all);
        for (const Member& member : members)
            for (std::size_t j = 0; j < second.size(); ++j) {
                if (j % at_once == 0) jobs::check();
                const Holding& other = second[j];
                if (other.cards & first[member.place].cards) continue;
                const CardSet cards = permuted(other.cards, member.to);
                CardSet least = cards;
                for (const SuitPermutation& to : leaving) least = std::min(least, permuted(cards, to));
                const auto [found, is_new] = known.try_emplace(least, static_cast<std::uint32_t>(different.size()));
                if (is_new) different.push_back(least);
                pairs.push_back(found->second);
            }
        results.resize(different.size());
        const std::size_t workers = std::min(most_workers, different.size());
        in_threads(workers, [&, hand = hand](std::size_t worker) {
            for (std::size_t i = worker; i < different.size(); i += workers) {
                jobs::step(all * (i + 1) / different.size() - all * i / different.size());
                results[i] = of_workers[worker].compare(hand, different[i], question.gone());
            }
        });
        auto pair = pairs.begin();
        for (const Member& member : members)
            for (std::size_t j = 0; j < second.size(); ++j) {
                if (j % at_once == 0) jobs::check();
                if (second[j].cards & first[member.place].cards) continue;
                const Comparison& result = results[*pair++];
                const Count weight = Count{first[member.place].weight} * second[j].weight;
                const Count wins = weight * static_cast<Count>(result.wins), ties = weight * static_cast<Count>(result.ties);
                answer.add_pair(member.place, j, weight * boards, wins, ties);
            }
    }
    return answer.take();
}

}  // namespace fivecard::equity
