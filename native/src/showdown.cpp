// Lines are read in batches, evaluated by a kernel, and written. A line as the handout has it is read by the kernel too,
// by position; any other is read with care, and that is where mistakes are found and named.
#include "showdown.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <utility>

#include "letters.hpp"

namespace fivecard {
namespace {

constexpr std::size_t batch_size = 1024;

struct Reading {
    std::array<CardId, card_count> cards;
    int count = 0;
    std::string problem;
};

// Columns count from 1.
std::string at_column(std::size_t place) { return " at column " + std::to_string(place + 1); }

Reading read_with_care(std::string_view line, int wanted) {
    Reading reading;
    CardSet seen = 0;
    std::size_t place = 0;
    bool parted = true;
    for (;; parted = false) {
        for (; place < line.size() && is_blank(line[place]); ++place) parted = true;
        if (place == line.size()) break;
        const Letters found = read_card(line.substr(place));
        if (!found.length) {
            const std::size_t end = std::min(line.find_first_of(" \t\r", place), line.size());
            reading.problem = quoted(line.substr(place, end - place)) + " is not a card" + at_column(place);
            return reading;
        }
        const std::string where = quoted(line.substr(place, found.length)) + at_column(place);
        if (!parted) reading.problem = "no space before " + where;
        else if (reading.count == wanted) reading.problem = "too many cards: " + where + " is one more than " + std::to_string(wanted);
        else if (seen >> found.card & 1) reading.problem = "duplicate card " + where;
        if (!reading.problem.empty()) return reading;
        seen |= CardSet{1} << found.card;
        reading.cards[reading.count++] = found.card;
        place += found.length;
    }
    if (reading.count < wanted)
        reading.problem = reading.count ? "too few cards: " + std::to_string(reading.count) + " of " + std::to_string(wanted)
                                        : "no cards";
    return reading;
}

// The result in words, with the reason if descriptions of strengths are there.
template <typename Words>
[[gnu::always_inline]] inline void tell(Output& text, std::span<const Strength> strengths, Strength best, int winners, const Words* words) {
    const int players = static_cast<int>(strengths.size());
    if (winners > 1 && players == 2) text += "No single winner";
    else {
        text += winners > 1 ? "Players " : "Player ";
        int told = 0;
        for (int player = 0; player < players; ++player) {
            if (strengths[player] != best) continue;
            if (told) text += told + 1 == winners ? " and " : ", ";
            text += std::to_string(player + 1);
            ++told;
        }
        text += winners > 1 ? " tie" : " wins";
    }
    if (words) {
        Strength second = 0;
        for (const Strength strength : strengths)
            if (strength != best) second = std::max(second, strength);
        text += ": ";
        if (winners == players) text += players == 2 ? "both have " : "all have ";
        text += (*words)[best];
        if (second) {
            text += " beats ";
            text += (*words)[second];
        }
    }
    text += '\n';
}

// The lines of two players without a reason, by 1 where the first wins and 2 where the second does, in places of 32 bytes.
struct PlainLines {
    char lines[3][32] = {};
    std::size_t lengths[3] = {}, longest = 0;

    PlainLines() {
        constexpr Strength results[3][2] = {{1, 1}, {2, 1}, {1, 2}};
        for (int winner = 0; winner < 3; ++winner) {
            Output text;
            tell<std::vector<std::string>>(text, results[winner], std::max(results[winner][0], results[winner][1]), winner ? 1 : 2,
                                           nullptr);
            lengths[winner] = text.size();
            longest = std::max(longest, text.size());
            std::copy_n(text.bytes(), text.size(), lines[winner]);
        }
    }
};

class Settler {
public:
    Settler(std::string_view text, const Game& game, const Wishes& wishes, const kernels::Kernels& kernels,
            const OmahaTable& table)
        : text_(text), game_(game), wishes_(wishes), kernels_(kernels), table_(table),
          cards_(batch_size * static_cast<std::size_t>(game.cards()) + 16),
          strengths_(batch_size * static_cast<std::size_t>(game.players)) {
        result_.wins.resize(static_cast<std::size_t>(game.players));
        result_.output.room(text.size() / 2 + 64);
    }

