// Lines of cards as text: every kernel reads what the portable one reads, and stops at the same line.
#include "check.hpp"

#include <batch.hpp>
#include <letters.hpp>
#include <text.hpp>

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
        for (const char letter :
             {rank_letter(cards[i]), i % 3 ? capital(suit_letter(cards[i])) : suit_letter(cards[i]), (i + 1) % columns ? ' ' : '\n'})
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

}  // namespace

int main() {
    for (int count = 1; count <= card_count; ++count)
        for (const std::size_t lines : {0, 1, 2, 3, 5, 8, 13, 100}) compare(random_text(lines, count), count, lines);
    // Any other byte anywhere. One card may become another; then the line is still right.
    for (const int count : {5, 13, 29}) {
        std::vector<char> text = random_text(static_cast<std::size_t>(130 / count), count);
        const std::size_t lines = text.size() / 3 / static_cast<std::size_t>(count);
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char right = text[i];
            const std::string_view letters = i % 3 == 0 ? "23456789TJQKA" : i % 3 == 1 ? "CDHScdhs" : std::string_view(&right, 1);
            for (int byte = 0; byte < 256; ++byte) {
                text[i] = static_cast<char>(byte);
                compare(text, count, letters.find(text[i]) != letters.npos ? lines : i / 3 / static_cast<std::size_t>(count));
            }
            text[i] = right;
        }
    }
    return test::result();
}
