// Lines are read in batches, evaluated by a kernel, and written. A line as the handout has it is read by the kernel too,
// by position; any other is read with care, and that is where mistakes are found and named.
#include "src/showdown.hpp"

#include "src/jobs/job.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "src/batch.hpp"
#include "src/lasting.hpp"

#include "src/letters.hpp"
#include "src/kernels/strengths.hpp"
#include "src/kernels/lines.hpp"

namespace fivecard {
namespace {

constexpr std::size_t batch_size = 1024;
constexpr std::size_t move_size = 8;  // bytes, of which a player's cards and a board have fewer each
constexpr const char* changed = "the text was changed while it was read";
using Kind = BadRow::Kind;

struct Reading {
    std::array<CardId, card_count> cards;
    int count = 0;
    std::optional<BadRow> problem;
};

Reading parse_line(std::string_view line, int wanted, CardId first_card, std::string_view position) {
    const auto at = [&](std::size_t offset) {  // counted from 1
        return " at " + std::string(position) + " " + std::to_string(offset + 1);
    };
    Reading reading;
    CardSet seen = 0;
    std::size_t offset = 0;
    bool parted = true;
    for (;; parted = false) {
        for (; offset < line.size() && is_blank(line[offset]); ++offset) parted = true;
        if (offset == line.size()) break;
        const Letters found = read_card(line.substr(offset));
        if (!found.length) {
            const std::size_t end = std::min(line.find_first_of(" \t\r", offset), line.size());
            reading.problem.emplace(Kind::no_card, in_quotes(line.substr(offset, end - offset)) + " is not a card" + at(offset));
            return reading;
        }
        const auto where = [&] { return in_quotes(line.substr(offset, found.length)) + at(offset); };
        if (!parted) reading.problem.emplace(Kind::no_hand, "no space before " + where());
        else if (reading.count == wanted)
            reading.problem.emplace(Kind::no_hand, "too many cards: " + where() + " is one more than " + std::to_string(wanted));
        else if (seen >> found.card & 1) reading.problem.emplace(Kind::duplicate, "duplicate card " + where());
        else if (found.card < first_card) reading.problem.emplace(Kind::no_hand, where() + " is not in the deck");
        if (reading.problem) return reading;
        seen |= CardSet{1} << found.card;
        reading.cards[reading.count++] = found.card;
        offset += found.length;
    }
    if (reading.count < wanted) {
        const std::string counted = std::to_string(reading.count) + " of " + std::to_string(wanted);
        reading.problem.emplace(Kind::no_hand, reading.count ? "too few cards: " + counted : "no cards");
    }
    return reading;
}

// Those who win a part of the pot: all with its best strength, or nobody if nobody qualifies.
struct Best {
    Strength strength;
    int winners;

    explicit Best(std::span<const Strength> strengths) : strength(0), winners(0) {
        for (const Strength each : strengths) strength = std::max(strength, each);
        for (const Strength each : strengths) winners += strength && each == strength;
    }
};

[[gnu::always_inline]] inline void name_winners(Output& text, std::span<const Strength> strengths, Best best, std::string_view player) {
    text += player;
    text += best.winners > 1 ? "s " : " ";
    int told = 0;
    for (std::size_t number = 0; number < strengths.size(); ++number) {
        if (strengths[number] != best.strength) continue;
        if (told) text += told + 1 == best.winners ? " and " : ", ";
        text += std::to_string(number + 1);
        ++told;
    }
    text += best.winners > 1 ? " tie" : " wins";
}

template <typename Words>
[[gnu::always_inline]] inline void tell_reason(Output& text, std::span<const Strength> strengths, Best best, const Words& words) {
    Strength second = 0;
    for (const Strength strength : strengths)
        if (strength != best.strength) second = std::max(second, strength);
    if (best.winners == static_cast<int>(strengths.size())) text += strengths.size() == 2 ? "both have " : "all have ";
    text += words[best.strength];
    if (second) {
        text += " beats ";
        text += words[second];
    }
}

// Who has all of the pot.
[[gnu::always_inline]] inline void tell_winners(Output& text, std::span<const Strength> strengths, Best best) {
    if (best.winners == 2 && strengths.size() == 2) text += "No single winner";
    else name_winners(text, strengths, best, "Player");
}

// The result where one ranking decides, with the reason if descriptions of strengths are there.
template <typename Words>
[[gnu::always_inline]] inline void tell(Output& text, std::span<const Strength> strengths, Best best, const Words* words) {
    tell_winners(text, strengths, best);
    if (words) {
        text += ": ";
        tell_reason(text, strengths, best, *words);
    }
    text += '\n';
}

// The result where high and low share the pot. Where nobody has a low, or the same players win both, it is told as one.
template <typename Words>
void tell_high_low(Output& text, std::span<const Strength> high, std::span<const Strength> low, const Words* words) {
    const Best best_high(high), best_low(low);
    const bool same = std::equal(high.begin(), high.end(), low.begin(), [&](Strength in_high, Strength in_low) {
        return (in_high == best_high.strength) == (in_low == best_low.strength);
    });
    if (!best_low.winners || same) tell_winners(text, high, best_high);
    else {
        name_winners(text, high, best_high, "Player");
        text += " high, ";
        name_winners(text, low, best_low, "player");
        text += " low";
    }
    if (words) {
        text += ": high ";
        tell_reason(text, high, best_high, words[0]);
        text += "; ";
        if (best_low.winners) {
            text += "low ";
            tell_reason(text, low, best_low, words[1]);
        } else text += "no low";
    }
    text += '\n';
}

// All lines that there are for two players without a reason, where one ranking decides or high and low share the pot.
class PlainLines {
public:
    static constexpr std::size_t slot = 64;

