// Hands side by side, stepped together: an action for each, and then what the next seat to act sees of each. A hand that is over
// is followed by the next of its row at once. What a row deals depends on the seed and the row alone, not on the other rows nor
// on the number of threads.
#pragma once

#include "src/engine/observation.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace fivecard::engine {

// An action that cannot be done.
struct BadAction {
    std::size_t row;
    std::int64_t action;
};

class Batch {
public:
    struct Options {
        std::size_t rows = 1;
        std::uint64_t seed = 0;
        int threads = 1;
        ByPosition stacks{};
        std::vector<PotPart> parts;  // the sizes of bets and raises, ascending
    };

    // About how many bytes so many rows take.
    static double bytes(const Rules& rules, std::size_t rows);

    // The rules must be prepared. Gives nothing if all hands would be over before anybody has decided anything.
    static std::unique_ptr<Batch> make(Rules rules, Options options);

    virtual ~Batch() = default;
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    const Layout& layout() const { return layout_; }
    const Options& options() const { return options_; }
    const Rules& rules() const { return rules_; }

    // Where what comes of each step is found, a row for each hand.
    std::span<std::uint8_t> observations() { return observations_; }
    std::span<Chips> rewards() { return rewards_; }    // what each seat has won or lost, where a hand is over
    std::span<std::uint8_t> done() { return done_; }   // whether one is

    std::uint64_t hands() const { return hands_; }     // how many are over

    // Another seed, for the next `reset`.
    void reseed(std::uint64_t seed) { options_.seed = seed; }

    // Begins all hands anew, from the seed on, or with these decks, and orders in which discards come back: of each row the
    // places of all 52 cards in it. The next hands are dealt at random.
    virtual void reset(const CardId* decks = nullptr, const std::uint8_t* reserves = nullptr) = 0;

    // Does one thing in each hand: by the numbers of the actions; or exactly, by chips, -1 being a fold and 0 a check or call. In a
    // draw, an action is the places of the cards that go, as bits. Nothing is done if one of them cannot be, which is thrown. Where
    // `where` is given and 0, a hand waits: its action is not looked at.
    template <typename Number>
    void step(const Number* actions, bool exactly, const std::uint8_t* where = nullptr) {
        take_actions(actions);
        take_waits(where);
        step_taken(exactly);
    }

    // Lets every seat do anything legal at random, so many times.
    virtual void step_randomly(std::size_t steps) = 0;

    // The deck of a row as it was shuffled, and its reserve: by card, the place among the discards that come back.
    virtual std::pair<std::array<CardId, card_count>, std::array<std::uint8_t, card_count>> deal_of(std::size_t row) const = 0;

protected:
    Batch(Rules rules, Options options);

    virtual void step_taken(bool exactly) = 0;

    template <typename Number>
    void take_actions(const Number* actions) {  // others may change them meanwhile
        for (std::size_t row = 0; row < options_.rows; ++row) actions_[row] = static_cast<const volatile Number*>(actions)[row];
    }

    void take_waits(const std::uint8_t* where) {
        some_wait_ = where;
        if (!where) return;
        waits_.resize(options_.rows);
        for (std::size_t row = 0; row < options_.rows; ++row) waits_[row] = !static_cast<const volatile std::uint8_t*>(where)[row];
    }

    const Rules rules_;
    Options options_;
    const Layout layout_;
    std::vector<std::int64_t> actions_;
    std::vector<std::uint8_t> waits_;  // of the step with `where` that is being done
    bool some_wait_ = false;
    std::vector<std::uint8_t> observations_;
    std::vector<Chips> rewards_;
    std::vector<std::uint8_t> done_;
    std::uint64_t hands_ = 0;
};

}  // namespace fivecard::engine
