#include "parts.hpp"
#include "../x86.hpp"

namespace fivecard::kernels {
namespace {

constexpr Kernels kernels = {
    .name = "avx512",
    .strengths = {.of_rows = avx512::row_strengths, .of_sets = avx512::set_strengths, .of_badugi = avx512::badugi_strengths},
    .omaha = {.strengths = avx512::omaha_strengths, .low_strengths = avx512::omaha_low_strengths},
    .lines = {.read = avx512::read_lines},
    .holds = {.best = avx512::best_holds},
    .pictures = {.escape_rows = avx512::escape_rows},
    .equity = {.compare_by_ranks = avx512::compare_by_ranks, .best_of_columns = avx512::best_of_columns, .correct_for_flushes = avx512::correct_for_flushes},
    .walk = {.draw_holdings = avx512::draw_holdings, .deal_cards = avx512::deal_cards, .find_winners = avx512::find_winners},
};

}  // namespace

const Kernels* avx512_kernels() {
    return X86::here().has_avx512() ? &kernels : nullptr;
}

}  // namespace fivecard::kernels
