#include "src/odds/pot_shares.hpp"

#include "src/threads.hpp"

#include <algorithm>

namespace fivecard::odds {
namespace {

// What a final hand is worth depends on the cards thrown away for it, for they are dead too. The payoff is that of the
// final hand alone, and what j cards thrown away of one rank add, and what two ranks thrown away add beyond that: a tag
// for each.
namespace share_tag {
constexpr int of_rank(int rank, int j) { return 4 * rank + j; }  // j from 1
constexpr int of_pair(int low, int high) { return 1 + 4 * rank_count + pair_of(low, high); }
inline constexpr int count = 1 + 4 * rank_count + pair_count;
inline constexpr int groups = (count + 7) / 8;
}  // namespace share_tag

// The share of a hand that `opponents` are below, or equal to: a tie is shared by all in it. Each opponent that is weaker
// makes the next one likelier to be so by `card_removal`.
double share(Odds odds, double card_removal, int opponents) {
    const double weaker = std::clamp(odds.weaker, 0.0, 1.0), equal = std::clamp(odds.equal, 0.0, 1.0 - weaker);
    double sum = 0, ways = 1;
    for (int tied = 0; tied <= opponents; ++tied) {
        double term = ways / (tied + 1);
        for (int i = 0; i < tied; ++i) term *= equal;
        for (int i = 0; i < opponents - tied; ++i) term *= std::clamp(weaker + i * card_removal, 0.0, 1.0);
        sum += term;
        ways = ways * (opponents - tied) / (tied + 1);
    }
    return sum;
}

void find_payoffs(const Opponent& opponent, double card_removal, int opponents, std::size_t strength,
                  std::vector<std::vector<Lanes8>>& payoffs) {
    const RankCounts& own = ranks_by_strength()[strength];
    const auto pair = [&](int one, int two) { return opponent.effects[strength].of_pair[pair_of(std::min(one, two), std::max(one, two))]; };
    const auto put = [&](int tag, double value) { payoffs[static_cast<std::size_t>(tag / 8)][strength][tag % 8] = value; };
    const Odds alone = opponent.odds(own, strength);
    const double worth = share(alone, card_removal, opponents);
    put(0, worth);
    std::array<Odds, rank_count> with_one;
    std::array<double, rank_count> worth_with_one;
    for (int rank = 0; rank < rank_count; ++rank) {
        const auto& effects = opponent.effects[strength].of_rank[rank];
        Odds beside{0, 0};  // what one more dead card of the rank does together with the ranks of the hand
        for (int other = 0; other < rank_count; ++other)
            if (own[other] && other != rank) beside = beside + pair(rank, other) * own[other];
        for (int j = 1; j <= suit_count; ++j) {
            if (own[rank] + j > suit_count) {
                put(share_tag::of_rank(rank, j), 0);
                if (j == 1) with_one[rank] = alone, worth_with_one[rank] = worth;
                continue;
            }
            const Odds odds = alone + effects[own[rank] + j] - effects[own[rank]] + beside * j;
            const double value = share(odds, card_removal, opponents);
            put(share_tag::of_rank(rank, j), value - worth);
            if (j == 1) with_one[rank] = odds, worth_with_one[rank] = value;
        }
    }
    for (int high = 1; high < rank_count; ++high)
        for (int low = 0; low < high; ++low) {
            const double both = share(with_one[low] + with_one[high] - alone + pair(low, high), card_removal, opponents);
            put(share_tag::of_pair(low, high), both - worth_with_one[low] - worth_with_one[high] + worth);
        }
}

// Sums over all hands that contain the cards of a node, from those of one card more.
std::vector<Lanes8> sums_of(const std::vector<Lanes8>& payoffs) {
    const SuitClasses& classes = SuitClasses::get();
    std::vector<Lanes8> sums(SuitClasses::node_count);
    for (const SuitClasses::Class& hand : classes.all()) {
        const Lanes8 payoff = payoffs[hand.strength] * static_cast<double>(hand.orbit);
        for (int i = 0; i < hand_size; ++i) sums[hand.nodes[all_held ^ 1 << i]] += payoff;
    }
    for (std::size_t number = SuitClasses::node_count; number-- > 0;) {
        const SuitClasses::Node& node = classes.nodes()[number];
        sums[number] /= static_cast<double>(hand_size - node.size);  // a hand came here once for each of its other cards
        for (int i = 0; i < node.size; ++i) sums[node.subsets[node.full() ^ 1 << i]] += sums[number];
        sums[number] /= static_cast<double>(node.orbit);
    }
    return sums;
}

}  // namespace

PotShares::PotShares(const Opponent& opponent, int opponents, int threads)
    : payoffs_(share_tag::groups, std::vector<Lanes8>(strength_count + 1)), sums_(share_tag::groups) {
    const auto parts = static_cast<std::size_t>(threads);
    const std::vector<double> removal = card_removal(opponent, opponent);
    in_threads(parts, [&](std::size_t part) {
        for (std::size_t strength = 1 + part; strength <= strength_count; strength += parts) {
            jobs::check();
            find_payoffs(opponent, removal[strength], opponents, strength, payoffs_);
        }
    });
    in_threads(parts, [&](std::size_t part) {
        for (std::size_t group = part; group < share_tag::groups; group += parts) {
            jobs::check();
            sums_[group] = sums_of(payoffs_[group]);
        }
    });
}

std::array<double, hold_count> PotShares::shares(std::size_t number) const {
    const SuitClasses::Class& hand = SuitClasses::get().all()[number];
    using Values = std::array<double, hold_count>;
    // Over all draws, for each hold.
    const auto draws = [&](int tag) {
        const Lanes8* sums = sums_[static_cast<std::size_t>(tag / 8)].data();
        Values values;
        for (int hold = 0; hold < all_held; ++hold) values[hold] = sums[hand.nodes[hold]][tag % 8];
        values[all_held] = payoffs_[static_cast<std::size_t>(tag / 8)][hand.strength][tag % 8];
        for (int bit = 1; bit < hold_count; bit <<= 1)
            for (int start = 0; start < hold_count; start += 2 * bit)
                for (int hold = start; hold < start + bit; ++hold) values[hold] -= values[hold + bit];
        return values;
    };
    struct Rank {
        int rank, cards;  // which of the hand's cards have it
    };
    std::array<Rank, hand_size> ranks;
    int rank_total = 0;
    for (int i = 0; i < hand_size; ++i) {
        const int rank = rank_of(hand.cards[i]);
        if (rank_total == 0 || ranks[rank_total - 1].rank != rank) ranks[rank_total++] = {rank, 0};
        ranks[rank_total - 1].cards |= 1 << i;
    }
    const auto thrown = [&](const Rank& rank, int hold) { return std::popcount(static_cast<unsigned>(rank.cards & ~hold)); };
    Values shares = draws(0);
    for (int high = 0; high < rank_total; ++high) {
        for (int j = 1; j <= thrown(ranks[high], 0); ++j) {
            const Values more = draws(share_tag::of_rank(ranks[high].rank, j));
            for (int hold = 0; hold < hold_count; ++hold)
                if (thrown(ranks[high], hold) == j) shares[hold] += more[hold];
        }
        for (int low = 0; low < high; ++low) {
            const Values more = draws(share_tag::of_pair(ranks[low].rank, ranks[high].rank));
            for (int hold = 0; hold < hold_count; ++hold)
                shares[hold] += more[hold] * (thrown(ranks[low], hold) * thrown(ranks[high], hold));
        }
    }
    for (int hold = 0; hold < hold_count; ++hold) shares[hold] /= draws_for(std::popcount(static_cast<unsigned>(hold)));
    shares[0] = 0;
    return shares;
}

PotShares::Response PotShares::best_response(std::span<const std::uint8_t> old_holds, const Allowance& allowance, int threads) const {
    const auto classes = SuitClasses::get().all();
    Response response;
    response.holds.resize(SuitClasses::count);
    const auto parts = static_cast<std::size_t>(threads);
    std::vector<Response> partial(parts);
    in_threads(parts, [&](std::size_t part) {
        Response& own = partial[part];
        for (std::size_t number = SuitClasses::count * part / parts; number < SuitClasses::count * (part + 1) / parts; ++number) {
            if (number % 256 == 0) jobs::check();
            const auto values = shares(number);
            const std::uint32_t allowed = allowance.for_hand(classes[number].cards.data());
            int best = old_holds[number];  // stays where nothing is better
            for (int hold = all_held; hold > 0; --hold)
                if ((allowed >> hold & 1) && (values[hold] > values[best] || !(allowed >> best & 1))) best = hold;
            response.holds[number] = static_cast<std::uint8_t>(best);
            own.share += values[best] * classes[number].orbit;
            own.old_share += values[old_holds[number]] * classes[number].orbit;
            if (best != old_holds[number]) own.changed += classes[number].orbit;
        }
    });
    for (const Response& own : partial) {
        response.share += own.share / hand_count;
        response.old_share += own.old_share / hand_count;
        response.changed += own.changed;
    }
    return response;
}

}  // namespace fivecard::odds
