// Many hands by the perfect hash, in vectors of bytes: a hand a byte. Rows of card ids and sets of cards, for every ranking.
//
// Written once for all machines: a machine has a struct `Vector` of operations, and includes this file behind it, between
// the pragmas that allow its instructions. So nothing is included here.
//
// 1. Transpose: rows are brought into pairs, equal columns side by side, then interleaved three times. Register i then
//    holds column i of as many hands as it has bytes.
// 2. Check: range, repeats, and that the deck has such a card.
// 3. Ranks: shuffles turn each rank into the digits of its key (tables/make_tables.cpp), which are added up.
// 4. Suits: one bit each, counted by carry-save adders. Hands with a flush go onto a list, without a branch.
// 5. The keys are stored, and looked up one by one while the next block goes through steps 1 to 4: vector units and loads
//    keep out of each other's way, and no processor looks far enough ahead to arrange that by itself.
// 6. The flushes of a span of rows, which the nearest cache still holds, are settled as the ranking wants it.
//
// Memory that others change meanwhile (see snapshot.hpp) is read once, except for flushes: to keep what was loaded for them
// would cost a tenth of the speed. What is read again cannot lead astray: every number that is looked up is a set of ranks,
// and what is found exists, or else what was found first stands.
//
// All loops over registers are unrolled by pragma: GCC 12 otherwise keeps some of them, and the registers in memory.
namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

// ---- Transposition

constexpr int lanes = Vector::width / 16;

// The hand that stands in a byte of the transposed registers: the first step has two rows in each lane.
constexpr int hand_of_byte(int byte) { return 2 * lanes * (byte % 16 / 2) + byte % 2 + 2 * (byte / 16); }

template <int Columns>
INLINE void transpose(const std::uint8_t* rows, V* column) {
    V a[8], b[8], c[8];
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) {
        const std::uint8_t* here = rows + 2 * lanes * i * Columns - Vector::reach_before<Columns>;
        a[i] = Vector::pair_rows<Columns>(Vector::load_once(here));
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        b[i] = Vector::interleave16<0>(a[2 * i], a[2 * i + 1]);                       // columns 0..3
        if (Columns > 4) b[4 + i] = Vector::interleave16<1>(a[2 * i], a[2 * i + 1]);  // columns 4..7
    }
#pragma GCC unroll 2
    for (int i = 0; i < 2; ++i) {
        c[i] = Vector::interleave32<0>(b[2 * i], b[2 * i + 1]);
        c[2 + i] = Vector::interleave32<1>(b[2 * i], b[2 * i + 1]);
        if (Columns > 4) c[4 + i] = Vector::interleave32<0>(b[4 + 2 * i], b[5 + 2 * i]);
        if (Columns > 6) c[6 + i] = Vector::interleave32<1>(b[4 + 2 * i], b[5 + 2 * i]);
    }
#pragma GCC unroll 8
    for (int i = 0; i < Columns; ++i) {
        const V &first = c[i / 2 * 2], &second = c[i / 2 * 2 + 1];
        column[i] = i % 2 ? Vector::interleave64<1>(first, second) : Vector::interleave64<0>(first, second);
    }
}

// ---- Keys and slots

// column | row << 16, in the order that interleaving leaves them in.
struct Pending {
    alignas(64) std::uint32_t key[Vector::width];
};
constexpr int byte_of_key(int i) { return 16 * (i % (4 * lanes) / 4) + 4 * (i / (4 * lanes)) + i % 4; }

template <int Cards>
INLINE void store_keys(const V* sums, Pending& pending) {
    using Hash = tables::RankHash<Cards>;
    const V weights = Vector::fill16(1 + 256 * Hash::row_weight), mask = Vector::fill16(Hash::row_mask);
    const V third = sums[2], other = sums[Hash::row_digit];
    const V columns[2] = {Vector::interleave8<0>(sums[0], sums[1]), Vector::interleave8<1>(sums[0], sums[1])};
    const V rows[2] = {Vector::both(Vector::weigh_pairs(Vector::interleave8<0>(third, other), weights), mask),
                       Vector::both(Vector::weigh_pairs(Vector::interleave8<1>(third, other), weights), mask)};
    constexpr int part = Vector::width / 4;
#pragma GCC unroll 2
    for (int half = 0; half < 2; ++half) {
        Vector::store(pending.key + 2 * half * part, Vector::interleave16<0>(columns[half], rows[half]));
        Vector::store(pending.key + (2 * half + 1) * part, Vector::interleave16<1>(columns[half], rows[half]));
    }
    asm volatile("" : "+m"(pending));  // or GCC takes the keys out of the registers one by one, which is slower
}

