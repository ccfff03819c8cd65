// The native engine on its own: hands end, no chip is made or lost, and states of all sizes play alike. That it follows the rules,
// tests/engine/test_native_engine.py shows.
#include "src/engine/batch.hpp"
#include "src/engine/play.hpp"
#include "src/engine/shuffle.hpp"

#include "tests/check.hpp"

#include <numeric>

using namespace fivecard;
using namespace fivecard::engine;

namespace {

using Kind = Street::Kind;

Rules with_streets(int players, std::initializer_list<Street> streets) {
    Rules rules;
    rules.players = players;
    for (Street street : streets) {
        street.cap = 4;
        rules.streets[rules.street_count++] = street;
    }
    rules.small_bet = rules.big_bet = 4;
    rules.rankings = {"high"};
    rules.heights = {{}};
    return rules;
}

Rules holdem(int players) {
    Rules rules = with_streets(players, {{Kind::post},
                                         {Kind::deal_hole, 2},
                                         {Kind::bets},
                                         {Kind::deal_board, 3},
                                         {Kind::bets},
                                         {Kind::deal_board, 1},
                                         {Kind::bets},
                                         {Kind::deal_board, 1},
                                         {Kind::bets},
                                         {Kind::showdown}});
    rules.blinds[0] = players == 2 ? 4 : 2;
    rules.blinds[1] = players == 2 ? 2 : 4;
    rules.posted = rules.blinds;
    rules.largest_blind = 4;
    return rules;
}

Rules draw(int players) {
    Street drawing{Kind::draw, 5};
    drawing.most_discards = 5;
    Rules rules = with_streets(players, {{Kind::post}, {Kind::deal_hole, 5}, {Kind::bets}, drawing, {Kind::bets}, {Kind::showdown}});
    rules.limit = Limit::fixed;
    rules.antes.fill(1);
    return rules;
}

// Plays a hand in two sizes of state at once, with any legal actions.
template <int Most, int More>
void plays_alike(const Rules& rules, RandomStream& random) {
    State<Most> one{};
    State<More> other{};
    std::copy(unshuffled.begin(), unshuffled.end(), one.deck);
    shuffle(random, one.deck, card_count, card_count);
    std::copy(unshuffled.begin(), unshuffled.end(), one.reserve);
    std::ranges::copy(one.deck, other.deck);
    std::ranges::copy(one.reserve, other.reserve);
    ByPosition stacks{};
    for (int seat = 0; seat < rules.players; ++seat) stacks[seat] = 1 + static_cast<Chips>(random.below(60));
    start(rules, one, stacks.data());
    start(rules, other, stacks.data());
    while (!one.is_over) {
        if (rules.streets[one.street].kind == Kind::draw) {
            std::uint8_t places[most_hole];
            int count = 0;
            for (std::uint8_t place = 0; place < rules.hole; ++place)
                if (random.below(2)) places[count++] = place;
            count = std::min(count, one.replaceable());
            engine::draw(rules, one, places, count);
            engine::draw(rules, other, places, count);
        } else {
            Legal now, others;
            find_legal(rules, one, now);
            find_legal(rules, other, others);
            test::check(now.lowest == others.lowest && now.highest == others.highest && now.call == others.call, "what is legal");
            const auto amounts = static_cast<std::uint32_t>((now.highest - now.lowest) / now.step + 1);
            const Chips to = now.lowest + now.step * static_cast<Chips>(random.below(amounts));
            const auto number = random.below(now.lowest ? 3 : 2);
            const Bet what = number == 2 ? Bet::raise : number == 1 ? Bet::pass : now.fold ? Bet::fold : Bet::pass;
            bet(rules, one, now, what, to);
            bet(rules, other, others, what, to);
        }
        test::check(one.turn == other.turn && one.street == other.street && one.pot == other.pot, "the same turn");
    }
    test::check(other.is_over && std::equal(one.stacks, one.stacks + rules.players, other.stacks), "the same stacks at the end");
    test::check(std::accumulate(one.stacks, one.stacks + rules.players, 0) == std::accumulate(stacks.begin(), stacks.end(), 0),
                "no chip is lost");
}

void test_states_of_all_sizes_play_alike() {
    RandomStream random(1, 0);
    for (const auto make : {holdem, draw})
        for (int players = 2; players <= 6; ++players) {
            Rules rules = make(players);
            test::check(prepare(rules).empty(), "rules that can be played");
            for (int hand = 0; hand < test::tries(2000, 50); ++hand) {
                if (players == 2) plays_alike<2, 6>(rules, random);
                plays_alike<6, most_seats>(rules, random);
            }
        }
}

void test_a_batch_ends_when_it_is_stopped() {
    Rules rules = holdem(3);
    prepare(rules);
    Batch::Options options;
    options.rows = 100;
    options.stacks.fill(100);
    const auto batch = Batch::make(rules, options);
    test::check(test::stops([&] { batch->step_randomly(std::size_t{1} << 40); }), "a batch hears that nobody wants it");
    const auto played = batch->hands();
    batch->step_randomly(100);
    test::check(batch->hands() > played, "and goes on afterwards");
}

void test_what_cannot_be_played_is_refused() {
    Rules crowded = holdem(11), short_of_cards = draw(10), endless = draw(2);
    endless.streets[endless.street_count - 1].kind = Kind::bets;
    test::check(!prepare(crowded).empty() && !prepare(endless).empty(), "no such games");
    short_of_cards.streets[1].cards = short_of_cards.streets[3].cards = 6;
    test::check(prepare(short_of_cards) == "the deck has too few cards", "sixty cards of a deck");
    Rules all_in = holdem(2);
    prepare(all_in);
    Batch::Options options;
    options.stacks.fill(1);
    test::check(!Batch::make(all_in, options), "nobody has anything to decide");
}

}  // namespace

int main() {
    test_states_of_all_sizes_play_alike();
    test_a_batch_ends_when_it_is_stopped();
    test_what_cannot_be_played_is_refused();
    return test::result();
}
