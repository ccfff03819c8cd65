#include "src/equity/enumerate.hpp"

#include "src/batch.hpp"
#include "src/threads.hpp"
#include "src/kernels/strengths.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace fivecard::equity {
namespace {

constexpr std::size_t rows_at_once = 4096;  // what is evaluated together stays in the cache
constexpr std::size_t compared_at_once = 1 << 20;  // some milliseconds
constexpr std::uint64_t hands_at_once = 64;
constexpr std::size_t made_at_once = 1 << 16;      // hands, between two looks at the job

// Combinations of `count` out of 0, 1, 2, ..., in colexicographic order.
class Combination {
public:
    // The one with a number.
    Combination(int count, std::uint64_t number) : chosen_(static_cast<std::size_t>(count)) {
        for (int k = count; k > 0; --k) {
            int highest = k - 1;
            while (combinations(highest + 1, k) <= number) ++highest;
            chosen_[static_cast<std::size_t>(k - 1)] = highest;
            number -= combinations(highest, k);
        }
    }

    void next() {
        std::size_t moved = 0;
        while (moved + 1 < chosen_.size() && chosen_[moved] + 1 == chosen_[moved + 1]) ++moved;
        for (std::size_t i = 0; i < moved; ++i) chosen_[i] = static_cast<int>(i);
        if (moved < chosen_.size()) ++chosen_[moved];
    }

    CardSet of(const std::vector<CardId>& cards) const {
        CardSet set = 0;
        for (const int position : chosen_) set |= CardSet{1} << cards[static_cast<std::size_t>(position)];
        return set;
    }

private:
    std::vector<int> chosen_;
};

void append_cards(std::vector<CardId>& cards, CardSet set) {
    CardId all[64];
    cards.insert(cards.end(), all, write_cards(set, all));
}

std::vector<CardId> cards_of(CardSet set) {
    std::vector<CardId> cards;
    append_cards(cards, set);
    return cards;
}

// In how many ways a holding can become a hand, as long as nobody else has any cards.
std::uint64_t ways_to_complete(const Question& question, const Holding& holding) {
    return combinations(std::popcount(~(question.gone() | holding.out())), question.game.hole - std::popcount(holding.cards));
}

// Whether the kernels take hands as rows of cards, not as sets.
bool in_rows(const Game& game) { return game.parts[0].kind != Part::Kind::ranked; }

// Who has the parts of the pot, as sets of players. Nobody has the second where nobody qualifies for it.
using Winners = std::array<std::uint32_t, most_parts>;

// What one player has of the pot.
std::uint32_t share_of(std::size_t player, const Winners& winners) {
    const std::uint32_t half = winners[1] ? pot / 2 : pot;
    std::uint32_t share = 0;
    for (const std::uint32_t sharing : winners)
        if (sharing >> player & 1) share += half / static_cast<std::uint32_t>(std::popcount(sharing));
    return share;
}

}  // namespace

double Enumeration::cost(const Question& question, const Costs& costs) {
    double hands = 0, holdings = 0, deals = 1, largest = 1, weighed = pot;
    for (const Range& range : question.ranges) {
        double of_range = 0, weight = 0;
        for_each_holding(range, [&](const Holding& holding) {
            const auto ways = static_cast<double>(ways_to_complete(question, holding));
            of_range += ways;
            weight += ways * holding.weight;
        });
        holdings += static_cast<double>(range.size());
        hands += of_range;
        deals *= of_range;
        largest = std::max(largest, of_range);
        weighed *= weight;
    }
    const int missing = question.game.board - std::popcount(question.board);
    const auto boards = static_cast<double>(combinations(std::popcount(~question.gone()), missing));
    if (weighed * boards >= 0x1p127) return std::numeric_limits<double>::infinity();
    const auto& [call, a_holding, a_board, in_set, in_row, a_meeting, a_deal] = costs.enumerate;
    const double a_hand = (in_rows(question.game) ? in_row : in_set) * static_cast<double>(question.game.parts.size());
    return microsecond * (call + holdings * a_holding + boards * (a_board + hands * a_hand + deals / largest * a_meeting + deals * a_deal));
}

