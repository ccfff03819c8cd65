// Lines of cards as text, and texts without ends: every kernel reads what the portable one reads, and stops at the same one.
#include "tests/check.hpp"

#include "src/batch.hpp"
#include "src/letters.hpp"
#include "src/text.hpp"
#include "src/kernels/lines.hpp"

#include <algorithm>
#include <vector>

namespace {

using namespace fivecard;
using test::check;

constexpr std::size_t room_behind = 16;  // that a kernel may write to

std::vector<char> random_text(std::size_t lines, int count) {
    const auto columns = static_cast<std::size_t>(count);
    std::vector<CardId> cards(lines * columns);
    random_hands({*kernels::find(""), lines, 1}, columns, count, cards.data());
    std::vector<char> text;
    for (std::size_t i = 0; i < cards.size(); ++i)
        for (const char letter : {i % 5 ? rank_letter(cards[i]) : small(rank_letter(cards[i])),
                                  i % 3 ? capital(suit_letter(cards[i])) : suit_letter(cards[i]), (i + 1) % columns ? ' ' : '\n'})
            text.push_back(letter);
    return text;
}

struct Reading {
    std::size_t lines;
    std::vector<CardId> cards;

    bool operator==(const Reading&) const = default;
};

Reading read(const kernels::Kernels& kernels, const std::vector<char>& text, int count) {
    const auto columns = static_cast<std::size_t>(count);
    const std::size_t lines = text.size() / 3 / columns;
    Reading reading = {0, std::vector<CardId>(lines * columns + room_behind)};
    reading.lines = kernels.lines.read(text.data(), lines, count, reading.cards.data());
    reading.cards.resize(std::min(reading.lines, lines) * columns);
    return reading;
}

void compare(const std::vector<char>& text, int count, std::size_t right) {
    const Reading expected = read(*kernels::find("portable"), text, count);
    const auto about = [&](const char* name) {
        return [&text, count, name] {
            return std::string(name) + ", lines of " + std::to_string(count) + ":\n" + std::string(text.begin(), text.end());
        };
    };
    check(expected.lines == right, about("the first wrong line"));
    for (const kernels::Kernels* kernels : kernels::all()) check(read(*kernels, text, count) == expected, about(kernels->name));
}

// The same lines without their ends: nothing behind the cards is written.
Reading read_texts(const kernels::Kernels& kernels, const std::vector<char>& text, int count) {
    constexpr CardId untouched = 99;
    const std::size_t columns = static_cast<std::size_t>(count), texts = text.size() / (3 * columns - 1);
    Reading reading = {0, std::vector<CardId>(texts * columns + room_behind, untouched)};
    reading.lines = kernels.lines.read_texts(text.data(), texts, count, reading.cards.data());
    check(std::count(reading.cards.end() - room_behind, reading.cards.end(), untouched) == room_behind,
          [&] { return std::string(kernels.name) + " writes behind texts of " + std::to_string(count); });
    reading.cards.resize(std::min(reading.lines, texts) * columns);
    return reading;
}

void compare_texts(const std::vector<char>& lines, int count, std::size_t right) {
    std::vector<char> text;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if ((i + 1) % static_cast<std::size_t>(3 * count)) text.push_back(lines[i]);
    text.shrink_to_fit();  // so that sanitizers see what is read behind it
    const Reading of_lines = read(*kernels::find("portable"), lines, count);
    for (const kernels::Kernels* kernels : kernels::all()) {
        const Reading found = read_texts(*kernels, text, count);
        check(found.lines == right && (found.lines < of_lines.lines || found == of_lines), [&] {
            return std::string(kernels->name) + ", texts of " + std::to_string(count) + ":\n" + std::string(text.begin(), text.end());
        });
    }
}

}  // namespace

int main() {
    for (int count = 1; count <= card_count; ++count)
        for (const std::size_t lines : {0, 1, 2, 3, 5, 8, 13, 100}) {
            const std::vector<char> text = random_text(lines, count);
            compare(text, count, lines);
            compare_texts(text, count, lines);
        }
    // Any other byte anywhere. One card may become another; then the line is still right.
    for (const int count : {5, 7, 13, 29}) {
        std::vector<char> text = random_text(static_cast<std::size_t>(130 / count), count);
        const std::size_t lines = text.size() / 3 / static_cast<std::size_t>(count);
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char right = text[i];
            const std::string_view letters = i % 3 == 0 ? "23456789TJQKAtjqka" : i % 3 == 1 ? "CDHScdhs" : std::string_view(&right, 1);
            for (int byte = 0; byte < 256; ++byte) {
                text[i] = static_cast<char>(byte);
                const std::size_t line = i / 3 / static_cast<std::size_t>(count);
                compare(text, count, letters.find(text[i]) != letters.npos ? lines : line);
                const bool is_end = (i + 1) % static_cast<std::size_t>(3 * count) == 0;  // which texts lack
                if (!is_end) compare_texts(text, count, letters.find(text[i]) != letters.npos ? lines : line);
            }
            text[i] = right;
        }
    }
    return test::result();
}
