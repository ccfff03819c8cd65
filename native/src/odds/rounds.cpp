#include "src/odds/rounds.hpp"

#include "src/random.hpp"

#include <algorithm>
#include <bit>

namespace fivecard::odds {
namespace {

constexpr DeckOrder full_deck = [] {
    DeckOrder cards{};
    for (int i = 0; i < card_count; ++i) cards[i] = static_cast<CardId>(i);
    return cards;
}();

// Puts up to six more of the first `size` cards into random order behind the first `mixed`; gives the number that are then.
// All are chosen with one random number: its product with the number of cards left has the choice in its upper half and a
// random number for the next choice in its lower. The few numbers that would make some choices likelier are thrown away.
int mix(DeckOrder& cards, int size, int mixed, RandomStream& random) {
    const int end = std::min(mixed + 6, size);
    std::array<std::uint8_t, 6> choices;
    std::uint64_t ways = 1;
    for (int i = mixed; i < end; ++i) ways *= static_cast<std::uint64_t>(size - i);
    for (std::uint64_t rest = 0, least = 1; rest < least;) {
        rest = random.bits();
        for (int i = mixed; i < end; ++i) {
            const auto product = static_cast<Wide>(rest) * static_cast<unsigned>(size - i);
            choices[i - mixed] = static_cast<std::uint8_t>(product >> 64);
            rest = static_cast<std::uint64_t>(product);
        }
        least = rest < ways ? -ways % ways : 0;
    }
    for (int i = mixed; i < end; ++i) std::swap(cards[i], cards[i + choices[i - mixed]]);
    return end;
}

DeckOrder shuffled(RandomStream random) {
    DeckOrder cards = full_deck;
    for (int mixed = 0; mixed < card_count;) mixed = mix(cards, card_count, mixed, random);
    return cards;
}

// Each round of a seed has two streams of random numbers, so that neither order depends on how far the other is needed.
RandomStream deck_stream(std::uint64_t seed, std::uint64_t round) { return {seed, 2 * round}; }
RandomStream reserve_stream(std::uint64_t seed, std::uint64_t round) { return {seed, 2 * round + 1}; }

// A draw pile. One of a seed is shuffled as far as it is dealt, and its reserve when it is needed.
class Pile {
public:
    Pile(const DeckOrder& cards, int size, std::uint64_t seed, std::uint64_t round)
        : cards_(cards), size_(size), random_(deck_stream(seed, round)), seed_(seed), round_(round) {}
    explicit Pile(const Deal& deal) : cards_(deal.deck), mixed_(card_count), random_(0, 0), reserve_(&deal.reserve) {}

    // Gives the next `count` cards.
    const CardId* deal(int count) {
        const CardId* cards = cards_.data() + dealt_;
        dealt_ += count;
        while (mixed_ < dealt_) mixed_ = mix(cards_, size_, mixed_, random_);
        return cards;
    }
    int left() const { return size_ - dealt_; }

    // Makes a new pile of cards where this one is empty, in the order of the reserve.
    void refill(std::span<const CardId> thrown) {
        if (!reserve_) {
            shuffled_reserve_ = shuffled(reserve_stream(seed_, round_));
            reserve_ = &shuffled_reserve_;
        }
        CardSet returning = 0;
        for (const CardId card : thrown) returning |= CardSet{1} << card;
        size_ = 0;
        for (const CardId card : *reserve_)
            if (returning >> card & 1) cards_[size_++] = card;
        dealt_ = 0;
        mixed_ = size_;
    }

private:
    DeckOrder cards_;
    int size_ = card_count, dealt_ = 0, mixed_ = 0;
    RandomStream random_;
    std::uint64_t seed_ = 0, round_ = 0;
    const DeckOrder* reserve_ = nullptr;
    DeckOrder shuffled_reserve_;
};

struct Discards {
    DeckOrder cards;
    std::size_t count = 0;
};

struct Seat {
    std::array<CardId, hand_size> cards;  // lowest first before the draw
    CardSet dealt;
    std::size_t number;

