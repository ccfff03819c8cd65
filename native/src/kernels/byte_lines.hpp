// Lines of cards as text, in vectors of bytes, a card a byte; included behind a machine's `Vector`, as byte_hands.hpp is.
//
// Every card takes three bytes, its separator included, whatever the number of cards in a line: so 48 bytes are sixteen
// cards. Shuffles part ranks, suits and separators; more shuffles turn a letter into what it means, and into the letter that
// it should have been.
namespace fivecard::kernels {
namespace {

// For each part of three cards' bytes (rank, suit, separator) and each third of 48 bytes: where the part of each card is.
constexpr auto part_positions = [] {
    struct {
        std::uint8_t of[3][3][16];
    } positions{};
    for (int part = 0; part < 3; ++part)
        for (int third = 0; third < 3; ++third)
            for (int card = 0; card < 16; ++card) {
                const int byte = 3 * card + part - 16 * third;
                positions.of[part][third][card] = static_cast<std::uint8_t>(byte >= 0 && byte < 16 ? byte : 0x80);
            }
    return positions;
}();

INLINE V take_part(const V* thirds, int part) {
    const auto from = [&](int third) __attribute__((always_inline)) {
        return Vector::shuffle(thirds[third], Vector::table(part_positions.of[part][third]));
    };
    return Vector::either(Vector::either(from(0), from(1)), from(2));
}

// Low halves are different for all ranks, and for all suits, once 11 is added to the letters P to Z.
constexpr std::array<std::uint8_t, 16> added_to_letters = {0, 0, 0, 0, 0, 11};
constexpr std::size_t place_of(unsigned char letter) { return (letter + added_to_letters[letter >> 4]) & 0x0f; }

struct LetterTable {
    std::array<std::uint8_t, 16> letters{}, meanings{};

    constexpr LetterTable(const std::array<std::uint8_t, 256>& numbers, int weight) {
        for (std::size_t place = 0; place < letters.size(); ++place)
            letters[place] = static_cast<std::uint8_t>(place ^ 1);  // which belongs into another place
        for (unsigned letter = 0x10; letter < 0x80; ++letter)
            if (numbers[letter] != no_letter) {
                const std::size_t place = place_of(static_cast<unsigned char>(letter));
                if (letters[place] >= 0x10) throw "two letters in one place";
                letters[place] = static_cast<std::uint8_t>(letter);
                meanings[place] = static_cast<std::uint8_t>(numbers[letter] * weight);
            }
    }

    // What letters mean; adds bits to `wrong` for others.
    INLINE V read(V text, V& wrong) const {
        const V added = Vector::shuffle(Vector::table(added_to_letters.data()), Vector::high_half(text));
        const V place = Vector::both(Vector::add(text, added), Vector::fill(0x0f));
        wrong = Vector::either(wrong, Vector::differ(text, Vector::shuffle(Vector::table(letters.data()), place)));
        return Vector::shuffle(Vector::table(meanings.data()), place);
    }
};
constexpr LetterTable rank_table(capital_ranks, suit_count), suit_table(capital_suits, 1);

// Suits may be small letters too: they differ from capitals in one bit, which nothing else that is a suit then has.
INLINE V capitals(V letters) { return Vector::both(letters, Vector::fill(0xdf)); }

std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards) {
    constexpr std::size_t width = Vector::width;
    const auto columns = static_cast<std::size_t>(count);
    char separators[card_count + width];  // of a line and what follows
    for (std::size_t i = 0; i < columns + width; ++i) separators[i] = (i + 1) % columns ? ' ' : '\n';
    std::size_t card = 0;
    for (std::size_t column = 0; card + width <= lines * columns; card += width, column = (column + width) % columns) {
        V thirds[3];
        const auto* here = reinterpret_cast<const std::uint8_t*>(text + 3 * card);
#pragma GCC unroll 3
        for (int i = 0; i < 3; ++i) thirds[i] = Vector::load_rows(here + 16 * i, 48);
        V wrong = Vector::differ(take_part(thirds, 2), Vector::load(separators + column));
        const V rank = rank_table.read(take_part(thirds, 0), wrong), suit = suit_table.read(capitals(take_part(thirds, 1)), wrong);
        if (Vector::any_bit(wrong)) break;
        Vector::store(cards + card, Vector::either(rank, suit));
    }
    const std::size_t done = card / columns;
    return done + portable::read_lines(text + 3 * done * columns, lines - done, count, cards + done * columns);
}

}  // namespace
}  // namespace fivecard::kernels
