// Pictures: Julia sets as grey levels.
#include "common.hpp"

#include <threads.hpp>

#include <algorithm>
#include <atomic>
#include <vector>

namespace {

// The rows `first` and following of a picture, a byte for each pixel: `levels` has one for each number of steps.
nb::bytes julia(int width, int height, double real, double imaginary, double limit, double zoom, double centre_real,
                double centre_imaginary, const nb::bytes& levels, int first, int rows, int threads) {
    if (width < 1 || height < 1 || width > 1 << 20 || height > 1 << 20 || first < 0 || rows < 0 || first > height - rows)
        refuse("FivecardError", "there is no such part of a picture");
    if (levels.size() < 2 || levels.size() > 1 << 24) refuse("FivecardError", "expected 2 to 16777216 levels");
    const fivecard::pictures::Julia picture = {width, height, real, imaginary, static_cast<std::uint32_t>(levels.size() - 1),
                                               limit, zoom, centre_real, centre_imaginary};
    const auto parts = static_cast<std::size_t>(checked_threads(threads));
    const auto* level_of = static_cast<const char*>(levels.data());
    const auto& kernels = chosen_kernels();
    const nb::bytes result = nb::steal<nb::bytes>(
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(width) * static_cast<Py_ssize_t>(rows)));
    if (!result.is_valid()) throw nb::python_error();
    char* pixels = PyBytes_AsString(result.ptr());  // nobody else has seen it yet
    released([&] {
        // Parts differ much in how long they take: who is done takes the next.
        const auto most = static_cast<int>((1 << 24) / levels.size()) / width;  // rows in some milliseconds
        const int part = std::max(1, std::min({16, (1 << 12) / width, most}));
        std::atomic<int> next = 0;
        fivecard::in_threads(parts, [&](std::size_t) {
            std::vector<std::uint32_t> steps(static_cast<std::size_t>(width) * static_cast<std::size_t>(part));
            for (int row; (row = next.fetch_add(part)) < rows;) {
                fivecard::jobs::check();
                const int count = std::min(part, rows - row);
                kernels.pictures.escape_rows(picture, first + row, count, steps.data());
                char* pixel = pixels + static_cast<std::size_t>(row) * static_cast<std::size_t>(width);
                for (int i = 0; i < count * width; ++i) pixel[i] = level_of[steps[static_cast<std::size_t>(i)]];
            }
        });
    });
    return result;
}

}  // namespace

void add_pictures(nb::module_& m) {
    m.def("julia", &julia, "width"_a, "height"_a, "real"_a, "imaginary"_a, "limit"_a, "zoom"_a, "centre_real"_a,
          "centre_imaginary"_a, "levels"_a, "first"_a, "rows"_a, "threads"_a, "Rows of a Julia set, as levels.");
}