    // Takes every `step`th of some cards.
    void take(const CardId* from, std::size_t step) {
        CardSet set = 0;
        for (std::size_t i = 0; i < hand_size; ++i) set |= CardSet{1} << from[i * step];
        dealt = set;
        number = 0;
        for (int i = 0; i < hand_size; ++i, set &= set - 1) {
            cards[i] = static_cast<CardId>(lowest_bit(set));
            number += choose[i + 1][cards[i]];
        }
    }

    // Throws away what is not held, after drawing for it; where there is less to draw, the lowest go.
    void draw(unsigned hold, Pile& pile, Discards& discards) {
        unsigned missing = ~hold & all_held;
        if (pile.left() < hand_size) [[unlikely]]
            for (const int few = pile.left() + static_cast<int>(discards.count); std::popcount(missing) > few;)
                missing ^= std::bit_floor(missing);
        std::size_t mine = discards.count;
        for (; missing; missing &= missing - 1) {
            CardId& card = cards[static_cast<unsigned>(lowest_bit(missing))];
            discards.cards[mine++] = card;
            if (pile.left() == 0) {
                const auto others = discards.cards.begin() + static_cast<std::ptrdiff_t>(discards.count);
                pile.refill({discards.cards.begin(), others});
                std::copy(others, discards.cards.begin() + static_cast<std::ptrdiff_t>(mine), discards.cards.begin());
                mine -= discards.count;
                discards.count = 0;
            }
            card = *pile.deal(1);
        }
        discards.count = mine;
    }
};

void deal_hands(std::span<Seat> seats, Pile& pile) {
    const CardId* cards = pile.deal(hand_size * static_cast<int>(seats.size()));
    for (Seat& seat : seats) seat.take(cards++, seats.size());
}

struct Round {
    std::array<Seat, most_seats> seats;
    std::array<Strength, most_seats> strengths;
    Strength best;
    std::uint64_t parts;  // for each seat that has the best hand

    void play(std::span<const Plan* const> plans, Pile& pile) {
        const std::size_t count = plans.size();
        std::array<unsigned, most_seats> holds;
        Discards discards;
        deal_hands({seats.data(), count}, pile);
        for (std::size_t seat = 0; seat < count; ++seat) holds[seat] = (*plans[seat])[seats[seat].number];
        for (std::size_t seat = 0; seat < count; ++seat) {
            seats[seat].draw(holds[seat], pile, discards);
            strengths[seat] = strength<5>(seats[seat].cards.data());
        }
        best = *std::max_element(strengths.begin(), strengths.begin() + count);
        const auto winners = static_cast<std::uint64_t>(std::count(strengths.begin(), strengths.begin() + count, best));
        parts = winners == 1 ? pot_parts : pot_parts / winners;
    }

