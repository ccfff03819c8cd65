#include "src/postflop/device.hpp"

#include "src/jobs/job.hpp"
#include "src/postflop/program.hpp"

#include <algorithm>
#include <map>

namespace fivecard::postflop {
namespace {

using Device = DeviceStreet;

// A row of values, and who makes it.
using Sources = std::map<RowNumber, Device::Input>;

std::int32_t number(std::size_t of) { return static_cast<std::int32_t>(of); }

// Rows of one player's reach, or nowhere.
std::int32_t reach_row(RowNumber row) { return row == no_row ? std::numeric_limits<std::int32_t>::max() : row; }

class Layout {
public:
    Layout(const Game& game, std::size_t street, int player, std::vector<Device::Reach> reaches)
        : game_(game), street_(street), player_(player) {
        made_.reaches = std::move(reaches);
        const Deal& deal = game.deals()[game.deals_of(street)[0]];
        for (const int who : {0, 1}) {
            const auto size = static_cast<std::size_t>(who);
            for (std::size_t node = 0; node < game.streets()[street].nodes.size(); ++node) {
                const Node& acting = game.streets()[street].nodes[node];
                if (acting.player != who) continue;
                if (!made_.nodes[size]) {
                    const Game::Place first = game.place(deal, node);
                    made_.first_row[size] = static_cast<std::int64_t>(first.row);
                    made_.first_node[size] = static_cast<std::int64_t>(first.node);
                }
                ++made_.nodes[size];
                made_.rows[size] += static_cast<std::int64_t>(acting.children.size());
            }
        }
        if (!game.is_river(street)) made_.chance = game.chance(deal);
    }

    void add(const Program& program) {
        Device::Program to{
            number(made_.parts.size()),   number(program.parts.size()),   number(made_.lanes.size()), 0, number(made_.steps.size()), 0,
            number(made_.entries.size()), number(program.entries.size()), number(program.reach_rows), 0};
        for (const Program::Part& part : program.parts) {
            const auto [node, row] = place(part.node);
            made_.parts.push_back({node, row, actions(part.node), part.from, part.to});
        }
        Sources sources;
        add_lanes(program, sources);
        to.lanes = number(made_.lanes.size()) - to.lane;
        for (auto& [row, input] : sources) input.number -= to.lane;
        to.slots = add_steps(program, sources);
        to.steps = number(made_.steps.size()) - to.step;
        for (const Program::Entry& entry : program.entries) {
            const Device::Input input = source(sources, entry.value);
            made_.entries.push_back({number(entry.number), input.source, input.number});
        }
        made_.reach_rows = std::max(made_.reach_rows, number(program.reach_rows));
        made_.programs.push_back(to);
    }

    void add_boards() {
        const std::size_t hands = game_.row(player_), others = game_.hands(1 - player_).size();
        std::vector<std::int32_t> before(game_.deals().size(), -1);
        for (const Deal& deal : game_.deals())
            for (const Deal::Next& next : deal.next) before[next.deal] = number(deal.index);
        for (const std::size_t index : game_.deals_of(street_)) {
            jobs::check();
            const Deal& deal = game_.deals()[index];
            const MatchupLists lists(game_, deal, player_);
            const Matchup matchup = lists.view();
            std::vector<Device::Contest> contests(hands, {Device::none, 0, 0, 0, 0, 0, Device::none, 0, 0});
            for (std::size_t at = 0; at < matchup.contest_count; ++at) {
                const Contest& contest = matchup.contests[at];
                const std::uint16_t same = contest.same < others ? contest.same : Device::none;
                contests[contest.hand] = {
                    contest.below,        contest.up_to, contest.first_below, contest.first_up_to, contest.second_below,
                    contest.second_up_to, same,          contest.first,       contest.second};
            }
            made_.contests.insert(made_.contests.end(), contests.begin(), contests.end());
            add_filled(made_.order, matchup.order, matchup.order_count, others);
            add_filled(made_.by_card, matchup.by_card, 2 * matchup.order_count, 2 * others);
            made_.card_start.insert(made_.card_start.end(), matchup.card_start, matchup.card_start + card_count + 1);
            made_.valid.push_back(static_cast<std::uint16_t>(matchup.order_count));
            std::array<std::int32_t, 3> ancestors{};
            for (std::int32_t at = number(index); at >= 0; at = before[static_cast<std::size_t>(at)]) {
                const Deal& above = game_.deals()[static_cast<std::size_t>(at)];
                ancestors[above.street] = number(above.number);
            }
            made_.ancestors.insert(made_.ancestors.end(), ancestors.begin(), ancestors.end());
            made_.next_start.push_back(number(made_.next.size()));
            for (const Deal::Next& next : deal.next)
                for (const std::size_t place : next.renamings)
                    made_.next.push_back({number(game_.deals()[next.deal].number), number(deal.group[place])});
        }
        made_.next_start.push_back(number(made_.next.size()));
    }

    DeviceStreet finished() { return std::move(made_); }

private:
    // A node's places among those of its player on a board.
    std::pair<std::int32_t, std::int32_t> place(std::size_t node) const {
        const auto player = static_cast<std::size_t>(game_.streets()[street_].nodes[node].player);
        const Game::Place found = game_.place(game_.deals()[game_.deals_of(street_)[0]], node);
        return {number(found.node) - static_cast<std::int32_t>(made_.first_node[player]),
                number(found.row) - static_cast<std::int32_t>(made_.first_row[player])};
    }
    std::int32_t actions(std::size_t node) const { return number(game_.streets()[street_].nodes[node].children.size()); }

