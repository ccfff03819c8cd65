#include "src/columns/reading.hpp"

#include "src/bad_row.hpp"
#include "src/batch.hpp"
#include "src/threads.hpp"

#include <algorithm>
#include <atomic>
#include <new>

#include "src/columns/spelling.hpp"

namespace fivecard::columns {
namespace {

constexpr std::size_t most_rows = std::size_t{1} << 40;  // rows without cards may be any number: no memory holds more

static_assert(no_card == 255);

constexpr std::size_t rows_a_piece = 1 << 14;  // below this, another thread costs more than it brings
constexpr std::size_t sampled_rows = 64;       // whose widest tells how wide the others will be, most of the time

struct Piece {
    const RowSource* source;
    std::size_t first, count, start;  // the start counts the rows of all sources
};

std::vector<Piece> cut(const std::vector<std::unique_ptr<RowSource>>& sources) {
    std::vector<Piece> pieces;
    std::size_t start = 0;
    for (const auto& source : sources)
        for (std::size_t first = 0, rows = source->rows(); first < rows; first += rows_a_piece) {
            const std::size_t count = std::min(rows_a_piece, rows - first);
            pieces.push_back({source.get(), first, count, start});
            start += count;
        }
    return pieces;
}

std::size_t sample_width(const std::vector<Piece>& pieces, const Wanted& wanted) {
    const auto most = static_cast<std::size_t>(wanted.most);
    std::vector<CardId> cards(sampled_rows * most);
    RowState states[sampled_rows];
    std::size_t widest = static_cast<std::size_t>(wanted.fewest);
    if (!pieces.empty()) {
        const Piece& piece = pieces.front();
        widest = std::max(
            widest, piece.source->read(piece.first, std::min(piece.count, sampled_rows), wanted, {cards.data(), most, states}).widest);
    }
    return widest;
}

// Reads all pieces into rows of one width, and gives what was met in each.
std::vector<Met> read_pieces(const std::vector<Piece>& pieces, const Wanted& wanted, std::size_t width, int threads, ReadRows& reading,
                             RowState* states) {
    std::vector<Met> met(pieces.size());
    std::atomic<std::size_t> next = 0;
    in_threads(std::min(static_cast<std::size_t>(threads), pieces.size()), [&](std::size_t) {
        for (std::size_t i; (i = next++) < pieces.size();) {
            jobs::check();
            const Piece& piece = pieces[i];
            met[i] = piece.source->read(piece.first, piece.count, wanted,
                                        {reading.cards.get() + piece.start * width, width, states + piece.start});
        }
    });
    return met;
}

std::unique_ptr<bool[]> rows_in(RowState state, const RowState* states, std::size_t rows) {
    auto found = std::make_unique_for_overwrite<bool[]>(rows);
    for (std::size_t row = 0; row < rows; ++row) found[row] = states[row] == state;
    return found;
}

}  // namespace

Problem wrong_count(const Wanted& wanted, std::int64_t found, const std::string& shown) {
    const std::string most = wanted.most > wanted.fewest ? " to " + std::to_string(wanted.most) : "";
    const std::string cards = wanted.most == 1 ? " card" : " cards";
    return {false, wanted.noun + " has " + std::to_string(wanted.fewest) + most + cards + ", this one has " + std::to_string(found) + ": " +
                       shown};
}

Problem wrong_text(std::string_view text, const Wanted& wanted) {
    const TextEnd end = read_any_spelling(text, nullptr, 0);
    if (end.bad == TextEnd::nowhere) return wrong_count(wanted, static_cast<std::int64_t>(end.cards), in_quotes(text));
    std::size_t after = end.bad;
    while (after < text.size() && !separator_length(text.substr(after))) ++after;
    const std::string_view word = text.substr(end.bad, after - end.bad);
    return {true, in_quotes(word) + " is not a card" + (word.size() < text.size() ? " in " + in_quotes(text) : "")};
}

ReadRows read_rows(const std::vector<std::unique_ptr<RowSource>>& sources, const Wanted& wanted, int threads) {
    ReadRows reading;
    for (const auto& source : sources) reading.rows += source->rows();
    if (reading.rows > most_rows) throw std::bad_alloc();
    jobs::ask_for_memory(static_cast<double>(reading.rows) * static_cast<double>(1 + wanted.fewest), in_pieces);
    auto states = std::make_unique<RowState[]>(reading.rows);
    const std::vector<Piece> pieces = cut(sources);
    reading.width = sample_width(pieces, wanted);
    std::vector<Met> met;
    for (;;) {  // a second time where a row is wider than those that were sampled
        reading.cards = std::make_unique_for_overwrite<CardId[]>(reading.rows * reading.width);
        met = read_pieces(pieces, wanted, reading.width, threads, reading, states.get());
        std::size_t widest = 0;
        for (const Met& each : met) widest = std::max(widest, each.widest);
        if (widest <= reading.width) break;
        reading.width = widest;
        std::fill_n(states.get(), reading.rows, RowState::fine);
    }
    const auto any = [&](bool Met::* what) { return std::any_of(met.begin(), met.end(), [&](const Met& each) { return each.*what; }); };
    if (any(&Met::missing)) reading.missing = rows_in(RowState::missing, states.get(), reading.rows);
    if (!any(&Met::bad)) return reading;
    reading.bad = rows_in(RowState::bad, states.get(), reading.rows);
    reading.first_bad = static_cast<std::size_t>(std::find(reading.bad.get(), reading.bad.get() + reading.rows, true) - reading.bad.get());
    for (const Piece& piece : pieces)
        if (reading.first_bad >= piece.start && reading.first_bad < piece.start + piece.count)
            reading.problem = piece.source->explain(piece.first + reading.first_bad - piece.start, wanted);
    return reading;
}

}  // namespace fivecard::columns
