#include "src/postflop/solver.hpp"

#include "src/postflop/denormals.hpp"
#include "src/half.hpp"

#include "src/threads.hpp"

#include <atomic>

namespace fivecard::postflop {
namespace {

// How the average weighs iterations.
constexpr double average_power = 4;

// Where the first street has no card to come, forgetting what was regretted for good makes the last steps quicker.
Discount discount_of(std::uint64_t iteration, bool complete) {
    const auto done = static_cast<double>(iteration - 1), now = static_cast<double>(iteration);
    const double positive = std::pow(done, 1.5), kept = std::pow(done / now, average_power + 1);
    return {static_cast<float>(positive / (positive + 1)), complete ? 0.0f : 0.5f, static_cast<float>(kept),
            static_cast<float>(Averages::unit * (average_power + 1) / now)};
}

// Halves that were rounded to the nearest would come to a stop: what an iteration adds becomes less than half of what they tell
// apart. By noise they are rounded up as often as it takes to be right on average: some of it for each node and iteration.
constexpr std::size_t noise_starts = 256;

std::vector<std::uint16_t> noise_for(std::size_t row) {
    std::vector<std::uint16_t> noise(noise_starts * most_lanes + most_actions * noise_step + row);
    std::uint32_t state = 1;
    for (std::uint16_t& number : noise) {
        state ^= state << 13, state ^= state >> 17, state ^= state << 5;
        number = static_cast<std::uint16_t>(state >> 8 & 0x1fff);
    }
    return noise;
}

std::size_t noise_start(std::uint64_t iteration, std::size_t row) {
    const std::uint64_t mixed = (iteration * 0x9e3779b97f4a7c15 ^ row * 0xd1b54a32d192ed03) * 0x94d049bb133111eb;
    return (mixed >> 56) % noise_starts * most_lanes;
}

std::size_t block_of(const Game& game, std::size_t street, int player) { return game.streets()[street].entries.size() * game.row(player); }

// The most that a street's sums and values take, of both players.
struct Sizes {
    std::size_t reach = 1, values = 1, sums = 1, block = 1;
};
Sizes sizes_of(const Game& game, std::size_t street, const std::array<std::vector<std::vector<Program>>, 2>& programs) {
    Sizes found;
    std::size_t renamings = 1;
    if (street > 0)
        for (const std::size_t deal : game.deals_of(street - 1)) renamings = std::max(renamings, game.deals()[deal].group.size());
    for (const int player : {0, 1}) {
        for (const Program& program : programs[player][street]) {
            found.reach = std::max(found.reach, program.reach_rows * game.row(1 - player));
            found.values = std::max(found.values, program.value_rows * game.row(player));
        }
        found.block = std::max(found.block, block_of(game, street, player));
    }
    found.sums = renamings * found.block;
    return found;
}

using Programs = std::array<std::vector<std::vector<Program>>, 2>;
Programs all_programs(const Game& game) {
    Programs found;
    for (const int player : {0, 1})
        for (std::size_t street = 0; street < game.streets().size(); ++street) found[player].push_back(programs_of(game, street, player));
    return found;
}

// As the kernels take it.
void set_stakes(Stakes& stakes, std::size_t lane, const Payoff& payoff) {
    const double size = payoff.win + payoff.loss;
    stakes.size[lane] = static_cast<float>(size);
    stakes.win[lane] = static_cast<float>((payoff.win - payoff.tie) / size);
    stakes.loss[lane] = static_cast<float>(payoff.loss / size);
    stakes.tie[lane] = static_cast<float>(payoff.tie / size);
}
void set_no_stakes(Stakes& stakes, std::size_t lane) { stakes.size[lane] = stakes.win[lane] = stakes.loss[lane] = stakes.tie[lane] = 0; }

}  // namespace

double meetings(const Game& game) {
    double sum = 0;
    for (const Hand& first : game.hands(0))
        for (const Hand& second : game.hands(1))
            if (!(first.cards() & second.cards())) sum += static_cast<double>(first.weight) * static_cast<double>(second.weight);
    return sum;
}

double Solver::strategy_bytes(const Game& game, bool halves) {
    const double number = halves ? sizeof(std::uint16_t) : sizeof(float);
    const double nodes = static_cast<double>(game.node_count());
    double bytes = halves ? nodes * sizeof(Scale) : 0;
    for (const int player : {0, 1}) bytes += 2 * number * static_cast<double>(game.number_count(player));
    return bytes;
}

double Solver::bytes(const Game& game, bool halves, int threads) {
    double bytes = strategy_bytes(game, halves);
    for (const int player : {0, 1}) bytes += MatchupLists::bytes(game, player) * static_cast<double>(game.deals().size());
    const Programs programs = all_programs(game);
    double of_thread = static_cast<double>(Scratch::size(game.longest_row()));
    for (std::size_t street = 0; street < game.streets().size(); ++street) {
        const Sizes sizes = sizes_of(game, street, programs);
        of_thread += static_cast<double>(sizes.reach + sizes.values + sizes.sums + sizes.block);
        if (street == 1) bytes += static_cast<double>(sizeof(float) * game.deals()[0].next.size() * sizes.block);
    }
    return bytes + threads * of_thread * static_cast<double>(sizeof(float));
}

Solver::Solver(std::shared_ptr<const Game> game, bool halves, int threads, const kernels::PostflopKernels& kernels)
    : Averages(std::move(game), halves, threads), kernels_(kernels), programs_(all_programs(*game_)), deals_(meetings(*game_)),
      rooms_(static_cast<std::size_t>(threads)), root_(game_->longest_row()) {
    for (const int player : {0, 1}) {
        regrets_[player] = Memory(game_->number_count(player) * number_size());
        weights_[player] = Row(game_->row(player));
        for (std::size_t hand = 0; hand < game_->hands(player).size(); ++hand)
            weights_[player].data()[hand] = game_->hands(player)[hand].weight;
        for (const Deal& deal : game_->deals()) {
            jobs::check();
            matchups_[player].emplace_back(*game_, deal, player);
        }
    }
    if (halves_) {
        scales_.resize(game_->node_count());
        noise_ = noise_for(game_->longest_row());
    }
    for (const Payoff& payoff : game_->question().payoffs) raked_ |= payoff.win != payoff.loss || payoff.tie != 0;
    for (Workspace& room : rooms_) {
        const std::size_t row = game_->longest_row();
        for (std::size_t street = 0; street < game_->streets().size(); ++street) {
            const Sizes sizes = sizes_of(*game_, street, programs_);
            Level& level = room.levels.emplace_back();
            level.reach = Row(sizes.reach);
            level.values = Row(sizes.values);
            level.sums = Row(sizes.sums);
            level.once = Row(sizes.block);
            level.entries.resize(game_->streets()[street].entries.size());
            level.worth.resize(level.entries.size());
        }
        room.scratch_memory = Row(Scratch::size(row));
        room.scratch.lay_out(room.scratch_memory.data(), row);
        room.zeros = Row(row);
        room.dump = Row(row);
    }
    if (game_->streets().size() > 1)
        first_boards_ = Row(game_->deals()[0].next.size() * std::max(block_of(*game_, 1, 0), block_of(*game_, 1, 1)));
}

Rows Solver::rows(const Deal& deal, std::size_t node, std::size_t next) const {
    const Node& acting = game_->streets()[deal.street].nodes[node];
    const std::size_t row = game_->row(acting.player), first = game_->place(deal, node).row, after = game_->place(deal, next).row;
    const std::size_t at = first * row * number_size();
    return {regrets_[acting.player].data() + at,
            averages_[acting.player].data() + at,
            halves_ ? noise_.data() + noise_start(iterations_, first) : nullptr,
            (static_cast<std::ptrdiff_t>(after) - static_cast<std::ptrdiff_t>(first)) * static_cast<std::ptrdiff_t>(row),
            row,
            acting.children.size()};
}

void Solver::iterate(std::uint64_t times) {
    for (; times > 0; --times) {
        jobs::check();
        discount_ = discount_of(iterations_ + 1, game_->streets().size() == 1);
        for (; player_ < 2; ++player_) {
            walk<Mode::learn>(player_, walked_);
            walked_ = {};
        }
        player_ = 0;
        ++iterations_;
    }
}

void Solver::finish() {
    const Job::Scope unstoppable(nullptr);
    if (player_ > 0 || walked_.begun) iterate(1);
}

double Solver::exploitability() {
    finish();
    double gain = 0;
    for (const int player : {0, 1}) {
        Walked best, average;
        gain += walk<Mode::best>(player, best);
        if (raked_) gain -= walk<Mode::average>(player, average);
    }
    return gain / 2;
}

// Gives what a player wins, a deal.
template <Solver::Mode mode>
double Solver::walk(int player, Walked& walked) {
    const DenormalsAreZero quick;
    const Deal& deal = game_->deals()[0];
    Workspace& room = rooms_[0];
    if (game_->is_river(0)) {
        room.levels[0].entries[0] = weights_[1 - player].data();
        root_.clear(game_->row(player));
        board<mode>(player, deal, room, root_.data());
    } else {
        const Program& program = programs_[player][0][0];
        if (!walked.begun) {
            room.levels[0].entries[0] = weights_[1 - player].data();
            part<mode>(program, player, deal, room);
            enter_next_street(program, player, deal, room);
            walked.boards.assign(deal.next.size(), false);
            walked.begun = true;
        }
        boards_side_by_side<mode>(player, deal, room, walked);
        combine(player, deal, room);
        root_.clear(game_->row(player));
        value<mode>(program, player, deal, room, root_.data());
    }
    double sum = 0;
    for (std::size_t hand = 0; hand < game_->hands(player).size(); ++hand)
        sum += static_cast<double>(weights_[player].data()[hand]) * static_cast<double>(root_.data()[hand]);
    return sum / deals_;
}

// Adds what the entries of a board's street are worth.
template <Solver::Mode mode>
void Solver::board(int player, const Deal& deal, Workspace& room, float* to) {
    for (const Program& program : programs_[player][deal.street]) {
        part<mode>(program, player, deal, room);
        if (!game_->is_river(deal.street)) {
            enter_next_street(program, player, deal, room);
            boards_below<mode>(player, deal, room);
            combine(player, deal, room);
        }
        value<mode>(program, player, deal, room, to);
    }
}

template <Solver::Mode mode>
void Solver::part(const Program& program, int player, const Deal& deal, Workspace& room) {
    Level& level = room.levels[deal.street];
    const std::size_t row = game_->row(1 - player);
    for (const Program::Part& step : program.parts) {
        const float* const reach =
            step.from < 0 ? level.entries[entry_of(step.from)] : level.reach.data() + static_cast<std::size_t>(step.from) * row;
        float* const parts = level.reach.data() + static_cast<std::size_t>(step.to) * row;
        const Rows here = rows(deal, step.node, step.next);
        if (mode == Mode::learn && !locked(deal, step.node)) kernels_.play[halves_](here, discount_, reach, parts);
        else kernels_.play_average[halves_](here, reach, parts);
    }
}

void Solver::enter_next_street(const Program& program, int player, const Deal& deal, Workspace& room) {
    const Level& level = room.levels[deal.street];
    Level& next = room.levels[deal.street + 1];
    for (std::size_t entry = 0; entry < next.entries.size(); ++entry) {
        const RowNumber reach = program.next_street[entry];
        if (reach == no_row) next.entries[entry] = room.zeros.data();
        else if (reach < 0) next.entries[entry] = level.entries[entry_of(reach)];
        else next.entries[entry] = level.reach.data() + static_cast<std::size_t>(reach) * game_->row(1 - player);
    }
    next.sums.clear(deal.group.size() * block_of(*game_, deal.street + 1, player));
}

template <Solver::Mode mode>
void Solver::boards_below(int player, const Deal& deal, Workspace& room) {
    Level& level = room.levels[deal.street + 1];
    const std::size_t block = block_of(*game_, deal.street + 1, player);
    for (const Deal::Next& next : deal.next) {
        const Deal& below = game_->deals()[next.deal];
        if (next.renamings.size() == 1) {
            board<mode>(player, below, room, level.sums.data() + next.renamings[0] * block);
            continue;
        }
        level.once.clear(block);
        board<mode>(player, below, room, level.once.data());
        for (const std::size_t renaming : next.renamings) {
            float* const sums = level.sums.data() + renaming * block;
            const float* const both[] = {sums, level.once.data()};
            kernels_.sum(block, 2, both, sums);
        }
    }
}

// The boards of the second street, each by one thread. Their values are added afterwards, in order: however many threads there
// are, sums are the same.
template <Solver::Mode mode>
void Solver::boards_side_by_side(int player, const Deal& deal, Workspace& room, Walked& walked) {
    const std::size_t block = block_of(*game_, 1, player);
    std::atomic<std::size_t> begun = 0;
    in_threads(std::min(rooms_.size(), deal.next.size()), [&](std::size_t thread) {
        const DenormalsAreZero quick;
        Workspace& own = rooms_[thread];
        if (&own != &room) own.levels[1].entries = room.levels[1].entries;
        for (std::size_t number; (number = begun.fetch_add(1, std::memory_order_relaxed)) < deal.next.size();) {
            if (walked.boards[number]) continue;
            jobs::check();
            float* const to = first_boards_.data() + number * block;
            std::memset(to, 0, block * sizeof(float));
            board<mode>(player, game_->deals()[deal.next[number].deal], own, to);
            walked.boards[number] = true;
        }
    });
    for (std::size_t number = 0; number < deal.next.size(); ++number)
        for (const std::size_t renaming : deal.next[number].renamings) {
            float* const sums = room.levels[1].sums.data() + renaming * block;
            const float* const both[] = {sums, first_boards_.data() + number * block};
            kernels_.sum(block, 2, both, sums);
        }
}

// What the next street's entries are worth before its card is known.
void Solver::combine(int player, const Deal& deal, Workspace& room) {
    Level& next = room.levels[deal.street + 1];
    const std::size_t row = game_->row(player), entries = next.entries.size(), block = entries * row;
    const auto chance = static_cast<float>(game_->chance(deal));
    for (std::size_t entry = 0; entry < entries; ++entry) {
        float* const worth = next.sums.data() + entry * row;
        for (std::size_t place = 1; place < deal.group.size(); ++place) {
            const Renaming& renaming = game_->renamings()[deal.group[place]];
            const auto& back = game_->renamings()[renaming.inverse].hands[player];
            const float* const from = worth + place * block;
            for (std::size_t hand = 0; hand < back.size(); ++hand) worth[hand] += from[back[hand]];
        }
        for (std::size_t hand = 0; hand < row; ++hand) worth[hand] *= chance;
        next.worth[entry] = worth;
    }
}

// Folds and showdowns, as many at a time as there are lanes.
void Solver::ends(const Program& program, int player, const Deal& deal, Workspace& room) {
    Level& level = room.levels[deal.street];
    const std::size_t lanes = kernels_.lanes, own_row = game_->row(player), other_row = game_->row(1 - player);
    const Matchup matchup = matchups_[player][deal.index].view();
    const auto& payoffs = game_->question().payoffs;
    const auto reach = [&](RowNumber row) -> const float* {
        if (row == no_row) return room.zeros.data();
        return row < 0 ? level.entries[entry_of(row)] : level.reach.data() + static_cast<std::size_t>(row) * other_row;
    };
    const auto value = [&](RowNumber row) {
        return row == no_row ? room.dump.data() : level.values.data() + static_cast<std::size_t>(row) * own_row;
    };

    for (std::size_t first = 0; first < program.answers.size(); first += lanes) {
        Answers answers;
        const std::size_t count = std::min(lanes, program.answers.size() - first);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const Program::Answer step =
                lane < count ? program.answers[first + lane] : Program::Answer{no_row, no_row, no_payoff, no_payoff, no_row};
            answers.folded[lane] = reach(step.folded);
            answers.called[lane] = reach(step.called);
            answers.pot[lane] = step.fold == no_payoff ? 0 : static_cast<float>(payoffs[step.fold].win);
            if (step.showdown == no_payoff) set_no_stakes(answers.stakes, lane);
            else set_stakes(answers.stakes, lane, payoffs[step.showdown]);
            answers.values[lane] = value(step.value);
        }
        kernels_.answers(matchup, answers, count, room.scratch);
    }
    for (std::size_t first = 0; first < program.decisions.size(); first += lanes) {
        Decisions decisions;
        const std::size_t count = std::min(lanes, program.decisions.size() - first);
        bool folds = false;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const Program::Decision step =
                lane < count ? program.decisions[first + lane] : Program::Decision{no_row, no_payoff, no_payoff, no_row, no_row};
            decisions.reach[lane] = reach(step.reach);
            decisions.cost[lane] = step.fold == no_payoff ? 0 : static_cast<float>(-payoffs[step.fold].loss);
            folds |= step.fold != no_payoff;
            if (step.showdown == no_payoff) set_no_stakes(decisions.stakes, lane);
            else set_stakes(decisions.stakes, lane, payoffs[step.showdown]);
            decisions.folding[lane] = value(step.folding);
            decisions.calling[lane] = value(step.calling);
        }
        kernels_.decisions(matchup, decisions, count, folds, room.scratch);
    }
    for (std::size_t first = 0; first < program.folds.size(); first += lanes) {
        Folds folds;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const bool some = first + lane < program.folds.size();
            const Program::Fold step = some ? program.folds[first + lane] : Program::Fold{no_row, 0, false, no_row};
            const Payoff& payoff = payoffs[step.payoff];
            folds.reach[lane] = reach(step.reach);
            folds.pot[lane] = static_cast<float>(step.own ? -payoff.loss : payoff.win);
            folds.values[lane] = value(step.value);
        }
        kernels_.folds(matchup, folds, room.scratch);
    }
}

