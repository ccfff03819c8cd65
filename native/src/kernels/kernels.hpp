// Many hands at once. A kernel is one way to do this on one kind of machine; all of them give the same results.
#pragma once

#include <fivecard/badugi.hpp>
#include <fivecard/evaluate.hpp>
#include <fivecard/omaha.hpp>
#include <fivecard/omaha_low.hpp>

#include "src/betting/world.hpp"
#include "src/equity/lanes.hpp"
#include "src/equity/pairings.hpp"
#include "src/equity/ranges_on_boards.hpp"
#include "src/equity/rank_boards.hpp"
#include "src/odds/holds.hpp"
#include "src/pictures/julia.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace fivecard::kernels {

// Omaha hands and boards, row by row: `players` hands of `count` cards stand one after the other. Strides are in cards; a
// stride of 0 repeats one board.
struct OmahaDeals {
    const CardId* hands;
    std::size_t hand_stride;
    const CardId* boards;
    std::size_t board_stride;
    int players, count;

    OmahaDeals from(std::size_t row) const {
        return {hands + row * hand_stride, hand_stride, boards + row * board_stride, board_stride, players, count};
    }
};

// What every machine can do; `portable/` has it in plain C++.
namespace portable {

std::size_t row_strengths(const Ranking& ranking, const CardId* cards, std::size_t rows, int count, Strength* out);
std::size_t set_strengths(const Ranking& ranking, const CardSet* sets, std::size_t rows, Strength* out);
std::size_t badugi_strengths(const CardId* cards, std::size_t rows, Strength* out);
std::size_t omaha_strengths(const OmahaTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out);
std::size_t omaha_low_strengths(const OmahaLowTable& table, const OmahaDeals& deals, std::size_t rows, Strength* out);
std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards);
std::size_t read_texts(const char* text, std::size_t texts, int count, CardId* cards);
void best_holds(const odds::Sums& sums, const odds::Allowance& allowance, odds::BestHolds& best);
void escape(const pictures::Julia& julia, const pictures::Tile& tile, std::uint32_t* steps);
equity::Comparison compare_by_ranks(const equity::RankColumn& first, const equity::RankColumn& second, const equity::CardsLeft& left);
void best_of_columns(const Strength* const* columns, int count, Strength* best);
equity::Comparison correct_for_flushes(const equity::SuitedBoards& suited);
void draw_holdings(const equity::Urn& urn, equity::LaneRandom& random, CardSet* taken, CardSet* out, std::uint64_t* holdings);
void deal_cards(const equity::ToDeal& to_deal, equity::LaneRandom& random, CardSet* taken, CardSet* given);
void strengths_on_boards(const Ranking& ranking, int cards, const equity::LaneHands& boards, const equity::LaneHands& hands, Strength* out);
void count_rounds(const equity::Pairings& pairings, const std::uint8_t* classes, equity::RoundCounts& counts);
void find_winners(const Strength* strengths, std::size_t players, std::uint16_t* winners);
void equal_ranges(const equity::EqualRanges& work);
void weighted_ranges(const equity::WeightedRanges& work);
void three_ranges(const equity::ThreeRanges& work);
std::uint64_t sum_of_products(const std::uint32_t* numbers, const std::uint32_t* weights, int count);
void forward(betting::World& world, int player, const betting::Table& table, float noise);
void second_round(betting::World& world, int player, const betting::Table& other, const betting::Update& update, betting::Sums* sums,
                  std::size_t begin, std::size_t end);
void sum_values(betting::World& world, int player);
double first_round(betting::World& world, int player, const betting::Update& update, betting::Sums* sums, std::size_t begin,
                   std::size_t end);
void add_average(const betting::Layout& layout, int player, const betting::Table& table, betting::Table& average, float weight,
                 std::size_t begin, std::size_t end);

}  // namespace portable

// Kernels by subject. A machine names what it does better than the portable way.
//
// Those that give a number work through rows in order, and give how many they found right and dealt with. If that is not
// all of them, a wrong row follows within the next `largest_block` rows; nothing after it has been written. Cards, sets and
// text may change while they are read (see snapshot.hpp): then no read goes astray, and no strength is given that does not
// exist.
struct StrengthKernels {
    decltype(&portable::row_strengths) of_rows = portable::row_strengths;
    decltype(&portable::set_strengths) of_sets = portable::set_strengths;
    decltype(&portable::badugi_strengths) of_badugi = portable::badugi_strengths;
};

