#include "src/columns/layout.hpp"

#include "src/bad_row.hpp"
#include "src/letters.hpp"
#include "src/text.hpp"

#include <algorithm>
#include <charconv>

#include "src/columns/spelling.hpp"
#include "src/columns/texts.hpp"

namespace fivecard::columns {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 40;  // below which no arithmetic here overflows

std::string_view format_of(const ArrowSchema& schema) {
    if (!schema.format) refuse_column("a type of it has no format");
    return schema.format;
}

const ArrowSchema& child_schema(const ArrowSchema& schema, std::int64_t child) {
    if (child >= schema.n_children || !schema.children || !schema.children[child]) refuse_column("a type of it lacks a child");
    return *schema.children[child];
}

std::int64_t number_behind(std::string_view format, std::size_t prefix) {
    std::int64_t number = -1;
    const auto end = format.data() + format.size();
    const auto read = std::from_chars(format.data() + std::min(prefix, format.size()), end, number);
    if (read.ec != std::errc() || read.ptr != end || number < 0 || number > std::numeric_limits<std::int32_t>::max())
        refuse_column("there is no size in its format " + in_quotes(format));
    return number;
}

// How many buffers Arrow gives an array of a type. Views have more, one for each block; a column of nulls, whose buffers nobody
// reads, has as many as its producer likes.
bool has_buffers_of(std::string_view format, std::int64_t buffers) {
    if (format == "n") return true;
    if (format == "vu" || format == "vz") return buffers >= 2;
    if (format == "u" || format == "U" || format == "z" || format == "Z" || format == "+vl" || format == "+vL") return buffers == 3;
    if (format == "+s" || format.starts_with("+w:")) return buffers == 1;
    if (format == "+l" || format == "+L") return buffers == 2;
    return format.starts_with('+') || buffers == 2;
}

const void* needed_buffer(const Slice& slice, std::int64_t number) {
    const void* found = buffer(slice, number);
    if (!found && slice.length) refuse_column("a buffer of it is not there");
    return found;
}

}  // namespace

void refuse_column(const std::string& problem, std::optional<std::size_t> row) {
    throw BadRow(BadRow::Kind::format, "this Arrow column contradicts itself: " + problem, row);
}

std::string type_name(const ArrowSchema& schema) {
    struct Name {
        std::string_view format, name;
    };
    constexpr Name names[] = {{"n", "null"},         {"b", "bool"},   {"c", "int8"},         {"C", "uint8"},       {"s", "int16"},
                              {"S", "uint16"},       {"i", "int32"},  {"I", "uint32"},       {"l", "int64"},       {"L", "uint64"},
                              {"e", "halffloat"},    {"f", "float"},  {"g", "double"},       {"u", "string"},      {"U", "large_string"},
                              {"vu", "string_view"}, {"z", "binary"}, {"Z", "large_binary"}, {"vz", "binary_view"}};
    constexpr Name families[] = {{"w:", "fixed_size_binary"},
                                 {"d:", "decimal"},
                                 {"td", "date"},
                                 {"ts", "timestamp"},
                                 {"tt", "time"},
                                 {"tD", "duration"},
                                 {"ti", "interval"},
                                 {"+m", "map"},
                                 {"+u", "union"},
                                 {"+r", "run-end encoded values, which have to be decoded"}};
    std::string name;
    const ArrowSchema* here = &schema;
    for (int depth = 0; depth < deepest; ++depth) {
        const std::string_view format = format_of(*here);
        if (here->dictionary) {
            name += "dictionary of ";
            here = here->dictionary;
        } else if (format.starts_with("+l") || format.starts_with("+L") || format.starts_with("+vl") || format.starts_with("+vL") ||
                   format.starts_with("+w")) {
            name += "list of ";
            here = &child_schema(*here, 0);
        } else if (format == "+s") {
            return name + "struct of " + std::to_string(here->n_children) + (here->n_children == 1 ? " column" : " columns");
        } else {
            for (const Name& each : names)
                if (format == each.format) return name.append(each.name);
            for (const Name& each : families)  // their units and sizes follow
                if (format.starts_with(each.format)) return name.append(each.name);
            return name + "type " + in_quotes(format);
        }
    }
    return name + "more";
}

