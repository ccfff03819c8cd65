// Where the numbers of a game's information sets stand.
//
// Before the draw a player knows the kind of the hand and what was bet: a node of the first tree. At the draw, also how the
// first round ended, and the second player how many cards the first drew: a *lane*. After it, the group of the hand, how
// the first round ended and how many cards both drew (a *path*), and what was bet since: a node of the second tree. What was
// thrown away is forgotten.
#pragma once

#include "src/limit_draw/abstraction.hpp"
#include "src/limit_draw/tree.hpp"

#include "src/jobs/job.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <new>

namespace fivecard::limit_draw {

// Floats from the start of a cache line.
class Floats {
public:
    Floats() = default;
    explicit Floats(std::size_t size) : size_(size), memory_(static_cast<float*>(::operator new[](size * sizeof(float), alignment))) {
        clear();
    }

    // Tables of gigabytes, which it takes the machine a second to write to the first time: their caller may stop that. Kernels
    // must not be stopped half-way.
    static Floats of_table(std::size_t size) {
        constexpr std::size_t at_once = 1 << 20;
        Floats made;
        made.size_ = size;
        made.memory_.reset(static_cast<float*>(::operator new[](size * sizeof(float), alignment)));
        for (std::size_t i = 0; i < size; i += at_once) {
            jobs::check();
            std::memset(made.data() + i, 0, std::min(at_once, size - i) * sizeof(float));
        }
        return made;
    }

    float* data() { return memory_.get(); }
    const float* data() const { return memory_.get(); }
    std::size_t size() const { return size_; }
    void clear() { std::memset(data(), 0, size_ * sizeof(float)); }

private:
    static constexpr std::align_val_t alignment{64};
    struct Free {
        void operator()(float* memory) const { ::operator delete[](memory, alignment); }
    };

    std::size_t size_ = 0;
    std::unique_ptr<float[], Free> memory_;
};

// What the loops have room for.
inline constexpr std::size_t most_nodes = 32, most_holds = 1 << most_cards;
// How long rows of lanes may be: the loops are compiled once for each. The shipped solutions have 16 and 40, 16 and 56.
inline constexpr std::array<std::size_t, 6> lane_counts = {8, 16, 32, 40, 56, 80};

// Which cards of a hand are kept, as bits of its places.
struct Hold {
    int places, drawn;
};

struct Layout {
    Tree first, second;          // the second from nothing: what the first round cost is added
    int draws;                   // numbers of cards that may be drawn
    std::vector<Hold> holds;     // those that draw few first
    std::vector<int> holds_from; // by cards drawn: the first of them
    std::size_t kinds, groups;
    std::size_t row;             // of groups: padded to whole registers

    // Throws std::invalid_argument where there is more than the loops have room for.
    Layout(const Stakes& stakes, const Abstraction& cards);

    std::size_t calls() const { return first.calls.size(); }
    std::size_t paths() const { return calls() * static_cast<std::size_t>(draws * draws); }
    // Lanes in use, and with padding.
    std::size_t used_lanes(int player) const { return calls() * static_cast<std::size_t>(player ? draws : 1); }
    std::size_t lanes(int player) const { return *std::lower_bound(lane_counts.begin(), lane_counts.end(), used_lanes(player)); }

    std::size_t hold_row(int player) const { return holds.size() * lanes(player); }  // of a kind
    std::size_t first_row() const { return first.nodes.size() * most_actions; }      // of a kind
    std::size_t second_at(std::size_t path, std::size_t node, int action = 0) const {
        return ((path * second.nodes.size() + node) * most_actions + static_cast<std::size_t>(action)) * row;
    }
    std::size_t path(std::size_t call, int drawn_first, int drawn_second) const {
        return (call * static_cast<std::size_t>(draws) + static_cast<std::size_t>(drawn_first)) * static_cast<std::size_t>(draws) +
               static_cast<std::size_t>(drawn_second);
    }
};

// A number for every action of every information set: regrets, sums of strategies, or probabilities. To play by it is to
// choose in proportion to what is above 0, and anything where nothing is.
struct StrategyTable {
    Floats first;                // [kind][node][action]
    std::array<Floats, 2> hold;  // by player: [kind][hold][lane]
    Floats second;               // [path][node][action][group]

    explicit StrategyTable(const Layout& layout)
        : first(Floats::of_table(layout.kinds * layout.first_row())),
          hold{Floats::of_table(layout.kinds * layout.hold_row(0)), Floats::of_table(layout.kinds * layout.hold_row(1))},
          second(Floats::of_table(layout.paths() * layout.second.nodes.size() * most_actions * layout.row)) {}

    static double bytes(const Layout& layout) {
        const auto of_kind = static_cast<double>(layout.first_row() + layout.hold_row(0) + layout.hold_row(1));
        const auto of_path = static_cast<double>(layout.second.nodes.size() * most_actions * layout.row);
        return sizeof(float) * (static_cast<double>(layout.kinds) * of_kind + static_cast<double>(layout.paths()) * of_path);
    }

    std::array<Floats*, 4> parts() { return {&first, &hold[0], &hold[1], &second}; }
};

// What hands that some cards tell apart are for players who see them as others: the same for each of their kinds, of their
// holds, of their groups.
struct Translation {
    std::vector<std::uint32_t> kind;                // by kind
    std::vector<std::uint8_t> hold;                 // by kind and hold
    std::vector<std::uint16_t> group;               // by group

    Translation(const Abstraction& from, const Abstraction& to, const std::vector<Hold>& holds);
};

}  // namespace fivecard::limit_draw
