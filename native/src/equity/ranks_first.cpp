#include "ranks_first.hpp"

#include "heads_up.hpp"
#include "suit_symmetry.hpp"

#include <threads.hpp>

#include <bit>
#include <limits>
#include <map>

namespace fivecard::equity {
namespace {

CardsLeft cards_left(CardSet gone) {
    CardsLeft left{};
    for (int rank = 0; rank < rank_count; ++rank) left[rank] = static_cast<std::uint8_t>(4 - std::popcount(gone >> 4 * rank & 15));
    return left;
}

}  // namespace

const RankColumn& HandAgainstHand::column_of(CardSet hand, RankColumn* room) const {
    std::array<int, largest_omaha_hand> ranks{};
    int count = 0;
    for (; hand; hand &= hand - 1) ranks[count++] = rank_of(static_cast<CardId>(std::countr_zero(hand)));
    if (!showdown_.omaha) return holdem_column(showdown_.ranking, rank_pair(ranks[0], ranks[1]));
    std::array<const Strength*, largest_omaha_hand*(largest_omaha_hand - 1) / 2> columns{};
    int column_count = 0;
    for (int i = 1; i < count; ++i)
        for (int j = 0; j < i; ++j) {
            const Strength* column = omaha_column(rank_pair(ranks[i], ranks[j])).strengths;
            const auto end = columns.begin() + column_count;
            if (std::find(columns.begin(), end, column) == end) columns[column_count++] = column;
        }
    kernels_.equity.best_of_columns(columns.data(), column_count, room->strengths);
    room->complete();
    return *room;
}

void HandAgainstHand::set_hands(CardSet first, CardSet second) {
    first_ = &column_of(first, best_.get());
    second_ = &column_of(second, best_.get() + showdown_.omaha);
}

Comparison HandAgainstHand::by_ranks(CardSet gone) const { return kernels_.equity.compare_by_ranks(*first_, *second_, cards_left(gone)); }

Comparison HandAgainstHand::correction(CardSet first, CardSet second, CardSet gone, int suit) const {
    return kernels_.equity.correct_for_flushes({*first_, *second_, showdown_.omaha ? nullptr : showdown_.ranking.flushes,
                                                {ranks_in_suit(first, suit), ranks_in_suit(second, suit)},
                                                ranks_in_suit(~gone, suit), cards_left(gone | one_suit << suit)});
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

double ranks_first_cost(const Question& question) {
    if (!ranks_first_applies(question)) return std::numeric_limits<double>::infinity();
    const double pairs = static_cast<double>(question.ranges[0].size()) * static_cast<double>(question.ranges[1].size());
    return pairs * (showdown_of(question)->omaha ? 80e-6 : 25e-6);  // if no two are alike but for suits
}

// Pairs of hands that differ in the names of suits only are compared once.
Answer ranks_first(const Question& question, const kernels::Kernels& kernels, int threads) {
    const Range &first = question.ranges[0], &second = question.ranges[1];
    struct Pair {
        std::size_t first, second, representative;
    };
    std::vector<Pair> pairs;
    std::vector<std::pair<CardSet, CardSet>> different;
    std::map<std::pair<CardSet, CardSet>, std::size_t> known;
    const SuitSymmetry symmetry(CardSet{question.gone()});
    for (std::size_t i = 0; i < first.size(); ++i)
        for (std::size_t j = 0; j < second.size(); ++j) {
            if (first[i].cards & second[j].cards) continue;
            const auto [found, is_new] = known.try_emplace(symmetry.representative(first[i].cards, second[j].cards), different.size());
            if (is_new) different.emplace_back(first[i].cards, second[j].cards);
            pairs.push_back({i, j, found->second});
        }

    std::vector<Comparison> results(different.size());
    const auto workers = std::min<std::size_t>(static_cast<std::size_t>(threads), different.size());
    in_threads(workers, [&](std::size_t worker) {
        HandAgainstHand hands(kernels, *showdown_of(question));
        for (std::size_t i = worker; i < different.size(); i += workers)
            results[i] = hands.compare(different[i].first, different[i].second, question.gone());
    });

    HeadsUp answer(question);
    const Count boards = choose[board_size][std::popcount(~question.gone()) - 2 * question.game.hole];
    for (const Pair& pair : pairs) {
        const Comparison& result = results[pair.representative];
        const Count weight = Count{first[pair.first].weight} * second[pair.second].weight;
        const Count deals = weight * boards, wins = weight * static_cast<Count>(result.wins), ties = weight * static_cast<Count>(result.ties);
        answer.add_pair(pair.first, pair.second, deals, wins, ties);
    }
    return answer.take();
}

}  // namespace fivecard::equity
