#include "src/postflop/game.hpp"

#include "src/jobs/job.hpp"

#include <fivecard/hand.hpp>

#include <algorithm>
#include <bit>
#include <map>

namespace fivecard::postflop {
namespace {

constexpr std::size_t filled_up(std::size_t hands) { return (hands + most_lanes - 1) / most_lanes * most_lanes; }

std::map<CardSet, std::uint16_t> numbered(const std::vector<Hand>& hands) {
    std::map<CardSet, std::uint16_t> numbers;
    for (std::size_t hand = 0; hand < hands.size(); ++hand) numbers[hands[hand].cards()] = static_cast<std::uint16_t>(hand);
    return numbers;
}

}  // namespace

Game::Game(Question question)
    : question_(std::move(question)), deck_(~question_.ranking->outside()), deck_size_(std::popcount(deck_)),
      rows_{filled_up(question_.hands[0].size()), filled_up(question_.hands[1].size())}, by_street_(question_.streets.size()) {
    find_same_hands();
    find_renamings();
    std::vector<std::size_t> all(renamings_.size());
    for (std::size_t number = 0; number < all.size(); ++number) all[number] = number;
    add_deal(0, question_.board, std::move(all));
    place_nodes();
}

void Game::find_same_hands() {
    for (const int player : {0, 1}) {
        const auto others = numbered(hands(1 - player));
        for (const Hand& hand : hands(player)) {
            const auto found = others.find(hand.cards());
            same_[player].push_back(found == others.end() ? none : found->second);
        }
    }
}

// The renaming of suits, if it leaves the question as it is.
std::optional<Renaming> Game::renaming(std::array<int, suit_count> suits) const {
    Renaming found{suits, {}, 0};
    CardSet before = 0, after = 0;
    for (std::size_t place = 0; place < question_.board.size(); ++place) {
        const CardId card = question_.board[place];
        if (place >= 3 && found(card) != card) return std::nullopt;  // the cards of the flop came together
        before |= CardSet{1} << card;
        after |= CardSet{1} << found(card);
    }
    if (before != after) return std::nullopt;
    for (const int player : {0, 1}) {
        const auto numbers = numbered(hands(player));
        for (const Hand& hand : hands(player)) {
            const auto other = numbers.find(CardSet{1} << found(hand.low) | CardSet{1} << found(hand.high));
            if (other == numbers.end() || hands(player)[other->second].weight != hand.weight) return std::nullopt;
            found.hands[player].push_back(other->second);
        }
    }
    if (!keeps_locks(found)) return std::nullopt;
    return found;
}

bool Game::keeps_locks(const Renaming& renaming) const {
    return std::ranges::all_of(question_.locks, [&](const Lock& lock) {
        if (std::ranges::any_of(lock.cards, [&](CardId card) { return renaming(card) != card; })) return false;
        const Node& node = streets()[lock.street].nodes[lock.node];
        const auto& renamed = renaming.hands[node.player];
        for (std::size_t action = 0; action < node.children.size(); ++action) {
            const float* const chances = lock.chances.data() + action * renamed.size();
            for (std::size_t hand = 0; hand < renamed.size(); ++hand)
                if (chances[hand] != chances[renamed[hand]]) return false;
        }
        return true;
    });
}

void Game::find_renamings() {
    std::array<int, suit_count> suits = {0, 1, 2, 3};
    do
        if (auto found = renaming(suits)) renamings_.push_back(std::move(*found));
    while (question_.merge_suits && std::ranges::next_permutation(suits).found);
    for (Renaming& renaming : renamings_) {
        std::array<int, suit_count> back{};
        for (int suit = 0; suit < suit_count; ++suit) back[renaming.suits[suit]] = suit;
        const auto inverse = std::ranges::find(renamings_, back, &Renaming::suits);
        renaming.inverse = static_cast<std::size_t>(inverse - renamings_.begin());
    }
}

std::size_t Game::add_deal(std::size_t street, std::vector<CardId> board, std::vector<std::size_t> group) {
    const std::size_t index = deals_.size();
    Deal deal{street, by_street_[street].size(), index, std::move(board), 0, std::move(group), {}};
    for (const CardId card : deal.board) deal.cards |= CardSet{1} << card;
    by_street_[street].push_back(index);
    deals_.push_back(deal);
    if (is_river(street)) return index;
    CardSet left = deck_ & ~deal.cards;
    while (left) {
        const auto card = static_cast<CardId>(lowest_bit(left));
        Deal::Next next{0, card, {}};
        std::vector<std::size_t> unmoved;
        for (std::size_t place = 0; place < deal.group.size(); ++place) {
            const CardId renamed = renamings_[deal.group[place]](card);
            if (renamed == card) unmoved.push_back(deal.group[place]);
            if (left >> renamed & 1) next.renamings.push_back(place);
            left &= ~(CardSet{1} << renamed);
        }
        std::vector<CardId> longer = deal.board;
        longer.push_back(card);
        next.deal = add_deal(street + 1, std::move(longer), std::move(unmoved));
        deals_[index].next.push_back(std::move(next));
    }
    return index;
}

void Game::place_nodes() {
    for (std::size_t street = 0; street < streets().size(); ++street) {
        std::array<Place, 2> size{};
        places_.emplace_back();
        for (const Node& node : streets()[street].nodes) {
            Place& next = size[static_cast<std::size_t>(node.player)];
            places_.back().push_back(next);
            ++next.node;
            next.row += node.children.size();
        }
        sizes_.push_back(size);
        before_.push_back(totals_);
        for (std::size_t player = 0; player < 2; ++player) {
            totals_[player].node += size[player].node * by_street_[street].size();
            totals_[player].row += size[player].row * by_street_[street].size();
        }
    }
}

Strength strength_on(const Game& game, const Deal& deal, const Hand& hand) {
    int size = 0;
    return fivecard::Hand::of_set(deal.cards | hand.cards(), size).strength<7>(*game.question().ranking);
}

MatchupLists::MatchupLists(const Game& game, const Deal& deal, int player) : hands_(game.row(player)), others_(game.row(1 - player)) {
    const bool complete = game.is_river(deal.street);
    const auto& own = game.hands(player);
    const auto& others = game.hands(1 - player);
    std::vector<Strength> strengths(others.size());
    for (std::size_t other = 0; other < others.size(); ++other) {
        if (others[other].cards() & deal.cards) continue;
        order_.push_back(static_cast<std::uint16_t>(other));
        if (complete) strengths[other] = strength_on(game, deal, others[other]);
    }
    std::ranges::stable_sort(order_, {}, [&](std::uint16_t other) { return strengths[other]; });
    std::vector<Strength> all;
    std::array<std::vector<Strength>, card_count> with_card;
    for (const std::uint16_t other : order_) all.push_back(strengths[other]);
    for (std::size_t card = 0; card < card_count; ++card) {
        card_start_[card] = static_cast<std::uint16_t>(by_card_.size());
        for (const std::uint16_t other : order_)
            if (others[other].low == card || others[other].high == card) {
                by_card_.push_back(other);
                with_card[card].push_back(strengths[other]);
            }
    }
    card_start_[card_count] = static_cast<std::uint16_t>(by_card_.size());
    for (std::size_t hand = 0; hand < hands_; ++hand) {
        if (hand >= own.size() || own[hand].cards() & deal.cards) {
            blocked_.push_back(static_cast<std::uint16_t>(hand));
            continue;
        }
        const Strength strength = complete ? strength_on(game, deal, own[hand]) : Strength{0};
        const auto below = [&](const std::vector<Strength>& sorted) { return std::ranges::lower_bound(sorted, strength) - sorted.begin(); };
        const auto up_to = [&](const std::vector<Strength>& sorted) { return std::ranges::upper_bound(sorted, strength) - sorted.begin(); };
        // Each card's list begins with a sum of its own: so places are shifted by one for every card before.
        const auto start = [&](CardId card) { return card_start_[card] + std::ptrdiff_t{card}; };
        const auto place = [](std::ptrdiff_t number) { return static_cast<std::uint16_t>(number); };
        const CardId low = own[hand].low, high = own[hand].high;
        const std::uint16_t same = game.same_hand(player, hand);
        contests_.push_back({.hand = static_cast<std::uint16_t>(hand),
                             .below = place(below(all)),
                             .up_to = place(up_to(all)),
                             .first_below = place(start(low) + below(with_card[low])),
                             .first_up_to = place(start(low) + up_to(with_card[low])),
                             .second_below = place(start(high) + below(with_card[high])),
                             .second_up_to = place(start(high) + up_to(with_card[high])),
                             .same = same == Game::none ? static_cast<std::uint16_t>(others_) : same,
                             .first = low,
                             .second = high});
    }
}

Matchup MatchupLists::view() const {
    return {contests_.data(),   contests_.size(), order_.data(),   order_.size(), by_card_.data(),
            card_start_.data(), blocked_.data(),  blocked_.size(), hands_,        others_};
}

double MatchupLists::bytes(const Game& game, int player) {
    return static_cast<double>(sizeof(MatchupLists) + game.row(player) * sizeof(Contest) +
                               game.row(1 - player) * 3 * sizeof(std::uint16_t));
}

}  // namespace fivecard::postflop
