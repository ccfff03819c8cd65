// The random walk over hands: against going through all deals, and its error bars against how far off it is.
#include "tests/equity.hpp"

#include <fivecard/omaha.hpp>

#include "src/equity/walk.hpp"

#include <algorithm>
#include <bit>

namespace {

using namespace fivecard;
using namespace fivecard::test;

struct Named {
    const char* name;
    Question question;
};

Range weighted(std::initializer_list<std::pair<const char*, std::uint32_t>> hands) {
    Range range;
    for (const auto& [text, weight] : hands) range.push_back({cards(text), weight});
    return range;
}

// Hands of two cards out of these, weighed in some way; without pairs, if so wanted.
Range hands_out_of(CardSet cards, std::uint32_t weights, bool pairs = true) {
    Range range;
    for (int high = 1; high < card_count; ++high)
        for (int low = 0; low < high; ++low) {
            const CardSet hand = CardSet{1} << high | CardSet{1} << low;
            if ((cards & hand) == hand && (pairs || high / 4 != low / 4))
                range.push_back({hand, 1 + static_cast<std::uint32_t>(high * low) % weights});
        }
    return range;
}

// Six players who have all of twelve cards: of a hundred thousand deals drawn by weights alone nine are possible, and
// then nobody can take another hand.
Question packed() {
    const CardSet court = cards("AsAhAdAcKsKhKdKcQsQhQdQc");
    const Range all = hands_out_of(court, 3), some = hands_out_of(court, 7, false);
    return {game_of({"high"}, 6, 2, 5), {all, some, all, some, all, hands_out_of(court, 1)}, cards("Ts9d2h5c7h"), 0};
}

// Every kind of game, of range, and of cards that are known.
std::vector<Named> questions() {
    const Game holdem2 = game_of({"high"}, 2, 2, 5), holdem3 = game_of({"high"}, 3, 2, 5);
    const Range pairs = weighted({{"AsAh", 1}, {"AdAc", 1}}), mixed = weighted({{"AsAh", 100}, {"KsKh", 7}, {"7d2c", 1000}, {"AdKd", 333}});
    return {
        {"every card", packed()},
        {"weights", {holdem2, {mixed, weighted({{"QsQh", 50}, {"AdAc", 900}, {"Kd7d", 1}})}, cards("Ts9d2h"), 0}},
        {"ranges that meet", {holdem3, {pairs, pairs, mixed}, cards("Ts9d2h"), cards("3c3d")}},
        {"a random hand", {holdem2, {mixed, any}, cards("Ts9d2h5c"), cards("Qc")}},
        {"three players", {holdem3, {mixed, weighted({{"QsQh", 1}, {"Ac3c", 1}}), any}, cards("Ts9d2h5c"), 0}},
        {"a whole board", {holdem3, {mixed, any, pairs}, cards("Ts9d2h5c6s"), 0}},
        {"short deck", {game_of({"short-deck"}, 2, 2, 5), {weighted({{"AsAh", 1}, {"Td9d", 3}}), any}, cards("Ts9c7h"), 0}},
        {"Omaha", {game_of({"high"}, 2, 4, 5, 2), {weighted({{"AsAhKsQh", 2}, {"2s2d7h8h", 1}}), any}, cards("Ts9d2h5c"), 0}},
        {"Omaha high-low",
         {game_of({"high", "eight-or-better"}, 2, 4, 5, 2), {weighted({{"AsAh2s3h", 2}, {"KsKd7h8h", 1}}), any}, cards("Ts4d2h5c"), 0}},
        {"Omaha of six",
         {game_of({"high"}, 2, 6, 5, 2),
          {weighted({{"AsAhKsQhJcTc", 1}}), weighted({{"2s3d4h8h9cQd", 1}, {"KdKc7h8h9cQd", 2}})},
          cards("Ts9d2c"),
          0}},
        {"stud high-low",
         {game_of({"high", "eight-or-better"}, 3, 7, 0),
          {weighted({{"AsAhKsQhJcTc", 1}}), weighted({{"Ac2s3d4h8h9cQd", 1}, {"2d2c7d8h9hQs", 2}}), weighted({{"3s4s6h6s8sKcKd", 1}})},
          0,
          0}},
        {"razz",
         {game_of({"ace-to-five"}, 2, 7, 0),
          {weighted({{"As2h3sQhJcTc", 1}}), weighted({{"5s4d8h9hQdKd", 1}, {"2d2c7d8h9hQs", 2}})},
          0,
          0}},
        {"draw",
         {game_of({"high"}, 2, 5, 0),
          {{{cards("AsAhKs"), 3, cards("7d2c")}, {cards("QsQhQd9c"), 1, cards("3c")}}, {{cards("JsTs9s8s"), 1, cards("2d")}}},
          0,
          0}},
        {"badugi",
         {game_of({"badugi"}, 2, 4, 0),
          {weighted({{"As2h3dKc", 1}}), {{cards("4s5h6d"), 1, cards("6h")}, {cards("Ad2d"), 2, cards("KdKh")}}},
          0,
          0}},
    };
}

void test_all_ways_give_the_same() {
    for (const auto& [name, question] : questions()) {
        const auto walk = Walk::begin(question, 5, *kernels::find("portable"));
        check(walk.has_value(), std::string(name) + ": no first deal");
        if (!walk) continue;
        const Walk::Samples all = walk->run(0, 3, 2);
        for (const kernels::Kernels* kernels : kernels::all()) {
            const auto other = Walk::begin(question, 5, *kernels);
            const Walk::Samples first = other->run(0, 1, 1), rest = other->run(1, 2, 1);
            const auto joined = [](std::vector<std::uint64_t> a, const std::vector<std::uint64_t>& b) {
                a.insert(a.end(), b.begin(), b.end());
                return a;
            };
            const std::string what = std::string(name) + ", " + kernels->name;
            check(joined(first.wins, rest.wins) == all.wins && joined(first.ties, rest.ties) == all.ties, what + ": wins and ties");
            check(joined(first.shares, rest.shares) == all.shares, what + ": shares");
            check(joined(first.outcomes, rest.outcomes) == all.outcomes, what + ": outcomes");
        }
    }
}

struct Estimate {
    double mean, error;
};

// What the chunks say about one player, in parts of `whole`.
Estimate estimate(const std::vector<std::uint64_t>& sums, std::size_t player, std::size_t players, double whole) {
    const std::size_t chunks = sums.size() / players;
    double mean = 0, squares = 0;
    for (std::size_t i = 0; i < chunks; ++i) mean += static_cast<double>(sums[i * players + player]) / whole / static_cast<double>(chunks);
    for (std::size_t i = 0; i < chunks; ++i) squares += std::pow(static_cast<double>(sums[i * players + player]) / whole - mean, 2);
    return {mean, std::sqrt(squares / static_cast<double>(chunks * (chunks - 1)))};
}

// The parts of deals that each player wins and ties, and the share of the pot. Holdings with different numbers of cards
// to come are as likely as their weights say, so the answers are averages; here none of them has cards that others may
// have.
struct Parts {
    double wins = 0, ties = 0, share = 0;
};
std::vector<Parts> expected(const Question& question) {
    std::vector<Parts> result(question.ranges.size());
    for (std::size_t player = 0; player < question.ranges.size(); ++player) {
        const Range& range = question.ranges[player];
        const auto same_size = [&](const Holding& holding) { return std::popcount(holding.cards) == std::popcount(range[0].cards); };
        if (std::ranges::all_of(range, same_size)) continue;
        double all = 0;
        for (const Holding& holding : range) all += holding.weight;
        for (const Holding& holding : range) {
            Question one = question;
            one.ranges[player] = {holding};
            const std::vector<Parts> found = expected(one);
            for (std::size_t i = 0; i < result.size(); ++i) {
                result[i].wins += found[i].wins * holding.weight / all;
                result[i].ties += found[i].ties * holding.weight / all;
                result[i].share += found[i].share * holding.weight / all;
            }
        }
        return result;
    }
    const std::vector<Tally> tallies = exact(question);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const Tally& tally = tallies[i];
        result[i] = {part(tally.wins, tally.deals), part(tally.ties, tally.deals), part(tally.shares, tally.deals) / pot};
    }
    return result;
}

