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

struct Game {
    enum class Kind { five, holdem, omaha };
    Kind kind;
    int players, hole;

    int board() const { return kind == Kind::five ? 0 : board_size; }
    int cards() const { return players * hole + board(); }
};

// Bytes that are written once and handed over: their place grows without being cleared first, and is used again when it
// comes back, since the system takes longer to give new memory than we take to fill it.
class Output {
public:
    // Takes a place back for others.
    static void give_back(char* bytes, std::size_t capacity);

    // Gives a place for up to `size` more bytes.
    char* room(std::size_t size) {
        if (size_ + size > capacity_) grow(size_ + size);
        return bytes_.get() + size_;
    }
    void written_to(const char* end) { size_ = static_cast<std::size_t>(end - bytes_.get()); }

    Output& operator+=(std::string_view more) {
        std::copy(more.begin(), more.end(), room(more.size()));
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
    Output output;                        // a line for each line settled, or the strengths of all players
    std::size_t lines = 0, ties = 0, invalid = 0;
    std::vector<std::size_t> wins;        // of each player
    std::optional<std::string> problem;   // what is wrong with the next line, where work stopped at it
};

struct Wishes {
    bool keep_bad_lines = false;          // write `Invalid: ...` for them instead of stopping
    bool give_strengths = false;          // give numbers instead of text; 0 for every player of a bad line
    const std::vector<std::string>* words = nullptr;  // a description for each strength, to tell the reason too
};

// Says who wins and why, as a line of a settled text does; `words` has a description of each player's hand.
std::string tell_result(std::span<const Strength> strengths, std::span<const std::string> words);

// Settles all lines of a text, the last of which may lack its end.
Settlement settle(std::string_view text, const Game& game, const Wishes& wishes, const kernels::Kernels& kernels,
                  const OmahaTable& table);

}  // namespace fivecard
