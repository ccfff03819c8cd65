// One hand, for up to as many players as there can be, played by anybody: what is not allowed does nothing.
#pragma once

#include "src/engine/play.hpp"

#include <span>

namespace fivecard::engine {

class Table {
public:
    explicit Table(Rules rules) : rules_(std::move(rules)) { state_.is_over = true; }

    const Rules& rules() const { return rules_; }
    const State<most_seats>& state() const { return state_; }

    // Begins a hand with a whole deck; `reserve` is, by card, its place among the discards that come back.
    void deal(const ByPosition& stacks, std::span<const CardId> deck, std::span<const std::uint8_t, card_count> reserve) {
        std::ranges::copy(deck, state_.deck);
        std::ranges::copy(reserve, state_.reserve);
        start(rules_, state_, stacks.data());
    }

    bool is_draw() const { return !state_.is_over && rules_.streets[state_.street].kind == Street::Kind::draw; }

    // On a street of bets.
    Legal legal() const {
        Legal now;
        find_legal(rules_, state_, now);
        return now;
    }

    // Whether it was allowed, and is done.
    bool bet(Bet what, Chips to) {
        if (state_.is_over || is_draw()) return false;
        const Legal now = legal();
        if ((what == Bet::fold && !now.fold) || (what == Bet::raise && !now.allows(to))) return false;
        engine::bet(rules_, state_, now, what, to);
        return true;
    }

    // The cards in these places of the hand, in this order.
    bool discard(std::span<const std::uint8_t> places) {
        unsigned bits = 0;
        for (const std::uint8_t place : places) {
            if (place >= most_hole || bits >> place & 1) return false;
            bits |= 1u << place;
        }
        if (!is_draw() || !may_discard(rules_, state_, bits)) return false;
        draw(rules_, state_, places.data(), static_cast<int>(places.size()));
        return true;
    }

private:
    Rules rules_;
    State<most_seats> state_{};
};

}  // namespace fivecard::engine