    explicit PlainLines(bool high_low) {
        constexpr Strength highs[3][2] = {{1, 1}, {2, 1}, {1, 2}}, lows[4][2] = {{0, 0}, {1, 1}, {2, 1}, {1, 2}};
        for (std::size_t low = 0; low < (high_low ? std::size(lows) : 1); ++low)
            for (std::size_t high = 0; high < std::size(highs); ++high) {
                Output text;
                if (high_low) tell_high_low<std::vector<std::string>>(text, highs[high], lows[low], nullptr);
                else tell<std::vector<std::string>>(text, highs[high], Best(highs[high]), nullptr);
                Line& line = lines_[3 * low + high];
                line.length = text.size();
                line.winner = low == 0 || low == high + 1 ? high : 0;  // who has all of the pot
                std::copy_n(text.bytes(), text.size(), line.text);
            }
    }

    // The strengths of both players, in high and, if it is there, in low.
    static std::size_t index(const Strength* high) { return (high[0] > high[1]) + 2u * (high[0] < high[1]); }
    static std::size_t index(const Strength* high, const Strength* low) {
        const bool none = !(low[0] | low[1]);
        return index(high) + 3 * (none ? 0 : 1 + index(low));
    }

    struct Line {
        char text[slot];
        std::size_t length, winner;  // 0 if nobody has all
    };
    const Line& operator[](std::size_t index) const { return lines_[index]; }

private:
    Line lines_[12] = {};
};

class Settler {
public:
    Settler(std::string_view text, const Game& game, const SettleOptions& options, const kernels::Kernels& kernels)
        : text_(text), game_(game), options_(options), kernels_(kernels), cards_(batch_size * static_cast<std::size_t>(game.cards()) + 16),
          strengths_(game.parts.size() * part_size()) {
        result_.wins.resize(static_cast<std::size_t>(game.players));
        if (options.columns) {  // they have their places from the beginning
            all_lines_ = whole_rows(text, false).count + (!text.empty() && text.back() != '\n');
            const std::size_t size = options.columns->size(all_lines_);
            char* const bytes = result_.output.reserve(size + 1);
            result_.output.written_to(bytes + size);
            places_ = options.columns->places(bytes, all_lines_);
        } else if (options.records)
            result_.output.reserve(options.records->room() * (text.size() / 3 / static_cast<std::size_t>(game.cards()) + 1) / 2);
        else result_.output.reserve(text.size() / 2 + 64);
    }

