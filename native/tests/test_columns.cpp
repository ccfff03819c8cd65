// Columns: texts are read the quick way as they are letter by letter, and what contradicts itself is refused.
#include "tests/check.hpp"

#include "src/bad_row.hpp"
#include "src/columns/columns.hpp"
#include "src/columns/layout.hpp"
#include "src/columns/spelling.hpp"
#include "src/columns/texts.hpp"
#include "src/kernels/find.hpp"
#include "src/kernels/lines.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace fivecard;
using namespace fivecard::columns;
using test::check;

const Wanted five_to_seven = {5, 7, "a hand"};

void compare(const std::string& text) {
    CardId quick[card_count] = {}, slow[card_count] = {};
    for (const std::size_t room : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{card_count}}) {
        const std::int64_t found = read_text(text, quick, room);
        const TextEnd end = read_any_spelling(text, slow, room);
        const std::int64_t expected = end.bad == TextEnd::nowhere ? static_cast<std::int64_t>(end.cards) : -1;
        const bool same = found == expected && (found < 0 || std::equal(quick, quick + std::min(room, end.cards), slow));
        check(same, [&] { return "'" + text + "' with room for " + std::to_string(room); });
    }
}

// Any two bytes for a card, and any byte between two.
void test_spellings() {
    for (int first = 0; first < 256; ++first)
        for (int second = 0; second < 256; ++second) {
            const std::string card = {static_cast<char>(first), static_cast<char>(second)};
            compare(card);
            compare(card + " Kh");
            compare("Kh " + card);
            compare("Kh" + card);
        }
    for (int byte = 0; byte < 256; ++byte)
        for (const int count : {2, 5, 6, 7, 8, 52, 53}) {
            std::string text = "Ah";
            for (int i = 1; i < count; ++i) text += std::string(1, static_cast<char>(byte)) + "2c";
            compare(text);
            compare(text + " ");
        }
    for (const char* text : {"", " ", "A", "10h", "10h10d", "A\xe2\x99\xa5", "A\xe2\x99\xa5\xef\xb8\x8fK\xe2\x99\xa1", "Ah\xe3\x80\x80Kh",
                             "Ah\xc2\xa0Kh", "Ah\xe2\x80\x8bKh", "Ah\xe2", "\xe2\x99", "1h"})
        compare(text);
}

// An array with nothing to release.
struct Made {
    std::vector<const void*> buffers;
    ArrowArray array{};
    ArrowSchema schema{};

    Made(const char* format, std::int64_t length, std::vector<const void*> memory) : buffers(std::move(memory)) {
        schema.format = format;
        array.length = length;
        array.n_buffers = static_cast<std::int64_t>(buffers.size());
        array.buffers = buffers.data();
    }

    ReadRows read(int threads = 1) {
        schema.release = [](ArrowSchema* done) { done->release = nullptr; };
        array.release = [](ArrowArray* done) { done->release = nullptr; };
        ArrowSchema schema_given = schema;
        ArrowArray array_given = array;
        Chunks chunks;
        chunks.schema = Owned<ArrowSchema>(schema_given);
        chunks.arrays.emplace_back(array_given);
        return read_hands(chunks, five_to_seven, kernels::find("")->lines, threads);
    }
};

void refused(const char* about, const std::function<void()>& work) {
    try {
        work();
        check(false, std::string(about) + " is not refused");
    } catch (const BadRow&) {
    }
}

void test_arrays() {
    const char text[] = "Ah Kh Qh Jh Th2c 2d 2h 3s 3d 4c";
    const std::int32_t offsets[] = {0, 14, 14, 31};
    const unsigned char valid[] = {0b101};
    Made made("u", 3, {valid, offsets, text});
    made.array.null_count = 1;
    ReadRows found = made.read();
    check(found.rows == 3 && found.width == 6, "rows of different sizes");
    const CardId expected[] = {50, 46, 42, 38, 34, 255, 255, 255, 255, 255, 255, 255, 0, 1, 2, 7, 5, 8};
    check(found.cards && std::equal(expected, expected + 18, found.cards.get()), "their cards");
    check(found.missing && !found.missing[0] && found.missing[1] && !found.missing[2] && !found.bad, "the one that is missing");

    made.array.null_count = 0;
    found = made.read();
    check(found.bad && found.first_bad == 1 && found.problem.message == "a hand has 5 to 7 cards, this one has 0: ''", "an empty text");

    made.array.offset = 2;
    made.array.length = 1;
    check(made.read().rows == 1 && !made.read().bad, "a slice");

    const std::int32_t backwards[] = {0, 20, 14, 31}, outside[] = {0, 14, 99, 31};
    for (const std::int32_t* wrong : {backwards, outside}) refused("a wrong offset", [&] { Made("u", 3, {nullptr, wrong, text}).read(); });
    refused("a missing buffer", [&] { Made("u", 3, {nullptr, offsets}).read(); });
    refused("another type", [&] { Made("g", 3, {nullptr, text}).read(); });
    refused("a list without a child", [&] { Made("+l", 3, {nullptr, offsets}).read(); });

    const CardSet sets[] = {31, 62};
    const ReadRows borrowed = Made("L", 2, {nullptr, sets}).read();
    check(borrowed.are_sets && borrowed.borrowed == sets && !borrowed.sets, "sets are left where they are");
    const std::int64_t negative[] = {31, -1};
    check(Made("l", 2, {nullptr, negative}).read().first_bad == 1, "a set below 0");
}

// A row wider than those that were sampled is met late, by any thread.
void test_widths() {
    std::vector<std::string_view> texts(100'000, "Ah Kh Qh Jh Th");
    texts[99'000] = "2c 2d 2h 3s 3d 4c 4d";
    texts[70'000] = {};
    for (const int threads : {1, 4}) {
        std::vector<std::unique_ptr<RowSource>> sources;
        sources.push_back(std::make_unique<TextList>(texts));
        const ReadRows found = read_rows(sources, five_to_seven, threads);
        check(found.width == 7 && found.cards[0] == 50 && found.cards[5] == 255 && found.cards[7 * 99'000 + 6] == 9, "a wide row");
        check(found.missing && found.missing[70'000] && std::count(found.missing.get(), found.missing.get() + found.rows, true) == 1,
              "a missing one");
    }
}

void test_lines() {
    const auto lines = lines_of("Ah\r\n\nKh");
    check(lines.size() == 3 && lines[0] == "Ah" && lines[1].empty() && lines[1].data() && lines[2] == "Kh", "lines");
    check(lines_of("").empty() && lines_of("\n").size() == 1 && lines_of("x\n").size() == 1, "ends of lines");
}

}  // namespace

int main() {
    test_spellings();
    test_arrays();
    test_widths();
    test_lines();
    return test::result();
}
