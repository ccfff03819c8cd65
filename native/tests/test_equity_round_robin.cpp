// A hand against random hands by pairing the unseen cards: against going through all deals, and its error bars.
#include "tests/equity.hpp"

#include "src/equity/round_robin.hpp"

namespace {

using namespace fivecard;
using namespace fivecard::test;

Question against(int opponents, Range range, CardSet board, CardSet dead, const char* ranking = "high") {
    Question question{game_of({ranking}, opponents + 1, 2, 5), {std::move(range)}, board, dead};
    for (int i = 0; i < opponents; ++i) question.ranges.insert(question.ranges.begin() + i % 2, any);
    return question;
}

struct Named {
    std::string name;
    Question question;
};

// Suits that can be exchanged and suits that cannot, an odd number of unseen cards and an even one, and boards with
// three, four and five cards of a suit to come.
std::vector<Named> questions(int opponents) {
    const Range mixed = {{cards("AsKs"), 5}, {cards("AhKh"), 1}, {cards("7d7c"), 2}, {cards("AdQc"), 1}};
    std::vector<Named> all = {
        {"turn", against(opponents, mixed, cards("Ts9s2s5c"), 0)},
        {"turn, four of a suit", against(opponents, mixed, cards("Ts9s2s5s"), 0)},
        {"turn, dead card", against(opponents, mixed, cards("Ts9d2h5c"), cards("Kd"))},
        {"river, five of a suit", against(opponents, mixed, cards("Ts9s2s5s3s"), cards("KdKc"))},
        {"short deck", against(opponents, {{cards("AsKs"), 5}, {cards("7d7c"), 2}}, cards("Ts9s8h6h"), cards("Jd"), "short-deck")},
    };
    if (opponents == 1) {
        all.push_back({"flop", against(1, mixed, cards("Ts9s2h"), 0)});
        all.push_back({"flop, dead cards", against(1, mixed, cards("Ts9c2d"), cards("Th3d"))});
        all.push_back({"short deck, flop", against(1, {{cards("AsKs"), 5}, {cards("7d7c"), 2}}, cards("Ts9s6h"), 0, "short-deck-trips")});
    }
    return all;
}

struct Estimate {
    std::array<double, RoundRobin::measures> means{}, errors{};
};

// What chunks tell. With n of the N chunks of a pass drawn without replacement, their sum varies by n (1 - n / N) times
// the variance of one. What chunks differ by includes their noise, which whole passes have too: it is counted by
// itself.
Estimate combined(const RoundRobin& method, std::uint64_t count) {
    RoundRobin::Chunk total;
    const auto chunks = method.run(0, count, 2);
    for (const auto& chunk : chunks) {
        total.weight += chunk.weight;
        for (std::size_t m = 0; m < RoundRobin::measures; ++m) total.sums[m] += chunk.sums[m], total.noise[m] += chunk.noise[m];
    }
    const auto all = static_cast<double>(count), rest = static_cast<double>(count % method.pass());
    Estimate estimate;
    for (std::size_t m = 0; m < RoundRobin::measures; ++m) {
        const double mean = estimate.means[m] = total.sums[m] / total.weight;
        double squares = 0;
        for (const auto& chunk : chunks) squares += std::pow(chunk.sums[m] - mean * chunk.weight, 2);
        const double between = rest > 0 ? std::max(0., squares / (all - 1) - total.noise[m] / all) : 0;
        const double variance = total.noise[m] + rest * (1 - rest / static_cast<double>(method.pass())) * between;
        estimate.errors[m] = std::sqrt(variance) / total.weight;
    }
    return estimate;
}

std::array<double, RoundRobin::measures> right_answer(const Question& question, std::size_t player) {
    const Tally tally = exact(question)[player];
    return {part(tally.wins, tally.deals), part(tally.ties, tally.deals), part(tally.shares, tally.deals) / pot};
}

void test_one_opponent_is_exact() {
    for (const auto& [name, question] : questions(1)) {
        check(RoundRobin::applies(question), name + ": does not apply");
        const RoundRobin method(question, 3, *kernels::find(""));
        const auto found = combined(method, method.pass());
        const auto right = right_answer(question, method.player());
        for (std::size_t m = 0; m < right.size(); ++m)
            check(std::fabs(found.means[m] - right[m]) < 1e-12 && found.errors[m] < 1e-7,
                  name + ": " + std::to_string(found.means[m]) + ", not " + std::to_string(right[m]));
    }
    // Published: aces against a random hand.
    const RoundRobin aces(against(1, {{cards("AsAh"), 1}}, 0, 0), 3, *kernels::find(""));
    const auto found = combined(aces, aces.pass());
    check(std::fabs(found.means[RoundRobin::share] - .852037) < 5e-7, "aces against a random hand");
}

void test_two_opponents() {
    for (const auto& [name, question] : questions(2)) {
        const RoundRobin method(question, 3, *kernels::find(""));
        const auto found = combined(method, test::tries(100u, 20u) * method.pass());
        const auto right = right_answer(question, method.player());
        for (std::size_t m = 0; m < right.size(); ++m)
            check(std::fabs(found.means[m] - right[m]) < 5 * found.errors[m] + 1e-12, [&, &name = name] {
                return name + ": " + std::to_string(found.means[m]) + " +- " + std::to_string(found.errors[m]) + ", not " +
                       std::to_string(right[m]);
            });
    }
}

void test_all_ways_give_the_same() {
    for (const int opponents : {2, 9})
        for (const auto& [name, question] : questions(opponents)) {
            const auto all = RoundRobin(question, 8, *kernels::find("portable")).run(0, 5, 3);
            for (const kernels::Kernels* kernels : kernels::all()) {
                const RoundRobin method(question, 8, *kernels);
                for (std::uint64_t chunk = 0; chunk < all.size(); ++chunk) {
                    const auto one = method.run(chunk, 1, 1)[0];
                    check(one.weight == all[chunk].weight && one.sums == all[chunk].sums && one.noise == all[chunk].noise,
                          name + ", " + kernels->name);
                }
            }
        }
}

// Over many seeds, after a whole pass and after a part of it.
void test_error_bars() {
    constexpr int seeds = test::tries(400, 40);
    const Question question = against(2, {{cards("AhKh"), 1}, {cards("7d7c"), 2}}, cards("Ts9d2h5c"), 0);
    const auto right = right_answer(question, RoundRobin(question, 0, *kernels::find("")).player());
    int missed = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const RoundRobin method(question, seed, *kernels::find(""));
        const auto found = combined(method, 3 * method.pass());
        missed += std::fabs(found.means[RoundRobin::share] - right[RoundRobin::share]) > 1.96 * found.errors[RoundRobin::share];
    }
    check_coverage(missed, seeds, "whole passes");

