#include "src/kernels/avx2/parts.hpp"
#include "src/kernels/x86.hpp"

namespace fivecard::kernels {
namespace {

constexpr Kernels kernels = {
    .name = "avx2",
    .strengths = {.of_rows = avx2::row_strengths, .of_sets = avx2::set_strengths, .of_badugi = avx2::badugi_strengths},
    .omaha = {.strengths = avx2::omaha_strengths, .low_strengths = avx2::omaha_low_strengths},
    .lines = {.read = avx2::read_lines, .read_texts = avx2::read_texts},
    .holds = {.best = avx2::best_holds},
    .pictures = {.escape = avx2::escape},
    .equity = {.compare_by_ranks = avx2::compare_by_ranks,
               .best_of_columns = avx2::best_of_columns,
               .correct_for_flushes = avx2::correct_for_flushes,
               .equal_ranges = avx2::equal_ranges,
               .weighted_ranges = avx2::weighted_ranges,
               .three_ranges = avx2::three_ranges,
               .sum_of_products = avx2::sum_of_products},
    .walk = {.draw_holdings = avx2::draw_holdings,
             .deal_cards = avx2::deal_cards,
             .strengths_on_boards = avx2::strengths_on_boards,
             .find_winners = avx2::find_winners},
    .rounds = {.count = avx2::count_rounds},
    .betting = {.forward = avx2::forward,
                .second_round = avx2::second_round,
                .sum_values = avx2::sum_values,
                .first_round = avx2::first_round,
                .add_average = avx2::add_average},
};

}  // namespace

const Kernels* avx2_kernels() { return X86::here().has_avx2() ? &kernels : nullptr; }

}  // namespace fivecard::kernels