Slice whole(const ArrowSchema& schema, const ArrowArray& array) {
    if (array.length < 0 || array.offset < 0 || array.length > most_elements || array.offset > most_elements)
        refuse_column("its length is impossible");
    if (!has_buffers_of(format_of(schema), array.n_buffers)) refuse_column("its buffers are not those of its type");
    if (!schema.dictionary != !array.dictionary) refuse_column("it has a dictionary, or its type has, but not both");
    const std::int64_t children = schema.n_children;
    if (children < 0 || array.n_children != children || (children && (!array.children || !schema.children)))
        refuse_column("its children are not those of its type");
    for (std::int64_t child = 0; child < children; ++child)
        if (!array.children[child] || !schema.children[child]) refuse_column("it lacks a child");
    return {&array, array.offset, array.length};
}

Slice child_of(const ArrowSchema& schema, const Slice& slice, std::int64_t child, std::int64_t each) {
    const ArrowArray& array = *slice.array->children[child];
    const Slice found = whole(child_schema(schema, child), array);
    if (each && slice.start + slice.length > found.length / each) refuse_column("a child of it is shorter than it is itself");
    return {&array, found.start + slice.start * each, slice.length * each};
}

const void* buffer(const Slice& slice, std::int64_t number) {
    if (number >= slice.array->n_buffers || !slice.array->buffers) refuse_column("it lacks a buffer");
    return slice.array->buffers[number];
}

Validity::Validity(const Slice& slice) : start_(slice.start) {
    if (slice.array->null_count != 0) bits_ = buffer(slice, 0);
}

bool Texts::fits(const ArrowSchema& schema) {
    const std::string_view format = format_of(schema);
    return !schema.dictionary && (format == "u" || format == "U" || format == "z" || format == "Z" || format == "vu" || format == "vz" ||
                                  format.starts_with("w:"));
}

Texts::Texts(const ArrowSchema& schema, const Slice& slice) : validity_(slice), start_(slice.start) {
    const std::string_view format = format_of(schema);
    places_ = needed_buffer(slice, 1);
    if (format == "u" || format == "z") {
        layout_ = Layout::offsets32;
        bytes_ = static_cast<const char*>(buffer(slice, 2));
        find_limits<std::int32_t>(slice.length);
    } else if (format == "U" || format == "Z") {
        layout_ = Layout::offsets64;
        bytes_ = static_cast<const char*>(buffer(slice, 2));
        find_limits<std::int64_t>(slice.length);
    } else if (format == "vu" || format == "vz") {
        layout_ = Layout::views;
        const std::int64_t blocks = slice.array->n_buffers - 3;  // behind them stand their sizes
        const void* sizes = blocks > 0 ? buffer(slice, slice.array->n_buffers - 1) : nullptr;
        for (std::int64_t block = 0; block < blocks; ++block) {
            const auto size = sizes ? load<std::int64_t>(sizes, block) : -1;
            const auto* bytes = static_cast<const char*>(buffer(slice, 2 + block));
            if (size < 0 || (size && !bytes)) refuse_column("a buffer of it has no size");
            blocks_.emplace_back(bytes, static_cast<std::size_t>(size));
        }
    } else {
        layout_ = Layout::fixed;
        size_ = number_behind(format, 2);
        bytes_ = static_cast<const char*>(places_);
    }
}

template <typename Offset>
void Texts::find_limits(std::int64_t length) {
    if (!length) return;
    first_ = load<Offset>(places_, start_);
    last_ = load<Offset>(places_, start_ + length);
    if (first_ < 0 || last_ < first_) refuse_column("its offsets go backwards");
    if (!bytes_ && last_ > first_) refuse_column("a buffer of it is not there");
}

template <typename Offset>
Texts::Run Texts::run_between(std::int64_t first, std::int64_t most, std::int64_t size) const {
    constexpr std::int64_t step = 256;
    Offset ends[step];  // a copy: what is checked in vectors is what counts
    const std::int64_t from = load<Offset>(places_, start_ + first);
    if (from < first_ || from > last_) return {nullptr, 0};
    most = std::min(most, (last_ - from) / size);
    const auto* places = static_cast<const char*>(places_) + static_cast<std::size_t>(start_ + first + 1) * sizeof(Offset);
    std::int64_t count = 0;
    for (bool regular = true; regular && count < most;) {
        const std::int64_t here = std::min(step, most - count);
        copy_once(ends, places + static_cast<std::size_t>(count) * sizeof(Offset), static_cast<std::size_t>(here) * sizeof(Offset));
        const auto end_of = [&](std::int64_t i) { return static_cast<Offset>(from + (count + i + 1) * size); };
        Offset differences = 0;
        for (std::int64_t i = 0; i < here; ++i) differences |= ends[i] ^ end_of(i);
        regular = !differences;
        std::int64_t right = regular ? here : 0;
        while (!regular && ends[right] == end_of(right)) ++right;
        count += right;
    }
    return {bytes_ + from, count};
}

