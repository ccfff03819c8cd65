#include "src/equity/walk.hpp"

#include "src/equity/suitings.hpp"

#include "src/batch.hpp"
#include "src/threads.hpp"
#include "src/kernels/strengths.hpp"
#include "src/kernels/walk.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <memory>
#include <utility>

namespace fivecard::equity {
namespace {

constexpr std::size_t steps = 256;  // of a chunk
constexpr std::size_t attempts_at_start = 32 * lane_count;
constexpr std::size_t fewest_deals = 16;  // that these have to come to: from fewer, chunks differ too much

// Where hands are drawn in turn instead: how many times for a chunk, as long as so many holdings are looked at, and which
// part of it before the first deal counts. At least one in sixteen has to come to a deal.
constexpr std::size_t most_turns = 2048, fewest_turns = 64, holdings_a_chunk = 1 << 22, before_first = 4, least_success = 16;
constexpr std::size_t offers_at_start = 64;
constexpr std::size_t filled_at_once = 1 << 16;  // buckets of an urn, between two looks at the job

Urn make_urn(const Range& range) {
    Urn urn;
    const std::size_t size = range.size();
    for_each_holding(range, [&](const Holding& holding) {
        urn.out.push_back(holding.out());
        urn.even &= holding.weight == range[0].weight;
    });
    if (urn.even) return urn;
    // Weights times `size`, so that a bucket holds `full`. Those with too little are filled up by those with too much.
    std::uint64_t full = 0;
    for_each_holding(range, [&](const Holding& holding) { full += holding.weight; });
    std::vector<std::uint64_t> left(size);
    std::vector<std::uint32_t> little, much;
    std::uint32_t next = 0;
    for_each_holding(range, [&](const Holding& holding) {
        const std::uint32_t i = next++;
        left[i] = holding.weight * std::uint64_t{size};
        (left[i] < full ? little : much).push_back(i);
    });
    urn.kept.assign(size, ~std::uint32_t{0});
    urn.other.resize(size);
    for (std::uint32_t i = 0; i < size; ++i) urn.other[i] = i;
    for (std::size_t filled = 1; !little.empty(); ++filled) {
        if (filled % filled_at_once == 0) jobs::check();
        const std::uint32_t poor = little.back(), rich = much.back();
        little.pop_back();
        urn.kept[poor] = static_cast<std::uint32_t>((Count{left[poor]} << 32) / full);
        urn.other[poor] = rich;
        left[rich] -= full - left[poor];
        if (left[rich] >= full) continue;
        much.pop_back();
        little.push_back(rich);
    }
    return urn;
}

std::uint32_t draw(const Urn& urn, RandomStream& random) {
    const std::uint64_t size = urn.size(), least = least_fair_product(size);
    for (;;) {
        const std::uint64_t bits = random.bits(), product = (bits >> 32) * size;
        if (static_cast<std::uint32_t>(product) < least) continue;
        const auto bucket = static_cast<std::uint32_t>(product >> 32);
        return urn.even || static_cast<std::uint32_t>(bits) < urn.kept[bucket] ? bucket : urn.other[bucket];
    }
}

// `most` cards at most for every lane, if `taken` of 64 numbers are no card or a card that is taken. Few lanes need
// more attempts than the mean and three times the standard deviation.
ToDeal to_deal(const std::uint64_t* counts, int most, int taken) {
    constexpr int attempts_a_word = 10;
    const double success = (64 - taken - most / 2.) / 64;
    const int attempts = static_cast<int>((most + 3 * std::sqrt(most * (1 - success))) / success) + 1;
    const int words = (attempts + attempts_a_word - 1) / attempts_a_word;
    return {counts, words, (attempts + words - 1) / words};
}

}  // namespace

// All lanes of a chunk, on their way.
struct alignas(64) Walk::State {
    LaneRandom random;
    LaneSets taken;  // what is gone, and what is out by the players' holdings
    LaneSets dealt;  // the same and all cards dealt since
    LaneSets given;
    std::array<LaneSets, most_players> out;
    std::array<LaneHands, most_players> hands;
    LaneHands boards;
    std::array<std::array<std::uint64_t, lane_count>, most_players> to_come;
    std::array<std::uint64_t, lane_count> to_board;
    std::array<std::array<std::uint64_t, lane_count>, most_players> holdings;
    std::array<std::array<std::array<Strength, lane_count>, most_players>, most_parts> strengths;
    std::array<std::array<std::uint16_t, lane_count>, most_parts> winners;
    std::array<CardId, lane_count * card_count> rows, board_rows;
    std::array<Strength, lane_count * most_players> row_strengths;
    std::size_t turn = 0;  // whose it is to be offered a holding
};

// What came of the deals so far.
class Walk::Tallies {
public:
    Tallies(std::size_t players, std::size_t parts) : players_(players), parts_(parts), counts_(4 << players) {}

