#include "src/deal_formats.hpp"

#include <fivecard/platform.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "src/letters.hpp"

namespace fivecard {
namespace {

// Where a byte is next, from an offset on; the size of the text if it is nowhere.
std::size_t next(std::string_view text, char byte, std::size_t from) {
    const void* found = from < text.size() ? std::memchr(text.data() + from, byte, text.size() - from) : nullptr;
    return found ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) : text.size();
}

// Eight bytes at a time: whether a byte is among them, or one below a space. What is not so may be taken for it only behind
// one that is, which is enough to know that there is one.
constexpr std::uint64_t each_byte = 0x0101010101010101;
constexpr std::uint64_t highest_bits = 0x80 * each_byte;
constexpr std::uint64_t below(std::uint64_t bytes, std::uint64_t limit) { return (bytes - limit * each_byte) & ~bytes & highest_bits; }
constexpr std::uint64_t has(std::uint64_t bytes, char byte) { return below(bytes ^ static_cast<unsigned char>(byte) * each_byte, 1); }

// Goes on to the next byte that stops it. `may_stop` asks eight bytes at once, `stops` one.
template <typename MayStop, typename Stops>
std::size_t run_to(std::string_view text, std::size_t from, MayStop may_stop, Stops stops) {
    for (std::uint64_t bytes; from + sizeof bytes <= text.size(); from += sizeof bytes) {
        std::memcpy(&bytes, text.data() + from, sizeof bytes);
        if (may_stop(bytes)) break;
    }
    while (from < text.size() && !stops(text[from])) ++from;
    return from;
}

std::size_t count_ends(std::string_view text) {
    std::size_t count = 0;
    while (!text.empty()) {  // in pieces so small that a byte can count them
        const std::string_view piece = text.substr(0, 255);
        std::uint8_t found = 0;
        for (const char c : piece) found = static_cast<std::uint8_t>(found + (c == '\n'));
        count += found;
        text.remove_prefix(piece.size());
    }
    return count;
}

std::size_t count_words(std::string_view cell) {
    std::size_t words = 0;
    bool within = false;
    for (const char c : cell) {
        const bool letter = !is_blank(c) && c != '\n';
        words += letter && !within;
        within = letter;
    }
    return words;
}

// Whether a cell has cards of the next, and then which. Cells with too few need no look: either another has too many, or the deal
// has. Nor do short ones: two letters a card and a blank between leave no room for one more.
bool has_misplaced_cards(std::span<const std::string_view> cells, std::span<const OwnCell> own, std::string& problem) {
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (cells[i].size() < 3 * own[i].cards) continue;
        const std::size_t words = count_words(cells[i]);
        if (words <= own[i].cards) continue;
        problem = in_quotes(own[i].name) + " has " + std::to_string(words) + " cards, not " + std::to_string(own[i].cards);
        return true;
    }
    return false;
}

// Puts the cells of a row side by side. An end of a line within a cell is a blank like others.
void write_row(Output& out, std::span<const std::string_view> cells) {
    std::size_t size = cells.size();
    for (const std::string_view cell : cells) size += cell.size();
    char* const begin = out.reserve(size + 1);
    char* end = begin;
    for (const std::string_view cell : cells) {
        if (end != begin) *end++ = ' ';
        end += cell.copy(end, cell.size());
    }
    if (std::memchr(begin, '\n', static_cast<std::size_t>(end - begin))) std::replace(begin, end, '\n', ' ');
    *end++ = '\n';
    out.written_to(end);
}

// Adds a row whose cells were read, or could not be: without a deal it is an empty line, and it is told why.
FIVECARD_INLINE void add_row(DealLines& found, std::size_t row, std::string&& problem, std::span<const std::string_view> cells,
                             std::span<const OwnCell> own) {
    if (problem.empty() && !has_misplaced_cards(cells, own, problem)) return write_row(found.text, cells);
    found.text += '\n';
    found.bad.push_back({row, std::move(problem)});
}

