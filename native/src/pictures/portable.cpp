// Julia sets in plain C++.
#include "src/pictures/escape.hpp"

#include <algorithm>
#include <cstring>

namespace fivecard::pictures::portable {
namespace {

// Several registers full of pixels at a time, so that the processor has something to do while it waits for a product.
void escape_row(const Julia& julia, int y, int from, int columns, std::uint32_t* steps) {
    constexpr int lane_count = 2;
    using Pixels = Lanes<double, lane_count>;
    using Counts = Lanes<std::int64_t, lane_count>;
    constexpr int side = 4;               // registers of pixels
    constexpr std::uint32_t stretch = 8;  // steps between two looks at whether any pixel is left
    for (int start = 0; start < columns; start += side * lane_count) {
        Pixels real[side], imaginary[side];
        Counts inside[side], count[side];
        for (int i = 0; i < side; ++i) {
            double xs[lane_count];
            for (int lane = 0; lane < lane_count; ++lane) xs[lane] = julia.column(from + start + i * lane_count + lane);
            std::memcpy(&real[i], xs, sizeof xs);
            imaginary[i] = Pixels{} + julia.row(y);
            inside[i] = Counts{} - 1;
            count[i] = Counts{};
        }
        for (std::uint32_t step = 0; step < julia.iterations;) {
            const std::uint32_t end = std::min(step + stretch, julia.iterations);
            for (; step < end; ++step)
                for (int i = 0; i < side; ++i) {
                    const Pixels product = imaginary[i] * real[i];
                    real[i] = (real[i] * real[i] - imaginary[i] * imaginary[i]) + julia.real;
                    imaginary[i] = (product + product) + julia.imaginary;
                    const Pixels square = real[i] * real[i] + imaginary[i] * imaginary[i];
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
                if (const int x = start + i * lane_count + lane; x < columns) steps[x] = static_cast<std::uint32_t>(count[i][lane]);
    }
}

}  // namespace

void escape(const Julia& julia, const Tile& tile, std::uint32_t* steps) {
    for (int row = 0; row < tile.rows; ++row)
        escape_row(julia, tile.row + row, tile.column, tile.columns, steps + static_cast<std::ptrdiff_t>(row) * tile.columns);
}

}  // namespace fivecard::pictures::portable