void test_against_all_deals() {
    constexpr std::uint64_t chunks = test::tries(24, 6);
    const auto deals = static_cast<double>(Walk::deals());
    for (const auto& [name, question] : questions()) {
        const auto walk = Walk::begin(question, 11, *kernels::find(""));
        const Walk::Samples samples = walk->run(0, chunks, 2);
        const std::vector<Parts> right = expected(question);
        const std::size_t players = right.size();
        const auto near = [&, &name = name](const std::vector<std::uint64_t>& sums, std::size_t player, double whole, double wanted,
                                            const char* kind) {
            const Estimate found = estimate(sums, player, players, whole);
            check(std::fabs(found.mean - wanted) <= 6 * found.error + 1e-12, [&] {
                return std::string(name) + ": " + kind + " of player " + std::to_string(player) + ": " + std::to_string(found.mean) +
                       " +- " + std::to_string(found.error) + ", not " + std::to_string(wanted);
            });
        };
        for (std::size_t player = 0; player < players; ++player) {
            near(samples.wins, player, deals, right[player].wins, "wins");
            near(samples.ties, player, deals, right[player].ties, "ties");
            near(samples.shares, player, deals * pot, right[player].share, "share");
        }
        std::uint64_t all = 0;
        for (const std::uint64_t count : samples.outcomes) all += count;
        check(all == chunks * Walk::deals(), std::string(name) + ": every deal has an outcome");
    }
}

