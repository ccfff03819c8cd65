// Hold'em after the flop, solved by playing against oneself.
//
// The tree that both players see is walked with all hands at once: how likely each hand of one player gets somewhere, and what it
// is worth to each hand of the other. Players are updated in turn. Regrets are matched and discounted (DCFR, Brown and Sandholm,
// 2019): positive ones by t^1.5 / (t^1.5 + 1), negative ones by half, and the average weighs the t-th iteration t^4 times. Boards
// are gone through depth first, all lines of a board at a time, so that what is at work stays in a cache.
#pragma once

#include "src/postflop/averages.hpp"
#include "src/postflop/program.hpp"

#include <cmath>
#include <memory>

namespace fivecard::postflop {

class Solver : public Averages {
public:
    Solver(std::shared_ptr<const Game> game, bool halves, int threads, const kernels::PostflopKernels& kernels);

    // About what one takes: of that, numbers of the strategy alone.
    static double bytes(const Game& game, bool halves, int threads);
    static double strategy_bytes(const Game& game, bool halves);

    // Plays so often. Where its job is stopped, an iteration is left half-way, and the next call goes on from there.
    void iterate(std::uint64_t times);
    void finish();  // what was stopped; nothing can stop this
    std::uint64_t iterations() const { return iterations_; }

    // What both players could gain on average, in parts of the pot: rounded as floats are, so it is no proof.
    double exploitability();

private:
    enum class Mode { learn, average, best };

    // What a thread works with on one street.
    struct Level {
        Row reach, values;
        std::vector<const float*> entries;  // the reach of each
        Row sums, once;                     // what entries are worth, by renaming; on one board that stands for several
        std::vector<const float*> worth;    // the same in the end
    };
    struct Workspace {
        std::vector<Level> levels;
        Row scratch_memory, zeros, dump;
        Scratch scratch;
    };
    // How far a walk has come that was stopped: what the first street's own nodes do, and its boards.
    struct Walked {
        bool begun = false;
        std::vector<char> boards;
    };

    template <Mode mode>
    double walk(int player, Walked& walked);
    template <Mode mode>
    void board(int player, const Deal& deal, Workspace& room, float* to);
    template <Mode mode>
    void part(const Program& program, int player, const Deal& deal, Workspace& room);
    template <Mode mode>
    void boards_below(int player, const Deal& deal, Workspace& room);
    template <Mode mode>
    void boards_side_by_side(int player, const Deal& deal, Workspace& room, Walked& walked);
    void enter_next_street(const Program& program, int player, const Deal& deal, Workspace& room);
    void combine(int player, const Deal& deal, Workspace& room);
    template <Mode mode>
    void value(const Program& program, int player, const Deal& deal, Workspace& room, float* to);
    void ends(const Program& program, int player, const Deal& deal, Workspace& room);

    Rows rows(const Deal& deal, std::size_t node, std::size_t next) const;

    const kernels::PostflopKernels& kernels_;
    std::array<Memory, 2> regrets_;
    std::vector<Scale> scales_;  // by node on its board
    std::vector<std::uint16_t> noise_;
    std::array<std::vector<MatchupLists>, 2> matchups_;  // by player and deal
    std::array<std::vector<std::vector<Program>>, 2> programs_;  // by player and street
    std::array<Row, 2> weights_;
    double deals_ = 0;  // how likely ranges meet: the sum over all pairs of hands
    bool raked_ = false;
    std::vector<Workspace> rooms_;  // by thread
    Row first_boards_, root_;
    Discount discount_{};
    std::uint64_t iterations_ = 0;
    int player_ = 0;  // whose turn it is in an iteration that was stopped
    Walked walked_;
};

// How often ranges meet, by weight: the sum over all pairs of hands without a card in common.
double meetings(const Game& game);

}  // namespace fivecard::postflop