class CsvReader {
public:
    CsvReader(std::string_view text, std::span<const int> slots, std::span<const OwnCell> own) : text_(text), slots_(slots), own_(own) {
        const auto parts = std::count_if(slots.begin(), slots.end(), [](int slot) { return slot >= 0; });
        cells_.resize(static_cast<std::size_t>(parts));
        unquoted_.resize(static_cast<std::size_t>(parts));
    }

    DealLines read() {
        found_.text.reserve(text_.size() + 1);
        for (std::size_t row = 0; at_ < text_.size(); ++row) {
            const std::size_t begin = at_;
            problem_.clear();
            std::size_t fields = 0;
            while (read_field(fields)) ++fields;
            ++fields;
            const std::string_view whole = text_.substr(begin, at_ - begin);
            const bool blank = std::all_of(whole.begin(), whole.end(), [](char c) { return is_blank(c) || c == '\n'; });
            if (problem_.empty() && fields != slots_.size() && !blank)
                problem_ = std::to_string(fields) + (fields == 1 ? " field" : " fields") + " where the header has " +
                           std::to_string(slots_.size());
            if (blank) found_.text += '\n';
            else add_row(found_, row, std::move(problem_), cells_, own_);
        }
        return std::move(found_);
    }

private:
    // Reads a field and what parts it from the next; false behind the last of a row.
    bool read_field(std::size_t number) {
        const int slot = number < slots_.size() ? slots_[number] : -1;
        std::string_view cell;
        if (at_ < text_.size() && text_[at_] == '"') cell = read_quoted(slot);
        else {
            const std::size_t end = run_to(
                text_, at_, [](std::uint64_t bytes) { return has(bytes, ',') | has(bytes, '\n'); },
                [](char c) { return c == ',' || c == '\n'; });
            cell = text_.substr(at_, end - at_);
            at_ = end;
        }
        if (slot >= 0) cells_[static_cast<std::size_t>(slot)] = cell;
        const bool more = at_ < text_.size() && text_[at_] == ',';
        at_ = std::min(at_ + 1, text_.size());
        return more;
    }

    // The text between quotes, of which two stand for one.
    std::string_view read_quoted(int slot) {
        const std::size_t begin = ++at_;
        bool doubled = false;
        for (;; at_ += 2, doubled = true) {
            at_ = next(text_, '"', at_);
            if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') break;
        }
        std::string_view cell = text_.substr(begin, at_ - begin);
        if (at_ == text_.size()) {
            problem_ = "a quoted field does not end";
            return cell;
        }
        const std::size_t behind = ++at_;
        at_ = std::min(next(text_, ',', behind), next(text_, '\n', behind));
        const std::string_view rest = text_.substr(behind, at_ - behind);
        if (!rest.empty() && rest != "\r") problem_ = in_quotes(rest) + " follows a quoted field";
        if (slot < 0 || !doubled) return cell;
        std::string& text = unquoted_[static_cast<std::size_t>(slot)];
        text.clear();
        for (std::size_t i = 0; i < cell.size(); i += cell[i] == '"' ? 2 : 1) text += cell[i];
        return text;
    }

    const std::string_view text_;
    const std::span<const int> slots_;
    const std::span<const OwnCell> own_;
    std::size_t at_ = 0;
    std::vector<std::string_view> cells_;
    std::vector<std::string> unquoted_;
    std::string problem_;
    DealLines found_;
};

// Reads one object of JSON.
class ObjectReader {
public:
    ObjectReader(std::string_view line, std::span<const std::string> keys, std::span<std::string_view> cells,
                 std::span<std::string> decoded)
        : line_(line), keys_(keys), cells_(cells), decoded_(decoded) {}

