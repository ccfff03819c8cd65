// Going through all deals, against published counts and against settling each deal by itself.
#include "tests/check.hpp"

#include <fivecard/badugi.hpp>
#include <fivecard/evaluate.hpp>
#include <fivecard/omaha_low.hpp>
#include <fivecard/omaha.hpp>

#include "src/equity/enumerate.hpp"
#include "src/random.hpp"
#include "src/text.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace {

using namespace fivecard;
using namespace fivecard::equity;
using test::check;

Game game_of(std::vector<std::string> rankings, int players, int hole, int board, int from_hole = 0) {
    return *Game::find(rankings, players, hole, board, from_hole);
}

Answer enumerated(const Question& question, const kernels::Kernels& kernels, int threads = 2) {
    check(problem(question) == nullptr, "the question is in order");
    Enumeration enumeration(question, kernels);
    const std::uint64_t half = enumeration.steps() / 3;
    enumeration.run(0, half, threads);
    enumeration.run(half, enumeration.steps() - half, threads);
    return enumeration.answer();
}

// All pairs of one rank, in hold'em.
Range pairs_of(int rank) {
    Range range;
    for (int a = 0; a < suit_count; ++a)
        for (int b = 0; b < a; ++b) range.push_back({CardSet{1} << (4 * rank + a) | CardSet{1} << (4 * rank + b), 1});
    return range;
}

Tally sum_of(const std::vector<Tally>& tallies) {
    Tally sum;
    for (const Tally& tally : tallies) sum += tally;
    return sum;
}