    Settlement work() {
        const std::size_t wanted = static_cast<std::size_t>(game_.cards()), usual = 3 * wanted;  // bytes of a usual line
        while (place_ < text_.size() && !result_.problem) {
            if (rows_ == batch_size) settle_batch();
            const std::size_t lines = std::min((text_.size() - place_) / usual, batch_size - rows_);
            const std::size_t read =
                kernels_.lines.read(text_.data() + place_, lines, game_.cards(), cards_.data() + rows_ * wanted);
            for (std::size_t i = 0; i < read; ++i, place_ += usual) starts_[rows_++] = place_;
            if (read < lines || lines == 0) read_other_line();
        }
        settle_batch();
        return std::move(result_);
    }

private:
    // Reads a line that is not in the usual form.
    void read_other_line() {
        if (rows_ == batch_size || place_ == text_.size()) return;
        copy_line(place_);
        const std::size_t length = line_.size();
        const Reading reading = read_with_care(line_, game_.cards());
        if (reading.problem.empty()) {
            std::copy_n(reading.cards.begin(), game_.cards(), cards_.data() + rows_ * static_cast<std::size_t>(game_.cards()));
            starts_[rows_++] = place_;
        } else if (settle_batch()) {
            refuse(reading.problem);
            if (result_.problem) return;
        } else
            return;
        place_ += std::min(length + 1, text_.size() - place_);
    }

    // Copies a line to where nobody changes it: see kernels/snapshot.hpp.
    void copy_line(std::size_t place) {
        const void* end = std::memchr(text_.data() + place, '\n', text_.size() - place);
        const std::size_t length = end ? static_cast<std::size_t>(static_cast<const char*>(end) - text_.data()) - place
                                       : text_.size() - place;
        line_.assign(text_, place, length);
    }

    // Evaluates and writes the lines read so far. A line found wrong only now is refused in its turn; if work stops there,
    // this gives false.
    bool settle_batch() {
        const std::size_t rows = std::exchange(rows_, 0);
        for (std::size_t start = 0; start < rows && !result_.problem;) {
            const std::size_t good = evaluate(start, rows - start);
            write(start, good);
            start += good;
            // Within the next block a card stands twice: go on line by line, with care.
            for (std::size_t end = std::min(rows, start + kernels::largest_block); start < end && !result_.problem; ++start) {
                copy_line(starts_[start]);
                const Reading reading = read_with_care(line_, game_.cards());
                if (!reading.problem.empty()) refuse(reading.problem);
                else if (evaluate(start, 1) == 1) write(start, 1);
                else refuse("the text was changed while it was read");
            }
        }
        return !result_.problem;
    }

    void refuse(const std::string& problem) {
        if (!wishes_.keep_bad_lines) {
            result_.problem = problem;
            return;
        }
        ++result_.lines;
        ++result_.invalid;
        if (wishes_.give_strengths) result_.output += std::string(result_.wins.size() * sizeof(Strength), '\0');
        else result_.output += "Invalid: " + problem + "\n";
    }

    // Fills strengths_ from `start` on; gives the number of rows before the first block with a card that stands twice.
    std::size_t evaluate(std::size_t start, std::size_t rows) {
        const std::size_t wanted = static_cast<std::size_t>(game_.cards());
        const std::size_t players = static_cast<std::size_t>(game_.players);
        const CardId* cards = cards_.data() + start * wanted;
        Strength* out = strengths_.data() + start * players;
        if (game_.kind == Game::Kind::omaha) {
            const kernels::OmahaDeals deals = {cards, wanted, cards + players * static_cast<std::size_t>(game_.hole), wanted,
                                               game_.players, game_.hole};
            return kernels_.omaha.strengths(table_, deals, rows, out);
        }
        for (std::size_t row = 0; row < rows; ++row)
            if (first_bad_card(cards + row * wanted, game_.cards()) < game_.cards()) {
                rows = row;
                break;
            }
        if (game_.kind == Game::Kind::five) {
            kernels_.strengths.of_rows(high, cards, rows * players, 5, out);
            return rows;
        }
        std::vector<CardId> hands(rows * players * 7);
        CardId* hand = hands.data();
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t player = 0; player < players; ++player, hand += 7) {
                std::copy_n(cards + row * wanted + 2 * player, 2, hand);
                std::copy_n(cards + row * wanted + 2 * players, 5, hand + 2);
            }
        kernels_.strengths.of_rows(high, hands.data(), rows * players, 7, out);
        return rows;
    }