double Enumeration::memory(const Question& question, double threads) {
    double holdings = 0, hands = 0;
    for (const Range& range : question.ranges) {
        holdings += static_cast<double>(range.size());
        for_each_holding(range, [&](const Holding& holding) { hands += static_cast<double>(ways_to_complete(question, holding)); });
    }
    const Game& game = question.game;
    const double rows = std::max(hands, static_cast<double>(rows_at_once));
    const std::size_t in_cells = in_rows(game) ? static_cast<std::size_t>(game.hole + game.board) : 0;
    const double a_row =
        static_cast<double>(2 * sizeof(CardSet) + 2 * sizeof(std::uint32_t) + game.parts.size() * sizeof(Strength) + in_cells);
    const double a_worker = rows * a_row + holdings * sizeof(Tally);
    return hands * sizeof(Hand) + holdings * (sizeof(Holding) + 2 * sizeof(Tally)) + threads * a_worker;
}

Enumeration::Enumeration(Question question, const kernels::Kernels& kernels) : question_(std::move(question)), kernels_(kernels) {
    const int hole = question_.game.hole;
    double deals = 1;
    for (std::size_t number = 0; number < question_.ranges.size(); ++number) {
        const Range& range = question_.ranges[number];
        Player player{number, {}};
        double weight = 0;
        std::size_t hands = 0;
        for_each_holding(range, [&](const Holding& holding) { hands += ways_to_complete(question_, holding); });
        player.hands.reserve(hands);
        for (std::uint32_t holding = 0; holding < range.size(); ++holding) {
            const auto deck = cards_of(~(question_.gone() | range[holding].out()));
            const auto ways = combinations(static_cast<int>(deck.size()), hole - std::popcount(range[holding].cards));
            weight += static_cast<double>(ways) * range[holding].weight;
            Combination drawn(hole - std::popcount(range[holding].cards), 0);
            for (std::uint64_t way = 0; way < ways; ++way, drawn.next()) {
                if (player.hands.size() % made_at_once == 0) jobs::check();
                const CardSet cards = drawn.of(deck);
                player.hands.push_back({range[holding].cards | cards, range[holding].out() | cards, range[holding].weight, holding});
            }
        }
        deals *= weight;
        answer_.hands.emplace_back(range.size());
        players_.push_back(std::move(player));
    }
    answer_.outcomes.resize(std::size_t{1} << players_.size());
    // The most hands last, and the most of the others first: where the board is complete, those are the steps.
    std::ranges::sort(players_, std::less{}, [](const Player& player) { return player.hands.size(); });
    std::swap(players_.front(), players_[players_.size() - 2]);
    deck_ = cards_of(~question_.gone());
    missing_ = question_.game.board - std::popcount(question_.board);
    const std::uint64_t boards = combinations(static_cast<int>(deck_.size()), missing_);
    steps_ = missing_ ? boards : players_.front().hands.size();
    fits_word_ = deals * static_cast<double>(boards) * pot < 0x1p63;
}

// One thread's way through some steps. `Sum` holds every sum of deals, times `pot`.
template <typename Sum>
class Enumeration::Worker {
public:
    Worker(const Enumeration& all)
        : all_(all), parts_(all.question_.game.parts.size()), last_(all.players_.size() - 1), hands_(last_ + 1), tallies_(last_ + 1),
          outcomes_(std::size_t{2} << last_) {
        std::size_t hands = 0;
        for (const Player& player : all.players_) {
            tallies_[player.number].resize(all.question_.ranges[player.number].size());
            hands += player.hands.size();
        }
        boards_at_once_ = std::max<std::size_t>(1, rows_at_once / hands);
    }

    void run(std::uint64_t first, std::uint64_t count) {
        const CardSet known = all_.question_.board;
        if (!all_.missing_) {
            evaluate({known});
            for (std::uint64_t hand = first; hand < first + count; hand += hands_at_once) {
                const std::uint64_t end = std::min(hand + hands_at_once, first + count);
                jobs::step(end - hand);
                combine(0, hand, end);
            }
            return;
        }
        std::vector<CardSet> boards;
        Combination board(all_.missing_, first);
        for (std::uint64_t step = 0; step < count; ++step, board.next()) {
            boards.push_back(known | board.of(all_.deck_));
            if (boards.size() < boards_at_once_ && step + 1 < count) continue;
            jobs::step(boards.size());
            evaluate(boards);
            for (std::size_t index = 0; index < boards.size(); ++index)
                combine(index, hands_[0].starts[index], hands_[0].starts[index + 1]);
            boards.clear();
        }
    }

