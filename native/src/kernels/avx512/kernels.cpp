#include "src/kernels/avx512/parts.hpp"
#include "src/kernels/x86.hpp"

namespace fivecard::kernels {
namespace {

constexpr Kernels kernels = {
    .name = "avx512",
    .strengths = {.of_rows = avx512::row_strengths, .of_sets = avx512::set_strengths, .of_badugi = avx512::badugi_strengths},
    .omaha = {.strengths = avx512::omaha_strengths, .low_strengths = avx512::omaha_low_strengths},
    .lines = {.read = avx512::read_lines, .read_texts = avx512::read_texts},
    .holds = {.best = avx512::best_holds},
    .pictures = {.escape = avx512::escape},
    .equity = {.compare_by_ranks = avx512::compare_by_ranks,
               .best_of_columns = avx512::best_of_columns,
               .correct_for_flushes = avx512::correct_for_flushes,
               .equal_ranges = avx512::equal_ranges,
               .weighted_ranges = avx512::weighted_ranges,
               .three_ranges = avx512::three_ranges,
               .sum_of_products = avx512::sum_of_products},
    .walk = {.draw_holdings = avx512::draw_holdings,
             .deal_cards = avx512::deal_cards,
             .strengths_on_boards = avx512::strengths_on_boards,
             .find_winners = avx512::find_winners},
    .rounds = {.count = avx512::count_rounds},
    .betting = {.forward = avx512::forward,
                .second_round = avx512::second_round,
                .sum_values = avx512::sum_values,
                .first_round = avx512::first_round,
                .add_average = avx512::add_average},
};

}  // namespace

const Kernels* avx512_kernels() { return X86::here().has_avx512() ? &kernels : nullptr; }

}  // namespace fivecard::kernels