// Looks up some keys of a block, two a load: the ports for loads are what runs out first.
template <int Cards>
struct LookUp {
    const Pending& pending;
    const Strength* values;
    Strength* out;

    // The parts from `First` up to `Last` out of `Parts`.
    template <int First, int Last, int Parts>
    INLINE void part() const {
        using Hash = tables::RankHash<Cards>;
#pragma GCC unroll 64
        for (int i = Vector::width / 2 * First / Parts * 2; i < Vector::width / 2 * Last / Parts * 2; i += 2) {
            std::uint64_t two;
            std::memcpy(&two, pending.key + i, sizeof two);
            const auto a = static_cast<std::uint32_t>(two), b = static_cast<std::uint32_t>(two >> 32);
            out[hand_of_byte(byte_of_key(i))] = values[(a + Hash::offsets[a >> 16]) & Hash::column_mask];
            out[hand_of_byte(byte_of_key(i + 1))] = values[(b + Hash::offsets[b >> 16]) & Hash::column_mask];
        }
    }
};

// Does `step` with the numbers from 0 up to `Steps`, each of which it gets as a constant. Unrolling by pragma is not enough
// where the bounds of an inner loop follow from the number: clang 14 unrolls from the inside, and took those for variables.
template <int Steps, typename Step>
INLINE void in_steps(Step step) {
    [&]<int... Number>(std::integer_sequence<int, Number...>)
        __attribute__((always_inline)) { (step(std::integral_constant<int, Number>{}), ...); }(std::make_integer_sequence<int, Steps>{});
}

// ---- Rows of card ids

INLINE void add_bits(V a, V b, V c, V& sum, V& carry) {
    sum = Vector::sum_bit(a, b, c);
    carry = Vector::carry_bit(a, b, c);
}

template <int Cards>
struct Rows {
    static constexpr int columns = Cards, ahead = 2048;  // bytes to ask the memory for before they are needed
    static constexpr int early[3] = {2, 5, 9};  // sixteenths of the block before that are looked up around steps 1 and 2
    const CardId* cards;

    const std::uint8_t* bytes() const { return cards; }
    INLINE CardSet set(std::size_t row) const {
        CardSet set = 0;
#pragma GCC unroll 8
        for (std::size_t i = 0; i < Cards; ++i) set |= CardSet{1} << (cards[row * Cards + i] & 63);
        return set;
    }

    INLINE static bool are_hands(const V* card, const Ranking& ranking) {
        V largest = card[0];
#pragma GCC unroll 8
        for (int i = 1; i < Cards; ++i) largest = Vector::larger(largest, card[i]);
        // In several chains, none of which is long.
        typename Vector::Flaws flaws[4] = {Vector::above(largest, card_count - 1), Vector::no_flaws(), Vector::no_flaws(),
                                           Vector::no_flaws()};
        if (ranking.first_card) {
            V smallest = card[0];
#pragma GCC unroll 8
            for (int i = 1; i < Cards; ++i) smallest = Vector::smaller(smallest, card[i]);
            flaws[0] = Vector::or_below(flaws[0], smallest, ranking.first_card);
        }
#pragma GCC unroll 8
        for (int i = 1; i < Cards; ++i)
#pragma GCC unroll 8
            for (int j = 0; j < i; ++j) flaws[(i + j) % 4] = Vector::or_equal(flaws[(i + j) % 4], card[i], card[j]);
        return !Vector::any(flaws[0], flaws[1], flaws[2], flaws[3]);
    }

    // A bit for the suit that has five cards or more.
    INLINE static V flush_suits(const V* card) {
        const V bits = Vector::table(suit_bits.data());
        if constexpr (Cards == 5) {
            const V apart = Vector::either(Vector::differing(card[0], card[1], card[2]), Vector::differing(card[2], card[3], card[4]));
            return Vector::where_zero(Vector::both(apart, Vector::fill(3)), Vector::shuffle(bits, card[0]));
        } else {
            const auto suit = [&](int i) __attribute__((always_inline)) { return Vector::shuffle(bits, card[i]); };
            V sum1, carry1, sum2, carry2, ones, carry3, twos, fours;
            add_bits(suit(0), suit(1), suit(2), sum1, carry1);
            add_bits(suit(3), suit(4), suit(5), sum2, carry2);
            add_bits(sum1, sum2, Cards > 6 ? suit(Cards - 1) : Vector::zero(), ones, carry3);
            add_bits(carry1, carry2, carry3, twos, fours);
            return Vector::both(fours, Vector::either(ones, twos));
        }
    }

