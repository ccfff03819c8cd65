#include "src/columns/columns.hpp"

#include "src/bad_row.hpp"
#include "src/batch.hpp"
#include "src/jobs/ended.hpp"
#include "src/jobs/job.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "src/columns/layout.hpp"
#include "src/columns/texts.hpp"

namespace fivecard::columns {
namespace {

// A column of a chunk: rows are missing where the tables around it say so.
struct Column {
    const ArrowSchema* schema;
    Slice slice;
    std::vector<Validity> around;

    std::size_t rows() const { return static_cast<std::size_t>(slice.length); }
    bool there(std::size_t row) const {
        return std::all_of(around.begin(), around.end(), [&](const Validity& each) { return each[static_cast<std::int64_t>(row)]; });
    }
};

bool is_table(const ArrowSchema& schema) { return schema.format && std::string_view(schema.format) == "+s" && !schema.dictionary; }

// A table of one column is taken for it: the type of what is in it.
const ArrowSchema& type_inside(const ArrowSchema& schema) {
    const ArrowSchema* inside = &schema;
    for (int depth = 0; depth < deepest && is_table(*inside) && inside->n_children == 1 && inside->children && inside->children[0]; ++depth)
        inside = inside->children[0];
    return *inside;
}

// And the column itself.
Column column_of(const ArrowSchema& schema, const ArrowArray& array) {
    Column column = {&schema, whole(schema, array), {}};
    for (int depth = 0; is_table(*column.schema) && column.schema->n_children == 1; ++depth) {
        if (depth == deepest) refuse_column("tables stand in tables without end");
        const Validity validity(column.slice);
        if (!validity.all()) column.around.push_back(validity);
        column.slice = child_of(*column.schema, column.slice, 0);
        column.schema = column.schema->children[0];
    }
    return column;
}

class ArrowTexts final : public TextSource<ArrowTexts> {
public:
    ArrowTexts(const Column& column, const kernels::LineKernels& kernels)
        : column_(column), texts_(*column.schema, column.slice), kernels_(kernels) {}

    std::size_t rows() const override { return column_.rows(); }

    // Texts that have as many cards as there is room for, as most columns have them, are read many at a time. From one that differs
    // on, some are read one by one; and all others of these rows, where that happened again and again.
    Met read(std::size_t first, std::size_t count, const Wanted& wanted, const Target& target) const override {
        constexpr std::size_t longest_run = 4096, one_by_one = 64, most_failures = 4;
        Met met;
        for (std::size_t done = 0, failures = column_.around.empty() && target.width ? 0 : most_failures; done < count;) {
            const std::size_t width = target.width, left = count - done;
            std::size_t read = 0;
            if (failures < most_failures) {
                const Texts::Run run =
                    texts_.run(static_cast<std::int64_t>(first + done), static_cast<std::int64_t>(std::min(left, longest_run)),
                               static_cast<std::int64_t>(3 * width) - 1);
                const auto texts = static_cast<std::size_t>(run.count);
                read = kernels_.read_texts(run.bytes, texts, static_cast<int>(width), target.cards + done * width);
                failures += read < one_by_one;
                if (read) met.widest = std::max(met.widest, width);
                done += read;
                if (read == std::min(left, longest_run)) continue;
            }
            const std::size_t others = failures < most_failures ? std::min(one_by_one, count - done) : count - done;
            const Met found = TextSource::read(first + done, others, wanted, {target.cards + done * width, width, target.states + done});
            met.widest = std::max(met.widest, found.widest);
            met.missing |= found.missing;
            met.bad |= found.bad;
            done += others;
        }
        return met;
    }

