// How to play, as a file has it: chances in parts of 255, which is small enough to stay in a cache.
//
// Of every node, all actions but the first have a row each; the first has what is left. At the draw the three holds that are
// played most have a row each, and then the parts of the second and the third.
#pragma once

#include "src/limit_draw/layout.hpp"

namespace fivecard::limit_draw {

class Strategy {
public:
    // Throws std::invalid_argument if there are not `size(layout)` numbers, or they are no chances.
    Strategy(const Layout& layout, std::vector<std::uint8_t> numbers);

    static std::size_t size(const Layout& layout);

    using Chances = std::array<float, most_actions>;
    Chances first(std::size_t kind, std::size_t node) const { return chances(layout_.first, node, 0, kind, layout_.kinds); }
    Chances second(std::size_t path, std::size_t node, std::size_t group) const {
        return chances(layout_.second, node, second_ + path * rows(layout_.second) * layout_.groups, group, layout_.groups);
    }

    static constexpr std::size_t kept_holds = 3, draw_rows = 2 * kept_holds - 1;
    struct Draw {
        std::array<std::uint8_t, kept_holds> hold;
        std::array<float, kept_holds> chance;
    };
    Draw draw(int player, std::size_t kind, std::size_t lane) const {
        const std::uint8_t* at = &numbers_[draws_[player] + draw_rows * lane * layout_.kinds + kind];
        Draw found{};
        int left = 255;
        for (std::size_t i = 0; i < kept_holds; ++i) {
            found.hold[i] = at[i * layout_.kinds];
            if (!i) continue;
            const std::uint8_t number = at[(kept_holds + i - 1) * layout_.kinds];
            found.chance[i] = part(number);
            left -= number;
        }
        found.chance[0] = part(static_cast<std::uint8_t>(left));
        return found;
    }

private:
    static float part(std::uint8_t number) { return static_cast<float>(number) / 255; }
    static std::size_t rows(const Tree& tree);
    Chances chances(const Tree& tree, std::size_t node, std::size_t start, std::size_t item, std::size_t items) const;

    const Layout& layout_;
    std::array<std::size_t, 2> draws_;
    std::size_t second_;
    std::array<std::vector<std::size_t>, 2> rows_before_;  // by tree and node
    std::vector<std::uint8_t> numbers_;
};

}  // namespace fivecard::limit_draw