    constexpr int parts = test::tries(200, 20);
    const Question flop = against(1, {{cards("AhKh"), 1}, {cards("7d7c"), 2}}, cards("Ts9d2h"), 0);
    const auto whole = right_answer(flop, RoundRobin(flop, 0, *kernels::find("")).player());
    missed = 0;
    for (std::uint64_t seed = 0; seed < parts; ++seed) {
        const RoundRobin method(flop, seed, *kernels::find(""));
        const auto found = combined(method, method.pass() * 2 / 3);
        missed += std::fabs(found.means[RoundRobin::share] - whole[RoundRobin::share]) > 2.02 * found.errors[RoundRobin::share];
    }
    check_coverage(missed, parts, "parts of a pass");
}

void test_what_it_applies_to() {
    const Range aces = {{cards("AsAh"), 1}};
    check(!RoundRobin::applies(against(1, any, 0, 0)), "nobody has a range");
    check(!RoundRobin::applies({game_of({"high"}, 2, 2, 5), {aces, {{cards("KsKh"), 1}}}, 0, 0}), "two players have");
    check(!RoundRobin::applies({game_of({"high"}, 2, 2, 5), {{{cards("As"), 1}}, any}, 0, 0}), "a card is to come");
    check(!RoundRobin::applies({game_of({"high"}, 2, 4, 5, 2), {{{cards("AsAhKsKh"), 1}}, any}, 0, 0}), "Omaha");
}

}  // namespace

int main() {
    test_one_opponent_is_exact();
    test_two_opponents();
    test_all_ways_give_the_same();
    test_error_bars();
    test_what_it_applies_to();
    return test::result();
}
