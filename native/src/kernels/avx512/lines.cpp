// Lines of thirteen cards as text, 39 bytes each. The low six bits of the characters used are all different, so one
// permutation gives what each means, and another which character it should have been.
#include "parts.hpp"
#include "vectors.hpp"

#include <letters.hpp>

namespace fivecard::kernels::avx512 {
namespace {

constexpr int deal_size = 13;
constexpr int line_size = 3 * deal_size;

struct LineTables {
    Table<std::uint8_t, 64> meaning, character, separators, ranks, suits;
    std::uint64_t cards = 0, suit_positions = 0, separator_positions = 0;
};

constexpr auto line_tables = [] {
    LineTables tables;
    for (int i = 0; i < 64; ++i) tables.character.entries[i] = static_cast<std::uint8_t>(~i);  // like none of them
    for (int rank = 0; rank < rank_count; ++rank) {
        tables.meaning.entries[rank_letters[rank] % 64] = static_cast<std::uint8_t>(4 * rank);
        tables.character.entries[rank_letters[rank] % 64] = static_cast<std::uint8_t>(rank_letters[rank]);
    }
    for (int suit = 0; suit < suit_count; ++suit) {
        const char letter = capital(suit_letters[suit]);
        tables.meaning.entries[letter % 64] = static_cast<std::uint8_t>(0x80 + suit);  // marked as a suit
        tables.character.entries[letter % 64] = static_cast<std::uint8_t>(letter);
    }
    for (int card = 0; card < deal_size; ++card) {
        tables.ranks.entries[card] = static_cast<std::uint8_t>(3 * card);
        tables.suits.entries[card] = static_cast<std::uint8_t>(3 * card + 1);
        tables.cards |= std::uint64_t{3} << 3 * card;
        tables.suit_positions |= std::uint64_t{2} << 3 * card;
        tables.separator_positions |= std::uint64_t{4} << 3 * card;
        tables.separators.entries[3 * card + 2] = card + 1 < deal_size ? ' ' : '\n';
    }
    return tables;
}();

AVX512 std::size_t read_deal_lines(const char* text, std::size_t lines, CardId* cards) {
    std::size_t line = 0;
    // One line more, because 64 bytes are read where a line has 39.
    for (; line + 2 <= lines; ++line, text += line_size, cards += deal_size) {
        const V characters = load_once(text);
        const V meaning = _mm512_permutexvar_epi8(characters, load(line_tables.meaning.entries));
        const V expected = _mm512_permutexvar_epi8(characters, load(line_tables.character.entries));
        const std::uint64_t known = _mm512_cmpeq_epi8_mask(characters, expected) & line_tables.cards;
        const std::uint64_t suits = _mm512_movepi8_mask(meaning) & line_tables.cards;
        const std::uint64_t parted = _mm512_mask_cmpeq_epi8_mask(line_tables.separator_positions, characters,
                                                                 load(line_tables.separators.entries));
        if ((known ^ line_tables.cards) | (suits ^ line_tables.suit_positions) | (parted ^ line_tables.separator_positions)) break;
        const V rank = _mm512_permutexvar_epi8(load(line_tables.ranks.entries), meaning);
        const V suit = _mm512_permutexvar_epi8(load(line_tables.suits.entries), meaning);
        const __m128i ids = _mm_or_si128(_mm512_castsi512_si128(rank),
                                         _mm_and_si128(_mm512_castsi512_si128(suit), _mm_set1_epi8(3)));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(cards), ids);
    }
    return line;
}

}  // namespace

std::size_t read_lines(const char* text, std::size_t lines, int count, CardId* cards) {
    const std::size_t done = count == deal_size ? read_deal_lines(text, lines, cards) : 0;
    if (count == deal_size && lines - done > 1) return done;
    return done + portable::read_lines(text + done * 3 * static_cast<std::size_t>(count), lines - done, count,
                                      cards + done * static_cast<std::size_t>(count));
}

}  // namespace fivecard::kernels::avx512