    Settlement work() {
        const std::size_t wanted = static_cast<std::size_t>(game_.cards()), usual = 3 * wanted;  // bytes of a usual line
        while (offset_ < text_.size() && !result_.problem) {
            if (rows_ == batch_size) settle_batch();
            const std::size_t lines = std::min((text_.size() - offset_) / usual, batch_size - rows_);
            const std::size_t read = kernels_.lines.read(text_.data() + offset_, lines, game_.cards(), cards_.data() + rows_ * wanted);
            for (std::size_t i = 0; i < read; ++i, offset_ += usual) starts_[rows_++] = offset_;
            if (read < lines || lines == 0) read_other_line();
        }
        settle_batch();
        if (options_.columns && !result_.problem && result_.lines != all_lines_) stop_changed();
        return std::move(result_);
    }

private:
    // Reads a line that is not in the usual form.
    void read_other_line() {
        if (rows_ == batch_size || offset_ == text_.size()) return;
        copy_line(offset_);
        const std::size_t length = line_.size();
        const Reading reading = parse_line(line_, game_.cards(), game_.first_card(), options_.position);
        if (!reading.problem) {
            std::copy_n(reading.cards.begin(), game_.cards(), cards_.data() + rows_ * static_cast<std::size_t>(game_.cards()));
            starts_[rows_++] = offset_;
        } else if (settle_batch()) {
            refuse(*reading.problem);
            if (result_.problem) return;
        } else return;
        offset_ += std::min(length + 1, text_.size() - offset_);
    }

    // Copies a line to where nobody changes it: see kernels/snapshot.hpp.
    void copy_line(std::size_t offset) {
        const void* end = std::memchr(text_.data() + offset, '\n', text_.size() - offset);
        const std::size_t length =
            end ? static_cast<std::size_t>(static_cast<const char*>(end) - text_.data()) - offset : text_.size() - offset;
        line_.assign(text_, offset, length);
    }

    // Evaluates and writes the lines read so far. A line found wrong only now is refused in its turn; if work stops there,
    // this gives false.
    bool settle_batch() {
        jobs::check();
        const std::size_t rows = std::exchange(rows_, 0);
        for (std::size_t start = 0; start < rows && !result_.problem;) {
            const std::size_t good = evaluate(start, rows - start);
            write(start, good);
            start += good;
            // Within the next block a card stands twice: go on line by line, with care.
            for (std::size_t end = std::min(rows, start + kernels::largest_block); start < end && !result_.problem; ++start) {
                copy_line(starts_[start]);
                const Reading reading = parse_line(line_, game_.cards(), game_.first_card(), options_.position);
                if (reading.problem) refuse(*reading.problem);
                else if (evaluate(start, 1) == 1) write(start, 1);
                else refuse({Kind::no_hand, changed});
            }
        }
        return !result_.problem;
    }

    void stop_changed() { result_.problem.emplace(Kind::no_hand, changed); }

    void refuse(const BadRow& problem) {
        const auto known = std::lower_bound(options_.bad.begin(), options_.bad.end(), result_.lines,
                                            [](const BadCells& bad, std::size_t row) { return bad.row < row; });
        const BadRow& told = known != options_.bad.end() && known->row == result_.lines ? BadRow(Kind::no_hand, known->problem) : problem;
        if (!options_.keep_bad_lines || has_changed()) {
            if (options_.keep_bad_lines) stop_changed();
            else result_.problem = told;
            return;
        }
        Output& output = result_.output;
        if (options_.give_strengths) output += std::string(game_.parts.size() * result_.wins.size() * sizeof(Strength), '\0');
        else if (options_.columns) options_.columns->write_nothing(places_, result_.lines);
        else if (options_.records) {
            output.written_to(options_.records->write_nothing(output.reserve(options_.records->room()), number_.text()));
            number_.count_up();
        } else output += "Invalid: " + std::string(told.what()) + "\n";
        ++result_.lines;
        ++result_.invalid;
    }

    // Whether there are more lines than there were when they were counted.
    bool has_changed() const { return options_.columns && result_.lines == all_lines_; }

    std::size_t part_size() const { return batch_size * static_cast<std::size_t>(game_.players); }

    // The strengths of all players, from a row on, for a part of the pot.
    Strength* strengths_of(std::size_t part, std::size_t row) {
        return strengths_.data() + part * part_size() + row * static_cast<std::size_t>(game_.players);
    }

    // The number of rows before the first in which a card stands twice, or is not in the deck.
    std::size_t rows_in_order(const CardId* cards, std::size_t rows) const {
        const CardSet outside = (CardSet{1} << game_.first_card()) - 1;
        for (std::size_t row = 0; row < rows; ++row) {
            CardSet together = 0, sum = 0;
            for (int i = 0; i < game_.cards(); ++i) {
                const CardSet bit = card_bit(*cards++);
                together |= bit;
                sum += bit;
            }
            if (!different_cards(together, sum) || (together & outside)) return row;
        }
        return rows;
    }