    template <typename Meanwhile>
    INLINE static void add_digits(const V* card, V* sums, Meanwhile meanwhile) {
        constexpr int digits = tables::RankHash<Cards>::row_digit == 3 ? 4 : 3;
        typename Vector::DigitTable table[digits];
#pragma GCC unroll 4
        for (int d = 0; d < digits; ++d) table[d] = Vector::digit_table(d);
        in_steps<Cards>([&](auto i) __attribute__((always_inline)) {
            const V index = Vector::digit_index(card[i]);
#pragma GCC unroll 4
            for (int d = 0; d < digits; ++d) {
                const V digit = Vector::digit(table[d], index);
                sums[d] = i ? Vector::add(sums[d], digit) : digit;
            }
            meanwhile.template operator()<i, Cards>();
        });
    }

    static constexpr auto suit_bits = [] {
        std::array<std::uint8_t, 16> bits{};
        for (std::size_t card = 0; card < bits.size(); ++card) bits[card] = static_cast<std::uint8_t>(1 << card % 4);
        return bits;
    }();
};

// ---- Sets of cards: rows of eight bytes, each of which has the suits of two ranks

// What each part of a set (a machine says which cards are in it, a bit each) adds to each digit.
constexpr auto set_digits = [] {
    constexpr const std::uint8_t* digits[] = {tables::digits0, tables::digits1, tables::digits2, tables::digits3};
    struct {
        alignas(64) std::uint8_t of[4][Vector::set_parts][1 << Vector::set_part_bits] = {};
    } result;
    for (int d = 0; d < 4; ++d)
        for (int part = 0; part < Vector::set_parts; ++part)
            for (int bits = 0; bits < 1 << Vector::set_part_bits; ++bits)
                for (int bit = 0; bit < Vector::set_part_bits; ++bit)
                    if (const int card = Vector::card_of_part(part, bit); bits >> bit & 1 && card < card_count)
                        result.of[d][part][bits] = static_cast<std::uint8_t>(result.of[d][part][bits] + digits[d][card / suit_count]);
    return result;
}();

constexpr auto bit_counts = [] {
    std::array<std::uint8_t, 16> counts{};
    for (unsigned bits = 0; bits < 16; ++bits) counts[bits] = static_cast<std::uint8_t>(std::popcount(bits));
    return counts;
}();

template <int Cards>
struct Sets {
    static constexpr int columns = 8, ahead = 2048;
    static constexpr int early[3] = {1, 3, 5};
    const CardSet* sets;

    const std::uint8_t* bytes() const { return reinterpret_cast<const std::uint8_t*>(sets); }
    INLINE CardSet set(std::size_t row) const { return read_once(sets + row); }

    // The number of cards of each suit, in four bit planes of four bits each.
    struct SuitCounts {
        V ones, twos, fours, eights;
    };
    INLINE static SuitCounts count_suits(const V* column) {
        V sum1, carry1, sum2, carry2, ones, carry3, twos, fours;
        add_bits(column[0], column[1], column[2], sum1, carry1);
        add_bits(column[3], column[4], column[5], sum2, carry2);
        add_bits(sum1, sum2, column[6], ones, carry3);
        add_bits(carry1, carry2, carry3, twos, fours);
        // Even ranks are counted in the low half of each byte, odd ones in the high half.
        const V low = Vector::fill(0x0f), other_ones = Vector::high_half(ones), other_twos = Vector::high_half(twos),
                other_fours = Vector::high_half(fours);
        ones = Vector::both(ones, low), twos = Vector::both(twos, low), fours = Vector::both(fours, low);
        const V carry = Vector::both(ones, other_ones);
        SuitCounts counts;
        counts.ones = Vector::differ(ones, other_ones);
        V carry_again;
        add_bits(twos, other_twos, carry, counts.twos, carry_again);
        add_bits(fours, other_fours, carry_again, counts.fours, counts.eights);
        return counts;
    }

