#include "rounds.hpp"

#include <random.hpp>

#include <algorithm>

namespace fivecard::draws {
namespace {

// A deck that is shuffled as far as it is dealt.
class Deck {
public:
    Deck(const std::array<CardId, card_count>& cards, int size, RandomStream& random) : cards_(cards), size_(size), random_(random) {}

    CardId deal() {
        if (dealt_ == mixed_) mix();
        return cards_[dealt_++];
    }
    bool is_empty() const { return dealt_ == size_; }

    // Puts cards under a deck that is empty.
    void refill(std::span<const CardId> cards) {
        std::copy(cards.begin(), cards.end(), cards_.begin());
        size_ = static_cast<int>(cards.size());
        dealt_ = mixed_ = 0;
    }

private:
    // Chooses the next six cards with one random number: its product with the number of cards left has the choice in its
    // upper half and a random number for the next choice in its lower. The few numbers that would make some choices
    // likelier are thrown away.
    void mix() {
        const int end = std::min(mixed_ + 6, size_);
        std::array<std::uint8_t, 6> choices;
        std::uint64_t ways = 1;
        for (int i = mixed_; i < end; ++i) ways *= static_cast<std::uint64_t>(size_ - i);
        for (std::uint64_t rest = 0, least = 1; rest < least;) {
            rest = random_.bits();
            for (int i = mixed_; i < end; ++i) {
                const auto product = static_cast<unsigned __int128>(rest) * static_cast<unsigned>(size_ - i);
                choices[i - mixed_] = static_cast<std::uint8_t>(product >> 64);
                rest = static_cast<std::uint64_t>(product);
            }
            least = rest < ways ? -ways % ways : 0;
        }
        for (int i = mixed_; i < end; ++i) std::swap(cards_[i], cards_[i + choices[i - mixed_]]);
        mixed_ = end;
    }

    std::array<CardId, card_count> cards_;
    int size_, dealt_ = 0, mixed_ = 0;
    RandomStream& random_;
};

constexpr auto full_deck = [] {
    std::array<CardId, card_count> cards{};
    for (int i = 0; i < card_count; ++i) cards[i] = static_cast<CardId>(i);
    return cards;
}();

struct Seat {
    std::array<CardId, hand_size> cards;  // lowest first once `number` is known
    std::size_t number;

    void take(Deck& deck) {
        CardSet set = 0;
        for (int i = 0; i < hand_size; ++i) set |= CardSet{1} << deck.deal();
        number = 0;
        for (int i = 0; i < hand_size; ++i, set &= set - 1) {
            cards[i] = static_cast<CardId>(__builtin_ctzll(set));
            number += choose[i + 1][cards[i]];
        }
    }

    // Throws away what is not held, onto `thrown`, after drawing for it.
    void draw(unsigned hold, Deck& deck, std::array<CardId, card_count>& thrown, std::size_t& count) {
        std::size_t mine = count;
        for (unsigned missing = ~hold & all_held; missing; missing &= missing - 1) {
            CardId& card = cards[static_cast<unsigned>(__builtin_ctz(missing))];
            thrown[mine++] = card;
            if (deck.is_empty()) {
                deck.refill({thrown.data(), count});  // of those before
                std::copy(thrown.begin() + count, thrown.begin() + mine, thrown.begin());
                mine -= count;
                count = 0;
            }
            card = deck.deal();
        }
        count = mine;
    }
};

// Who wins, and what.
template <typename Strengths>
void share_pot(const Strengths& strengths, std::size_t seats, Outcome& outcome) {
    const Strength best = *std::max_element(strengths.begin(), strengths.begin() + seats);
    const auto winners = static_cast<std::uint64_t>(std::count(strengths.begin(), strengths.begin() + seats, best));
    const std::uint64_t parts = winners == 1 ? pot_parts : pot_parts / winners;
    outcome.ties += winners > 1;
    for (std::size_t seat = 0; seat < seats; ++seat) {
        const std::uint64_t won = strengths[seat] == best ? parts : 0;
        outcome.parts[seat] += won;
        outcome.squares[seat] += won * won;
    }
}

}  // namespace

void Outcome::add(const Outcome& other) {
    for (std::size_t seat = 0; seat < parts.size(); ++seat) {
        parts[seat] += other.parts[seat];
        squares[seat] += other.squares[seat];
    }
    ties += other.ties;
}

Outcome play_rounds(std::span<const Plan* const> plans, std::uint64_t seed, std::uint64_t first, std::uint64_t rounds) {
    const std::size_t seats = plans.size();
    Outcome outcome(seats);
    std::array<Seat, most_seats> players;
    std::array<unsigned, most_seats> holds;
    std::array<Strength, most_seats> strengths;
    std::array<CardId, card_count> thrown;
    for (std::uint64_t round = first; round < first + rounds; ++round) {
        RandomStream random(seed, round);
        Deck deck(full_deck, card_count, random);
        for (std::size_t seat = 0; seat < seats; ++seat) players[seat].take(deck);
        for (std::size_t seat = 0; seat < seats; ++seat) holds[seat] = (*plans[seat])[players[seat].number];
        std::size_t count = 0;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            players[seat].draw(holds[seat], deck, thrown, count);
            strengths[seat] = strength<5>(players[seat].cards.data());
        }
        share_pot(strengths, seats, outcome);
    }
    return outcome;
}

Outcome try_holds(const CardId* hand, std::span<const std::uint8_t> holds, const Plan& plan, int opponents, std::uint64_t seed,
                  std::uint64_t first, std::uint64_t rounds) {
    Outcome outcome(holds.size());
    std::array<CardId, card_count> others{};
    std::copy_if(full_deck.begin(), full_deck.end(), others.begin(),
                 [&](CardId card) { return std::find(hand, hand + hand_size, card) == hand + hand_size; });
    for (std::uint64_t round = first; round < first + rounds; ++round) {
        RandomStream random(seed, round);
        Deck deck(others, card_count - hand_size, random);
        std::array<CardId, hand_size> mine;  // what is drawn, as far as it is needed
        for (CardId& card : mine) card = deck.deal();
        std::array<Seat, most_seats> players;
        std::array<CardId, card_count> thrown;
        std::size_t count = 0;
        Strength best = 0;
        std::uint64_t equals = 0;
        for (int seat = 0; seat < opponents; ++seat) players[seat].take(deck);
        for (int seat = 0; seat < opponents; ++seat) {
            players[seat].draw(plan[players[seat].number], deck, thrown, count);
            const Strength theirs = strength<5>(players[seat].cards.data());
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

}  // namespace fivecard::draws