    // Fills the cells; gives what is wrong, or nothing.
    std::string read() {
        std::fill(cells_.begin(), cells_.end(), std::string_view());
        std::size_t there = 0;
        seen_ = 0;
        skip_blanks();
        if (!take('{')) return not_an_object();
        skip_blanks();
        if (!take('}')) do {
                skip_blanks();
                std::string name_decoded;
                const auto name = read_text(name_decoded);
                skip_blanks();
                if (!name || !take(':')) return not_an_object();
                skip_blanks();
                // As a rule they come in the same order on every line.
                const std::size_t key = expected_ < keys_.size() && keys_[expected_] == *name
                                            ? expected_
                                            : static_cast<std::size_t>(std::find(keys_.begin(), keys_.end(), *name) - keys_.begin());
                if (key == keys_.size()) {
                    if (!skip_value()) return not_an_object();
                } else {
                    if (seen_ >> key & 1) return in_quotes(keys_[key]) + " is there twice";
                    const std::string problem = read_cell(key);
                    if (!problem.empty()) return problem;
                    expected_ = key + 1;
                    ++there;
                    seen_ |= std::uint64_t{1} << key;
                }
                skip_blanks();
                if (take('}')) break;
            } while (take(',') || (broken_ = true, false));
        skip_blanks();
        if (broken_ || at_ != line_.size()) return not_an_object();
        for (std::size_t key = 0; there < keys_.size() && key < keys_.size(); ++key)
            if (!(seen_ >> key & 1)) return "there is no " + in_quotes(keys_[key]);
        return {};
    }

private:
    static constexpr int deepest = 1000;

    std::string not_an_object() const {
        return in_quotes(line_.substr(0, line_.find_last_not_of(" \t\r") + 1)) + " is not an object of JSON";
    }

    void skip_blanks() {
        while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
    }
    bool take(char wanted) {
        const bool there = at_ < line_.size() && line_[at_] == wanted;
        at_ += there;
        return there;
    }

    std::string read_cell(std::size_t key) {
        const auto wrong = [&] { return in_quotes(keys_[key]) + " is neither a text nor a list of texts"; };
        if (at_ < line_.size() && line_[at_] == '"') {
            const auto text = read_text(decoded_[key]);
            if (!text) return not_an_object();
            cells_[key] = *text;
            return {};
        }
        if (line_.substr(at_).starts_with("null")) {  // no cards
            at_ += 4;
            return {};
        }
        if (!take('[')) return wrong();
        std::string all;
        skip_blanks();
        if (!take(']')) do {
                skip_blanks();
                std::string room;
                const auto text = read_text(room);
                if (!text) return wrong();
                if (!all.empty()) all += ' ';
                all += *text;
                skip_blanks();
                if (take(']')) break;
            } while (take(',') || (broken_ = true, false));
        if (broken_) return not_an_object();
        decoded_[key] = all;
        cells_[key] = decoded_[key];
        return {};
    }

    // A text in quotes: as it stands if it has no escapes, else decoded into `room`.
    std::optional<std::string_view> read_text(std::string& room) {
        if (!take('"')) return std::nullopt;
        const std::size_t begin = at_;
        at_ = run_to(
            line_, at_, [](std::uint64_t bytes) { return has(bytes, '"') | has(bytes, '\\') | below(bytes, ' '); },
            [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' '; });
        if (at_ < line_.size() && line_[at_] == '"') return line_.substr(begin, at_++ - begin);
        room.assign(line_, begin, at_ - begin);
        while (at_ < line_.size() && line_[at_] != '"') {
            if (static_cast<unsigned char>(line_[at_]) < ' ' && line_[at_] != '\t') return std::nullopt;
            if (line_[at_] != '\\') room += line_[at_++];
            else if (!read_escape(room)) return std::nullopt;
        }
        if (!take('"')) return std::nullopt;
        return room;
    }

    bool read_escape(std::string& room) {
        if (++at_ >= line_.size()) return false;
        const char letter = line_[at_++];
        constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
        if (const std::size_t found = letters.find(letter); found != letters.npos) {
            room += meanings[found];
            return true;
        }
        if (letter != 'u') return false;
        auto point = read_hex();
        if (point && *point >= 0xd800 && *point < 0xdc00 && line_.substr(at_).starts_with("\\u")) {
            at_ += 2;
            const auto second = read_hex();
            if (!second || *second < 0xdc00 || *second >= 0xe000) return false;
            point = 0x10000 + ((*point - 0xd800) << 10) + (*second - 0xdc00);
        }
        if (!point || (*point >= 0xd800 && *point < 0xe000)) return false;
        write_utf8(room, *point);
        return true;
    }