    void add(const State& state) {
        // Four counters of each outcome, because one that was just written is slow to read.
        const auto& high = state.winners[0];
        for (std::size_t lane = 0; lane < lane_count; lane += 4)
            for (std::size_t i = 0; i < 4; ++i) ++counts_[4 * std::size_t{high[lane + i]} + i];
        if (parts_ == 2)
            for (std::size_t lane = 0; lane < lane_count; ++lane) add(high[lane], state.winners[1][lane], 1);
    }

    void give(std::uint64_t* wins, std::uint64_t* ties, std::uint64_t* shares, std::uint64_t* outcomes) {
        for (unsigned set = 0; set < 1u << players_; ++set) {
            std::uint64_t count = 0;
            for (std::size_t i = 0; i < 4; ++i) count += std::exchange(counts_[4 * set + i], 0);
            outcomes[set] += count;
            if (parts_ == 1 && count) add(set, set, count);
        }
        for (std::size_t player = 0; player < players_; ++player) {
            wins[player] = std::exchange(wins_[player], 0);
            ties[player] = std::exchange(ties_[player], 0);
            shares[player] = std::exchange(shares_[player], 0);
        }
    }

private:
    // Where nobody qualifies for the second part, it goes with the first.
    void add(unsigned first, unsigned second, std::uint64_t count) {
        second = second ? second : first;
        const std::uint64_t of_first = pot / 2 / static_cast<unsigned>(std::popcount(first));
        const std::uint64_t of_second = pot / 2 / static_cast<unsigned>(std::popcount(second));
        for (unsigned left = first | second; left; left &= left - 1) {
            const auto player = static_cast<unsigned>(std::countr_zero(left));
            const std::uint64_t share = (first >> player & 1) * of_first + (second >> player & 1) * of_second;
            (share == pot ? wins_ : ties_)[player] += count;
            shares_[player] += share * count;
        }
    }