    INLINE static bool are_hands(const V* column, const Ranking& ranking) {
        const SuitCounts counts = count_suits(column);
        const V bits = Vector::table(bit_counts.data());
        const V fours = Vector::add(Vector::shuffle(bits, counts.fours), Vector::shuffle(Vector::table(twice.data()), counts.eights));
        const V twos = Vector::add(Vector::shuffle(bits, counts.twos), Vector::add(fours, fours));
        const V size = Vector::add(Vector::shuffle(bits, counts.ones), Vector::add(twos, twos));
        V wrong = Vector::either(Vector::differ(size, Vector::fill(Cards)), column[7]);
        wrong = Vector::either(wrong, Vector::both(column[6], Vector::fill(0xf0)));
        if (ranking.first_card) {
            const CardSet outside = (CardSet{1} << ranking.first_card) - 1;
#pragma GCC unroll 8
            for (int i = 0; i < 7; ++i)
                wrong = Vector::either(wrong, Vector::both(column[i], Vector::fill(static_cast<int>(outside >> 8 * i & 0xff))));
        }
        return !Vector::any_bit(wrong);
    }

    INLINE static V flush_suits(const V* column) {
        const SuitCounts counts = count_suits(column);  // the compiler knows that this is done already
        return Vector::both(counts.fours, Vector::either(counts.ones, counts.twos));
    }

    template <typename Meanwhile>
    INLINE static void add_digits(const V* column, V* sums, Meanwhile meanwhile) {
        constexpr int digits = tables::RankHash<Cards>::row_digit == 3 ? 4 : 3;
        in_steps<Vector::set_parts>([&](auto part) __attribute__((always_inline)) {
            const V index = Vector::part_of_set(column, part);
#pragma GCC unroll 4
            for (int d = 0; d < digits; ++d) {
                const V digit = Vector::look_up_part(set_digits.of[d][part], index);
                sums[d] = part ? Vector::add(sums[d], digit) : digit;
            }
            meanwhile.template operator()<part, Vector::set_parts>();
        });
    }

private:
    static constexpr auto twice = [] {
        std::array<std::uint8_t, 16> counts{};
        for (std::size_t bits = 0; bits < 16; ++bits) counts[bits] = static_cast<std::uint8_t>(2 * bit_counts[bits]);
        return counts;
    }();
};

// ---- All rows

// Hands with a flush, by their byte within a span of rows.
class Flushes {
public:
    static constexpr std::size_t span = 1024;

    // Most blocks have few: `slots` of them are noted without a branch.
    template <int Slots>
    INLINE void note(std::size_t row, V suits) {
        Vector::store(suits_ + row, suits);
        const std::uint64_t all = Vector::not_zero(suits);
        std::uint64_t left = all;
        std::uint16_t* to = rows_ + count_;
#pragma GCC unroll 8
        for (int i = 0; i < Slots; ++i, left &= left - 1) to[i] = static_cast<std::uint16_t>(row + Vector::lowest_bit(left));
        if (left) [[unlikely]]
            for (int i = Slots; left; left &= left - 1) to[i++] = static_cast<std::uint16_t>(row + Vector::lowest_bit(left));
        count_ += static_cast<std::size_t>(std::popcount(all));
    }

    // `out` has the strengths from ranks alone of the rows from `start` on.
    template <int Cards, typename Source>
    INLINE void settle(const Ranking& ranking, const Source& source, std::size_t start, Strength* out) const {
        const auto settle_as = [&](Suits suits) __attribute__((always_inline)) {
            for (std::size_t i = 0; i < count_; ++i) {
                const std::size_t byte = rows_[i], block = byte / Vector::width * Vector::width;
                const std::size_t row = start + block + static_cast<std::size_t>(hand_of_byte(static_cast<int>(byte % Vector::width)));
                const int suit = static_cast<int>(Vector::lowest_bit(suits_[byte])) & 3;
                const CardSet set = source.set(row);
                const unsigned deciding = Vector::ranks_in_suit(deciding_suited<Cards>(suits, set, suit), suit);
                const Strength found = flush_strength<Cards>(ranking, set, suit, deciding, out[row]);
                out[row] = found ? found : out[row];
            }
        };
        if (ranking.suits == Suits::higher) settle_as(Suits::higher);  // a loop without choices
        else settle_as(Suits::lower);
    }

    void clear() { count_ = 0; }

private:
    std::size_t count_ = 0;
    std::uint16_t rows_[span + Vector::width + 8];
    alignas(64) std::uint8_t suits_[span];
};