    void write(std::size_t start, std::size_t rows) {
        const std::size_t players = static_cast<std::size_t>(game_.players);
        const Strength* strengths = strengths_.data() + start * players;
        result_.lines += rows;
        if (wishes_.give_strengths) result_.output += {reinterpret_cast<const char*>(strengths), rows * players * sizeof(Strength)};
        if (players == 2 && !wishes_.give_strengths && !wishes_.words) {
            write_plainly(strengths, rows);
            return;
        }
        for (std::size_t row = 0; row < rows; ++row, strengths += players) {
            const Strength best = *std::max_element(strengths, strengths + players);
            const auto winners = std::count(strengths, strengths + players, best);
            if (winners > 1) ++result_.ties;
            else ++result_.wins[static_cast<std::size_t>(std::find(strengths, strengths + players, best) - strengths)];
            if (!wishes_.give_strengths) tell(result_.output, {strengths, players}, best, static_cast<int>(winners), wishes_.words);
        }
    }

    // Two players and nothing but the result: each line is copied whole from one of three, and the end moves on by its
    // length, so that nothing depends on a guess.
    void write_plainly(const Strength* strengths, std::size_t rows) {
        static const PlainLines plain;
        char* end = result_.output.room(rows * plain.longest + sizeof plain.lines[0]);
        std::size_t counts[3] = {};
        for (std::size_t row = 0; row < rows; ++row, strengths += 2) {
            const int winner = (strengths[0] > strengths[1]) + 2 * (strengths[0] < strengths[1]);
            std::memcpy(end, plain.lines[winner], 32);
            end += plain.lengths[winner];
            ++counts[winner];
        }
        result_.output.written_to(end);
        result_.ties += counts[0];
        result_.wins[0] += counts[1];
        result_.wins[1] += counts[2];
    }

    const std::string_view text_;
    const Game game_;
    const Wishes wishes_;
    const kernels::Kernels& kernels_;
    const OmahaTable& table_;

    std::size_t place_ = 0, rows_ = 0;
    std::string line_;  // that is read with care
    std::array<std::size_t, batch_size> starts_;
    std::vector<CardId> cards_;
    std::vector<Strength> strengths_;
    Settlement result_;
};

// Places that came back. A few are enough: there are not many texts at work at a time.
struct Place {
    std::unique_ptr<char[]> bytes;
    std::size_t capacity;
};
std::mutex places_lock;
std::vector<Place> places;
constexpr std::size_t most_places = 8, largest_place = std::size_t{1} << 22;

}  // namespace

void Output::give_back(char* bytes, std::size_t capacity) {
    Place place{std::unique_ptr<char[]>(bytes), capacity};
    const std::lock_guard guard(places_lock);
    if (places.size() < most_places && capacity <= largest_place) places.push_back(std::move(place));
}

void Output::grow(std::size_t least) {
    std::unique_ptr<char[]> larger;
    std::size_t capacity = std::max(least, 2 * capacity_);
    {
        const std::lock_guard guard(places_lock);
        const auto found = std::find_if(places.begin(), places.end(), [&](const Place& place) { return place.capacity >= capacity; });
        if (found != places.end()) {
            larger = std::move(found->bytes);
            capacity = found->capacity;
            places.erase(found);
        }
    }
    if (!larger) larger = std::make_unique_for_overwrite<char[]>(capacity);
    std::copy_n(bytes_.get(), size_, larger.get());
    if (bytes_) give_back(bytes_.release(), capacity_);
    bytes_ = std::move(larger);
    capacity_ = capacity;
}

std::string tell_result(std::span<const Strength> strengths, std::span<const std::string> words) {
    struct {
        std::span<const Strength> strengths;
        std::span<const std::string> words;

        const std::string& operator[](Strength wanted) const {
            return words[static_cast<std::size_t>(std::find(strengths.begin(), strengths.end(), wanted) - strengths.begin())];
        }
    } const found{strengths, words};
    const Strength best = *std::max_element(strengths.begin(), strengths.end());
    Output text;
    tell(text, strengths, best, static_cast<int>(std::count(strengths.begin(), strengths.end(), best)), &found);
    return {text.bytes(), text.size() - 1};
}

Settlement settle(std::string_view text, const Game& game, const Wishes& wishes, const kernels::Kernels& kernels,
                  const OmahaTable& table) {
    return Settler(text, game, wishes, kernels, table).work();
}

}  // namespace fivecard