// Neighbouring deals of a walk have hands in common; the error must not take them for independent ones.
void test_error_bars() {
    constexpr int seeds = test::tries(240, 24);
    constexpr std::uint64_t chunks = 8;
    constexpr double quantile = 2.3646;  // of Student's t with 7 degrees of freedom
    const Range mixed = weighted({{"AsAh", 3}, {"KsKh", 1}, {"AdKd", 2}, {"AsKs", 1}, {"7c6c", 2}});
    const Question question{game_of({"high"}, 3, 2, 5), {mixed, mixed, mixed}, cards("Ts9d2h5c"), 0};
    const std::vector<Tally> right = exact(question);
    int missed = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const Walk::Samples samples = Walk::begin(question, seed, *kernels::find(""))->run(0, chunks, 2);
        const Estimate found = estimate(samples.shares, 0, 3, static_cast<double>(Walk::deals()) * pot);
        missed += std::fabs(found.mean - part(right[0].shares, right[0].deals) / pot) > quantile * found.error;
    }
    check_coverage(missed, seeds, "the walk");
}

// Enough chunks to see that hands drawn in turn alone would be wrong: the second player's share by 0.004.
void test_players_who_need_every_card() {
    const Question question = packed();
    const std::vector<Tally> right = exact(question);
    const auto walk = Walk::begin(question, 3, *kernels::find(""));
    check(walk.has_value(), "twelve cards for six");
    if (!walk) return;
    const Walk::Samples samples = walk->run(0, 512, 2);
    for (std::size_t player = 0; player < 6; ++player) {
        const Estimate found = estimate(samples.shares, player, 6, static_cast<double>(Walk::deals()) * pot);
        const double wanted = part(right[player].shares, right[player].deals) / pot;
        check(std::fabs(found.mean - wanted) <= 4 * found.error && found.error < 2e-3, [&] {
            return "twelve cards for six: player " + std::to_string(player) + " has " + std::to_string(found.mean) + " +- " +
                   std::to_string(found.error) + ", not " + std::to_string(wanted);
        });
    }
}

