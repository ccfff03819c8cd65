#include "src/limit_draw/deals.hpp"

#include "src/jobs/job.hpp"

#include <algorithm>
#include <stdexcept>

namespace fivecard::limit_draw {
namespace {

// A number from 0 to 1, and what it chooses.
template <std::size_t Size>
int chosen(const std::array<float, Size>& chances, RandomStream& random) {
    float left = static_cast<float>(random.bits() >> 40) * 0x1p-24f;
    for (std::size_t i = 0; i + 1 < Size; ++i)
        if ((left -= chances[i]) < 0) return static_cast<int>(i);
    for (std::size_t i = Size; i-- > 0;)  // rounding is no reason to do what is never done
        if (chances[i] > 0) return static_cast<int>(i);
    return 0;
}

// What a hand is for players, and what it is worth.
struct KnownHand {
    std::size_t kind, group;
    Strength strength;
    const HandOrder* order;
    HandCards cards;  // lowest first

    KnownHand(const Abstraction& all, HandCards hand) : cards(hand) {
        std::sort(cards.begin(), cards.begin() + all.hand);
        const std::size_t number = odds::colex(cards.data(), all.hand);
        kind = all.kind[number];
        group = all.group[number];
        strength = all.strength[number];
        order = &orders()[all.order[number]];
    }
};

// 1 if one hand beats another, -1 if it is beaten.
int against(const KnownHand& one, const KnownHand& other) { return (one.strength > other.strength) - (one.strength < other.strength); }

// Two hands, and what each would draw.
struct Dealt {
    std::array<KnownHand, 2> hands;
    std::array<HandCards, 2> next;

    // The hand after a draw.
    KnownHand after(const Abstraction& cards, const Layout& layout, int player, std::size_t hold) const {
        const KnownHand& hand = hands[player];
        if (!layout.holds[hold].drawn) return hand;
        HandCards made{};
        std::size_t size = 0;
        for (int place = 0; place < cards.hand; ++place)
            if (layout.holds[hold].places >> place & 1) made[size++] = hand.cards[(*hand.order)[place]];
        for (std::size_t i = 0; size < static_cast<std::size_t>(cards.hand); ++i) made[size++] = next[player][i];
        return KnownHand(cards, made);
    }
};

// Shuffles the top of what is left of a deck, as far as it is needed.
void shuffle(std::vector<CardId>& deck, std::size_t count, RandomStream& random) {
    for (std::size_t i = 0; i < count; ++i) std::swap(deck[i], deck[i + random.below(deck.size() - i)]);
}

// What a dealt hand is worth to a player, whatever chance both leave to it being counted out.
struct Expected {
    const Abstraction& cards;
    const Layout& layout;
    const Strategy& strategy;
    const Dealt& dealt;
    int player;

    double end(const Fold& fold, double before) const { return (before + fold.paid) * (fold.loser == player ? -1 : 1); }

    double first_child(Child child) const {
        if (child.kind == Child::node) return first(static_cast<std::size_t>(child.number));
        if (child.kind == Child::fold) return end(layout.first.folds[child.number], 0);
        return drawing(static_cast<std::size_t>(child.number));
    }
    double first(std::size_t number) const {
        const Node& node = layout.first.nodes[number];
        const auto chances = strategy.first(dealt.hands[node.player].kind, number);
        double value = 0;
        for (int action = 0; action < node.actions; ++action)
            if (chances[action] > 0) value += chances[action] * first_child(node.children[action]);
        return value;
    }