    // Fills strengths_ from `start` on; gives the number of rows before the first block with a wrong card.
    std::size_t evaluate(std::size_t start, std::size_t rows) {
        const std::size_t wanted = static_cast<std::size_t>(game_.cards()), hole = static_cast<std::size_t>(game_.hole);
        const std::size_t players = static_cast<std::size_t>(game_.players);
        const CardId* cards = cards_.data() + start * wanted;
        const bool hands_in_rows = game_.parts[0].kind == Part::Kind::ranked || game_.parts[0].kind == Part::Kind::badugi;
        if (hands_in_rows) rows = rows_in_order(cards, rows);
        const CardId* hands = cards;
        if (hands_in_rows && game_.board) {
            // Eight bytes are moved in one go: what follows a hand is written over by the next, or nobody's.
            hands_.resize(std::max(hands_.size(), rows * players * (hole + 5) + move_size));
            CardId* hand = hands_.data();
            for (std::size_t row = 0; row < rows; ++row)
                for (std::size_t player = 0; player < players; ++player, hand += hole + 5) {
                    std::memcpy(hand, cards + row * wanted + hole * player, move_size);
                    std::memcpy(hand + hole, cards + row * wanted + hole * players, move_size);
                }
            hands = hands_.data();
        }
        const kernels::OmahaDeals deals = {cards, wanted, cards + players * hole, wanted, game_.players, game_.hole};
        for (std::size_t part = 0; part < game_.parts.size(); ++part) {
            Strength* out = strengths_of(part, start);
            switch (game_.parts[part].kind) {
                case Part::Kind::ranked:
                    kernels_.strengths.of_rows(*game_.parts[part].ranking, hands, rows * players, game_.hole + game_.board, out);
                    break;
                case Part::Kind::badugi: kernels_.strengths.of_badugi(hands, rows * players, out); break;
                case Part::Kind::omaha: rows = kernels_.omaha.strengths(omaha_table(), deals, rows, out); break;
                case Part::Kind::omaha_low: rows = kernels_.omaha.low_strengths(omaha_low_table(), deals, rows, out); break;
            }
        }
        return rows;
    }

    void write(std::size_t start, std::size_t rows) {
        const bool numbers = options_.give_strengths || options_.columns;
        if (game_.players == 2 && !numbers && !options_.records && options_.words.empty()) {
            result_.lines += rows;
            if (game_.parts.size() == 1)
                write_plainly<32>(start, rows, [](const Strength* high, const Strength*) { return PlainLines::index(high); });
            else
                write_plainly<PlainLines::slot>(start, rows,
                                                [](const Strength* high, const Strength* low) { return PlainLines::index(high, low); });
            return;
        }
        for (std::size_t row = start; row < start + rows; ++row, ++result_.lines) {
            if (has_changed()) {
                stop_changed();
                return;
            }
            const Outcome outcome = outcome_of(row);
            if (outcome.winner) ++result_.wins[static_cast<std::size_t>(outcome.winner) - 1];
            else ++result_.ties;
            write_one(row, outcome);
        }
    }

    Outcome outcome_of(std::size_t row) {
        const std::size_t players = static_cast<std::size_t>(game_.players);
        Outcome outcome{0, {strengths_of(0, row), players}, {}};
        const Best best(outcome.high);
        const auto first = std::find(outcome.high.begin(), outcome.high.end(), best.strength) - outcome.high.begin();
        outcome.best_high = best.strength;
        outcome.high_winners = best.winners;
        bool alone = best.winners == 1;
        if (game_.parts.size() > 1) {
            outcome.low = {strengths_of(1, row), players};
            const Best best_low(outcome.low);
            outcome.best_low = best_low.strength;
            outcome.low_winners = best_low.winners;
            const bool has_low = outcome.low[static_cast<std::size_t>(first)] == best_low.strength;
            alone = alone && (!best_low.winners || (best_low.winners == 1 && has_low));
        }
        outcome.winner = alone ? static_cast<int>(first) + 1 : 0;
        return outcome;
    }

