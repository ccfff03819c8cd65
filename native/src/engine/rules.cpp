#include "src/engine/rules.hpp"

#include "src/batch.hpp"

#include <algorithm>
#include <span>

namespace fivecard::engine {
namespace {

using Kind = Street::Kind;
using Opening = Street::Opening;

bool brings_in(Opening opening) { return opening == Opening::low_card || opening == Opening::high_card; }

std::string wrong_amounts(Rules& rules) {
    const auto wrong = [](Chips amount) { return amount < 0 || amount > most_chips; };
    for (const ByPosition* amounts : {&rules.antes, &rules.dead, &rules.blinds, &rules.posted})
        if (std::ranges::any_of(*amounts, wrong)) return "amounts are 0 to " + std::to_string(most_chips) + " chips";
    for (const Chips amount : {rules.largest_blind, rules.unpaid_blind, rules.bring_in, rules.small_bet, rules.big_bet})
        if (wrong(amount)) return "amounts are 0 to " + std::to_string(most_chips) + " chips";
    if (rules.small_bet < 1 || rules.big_bet < 1) return "bets are above 0";
    if (rules.rake.numerator < 0 || rules.rake.denominator < 1 || rules.rake.numerator >= rules.rake.denominator ||
        wrong(rules.rake.cap.value_or(0)))
        return "the rake is a part of a pot";
    return {};
}

// Counts what everybody holds in the end, and what lies on the table.
std::string read_streets(Rules& rules) {
    int posts = 0;
    for (std::size_t number = 0; number < rules.street_count; ++number) {
        Street& street = rules.streets[number];
        switch (street.kind) {
            case Kind::post:
                if (posts++ || rules.first_bet >= 0) return "antes and blinds are posted once, before the first bets";
                break;
            case Kind::deal_hole:
                if (street.cards < 1 || rules.hole + street.cards > most_hole)
                    return "players hold 1 to " + std::to_string(most_hole) + " cards";
                for (int card = 0; card < street.cards; ++card)
                    rules.up_places |= static_cast<std::uint8_t>(street.up << (rules.hole + card));
                rules.hole += street.cards;
                break;
            case Kind::deal_board:
                if (street.cards < 1 || rules.board + street.cards > most_board)
                    return "a board has up to " + std::to_string(most_board) + " cards";
                rules.board += street.cards;
                break;
            case Kind::bets:
                if (street.cap < 1 || street.cap > most_chips) return "a cap is a number of bets";
                if (rules.first_bet < 0) rules.first_bet = static_cast<int>(number), rules.has_bring_in = brings_in(street.opening);
                rules.has_openers |= street.opening_strength > 0;
                break;
            case Kind::draw:
                if (street.cards != rules.hole) return "a draw is for all cards of a hand";
                if (street.most_discards > street.cards) return "nobody can discard more cards than a hand has";
                if (rules.draws == most_draws) return "there are up to " + std::to_string(most_draws) + " draws";
                street.draw_number = static_cast<std::uint8_t>(rules.draws++);
                break;
            case Kind::showdown:
                if (number + 1 < rules.street_count) return "a game has one showdown";
        }
    }
    if (rules.first_bet < 0) return "a game has bets";
    if (!rules.hole) return "players hold 1 to " + std::to_string(most_hole) + " cards";
    if (rules.bring_in && !rules.has_bring_in) return "there is no bring-in in this game";
    if (rules.draws && rules.up_places) return "there are no draws where cards lie open";
    return {};
}

// Deals the most cards that may be dealt: to everybody, who all discard as many as they may.
std::string count_deck(Rules& rules) {
    int left = rules.deck_size, drawn = 0;
    for (const Street& street : std::span(rules.streets).first(rules.street_count)) {
        const bool deals = street.kind == Kind::deal_hole || street.kind == Kind::deal_board;
        if (deals && left < 0) return "the deck has too few cards";
        if (street.kind == Kind::draw)
            drawn += rules.players * (street.four_with_ace ? std::max<int>(street.most_discards, street.cards - 1) : street.most_discards);
        if (!deals) continue;
        left -= street.kind == Kind::deal_hole ? street.cards * rules.players : street.cards;
        if (left < drawn && drawn) return "the deck has too few cards to deal some after a draw";
        // A last card for everybody that is not there becomes one for all.
        if (left < 0 && (street.kind != Kind::deal_hole || street.cards != 1 || left + rules.players < 1))
            return "the deck has too few cards";
    }
    if (left < 0 && drawn) return "the deck has too few cards";
    rules.may_run_out = left < drawn;
    rules.most_dealt = std::min(rules.deck_size, rules.deck_size - left + drawn);
    return {};
}

std::string find_hands(Rules& rules) {
    if (rules.rankings.size() != rules.heights.size()) return "every ranking has the heights of its ranks";
    const bool together = !rules.from_hole && rules.board;  // a hand is any of all the cards
    const auto game = together ? Game::find(rules.rankings, 1, rules.hole + rules.board, 0, 0)
                               : Game::find(rules.rankings, 1, rules.hole, rules.board, rules.from_hole);
    if (!game) return "its showdown is not one of five to seven cards, of badugi or of Omaha";
    rules.parts = game->parts;
    for (const Part& part : rules.parts) {
        if (part.kind == Part::Kind::omaha) rules.omaha = &omaha_table();
        if (part.kind == Part::Kind::omaha_low) rules.omaha_low = &omaha_low_table();
    }
    rules.first_card = game->first_card();
    rules.deck_size = card_count - rules.first_card;
    if (rules.up_places && std::ranges::any_of(rules.parts, [](const Part& part) { return part.kind != Part::Kind::ranked; }))
        return "where cards lie open, it has to be a showdown of five to seven cards";
    if (rules.has_openers && (rules.hole != smallest_hand || rules.board)) return "openers are hands of five cards";
    return {};
}

void find_order(Rules& rules) {
    CardSet places = 0;
    for (int card = 0; card < card_count; ++card) {
        const std::uint8_t place = rules.held[static_cast<std::size_t>(card)];
        if (place >= card_count) continue;
        places |= CardSet{1} << place;
        rules.held_at[place] = static_cast<CardId>(card);
    }
    rules.is_strict = places == (CardSet{1} << card_count) - 1;
}

void find_amounts(Rules& rules) {
    rules.bets_in_blinds = (rules.largest_blind + rules.small_bet - 1) / rules.small_bet;
    rules.forced = std::max(rules.bring_in, rules.largest_blind);
    const auto any = [](const ByPosition& amounts) { return std::ranges::any_of(amounts, [](Chips amount) { return amount > 0; }); };
    rules.has_antes = any(rules.antes) || any(rules.dead);
    rules.are_antes_even = true;
    for (int seat = 1; seat < rules.players; ++seat)
        rules.are_antes_even &= rules.antes[seat] + rules.dead[seat] == rules.antes[0] + rules.dead[0];
    rules.are_antes_even |= rules.trim_antes;
    for (std::size_t number = 0; number < rules.street_count; ++number) {
        Street& street = rules.streets[number];
        street.bet = street.big ? rules.big_bet : rules.small_bet;
        street.full_bet = static_cast<int>(number) == rules.first_bet ? std::max(street.bet, rules.largest_blind) : street.bet;
    }
    if (!any(rules.blinds)) return;
    int last = 0;
    const int last_blind = rules.players > 2 ? 1 : 0;  // of two, the one without the button has the big blind
    for (int seat = 0; seat < rules.players; ++seat)
        if (rules.blinds[seat] > rules.blinds[last] || (seat == last_blind && rules.blinds[seat] == rules.blinds[0])) last = seat;
    rules.first_after_blinds = (last + 1) % rules.players;
}

}  // namespace

std::string prepare(Rules& rules) {
    if (rules.players < 2 || rules.players > most_seats) return "there are 2 to " + std::to_string(most_seats) + " players";
    if (!rules.street_count || rules.street_count > most_streets || rules.streets[rules.street_count - 1].kind != Kind::showdown)
        return "a game has up to " + std::to_string(most_streets) + " streets, the last of which is the showdown";
    for (const auto find : {wrong_amounts, read_streets, find_hands, count_deck})
        if (std::string wrong = find(rules); !wrong.empty()) return wrong;
    find_order(rules);
    find_amounts(rules);
    return {};
}

}  // namespace fivecard::engine
