// The tables that kernels on other machines look up, as arrays: they are made once, by native/tables/.
#include "bindings/common.hpp"

#include <nanobind/stl/string_view.h>

#include <fivecard/omaha.hpp>
#include <fivecard/omaha_low.hpp>

#include <span>

namespace {

using fivecard::Ranking;
using fivecard::Strength;

template <typename Number>
Array<Number> copied(const Number* numbers, std::size_t count) {
    return array_of(std::vector<Number>(numbers, numbers + count));
}

template <int Cards>
nb::tuple rank_hash_of(const Ranking& ranking) {
    using Hash = fivecard::tables::RankHash<Cards>;
    constexpr const char* words[] = {"ignored", "higher", "lower"};
    return nb::make_tuple(copied(fivecard::tables::card_tallies, fivecard::card_count), Hash::row_shift,
                          copied(Hash::offsets, std::size(Hash::offsets)),
                          copied(ranking.values[Cards - fivecard::smallest_hand], Hash::column_mask + 1),
                          words[static_cast<int>(ranking.suits)], copied(ranking.flushes, ranking.flushes ? std::size_t{1} << fivecard::rank_count : 0));
}

nb::tuple rank_hash(std::string_view name, int cards) {
    const Ranking& ranking = checked_ranking(name);
    switch (cards) {
        case 5: return rank_hash_of<5>(ranking);
        case 6: return rank_hash_of<6>(ranking);
        case 7: return rank_hash_of<7>(ranking);
        default: refuse("ArgumentError", "a hand has 5 to 7 cards, not " + std::to_string(cards));
    }
}

Array<std::int16_t> omaha_rows() {
    const fivecard::OmahaTable table;
    constexpr std::size_t rows = fivecard::tables::RankHash<fivecard::board_size>::column_mask + 1, columns = std::size(fivecard::OmahaTable::Row{}.entries);
    std::vector<std::int16_t> numbers;
    for (std::uint32_t row = 0; row < rows; ++row) {
        const auto& entries = table.row_in_slot(row).entries;
        numbers.insert(numbers.end(), std::begin(entries), std::end(entries));
    }
    return array_of(numbers, {rows, columns});
}

Array<std::uint8_t> omaha_low_rows() {
    const fivecard::OmahaLowTable table(checked_ranking("eight-or-better"));
    constexpr unsigned sets = 1u << fivecard::low_rank_count;
    std::vector<std::uint8_t> numbers;
    for (unsigned board = 0; board < sets; ++board)
        for (unsigned hand = 0; hand < sets; ++hand) numbers.push_back(static_cast<std::uint8_t>(table.strength(board, hand)));
    return array_of(numbers, {sets, sets});
}

}  // namespace

void add_tables(nb::module_& m) {
    m.def("rank_hash", &rank_hash, "ranking"_a, "cards"_a,
          "The perfect hash of the ranks of so many cards, and a ranking's strengths in it: (tallies of cards, shift of the row in them, offsets, "
          "values, what suits do, flushes by the set of ranks).");
    m.def("omaha_rows", &omaha_rows, "For each slot of a board in the perfect hash what every pair of ranks makes with it.");
    m.def("omaha_low_rows", &omaha_low_rows, "For the low ranks of a board, and those of a hand, what the low is worth.");
}
