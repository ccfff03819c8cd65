// Regret matching on cut decks (see limit_draw/world.hpp), for the registers of a machine. Rows of lanes have a length that
// the compiler knows.
namespace fivecard::kernels::FIVECARD_MACHINE {

using namespace limit_draw;

constexpr float tiny = 1e-20f;  // what sums to less is nothing

INLINE float positive(float number) { return number > 0 ? number : 0; }

// Plays in proportion to what is above 0.
INLINE void choose(const float* numbers, int actions, float* chances) {
    float sum = 0;
    for (int action = 0; action < actions; ++action) sum += positive(numbers[action]);
    for (int action = 0; action < actions; ++action)
        chances[action] = sum > tiny ? positive(numbers[action]) / sum : 1.0f / static_cast<float>(actions);
}

// The same for all holds of a kind, lane by lane.
template <std::size_t Count>
INLINE void choose_holds(const float* numbers, std::size_t holds, float* chances) {
    alignas(64) float sum[Count] = {}, factor[Count], rest[Count];
    for (std::size_t hold = 0; hold < holds; ++hold)
        for (std::size_t lane = 0; lane < Count; ++lane) sum[lane] += positive(numbers[hold * Count + lane]);
    for (std::size_t lane = 0; lane < Count; ++lane) {
        const bool some = sum[lane] > tiny;
        factor[lane] = some ? 1 / sum[lane] : 0;
        rest[lane] = some ? 0 : 1.0f / static_cast<float>(holds);
    }
    for (std::size_t hold = 0; hold < holds; ++hold)
        for (std::size_t lane = 0; lane < Count; ++lane)
            chances[hold * Count + lane] = positive(numbers[hold * Count + lane]) * factor[lane] + rest[lane];
}

// The same for all groups at a node of the second round: `numbers` and `chances` are rows, one for each action.
INLINE void choose_groups(const float* numbers, int actions, std::size_t row, float* const* chances) {
    const float rest = 1.0f / static_cast<float>(actions);
    const float *first = numbers, *second = numbers + (actions > 1 ? row : 0), *third = numbers + (actions > 2 ? 2 * row : 0);
    for (std::size_t group = 0; group < row; ++group) {
        const float one = positive(first[group]), two = actions > 1 ? positive(second[group]) : 0,
                    three = actions > 2 ? positive(third[group]) : 0;
        const float sum = one + two + three;
        const bool some = sum > tiny;
        const float factor = 1 / (some ? sum : 1.0f);
        chances[0][group] = some ? one * factor : rest;
        if (actions > 1) chances[1][group] = some ? two * factor : rest;
        if (actions > 2) chances[2][group] = some ? three * factor : rest;
    }
}

// Count in registers.
using Eight = Lanes<float, 8>;

// Changes rows eight lanes at a time. Left to itself the compiler takes short loops apart, lane by lane. (Nothing returns
// registers: GCC warns of those that another target would return in another way.)
template <std::size_t Count, typename Change>
INLINE void change_row(float* to, const float* from, Change change) {
    for (std::size_t lane = 0; lane < Count; lane += 8) {
        Eight lanes, others;
        std::memcpy(&lanes, to + lane, sizeof lanes);
        std::memcpy(&others, from + lane, sizeof others);
        change(lanes, others);
        std::memcpy(to + lane, &lanes, sizeof lanes);
    }
}

template <std::size_t Count>
INLINE void add(float* to, const float* from) {
    change_row<Count>(to, from, [](Eight& lanes, const Eight& others) { lanes += others; });
}

template <std::size_t Count>
INLINE void subtract(float* to, const float* from) {
    change_row<Count>(to, from, [](Eight& lanes, const Eight& others) { lanes -= others; });
}

template <std::size_t Count>
INLINE void add_times(float* to, const float* from, float factor) {
    change_row<Count>(to, from, [=](Eight& lanes, const Eight& others) { lanes += others * factor; });
}

// Adds several rows to one, which is read and written once.
template <std::size_t Count>
INLINE void add_all(float* to, const float* const* from, int rows) {
    for (std::size_t lane = 0; lane < Count; lane += 8) {
        Eight sum, others;
        std::memcpy(&sum, to + lane, sizeof sum);
        for (int row = 0; row < rows; ++row) {
            std::memcpy(&others, from[row] + lane, sizeof others);
            sum += others;
        }
        std::memcpy(to + lane, &sum, sizeof sum);
    }
}

INLINE bool is_odd(int places) { return std::popcount(static_cast<unsigned>(places)) & 1; }

// Visits the places of a hand that contain those of a hold, and whether their sum is to be taken away: inclusion and
// exclusion of the cards that were thrown away.
template <typename Visit>
INLINE void for_each_superset(int places, int whole, Visit visit) {
    const int rest = whole ^ places;
    for (int more = rest;; more = (more - 1) & rest) {
        visit(places | more, is_odd(more));
        if (!more) return;
    }
}

// Visits all sets of `size` cards of a half in colexicographic order, with the numbers of their subsets of one card less.
template <typename Visit>
INLINE void for_each_subset(std::size_t count, int size, Visit visit) {
    std::array<std::uint8_t, most_cards + 1> cards{};
    for (int place = 0; place < size; ++place) cards[place] = static_cast<std::uint8_t>(place);
    for (std::size_t number = 0; number < count; ++number) {
        for (int out = 0; out < size; ++out) {
            std::size_t subset = 0;
            for (int place = 0, left = 0; place < size; ++place)
                if (place != out) subset += odds::choose[++left][cards[place]];
            visit(number, subset);
        }
        int place = 0;
        while (place + 1 < size && cards[place] + 1 == cards[place + 1]) cards[place] = static_cast<std::uint8_t>(place), ++place;
        ++cards[place];
    }
}

// The part of a player's deals of one kind that reaches each node of the first round, if the other lets it; calls `act` for
// every action of the player's own.
template <typename Act>
INLINE void walk_first(const Layout& layout, int player, const float* table, float* reach, float* calling, Act act) {
    std::fill_n(reach, layout.first.nodes.size(), 0.0f);
    reach[0] = 1;
    for (std::size_t number = 0; number < layout.first.nodes.size(); ++number) {
        const Node& node = layout.first.nodes[number];
        float chances[most_actions] = {1, 1, 1};
        if (node.player == player) choose(table + number * most_actions, node.actions, chances);
        for (int action = 0; action < node.actions; ++action) {
            const float part = reach[number] * chances[action];
            const Child child = node.children[action];
            if (child.kind == Child::node) reach[child.number] = part;
            if (child.kind == Child::call) calling[child.number] = part;
            if (node.player == player) act(number, action, part);
        }
    }
}

// Visits, for all hands of a kind, the row of the cards at some places of it: those that are kept when so many are drawn.
template <std::size_t Count, typename Visit>
INLINE void rows_of_set(World& world, const Half& half, std::size_t kind, int drawn, int set, Visit visit) {
    const int whole = (1 << world.at.hand) - 1;
    float* const rows = set == whole ? world.by_lane[drawn].data() : world.sums[drawn][std::popcount(static_cast<unsigned>(set))].data();
    for (std::uint32_t i = half.from[kind]; i < half.from[kind + 1]; ++i) {
        const std::uint32_t number = half.by_kind[i];
        visit(rows + (set == whole ? half.group[number] : world.at.subsets[number][(*half.places[number])[set]]) * Count);
    }
}

inline constexpr std::size_t kinds_at_once = 1024;  // a few milliseconds

// What a player's cards come to, played by a table.
template <std::size_t Count>
void forward_lanes(World& world, int player, const StrategyTable& table) {
    const Layout& layout = world.layout;
    const Half& half = world.half[player];
    const std::size_t holds = layout.holds.size(), used = layout.used_lanes(player), per_call = used / layout.calls();
    const int hand = world.at.hand, whole = (1 << hand) - 1;
    for (int drawn = 0; drawn < layout.draws; ++drawn) {
        std::fill_n(world.by_lane[drawn].data(), layout.row * Count, 0.0f);
        for (int size = hand - drawn; size < hand; ++size) std::fill_n(world.sums[drawn][size].data(), world.at.counts[size] * Count, 0.0f);
    }
    auto& at_node = world.at_node[player];
    auto& folded = world.folded[player];
    std::fill(at_node.begin(), at_node.end(), 0.0);
    std::fill(folded.begin(), folded.end(), 0.0);
    alignas(64) float chances[most_holds * Count], together[most_holds * Count];
    float reach[most_nodes], calling[most_nodes];
    for (std::size_t kind = 0; kind < layout.kinds; ++kind) {
        if (kind % kinds_at_once == 0) world.between();
        const auto count = static_cast<double>(half.from[kind + 1] - half.from[kind]);
        if (count == 0) continue;
        walk_first(layout, player, table.first.data() + kind * layout.first_row(), reach, calling,
                   [&](std::size_t node, int action, float part) {
                       if (layout.first.nodes[node].children[action].kind == Child::fold) folded[node] += count * static_cast<double>(part);
                   });
        for (std::size_t node = 0; node < at_node.size(); ++node) at_node[node] += count * static_cast<double>(reach[node]);
        choose_holds<Count>(table.hold[player].data() + kind * holds * Count, holds, chances);
        alignas(64) float getting_here[Count] = {};
        for (std::size_t call = 0, lane = 0; call < layout.calls(); ++call)
            for (std::size_t others = 0; others < per_call; ++others) getting_here[lane++] = calling[call];
        std::uint32_t in_use = 0;
        for (std::size_t hold = 0; hold < holds; ++hold) {
            float* row = chances + hold * Count;
            int some = 0;
            const float ways = 1 / world.at.ways[layout.holds[hold].drawn];
            for (std::size_t lane = 0; lane < Count; ++lane) {
                row[lane] *= getting_here[lane] * ways;
                some |= row[lane] > 1e-12f;
            }
            if (some) in_use |= 1u << hold;
        }
        for (int drawn = 0; drawn < layout.draws; ++drawn) {
            std::uint32_t touched = 0;
            for (int hold = layout.holds_from[drawn]; hold < layout.holds_from[drawn + 1]; ++hold) {
                if (!(in_use >> hold & 1)) continue;
                const float* row = chances + static_cast<std::size_t>(hold) * Count;
                for_each_superset(layout.holds[hold].places, whole, [&](int set, bool away) {
                    float* to = together + static_cast<std::size_t>(set) * Count;
                    if (!(touched >> set & 1)) std::fill_n(to, Count, 0.0f);
                    touched |= 1u << set;
                    if (away) subtract<Count>(to, row);
                    else add<Count>(to, row);
                });
            }
            for (; touched; touched &= touched - 1) {  // all hands of a kind are played alike
                const int set = std::countr_zero(touched);
                const float* row = together + static_cast<std::size_t>(set) * Count;
                rows_of_set<Count>(world, half, kind, drawn, set, [&](float* to) { add<Count>(to, row); });
            }
        }
    }
    const auto all = static_cast<double>(world.hands());
    for (double& part : at_node) part /= all;
    for (double& part : folded) part /= all;
    for (int drawn = 1; drawn < layout.draws; ++drawn) {
        for (int size = hand - drawn; size + 1 < hand; ++size)
            for_each_subset(world.at.counts[size + 1], size + 1, [&](std::size_t set, std::size_t subset) {
                add_times<Count>(world.sums[drawn][size + 1].data() + set * Count, world.sums[drawn][size].data() + subset * Count,
                                 1.0f / static_cast<float>(hand - size));
            });
        const float* const parts = world.sums[drawn][hand - 1].data();
        for (std::size_t number = 0; number < world.hands(); ++number) {
            const float* of[most_cards];
            for (int out = 0; out < hand; ++out) of[out] = parts + world.at.subsets[number][whole ^ 1 << out] * Count;
            add_all<Count>(world.by_lane[drawn].data() + half.group[number] * Count, of, hand);
        }
    }
    for (int drawn = 0; drawn < layout.draws; ++drawn)
        for (std::size_t lane = 0; lane < used; ++lane) {
            float* to = world.arriving[player].data() +
                        (lane * static_cast<std::size_t>(layout.draws) + static_cast<std::size_t>(drawn)) * layout.row;
            const float* from = world.by_lane[drawn].data() + lane;
            for (std::size_t group = 0; group < layout.row; ++group) to[group] = positive(from[group * Count]) / static_cast<float>(all);
        }
}

// Rows of groups to work with, handed out one by one.
class RowPool {
public:
    explicit RowPool(std::size_t row) : row_(row), memory_(row * count) {}
    float* take() { return memory_.data() + row_ * next_++; }
    void give_back() { next_ = 0; }

private:
    static constexpr std::size_t count = 8 * most_nodes;
    std::size_t row_, next_ = 0;
    Floats memory_;
};

// The second round on some paths, for one player against how the other's table plays: what every group is worth goes to
// `world.values`, or what every end of it is worth to `sums`. Regrets of a deck are weighed by how often the player itself gets
// there with a group: what it threw away on the way is gone, for the other too.
void second_round(World& world, int player, const StrategyTable& other, const Update& update, ActionValues* sums, std::size_t begin,
                  std::size_t end) {
    const Layout& layout = world.layout;
    const Tree& tree = layout.second;
    const std::size_t nodes = tree.nodes.size(), calls = tree.calls.size(), row = layout.row;
    RowPool rows(row);
    for (std::size_t path = begin; path < end; ++path) {
        rows.give_back();
        const auto draws = static_cast<std::size_t>(layout.draws);
        const auto paid = static_cast<float>(layout.first.calls[path / (draws * draws)]);
        const float* arriving[2] = {world.arriving[0].data() + path / draws * row, world.arriving[1].data() + path * row};
        // How much of the other's deals reaches nodes and ends.
        float *reach[most_nodes], *ends[2 * most_nodes];
        for (std::size_t node = 0; node < nodes; ++node) reach[node] = rows.take();
        for (std::size_t number = 0; number < calls + tree.folds.size(); ++number) ends[number] = rows.take();
        float* const chances[most_actions] = {rows.take(), rows.take(), rows.take()};
        std::copy_n(arriving[1 - player], row, reach[0]);
        for (std::size_t number = 0; number < nodes; ++number) {
            const Node& node = tree.nodes[number];
            if (node.player != player) choose_groups(other.second.data() + layout.second_at(path, number), node.actions, row, chances);
            for (int action = 0; action < node.actions; ++action) {
                const Child child = node.children[action];
                float* to = child.kind == Child::node ? reach[child.number]
                                                      : ends[child.number + (child.kind == Child::fold ? static_cast<int>(calls) : 0)];
                if (node.player == player) {
                    std::copy_n(reach[number], row, to);
                    continue;
                }
                for (std::size_t group = 0; group < row; ++group) to[group] = reach[number][group] * chances[action][group];
                if (!update.others_average) continue;
                float* average = update.others_average->second.data() + layout.second_at(path, number, action);
                for (std::size_t group = 0; group < row; ++group) average[group] += update.weight * to[group];
            }
        }
        // What the ends are worth: the amount, times what we beat less what beats us.
        for (std::size_t number = 0; number < calls + tree.folds.size(); ++number) {
            float* end_row = ends[number];
            float all = 0;
            for (std::size_t group = 0; group < row; ++group) all += end_row[group];
            if (number < calls) {
                const float amount = paid + static_cast<float>(tree.calls[number]);
                float weaker = 0;
                for (std::size_t group = 0; group < layout.groups; ++group) {
                    const float equal = end_row[group];
                    end_row[group] = amount * (2 * weaker + equal - all);
                    weaker += equal;
                }
            } else {
                const Fold& fold = tree.folds[number - calls];
                const float amount = paid + static_cast<float>(fold.paid);
                std::fill_n(end_row, row, (fold.loser == player ? -amount : amount) * all);
            }
        }
        if (sums) {
            float* to = sums->second_ends.data() + path * (calls + tree.folds.size()) * row;
            for (std::size_t number = 0; number < calls + tree.folds.size(); ++number)
                for (std::size_t group = 0; group < row; ++group) to[number * row + group] += arriving[player][group] * ends[number][group];
            continue;
        }
        float arrived = tiny;  // so that paths which it leaves do not keep what they learnt before
        for (std::size_t group = 0; group < row; ++group) arrived += arriving[player][group];
        const float scale = update.weight / arrived;
        float* value[most_nodes];
        for (std::size_t number = nodes; number-- > 0;) {
            const Node& node = tree.nodes[number];
            value[number] = rows.take();
            const float* of[most_actions];
            for (int action = 0; action < node.actions; ++action) {
                const Child child = node.children[action];
                of[action] = child.kind == Child::node ? value[child.number]
                                                       : ends[child.number + (child.kind == Child::fold ? static_cast<int>(calls) : 0)];
            }
            std::fill_n(value[number], row, 0.0f);
            if (node.player != player) {
                for (int action = 0; action < node.actions; ++action)
                    for (std::size_t group = 0; group < row; ++group) value[number][group] += of[action][group];
                continue;
            }
            choose_groups(update.own->second.data() + layout.second_at(path, number), node.actions, row, chances);
            for (int action = 0; action < node.actions; ++action)
                for (std::size_t group = 0; group < row; ++group) value[number][group] += chances[action][group] * of[action][group];
            if (!update.regrets) continue;
            for (int action = 0; action < node.actions; ++action) {
                float* regrets = update.regrets->second.data() + layout.second_at(path, number, action);
                for (std::size_t group = 0; group < row; ++group)
                    regrets[group] += scale * arriving[player][group] * (of[action][group] - value[number][group]);
            }
        }
        std::copy_n(value[0], row, world.values.data() + path * row);
    }
}

// Sums of values over all hands that contain some cards, by cards drawn and by lane.
template <std::size_t Count>
void sum_values_lanes(World& world, int player) {
    const Layout& layout = world.layout;
    const Half& half = world.half[player];
    const int hand = world.at.hand, whole = (1 << hand) - 1;
    for (int drawn = 0; drawn < layout.draws; ++drawn) {
        float* by_lane = world.by_lane[drawn].data();
        std::fill_n(by_lane, layout.row * Count, 0.0f);
        for (std::size_t call = 0; call < layout.calls(); ++call)
            for (int others = 0; others < layout.draws; ++others) {
                const float* from =
                    world.values.data() + (player ? layout.path(call, others, drawn) : layout.path(call, drawn, others)) * layout.row;
                float* to = by_lane + (player ? call * static_cast<std::size_t>(layout.draws) + static_cast<std::size_t>(others) : call);
                for (std::size_t group = 0; group < layout.groups; ++group) to[group * Count] += from[group];
            }
        if (!drawn) continue;
        for (int size = hand - drawn; size < hand; ++size) std::fill_n(world.sums[drawn][size].data(), world.at.counts[size] * Count, 0.0f);
        for (std::size_t number = 0; number < world.hands(); ++number)
            for (int out = 0; out < hand; ++out)
                add<Count>(world.sums[drawn][hand - 1].data() + world.at.subsets[number][whole ^ 1 << out] * Count,
                           by_lane + half.group[number] * Count);
        for (int size = hand - 2; size >= hand - drawn; --size)
            for_each_subset(world.at.counts[size + 1], size + 1, [&](std::size_t set, std::size_t subset) {
                add_times<Count>(world.sums[drawn][size].data() + subset * Count, world.sums[drawn][size + 1].data() + set * Count,
                                 1.0f / static_cast<float>(hand - size));
            });
    }
}

// The draw and the first round for some kinds: gives what they are worth together.
template <std::size_t Count>
double first_round_lanes(World& world, int player, const Update& update, ActionValues* sums, std::size_t begin, std::size_t end) {
    const Layout& layout = world.layout;
    const Half& half = world.half[player];
    const std::vector<Node>& nodes = layout.first.nodes;
    const std::size_t holds = layout.holds.size(), used = layout.used_lanes(player), per_call = used / layout.calls();
    const int hand = world.at.hand, whole = (1 << hand) - 1;
    float folds[most_nodes];  // what it is worth to a hand that somebody folds
    for (std::size_t number = 0; number < layout.first.folds.size(); ++number) {
        const Fold& fold = layout.first.folds[number];
        const double part = fold.loser == player ? -world.at_node[1 - player][fold.node] : world.folded[1 - player][fold.node];
        folds[number] = static_cast<float>(fold.paid * part);
    }
    alignas(64) float values[most_holds * Count], chances[most_holds * Count], together[most_holds * Count];
    float worth[most_nodes], own[most_nodes][most_actions];
    double total = 0;
    for (std::size_t kind = begin; kind < end; ++kind) {
        const auto count = static_cast<float>(half.from[kind + 1] - half.from[kind]);
        if (count == 0) continue;
        std::uint32_t idle = 0;
        bool all_looked_at = true;
        if (update.idle) {
            all_looked_at = (update.turn + kind) % idle_turns == 0;
            idle = (*update.idle)[kind];
        }
        const std::uint32_t skipped = all_looked_at ? 0 : idle;
        std::fill_n(values, holds * Count, 0.0f);
        for (int drawn = 0; drawn < layout.draws; ++drawn) {
            std::uint32_t wanted = 0;
            for (int hold = layout.holds_from[drawn]; hold < layout.holds_from[drawn + 1]; ++hold)
                if (!(skipped >> hold & 1))
                    for_each_superset(layout.holds[hold].places, whole, [&](int set, bool) { wanted |= 1u << set; });
            for (; wanted; wanted &= wanted - 1) {
                const int set = std::countr_zero(wanted);
                alignas(64) float of_hands[Count] = {};
                rows_of_set<Count>(world, half, kind, drawn, set, [&](const float* row) { add<Count>(of_hands, row); });
                std::copy_n(of_hands, Count, together + static_cast<std::size_t>(set) * Count);
            }
            for (int hold = layout.holds_from[drawn]; hold < layout.holds_from[drawn + 1]; ++hold) {
                if (skipped >> hold & 1) continue;
                alignas(64) float sum[Count] = {};
                for_each_superset(layout.holds[hold].places, whole, [&](int set, bool away) {
                    const float* from = together + static_cast<std::size_t>(set) * Count;
                    if (away) subtract<Count>(sum, from);
                    else add<Count>(sum, from);
                });
                add_times<Count>(values + static_cast<std::size_t>(hold) * Count, sum, 1 / world.at.ways[drawn]);
            }
        }
        if (sums) {
            float* to = sums->hold.data() + kind * holds * Count;
            for (std::size_t i = 0; i < holds * Count; ++i) to[i] += values[i];
            for (std::size_t number = 0; number < layout.first.folds.size(); ++number)
                sums->folds[kind * layout.first.folds.size() + number] += static_cast<double>(count * folds[number]);
            continue;
        }
        choose_holds<Count>(update.own->hold[player].data() + kind * holds * Count, holds, chances);
        alignas(64) float drawing[Count] = {};
        for (std::size_t hold = 0; hold < holds; ++hold)
            for (std::size_t lane = 0; lane < Count; ++lane) drawing[lane] += chances[hold * Count + lane] * values[hold * Count + lane];
        if (update.regrets) {
            float* regrets = update.regrets->hold[player].data() + kind * holds * Count;
            std::uint32_t now_idle = 0;
            for (std::size_t hold = 0; hold < holds; ++hold) {
                if (skipped >> hold & 1) continue;
                const float weight = idle >> hold & 1 ? update.weight * idle_turns : update.weight;
                int near = 0;  // to being played
                for (std::size_t lane = 0; lane < Count; ++lane) {
                    const float change = values[hold * Count + lane] - drawing[lane];
                    const float regret = regrets[hold * Count + lane] += weight * change;
                    const float soon = regret + 2 * idle_turns * update.weight * std::abs(change);
                    near |= (lane < used) & (soon >= 0);
                }
                if (!near) now_idle |= 1u << hold;
            }
            if (update.idle && all_looked_at) (*update.idle)[kind] = now_idle;
        }
        for (std::size_t number = nodes.size(); number-- > 0;) {
            const Node& node = nodes[number];
            float of[most_actions];
            for (int action = 0; action < node.actions; ++action) {
                const Child child = node.children[action];
                if (child.kind == Child::node) of[action] = worth[child.number];
                if (child.kind == Child::fold) of[action] = count * folds[child.number];
                if (child.kind == Child::call) {
                    of[action] = 0;
                    for (std::size_t lane = 0; lane < per_call; ++lane)
                        of[action] += drawing[static_cast<std::size_t>(child.number) * per_call + lane];
                }
            }
            worth[number] = 0;
            const std::size_t at = kind * layout.first_row() + number * most_actions;
            if (node.player == player) choose(update.own->first.data() + at, node.actions, own[number]);
            else std::fill_n(own[number], most_actions, 1.0f);
            for (int action = 0; action < node.actions; ++action) worth[number] += own[number][action] * of[action];
            if (update.regrets && node.player == player)
                for (int action = 0; action < node.actions; ++action)
                    update.regrets->first.data()[at + static_cast<std::size_t>(action)] += update.weight * (of[action] - worth[number]);
        }
        total += static_cast<double>(worth[0]);
    }
    return total / static_cast<double>(world.hands());
}

// Adds how a player plays some kinds before the draw and at it, by how often it gets there.
template <std::size_t Count>
void add_average_lanes(const Layout& layout, int player, const StrategyTable& table, StrategyTable& average, float weight,
                       std::size_t begin, std::size_t end) {
    const std::size_t holds = layout.holds.size(), used = layout.used_lanes(player), per_call = used / layout.calls();
    alignas(64) float chances[most_holds * Count];
    float reach[most_nodes], calling[most_nodes];
    for (std::size_t kind = begin; kind < end; ++kind) {
        float* first = average.first.data() + kind * layout.first_row();
        walk_first(layout, player, table.first.data() + kind * layout.first_row(), reach, calling,
                   [&](std::size_t node, int action, float part) {
                       first[node * most_actions + static_cast<std::size_t>(action)] += weight * part;
                   });
        alignas(64) float getting_here[Count] = {};
        for (std::size_t lane = 0; lane < used; ++lane) getting_here[lane] = weight * calling[lane / per_call];
        choose_holds<Count>(table.hold[player].data() + kind * holds * Count, holds, chances);
        float* hold = average.hold[player].data() + kind * holds * Count;
        for (std::size_t i = 0; i < holds; ++i)
            for (std::size_t lane = 0; lane < Count; ++lane) hold[i * Count + lane] += getting_here[lane] * chances[i * Count + lane];
    }
}

// Calls with the number of lanes as a constant: one of those that a layout has.
template <std::size_t Place = 0, typename Work>
INLINE auto with_lanes(std::size_t lanes, Work work) {
    if constexpr (Place + 1 < lane_counts.size())
        if (lanes != lane_counts[Place]) return with_lanes<Place + 1>(lanes, work);
    return work(std::integral_constant<std::size_t, lane_counts[Place]>());
}

void forward(World& world, int player, const StrategyTable& table) {
    with_lanes(world.layout.lanes(player), [&](auto lanes) { forward_lanes<lanes()>(world, player, table); });
}

void sum_values(World& world, int player) {
    with_lanes(world.layout.lanes(player), [&](auto lanes) { sum_values_lanes<lanes()>(world, player); });
}

double first_round(World& world, int player, const Update& update, ActionValues* sums, std::size_t begin, std::size_t end) {
    return with_lanes(world.layout.lanes(player),
                      [&](auto lanes) { return first_round_lanes<lanes()>(world, player, update, sums, begin, end); });
}

void add_average(const Layout& layout, int player, const StrategyTable& table, StrategyTable& average, float weight, std::size_t begin,
                 std::size_t end) {
    with_lanes(layout.lanes(player), [&](auto lanes) { add_average_lanes<lanes()>(layout, player, table, average, weight, begin, end); });
}

const CfrKernels cfr_kernels = {
    .forward = forward,
    .second_round = second_round,
    .sum_values = sum_values,
    .first_round = first_round,
    .add_average = add_average,
};

}  // namespace fivecard::kernels::FIVECARD_MACHINE
