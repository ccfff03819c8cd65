// Lines of cards as text, in vectors of bytes, a card a byte; included behind a machine's `Vector`, as strengths.hpp is.
//
// Every card takes three bytes, its separator included, whatever the number of cards in a line: so 48 bytes are sixteen
// cards. Shuffles part ranks, suits and separators; more shuffles turn a letter into what it means, and into the letter that
// it should have been. Texts that end with their last card are the same but for where the cards stand: then as many whole
// texts as have sixteen cards stand within 48 bytes.
namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

constexpr int cards_a_lane = 16, bytes_a_lane = 3 * cards_a_lane;
enum : int { rank_part, suit_part, gap_part };

// For each part (rank, suit, separator) and each third of a lane's bytes: where the part of each card is.
struct PartPositions {
    std::uint8_t of[3][3][cards_a_lane] = {};

    // `byte_of(card, part)` is below zero where a card has no such part.
    template <typename ByteOf>
    constexpr explicit PartPositions(ByteOf byte_of) {
        for (int part = 0; part < 3; ++part)
            for (int third = 0; third < 3; ++third)
                for (int card = 0; card < cards_a_lane; ++card) {
                    const int byte = byte_of(card, part) - 16 * third;
                    of[part][third][card] = static_cast<std::uint8_t>(byte >= 0 && byte < 16 ? byte : 0x80);
                }
    }
};

// The same in registers.
struct PartShuffles {
    V of[3][3];

    INLINE explicit PartShuffles(const PartPositions& positions) {
#pragma GCC unroll 3
        for (int part = 0; part < 3; ++part)
#pragma GCC unroll 3
            for (int third = 0; third < 3; ++third) of[part][third] = Vector::table(positions.of[part][third]);
    }
    INLINE V take(const V* thirds, int part) const {
        const auto from = [&](int third) __attribute__((always_inline)) { return Vector::shuffle(thirds[third], of[part][third]); };
        return Vector::either(Vector::either(from(0), from(1)), from(2));
    }
};

// Added to a letter, by its high half, it makes capitals of small letters, and low halves different for all ranks, and for all
// suits: those of P to Z move on by 11. What is no letter becomes none.
constexpr std::array<std::uint8_t, 16> added_to_letters = {0, 0, 0, 0, 0, 11, 0x100 - 0x20, 0x100 - 0x20 + 11};

struct LetterTable {
    std::array<std::uint8_t, 16> letters{}, meanings{};

    constexpr LetterTable(const std::array<std::uint8_t, 256>& numbers, int weight) {
        for (std::size_t place = 0; place < letters.size(); ++place)
            letters[place] = static_cast<std::uint8_t>(place ^ 1);  // which belongs into another place
        for (unsigned letter = 0x10; letter < 0x80; ++letter)
            if (numbers[letter] != no_letter) {
                const auto moved = static_cast<std::uint8_t>(letter + added_to_letters[letter >> 4]);
                const std::size_t place = moved & 0x0f;
                if (letters[place] >= 0x10 && letters[place] != moved) throw "two letters in one place";
                letters[place] = moved;
                meanings[place] = static_cast<std::uint8_t>(numbers[letter] * weight);
            }
    }

    // What letters mean; adds bits to `wrong` for others. A shuffle looks at the low half, and gives zero where the highest bit is
    // set: which no letter has.
    INLINE V read(V text, V& wrong) const {
        const V moved = Vector::add(text, Vector::shuffle(Vector::table(added_to_letters.data()), Vector::high_half(text)));
        wrong = Vector::either(wrong, Vector::differ(moved, Vector::shuffle(Vector::table(letters.data()), moved)));
        return Vector::shuffle(Vector::table(meanings.data()), moved);
    }
};
constexpr LetterTable rank_table(all_ranks, suit_count), suit_table(all_suits, 1);

// The cards of a register's lanes, which begin every `stride` bytes; false if something else is there.
INLINE bool read_lanes(const char* text, std::size_t stride, const PartShuffles& shuffles, V gaps, V& cards) {
    V thirds[3];
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) thirds[i] = Vector::load_rows(reinterpret_cast<const std::uint8_t*>(text + 16 * i), stride);
    V wrong = Vector::differ(shuffles.take(thirds, gap_part), gaps);
    const V rank = rank_table.read(shuffles.take(thirds, rank_part), wrong);
    cards = Vector::either(rank, suit_table.read(shuffles.take(thirds, suit_part), wrong));
    return !Vector::any_bit(wrong);
}

constexpr PartPositions in_lines([](int card, int part) { return 3 * card + part; });

std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards) {
    constexpr std::size_t width = Vector::width;
    const auto columns = static_cast<std::size_t>(count);
    char separators[card_count + width];  // of a line and what follows
    for (std::size_t i = 0; i < columns + width; ++i) separators[i] = (i + 1) % columns ? ' ' : '\n';
    const PartShuffles shuffles(in_lines);
    std::size_t card = 0;
    for (std::size_t column = 0; card + width <= lines * columns; card += width, column = (column + width) % columns) {
        V read;
        if (!read_lanes(text + 3 * card, bytes_a_lane, shuffles, Vector::load(separators + column), read)) break;
        Vector::store(cards + card, read);
    }
    const std::size_t done = card / columns;
    return done + portable::line_kernels.read(text + 3 * done * columns, lines - done, count, cards + done * columns);
}

// Texts of so many cards, as many as a lane has room for. What stands behind them in the lane is the first card again.
struct TextLane {
    PartPositions positions;
    std::uint8_t gaps[cards_a_lane] = {};

    constexpr explicit TextLane(int count)
        : positions([count](int card, int part) {
              const int text = card / count, column = card % count;
              if (text >= cards_a_lane / count) return part == gap_part ? -1 : part;
              return part == gap_part && column + 1 == count ? -1 : (3 * count - 1) * text + 3 * column + part;
          }) {
        for (int card = 0; card < cards_a_lane / count * count; ++card)
            gaps[card] = (card + 1) % count ? std::uint8_t{' '} : std::uint8_t{0};
    }
};
constexpr auto text_lanes = []<int... Count>(std::integer_sequence<int, Count...>) {
    return std::array{TextLane(Count + 1)...};
}(std::make_integer_sequence<int, cards_a_lane>{});

// Registers reach beyond both what they read and what they write: the last texts are read one by one.
std::size_t read_texts(const char* text, std::size_t texts, int count, CardId* cards) {
    std::size_t done = 0;
    const auto columns = static_cast<std::size_t>(count), size = 3 * columns - 1;
    if (count <= cards_a_lane) {
        constexpr std::size_t lanes_at_once = Vector::width / cards_a_lane;
        const std::size_t together = cards_a_lane / columns, behind = (bytes_a_lane - together * size + size - 1) / size;
        const TextLane& lane = text_lanes[columns - 1];
        const PartShuffles shuffles(lane.positions);
        const V gaps = Vector::table(lane.gaps);
        for (; done + lanes_at_once * together + behind <= texts; done += lanes_at_once * together) {
            V read;
            prefetch(text + done * size + 2048), prefetch(text + done * size + 2048 + 64);
            if (!read_lanes(text + done * size, together * size, shuffles, gaps, read)) break;
            Vector::store_rows(cards + done * columns, together * columns, read);
        }
    }
    return done + portable::line_kernels.read_texts(text + done * size, texts - done, count, cards + done * columns);
}

}  // namespace
}  // namespace fivecard::kernels::FIVECARD_MACHINE