    double drawing(std::size_t call) const {
        const auto draw = strategy.draw(0, dealt.hands[0].kind, call);
        double value = 0;
        for (std::size_t i = 0; i < draw.hold.size(); ++i)
            if (draw.chance[i] > 0) value += draw.chance[i] * answer(call, draw.hold[i]);
        return value;
    }
    // Player 1 draws after this hold of player 0.
    double answer(std::size_t call, std::size_t hold) const {
        const auto drawn = static_cast<std::size_t>(layout.holds[hold].drawn);
        const auto draw = strategy.draw(1, dealt.hands[1].kind, call * static_cast<std::size_t>(layout.draws) + drawn);
        double value = 0;
        for (std::size_t i = 0; i < draw.hold.size(); ++i)
            if (draw.chance[i] > 0) value += draw.chance[i] * second(call, {hold, draw.hold[i]});
        return value;
    }
    double second(std::size_t call, std::array<std::size_t, 2> holds) const {
        const std::array<KnownHand, 2> shown = {dealt.after(cards, layout, 0, holds[0]), dealt.after(cards, layout, 1, holds[1])};
        return second_node(call, layout.path(call, layout.holds[holds[0]].drawn, layout.holds[holds[1]].drawn), shown, 0);
    }

    double second_child(std::size_t call, std::size_t path, const std::array<KnownHand, 2>& shown, Child child) const {
        if (child.kind == Child::node) return second_node(call, path, shown, static_cast<std::size_t>(child.number));
        const double before = layout.first.calls[call];
        if (child.kind == Child::fold) return end(layout.second.folds[child.number], before);
        return (before + layout.second.calls[child.number]) * against(shown[player], shown[1 - player]);
    }
    double second_node(std::size_t call, std::size_t path, const std::array<KnownHand, 2>& shown, std::size_t number) const {
        const Node& node = layout.second.nodes[number];
        const auto chances = strategy.second(path, number, shown[node.player].group);
        double value = 0;
        for (int action = 0; action < node.actions; ++action)
            if (chances[action] > 0) value += chances[action] * second_child(call, path, shown, node.children[action]);
        return value;
    }
};

// Follows actions through a tree; what has been paid at the end of them by `player`.
struct Followed {
    Child at{Child::node, 0};
    std::array<double, 2> paid;