    std::size_t players_, parts_;
    std::vector<std::uint32_t> counts_;
    std::array<std::uint64_t, most_players> wins_{}, ties_{}, shares_{};
};

std::uint64_t Walk::deals() { return lane_count * steps; }

Walk::Walk(Question question, std::uint64_t seed, const kernels::Kernels& kernels)
    : question_(std::move(question)), seed_(seed), kernels_(&kernels) {
    for (const Range& range : question_.ranges) {
        Player player{make_urn(range), {}, 0, false};
        for_each_holding(range, [&](const Holding& holding) {
            const int to_come = question_.game.hole - std::popcount(holding.cards);
            player.varies |= !player.hands.empty() && to_come != player.to_come;
            player.to_come = std::max(player.to_come, to_come);
            player.hands.push_back(hand_of(holding.cards));
        });
        if (range.size() > 1) walkers_.push_back(players_.size());
        by_size_.push_back(players_.size());
        players_.push_back(std::move(player));
    }
    std::ranges::sort(by_size_, std::less{}, [&](std::size_t player) { return players_[player].urn.size(); });
    std::size_t holdings = 0;
    for (const Range& range : question_.ranges) holdings += range.size();
    turns_ = std::clamp(holdings_a_chunk / holdings, fewest_turns, most_turns);
}

bool Walk::cards_suffice() const {
    int most = question_.game.board - std::popcount(question_.board);
    for (std::size_t player = 0; player < players_.size(); ++player) {
        int of_player = 0;
        for_each_holding(question_.ranges[player],
                         [&](const Holding& holding) { of_player = std::max(of_player, std::popcount(holding.thrown)); });
        most += question_.game.hole + of_player;
    }
    return most <= std::popcount(~question_.gone());
}

std::optional<Walk> Walk::begin(Question question, std::uint64_t seed, const kernels::Kernels& kernels) {
    Walk walk(std::move(question), seed, kernels);
    if (!walk.cards_suffice()) return std::nullopt;
    RandomStream random(seed, ~std::uint64_t{0});
    Deal deal;
    std::size_t by_weight = 0, in_turn = 0;
    for (std::size_t attempt = 0; attempt < attempts_at_start && by_weight < fewest_deals; ++attempt)
        by_weight += walk.draw_deal(random, deal);
    if (by_weight == fewest_deals) return walk;
    for (std::size_t turn = 0; turn < walk.turns_; ++turn) in_turn += walk.draw_in_turn(random, deal) > 0;
    walk.in_turn_ = in_turn >= walk.turns_ / least_success;
    if (!walk.in_turn_ && !by_weight) return std::nullopt;
    return walk;
}

// Draws hands for all players, by their weights alone. False if a card is held twice.
bool Walk::draw_deal(RandomStream& random, Deal& deal) const {
    CardSet taken = 0;
    for (const std::size_t player : by_size_) {
        const Urn& urn = players_[player].urn;
        const std::uint32_t holding = deal[player] = draw(urn, random);
        if (taken & urn.out[holding]) return false;
        taken |= urn.out[holding];
    }
    return true;
}

// Draws hands for all players, one after the other, from those that are left. A deal is then as likely as the weights in
// it, divided by the weights that were left for each player: the product of these is given. It is 0 where nothing was left.
double Walk::draw_in_turn(RandomStream& random, Deal& deal) const {
    CardSet taken = 0;
    double product = 1;
    for (const std::size_t player : by_size_) {
        const Range& range = question_.ranges[player];
        const std::vector<CardSet>& out = players_[player].urn.out;
        jobs::check_cancelled();  // not at a deadline: what was begun in time comes to its end
        std::uint64_t left = 0;
        for (std::size_t i = 0; i < range.size(); ++i) left += out[i] & taken ? 0 : range[i].weight;
        if (!left) return 0;
        auto place = static_cast<std::uint64_t>(Count{random.bits()} * left >> 64);
        std::uint32_t chosen = 0;
        for (;; ++chosen) {
            if (out[chosen] & taken) continue;
            if (place < range[chosen].weight) break;
            place -= range[chosen].weight;
        }
        deal[player] = chosen;
        taken |= out[chosen];
        product *= static_cast<double>(left);
    }
    return product;
}

// Draws a deal for each lane, as far as attempts succeed, and gives how many there are. Each is as likely as it should be.
std::size_t Walk::draw_deals(RandomStream& random, Deals& deals) const {
    std::size_t count = 0;
    for (std::size_t attempt = 0; count < lane_count && (attempt < attempts_at_start || !count); ++attempt)
        count += draw_deal(random, deals[count]);
    return count;
}

// The same where hardly any deal comes of drawing hands by their weights alone: they are drawn in turn, and whether a deal
// takes the place of the one before is decided such that the deals become as likely as they should be (Metropolis and
// Hastings).
std::size_t Walk::draw_deals_in_turn(RandomStream& random, Deals& deals) const {
    Deal now{}, next;
    double product = 0;
    const std::size_t first = turns_ / before_first, apart = std::max<std::size_t>(1, (turns_ - first) / lane_count);
    std::size_t count = 0;
    for (std::size_t turn = 0; turn < turns_ || product == 0; ++turn) {
        const double drawn = draw_in_turn(random, next);
        if (drawn > static_cast<double>(random.bits() >> 11) * 0x1p-53 * product) now = next, product = drawn;
        if (product > 0 && turn >= first && turn % apart == 0 && count < lane_count) deals[count++] = now;
    }
    if (!count) deals[count++] = now;
    return count;
}

// Where there are fewer deals than lanes, lanes share them.
void Walk::start(std::uint64_t chunk, State& state) const {
    const std::uint64_t stream = chunk * (lane_count + 1);
    RandomStream random(seed_, stream);
    Deals found;
    const std::size_t count = in_turn_ ? draw_deals_in_turn(random, found) : draw_deals(random, found);
    state.turn = 0;
    const int missing = question_.game.board - std::popcount(question_.board);
    state.to_board.fill(static_cast<std::uint64_t>(missing));
    for (std::size_t player = 0; player < players_.size(); ++player)
        state.to_come[player].fill(static_cast<std::uint64_t>(players_[player].to_come));
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
        RandomStream own(seed_, stream + 1 + lane);
        state.random.first[lane] = own.bits();
        state.random.second[lane] = own.bits();
        state.taken[lane] = question_.gone();
        state.boards.set(lane, hand_of(question_.board));
        for (std::size_t player = 0; player < players_.size(); ++player) {
            const std::uint64_t holding = state.holdings[player][lane] = found[lane % count][player];
            state.taken[lane] |= state.out[player][lane] = players_[player].urn.out[holding];
            state.hands[player].set(lane, players_[player].hands[holding]);
        }
    }
    if (in_turn_) offer(state, offers_at_start * walkers_.size());
}

// Offers new holdings to one player after the other.
void Walk::offer(State& state, std::size_t offers) const {
    for (; offers; --offers) {
        const std::size_t number = walkers_[state.turn++ % walkers_.size()];
        const Player& player = players_[number];
        const auto& holdings = state.holdings[number];
        kernels_->walk.draw_holdings(player.urn, state.random, state.taken, state.out[number], state.holdings[number].data());
        for (std::size_t lane = 0; lane < lane_count; ++lane) state.hands[number].set(lane, player.hands[holdings[lane]]);
    }
}

