// Rows parted among threads.
#pragma once

#include "src/batch.hpp"
#include "src/threads.hpp"

#include <algorithm>
#include <atomic>

namespace fivecard {

// Where rows take a nanosecond each, another thread is worth waking for twice as many; where they take a microsecond, a
// job still hears in time that it is to stop.
inline constexpr std::size_t rows_a_piece = 1 << 14;

// Does `part(start, rows)` for parts of all rows, side by side. Gives the number of rows before the first part that did not
// finish, and what that part did finish.
template <typename Part>
std::size_t side_by_side(const Work& work, Part part) {
    const std::size_t pieces = (work.rows + rows_a_piece - 1) / rows_a_piece;
    std::atomic<std::size_t> next = 0, first_unfinished = work.rows;
    in_threads(std::min(pieces, static_cast<std::size_t>(work.threads)), [&](std::size_t) {
        // Pieces are taken in order: those before the first unfinished one are finished by somebody.
        for (std::size_t start; (start = rows_a_piece * next++) < first_unfinished;) {
            jobs::check();
            const std::size_t rows = std::min(work.rows - start, rows_a_piece), done = start + part(start, rows);
            if (done == start + rows) continue;
            std::size_t known = first_unfinished;
            while (done < known && !first_unfinished.compare_exchange_weak(known, done)) {
            }
        }
    });
    return first_unfinished;
}

}  // namespace fivecard
