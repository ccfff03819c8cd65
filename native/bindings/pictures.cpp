// Pictures: Julia sets as grey levels.
#include "bindings/common.hpp"

#include <nanobind/stl/optional.h>

#include "src/kernels/find.hpp"
#include "src/pictures/escape.hpp"
#include "src/threads.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

namespace {

// The rows `first` and following of a picture, a byte for each pixel: `levels` has one for each number of steps.
nb::bytes julia(int width, int height, double real, double imaginary, double limit, double zoom, double centre_real,
                double centre_imaginary, const nb::bytes& levels, int first, int rows, int threads, const OnProgress& progress) {
    if (width < 1 || height < 1 || width > 1 << 20 || height > 1 << 20 || first < 0 || rows < 0 || first > height - rows)
        refuse("ArgumentError", "there is no such part of a picture");
    if (levels.size() < 2 || levels.size() > 1 << 24) refuse("ArgumentError", "expected 2 to 16777216 levels");
    const fivecard::pictures::Julia picture = {width, height, real, imaginary, static_cast<std::uint32_t>(levels.size() - 1),
                                               limit, zoom, centre_real, centre_imaginary};
    const auto parts = static_cast<std::size_t>(checked_threads(threads));
    const auto* level_of = static_cast<const char*>(levels.data());
    const fivecard::pictures::Escape escape = fivecard::pictures::escape_of(chosen_kernels().name);
    refuse_too_large(static_cast<double>(width) * rows, "draw fewer rows");
    const nb::bytes result = nb::steal<nb::bytes>(
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(width) * static_cast<Py_ssize_t>(rows)));
    if (!result.is_valid()) throw nb::python_error();
    char* pixels = PyBytes_AsString(result.ptr());  // nobody else has seen it yet
    released([&] {
        // Tiles take some milliseconds at most, and differ much in how long they take: who is done takes the next.
        const auto most = std::max(32, static_cast<int>((1 << 24) / levels.size()));  // pixels
        const int columns = std::min(width, most), tall = std::clamp(std::min(most, 1 << 12) / columns, 1, 16);
        const int across = (width + columns - 1) / columns, tiles = (rows + tall - 1) / tall;  // in a row of them, and such rows
        const std::int64_t all = std::int64_t{across} * tiles;
        std::atomic<std::int64_t> next = 0;
        fivecard::jobs::expect(static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(rows));
        fivecard::in_threads(parts, [&](std::size_t) {
            std::vector<std::uint32_t> steps(static_cast<std::size_t>(columns) * static_cast<std::size_t>(tall));
            for (std::int64_t number; (number = next++) < all;) {
                const int row = static_cast<int>(number / across) * tall, column = static_cast<int>(number % across) * columns;
                const fivecard::pictures::Tile tile = {first + row, std::min(tall, rows - row), column, std::min(columns, width - column)};
                fivecard::jobs::step(static_cast<std::uint64_t>(tile.rows) * static_cast<std::uint64_t>(tile.columns));
                escape(picture, tile, steps.data());
                const std::uint32_t* step = steps.data();
                for (int y = 0; y < tile.rows; ++y) {
                    char* pixel = pixels + static_cast<std::size_t>(row + y) * static_cast<std::size_t>(width) + column;
                    for (int x = 0; x < tile.columns; ++x) pixel[x] = level_of[*step++];
                }
            }
        });
    }, progress);
    return result;
}

}  // namespace

void add_pictures(nb::module_& m) {
    m.def("julia", &julia, "width"_a, "height"_a, "real"_a, "imaginary"_a, "limit"_a, "zoom"_a, "centre_real"_a,
          "centre_imaginary"_a, "levels"_a, "first"_a, "rows"_a, "threads"_a, progress_argument(), "Rows of a Julia set, as levels.");
}