void Walk::step(State& state) const {
    offer(state, (walkers_.size() + 1) / 2);
    deal(state);
    for (std::size_t part = 0; part < question_.game.parts.size(); ++part) {
        evaluate(state, part);
        kernels_->walk.find_winners(state.strengths[part][0].data(), players_.size(), state.winners[part].data());
    }
}

void Walk::deal(State& state) const {
    std::ranges::copy(state.taken, state.dealt);
    const auto give = [&](const std::uint64_t* counts, int most) {
        kernels_->walk.deal_cards(to_deal(counts, most, std::popcount(state.dealt[0])), state.random, state.dealt, state.given);
    };
    for (std::size_t number = 0; number < players_.size(); ++number) {
        const Player& player = players_[number];
        if (!player.to_come) continue;
        const auto& holdings = state.holdings[number];
        auto& to_come = state.to_come[number];
        for (std::size_t lane = 0; player.varies && lane < lane_count; ++lane)
            to_come[lane] = static_cast<std::uint64_t>(question_.game.hole - std::popcount(player.hands[holdings[lane]].cards()));
        give(to_come.data(), player.to_come);
        for (std::size_t lane = 0; lane < lane_count; ++lane)
            state.hands[number].set(lane, hand_of(player.hands[holdings[lane]].cards() | state.given[lane]));
    }
    if (!state.to_board[0]) return;
    give(state.to_board.data(), static_cast<int>(state.to_board[0]));
    for (std::size_t lane = 0; lane < lane_count; ++lane) state.boards.set(lane, hand_of(question_.board | state.given[lane]));
}

void Walk::evaluate(State& state, std::size_t part_number) const {
    const Game& game = question_.game;
    const Part& part = game.parts[part_number];
    auto& strengths = state.strengths[part_number];
    const std::size_t players = players_.size(), hole = static_cast<std::size_t>(game.hole);
    if (part.kind == Part::Kind::ranked) {
        for (std::size_t player = 0; player < players; ++player)
            kernels_->walk.strengths_on_boards(*part.ranking, game.hole + game.board, state.boards, state.hands[player],
                                               strengths[player].data());
        return;
    }
    CardId *to = state.rows.data(), *to_board = state.board_rows.data();
    if (part_number == 0)  // the second part has the same cards
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            for (std::size_t player = 0; player < players; ++player) to = write_cards(state.hands[player].cards[lane], to);
            to_board = write_cards(state.boards.cards[lane], to_board);
        }
    const kernels::OmahaDeals deals = {state.rows.data(),         players * hole, state.board_rows.data(), board_size,
                                       static_cast<int>(players), game.hole};
    Strength* out = state.row_strengths.data();
    if (part.kind == Part::Kind::omaha) kernels_->omaha.strengths(omaha_table(), deals, lane_count, out);
    else if (part.kind == Part::Kind::omaha_low) kernels_->omaha.low_strengths(omaha_low_table(), deals, lane_count, out);
    else kernels_->strengths.of_badugi(state.rows.data(), lane_count * players, out);
    for (std::size_t lane = 0; lane < lane_count; ++lane)
        for (std::size_t player = 0; player < players; ++player) strengths[player][lane] = *out++;
}

Walk::Samples Walk::run(std::uint64_t first, std::uint64_t chunks, int threads) const {
    const std::size_t players = players_.size(), outcomes = std::size_t{1} << players;
    jobs::ask_for_memory(static_cast<double>(chunks) * static_cast<double>((3 * players + outcomes) * sizeof(std::uint64_t)),
                         "take fewer chunks at a time");
    Samples samples{chunks, std::vector<std::uint64_t>(chunks * players), {}, {}, std::vector<std::uint64_t>(chunks * outcomes)};
    samples.ties = samples.shares = samples.wins;
    const auto workers = std::min<std::uint64_t>(chunks, static_cast<std::uint64_t>(threads));
    std::atomic<std::uint64_t> next = 0;
    in_threads(workers, [&](std::size_t) {
        const auto state = std::make_unique<State>();
        Tallies tallies(players, question_.game.parts.size());
        for (std::uint64_t chunk; (!next || !jobs::stopped()) && (chunk = next++) < chunks;) {
            start(first + chunk, *state);
            for (std::size_t i = 0; i < steps; ++i) {
                step(*state);
                tallies.add(*state);
            }
            const std::size_t at = chunk * players;
            tallies.give(&samples.wins[at], &samples.ties[at], &samples.shares[at], &samples.outcomes[chunk * outcomes]);
        }
    });
    samples.chunks = std::min(next.load(), chunks);  // what was begun came to its end
    for (auto* by_player : {&samples.wins, &samples.ties, &samples.shares}) by_player->resize(samples.chunks * players);
    samples.outcomes.resize(samples.chunks * outcomes);
    return samples;
}

}  // namespace fivecard::equity