Texts::Run Texts::run(std::int64_t first, std::int64_t most, std::int64_t size) const {
    if (!validity_.all()) return {nullptr, 0};
    if (layout_ == Layout::offsets32) return run_between<std::int32_t>(first, most, size);
    return layout_ == Layout::offsets64 ? run_between<std::int64_t>(first, most, size) : Run{nullptr, 0};
}

std::string_view Texts::view(std::int64_t i) const {
    constexpr std::int32_t short_text = 12;
    struct View {
        std::int32_t length, prefix, block, offset;
    };
    const char* here = static_cast<const char*>(places_) + static_cast<std::size_t>(start_ + i) * sizeof(View);
    const auto length = load<std::int32_t>(here, 0);
    if (length < 0) refuse_column("a text has the length " + std::to_string(length), static_cast<std::size_t>(i));
    if (length <= short_text) return {here + sizeof length, static_cast<std::size_t>(length)};
    const auto block = load<std::int32_t>(here, 2), offset = load<std::int32_t>(here, 3);
    if (block < 0 || static_cast<std::size_t>(block) >= blocks_.size()) refuse_offsets(i);
    const std::string_view bytes = blocks_[static_cast<std::size_t>(block)];
    if (offset < 0 || static_cast<std::size_t>(offset) > bytes.size() ||
        static_cast<std::size_t>(length) > bytes.size() - static_cast<std::size_t>(offset))
        refuse_offsets(i);
    return bytes.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

std::string_view Texts::fixed(std::int64_t i) const {
    if (!size_) return "";
    return FixedTexts::without_zeros({bytes_ + static_cast<std::size_t>((start_ + i) * size_), static_cast<std::size_t>(size_)});
}

void Texts::refuse_offsets(std::int64_t i) const { refuse_column("a text stands outside its buffer", static_cast<std::size_t>(i)); }

bool NumberColumn::fits_indices(const ArrowSchema& schema) {
    const std::string_view format = format_of(schema);
    return format.size() == 1 && std::string_view("cCsSiIlL").find(format[0]) != std::string_view::npos;
}

bool NumberColumn::fits(const ArrowSchema& schema) { return !schema.dictionary && fits_indices(schema); }

NumberColumn::NumberColumn(const ArrowSchema& schema, const Slice& slice)
    : type_(format_of(schema)[0]), validity_(slice), data_(needed_buffer(slice, 1)), start_(slice.start) {}

const void* NumberColumn::plain() const {
    if (!validity_.all() || !data_) return nullptr;
    const std::size_t size = type_ == 'c' || type_ == 'C' ? 1 : type_ == 's' || type_ == 'S' ? 2 : type_ == 'i' || type_ == 'I' ? 4 : 8;
    return static_cast<const char*>(data_) + static_cast<std::size_t>(start_) * size;
}

Cells::Cells(const ArrowSchema& schema, const Slice& slice) {
    if (schema.dictionary) {
        if (!NumberColumn::fits_indices(schema)) refuse_column("its dictionary has no indices");
        if (schema.dictionary->dictionary) refuse_column("its dictionary is one of dictionaries");
        const Slice entries = whole(*schema.dictionary, *slice.array->dictionary);
        numbers_.emplace(schema, slice);
        dictionary_ = std::make_unique<Cells>(*schema.dictionary, entries);
        entries_ = entries.length;
        known_.resize(static_cast<std::size_t>(entries_));
        for (std::int64_t i = 0; i < entries_; ++i) known_[static_cast<std::size_t>(i)] = dictionary_->at(i);
    } else if (NumberColumn::fits(schema)) numbers_.emplace(schema, slice);
    else if (Texts::fits(schema)) texts_.emplace(schema, slice);
    else throw BadRow(BadRow::Kind::format, "a card is a whole number or a text, not a " + type_name(schema));
}

std::int64_t Cells::entry(std::int64_t i) const {
    const std::int64_t index = numbers_->at(i);
    if (index < 0 || index >= entries_) refuse_column("its dictionary has no entry " + std::to_string(index), static_cast<std::size_t>(i));
    return index;
}

int Cells::at(std::int64_t i) const {
    if (texts_) {
        const auto text = texts_->at(i);
        CardId card;
        if (!text) return missing;
        return read_text(*text, &card, 1) == 1 ? static_cast<int>(card) : static_cast<int>(bad);
    }
    if (!numbers_->valid(i)) return missing;
    if (dictionary_) return known_[static_cast<std::size_t>(entry(i))];
    const std::int64_t number = numbers_->at(i);
    return number >= 0 && (number < card_count || number == none) ? static_cast<int>(number) : static_cast<int>(bad);
}

std::string Cells::show(std::int64_t i) const {
    if (const int card = at(i); card >= 0 && card < card_count) return spell(static_cast<CardId>(card));
    else if (card == missing) return "null";
    if (texts_) return std::string(texts_->at(i).value_or(""));
    return dictionary_ ? dictionary_->show(entry(i)) : std::to_string(numbers_->at(i));
}

std::string Cells::explain(std::int64_t i) const {
    if (dictionary_) return dictionary_->explain(entry(i));
    if (texts_) return in_quotes(texts_->at(i).value_or("")) + " is not a card";
    return "card id " + std::to_string(numbers_->at(i)) + (numbers_->at(i) < 0 ? " is below 0" : " is not below 52");
}

const CardId* Cells::plain() const {
    return numbers_ && !dictionary_ && numbers_->type() == 'C' ? static_cast<const CardId*>(numbers_->plain()) : nullptr;
}

bool Lists::fits(const ArrowSchema& schema) {
    const std::string_view format = format_of(schema);
    return !schema.dictionary && (format == "+l" || format == "+L" || format == "+vl" || format == "+vL" || format.starts_with("+w:"));
}

Lists::Lists(const ArrowSchema& schema, const Slice& slice) : validity_(slice), start_(slice.start) {
    const std::string_view format = format_of(schema);
    if (slice.array->n_children != 1) refuse_column("it lacks a child");
    elements_ = whole(child_schema(schema, 0), *slice.array->children[0]);
    layout_ = format == "+l"    ? Layout::offsets32
              : format == "+L"  ? Layout::offsets64
              : format == "+vl" ? Layout::views32
              : format == "+vL" ? Layout::views64
                                : Layout::fixed;
    if (layout_ == Layout::fixed) {
        fixed_ = number_behind(format, 3);
        if (fixed_ && slice.start + slice.length > elements_.length / fixed_) refuse_column("a child of it is shorter than it is itself");
    } else offsets_ = needed_buffer(slice, 1);
    if (layout_ == Layout::views32 || layout_ == Layout::views64) sizes_ = needed_buffer(slice, 2);
}

Lists::Range Lists::at(std::int64_t i) const {
    const std::int64_t place = start_ + i;
    std::int64_t start = 0, length = 0;
    switch (layout_) {
        case Layout::offsets32:
            start = load<std::int32_t>(offsets_, place);
            length = load<std::int32_t>(offsets_, place + 1) - start;
            break;
        case Layout::offsets64: {
            const auto end = load<std::int64_t>(offsets_, place + 1);
            start = load<std::int64_t>(offsets_, place);
            if (start < 0 || end < start) length = -1;
            else length = end - start;
            break;
        }
        case Layout::views32:
            start = load<std::int32_t>(offsets_, place);
            length = load<std::int32_t>(sizes_, place);
            break;
        case Layout::views64:
            start = load<std::int64_t>(offsets_, place);
            length = load<std::int64_t>(sizes_, place);
            break;
        case Layout::fixed: return {place * fixed_, fixed_};
    }
    if (start < 0 || length < 0 || start > elements_.length || length > elements_.length - start)
        refuse_column("a list stands outside its child", static_cast<std::size_t>(i));
    return {start, length};
}

bool Lists::regular(std::int64_t rows, std::int64_t length) const {
    if (!validity_.all() || !rows) return false;
    if (layout_ == Layout::fixed) return fixed_ == length;
    const std::int64_t first = at(0).start;
    for (std::int64_t row = 0; row < rows; ++row)
        if (const Range here = at(row); here.length != length || here.start != first + row * length) return false;
    return true;
}

}  // namespace fivecard::columns