template <Solver::Mode mode>
void Solver::value(const Program& program, int player, const Deal& deal, Workspace& room, float* to) {
    Level& level = room.levels[deal.street];
    const std::size_t row = game_->row(player);
    ends(program, player, deal, room);
    const auto known = [&](RowNumber number) -> const float* {
        return number < 0 ? room.levels[deal.street + 1].worth[entry_of(number)]
                          : level.values.data() + static_cast<std::size_t>(number) * row;
    };
    for (const Program::Value& step : program.values) {
        const RowNumber* const inputs = program.inputs.data() + step.first;
        if (!step.own && step.count == 1 && inputs[0] == step.value) continue;
        const float* values[most_actions];
        for (std::size_t i = 0; i < step.count; ++i) values[i] = known(inputs[i]);
        float* const found = level.values.data() + static_cast<std::size_t>(step.value) * row;
        if (!step.own) {
            kernels_.sum(row, step.count, values, found);
            continue;
        }
        const Rows here = rows(deal, step.node, step.next);
        if (mode == Mode::average || locked(deal, step.node)) {
            kernels_.value_average[halves_](here, values, found);
        } else if (mode == Mode::best) {
            kernels_.best(row, here.actions, values, found);
        } else {
            Scale none, &scale = halves_ ? scales_[node_number(deal, step.node)] : none;
            kernels_.learn[halves_](here, scale, discount_, values, found, room.scratch);
        }
    }
    for (const Program::Entry& entry : program.entries) {
        float* const sum = to + entry.number * row;
        const float* const both[] = {sum, known(entry.value)};
        kernels_.sum(row, 2, both, sum);
    }
}

}  // namespace fivecard::postflop
