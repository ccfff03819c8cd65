// What a table agrees on, as numbers: the streets of a game, its limit, and what is played for. Python states all of it
// (src/fivecard/engine/rules.py, stakes.py) and hands it over; there is no list of games here.
#pragma once

#include <fivecard/omaha_low.hpp>
#include <fivecard/omaha.hpp>

#include "src/game.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fivecard::engine {

using Chips = std::int32_t;
using Seats = std::uint32_t;  // a set of seats: bit s is seat s

inline constexpr int most_seats = 10, most_streets = 32, most_hole = 7, most_board = 5, most_draws = 4;

// Of all seats together, and of every amount that is agreed on: twice as many are a number still.
inline constexpr Chips most_chips = 1 << 29;

// What stands where there is no card.
inline constexpr CardId no_card = 255;

enum class Limit : std::uint8_t { fixed, pot, none };

struct Street {
    enum class Kind : std::uint8_t { post, deal_hole, deal_board, bets, draw, showdown };
    enum class Opening : std::uint8_t { position, low_card, high_card, high_hand, low_hand };

    Kind kind = Kind::post;
    std::uint8_t cards = 0;  // dealt to everybody, or laid on the table; in a draw, those of a hand
    bool up = false;
    bool big = false, open_pair = false;
    Opening opening = Opening::position;
    Strength opening_strength = 0;
    Chips cap = 0;  // bets in a round of fixed limit
    std::uint8_t most_discards = 0;
    bool four_with_ace = false;

    // Found by `prepare`.
    Chips bet = 0;        // of fixed limit; elsewhere the smallest
    Chips full_bet = 0;   // the least that a full bet or raise adds, without fixed limit
    std::uint8_t draw_number = 0;
};

// The house's part of each pot.
struct Rake {
    Chips numerator = 0, denominator = 1;  // nothing, if the first is 0
    std::optional<Chips> cap;
    bool no_flop_no_drop = true;

    Chips of(Chips pot, Chips taken = 0) const {
        const Chips part = static_cast<Chips>(std::int64_t{pot} * numerator / denominator);
        return cap && *cap - taken < part ? *cap - taken : part;
    }
};

using ByPosition = std::array<Chips, most_seats>;

// Seats are positions: 0 is left of the button, the last has the button. All amounts are listed by seat.
struct Rules {
    int players = 0;
    Limit limit = Limit::none;
    std::array<Street, most_streets> streets{};
    std::size_t street_count = 0;
    ByPosition antes{}, dead{}, blinds{}, posted{};  // blinds and straddles, which move the first turn; all that is posted live
    Chips largest_blind = 0, unpaid_blind = 0, bring_in = 0, small_bet = 1, big_bet = 1;
    bool trim_antes = false;
    Rake rake;

    // What is shown down: how many cards of one's own a hand takes (0: any), by which rankings.
    std::vector<std::string> rankings;
    int from_hole = 0, board = 0;
    std::vector<std::array<std::uint8_t, rank_count>> heights;  // by ranking: how high each rank counts
    std::array<std::uint8_t, card_count> held{};                // by card: its place in the order in which hands are held
    bool is_ordered = false;

    // Found by `prepare`.
    int first_bet = -1, hole = 0, draws = 0, deck_size = 0, most_dealt = 0;
    bool has_bring_in = false, may_run_out = false, has_openers = false;
    std::uint8_t up_places = 0;  // the cards of a hand that lie open, as bits
    int first_after_blinds = 0;
    bool is_strict = false;                                     // whether no two cards have the same place in that order
    std::array<CardId, card_count> held_at{};                   // if so, the card in each place
    Chips bets_in_blinds = 0, forced = 0;
    bool has_antes = false;       // or dead blinds: what belongs to the main pot
    bool are_antes_even = false;  // or trimmed: bets alone part the pot
    CardId first_card = 0;
    std::vector<Part> parts;
    const OmahaTable* omaha = nullptr;
    const OmahaLowTable* omaha_low = nullptr;
};

// Finds what follows from what is stated. Gives what is wrong with it, or is not supported here, in words; nothing if all is well.
std::string prepare(Rules& rules);

}  // namespace fivecard::engine
