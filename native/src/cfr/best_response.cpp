#include "src/cfr/best_response.hpp"

#include "src/cfr/turns.hpp"

#include <algorithm>
#include <cmath>

namespace fivecard::limit_draw {
namespace {

constexpr double clearly = 1.5;     // standard errors by which an answer has to be better, or the responder does not deviate

// What is gained in many places, deck by deck.
struct Gains {
    std::vector<double> sums, squares;

    explicit Gains(std::size_t size) : sums(size), squares(size) {}
    void add(std::size_t at, double gain) {
        sums[at] += gain;
        squares[at] += gain * gain;
    }
    void add(const Gains& others) {
        for (std::size_t at = 0; at < sums.size(); ++at) sums[at] += others.sums[at], squares[at] += others.squares[at];
    }
    bool sure(std::size_t at) const { return sums[at] > clearly * std::sqrt(squares[at]); }
};

// Chooses the best action at every node of a player, from the last to the first. `of_end(child)` has what ends are worth,
// `choose(node, action)` takes the choice.
template <typename Value, typename OfEnd, typename Choose>
Value best_of_tree(const Tree& tree, int player, OfEnd of_end, Choose choose) {
    std::array<Value, most_nodes> value{};
    for (std::size_t number = tree.nodes.size(); number-- > 0;) {
        const Node& node = tree.nodes[number];
        Value sum = 0, best = 0;
        int best_action = 0;
        for (int action = 0; action < node.actions; ++action) {
            const Child child = node.children[action];
            const Value of = child.kind == Child::node ? value[child.number] : of_end(child);
            sum += of;
            if (!action || of > best) best = of, best_action = action;
        }
        value[number] = node.player == player ? best : sum;
        if (node.player == player) choose(number, best_action);
    }
    return value[0];
}

}  // namespace

BestResponse::BestResponse(const Stakes& stakes, const Abstraction& cards, int half, int threads, std::uint64_t seed,
                           const kernels::CfrKernels& kernels)
    : cards_(cards), layout_(stakes, cards_), places_(half, cards_.hand), strategy_(layout_), answer_(layout_), seed_(seed),
      kernels_(kernels) {
    for (int player : {0, 1}) {
        sums_[player].second_ends =
            Floats::of_table(layout_.paths() * (layout_.second.calls.size() + layout_.second.folds.size()) * layout_.row);
        sums_[player].hold = Floats::of_table(layout_.kinds * layout_.hold_row(player));
        sums_[player].folds.resize(layout_.kinds * layout_.first.folds.size());
    }
    for (int thread = 0; thread < threads; ++thread) worlds_.push_back(std::make_unique<World>(cards_, layout_, places_));
}

// Cuts a part of the paths or kinds of a deck into smaller ones. What was stopped between them has looked at that deck for some
// of them alone, which is no harm: each is judged by its own sums.
template <typename Work>
static void for_each_part(std::size_t begin, std::size_t end, Work work) {
    constexpr std::size_t parts = 8;
    for (std::size_t part = 0; part < parts; ++part) {
        jobs::check();
        work(begin + part * (end - begin) / parts, begin + (part + 1) * (end - begin) / parts);
    }
}

template <typename Work>
void BestResponse::on_decks(std::size_t decks, Work work) {
    const std::size_t threads = worlds_.size();
    for (std::size_t done = 0; done < decks; done += threads) {
        jobs::check();
        in_threads(threads, [&](std::size_t thread) {
            worlds_[thread]->cut(seed_, decks_ + thread);
            for (const int player : {0, 1}) kernels_.forward(*worlds_[thread], player, strategy_);
        });
        decks_ += threads;
        work();
    }
}

void BestResponse::learn_second(std::size_t decks) {
    const std::size_t threads = worlds_.size();
    on_decks(decks, [&] {
        for (const int player : {0, 1}) {
            in_threads(threads, [&](std::size_t thread) { worlds_[thread]->explore(player); });
            in_turns(threads, layout_.paths(), [&](std::size_t thread, std::size_t begin, std::size_t end) {
                for_each_part(begin, end, [&](std::size_t from, std::size_t to) {
                    kernels_.second_round(*worlds_[thread], player, strategy_, {&strategy_}, &sums_[player], from, to);
                });
            });
            if (!player) in_threads(threads, [&](std::size_t thread) { kernels_.forward(*worlds_[thread], player, strategy_); });
        }
    });
}

void BestResponse::answer_second() {
    const std::size_t calls = layout_.second.calls.size(), ends = calls + layout_.second.folds.size();
    answer_.second.clear();
    for (const int player : {0, 1})
        for (std::size_t path = 0; path < layout_.paths(); ++path) {
            jobs::check();
            for (std::size_t group = 0; group < layout_.groups; ++group) {
                const float* of = sums_[player].second_ends.data() + path * ends * layout_.row + group;
                best_of_tree<float>(
                    layout_.second, player,
                    [&](Child child) {
                        return of[(static_cast<std::size_t>(child.number) + (child.kind == Child::fold ? calls : 0)) * layout_.row];
                    },
                    [&](std::size_t node, int action) { answer_.second.data()[layout_.second_at(path, node, action) + group] = 1; });
            }
        }
}

void BestResponse::doubt_second(std::size_t decks) {
    const std::size_t threads = worlds_.size(), row = layout_.row;
    for (const int player : {0, 1}) {
        std::vector<Gains> found(threads, Gains(layout_.paths() * row));
        on_decks(decks, [&] {
            in_threads(threads, [&](std::size_t thread) {
                World& world = *worlds_[thread];
                world.explore(player);
                jobs::check();
                kernels_.second_round(world, player, strategy_, {&strategy_}, nullptr, 0, layout_.paths());
                jobs::check();
                const std::vector<float> before(world.values.data(), world.values.data() + world.values.size());
                kernels_.second_round(world, player, strategy_, {&answer_}, nullptr, 0, layout_.paths());
                for (std::size_t path = 0; path < layout_.paths(); ++path) {
                    // how often the player is there itself: the first one does not know what the second will draw
                    const float* own =
                        world.arriving[player].data() + (player ? path : path / static_cast<std::size_t>(layout_.draws)) * row;
                    for (std::size_t group = 0; group < layout_.groups; ++group)
                        found[thread].add(path * row + group, static_cast<double>(own[group] * (world.values.data()[path * row + group] -
                                                                                                before[path * row + group])));
                }
            });
        });
        for (std::size_t thread = 1; thread < threads; ++thread) found[0].add(found[thread]);
        for (std::size_t path = 0; path < layout_.paths(); ++path)
            for (std::size_t node = 0; node < layout_.second.nodes.size(); ++node)
                for (int action = 0; layout_.second.nodes[node].player == player && action < layout_.second.nodes[node].actions; ++action)
                    for (std::size_t group = 0; group < layout_.groups; ++group)
                        if (const std::size_t at = layout_.second_at(path, node, action) + group; !found[0].sure(path * row + group))
                            answer_.second.data()[at] = strategy_.second.data()[at];
    }
}

void BestResponse::learn_first(std::size_t decks) {
    const std::size_t threads = worlds_.size();
    on_decks(decks, [&] {
        for (const int player : {0, 1}) {
            in_threads(threads, [&](std::size_t thread) {
                kernels_.second_round(*worlds_[thread], player, strategy_, {&answer_}, nullptr, 0, layout_.paths());
                kernels_.sum_values(*worlds_[thread], player);
            });
            in_turns(threads, layout_.kinds, [&](std::size_t thread, std::size_t begin, std::size_t end) {
                for_each_part(begin, end, [&](std::size_t from, std::size_t to) {
                    kernels_.first_round(*worlds_[thread], player, {&answer_}, &sums_[player], from, to);
                });
            });
        }
    });
}

void BestResponse::answer_first() {
    answer_.first.clear();
    const std::size_t folds = layout_.first.folds.size(), holds = layout_.holds.size();
    for (const int player : {0, 1}) {
        answer_.hold[player].clear();
        const std::size_t lanes = layout_.lanes(player), used = layout_.used_lanes(player), per_call = used / layout_.calls();
        for (std::size_t kind = 0; kind < layout_.kinds; ++kind) {
            if (kind % 256 == 0) jobs::check();
            std::vector<double> drawing(layout_.calls());
            const std::size_t at = kind * layout_.hold_row(player);
            for (std::size_t lane = 0; lane < used; ++lane) {
                const float* of = sums_[player].hold.data() + at + lane;
                std::size_t best = 0;
                for (std::size_t hold = 1; hold < holds; ++hold)
                    if (of[hold * lanes] > of[best * lanes]) best = hold;
                answer_.hold[player].data()[at + best * lanes + lane] = 1;
                drawing[lane / per_call] += static_cast<double>(of[best * lanes]);
            }
            best_of_tree<double>(
                layout_.first, player,
                [&](Child child) {
                    return child.kind == Child::call ? drawing[child.number]
                                                     : sums_[player].folds[kind * folds + static_cast<std::size_t>(child.number)];
                },
                [&](std::size_t node, int action) {
                    answer_.first.data()[kind * layout_.first_row() + node * most_actions + static_cast<std::size_t>(action)] = 1;
                });
        }
    }
}

void BestResponse::doubt_first(std::size_t decks) {
    const std::size_t threads = worlds_.size();
    for (const int player : {0, 1}) {
        std::vector<Gains> found(threads, Gains(layout_.kinds));
        on_decks(decks, [&] {
            in_threads(threads, [&](std::size_t thread) {
                World& world = *worlds_[thread];
                kernels_.second_round(world, player, strategy_, {&answer_}, nullptr, 0, layout_.paths());
                kernels_.sum_values(world, player);
                for (std::size_t kind = 0; kind < layout_.kinds; ++kind) {
                    if (kind % 1024 == 0) jobs::check();
                    found[thread].add(kind, kernels_.first_round(world, player, {&answer_}, nullptr, kind, kind + 1) -
                                                kernels_.first_round(world, player, {&strategy_}, nullptr, kind, kind + 1));
                }
            });
        });
        for (std::size_t thread = 1; thread < threads; ++thread) found[0].add(found[thread]);
        const std::size_t holds = layout_.hold_row(player), first = layout_.first_row();
        for (std::size_t kind = 0; kind < layout_.kinds; ++kind) {
            if (kind % 1024 == 0) jobs::check();
            if (found[0].sure(kind)) continue;
            std::copy_n(strategy_.hold[player].data() + kind * holds, holds, answer_.hold[player].data() + kind * holds);
            for (std::size_t node = 0; node < layout_.first.nodes.size(); ++node)
                if (layout_.first.nodes[node].player == player)
                    std::copy_n(strategy_.first.data() + kind * first + node * most_actions, most_actions,
                                answer_.first.data() + kind * first + node * most_actions);
        }
    }
}

std::vector<BestResponse::Values> BestResponse::measure(std::uint64_t from, std::size_t pairs) {
    const std::size_t threads = worlds_.size();
    std::vector<Values> found;
    decks_ = 2 * from;
    on_decks(2 * pairs, [&] {
        const std::size_t done = found.size();
        found.resize(done + threads);
        in_threads(threads, [&](std::size_t thread) {
            World& world = *worlds_[thread];
            for (const int player : {0, 1})
                for (const StrategyTable* own : {&strategy_, &answer_}) {
                    jobs::check();
                    kernels_.second_round(world, player, strategy_, {own}, nullptr, 0, layout_.paths());
                    kernels_.sum_values(world, player);
                    found[done + thread][2 * player + (own == &answer_)] =
                        kernels_.first_round(world, player, {own}, nullptr, 0, layout_.kinds);
                }
        });
    });
    for (std::size_t pair = 0; pair < pairs; ++pair)  // the second deck of a pair is the first with the halves exchanged
        for (std::size_t i = 0; i < found[pair].size(); ++i) found[pair][i] = (found[2 * pair][i] + found[2 * pair + 1][i]) / 2;
    found.resize(pairs);
    return found;
}

}  // namespace fivecard::limit_draw