    std::optional<std::string_view> text(std::size_t row) const {
        return column_.there(row) ? texts_.at(static_cast<std::int64_t>(row)) : std::nullopt;
    }

private:
    Column column_;
    Texts texts_;
    const kernels::LineKernels& kernels_;
};

// What one row of cards is worth, cell by cell: `cell(i)` of `count`. An id of 255 is the end, unless a card follows.
template <typename Cell>
std::int64_t read_cells(std::int64_t count, Cell cell, CardId* cards, std::size_t room) {
    constexpr std::int64_t most = 1 << 16;  // more are too many for any hand, and not looked at
    if (count > most) return bad_row;
    std::int64_t end = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const int card = cell(i);
        if (card == Cells::none) continue;
        if (card < 0 || end < i) return bad_row;
        if (static_cast<std::size_t>(i) < room) cards[i] = static_cast<CardId>(card);
        end = i + 1;
    }
    return end;
}

// What is wrong with such a row: `at(i)` gives the cells that a card is in, and its place among them.
template <typename At>
Problem explain_cells(std::int64_t count, At at, const Wanted& wanted) {
    constexpr std::int64_t shown = 20;
    std::string all = "'";
    std::int64_t cards = 0, first_bad = -1, first_none = -1;
    bool missing = false;
    for (std::int64_t i = 0; i < std::min(count, std::int64_t{1} << 16); ++i) {
        const auto [cells, index] = at(i);
        const int card = cells->at(index);
        if (i < shown) all.append(i ? " " : "").append(cells->show(index));
        missing |= card == Cells::missing;
        cards += card != Cells::none;
        if (first_bad < 0 && card == Cells::bad) first_bad = i;
        if (card == Cells::none && first_none < 0) first_none = i;
    }
    all += count > shown ? " ...'" : "'";
    if (first_bad >= 0) {
        const auto [cells, index] = at(first_bad);
        return {true, cells->explain(index) + " in " + all};
    }
    if (missing) return {false, "a card is missing in " + all};
    if (first_none >= 0 && first_none < cards) return {true, "card id 255 is not below 52 in " + all};
    return wrong_count(wanted, count > (1 << 16) ? count : cards, all);
}

class ArrowLists final : public SourceOf<ArrowLists> {
public:
    explicit ArrowLists(const Column& column)
        : column_(column), lists_(*column.schema, column.slice), cells_(*column.schema->children[0], lists_.elements()),
          plain_(cells_.plain()) {}

    std::size_t rows() const override { return column_.rows(); }

    std::int64_t read_row(std::size_t row, CardId* cards, std::size_t room) const {
        if (!column_.there(row) || !lists_.valid(static_cast<std::int64_t>(row))) return missing_row;
        const auto [start, length] = lists_.at(static_cast<std::int64_t>(row));
        if (!plain_) return read_cells(length, [&, first = start](std::int64_t i) { return cells_.at(first + i); }, cards, room);
        const CardId* ids = plain_ + start;
        return read_cells(
            length,
            [&](std::int64_t i) {
                const auto id = static_cast<int>(load<CardId>(ids, i));
                return id < card_count || id == Cells::none ? id : static_cast<int>(Cells::bad);
            },
            cards, room);
    }

    Problem explain(std::size_t row, const Wanted& wanted) const override {
        const auto [start, length] = lists_.at(static_cast<std::int64_t>(row));
        return explain_cells(length, [&, first = start](std::int64_t i) { return std::pair(&cells_, first + i); }, wanted);
    }

    // Where the rows stand, if they are ids of one byte, none of them missing, and all of one length that is wanted.
    const CardId* plain_rows(const Wanted& wanted, std::size_t& width) const {
        if (!plain_ || !rows() || !column_.around.empty() || !lists_.valid(0)) return nullptr;
        const auto [start, length] = lists_.at(0);
        if (length < wanted.fewest || length > wanted.most || !lists_.regular(column_.slice.length, length)) return nullptr;
        width = static_cast<std::size_t>(length);
        return plain_ + start;
    }

private:
    Column column_;
    Lists lists_;
    Cells cells_;
    const CardId* plain_;
};

// A table with a column for each card. A row of which every card is missing is missing itself.
class CardColumns final : public SourceOf<CardColumns> {
public:
    explicit CardColumns(const Column& table) : table_(table), validity_(table.slice) {
        for (std::int64_t child = 0; child < table.schema->n_children; ++child)
            cells_.emplace_back(*table.schema->children[child], child_of(*table.schema, table.slice, child));
    }

