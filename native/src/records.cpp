#include "src/records.hpp"

#include <algorithm>
#include <numeric>

namespace fivecard {
namespace {

constexpr std::size_t longest_name = 24;
constexpr std::size_t column_step = 64;

// The place of a text among others, to which it is added if it is new.
std::uint8_t place_in(std::vector<std::string>& texts, const std::string& text) {
    const auto found = std::find(texts.begin(), texts.end(), text);
    if (found == texts.end()) texts.push_back(text);
    return static_cast<std::uint8_t>(std::find(texts.begin(), texts.end(), text) - texts.begin());
}

std::string fraction(int numerator, int denominator) {
    const int divisor = std::gcd(numerator, denominator);
    const std::string above = std::to_string(numerator / divisor);
    return denominator == divisor ? above : above + "/" + std::to_string(denominator / divisor);
}

bool is_plain(const std::string& text) {
    return text.size() <= longest_name &&
           std::none_of(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~' || c == '"' || c == '\\' || c == ','; });
}

std::vector<Categories> categories_of(std::span<const std::vector<std::string>> words) { return {words.begin(), words.end()}; }

std::optional<Shares> shares_of(std::span<const std::vector<std::string>> words, int players) {
    return words.size() > 1 ? std::optional<Shares>(players) : std::nullopt;
}

// What a player has of the pot.
std::uint8_t share(const Shares& shares, const Outcome& outcome, std::size_t player) {
    return shares.find(outcome.best_low != 0, outcome.high[player] == outcome.best_high ? outcome.high_winners : 0,
                       outcome.low[player] == outcome.best_low ? outcome.low_winners : 0);
}

std::size_t padded(std::size_t size) { return (size + column_step - 1) / column_step * column_step; }

template <typename Number>
void put(char* column, std::size_t row, Number number) {
    std::memcpy(column + row * sizeof number, &number, sizeof number);
}

}  // namespace

Shares::Shares(int players) : side_(static_cast<std::size_t>(players) + 1), places_(2 * side_ * side_) {
    for (int low_is_won = 0; low_is_won < 2; ++low_is_won)
        for (int high = 0; high <= players; ++high)
            for (int low = 0; low <= (low_is_won ? players : 0); ++low) {
                // 1/high + 1/low of as many parts as are won
                const int numerator = (high ? std::max(low, 1) : 0) + (low ? std::max(high, 1) : 0);
                const int denominator = std::max(high, 1) * std::max(low, 1) * (1 + low_is_won);
                const std::size_t at = (static_cast<std::size_t>(low_is_won) * side_ + static_cast<std::size_t>(high)) * side_;
                places_[at + static_cast<std::size_t>(low)] = place_in(texts_, fraction(numerator, denominator));
            }
}

Categories::Categories(std::span<const std::string> words) {
    for (std::size_t strength = 0; strength < words.size(); ++strength)
        places_.push_back(strength && !words[strength].empty() ? place_in(texts_, words[strength]) : nothing);
}

bool Records::can_have(std::span<const std::string> names, std::span<const std::vector<std::string>> words, int players) {
    const std::size_t of_player = words.size() == 1 ? 2 : 5;
    if (names.size() != 2 + of_player * static_cast<std::size_t>(players) || !std::all_of(names.begin(), names.end(), is_plain))
        return false;
    return std::all_of(words.begin(), words.end(), [](const auto& of_part) {
        if (!std::all_of(of_part.begin(), of_part.end(), is_plain)) return false;
        std::vector<std::string> texts(of_part.begin(), of_part.end());
        std::sort(texts.begin(), texts.end());
        return std::unique(texts.begin(), texts.end()) - texts.begin() < nothing;
    });
}

Records::Records(Style style, int players, std::span<const std::string> names, std::span<const std::vector<std::string>> words)
    : shares_(shares_of(words, players)), categories_(categories_of(words)) {
    const bool json = style == Style::json;
    const auto named = [&](const std::string& name) { return json ? ", \"" + name + "\": " : ","; };
    const auto quoted = [&](const std::string& text) { return json ? "\"" + text + "\"" : text; };
    const std::string none = json ? "null" : "";
    std::size_t most = 0;
    for (const auto& of_part : words) most = std::max(most, of_part.size());
    for (std::size_t strength = 0; strength < most; ++strength) {
        Number& number = numbers_.emplace_back();
        number.length = static_cast<std::uint8_t>(std::to_string(strength).copy(number.text, sizeof number.text));
    }
    auto name = names.begin();
    start_ = Piece(json ? "{\"" + *name + "\": " : "");
    ++name;
    for (int winner = 0; winner <= players; ++winner) winners_.emplace_back(named(*name) + std::to_string(winner));
    rest_of_nothing_ = named(*name++) + none;
    for (int player = 0; player < players; ++player) {
        OfPlayer& of_player = players_.emplace_back();
        for (const Categories& categories : categories_) {
            auto& part = of_player.parts.emplace_back();
            part.before = Piece(named(*name));
            rest_of_nothing_ += named(*name++) + none;
            for (const std::string& text : categories.texts()) part.categories.emplace_back(named(*name) + quoted(text));
            part.categories.emplace_back(named(*name) + none);
            rest_of_nothing_ += named(*name++) + none;
        }
        if (shares_) {
            for (const std::string& text : shares_->texts()) of_player.shares.emplace_back(named(*name) + quoted(text));
            rest_of_nothing_ += named(*name++) + none;
        }
    }
    end_ = Piece(json ? "}\n" : "\n");
    rest_of_nothing_ += json ? "}\n" : "\n";
    room_ = names.size() * 2 * step + 4 * step;
}

char* Records::write_part(char* end, const OfPlayer::OfPart& part, const Categories& categories, Strength strength) const {
    end = part.before.write(end);
    const Number& number = numbers_[strength];
    std::memcpy(end, number.text, sizeof number.text);
    end += number.length;
    return part.categories[std::min<std::size_t>(categories.find(strength), part.categories.size() - 1)].write(end);
}

char* Records::write(char* end, std::string_view number, const Outcome& outcome) const {
    end = start_.write(end);
    end += number.copy(end, number.size());
    end = winners_[static_cast<std::size_t>(outcome.winner)].write(end);
    for (std::size_t player = 0; player < players_.size(); ++player) {
        const OfPlayer& of_player = players_[player];
        end = write_part(end, of_player.parts[0], categories_[0], outcome.high[player]);
        if (!shares_) continue;
        end = write_part(end, of_player.parts[1], categories_[1], outcome.low[player]);
        end = of_player.shares[share(*shares_, outcome, player)].write(end);
    }
    return end_.write(end);
}

char* Records::write_nothing(char* end, std::string_view number) const {
    end = start_.write(end);
    end += number.copy(end, number.size());
    return end + rest_of_nothing_.copy(end, rest_of_nothing_.size());
}

Columns::Columns(int players, std::span<const std::vector<std::string>> words)
    : players_(static_cast<std::size_t>(players)), shares_(shares_of(words, players)), categories_(categories_of(words)) {
    constexpr std::size_t code = sizeof(std::uint8_t);
    widths_ = {code};
    for (int player = 0; player < players; ++player) {
        for (std::size_t part = 0; part < categories_.size(); ++part) widths_.insert(widths_.end(), {sizeof(Strength), code});
        if (shares_) widths_.push_back(code);
    }
}

std::size_t Columns::size(std::size_t rows) const {
    return std::accumulate(widths_.begin(), widths_.end(), std::size_t{0},
                           [&](std::size_t sum, std::size_t width) { return sum + padded(rows * width); });
}

std::vector<char*> Columns::places(char* bytes, std::size_t rows) const {
    std::vector<char*> places;
    for (const std::size_t width : widths_) {
        places.push_back(bytes);
        bytes += padded(rows * width);
    }
    return places;
}

void Columns::write(std::span<char* const> places, std::size_t row, const Outcome& outcome) const {
    auto column = places.begin();
    put(*column++, row, static_cast<std::uint8_t>(outcome.winner));
    for (std::size_t player = 0; player < players_; ++player) {
        put(*column++, row, outcome.high[player]);
        put(*column++, row, categories_[0].find(outcome.high[player]));
        if (!shares_) continue;
        put(*column++, row, outcome.low[player]);
        put(*column++, row, categories_[1].find(outcome.low[player]));
        put(*column++, row, share(*shares_, outcome, player));
    }
}

void Columns::write_nothing(std::span<char* const> places, std::size_t row) const {
    auto column = places.begin();
    put(*column++, row, nothing);
    for (std::size_t player = 0; player < players_; ++player)
        for (std::size_t part = 0; part < categories_.size(); ++part) {
            put(*column++, row, Strength{0});
            put(*column++, row, nothing);
            if (part) put(*column++, row, std::uint8_t{0});
        }
}

}  // namespace fivecard