    void add_to(Answer& answer) const {
        for (std::size_t player = 0; player <= last_; ++player)
            for (std::size_t holding = 0; holding < tallies_[player].size(); ++holding) {
                const auto& [deals, wins, ties, shares] = tallies_[player][holding];
                answer.hands[player][holding] += Tally{deals, wins, ties, shares};
            }
        for (std::size_t set = 0; set < outcomes_.size(); ++set) answer.outcomes[set] += outcomes_[set];
    }

private:
    struct Sums {
        Sum deals = 0, wins = 0, ties = 0, shares = 0;

        void add(Sum weight, std::uint32_t share) {
            deals += weight;
            wins += share == pot ? weight : 0;
            ties += share != 0 && share != pot ? weight : 0;
            shares += weight * share;
        }
    };

    // A player's hands that are possible on some boards, board after board.
    struct Possible {
        std::vector<CardSet> cards, out;
        std::vector<std::uint32_t> weights, holdings;
        std::array<std::vector<Strength>, most_parts> strengths;
        std::vector<std::size_t> starts;
    };

    // The best hands so far, and who has them.
    struct Best {
        std::array<Strength, most_parts> strengths{};
        Winners winners{};

        void meet(std::size_t part, Strength strength, std::uint32_t player) {
            if (strength > strengths[part]) strengths[part] = strength, winners[part] = player;
            else if (strength && strength == strengths[part]) winners[part] |= player;
        }
    };

    void evaluate(const std::vector<CardSet>& boards) {
        const Game& game = all_.question_.game;
        for (std::size_t level = 0; level <= last_; ++level) {
            Possible& possible = hands_[level];
            possible.cards.clear(), possible.out.clear(), possible.weights.clear(), possible.holdings.clear();
            possible.starts.assign(1, 0);
            rows_.clear(), board_rows_.clear();
            const std::size_t most = boards.size() * all_.players_[level].hands.size();
            possible.cards.reserve(most), possible.out.reserve(most), possible.weights.reserve(most), possible.holdings.reserve(most);
            if (in_rows(game))
                rows_.reserve(most * static_cast<std::size_t>(game.hole)), board_rows_.reserve(most * static_cast<std::size_t>(game.board));
            for (const CardSet board : boards) {
                for (const Hand& hand : all_.players_[level].hands) {
                    if (hand.out & board) continue;
                    possible.cards.push_back(hand.cards | board);
                    possible.out.push_back(hand.out);
                    possible.weights.push_back(hand.weight);
                    possible.holdings.push_back(hand.holding);
                    if (in_rows(game)) append_cards(rows_, hand.cards), append_cards(board_rows_, board);
                }
                possible.starts.push_back(possible.cards.size());
            }
            for (std::size_t part = 0; part < parts_; ++part) {
                possible.strengths[part].resize(possible.cards.size());
                for (std::size_t first = 0; first < possible.cards.size(); first += made_at_once) {
                    evaluate(possible, part, first, std::min(made_at_once, possible.cards.size() - first));
                    jobs::check();
                }
            }
        }
    }

    void evaluate(Possible& possible, std::size_t part, std::size_t first, std::size_t rows) const {
        const Game& game = all_.question_.game;
        const auto hole = static_cast<std::size_t>(game.hole), board = static_cast<std::size_t>(game.board);
        Strength* out = possible.strengths[part].data() + first;
        const CardId* cells = rows_.data() + first * hole;
        const kernels::OmahaDeals deals = {cells, hole, board_rows_.data() + first * board, board, 1, game.hole};
        switch (game.parts[part].kind) {
            case Part::Kind::ranked:
                all_.kernels_.strengths.of_sets(*game.parts[part].ranking, possible.cards.data() + first, rows, out);
                break;
            case Part::Kind::badugi: all_.kernels_.strengths.of_badugi(cells, rows, out); break;
            case Part::Kind::omaha: all_.kernels_.omaha.strengths(omaha_table(), deals, rows, out); break;
            case Part::Kind::omaha_low: all_.kernels_.omaha.low_strengths(omaha_low_table(), deals, rows, out); break;
        }
    }

    // All deals on a board in which the first player has one of some hands.
    void combine(std::size_t board, std::size_t first, std::size_t end) {
        board_ = board;
        branch(0, first, end, 0, 1, {});
    }