    std::size_t rows() const override { return table_.rows(); }

    std::int64_t read_row(std::size_t row, CardId* cards, std::size_t room) const {
        const auto here = static_cast<std::int64_t>(row);
        if (!table_.there(row) || !validity_[here]) return missing_row;
        const auto count = static_cast<std::int64_t>(cells_.size());
        const std::int64_t found =
            read_cells(count, [&](std::int64_t i) { return cells_[static_cast<std::size_t>(i)].at(here); }, cards, room);
        if (found >= 0) return found;
        const bool nothing = std::all_of(cells_.begin(), cells_.end(), [&](const Cells& each) { return each.at(here) == Cells::missing; });
        return nothing ? missing_row : bad_row;
    }

    Problem explain(std::size_t row, const Wanted& wanted) const override {
        return explain_cells(
            static_cast<std::int64_t>(cells_.size()),
            [&](std::int64_t i) { return std::pair(&cells_[static_cast<std::size_t>(i)], static_cast<std::int64_t>(row)); }, wanted);
    }

private:
    Column table_;
    Validity validity_;
    std::vector<Cells> cells_;
};

// Texts that stand in a dictionary: each is read once, whoever refers to it.
class Dictionary final : public SourceOf<Dictionary> {
public:
    Dictionary(const Column& column, const Wanted& wanted, const kernels::LineKernels& kernels, int threads)
        : column_(column), indices_(*column.schema, column.slice) {
        const ArrowSchema& schema = *column.schema->dictionary;
        const Slice entries = whole(schema, *column.slice.array->dictionary);
        entries_.push_back(std::make_unique<ArrowTexts>(Column{&schema, entries, {}}, kernels));
        read_ = read_rows(entries_, wanted, threads);
        for (std::size_t entry = 0; entry < read_.rows; ++entry) {
            const CardId* cards = read_.cards.get() + entry * read_.width;
            const bool missing = read_.missing && read_.missing[entry], bad = read_.bad && read_.bad[entry];
            counts_.push_back(missing ? missing_row : bad ? bad_row : std::find(cards, cards + read_.width, no_card) - cards);
        }
    }

    std::size_t rows() const override { return column_.rows(); }

    std::int64_t read_row(std::size_t row, CardId* cards, std::size_t room) const {
        if (!column_.there(row) || !indices_.valid(static_cast<std::int64_t>(row))) return missing_row;
        const std::size_t found = entry(row);
        const CardId* from = read_.cards.get() + found * read_.width;
        for (std::size_t i = 0, copied = std::min(read_.width, room); i < copied; ++i) cards[i] = from[i];
        return counts_[found];
    }

    Problem explain(std::size_t row, const Wanted& wanted) const override { return entries_[0]->explain(entry(row), wanted); }

private:
    std::size_t entry(std::size_t row) const {
        const std::int64_t index = indices_.at(static_cast<std::int64_t>(row));
        if (index < 0 || static_cast<std::size_t>(index) >= read_.rows)
            refuse_column("its dictionary has no entry " + std::to_string(index), row);
        return static_cast<std::size_t>(index);
    }

    Column column_;
    NumberColumn indices_;
    std::vector<std::unique_ptr<RowSource>> entries_;
    ReadRows read_;
    std::vector<std::int64_t> counts_;
};

// A column of Arrow's type null.
class Nothing final : public SourceOf<Nothing> {
public:
    explicit Nothing(std::size_t rows) : rows_(rows) {}