    std::uint64_t won(std::size_t seat) const { return strengths[seat] == best ? parts : 0; }
};

}  // namespace

void RoundOutcome::add(const RoundOutcome& other) {
    for (std::size_t seat = 0; seat < parts.size(); ++seat) {
        parts[seat] += other.parts[seat];
        squares[seat] += other.squares[seat];
    }
    rounds += other.rounds;
    ties += other.ties;
}

void Gain::add(const Gain& more) {
    parts += more.parts;
    squares += more.squares;
    rounds += more.rounds;
    differing += more.differing;
}

Deal shuffled_deal(std::uint64_t seed, std::uint64_t round) {
    return {shuffled(deck_stream(seed, round)), shuffled(reserve_stream(seed, round))};
}

RoundOutcome play_rounds(std::span<const Plan* const> plans, std::uint64_t seed, std::uint64_t first, std::uint64_t rounds) {
    RoundOutcome outcome(plans.size());
    outcome.rounds = rounds;
    Round round;
    for (std::uint64_t number = first; number < first + rounds; ++number) {
        Pile pile(full_deck, card_count, seed, number);
        round.play(plans, pile);
        outcome.ties += round.parts != pot_parts;
        for (std::size_t seat = 0; seat < plans.size(); ++seat) {
            const std::uint64_t won = round.won(seat);
            outcome.parts[seat] += won;
            outcome.squares[seat] += won * won;
        }
    }
    return outcome;
}

void replay_round(std::span<const Plan* const> plans, const Deal& deal, std::span<Ending> endings) {
    Round round;
    Pile pile(deal);
    round.play(plans, pile);
    for (std::size_t seat = 0; seat < plans.size(); ++seat) {
        CardSet hand = 0;
        for (const CardId card : round.seats[seat].cards) hand |= CardSet{1} << card;
        endings[seat] = {hand, round.seats[seat].dealt & ~hand, round.won(seat)};
    }
}

Gain gain_by(std::span<const Plan* const> plans, std::size_t seat, const Plan& other, std::uint64_t seed, std::uint64_t first,
             std::uint64_t rounds) {
    std::vector<const Plan*> changed(plans.begin(), plans.end());
    changed[seat] = &other;
    Gain gain;
    gain.rounds = rounds;
    Round as_it_is, with_other;
    for (std::uint64_t number = first; number < first + rounds; ++number) {
        Pile pile(full_deck, card_count, seed, number);
        as_it_is.play(plans, pile);
        const std::size_t dealt = as_it_is.seats[seat].number;
        if ((*plans[seat])[dealt] == other[dealt]) continue;
        Pile again(full_deck, card_count, seed, number);
        with_other.play(changed, again);
        const auto difference = static_cast<std::int64_t>(with_other.won(seat)) - static_cast<std::int64_t>(as_it_is.won(seat));
        gain.parts += difference;
        gain.squares += static_cast<std::uint64_t>(difference * difference);
        ++gain.differing;
    }
    return gain;
}

RoundOutcome try_holds(const CardId* hand, std::span<const std::uint8_t> holds, const Plan& plan, std::span<const int> drew,
                       std::uint64_t seed, std::uint64_t first, std::uint64_t rounds) {
    RoundOutcome outcome(holds.size());
    DeckOrder others{};
    std::copy_if(full_deck.begin(), full_deck.end(), others.begin(),
                 [&](CardId card) { return std::find(hand, hand + hand_size, card) == hand + hand_size; });
    for (std::uint64_t round = first; round < first + rounds; ++round) {
        Pile pile(others, card_count - hand_size, seed, round);
        std::array<CardId, hand_size> mine;  // what is drawn, as far as it is needed
        std::copy_n(pile.deal(hand_size), hand_size, mine.begin());
        std::array<Seat, most_seats> seats;
        Discards discards;
        Strength best = 0;
        std::uint64_t equals = 0;
        deal_hands({seats.data(), drew.size()}, pile);
        bool as_announced = true;
        for (std::size_t seat = 0; seat < drew.size(); ++seat)
            as_announced &= drew[seat] < 0 || hand_size - std::popcount(plan[seats[seat].number]) == drew[seat];
        if (!as_announced) continue;
        ++outcome.rounds;
        for (std::size_t seat = 0; seat < drew.size(); ++seat) {
            seats[seat].draw(plan[seats[seat].number], pile, discards);
            const Strength theirs = strength<5>(seats[seat].cards.data());
            if (theirs > best) best = theirs, equals = 0;
            equals += theirs == best;
        }
        for (std::size_t i = 0; i < holds.size(); ++i) {
            std::array<CardId, hand_size> final;
            for (int card = 0; card < hand_size; ++card) final[card] = holds[i] >> card & 1 ? hand[card] : mine[card];
            const Strength own = strength<5>(final.data());
            const std::uint64_t won = own > best ? pot_parts : own == best ? pot_parts / (equals + 1) : 0;
            outcome.parts[i] += won;
            outcome.squares[i] += won * won;
        }
    }
    return outcome;
}

}  // namespace fivecard::odds
