// Plain C++ for any machine.
//
// Hands are checked and evaluated in one go: see `different_cards` for the one, the tally of evaluate.hpp for the other.
#include "kernels.hpp"
#include "snapshot.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "../letters.hpp"

#include <draws/best_holds.hpp>

namespace fivecard::kernels {
namespace {

// A card's tally and its bit, for every byte, so that a wrong card reads nothing it should not.
struct Summand {
    CardSet bit;
    Tally tally;
};

constexpr auto summands = [] {
    std::array<Summand, 256> result{};
    for (int byte = 0; byte < 256; ++byte)
        result[byte] = {card_bit(byte), byte < card_count ? tables::card_tallies[byte] : 0};
    return result;
}();

template <int Cards>
std::size_t strengths(const CardId* cards, std::size_t rows, Strength* out) {
    for (std::size_t row = 0; row < rows; ++row, cards += Cards) {
        CardSet together = 0, sum = 0;
        Tally tally = empty_tally;
        for (int i = 0; i < Cards; ++i) {
            const Summand& card = summands[read_once(cards + i)];
            together |= card.bit;
            sum += card.bit;
            tally += card.tally;
        }
        if (!different_cards(together, sum)) return row;
        if (tally & flush_bits) [[unlikely]]
            out[row] = tables::flush_strengths[ranks_in_suit(together, flush_suit(tally))];
        else
            out[row] = rank_strength<Cards>(tally);
    }
    return rows;
}

std::size_t strengths(const CardId* cards, std::size_t rows, int count, Strength* out) {
    return count == 5   ? strengths<5>(cards, rows, out)
           : count == 6 ? strengths<6>(cards, rows, out)
                        : strengths<7>(cards, rows, out);
}

std::size_t set_strengths(const CardSet* sets, std::size_t rows, Strength* out) {
    for (std::size_t row = 0; row < rows; ++row) {
        const Strength strength = set_strength(read_once(sets + row));
        if (strength == 0) return row;
        out[row] = strength;
    }
    return rows;
}

std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards) {
    for (std::size_t line = 0; line < lines; ++line, text += 3 * count, cards += count) {
        unsigned wrong = 0;  // whatever is not a rank or suit has high bits
        for (int i = 0; i < count; ++i) {
            const unsigned rank = capital_ranks[read_once(text + 3 * i)], suit = capital_suits[read_once(text + 3 * i + 1)];
            wrong |= rank | suit | static_cast<unsigned>(read_once(text + 3 * i + 2) != (i + 1 < count ? ' ' : '\n')) << 8;
            cards[i] = static_cast<CardId>(4 * rank + suit);
        }
        if (wrong & ~0x0fu) return line;
    }
    return lines;
}

void best_holds(const draws::Sums& sums, const draws::Allowance& allowance, draws::BestHolds& best) {
    draws::find_best_holds<2>(sums, allowance, best);
}

// Several registers full of pixels at a time, so that the processor has something to do while it waits for a product.
void escape_row(const pictures::Julia& julia, int y, std::uint32_t* steps) {
    constexpr int lane_count = 2;
    typedef double Lanes __attribute__((vector_size(8 * lane_count)));
    typedef std::int64_t Counts __attribute__((vector_size(8 * lane_count)));
    constexpr int side = 4;               // registers of pixels
    constexpr std::uint32_t stretch = 8;  // steps between two looks at whether any pixel is left
    for (int start = 0; start < julia.width; start += side * lane_count) {
        Lanes real[side], imaginary[side];
        Counts inside[side], count[side];
        for (int i = 0; i < side; ++i) {
            double columns[lane_count];
            for (int lane = 0; lane < lane_count; ++lane) columns[lane] = julia.column(start + i * lane_count + lane);
            std::memcpy(&real[i], columns, sizeof columns);
            imaginary[i] = Lanes{} + julia.row(y);
            inside[i] = Counts{} - 1;
            count[i] = Counts{};
        }
        for (std::uint32_t step = 0; step < julia.iterations;) {
            const std::uint32_t end = std::min(step + stretch, julia.iterations);
            for (; step < end; ++step)
                for (int i = 0; i < side; ++i) {
                    const Lanes product = imaginary[i] * real[i];
                    real[i] = (real[i] * real[i] - imaginary[i] * imaginary[i]) + julia.real;
                    imaginary[i] = (product + product) + julia.imaginary;
                    const Lanes square = real[i] * real[i] + imaginary[i] * imaginary[i];
                    inside[i] &= ~(square >= julia.limit);
                    count[i] -= inside[i];
                }
            std::int64_t any = 0;
            for (int i = 0; i < side; ++i)
                for (int lane = 0; lane < lane_count; ++lane) any |= inside[i][lane];
            if (!any) break;
        }
        for (int i = 0; i < side; ++i)
            for (int lane = 0; lane < lane_count; ++lane)
                if (const int x = start + i * lane_count + lane; x < julia.width)
                    steps[x] = static_cast<std::uint32_t>(count[i][lane]);
    }
}

void escape_rows(const pictures::Julia& julia, int first, int rows, std::uint32_t* steps) {
    for (int row = 0; row < rows; ++row) escape_row(julia, first + row, steps + static_cast<std::ptrdiff_t>(row) * julia.width);
}

}  // namespace

const Kernels portable = {"portable", strengths, set_strengths, omaha_strengths, read_lines, best_holds, escape_rows};

}  // namespace fivecard::kernels
