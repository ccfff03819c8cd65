// Rows parted among threads.
#pragma once

#include <batch.hpp>
#include <threads.hpp>

#include <algorithm>
#include <vector>

namespace fivecard {

// Does `part(start, rows)` for parts of all rows, side by side. Gives the number of rows before the first part that did not
// finish, and what that part did finish.
template <typename Part>
std::size_t side_by_side(const Work& work, Part part) {
    const std::size_t step = (work.rows / static_cast<std::size_t>(work.threads) / 4096 + 1) * 4096;
    std::vector<std::size_t> done((work.rows + step - 1) / step);
    in_threads(done.size(), [&](std::size_t number) {
        const std::size_t start = number * step;
        done[number] = part(start, std::min(work.rows - start, step));
    });
    for (std::size_t number = 0; number < done.size(); ++number) {
        const std::size_t start = number * step;
        if (done[number] < std::min(work.rows - start, step)) return start + done[number];
    }
    return work.rows;
}

}  // namespace fivecard
