#include "src/postflop/position.hpp"

#include <algorithm>

namespace fivecard::postflop {

Position::Position(const Game& game, const Exact& exact)
    : game_(game), exact_(exact), deal_(&game.deals()[0]), at_(game.streets()[0].entries[0]) {
    for (const int player : {0, 1})
        for (std::size_t hand = 0; hand < game.hands(player).size(); ++hand) {
            reach_[player].push_back(static_cast<double>(game.hands(player)[hand].weight));
            names_[player].push_back(static_cast<std::uint16_t>(hand));
        }
}

bool Position::act(std::size_t action) {
    const Node* const acting = node();
    if (!acting || action >= acting->children.size()) return false;
    const Numbers chances = exact_.chances(*deal_, at_.number);
    Numbers& reach = reach_[acting->player];
    for (std::size_t hand = 0; hand < reach.size(); ++hand) reach[hand] *= chances[action * reach.size() + hand];
    at_ = acting->children[action];
    return true;
}

bool Position::deal(CardId card) {
    if (!awaits_card() || card >= card_count) return false;
    const auto suit = std::ranges::find(suits_, card % suit_count) - suits_.begin();
    const auto unnamed = static_cast<CardId>(card / suit_count * suit_count + suit);
    for (const Deal::Next& next : deal_->next)
        for (const std::size_t place : next.renamings) {
            const Renaming& renaming = game_.renamings()[deal_->group[place]];
            if (renaming(next.card) != unnamed) continue;
            auto suits = suits_;
            for (int each = 0; each < suit_count; ++each) suits[each] = suits_[renaming.suits[each]];
            suits_ = suits;
            const Deal& there = game_.deals()[next.deal];
            for (const int player : {0, 1}) {
                const Numbers reach = reach_[player];
                const auto names = names_[player];
                for (std::size_t hand = 0; hand < reach.size(); ++hand) {
                    const std::uint16_t renamed = renaming.hands[player][hand];
                    reach_[player][hand] = game_.hands(player)[hand].cards() & there.cards ? 0 : reach[renamed];
                    names_[player][hand] = names[renamed];
                }
            }
            at_ = game_.streets()[there.street].entries[at_.number];
            deal_ = &there;
            return true;
        }
    return false;
}

std::vector<std::vector<CardId>> Position::next_cards() const {
    std::vector<std::vector<CardId>> found;
    if (!awaits_card()) return found;
    for (const Deal::Next& next : deal_->next) {
        auto& alike = found.emplace_back();
        for (const std::size_t place : next.renamings) {
            const CardId unnamed = game_.renamings()[deal_->group[place]](next.card);
            alike.push_back(static_cast<CardId>(unnamed / suit_count * suit_count + suits_[unnamed % suit_count]));
        }
    }
    return found;
}

Numbers Position::named(int player, const Numbers& numbers) const {
    Numbers found(numbers.size());
    for (std::size_t hand = 0; hand < numbers.size(); ++hand) found[names_[player][hand]] = numbers[hand];
    return found;
}

Numbers Position::named_rows(int player, const Numbers& numbers) const {
    const std::size_t hands = names_[player].size();
    Numbers found(numbers.size());
    for (std::size_t at = 0; at < numbers.size(); ++at) found[at / hands * hands + names_[player][at % hands]] = numbers[at];
    return found;
}

Numbers Position::meetings(int player) const { return named(player, exact_.meetings(player, *deal_, reach_[1 - player])); }

Numbers Position::values(int player, bool best) const { return named(player, exact_.worth(player, *deal_, at_, reach_[1 - player], best)); }

Numbers Position::showdowns(int player) const { return named(player, exact_.showdowns(player, *deal_, reach_[1 - player])); }

Numbers Position::chances() const { return named_rows(node()->player, exact_.chances(*deal_, at_.number)); }

Numbers Position::action_values() const {
    const int player = node()->player;
    Numbers found;
    for (const Child child : node()->children) {
        const Numbers worths = exact_.after(player, *deal_, child, player, reach_[1 - player]);
        found.insert(found.end(), worths.begin(), worths.end());
    }
    return named_rows(player, found);
}

}  // namespace fivecard::postflop