    std::optional<std::uint32_t> read_hex() {
        std::uint32_t point = 0;
        for (int i = 0; i < 4; ++i, ++at_) {
            constexpr std::string_view digits = "0123456789abcdef";
            const std::size_t digit = at_ < line_.size() ? digits.find(small(line_[at_])) : digits.npos;
            if (digit == digits.npos) return std::nullopt;
            point = point << 4 | static_cast<std::uint32_t>(digit);
        }
        return point;
    }

    // Goes behind a value, whatever it is: brackets are matched, texts are read, the rest is not looked at.
    bool skip_value() {
        int depth = 0;
        const std::size_t begin = at_;
        while (at_ < line_.size()) {
            const char c = line_[at_];
            if (c == '"') {
                std::string room;
                if (!read_text(room)) return false;
                continue;
            }
            if (depth == 0 && (c == ',' || c == '}')) break;
            if (c == '{' || c == '[') {
                if (++depth > deepest) return false;
            } else if ((c == '}' || c == ']') && --depth < 0) return false;
            ++at_;
        }
        return depth == 0 && at_ > begin;
    }

    const std::string_view line_;
    const std::span<const std::string> keys_;
    const std::span<std::string_view> cells_;
    const std::span<std::string> decoded_;
    std::size_t at_ = 0;
    std::size_t expected_ = 0;
    std::uint64_t seen_ = 0;
    bool broken_ = false;
};

}  // namespace

DealLines read_csv(std::string_view text, std::span<const int> slots, std::span<const OwnCell> own) {
    return CsvReader(text, slots, own).read();
}

DealLines read_json(std::string_view text, std::span<const std::string> keys, std::span<const OwnCell> own) {
    DealLines found;
    found.text.reserve(text.size() + 1);
    std::vector<std::string_view> cells(keys.size());
    std::vector<std::string> decoded(keys.size());
    for (std::size_t row = 0, at = 0; at < text.size(); ++row) {
        const std::size_t end = next(text, '\n', at);
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        if (std::all_of(line.begin(), line.end(), is_blank)) found.text += '\n';
        else add_row(found, row, ObjectReader(line, keys, cells, decoded).read(), cells, own);
    }
    return found;
}

DealLines read_columns(std::span<const TextColumn> columns, std::span<const OwnCell> own) {
    DealLines found;
    std::vector<std::string_view> cells(columns.size());
    std::vector<std::int64_t> ends(columns.size());
    const auto offset_at = [&](std::size_t column, std::size_t row) {
        std::int64_t offset;
        std::memcpy(&offset, columns[column].offsets.data() + row * sizeof offset, sizeof offset);
        return offset;
    };
    for (std::size_t column = 0; column < columns.size(); ++column) ends[column] = offset_at(column, 0);
    for (std::size_t row = 0; row < columns[0].rows(); ++row) {
        bool right = true;
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const std::int64_t begin = ends[column], end = ends[column] = offset_at(column, row + 1);
            const std::string_view data = columns[column].data;
            right = right && begin >= 0 && begin <= end && static_cast<std::uint64_t>(end) <= data.size();
            if (right) cells[column] = data.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
        }
        add_row(found, row, right ? "" : "the text of its cards lies outside of the column", cells, own);
    }
    return found;
}

WholeRows whole_rows(std::string_view text, bool quoted) {
    WholeRows rows{0, 0, 0};
    for (std::size_t at = 0;;) {
        const std::size_t quote = quoted ? next(text, '"', at) : text.size();
        const std::string_view plain = text.substr(at, quote - at);
        rows.count += count_ends(plain);
        if (const std::size_t last = plain.rfind('\n'); last != plain.npos) {
            if (!rows.end) rows.first_end = at + plain.find('\n') + 1;
            rows.end = at + last + 1;
        }
        if (quote == text.size()) return rows;
        at = quote + 1;
        if (quote && text[quote - 1] != ',' && text[quote - 1] != '\n') continue;  // within a field without quotes
        for (;;) {
            at = next(text, '"', at);
            if (at == text.size()) return rows;
            if (at + 1 == text.size() || text[at + 1] != '"') break;
            at += 2;
        }
        ++at;
    }
}

}  // namespace fivecard