struct OmahaKernels {
    decltype(&portable::omaha_strengths) strengths = portable::omaha_strengths;
    decltype(&portable::omaha_low_strengths) low_strengths = portable::omaha_low_strengths;
};

struct LineKernels {
    // Reads lines of `count` cards as the handout has them: two letters a card, small or capital, a space between, a new line at
    // the end. Gives the number of lines before the first that differs. Up to 16 bytes behind the cards may be written.
    decltype(&portable::read_lines) read = portable::read_lines;
    // The same without new lines: each begins where the one before it ends. Nothing behind the cards is written.
    decltype(&portable::read_texts) read_texts = portable::read_texts;
};

struct HoldKernels {
    // Fills in the best hold of every hand, its value, and the totals. All buffers must be there already.
    decltype(&portable::best_holds) best = portable::best_holds;
};

struct PictureKernels {
    // Writes for every pixel of a tile how many steps it takes to escape; `iterations` for those that stay.
    decltype(&portable::escape) escape = portable::escape;
};

struct EquityKernels {
    // Two hands by the ranks of the board, whose columns are given, if so many cards are left.
    decltype(&portable::compare_by_ranks) compare_by_ranks = portable::compare_by_ranks;
    // The best of several columns.
    decltype(&portable::best_of_columns) best_of_columns = portable::best_of_columns;
    // What flushes in a suit change.
    decltype(&portable::correct_for_flushes) correct_for_flushes = portable::correct_for_flushes;
    // Every hand of two ranges against the other range, on some boards: where all hands of a range weigh the same, or not.
    decltype(&portable::equal_ranges) equal_ranges = portable::equal_ranges;
    decltype(&portable::weighted_ranges) weighted_ranges = portable::weighted_ranges;
    // The same for three ranges, all hands of which weigh the same.
    decltype(&portable::three_ranges) three_ranges = portable::three_ranges;
    decltype(&portable::sum_of_products) sum_of_products = portable::sum_of_products;
};

// Steps of random walks over hands: see walk_steps.hpp.
struct WalkKernels {
    decltype(&portable::draw_holdings) draw_holdings = portable::draw_holdings;
    decltype(&portable::deal_cards) deal_cards = portable::deal_cards;
    decltype(&portable::strengths_on_boards) strengths_on_boards = portable::strengths_on_boards;
    decltype(&portable::find_winners) find_winners = portable::find_winners;
};

struct RoundKernels {
    // Counts, in each round, the pairs that are weaker than our hand and those that are equal. `classes` are by place, the card
    // outside being last.
    decltype(&portable::count_rounds) count = portable::count_rounds;
};

// Heads-up betting on a cut deck: see betting/world.hpp. Nothing is checked.
struct BettingKernels {
    // What a player's cards come to, played by a table; with `noise`, that part of every choice goes to all actions alike.
    decltype(&portable::forward) forward = portable::forward;
    // The second round on the paths from `begin` to `end` against how the other's table plays: what every group is worth goes
    // to `world.values`, or what every end of it is worth to `sums`.
    decltype(&portable::second_round) second_round = portable::second_round;
    // Sums of `world.values` over all hands that contain some cards.
    decltype(&portable::sum_values) sum_values = portable::sum_values;
    // The draw and the first round for some kinds: gives what they are worth together, a deal.
    decltype(&portable::first_round) first_round = portable::first_round;
    // Adds how a table plays some kinds before the draw and at it, by how often it gets there.
    decltype(&portable::add_average) add_average = portable::add_average;
};

struct Kernels {
    const char* name;
    StrengthKernels strengths{};
    OmahaKernels omaha{};
    LineKernels lines{};
    HoldKernels holds{};
    PictureKernels pictures{};
    EquityKernels equity{};
    WalkKernels walk{};
    RoundKernels rounds{};
    BettingKernels betting{};
};

inline constexpr std::size_t largest_block = 64;

// Null where this machine lacks what they need.
const Kernels* avx512_kernels();
const Kernels* avx2_kernels();
const Kernels* neon_kernels();

// The kernels of this machine, the fastest first.
std::vector<const Kernels*> all();

// The kernels of this machine with this name, or the fastest if it is empty; null if there are none.
const Kernels* find(std::string_view name);

}  // namespace fivecard::kernels
