// Showdowns from text to text: a line of cards in, a line that names the winner out.
#pragma once

#include <kernels/kernels.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fivecard {

// What decides over a part of the pot.
struct Part {
    enum class Kind { ranked, badugi, omaha, omaha_low };
    Kind kind;
    const Ranking* ranking;  // null for badugi
};

// How the cards of a line become hands: those of every player, then the board. All parts of the pot are worth the same.
struct Game {
    int players, hole, board;
    std::vector<Part> parts;

    // Finds a game by what its hands are made of: `from_hole` is how many of a player's own cards a hand takes, 0 for any
    // number. Nothing if hands of this kind are not known here.
    static std::optional<Game> find(std::span<const std::string> rankings, int players, int hole, int board, int from_hole);

    int cards() const { return players * hole + board; }
    CardId first_card() const { return parts[0].ranking ? parts[0].ranking->first_card : CardId{0}; }
};

// Bytes that are written once and handed over: their buffer grows without being cleared first, and goes back to a pool to be
// used again, since the system takes longer to give new memory than we take to fill it.
class Output {
public:
    // Takes a buffer back into the pool.
    static void give_back(char* bytes, std::size_t capacity);

    // Makes room for up to `size` more bytes, and says where.
    char* reserve(std::size_t size) {
        if (size_ + size > capacity_) grow(size_ + size);
        return bytes_.get() + size_;
    }
    void written_to(const char* end) { size_ = static_cast<std::size_t>(end - bytes_.get()); }

    Output& operator+=(std::string_view more) {
        std::copy(more.begin(), more.end(), reserve(more.size()));
        size_ += more.size();
        return *this;
    }
    Output& operator+=(char more) { return *this += std::string_view(&more, 1); }

    const char* bytes() const { return bytes_.get(); }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    char* release() { return bytes_.release(); }

private:
    void grow(std::size_t least);

    std::unique_ptr<char[]> bytes_;
    std::size_t size_ = 0, capacity_ = 0;
};

struct Settlement {
    Output output;                        // a line for each line settled, or the strengths of all players, part by part
    std::size_t lines = 0, ties = 0, invalid = 0;
    std::vector<std::size_t> wins;        // of each player, for all of the pot
    std::optional<std::string> problem;   // what is wrong with the next line, where work stopped at it
};

struct SettleOptions {
    bool keep_bad_lines = false;          // write `Invalid: ...` for them instead of stopping
    bool give_strengths = false;          // give numbers instead of text; 0 for every player of a bad line
    std::span<const std::vector<std::string>> words{};  // for each part a description of each strength, to tell the reason too
};

// Says who wins and why, as a line of a settled text does: for each part the strength and a description of every player's hand.
std::string tell_result(std::span<const std::vector<Strength>> strengths, std::span<const std::vector<std::string>> words);

// Whether there are as many strengths as descriptions, for one part or for high and low, of the same players.
bool can_be_told(std::span<const std::vector<Strength>> strengths, std::span<const std::vector<std::string>> words);

// Whether there is a description of every strength that a game knows, 0 included.
bool describes(std::span<const std::vector<std::string>> words, const Game& game);

// Settles all lines of a text, the last of which may lack its end.
Settlement settle(std::string_view text, const Game& game, const SettleOptions& options, const kernels::Kernels& kernels);

}  // namespace fivecard
