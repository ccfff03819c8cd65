#include "src/postflop/program.hpp"

#include <algorithm>
#include <memory>

namespace fivecard::postflop {
namespace {

class Compiler {
public:
    Compiler(const Game& game, std::size_t street, int player)
        : street_(game.streets()[street]), river_(game.is_river(street)), player_(player) {
        if (!river_) made_.next_street.assign(game.streets()[street + 1].entries.size(), no_row);
    }

    void add_entry(std::size_t number) {
        const RowNumber value = child(street_.entries[number], outside(number));
        made_.entries.push_back({static_cast<std::uint32_t>(number), value});
    }

    // About how many rows the program works with.
    std::size_t rows() const { return made_.reach_rows + made_.value_rows; }

    Program finished() {
        // Values are found in the opposite order of the way there.
        std::ranges::reverse(made_.values);
        bring_next(made_.parts, [](const auto&) { return true; });
        bring_next(made_.values, [](const Program::Value& value) { return value.own; });
        return std::move(made_);
    }

private:
    // What comes of an entry: a street that begins all-in ends, or goes on to the next.
    RowNumber child(Child to, RowNumber reach) {
        switch (to.kind) {
            case Child::node: return node(to.number, reach);
            case Child::street: return go_on(to.number, reach);
            default: return answer({no_row, reach, no_payoff, to.number, no_row});
        }
    }

    RowNumber node(std::uint32_t number, RowNumber reach) {
        return street_.nodes[number].player == player_ ? own_node(number, reach) : other_node(number, reach);
    }

    RowNumber own_node(std::uint32_t number, RowNumber reach) {
        const Node& node = street_.nodes[number];
        const std::size_t at = begin_value(true, number);
        Program::Decision decision{reach, no_payoff, no_payoff, no_row, no_row};
        std::vector<RowNumber> inputs;
        for (const Child& to : node.children) switch (to.kind) {
                case Child::fold:
                    if (river_) {
                        decision.fold = to.number;
                        inputs.push_back(decision.folding = value_row());
                    } else {
                        inputs.push_back(value_row());
                        made_.folds.push_back({reach, to.number, true, inputs.back()});
                    }
                    break;
                case Child::showdown:
                    decision.showdown = to.number;
                    inputs.push_back(decision.calling = value_row());
                    break;
                default: inputs.push_back(child(to, reach));
            }
        if (decision.folding != no_row || decision.calling != no_row) made_.decisions.push_back(decision);
        return end_value(at, inputs);
    }

    RowNumber other_node(std::uint32_t number, RowNumber reach) {
        const Node& node = street_.nodes[number];
        const RowNumber to = static_cast<RowNumber>(made_.reach_rows);
        made_.reach_rows += node.children.size();
        made_.parts.push_back({number, reach, to, number});
        const std::size_t at = begin_value(false, number);
        Program::Answer end{no_row, no_row, no_payoff, no_payoff, no_row};
        std::vector<RowNumber> inputs;
        for (std::size_t action = 0; action < node.children.size(); ++action) {
            const Child child_here = node.children[action];
            const RowNumber part = to + static_cast<RowNumber>(action);
            if (child_here.kind == Child::fold && !river_) {
                inputs.push_back(value_row());
                made_.folds.push_back({part, child_here.number, false, inputs.back()});
            } else if (child_here.kind == Child::fold) {
                end.folded = part, end.fold = child_here.number;
            } else if (child_here.kind == Child::showdown) {
                end.called = part, end.showdown = child_here.number;
            } else {
                inputs.push_back(child(child_here, part));
            }
        }
        if (end.folded != no_row || end.called != no_row) inputs.push_back(answer(end));
        return end_value(at, inputs);
    }

    RowNumber go_on(std::uint32_t entry, RowNumber reach) {
        made_.next_street[entry] = reach;
        return outside(entry);
    }

    RowNumber answer(Program::Answer end) {
        end.value = value_row();
        made_.answers.push_back(end);
        return end.value;
    }

    RowNumber value_row() { return static_cast<RowNumber>(made_.value_rows++); }

    std::size_t begin_value(bool own, std::uint32_t node) {
        made_.values.push_back({own, node, node, 0, 0, no_row});
        return made_.values.size() - 1;
    }
    RowNumber end_value(std::size_t at, const std::vector<RowNumber>& inputs) {
        Program::Value& value = made_.values[at];
        value.first = static_cast<std::uint32_t>(made_.inputs.size());
        value.count = static_cast<std::uint32_t>(inputs.size());
        made_.inputs.insert(made_.inputs.end(), inputs.begin(), inputs.end());
        // The value of a choice of the other player between one thing is the value of that.
        if (!value.own && inputs.size() == 1 && inputs[0] >= 0) return value.value = inputs[0];
        return value.value = value_row();
    }

    template <typename Step, typename Wanted>
    static void bring_next(std::vector<Step>& steps, Wanted wanted) {
        const Step* after = nullptr;
        for (std::size_t i = steps.size(); i-- > 0;) {
            if (!wanted(steps[i])) continue;
            if (after) steps[i].next = after->node;
            after = &steps[i];
        }
    }

    const Street& street_;
    const bool river_;
    const int player_;
    Program made_;
};

}  // namespace

std::vector<Program> programs_of(const Game& game, std::size_t street, int player, std::size_t rows_at_a_time) {
    std::vector<Program> found;
    auto compiler = std::make_unique<Compiler>(game, street, player);
    for (std::size_t entry = 0; entry < game.streets()[street].entries.size(); ++entry) {
        if (game.is_river(street) && compiler->rows() > rows_at_a_time) {
            found.push_back(compiler->finished());
            compiler = std::make_unique<Compiler>(game, street, player);
        }
        compiler->add_entry(entry);
    }
    found.push_back(compiler->finished());
    return found;
}

}  // namespace fivecard::postflop
