// Orders hole cards by their equity against a random hand, which is what `15%` means in a range.
//
//     order_hands GAME [BOARDS]     the best first, one of each class of hands that differ in suits alone, with its equity
//
// The hands alone, `order_hands GAME | cut -d" " -f1 | xz --check=crc32 -9e`, are kept in src/fivecard/ranges/data.
//
// On one board, go up through all hands in order of strength and keep, for every set S of fewer cards than a hand has, the
// number n(S) of hands gone by that hold all of S. The hands gone by that share no card with hand h are then the sum over
// the subsets S of h of (-1)^|S| n(S). Taken before and after the hands equal to h go by, that is h's wins, and its wins
// and ties; their sum is twice its equity times the opponents. A hand sees all opponents on a board at the cost of 2^cards.
//
// High-low: with a low, a hand has half of what both halves give. Without one, the low half is lost to opponents who have
// a low, and goes by the high hands against those who have none.
//
// Boards are all of them, one of each class and as often as it has members, or, with BOARDS, so many random ones: a class
// of hands takes every suiting of a board then, because its members do.
#include <fivecard/evaluate.hpp>
#include <fivecard/omaha.hpp>
#include <fivecard/omaha_low.hpp>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <random>
#include <vector>

namespace {

using namespace fivecard;

struct Game {
    std::string_view name, ranking;
    int hole;
    bool low = false;
};
constexpr Game games[] = {
    {"holdem", "high", 2}, {"short-deck", "short-deck", 2},  {"short-deck-trips", "short-deck-trips", 2},
    {"omaha", "high", 4},  {"omaha-hi-lo", "high", 4, true},
};

// All sets of `size` cards from `first` to the highest, in order.
std::vector<CardSet> all_sets(int first, int size) {
    std::vector<CardSet> sets;
    for (CardSet set = (CardSet{1} << size) - 1; set < CardSet{1} << (card_count - first);) {
        sets.push_back(set << first);
        const CardSet lowest = set & -set, ripple = set + lowest;
        set = ripple | (set ^ ripple) / lowest >> 2;
    }
    return sets;
}

// The least of all sets that differ from this one in the names of suits alone.
CardSet canonical(CardSet set) {
    int suits[] = {0, 1, 2, 3};
    CardSet least = ~CardSet{0};
    do {
        CardSet renamed = 0;
        for (int suit = 0; suit < suit_count; ++suit) renamed |= (set >> suit & suit_mask(0)) << suits[suit];
        least = std::min(least, renamed);
    } while (std::next_permutation(suits, suits + suit_count));
    return least;
}

// Numbers of hands that hold certain cards, for all sets of fewer than `Hole` of them.
template <int Hole>
class Holders {
public:
    Holders() {
        // Sets of one size are numbered by the sum of C(card, position), behind those of smaller sizes.
        const auto choose = [](int n, int k) { return static_cast<std::uint32_t>(combinations(n, k)); };
        std::uint32_t start[Hole + 1] = {};
        for (int size = 0; size < Hole; ++size) start[size + 1] = start[size] + choose(card_count, size);
        for (int card = 0; card < card_count; ++card)
            for (int size = 1; size < Hole; ++size) steps_[card][size] = choose(card, size) + start[size] - start[size - 1];
        counts_.resize(start[Hole]);
    }

    void clear() { std::fill(counts_.begin(), counts_.end(), 0); }
    void add(const CardId* cards) {
        for (const std::uint32_t place : Places(*this, cards).of) ++counts_[place];
    }
    // How many share no card with a hand. If the hand itself went by, it was counted for each of its subsets but the whole.
    std::int64_t apart(const CardId* cards, bool itself) const {
        std::int64_t number = itself ? (Hole % 2 ? -1 : 1) : 0;
        const Places places(*this, cards);
        for (unsigned subset = 0; subset < proper_subsets; ++subset) {
            const std::int64_t count = counts_[places.of[subset]];
            number += std::popcount(subset) % 2 ? -count : count;
        }
        return number;
    }

private:
    static constexpr unsigned proper_subsets = (1u << Hole) - 1;
    struct Places {
        Places(const Holders& holders, const CardId* cards) {
            of[0] = 0;
            for (unsigned subset = 1; subset < proper_subsets; ++subset) {
                const int top = highest_bit(subset);
                of[subset] = of[subset ^ 1u << top] + holders.steps_[cards[top]][std::popcount(subset)];
            }
        }
        std::uint32_t of[proper_subsets];
    };

    std::uint32_t steps_[card_count][Hole] = {};
    std::vector<std::uint32_t> counts_;
};

template <int Hole>
class Order {
public:
    explicit Order(const Game& game) : game_(game), ranking_(*find_ranking(game.ranking)) {
        first_ = lowest_bit(~ranking_.outside());
        std::map<CardSet, std::uint32_t> numbers;
        for (const CardSet set : all_sets(first_, Hole)) {
            const auto [place, is_new] = numbers.try_emplace(canonical(set), static_cast<std::uint32_t>(classes_.size()));
            if (is_new) classes_.push_back(set);
            hands_.push_back({set, place->second, {}});
            write_cards(set, hands_.back().cards);
        }
        points_.resize(classes_.size());
        deals_.resize(classes_.size());
    }