void test_aces_against_kings() {
    const Question question{game_of({"high"}, 2, 2, 5), {pairs_of(12), pairs_of(11)}, 0, 0};
    const Answer answer = enumerated(question, *kernels::find(""));
    check(answer.outcomes[1] == 50'371'344 && answer.outcomes[2] == 10'986'372 && answer.outcomes[3] == 285'228, "AA v KK");
    const Tally aces = sum_of(answer.hands[0]);
    check(aces.wins == 50'371'344 && aces.ties == 285'228 && aces.shares == (aces.wins * 2 + aces.ties) * (pot / 2), "shares of AA v KK");
}

// The best hand by trying all choices, one deal at a time.
Strength best_of(const Game& game, const Part& part, CardSet own, CardSet board) {
    std::vector<CardId> hand, table;
    for (CardSet left = own; left; left &= left - 1) hand.push_back(static_cast<CardId>(std::countr_zero(left)));
    for (CardSet left = board; left; left &= left - 1) table.push_back(static_cast<CardId>(std::countr_zero(left)));
    if (part.kind == Part::Kind::badugi) return badugi_strength(hand.data());
    const bool omaha = part.kind != Part::Kind::ranked;
    std::vector<CardId> all = hand;
    all.insert(all.end(), table.begin(), table.end());
    Strength best = 0;
    for (unsigned chosen = 0; chosen < 1u << all.size(); ++chosen) {
        const unsigned from_hole = chosen & ((1u << game.hole) - 1);
        if (std::popcount(chosen) != 5 || (omaha && std::popcount(from_hole) != 2)) continue;
        std::vector<CardId> five;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (chosen >> i & 1) five.push_back(all[i]);
        best = std::max(best, strength<5>(five.data(), *part.ranking));
    }
    return best;
}

// Calls `visit` with every set of `count` cards of a deck.
template <typename Visit>
void for_each_set(CardSet deck, int count, Visit visit, CardSet chosen = 0) {
    if (count == 0) return visit(chosen);
    for (; deck; deck &= deck - 1) for_each_set(deck & (deck - 1), count - 1, visit, chosen | (deck & -deck));
}

// The same answer, as slowly as the words of question.hpp are.
class Slowly {
public:
    explicit Slowly(const Question& question) : question_(question), hands_(question.ranges.size()), holdings_(question.ranges.size()) {
        for (const Range& range : question.ranges) answer.hands.emplace_back(range.size());
        answer.outcomes.resize(std::size_t{1} << question.ranges.size());
        choose(0, 0, 1);
    }

    Answer answer;

private:
    void choose(std::size_t player, CardSet used, Count weight) {
        if (player == hands_.size()) return complete(0, used, weight);
        for (std::size_t i = 0; i < question_.ranges[player].size(); ++i) {
            const Holding& holding = question_.ranges[player][i];
            if (holding.out() & used) continue;
            hands_[player] = holding.cards;
            holdings_[player] = i;
            choose(player + 1, used | holding.out(), weight * holding.weight);
        }
    }

    void complete(std::size_t player, CardSet used, Count weight) {
        const CardSet deck = ~(question_.gone() | used);
        if (player == hands_.size()) {
            const int missing = question_.game.board - std::popcount(question_.board);
            return for_each_set(deck, missing, [&](CardSet more) { settle(question_.board | more, weight); });
        }
        const CardSet known = hands_[player];
        for_each_set(deck, question_.game.hole - std::popcount(known), [&](CardSet more) {
            hands_[player] = known | more;
            complete(player + 1, used | more, weight);
        });
        hands_[player] = known;
    }

    void settle(CardSet board, Count weight) {
        std::vector<std::vector<std::size_t>> winners;
        for (const Part& part : question_.game.parts) {
            std::vector<Strength> strengths;
            for (const CardSet hand : hands_) strengths.push_back(worth(part, hand, board));
            const Strength best = *std::max_element(strengths.begin(), strengths.end());
            if (!best) continue;
            winners.emplace_back();
            for (std::size_t player = 0; player < hands_.size(); ++player)
                if (strengths[player] == best) winners.back().push_back(player);
        }
        std::size_t set = 0;
        for (const std::size_t player : winners[0]) set |= std::size_t{1} << player;
        answer.outcomes[set] += weight;
        for (std::size_t player = 0; player < hands_.size(); ++player) {
            std::uint32_t share = 0;
            for (const auto& sharing : winners)
                if (std::count(sharing.begin(), sharing.end(), player))
                    share += pot / static_cast<std::uint32_t>(winners.size() * sharing.size());
            const Count none = 0;
            answer.hands[player][holdings_[player]] +=
                {weight, share == pot ? weight : none, share && share != pot ? weight : none, weight * share};
        }
    }

    Strength worth(const Part& part, CardSet hand, CardSet board) {
        const auto [found, is_new] = known_.try_emplace({&part, hand, board});
        if (is_new) found->second = best_of(question_.game, part, hand, board);
        return found->second;
    }

    const Question& question_;
    std::vector<CardSet> hands_;
    std::vector<std::size_t> holdings_;
    std::map<std::tuple<const Part*, CardSet, CardSet>, Strength> known_;
};

bool same(const Tally& a, const Tally& b) { return a.deals == b.deals && a.wins == b.wins && a.ties == b.ties && a.shares == b.shares; }

CardSet random_set(RandomStream& random, CardSet outside, int count) {
    CardSet set = 0;
    while (std::popcount(set) < count)
        if (const CardSet bit = CardSet{1} << random.card(); !(bit & outside)) set |= bit;
    return set;
}

// Some cards are dead, some holdings have cards to come and cards thrown away, and nothing is suit-symmetric.
Question random_question(RandomStream& random, const Game& game, int board, int to_come, int thrown) {
    Question question{game, {}, 0, 0};
    question.board = random_set(random, question.outside(), board);
    question.dead = random_set(random, question.gone(), static_cast<int>(random.bits() % 4));
    while (question.ranges.size() < static_cast<std::size_t>(game.players)) {
        Range range;
        for (std::uint64_t size = 1 + random.bits() % 6; range.size() < size;) {
            const CardSet cards = random_set(random, question.gone(), game.hole - to_come);
            if (std::ranges::any_of(range, [&](const Holding& known) { return known.cards == cards; })) continue;
            range.push_back(
                {cards, static_cast<std::uint32_t>(1 + random.bits() % full_weight), random_set(random, question.gone() | cards, thrown)});
        }
        question.ranges.push_back(range);
    }
    return question;
}

void test_random_questions(const std::string& name, const Game& game, int board, int to_come = 0, int thrown = 0, int questions = 8) {
    RandomStream random(2026, std::hash<std::string>{}(name) + static_cast<std::uint64_t>(100 * game.players + 10 * board + to_come));
    for (int number = 0; number < test::tries(questions, 1); ++number) {
        const Question question = random_question(random, game, board, to_come, thrown);
        const Slowly slowly(question);
        const Tally all = sum_of(slowly.answer.hands[0]);
        check(fit(question) == (all.deals != 0 ? Fit::found : Fit::none), "whether there is a deal of " + name);
        for (const kernels::Kernels* kernels : kernels::all()) {
            const Answer answer = enumerated(question, *kernels);
            bool right = answer.outcomes == slowly.answer.outcomes;
            for (std::size_t player = 0; player < answer.hands.size(); ++player)
                right &= std::ranges::equal(answer.hands[player], slowly.answer.hands[player], same);
            check(right, std::string(kernels->name) + ": " + name + ", question " + std::to_string(number));
        }
    }
}

}  // namespace

int main() {
    test_aces_against_kings();
    for (const int board : {4, 5}) {
        for (const int players : {2, 3, 4, 10})
            test_random_questions("hold'em", game_of({"high"}, players, 2, 5), board, 0, 0, players < 10 ? 8 : 4);
        test_random_questions("short deck", game_of({"short-deck"}, 3, 2, 5), board);
        test_random_questions("short deck with trips", game_of({"short-deck-trips"}, 2, 2, 5), board);
        for (const int hole : {4, 5, 6}) {
            test_random_questions("Omaha", game_of({"high"}, 2, hole, 5, 2), board);
            test_random_questions("Omaha high-low", game_of({"high", "eight-or-better"}, 3, hole, 5, 2), board);
        }
    }
    for (const int to_come : {0, 1}) {
        test_random_questions("stud", game_of({"high"}, 2, 7, 0), 0, to_come);
        test_random_questions("stud high-low", game_of({"high", "eight-or-better"}, 3, 7, 0), 0, to_come, 0, to_come ? 2 : 8);
        test_random_questions("razz", game_of({"ace-to-five"}, 2, 7, 0), 0, to_come);
        test_random_questions("five-card draw", game_of({"high"}, 2, 5, 0), 0, to_come, to_come);
        test_random_questions("deuce-to-seven", game_of({"deuce-to-seven"}, 3, 5, 0), 0, to_come, to_come, to_come ? 2 : 8);
        test_random_questions("badugi", game_of({"badugi"}, 2, 4, 0), 0, to_come, to_come);
    }
    test_random_questions("draw of two", game_of({"high"}, 2, 5, 0), 0, 2, 2, 1);
    return test::result();
}
