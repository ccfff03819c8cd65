// What machines have in common that look up sixteen bytes at a time and compare into bytes: a base of their `Vector`.
namespace fivecard::kernels::FIVECARD_MACHINE {
namespace {

template <typename Vector>
struct BySixteen {
    // Bytes that are not zero where something is wrong.
    using Flaws = V;
    INLINE static Flaws no_flaws() { return Vector::zero(); }
    INLINE static bool any(Flaws a, Flaws b, Flaws c, Flaws d) {
        return Vector::any_bit(Vector::either(Vector::either(a, b), Vector::either(c, d)));
    }

    // The digits of cards, by rank: sixteen bytes are a table.
    using DigitTable = V;
    INLINE static DigitTable digit_table(int d) {
        constexpr const std::uint8_t* digits[] = {tables::digits0, tables::digits1, tables::digits2, tables::digits3};
        return Vector::table(digits[d]);
    }
    INLINE static V digit_index(V card) { return Vector::rank(card); }

    // The parts of a set, column i of which has its cards 8 i to 8 i + 7: the suits of a rank.
    static constexpr int set_parts = rank_count, set_part_bits = 4;
    static constexpr int card_of_part(int part, int bit) { return 4 * part + bit; }
    INLINE static V part_of_set(const V* column, int part) {
        return part % 2 ? Vector::high_half(column[part / 2]) : Vector::both(column[part / 2], Vector::fill(0x0f));
    }
};

}  // namespace
}  // namespace fivecard::kernels::FIVECARD_MACHINE