    std::size_t rows() const override { return rows_; }
    std::int64_t read_row(std::size_t, CardId*, std::size_t) const { return missing_row; }
    Problem explain(std::size_t, const Wanted&) const override { return {false, "there is nothing"}; }

private:
    std::size_t rows_;
};

constexpr std::size_t rows_between_checks = 1 << 16;

bool is(const ArrowSchema& schema, std::string_view format) { return !schema.dictionary && schema.format && schema.format == format; }

bool are_sets(const ArrowSchema& schema) { return is(schema, "L") || is(schema, "l"); }

std::unique_ptr<RowSource> source_of(const Column& column, const Wanted& wanted, const kernels::LineKernels& kernels, int threads) {
    const ArrowSchema& schema = *column.schema;
    if (is(schema, "n")) return std::make_unique<Nothing>(column.rows());
    if (schema.dictionary && NumberColumn::fits_indices(schema) && Texts::fits(*schema.dictionary))
        return std::make_unique<Dictionary>(column, wanted, kernels, threads);
    if (Texts::fits(schema)) return std::make_unique<ArrowTexts>(column, kernels);
    if (Lists::fits(schema)) {
        if (schema.n_children != 1 || !schema.children || !schema.children[0]) refuse_column("it lacks a child");
        return std::make_unique<ArrowLists>(column);
    }
    if (is_table(schema)) {
        if (schema.n_children >= wanted.fewest && schema.n_children <= wanted.most) return std::make_unique<CardColumns>(column);
        const std::string most = wanted.most > wanted.fewest ? " to " + std::to_string(wanted.most) : "";
        throw BadRow(BadRow::Kind::format, "expected one column of hands, or one for each of " + std::to_string(wanted.fewest) + most +
                                               " cards: this table has " + std::to_string(schema.n_children));
    }
    throw BadRow(BadRow::Kind::format, "hands are a column of texts, of lists of cards or of uint64 sets, not of " + type_name(schema));
}

ReadRows read_sets(const std::vector<Column>& columns) {
    ReadRows reading;
    reading.are_sets = true;
    for (const Column& column : columns) reading.rows += column.rows();
    const bool is_signed = is(*columns.front().schema, "l");
    if (const Column& only = columns.front(); columns.size() == 1 && only.around.empty() && !is_signed && only.rows()) {
        const void* found = NumberColumn(*only.schema, only.slice).plain();
        if (found && reinterpret_cast<std::uintptr_t>(found) % alignof(CardSet) == 0) {
            reading.borrowed = found;
            return reading;
        }
    }
    jobs::ask_for_memory(static_cast<double>(reading.rows) * sizeof(CardSet), in_pieces);
    reading.sets = std::make_unique_for_overwrite<CardSet[]>(reading.rows);
    std::size_t row = 0;
    const auto note = [&](std::unique_ptr<bool[]>& rows) {
        if (!rows) rows = std::make_unique<bool[]>(reading.rows);
        rows[row] = true;
        reading.sets[row] = 0;
    };
    for (const Column& column : columns) {
        const NumberColumn numbers(*column.schema, column.slice);
        const void* data = buffer(column.slice, 1);
        for (std::size_t i = 0; i < column.rows(); ++i, ++row) {
            if (i % rows_between_checks == 0) jobs::check();
            const auto here = static_cast<std::int64_t>(i);
            if (!column.there(i) || !numbers.valid(here)) {
                note(reading.missing);
                continue;
            }
            reading.sets[row] = load<CardSet>(data, column.slice.start + here);
            if (!is_signed || !(reading.sets[row] >> 63)) continue;
            if (!reading.bad) {
                reading.first_bad = row;
                const auto number = static_cast<std::int64_t>(reading.sets[row]);
                reading.problem = {false, std::to_string(number) + " is not a set of cards"};
            }
            note(reading.bad);
        }
    }
    return reading;
}

std::vector<Column> columns_of(const Chunks& chunks) {
    std::vector<Column> columns;
    for (const auto& array : chunks.arrays) columns.push_back(column_of(*chunks.schema, *array));
    return columns;
}

// Of what a producer says, which may be a traceback, the line that says what is wrong.
std::string last_line(std::string_view text) {
    text = text.substr(0, text.find_last_not_of(" \r\n") + 1);
    const std::size_t end = text.rfind('\n');
    return std::string(end == text.npos ? text : text.substr(end + 1));
}

}  // namespace

