// What the files of this folder offer each other: what is portable, in its own way.
#pragma once

#include "src/kernels/kernels.hpp"

namespace fivecard::kernels::avx2 {

decltype(portable::row_strengths) row_strengths;
decltype(portable::set_strengths) set_strengths;
decltype(portable::badugi_strengths) badugi_strengths;
decltype(portable::omaha_strengths) omaha_strengths;
decltype(portable::omaha_low_strengths) omaha_low_strengths;
decltype(portable::read_lines) read_lines;
decltype(portable::read_texts) read_texts;
decltype(portable::best_holds) best_holds;
decltype(portable::escape) escape;
decltype(portable::compare_by_ranks) compare_by_ranks;
decltype(portable::best_of_columns) best_of_columns;
decltype(portable::correct_for_flushes) correct_for_flushes;
decltype(portable::draw_holdings) draw_holdings;
decltype(portable::deal_cards) deal_cards;
decltype(portable::find_winners) find_winners;
decltype(portable::strengths_on_boards) strengths_on_boards;
decltype(portable::count_rounds) count_rounds;
decltype(portable::equal_ranges) equal_ranges;
decltype(portable::weighted_ranges) weighted_ranges;
decltype(portable::three_ranges) three_ranges;
decltype(portable::sum_of_products) sum_of_products;
decltype(portable::forward) forward;
decltype(portable::second_round) second_round;
decltype(portable::sum_values) sum_values;
decltype(portable::first_round) first_round;
decltype(portable::add_average) add_average;

}  // namespace fivecard::kernels::avx2