// Deals with whole blocks of the rows from `row` up to `end`; gives the first row that it did not deal with.
template <int Cards, typename Source>
std::size_t work_through(const Source& source, const Ranking& ranking, std::size_t row, std::size_t end, Strength* out) {
    constexpr std::size_t block = Vector::width;
    const Strength* values = ranking.values[Cards - smallest_hand];
    const bool suits_matter = ranking.suits != Suits::ignored;
    Flushes flushes;
    Pending pending[2] = {};
    Strength nowhere[block];
    bool fine = true;
    while (fine && row + block <= end) {
        const std::size_t start = row, stop = std::min(end, row + Flushes::span);
        flushes.clear();
        Strength* before = nowhere;
        int turn = 0;
        for (; row + block <= stop; row += block, turn ^= 1) {
            const std::uint8_t* here = source.bytes() + row * Source::columns;
            const LookUp<Cards> look_up = {pending[turn], values, before};
            // Results are stored two bytes at a time: their lines are asked for too, or each first store would wait.
            for (int line = 0; line < Vector::width * Source::columns; line += 64) __builtin_prefetch(here + Source::ahead + line);
            for (std::size_t line = 0; line < block * sizeof *out; line += 64)
                __builtin_prefetch(reinterpret_cast<const char*>(out + row) + 2048 + line, 1);
            V column[Source::columns], sums[4];
            look_up.template part<0, Source::early[0], 16>();
            transpose<Source::columns>(here, column);
            look_up.template part<Source::early[0], Source::early[1], 16>();
            fine = Source::are_hands(column, ranking);
            if (!fine) [[unlikely]]
                break;
            look_up.template part<Source::early[1], Source::early[2], 16>();
            if (suits_matter) flushes.note<Cards == 5 ? 1 : 1 + Vector::width / 16>(row - start, Source::flush_suits(column));
            Source::add_digits(column, sums, [&]<int Step, int Steps>() __attribute__((always_inline)) {
                constexpr int early = Source::early[2] * Steps, rest = 16 - Source::early[2];
                look_up.template part<early + rest * Step, early + rest*(Step + 1), 16 * Steps>();
            });
            store_keys<Cards>(sums, pending[turn ^ 1]);
            before = out + row;
        }
        asm volatile("" : "+m"(pending));  // or GCC keeps all addresses that the loop found, in case it is left early
        const LookUp<Cards> look_up = {pending[turn], values, before};
        look_up.template part<0, 1, 1>();
        flushes.settle<Cards>(ranking, source, start, out);
    }
    return row;
}

template <int Cards>
std::size_t row_strengths(const Ranking& ranking, const CardId* cards, std::size_t rows, Strength* out) {
    // Registers reach beyond both ends: a few rows there are dealt with one by one.
    constexpr std::size_t before = (Vector::reach_before<Cards> + Cards - 1) / Cards;
    constexpr std::size_t behind = (Vector::reach_behind<Cards> + Cards - 1) / Cards;
    if (rows < Vector::width + before + behind) return portable::strength_kernels.of_rows(ranking, cards, rows, Cards, out);
    std::size_t row = portable::strength_kernels.of_rows(ranking, cards, before, Cards, out);
    if (row < before) return row;
    row = work_through<Cards>(Rows<Cards>{cards}, ranking, row, rows - behind, out);
    if (rows - row >= Vector::width + behind) return row;
    return row + portable::strength_kernels.of_rows(ranking, cards + row * Cards, rows - row, Cards, out + row);
}

std::size_t row_strengths(const Ranking& ranking, const CardId* cards, std::size_t rows, int count, Strength* out) {
    return count == 5   ? row_strengths<5>(ranking, cards, rows, out)
           : count == 6 ? row_strengths<6>(ranking, cards, rows, out)
                        : row_strengths<7>(ranking, cards, rows, out);
}

// Sets of one size go through vectors, which take the size of the first; blocks with several sizes one by one.
std::size_t set_strengths(const Ranking& ranking, const CardSet* sets, std::size_t rows, Strength* out) {
    std::size_t row = 0;
    while (row + Vector::width <= rows) {
        const int size = std::popcount(sets[row]);
        if (size == 5) row = work_through<5>(Sets<5>{sets}, ranking, row, rows, out);
        else if (size == 6) row = work_through<6>(Sets<6>{sets}, ranking, row, rows, out);
        else if (size == 7) row = work_through<7>(Sets<7>{sets}, ranking, row, rows, out);
        if (row + Vector::width > rows) break;
        const std::size_t done = portable::strength_kernels.of_sets(ranking, sets + row, Vector::width, out + row);
        row += done;
        if (done < Vector::width) return row;
    }
    return row + portable::strength_kernels.of_sets(ranking, sets + row, rows - row, out + row);
}

}  // namespace
}  // namespace fivecard::kernels::FIVECARD_MACHINE