    void write_one(std::size_t row, const Outcome& outcome) {
        Output& output = result_.output;
        const std::vector<std::string>* words = options_.words.empty() ? nullptr : options_.words.data();
        if (options_.records) {
            output.written_to(options_.records->write(output.reserve(options_.records->room()), number_.text(), outcome));
            number_.count_up();
        } else if (options_.columns) options_.columns->write(places_, result_.lines, outcome);
        else if (options_.give_strengths)
            for (std::size_t part = 0; part < game_.parts.size(); ++part)
                output += {reinterpret_cast<const char*>(strengths_of(part, row)), outcome.high.size_bytes()};
        else if (game_.parts.size() == 1) tell(output, outcome.high, Best(outcome.high), words);
        else tell_high_low(output, outcome.high, outcome.low, words);
    }

    // Two players and nothing but the result: each line is copied whole, `room` bytes at a time, from one that is ready, and
    // the end moves on by its length, so that nothing depends on a guess.
    template <std::size_t room, typename Index>
    void write_plainly(std::size_t start, std::size_t rows, Index index) {
        static constinit Lasting<const PlainLines> made;
        const PlainLines& plain = made.get([] { return PlainLines(room == PlainLines::slot); });
        const Strength *high = strengths_of(0, start), *low = game_.parts.size() > 1 ? strengths_of(1, start) : high;
        char* end = result_.output.reserve((rows + 1) * room);
        std::size_t counts[12] = {};
        for (std::size_t row = 0; row < rows; ++row) {
            const std::size_t number = index(high + 2 * row, low + 2 * row);
            const PlainLines::Line& line = plain[number];
            std::memcpy(end, line.text, room);
            end += line.length;
            ++counts[number];
        }
        result_.output.written_to(end);
        for (std::size_t number = 0; number < std::size(counts); ++number) {
            const std::size_t winner = plain[number].winner;
            (winner ? result_.wins[winner - 1] : result_.ties) += counts[number];
        }
    }

    const std::string_view text_;
    const Game game_;
    const SettleOptions options_;
    const kernels::Kernels& kernels_;

    std::size_t offset_ = 0, rows_ = 0, all_lines_ = 0;
    LineNumber number_{options_.first_line};
    std::vector<char*> places_;  // of columns
    std::string line_;  // that is read with care
    std::array<std::size_t, batch_size> starts_;
    std::vector<CardId> cards_, hands_;  // as they stand on the lines, and with the board behind every player's
    std::vector<Strength> strengths_;
    Settlement result_;
};

}  // namespace

std::string tell_result(std::span<const std::vector<Strength>> strengths, std::span<const std::vector<std::string>> words) {
    // Descriptions are given by player here, and looked for by strength.
    struct Described {
        std::span<const Strength> strengths;
        std::span<const std::string> words;

        const std::string& operator[](Strength wanted) const {
            return words[static_cast<std::size_t>(std::find(strengths.begin(), strengths.end(), wanted) - strengths.begin())];
        }
    };
    std::vector<Described> parts;
    for (std::size_t part = 0; part < strengths.size(); ++part) parts.push_back({strengths[part], words[part]});
    Output text;
    if (parts.size() == 1) tell(text, strengths[0], Best(strengths[0]), parts.data());
    else tell_high_low(text, strengths[0], strengths[1], parts.data());
    return {text.bytes(), text.size() - 1};
}

bool can_be_told(std::span<const std::vector<Strength>> strengths, std::span<const std::vector<std::string>> words) {
    if (strengths.empty() || strengths.size() > 2 || words.size() != strengths.size() || strengths[0].size() < 2) return false;
    for (std::size_t part = 0; part < strengths.size(); ++part)
        if (strengths[part].size() != strengths[0].size() || words[part].size() != strengths[0].size()) return false;
    return true;
}

bool describes(std::span<const std::vector<std::string>> words, const Game& game) {
    return std::equal(words.begin(), words.end(), game.parts.begin(), game.parts.end(), [](const auto& described, const Part& part) {
        return described.size() == std::size_t{part.ranking ? part.ranking->strongest : strongest_badugi} + 1;
    });
}

Settlement settle(std::string_view text, const Game& game, const SettleOptions& options, const kernels::Kernels& kernels) {
    return Settler(text, game, options, kernels).work();
}

}  // namespace fivecard