    Followed(const Tree& tree, const std::vector<int>& actions, std::array<double, 2> posted, double bet) : paid(posted) {
        for (const int action : actions) {
            if (at.kind != Child::node) throw std::invalid_argument("the betting is over before the last action");
            const Node& node = tree.nodes[at.number];
            if (action < 0 || action >= node.actions) throw std::invalid_argument("there is no such action here");
            const bool raises = action == node.actions - 1 && node.actions == (node.facing ? 3 : 2);
            if (!node.facing || action) paid[node.player] = std::max(paid[0], paid[1]) + (raises ? bet : 0);
            at = node.children[action];
        }
    }
};

// Whether a player slips this time, and does anything.
bool slips(float often, RandomStream& random) { return often > 0 && static_cast<float>(random.bits() >> 40) * 0x1p-24f < often; }

// Whether a player does what was done in a round, by chance.
template <typename Chances>
bool does(const Tree& tree, const std::vector<int>& actions, int player, float slip, Chances chances, RandomStream& random) {
    int number = 0;
    for (const int action : actions) {
        const Node& node = tree.nodes[number];
        if (node.player == player) {
            const int does = slips(slip, random) ? static_cast<int>(random.below(static_cast<std::uint64_t>(node.actions)))
                                                 : chosen(chances(static_cast<std::size_t>(number)), random);
            if (does != action) return false;
        }
        number = node.children[action].number;
    }
    return true;
}

}  // namespace

ChoiceValues Deals::worth(const Spot& spot, std::size_t deals, std::size_t tries, float slip, std::uint64_t seed) const {
    const auto size = static_cast<std::size_t>(cards_.hand);
    if ((spot.player != 0 && spot.player != 1) || spot.cards.size() != size || spot.drawn.size() > 2)
        throw std::invalid_argument("there is no such spot");
    const int player = spot.player, other = 1 - player;
    std::vector<bool> known(static_cast<std::size_t>(cards_.deck));
    for (const auto* some : {&spot.cards, &spot.thrown})
        for (const CardId card : *some) {
            if (card >= cards_.deck || known[card]) throw std::invalid_argument("the cards are not different cards of the deck");
            known[card] = true;
        }
    for (const int drawn : spot.drawn)
        if (drawn < 0 || drawn >= layout_.draws) throw std::invalid_argument("nobody may draw as many cards");
    const Followed before(layout_.first, spot.first, stakes_.posted, stakes_.bet[0]);
    const bool betting = before.at.kind == Child::node, drawing = before.at.kind == Child::call && spot.drawn.size() < 2;
    const Followed after(layout_.second, spot.second, before.paid, stakes_.bet[1]);
    const bool in_turn = drawing ? static_cast<int>(spot.drawn.size()) == player
                                 : (betting ? layout_.first.nodes[before.at.number]
                                            : layout_.second.nodes[after.at.kind == Child::node ? after.at.number : 0])
                                           .player == player;
    if (before.at.kind == Child::fold || after.at.kind != Child::node || (betting && !spot.drawn.empty()) ||
        ((betting || drawing) && !spot.second.empty()) || !in_turn)
        throw std::invalid_argument("this player does not have to decide there");
    if (!spot.thrown.empty() && (betting || drawing || static_cast<int>(spot.thrown.size()) != spot.drawn[player]))
        throw std::invalid_argument("as many cards were thrown away as were drawn");

    std::vector<CardId> deck;
    for (int card = 0; card < cards_.deck; ++card)
        if (!known[card]) deck.push_back(static_cast<CardId>(card));
    if (deck.size() < size + 2 * (static_cast<std::size_t>(layout_.draws) - 1)) throw std::invalid_argument("there are too few cards left");
    HandCards own{};
    std::copy(spot.cards.begin(), spot.cards.end(), own.begin());
    const KnownHand mine(cards_, own);
    const auto call = static_cast<std::size_t>(before.at.number);
    const double paid = after.paid[player];
    const std::size_t draws = static_cast<std::size_t>(layout_.draws) - 1;

    ChoiceValues found;
    const Node* node = drawing ? nullptr : betting ? &layout_.first.nodes[before.at.number] : &layout_.second.nodes[after.at.number];
    found.choices = node ? static_cast<std::size_t>(node->actions) : layout_.holds.size();
    for (; found.tried < tries && found.values.size() < deals * found.choices; ++found.tried) {
        if (found.tried % 64 == 0) jobs::check();
        RandomStream random(seed, found.tried);
        shuffle(deck, size, random);
        HandCards theirs{};
        std::copy_n(deck.begin(), size, theirs.begin());
        const KnownHand their_hand(cards_, theirs);
        if (!does(
                layout_.first, spot.first, other, slip, [&](std::size_t number) { return strategy_.first(their_hand.kind, number); },
                random))
            continue;
        std::size_t their_hold = 0;
        if (static_cast<int>(spot.drawn.size()) > other) {
            const std::size_t lane =
                other ? call * static_cast<std::size_t>(layout_.draws) + static_cast<std::size_t>(spot.drawn[0]) : call;
            const auto draw = strategy_.draw(other, their_hand.kind, lane);
            their_hold = slips(slip, random) ? random.below(layout_.holds.size()) : draw.hold[chosen(draw.chance, random)];
            if (layout_.holds[their_hold].drawn != spot.drawn[other]) continue;
        }
        for (std::size_t i = size; i < size + 2 * draws; ++i) std::swap(deck[i], deck[i + random.below(deck.size() - i)]);
        Dealt dealt{{mine, mine}, {}};
        dealt.hands[other] = their_hand;
        for (const int who : {0, 1})
            std::copy_n(deck.begin() + static_cast<std::ptrdiff_t>(size + static_cast<std::size_t>(who) * draws), draws,
                        dealt.next[who].begin());
        const Expected expected{cards_, layout_, strategy_, dealt, player};
        const auto add = [&](double value) { found.values.push_back(static_cast<float>(value + paid)); };
        if (betting) {
            for (int action = 0; action < node->actions; ++action) add(expected.first_child(node->children[action]));
        } else if (drawing) {
            for (std::size_t hold = 0; hold < layout_.holds.size(); ++hold)
                add(player ? expected.second(call, {their_hold, hold}) : expected.answer(call, hold));
        } else {
            std::array<KnownHand, 2> shown = {mine, mine};
            shown[other] = dealt.after(cards_, layout_, other, their_hold);
            const std::size_t path = layout_.path(call, spot.drawn[0], spot.drawn[1]);
            if (!does(
                    layout_.second, spot.second, other, slip,
                    [&](std::size_t number) { return strategy_.second(path, number, shown[other].group); }, random))
                continue;
            for (int action = 0; action < node->actions; ++action) add(expected.second_child(call, path, shown, node->children[action]));
        }
    }
    return found;
}

Played Deals::play(std::uint64_t seed, std::uint64_t number) const {
    RandomStream random(seed, number);
    const auto size = static_cast<std::size_t>(cards_.hand);
    std::vector<CardId> deck(static_cast<std::size_t>(cards_.deck));
    for (std::size_t i = 0; i < deck.size(); ++i) deck[i] = static_cast<CardId>(i);
    shuffle(deck, std::min(deck.size(), 4 * size), random);
    Played played{};
    std::copy_n(deck.begin(), std::min(deck.size(), 4 * size), played.cards.begin());
    std::array<HandCards, 4> four{};
    for (std::size_t i = 0; i < four.size(); ++i)
        for (std::size_t card = 0; card < size && i * size + card < deck.size(); ++card) four[i][card] = deck[i * size + card];
    const Dealt dealt{{KnownHand(cards_, four[0]), KnownHand(cards_, four[1])}, {four[2], four[3]}};
    for (auto& moves : played.moves) moves.fill(-1);
    played.kept.fill(static_cast<std::uint8_t>((1 << cards_.hand) - 1));

    const auto bet = [&](const Tree& tree, int round, auto chances) {
        Child at{Child::node, 0};
        for (std::size_t move = 0; at.kind == Child::node; ++move) {
            const Node& node = tree.nodes[at.number];
            const int action = chosen(chances(static_cast<std::size_t>(at.number), node.player), random);
            played.moves[round][move] = static_cast<std::int8_t>(action);
            at = node.children[action];
        }
        return at;
    };
    const auto lost = [](const Fold& fold, double before) { return (before + fold.paid) * (fold.loser ? 1 : -1); };
    const Child first =
        bet(layout_.first, 0, [&](std::size_t node, int player) { return strategy_.first(dealt.hands[player].kind, node); });
    if (first.kind == Child::fold) {
        played.won = lost(layout_.first.folds[first.number], 0);
        return played;
    }
    const auto call = static_cast<std::size_t>(first.number);
    std::array<std::size_t, 2> holds{};
    std::array<KnownHand, 2> shown = dealt.hands;
    for (const int player : {0, 1}) {
        const std::size_t lane =
            player ? call * static_cast<std::size_t>(layout_.draws) + static_cast<std::size_t>(layout_.holds[holds[0]].drawn) : call;
        const KnownHand& hand = dealt.hands[player];
        const auto draw = strategy_.draw(player, hand.kind, lane);
        holds[player] = draw.hold[chosen(draw.chance, random)];
        shown[player] = dealt.after(cards_, layout_, player, holds[player]);
        played.kept[player] = 0;
        for (std::size_t place = 0; place < size; ++place)
            if (layout_.holds[holds[player]].places >> place & 1) {
                const CardId card = hand.cards[(*hand.order)[place]];
                played.kept[player] |= static_cast<std::uint8_t>(
                    1 << (std::find(four[player].begin(), four[player].begin() + cards_.hand, card) - four[player].begin()));
            }
    }
    const std::size_t path = layout_.path(call, layout_.holds[holds[0]].drawn, layout_.holds[holds[1]].drawn);
    const Child second =
        bet(layout_.second, 1, [&](std::size_t node, int player) { return strategy_.second(path, node, shown[player].group); });
    const double before = layout_.first.calls[call];
    if (second.kind == Child::fold) played.won = lost(layout_.second.folds[second.number], before);
    else played.won = (before + layout_.second.calls[second.number]) * against(shown[0], shown[1]);
    return played;
}

}  // namespace fivecard::limit_draw
