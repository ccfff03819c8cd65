#include "src/limit_draw/strategy.hpp"

#include <stdexcept>

namespace fivecard::limit_draw {

std::size_t Strategy::rows(const Tree& tree) {
    std::size_t count = 0;
    for (const Node& node : tree.nodes) count += static_cast<std::size_t>(node.actions) - 1;
    return count;
}

std::size_t Strategy::size(const Layout& layout) {
    return layout.kinds * (rows(layout.first) + draw_rows * (layout.used_lanes(0) + layout.used_lanes(1))) +
           layout.paths() * rows(layout.second) * layout.groups;
}

Strategy::Strategy(const Layout& layout, std::vector<std::uint8_t> numbers) : layout_(layout), numbers_(std::move(numbers)) {
    if (numbers_.size() != size(layout))
        throw std::invalid_argument("a strategy for this game has " + std::to_string(size(layout)) + " numbers, not " +
                                    std::to_string(numbers_.size()));
    draws_[0] = layout.kinds * rows(layout.first);
    draws_[1] = draws_[0] + draw_rows * layout.used_lanes(0) * layout.kinds;
    second_ = draws_[1] + draw_rows * layout.used_lanes(1) * layout.kinds;
    for (const int round : {0, 1}) {
        std::size_t before = 0;
        for (const Node& node : (round ? layout.second : layout.first).nodes) {
            rows_before_[round].push_back(before);
            before += static_cast<std::size_t>(node.actions) - 1;
        }
    }
    const auto no_chances = [] {
        throw std::invalid_argument("chances of a strategy add up to more than a whole, or it keeps cards in a way that there is not");
    };
    for (const int player : {0, 1})
        for (std::size_t lane = 0; lane < layout.used_lanes(player); ++lane)
            for (std::size_t kind = 0; kind < layout.kinds; ++kind) {
                const std::uint8_t* at = &numbers_[draws_[player] + draw_rows * lane * layout.kinds + kind];
                int sum = 0;
                for (std::size_t row = 0; row < draw_rows; ++row) {
                    const std::uint8_t number = at[row * layout.kinds];
                    if (row >= kept_holds) sum += number;
                    else if (number >= layout.holds.size()) no_chances();
                }
                if (sum > 255) no_chances();
            }
    const auto check = [&](const Tree& tree, const std::vector<std::size_t>& before, std::size_t start, std::size_t items) {
        for (std::size_t node = 0; node < tree.nodes.size(); ++node)
            for (std::size_t item = 0; tree.nodes[node].actions == most_actions && item < items; ++item) {
                const std::uint8_t* at = &numbers_[start + before[node] * items + item];
                if (at[0] + at[items] > 255) no_chances();
            }
    };
    check(layout.first, rows_before_[0], 0, layout.kinds);
    for (std::size_t path = 0; path < layout.paths(); ++path)
        check(layout.second, rows_before_[1], second_ + path * rows(layout.second) * layout.groups, layout.groups);
}

Strategy::Chances Strategy::chances(const Tree& tree, std::size_t node, std::size_t start, std::size_t item, std::size_t items) const {
    Chances found{};
    const std::uint8_t* at = &numbers_[start + rows_before_[&tree == &layout_.second][node] * items + item];
    int left = 255;
    for (std::size_t action = 1; action < static_cast<std::size_t>(tree.nodes[node].actions); ++action, at += items) {
        found[action] = part(*at);
        left -= *at;
    }
    found[0] = part(static_cast<std::uint8_t>(left));
    return found;
}

}  // namespace fivecard::limit_draw