Chunks read_stream(ArrowArrayStream& stream) {
    const auto checked = [&](int error) {
        if (!error) return;
        const char* said = stream.get_last_error ? stream.get_last_error(&stream) : nullptr;
        throw StreamError(last_line(said ? said : std::strerror(error)));
    };
    const auto made = [&](auto get, auto* out) {  // perhaps by code of Python's
        int error = 0;
        jobs::never_ended([&] { error = get(&stream, out); });
        checked(error);
    };
    Chunks chunks;
    made(stream.get_schema, &*chunks.schema);
    for (;;) {
        jobs::check();
        Owned<ArrowArray> array;
        made(stream.get_next, &*array);
        if (!array) return chunks;
        chunks.arrays.push_back(std::move(array));
    }
}

ReadRows read_hands(const Chunks& chunks, const Wanted& wanted, const kernels::LineKernels& kernels, int threads) {
    std::vector<Column> columns = columns_of(chunks);
    if (columns.empty()) {  // only the type is known
        ReadRows nothing;
        nothing.are_sets = are_sets(type_inside(*chunks.schema));
        nothing.width = static_cast<std::size_t>(wanted.fewest);
        return nothing;
    }
    if (are_sets(*columns.front().schema)) return read_sets(columns);
    std::vector<std::unique_ptr<RowSource>> sources;
    for (const Column& column : columns) sources.push_back(source_of(column, wanted, kernels, threads));
    if (sources.size() == 1)
        if (const auto* lists = dynamic_cast<const ArrowLists*>(sources.front().get())) {
            ReadRows reading;
            reading.borrowed = lists->plain_rows(wanted, reading.width);
            reading.rows = lists->rows();
            if (reading.borrowed) return reading;
        }
    return read_rows(sources, wanted, threads);
}

NumberRows read_numbers(const Chunks& chunks) {
    const std::vector<Column> columns = columns_of(chunks);
    NumberRows read{0, 1, nullptr, nullptr};
    const ArrowSchema& type = columns.empty() ? type_inside(*chunks.schema) : *columns.front().schema;
    if (is_table(type)) read.width = static_cast<std::size_t>(std::max<std::int64_t>(type.n_children, 0));
    for (const Column& column : columns) read.rows += column.rows();
    jobs::ask_for_memory(static_cast<double>(read.rows) * static_cast<double>(read.width) * sizeof(std::int64_t), in_pieces);
    read.numbers = std::make_unique_for_overwrite<std::int64_t[]>(read.rows * read.width);
    std::size_t start = 0;
    for (const Column& column : columns) {
        const bool table = is_table(*column.schema);
        const Validity validity = table ? Validity(column.slice) : Validity();
        for (std::size_t player = 0; player < (table ? read.width : 1); ++player) {
            const ArrowSchema& schema = table ? *column.schema->children[player] : *column.schema;
            const bool nothing = is(schema, "n");  // the type of a column without any value
            if (!nothing && !NumberColumn::fits(schema))
                throw BadRow(BadRow::Kind::format, "strengths are columns of whole numbers, not of " + type_name(schema));
            std::optional<NumberColumn> numbers;
            if (!nothing)
                numbers.emplace(schema, table ? child_of(*column.schema, column.slice, static_cast<std::int64_t>(player)) : column.slice);
            for (std::size_t row = 0; row < column.rows(); ++row) {
                if (row % rows_between_checks == 0) jobs::check();
                const auto here = static_cast<std::int64_t>(row);
                const std::size_t place = (start + row) * read.width + player;
                const bool there = numbers && column.there(row) && validity[here] && numbers->valid(here);
                read.numbers[place] = there ? numbers->at(here) : 0;
                if (read.numbers[place] == std::numeric_limits<std::int64_t>::max())
                    throw BadRow(BadRow::Kind::no_hand, "a strength is too large", start + row);
                if (there) continue;
                if (!read.missing) read.missing = std::make_unique<bool[]>(read.rows * read.width);
                read.missing[place] = true;
            }
        }
        start += column.rows();
    }
    return read;
}

}  // namespace fivecard::columns