    void branch(std::size_t level, std::size_t first, std::size_t end, CardSet used, Sum weight, const Best& best) {
        const Possible& possible = hands_[level];
        for (std::size_t hand = first; hand < end; ++hand) {
            if (possible.out[hand] & used) continue;
            Best now = best;
            for (std::size_t part = 0; part < parts_; ++part)
                now.meet(part, possible.strengths[part][hand], 1u << all_.players_[level].number);
            holding_[level] = possible.holdings[hand];
            const CardSet with = used | possible.out[hand];
            const Sum product = weight * possible.weights[hand];
            if (level + 1 == last_) meet_last(with, product, now);
            else branch(level + 1, hands_[level + 1].starts[board_], hands_[level + 1].starts[board_ + 1], with, product, now);
        }
    }

    // The last player's hands fall into classes: in each part of the pot weaker than all others, equal to the best, or stronger.
    void meet_last(CardSet used, Sum weight, const Best& best) {
        const Possible& possible = hands_[last_];
        if ((compared_ += 64 + possible.starts[board_ + 1] - possible.starts[board_]) > compared_at_once) {
            compared_ = 0;
            jobs::check();
        }
        const std::size_t player = all_.players_[last_].number, classes = parts_ == 1 ? 3 : 9;
        std::array<Winners, 9> winners;
        std::array<std::uint32_t, 9> shares;
        std::array<Sum, 9> sums{};
        for (std::size_t kind = 0; kind < classes; ++kind) {
            winners[kind] = best.winners;
            for (std::size_t part = 0, left = kind; part < parts_; ++part, left /= 3)
                if (left % 3 == 2) winners[kind][part] = 1u << player;
                else if (left % 3 == 1 && best.strengths[part]) winners[kind][part] |= 1u << player;
            shares[kind] = share_of(player, winners[kind]);
        }
        const auto compare = [&](std::size_t part, std::size_t hand) -> std::size_t {
            const Strength strength = possible.strengths[part][hand];
            return (strength > best.strengths[part]) + (strength >= best.strengths[part]);
        };
        for (std::size_t hand = possible.starts[board_]; hand < possible.starts[board_ + 1]; ++hand) {
            if (possible.out[hand] & used) continue;
            const std::size_t kind = parts_ == 1 ? compare(0, hand) : compare(0, hand) + 3 * compare(1, hand);
            sums[kind] += possible.weights[hand];
            tallies_[player][possible.holdings[hand]].add(weight * possible.weights[hand], shares[kind]);
        }
        for (std::size_t kind = 0; kind < classes; ++kind) {
            if (!sums[kind]) continue;
            outcomes_[winners[kind][0]] += weight * sums[kind];
            for (std::size_t level = 0; level < last_; ++level) {
                const std::size_t other = all_.players_[level].number;
                tallies_[other][holding_[level]].add(weight * sums[kind], share_of(other, winners[kind]));
            }
        }
    }

    const Enumeration& all_;
    const std::size_t parts_, last_;
    std::size_t boards_at_once_, board_ = 0, compared_ = 0;
    std::vector<Possible> hands_;  // by level of the tree
    std::vector<CardId> rows_, board_rows_;
    std::array<std::uint32_t, most_players> holding_{};  // on the way to a deal, by level
    std::vector<std::vector<Sums>> tallies_;             // by player and holding
    std::vector<Sum> outcomes_;
};

template <typename Sum>
void Enumeration::run_in(std::uint64_t first, std::uint64_t count, int threads) {
    const auto parts = std::min<std::uint64_t>(count, static_cast<std::uint64_t>(threads));
    jobs::ask_for_memory(memory(question_, static_cast<double>(parts)),
                         "use fewer threads, name fewer hands, or leave out exact=True to sample");
    jobs::expect(count);
    std::vector<Worker<Sum>> workers(parts, Worker<Sum>(*this));
    in_threads(parts, [&](std::size_t part) {
        const std::uint64_t start = count * part / parts;
        workers[part].run(first + start, count * (part + 1) / parts - start);
    });
    const std::lock_guard lock(jobs::moment());
    for (const auto& worker : workers) worker.add_to(answer_);
}

void Enumeration::run(std::uint64_t first, std::uint64_t count, int threads) {
    if (fits_word_) run_in<std::uint64_t>(first, count, threads);
    else run_in<Count>(first, count, threads);
}

}  // namespace fivecard::equity