    void on(CardSet board, std::uint64_t times) {
        live_.clear();
        for (std::uint32_t hand = 0; hand < hands_.size(); ++hand)
            if (!(hands_[hand].set & board)) live_.push_back(hand);
        evaluate(board);
        // Points: four for every opponent beaten, two for a tie.
        const bool low = std::any_of(lows_.begin(), lows_.end(), [](Strength strength) { return strength > 0; });
        count(live_, strengths_, low ? times : 2 * times);
        if (low) {
            std::vector<std::uint32_t> without;
            for (const std::uint32_t hand : live_)
                if (!lows_[hand]) without.push_back(hand);
            count(without, strengths_, times);
            count(live_, lows_, times, 1);
        }
        double opponents = 1;
        for (int i = 0; i < Hole; ++i) opponents *= static_cast<double>(card_count - first_ - board_size - Hole - i) / (i + 1);
        for (const std::uint32_t hand : live_) deals_[hands_[hand].number] += static_cast<double>(times) * std::round(opponents);
    }

    int first() const { return first_; }
    const std::vector<CardSet>& classes() const { return classes_; }
    double equity(std::size_t number) const { return static_cast<double>(points_[number]) / deals_[number] / 4; }

private:
    struct Entry {
        CardSet set;
        std::uint32_t number;
        CardId cards[Hole];
    };

    void evaluate(CardSet board) {
        strengths_.assign(hands_.size(), 0);
        lows_.assign(game_.low ? hands_.size() : 0, 0);
        CardId cards[board_size];
        write_cards(board, cards);
        const Hand five(cards, board_size);
        const int suit = five.has_suited(3) ? five.suit_of_suited(3) : -1;
        for (const std::uint32_t number : live_) {
            const CardId* hole = hands_[number].cards;
            if constexpr (Hole == 2) {
                strengths_[number] = (five + Hand(hole, Hole)).template strength<board_size + Hole>(ranking_);
            } else {
                int best = best_in_row<Hole>(omaha_.row(five), hole);
                const unsigned suited = suit < 0 ? 0 : ranks_in_suit(hole, Hole, suit);
                if (std::popcount(suited) > 1) best = std::max<int>(best, omaha_flush(suited, ranks_in_suit(cards, board_size, suit)));
                strengths_[number] = static_cast<Strength>(best);
                if (game_.low) lows_[number] = low_.strength(low_ranks(cards, board_size), low_ranks(hole, Hole));
            }
        }
    }

    // Go up through hands; those below `least` only stand there to be beaten.
    void count(const std::vector<std::uint32_t>& among, const std::vector<Strength>& strengths, std::uint64_t times, Strength least = 0) {
        std::vector<std::uint32_t> ends(tables::high.strongest + 2u);
        for (const std::uint32_t hand : among) ++ends[strengths[hand] + 1u];
        std::partial_sum(ends.begin(), ends.end(), ends.begin());
        sorted_.resize(among.size());
        for (const std::uint32_t hand : among) sorted_[ends[strengths[hand]]++] = hand;
        holders_.clear();
        for (std::size_t start = 0, end; start < sorted_.size(); start = end) {
            const Strength strength = strengths[sorted_[start]];
            end = ends[strength];
            const auto gain = [&](bool itself) {
                for (std::size_t i = start; i < end && strength >= least; ++i) {
                    const Entry& hand = hands_[sorted_[i]];
                    points_[hand.number] += times * static_cast<std::uint64_t>(holders_.apart(hand.cards, itself));
                }
            };
            gain(false);
            for (std::size_t i = start; i < end; ++i) holders_.add(hands_[sorted_[i]].cards);
            gain(true);
        }
    }

    Game game_;
    const Ranking& ranking_;
    int first_ = 0;
    OmahaTable omaha_;
    OmahaLowTable low_{*find_ranking("eight-or-better")};
    Holders<Hole> holders_;
    std::vector<Entry> hands_;
    std::vector<CardSet> classes_;
    std::vector<std::uint64_t> points_;
    std::vector<double> deals_;
    std::vector<std::uint32_t> live_, sorted_;
    std::vector<Strength> strengths_, lows_;
};

template <int Hole>
void write_order(const Game& game, std::size_t boards) {
    Order<Hole> order(game);
    if (boards) {
        std::mt19937_64 random(boards);
        for (std::size_t done = 0; done < boards; ++done) {
            CardSet board = 0;
            while (std::popcount(board) < board_size) {
                const std::uint64_t card = random() >> 58;  // of 64, those that are none are thrown away
                if (card < card_count && static_cast<int>(card) >= order.first()) board |= CardSet{1} << card;
            }
            order.on(board, 1);
        }
    } else {
        std::map<CardSet, std::uint64_t> classes;
        for (const CardSet board : all_sets(order.first(), board_size)) ++classes[canonical(board)];
        for (const auto& [board, times] : classes) order.on(board, times);
    }
    std::vector<std::size_t> numbers(order.classes().size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    std::stable_sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) { return order.equity(a) > order.equity(b); });
    for (const std::size_t number : numbers) {
        CardId cards[Hole];
        write_cards(order.classes()[number], cards);
        for (int i = Hole; i--;) std::printf("%c%c", rank_letter(cards[i]), suit_letter(cards[i]));
        std::printf(" %.6f\n", order.equity(number));
    }
}

}  // namespace

int main(int count, char** words) {
    for (const Game& game : games)
        if (count > 1 && game.name == words[1]) {
            const std::size_t boards = count > 2 ? std::strtoull(words[2], nullptr, 10) : 0;
            game.hole == 2 ? write_order<2>(game, boards) : write_order<4>(game, boards);
            return 0;
        }
    std::fprintf(stderr, "order_hands GAME [BOARDS]: GAME is holdem, short-deck, short-deck-trips, omaha or omaha-hi-lo\n");
    return 2;
}