void test_whether_hands_fit_is_found_soon() {
    const CardSet broadway = cards("AsAhAdAcKsKhKdKcQsQhQdQcJsJhJdJcTsThTdTc");
    const auto fit_of = [](const Range& range, int players) {
        return fit({game_of({"high"}, players, 2, 5), std::vector<Range>(static_cast<std::size_t>(players), range), 0, 0});
    };
    check(fit_of(hands_out_of(broadway, 1), 10) == Fit::found, "twenty cards for ten");
    for (const CardSet gone : {cards("As"), cards("AsKs"), cards("AsAhKs"), cards("AsKsQsJsTs")})
        check(fit_of(hands_out_of(broadway & ~gone, 1), 10) == Fit::none, "too few cards for ten");
    Range pairs = hands_out_of(broadway & ~cards("AsKs"), 1);
    std::erase_if(pairs, [](const Holding& hand) { return lowest_bit(hand.cards) / 4 != (63 - std::countl_zero(hand.cards)) / 4; });
    check(fit_of(pairs, 8) == Fit::found, "eight pairs out of eighteen cards");
    check(fit_of(pairs, 9) == Fit::none, "nine pairs out of eighteen cards, two of which have none");
}

void test_impossible_questions() {
    const Range aces = weighted({{"AsAh", 1}, {"AsAd", 1}});
    check(!Walk::begin({game_of({"high"}, 2, 2, 5), {aces, aces}, 0, 0}, 1, *kernels::find("")), "all hands share a card");
    Question draw{game_of({"high"}, 6, 5, 0), {}, 0, 0};
    for (int rank = 0; rank < 6; ++rank) draw.ranges.push_back({{CardSet{1} << (4 * rank), 1, CardSet{14} << (4 * rank)}});
    check(Walk::begin(draw, 1, *kernels::find("")).has_value(), "six players throw three cards each");
    draw.dead = cards("AsAhAdAcKs");
    check(!Walk::begin(draw, 1, *kernels::find("")), "there are not enough cards to draw");
}

void test_questions_of_many_hands_can_be_stopped() {
    Range all;
    for (CardSet hand = 0xf; hand < CardSet{1} << card_count;) {  // the next number with as many bits
        all.push_back({hand, 1 + static_cast<std::uint32_t>(hand % 100)});
        const CardSet lowest = hand & -hand, carried = hand + lowest;
        hand = carried | ((hand ^ carried) >> 2) >> std::countr_zero(lowest);
    }
    const Question question{game_of({"high"}, 2, 4, board_size, 2), {all, all}};
    check(all.size() == 270'725, "all hands of four cards");
    check(stops([&] { fit(question); }), "whether they fit is given up");
    check(stops([&] { problem(question); }), "so is what is wrong with them");
    check(stops([&] { Enumeration::cost(question, costs_of(*kernels::all()[0])); }), "so is what going through all deals costs");
    check(stops([&] { Walk::begin(question, 1, *kernels::all()[0]); }), "so is the beginning of a walk");
}

void test_rankings_of_a_game_rank_all_of_its_cards() {
    const auto found = [](std::vector<std::string> rankings) { return Game::find(rankings, 2, 2, board_size, 0).has_value(); };
    check(!found({"high", "short-deck"}) && found({"short-deck", "short-deck-trips"}) && found({"short-deck", "eight-or-better"}),
          "no ranking is asked for cards that it does not know");
}

}  // namespace

int main() {
    test_questions_of_many_hands_can_be_stopped();
    test_rankings_of_a_game_rank_all_of_its_cards();
    test_all_ways_give_the_same();
    test_against_all_deals();
    test_error_bars();
    test_players_who_need_every_card();
    test_whether_hands_fit_is_found_soon();
    test_impossible_questions();
    return test::result();
}
