#include "src/postflop/exact.hpp"

#include "src/jobs/job.hpp"
#include "src/threads.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <ranges>

namespace fivecard::postflop {

// Sums over hands, and over those with each card.
class Exact::ByCard {
public:
    void add(const Hand& hand, double number) {
        all_ += number;
        with_[hand.low] += number;
        with_[hand.high] += number;
    }
    // Of the hands that another can meet. Where it was itself among them, it has then gone twice.
    double without(const Hand& hand) const { return all_ - with_[hand.low] - with_[hand.high]; }

private:
    double all_ = 0;
    std::array<double, card_count> with_{};
};

Exact::Exact(const Game& game, Strategy strategy, int threads) : game_(game), strategy_(std::move(strategy)), threads_(threads) {
    for (const int player : {0, 1})
        for (const Deal& deal : game.deals()) {
            Order& order = orders_[player].emplace_back();
            if (!game.is_river(deal.street)) continue;
            jobs::check();
            order.strengths.resize(game.hands(player).size());
            for (std::size_t hand = 0; hand < order.strengths.size(); ++hand) {
                if (game.hands(player)[hand].cards() & deal.cards) continue;
                order.strengths[hand] = strength_on(game, deal, game.hands(player)[hand]);
                order.hands.push_back(static_cast<std::uint16_t>(hand));
            }
            std::ranges::sort(order.hands, {}, [&](std::uint16_t hand) { return order.strengths[hand]; });
        }
}

double Exact::value(int player, bool best) const {
    std::array<Numbers, 2> weights;
    for (const int each : {0, 1})
        for (const Hand& hand : game_.hands(each)) weights[each].push_back(static_cast<double>(hand.weight));
    const Deal& deal = game_.deals()[0];
    const Numbers worths = worth(player, deal, game_.streets()[0].entries[0], weights[1 - player], best);
    const Numbers met = meetings(player, deal, weights[1 - player]);
    const Numbers& own = weights[player];
    return std::inner_product(own.begin(), own.end(), worths.begin(), 0.0) / std::inner_product(own.begin(), own.end(), met.begin(), 0.0);
}

Numbers Exact::after(int player, const Deal& deal, Child child, int actor, const Numbers& reach, bool best) const {
    if (child.kind != Child::fold) return worth(player, deal, child, reach, best);
    const Payoff& payoff = game_.question().payoffs[child.number];
    return fold(player, deal, reach, actor == player ? -payoff.loss : payoff.win);
}

Numbers Exact::worth(int player, const Deal& deal, Child child, const Numbers& reach, bool best) const {
    switch (child.kind) {
        case Child::node: return node(player, deal, child.number, reach, best);
        case Child::showdown: return showdown(player, deal, reach, game_.question().payoffs[child.number]);
        case Child::street:
            return next_cards(player, deal, reach, [&](const Deal& next, const Numbers& there) {
                return worth(player, next, game_.streets()[next.street].entries[child.number], there, best);
            });
        default: return {};  // who folds is known where it is done
    }
}

Numbers Exact::meetings(int player, const Deal& deal, const Numbers& reach) const { return fold(player, deal, reach, 1); }

Numbers Exact::showdowns(int player, const Deal& deal, const Numbers& reach) const {
    if (game_.is_river(deal.street)) return showdown(player, deal, reach, {1, 1, 0});
    return next_cards(player, deal, reach, [&](const Deal& next, const Numbers& there) { return showdowns(player, next, there); });
}

Numbers Exact::fold(int player, const Deal& deal, const Numbers& reach, double paid) const {
    ByCard met;
    const auto& own = game_.hands(player);
    const auto& others = game_.hands(1 - player);
    for (std::size_t other = 0; other < others.size(); ++other)
        if (!(others[other].cards() & deal.cards)) met.add(others[other], reach[other]);
    Numbers found(own.size());
    for (std::size_t hand = 0; hand < own.size(); ++hand) {
        if (own[hand].cards() & deal.cards) continue;
        const std::uint16_t same = game_.same_hand(player, hand);
        found[hand] = paid * (met.without(own[hand]) + (same == Game::none ? 0 : reach[same]));
    }
    return found;
}

Numbers Exact::showdown(int player, const Deal& deal, const Numbers& reach, const Payoff& payoff) const {
    const auto& hands = game_.hands(player);
    const auto& other_hands = game_.hands(1 - player);
    const Order &own = orders_[player][deal.index], &others = orders_[1 - player][deal.index];
    Numbers found = payoff.tie == 0 ? Numbers(hands.size()) : fold(player, deal, reach, payoff.tie);
    ByCard weaker;
    std::size_t place = 0;
    for (const std::uint16_t hand : own.hands) {
        for (; place < others.hands.size() && others.strengths[others.hands[place]] < own.strengths[hand]; ++place)
            weaker.add(other_hands[others.hands[place]], reach[others.hands[place]]);
        found[hand] += (payoff.win - payoff.tie) * weaker.without(hands[hand]);
    }
    ByCard stronger;
    place = others.hands.size();
    for (const std::uint16_t hand : std::views::reverse(own.hands)) {
        for (; place > 0 && others.strengths[others.hands[place - 1]] > own.strengths[hand]; --place)
            stronger.add(other_hands[others.hands[place - 1]], reach[others.hands[place - 1]]);
        found[hand] -= (payoff.loss + payoff.tie) * stronger.without(hands[hand]);
    }
    return found;
}

Numbers Exact::node(int player, const Deal& deal, std::size_t number, const Numbers& reach, bool best) const {
    const Node& acting = game_.streets()[deal.street].nodes[number];
    const bool own = acting.player == player, chooses = own && best && !strategy_.locked(deal, number);
    const std::size_t hands = game_.hands(acting.player).size();
    const Numbers chances = chooses ? Numbers() : strategy_.chances(deal, number);
    Numbers found(game_.hands(player).size());
    Numbers part = reach;
    for (std::size_t action = 0; action < acting.children.size(); ++action) {
        const Child child = acting.children[action];
        const double* const chance = chances.data() + action * hands;
        if (!own)
            for (std::size_t hand = 0; hand < hands; ++hand) part[hand] = reach[hand] * chance[hand];
        const Numbers worths = after(player, deal, child, acting.player, part, best);
        for (std::size_t hand = 0; hand < found.size(); ++hand) {
            if (chooses) found[hand] = action == 0 ? worths[hand] : std::max(found[hand], worths[hand]);
            else found[hand] += own ? chance[hand] * worths[hand] : worths[hand];
        }
    }
    return found;
}

// What `below` gives of each card that may come, and of all that are like it.
template <typename Below>
Numbers Exact::next_cards(int player, const Deal& deal, const Numbers& reach, Below below) const {
    const auto of_card = [&](const Deal::Next& next) {
        const Deal& there = game_.deals()[next.deal];
        Numbers sum(game_.hands(player).size());
        for (const std::size_t place : next.renamings) {
            const Renaming& renaming = game_.renamings()[deal.group[place]];
            Numbers renamed(reach.size());
            for (std::size_t hand = 0; hand < reach.size(); ++hand) renamed[hand] = reach[renaming.hands[1 - player][hand]];
            const Numbers worths = below(there, renamed);
            for (std::size_t hand = 0; hand < worths.size(); ++hand)
                if (!(game_.hands(player)[hand].cards() & there.cards)) sum[renaming.hands[player][hand]] += worths[hand];
        }
        return sum;
    };
    std::vector<Numbers> by_card(deal.next.size());
    if (deal.street > 0) {
        for (std::size_t number = 0; number < by_card.size(); ++number) by_card[number] = of_card(deal.next[number]);
    } else {
        std::atomic<std::size_t> begun = 0;
        in_threads(std::min(static_cast<std::size_t>(threads_), by_card.size()), [&](std::size_t) {
            for (std::size_t number; (number = begun.fetch_add(1, std::memory_order_relaxed)) < by_card.size();) {
                jobs::check();
                by_card[number] = of_card(deal.next[number]);
            }
        });
    }
    Numbers found(game_.hands(player).size());
    for (const Numbers& numbers : by_card)
        for (std::size_t hand = 0; hand < found.size(); ++hand) found[hand] += game_.chance(deal) * numbers[hand];
    return found;
}

}  // namespace fivecard::postflop
