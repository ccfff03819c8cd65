#include "src/odds/opponent.hpp"

#include <cmath>
#include "src/lasting.hpp"
#include "src/threads.hpp"

namespace fivecard::odds {
namespace {

// Final hands are counted apart by what was thrown away for them. A tag stands for one such count:
// d cards; d cards, j of them of one rank; or, for every two ranks, the product of their numbers over the ways to draw d
// cards from a deck that lacks two.
namespace drawn_tag {
constexpr int discards(int d) { return d - 1; }
constexpr int of_rank(int rank, int d, int j) { return 5 + rank_count * (d * (d - 1) / 2) + d * rank + j - 1; }  // d below 5
constexpr int of_pair(int low, int high) { return 5 + 10 * rank_count + pair_of(low, high); }
inline constexpr int count = 5 + 10 * rank_count + pair_count;
inline constexpr int groups = (count + 7) / 8;
}  // namespace drawn_tag

struct Contribution {
    int tag;
    double amount;
};

// The tags of the cards that a class throws away.
std::vector<Contribution> contributions(const SuitClasses::Class& from, int hold) {
    std::vector<Contribution> found;
    const int d = hand_size - std::popcount(static_cast<unsigned>(hold));
    if (d == 0) return found;
    RankCounts counts{};
    for (int i = 0; i < hand_size; ++i)
        if (!(hold >> i & 1)) ++counts[rank_of(from.cards[i])];
    found.push_back({drawn_tag::discards(d), 1});
    if (d == hand_size) return found;  // strategies for a game keep a card: only their final hands are asked for
    for (int high = 0; high < rank_count; ++high) {
        if (!counts[high]) continue;
        found.push_back({drawn_tag::of_rank(high, d, counts[high]), 1});
        for (int low = 0; low < high; ++low)
            if (counts[low])
                found.push_back({drawn_tag::of_pair(low, high),
                                 static_cast<double>(counts[low] * counts[high]) / choose[d][card_count - hand_size - 2]});
    }
    return found;
}

// counts[group][strength]: the final hands of each tag, eight tags a group.
using FinalCounts = std::vector<std::vector<Lanes8>>;

// Propagates a strategy to its final hands. A hand that holds H and throws D away comes to every hand that contains H and
// nothing of D, once: it is added to the sets H + X for all X within D, with changing sign, and each final hand then
// takes what all its subsets have. Sets count for their classes, and what lies below four cards is first moved up to
// sets of four: each final hand has 5 - k of those above a set of k cards.
FinalCounts propagate(std::span<const std::uint8_t> holds, int threads, int groups = drawn_tag::groups) {
    const SuitClasses& classes = SuitClasses::get();
    FinalCounts counts(static_cast<std::size_t>(groups), std::vector<Lanes8>(strength_count + 1));
    std::vector<std::vector<Contribution>> all(SuitClasses::count);
    for (std::size_t number = 0; number < SuitClasses::count; ++number) all[number] = contributions(classes.all()[number], holds[number]);
    std::array<bool, drawn_tag::groups> is_used{};  // few groups are if all draw the same number
    for (const auto& each : all)
        for (const Contribution& contribution : each) is_used[static_cast<std::size_t>(contribution.tag / 8)] = true;
    std::vector<int> used;
    for (int group = 0; group < groups; ++group)
        if (is_used[static_cast<std::size_t>(group)]) used.push_back(group);
    const auto parts = std::min(static_cast<std::size_t>(threads), used.size());
    in_threads(parts, [&](std::size_t part) {
        const std::size_t begin = used.size() * part / parts, count = used.size() * (part + 1) / parts - begin;
        std::array<int, drawn_tag::groups> place;  // of each group among those of this thread
        place.fill(-1);
        for (std::size_t i = 0; i < count; ++i) place[static_cast<std::size_t>(used[begin + i])] = static_cast<int>(i);
        std::vector<Lanes8> sets(SuitClasses::node_count * count);
        for (std::size_t number = 0; number < SuitClasses::count; ++number) {
            if (number % 4096 == 0) jobs::check();
            const SuitClasses::Class& from = classes.all()[number];
            const int hold = holds[number], thrown = all_held ^ hold;
            for (const auto& [tag, amount] : all[number]) {
                if (tag >= 8 * groups || place[static_cast<std::size_t>(tag / 8)] < 0) continue;
                Lanes8* group = sets.data() + SuitClasses::node_count * static_cast<std::size_t>(place[static_cast<std::size_t>(tag / 8)]);
                for (int more = (thrown - 1) & thrown;; more = (more - 1) & thrown) {  // all but the hand itself
                    const double sign = std::popcount(static_cast<unsigned>(more)) & 1 ? -1 : 1;
                    group[from.nodes[hold | more]][tag % 8] += sign * from.orbit * amount;
                    if (more == 0) break;
                }
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            jobs::check();
            const int group = used[begin + i];
            Lanes8* set = sets.data() + SuitClasses::node_count * i;
            for (std::size_t node = 0; node < SuitClasses::node_count; ++node)
                set[node] /= static_cast<double>(classes.nodes()[node].orbit);
            std::vector<Lanes8> fours(SuitClasses::node_count);
            for (std::size_t number = 0; number < SuitClasses::node_count; ++number) {
                const SuitClasses::Node& node = classes.nodes()[number];
                if (node.size < 4) continue;
                Lanes8 sum{};
                for (int subset = 0; subset <= node.full(); ++subset)
                    sum += set[node.subsets[subset]] / static_cast<double>(hand_size - std::popcount(static_cast<unsigned>(subset)));
                fours[number] = sum;
            }
            for (std::size_t number = 0; number < SuitClasses::count; ++number) {
                const SuitClasses::Class& to = classes.all()[number];
                Lanes8 sum{};
                for (int card = 0; card < hand_size; ++card) sum += fours[to.nodes[all_held ^ 1 << card]];
                const int thrown = all_held ^ holds[number];
                const double sign = std::popcount(static_cast<unsigned>(thrown)) & 1 ? -1 : 1;
                for (const auto& [tag, amount] : all[number])
                    if (tag / 8 == group) sum[tag % 8] += sign * amount;
                counts[static_cast<std::size_t>(group)][to.strength] += sum * static_cast<double>(to.orbit);
            }
        }
    });
    return counts;
}

// Hands that are kept whole, by strength.
std::vector<double> pat_hands(std::span<const std::uint8_t> holds) {
    const auto classes = SuitClasses::get().all();
    std::vector<double> pat(strength_count + 1);
    for (std::size_t number = 0; number < SuitClasses::count; ++number)
        if (holds[number] == all_held) pat[classes[number].strength] += classes[number].orbit;
    return pat;
}

// The odds at every strength, from how likely each is.
template <typename Put>
void add_up(const std::vector<double>& weights, double whole, Put put) {
    double weaker = 0;
    for (std::size_t strength = 0; strength <= Opponent::beats_all; ++strength) {
        const double equal = weights[strength] / whole;
        put(strength, Odds{weaker, equal});
        weaker += equal;
    }
}

constexpr double ways(int n, int k) { return n < k ? 0 : choose[static_cast<std::size_t>(k)][static_cast<std::size_t>(n)]; }

// The holds of hands that draw so many cards; all others are marked as drawing five, which no opponent counts.
std::vector<std::uint8_t> that_draw(std::span<const std::uint8_t> holds, std::optional<int> drew) {
    std::vector<std::uint8_t> kept(holds.begin(), holds.end());
    if (drew)
        for (std::uint8_t& hold : kept)
            if (std::popcount(hold) != hand_size - *drew) hold = 0;
    return kept;
}

}  // namespace

const std::vector<RankCounts>& ranks_by_strength() {
    static constinit Lasting<const std::vector<RankCounts>> ranks;
    return ranks.get([] {
        std::vector<RankCounts> found(strength_count + 1);
        for (const SuitClasses::Class& hand : SuitClasses::get().all()) {
            RankCounts counts{};
            for (const CardId card : hand.cards) ++counts[rank_of(card)];
            found[hand.strength] = counts;
        }
        return found;
    });
}

std::vector<std::uint64_t> final_counts(std::span<const std::uint8_t> holds, int threads) {
    const FinalCounts counts = propagate(holds, threads, 1);  // all tags for numbers of discards are in the first group
    const std::vector<double> pat = pat_hands(holds);
    std::vector<std::uint64_t> found(strength_count + 1);
    for (std::size_t s = 1; s <= strength_count; ++s) {
        found[s] = static_cast<std::uint64_t>(pat[s]) * common_draws;
        for (int d = 1; d <= hand_size; ++d)  // whole numbers, but for the roundings on the way
            found[s] += static_cast<std::uint64_t>(std::llround(counts[0][s][drawn_tag::discards(d)])) *
                        static_cast<std::uint64_t>(common_draws / draws_for(hand_size - d));
    }
    return found;
}

Odds Opponent::odds(const RankCounts& dead, std::size_t strength) const {
    const ByRanks<Odds>& effect = effects[strength];
    Odds sum = none[strength];
    for (int high = 0; high < rank_count; ++high) {
        if (!dead[high]) continue;
        sum = sum + effect.of_rank[high][dead[high]];
        for (int low = 0; low < high; ++low)
            if (dead[low]) sum = sum + effect.of_pair[pair_of(low, high)] * (dead[low] * dead[high]);
    }
    return sum;
}

Opponent::Opponent(std::span<const std::uint8_t> all_holds, int threads, std::optional<int> drew)
    : none(beats_all + 1), effects(beats_all + 1), cards_if_weaker(beats_all + 1) {
    const std::vector<std::uint8_t> holds = that_draw(all_holds, drew);
    const FinalCounts counts = propagate(holds, threads);
    const auto& ranks = ranks_by_strength();
    const std::vector<double> pat = pat_hands(holds);
    const auto counted = [&](int tag, std::size_t strength) { return counts[static_cast<std::size_t>(tag / 8)][strength][tag % 8]; };

    std::vector<double> finals(beats_all + 1);  // how many hands end in each strength, with no card dead
    for (std::size_t s = 1; s <= strength_count; ++s) {
        finals[s] = pat[s];
        for (int d = 1; d < hand_size; ++d) finals[s] += counted(drawn_tag::discards(d), s) / choose[d][card_count - hand_size];
    }
    add_up(finals, hand_count, [&](std::size_t s, Odds odds) { none[s] = odds; });

    const int parts = std::min(threads, rank_count);
    in_threads(static_cast<std::size_t>(parts), [&](std::size_t part) {
        for (int rank = static_cast<int>(part); rank < rank_count; rank += parts)
            for (int dead = 1; dead <= suit_count; ++dead) {
                jobs::check();
                std::vector<double> weights(beats_all + 1);
                for (std::size_t s = 1; s <= strength_count; ++s) {
                    const int final = ranks[s][rank];
                    weights[s] = pat[s] * ways(suit_count - final, dead);
                    for (int d = 1; d < hand_size; ++d) {
                        double sum = 0, others = counted(drawn_tag::discards(d), s);
                        for (int j = 1; j <= d; ++j) {
                            const double count = counted(drawn_tag::of_rank(rank, d, j), s);
                            others -= count;
                            sum += count * ways(suit_count - final - j, dead);
                        }
                        sum += others * ways(suit_count - final, dead);
                        weights[s] += sum / choose[d][card_count - hand_size - dead];
                    }
                }
                add_up(weights, ways(suit_count, dead) * choose[hand_size][card_count - dead],
                       [&](std::size_t s, Odds odds) { effects[s].of_rank[rank][dead] = odds - none[s]; });
            }
    });
    // With one card each of two ranks dead: (4 - k)(4 - l) for k and l cards among the final hand and the discards.
    std::vector<double> whole(strength_count + 1);
    std::array<std::vector<double>, rank_count> thrown;
    for (std::size_t s = 1; s <= strength_count; ++s) {
        whole[s] = pat[s];
        for (int d = 1; d < hand_size; ++d) whole[s] += counted(drawn_tag::discards(d), s) / choose[d][card_count - hand_size - 2];
    }
    for (int rank = 0; rank < rank_count; ++rank) {
        thrown[rank].resize(strength_count + 1);
        for (std::size_t s = 1; s <= strength_count; ++s)
            for (int d = 1; d < hand_size; ++d)
                for (int j = 1; j <= d; ++j)
                    thrown[rank][s] += j * counted(drawn_tag::of_rank(rank, d, j), s) / choose[d][card_count - hand_size - 2];
    }
    in_threads(static_cast<std::size_t>(parts), [&](std::size_t part) {
        for (int high = 1 + static_cast<int>(part); high < rank_count; high += parts)
            for (int low = 0; low < high; ++low) {
                jobs::check();
                std::vector<double> weights(beats_all + 1);
                for (std::size_t s = 1; s <= strength_count; ++s) {
                    const double first = suit_count - ranks[s][low], second = suit_count - ranks[s][high];
                    weights[s] = first * second * whole[s] - second * thrown[low][s] - first * thrown[high][s] +
                                 counted(drawn_tag::of_pair(low, high), s);
                }
                add_up(weights, suit_count * suit_count * static_cast<double>(choose[hand_size][card_count - 2]),
                       [&](std::size_t s, Odds odds) {
                           const auto& of_rank = effects[s].of_rank;
                           effects[s].of_pair[pair_of(low, high)] = odds - none[s] - of_rank[low][1] - of_rank[high][1];
                       });
            }
    });

    ByRanks<double> held{};
    double sum = 0, pair_whole = 0;
    for (std::size_t s = 1;; ++s) {
        if (sum > 0) {
            cards_if_weaker[s] = held;
            for (auto& rank : cards_if_weaker[s].of_rank)
                for (double& chance : rank) chance /= sum;
            for (double& product : cards_if_weaker[s].of_pair) product /= pair_whole;
        }
        if (s == beats_all) break;
        sum += finals[s];
        pair_whole += whole[s];
        for (int high = 0; high < rank_count; ++high) {
            const int final = ranks[s][high];
            double others = finals[s];
            for (int d = 1; d < hand_size; ++d)
                for (int j = 1; j <= d && final + j <= suit_count; ++j) {
                    const double count = counted(drawn_tag::of_rank(high, d, j), s) / choose[d][card_count - hand_size];
                    held.of_rank[high][final + j] += count;
                    others -= count;
                }
            held.of_rank[high][final] += others;
            for (int low = 0; low < high; ++low)
                held.of_pair[pair_of(low, high)] += ranks[s][low] * final * whole[s] + final * thrown[low][s] +
                                                    ranks[s][low] * thrown[high][s] + counted(drawn_tag::of_pair(low, high), s);
        }
    }
}

std::vector<double> card_removal(const Opponent& one, const Opponent& other) {
    std::vector<double> found(Opponent::beats_all + 1);
    for (std::size_t s = 1; s <= Opponent::beats_all; ++s) {
        const ByRanks<double>& held = one.cards_if_weaker[s];
        const ByRanks<Odds>& effect = other.effects[s];
        for (int rank = 0; rank < rank_count; ++rank)
            for (int k = 1; k <= suit_count; ++k) found[s] += held.of_rank[rank][k] * effect.of_rank[rank][k].weaker;
        for (int pair = 0; pair < pair_count; ++pair) found[s] += held.of_pair[pair] * effect.of_pair[pair].weaker;
    }
    return found;
}

}  // namespace fivecard::odds