    void add_lanes(const Program& program, Sources& sources) {
        const auto& payoffs = game_.question().payoffs;
        const auto add = [&](RowNumber folded, RowNumber called, float fold, std::uint32_t showdown) {
            Device::Lane lane{reach_row(folded), reach_row(called), fold, 0, 0, 0};
            if (showdown != no_payoff) {
                lane.win = static_cast<float>(payoffs[showdown].win);
                lane.loss = static_cast<float>(payoffs[showdown].loss);
                lane.tie = static_cast<float>(payoffs[showdown].tie);
            }
            made_.lanes.push_back(lane);
            return number(made_.lanes.size() - 1);
        };
        for (const Program::Answer& end : program.answers) {
            const float fold = end.fold == no_payoff ? 0 : static_cast<float>(payoffs[end.fold].win);
            sources[end.value] = {Device::answer, add(end.folded, end.called, fold, end.showdown)};
        }
        for (const Program::Decision& end : program.decisions) {
            const float fold = end.fold == no_payoff ? 0 : static_cast<float>(-payoffs[end.fold].loss);
            const RowNumber none = no_row;
            const std::int32_t lane =
                add(end.fold == no_payoff ? none : end.reach, end.showdown == no_payoff ? none : end.reach, fold, end.showdown);
            if (end.folding != no_row) sources[end.folding] = {Device::fold, lane};
            if (end.calling != no_row) sources[end.calling] = {Device::showdown, lane};
        }
        for (const Program::Fold& end : program.folds) {
            const Payoff& payoff = payoffs[end.payoff];
            sources[end.value] = {Device::fold, add(end.reach, no_row, static_cast<float>(end.own ? -payoff.loss : payoff.win), no_payoff)};
        }
    }

    // Steps keep what they find in a slot until it was used, or for good where an entry wants it. Gives how many slots that takes.
    std::int32_t add_steps(const Program& program, Sources& sources) {
        std::map<RowNumber, std::size_t> last_use;
        for (std::size_t step = 0; step < program.values.size(); ++step)
            for (std::uint32_t input = 0; input < program.values[step].count; ++input)
                last_use[program.inputs[program.values[step].first + input]] = step;
        for (const Program::Entry& entry : program.entries) last_use[entry.value] = program.values.size();
        std::vector<std::int32_t> free;
        std::int32_t slots = 0;
        for (std::size_t at = 0; at < program.values.size(); ++at) {
            const Program::Value& value = program.values[at];
            const RowNumber* const inputs = program.inputs.data() + value.first;
            if (!value.own && value.count == 1 && inputs[0] == value.value) continue;
            Device::Step step{value.own, 0, 0, number(made_.inputs.size()), number(value.count), 0};
            if (value.own) std::tie(step.node, step.row) = place(value.node);
            std::vector<std::int32_t> ended;
            for (std::uint32_t input = 0; input < value.count; ++input) {
                const Device::Input from = source(sources, inputs[input]);
                made_.inputs.push_back(from);
                if (from.source == Device::slot && last_use[inputs[input]] == at) ended.push_back(from.number);
            }
            // All inputs of a hand are read before its value is written.
            free.insert(free.end(), ended.begin(), ended.end());
            if (free.empty()) free.push_back(slots++);
            step.slot = free.back();
            free.pop_back();
            sources[value.value] = {Device::slot, step.slot};
            made_.steps.push_back(step);
        }
        return slots;
    }

    static Device::Input source(const Sources& sources, RowNumber row) {
        return row < 0 ? Device::Input{Device::next_street, number(entry_of(row))} : sources.at(row);
    }

    static void add_filled(std::vector<std::uint16_t>& to, const std::uint16_t* from, std::size_t count, std::size_t size) {
        to.insert(to.end(), from, from + count);
        to.resize(to.size() + size - count);
    }

    const Game& game_;
    const std::size_t street_;
    const int player_;
    DeviceStreet made_;
};

}  // namespace

std::vector<DeviceStreet> device_streets(const Game& game, int player, std::size_t rows_at_a_time) {
    std::vector<DeviceStreet> found;
    std::vector<Device::Reach> reaches = {{Device::range, 0}};
    for (std::size_t street = 0; street < game.streets().size(); ++street) {
        Layout layout(game, street, player, reaches);
        const std::vector<Program> programs = programs_of(game, street, player, rows_at_a_time);
        for (const Program& program : programs) layout.add(program);
        layout.add_boards();
        found.push_back(layout.finished());
        if (game.is_river(street)) break;
        std::vector<Device::Reach> next;
        for (const RowNumber row : programs[0].next_street) {
            if (row == no_row) next.push_back({Device::nowhere, 0});
            else if (row < 0) next.push_back(reaches[entry_of(row)]);
            else next.push_back({number(street), row});
        }
        reaches = std::move(next);
    }
    return found;
}

std::vector<std::uint16_t> renamed_back(const Game& game, int player) {
    std::vector<std::uint16_t> found;
    for (const Renaming& renaming : game.renamings()) {
        const auto& back = game.renamings()[renaming.inverse].hands[player];
        found.insert(found.end(), back.begin(), back.end());
        for (std::size_t hand = back.size(); hand < game.row(player); ++hand) found.push_back(static_cast<std::uint16_t>(hand));
    }
    return found;
}

}  // namespace fivecard::postflop
