// Writes every number that the evaluator looks up: tables.hpp with the keys, the hash and the tables of high hands, and
// rankings.cpp with those of all other rankings.
//
// Poker is stated elsewhere: write_rankings.py lists the strength of every choice of five ranks, without a flush and with
// one, under every ranking. All that is known here is that the best of n cards is the best over leaving one out.
//
// Keys. A rank has four digits, a byte each, which makes their sums cheap in vectors of bytes. The sums over a hand give
//
//     column = first + 256 * second                    (16 bits; fewer where fewer are needed)
//     row    = third + 16 * fourth, or for five cards third + 4 * second
//
// The first and third digits are so small that seven of them fit into a byte; the second and fourth are added up modulo
// 256, which the masks over column and row undo. So the same keys may be added up byte by byte in vectors, or with
// carries in one 64-bit number (hand.hpp). Digits are drawn at random, rank by rank, from seed to seed, until column and
// row together are different for all hands of each size.
//
// Perfect hash, one for each hand size: rows are laid over each other in one array, largest first, each shifted
// (cyclically) by the first offset at which all of its slots are free. A ranking fills this array with its strengths.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace {

constexpr int rank_count = 13;
constexpr int suit_count = 4;
constexpr int smallest_hand = 5;
constexpr int largest_hand = 7;

using Counts = std::array<int, rank_count>;  // how many cards of each rank

std::vector<Counts> all_counts(int cards) {
    std::vector<Counts> found;
    Counts counts{};
    const auto extend = [&](const auto& self, int rank, int left) -> void {
        if (rank == rank_count) {
            if (left == 0) found.push_back(counts);
            return;
        }
        for (counts[rank] = 0; counts[rank] <= std::min(left, suit_count); ++counts[rank]) self(self, rank + 1, left - counts[rank]);
        counts[rank] = 0;
    };
    extend(extend, 0, cards);
    return found;
}

// ---- Rankings

using RankStrengths = std::map<Counts, int>;

bool in_deck(const Counts& counts, int deck) {
    for (int rank = 0; rank < rank_count; ++rank)
        if (counts[static_cast<std::size_t>(rank)] && !(deck >> rank & 1)) return false;
    return true;
}

struct Ranking {
    std::string name, suits;
    int strongest = 0, deck = 0;
    bool qualified = false;  // whether some hands of its deck have no strength
    std::map<int, RankStrengths> strengths{};  // by the number of cards
    std::vector<int> flushes{}, unsuited{};    // by the 13-bit set of ranks, each of which stands once
};

[[noreturn]] void fail(const std::string& problem) {
    std::fprintf(stderr, "make_tables: %s\n", problem.c_str());
    std::exit(1);
}

// The best over leaving one out.
RankStrengths with_one_more(int cards, const RankStrengths& fewer) {
    RankStrengths result;
    for (Counts counts : all_counts(cards)) {
        int best = 0;
        for (int rank = 0; rank < rank_count; ++rank)
            if (counts[rank]) {
                --counts[rank];
                best = std::max(best, fewer.at(counts));
                ++counts[rank];
            }
        result[counts] = best;
    }
    return result;
}

// The best of all sets of different ranks, from those of five. In numeric order, subsets come before their sets: one pass
// suffices.
template <typename OfFive>
std::vector<int> by_set(OfFive of_five) {
    std::vector<int> best(1u << rank_count);
    for (unsigned set = 0; set < best.size(); ++set) {
        Counts counts{};
        for (int rank = 0; rank < rank_count; ++rank)
            if (set >> rank & 1) {
                counts[rank] = 1;
                best[set] = std::max(best[set], best[set ^ 1u << rank]);
            }
        if (std::popcount(set) == smallest_hand) best[set] = of_five(counts);
    }
    return best;
}

std::vector<Ranking> read_rankings(const char* path) {
    std::ifstream file(path);
    if (!file) fail(std::string("cannot read ") + path);
    const auto expect = [&](const std::string& wanted) {
        std::string word;
        if (!(file >> word) || word != wanted) fail("expected '" + wanted + "', found '" + word + "' in " + path);
    };
    const auto number = [&] {
        int found = -1;
        if (!(file >> found) || found < 0) fail(std::string("expected a number in ") + path);
        return found;
    };
    std::vector<Ranking> rankings;
    for (std::string word; file >> word;) {
        if (word != "ranking") fail("expected 'ranking', found '" + word + "' in " + path);
        Ranking ranking;
        file >> ranking.name >> ranking.suits;
        ranking.strongest = number();
        expect("deck");
        ranking.deck = number();
        // Kernels compare cards with the lowest one: a deck without some ranks is one without the lowest.
        if (ranking.deck == 0 || (ranking.deck | (ranking.deck - 1)) != (1 << rank_count) - 1)
            fail("the deck of '" + ranking.name + "' is not made of the highest ranks");
        expect("ranks");
        for (const Counts& counts : all_counts(smallest_hand)) {
            const int strength = ranking.strengths[smallest_hand][counts] = number();
            ranking.qualified |= !strength && in_deck(counts, ranking.deck);
        }
        for (int cards = smallest_hand + 1; cards <= largest_hand; ++cards)
            ranking.strengths[cards] = with_one_more(cards, ranking.strengths[cards - 1]);
        expect("suited");
        ranking.flushes = by_set([&](const Counts&) { return number(); });
        ranking.unsuited = by_set([&](const Counts& counts) { return ranking.strengths[smallest_hand].at(counts); });
        rankings.push_back(std::move(ranking));
    }
    return rankings;
}

// ---- Keys

constexpr int digit_count = 4;
constexpr unsigned small_digit = 255 / largest_hand;

// Digit d of a rank, or their sum over a hand, in bits 16 d and up: there is room for all carries.
using Digits = std::uint64_t;

constexpr unsigned digit(Digits digits, int d) { return static_cast<unsigned>(digits >> 16 * d) & 0xffff; }

struct Shape {
    int cards, column_bits, row_bits;
    int row_weight, row_digit;  // the row is the third digit and this one, weighted

    std::uint32_t column(Digits sums) const { return (digit(sums, 0) + 256 * digit(sums, 1)) & ((1u << column_bits) - 1); }
    std::uint32_t row(Digits sums) const {
        return (digit(sums, 2) + static_cast<unsigned>(row_weight) * digit(sums, row_digit)) & ((1u << row_bits) - 1);
    }
};

// Room for 6,175, 18,395 and 49,205 entries: the smallest powers of two.
constexpr Shape shapes[] = {{5, 13, 10, 4, 1}, {6, 15, 12, 16, 3}, {7, 16, 12, 16, 3}};

// SplitMix64: a well-mixed sequence from any seed.
std::uint64_t next_random(std::uint64_t& seed) {
    std::uint64_t mixed = seed += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

Digits random_digits(std::uint64_t& seed) {
    const std::uint64_t random = next_random(seed);
    return random % (small_digit + 1) | (random >> 16 & 0xff) << 16 | (random >> 32 & 0xffff) % (small_digit + 1) << 32 |
           (random >> 48 & 0xff) << 48;
}

// The keys of hands of one size, which must all be different. Additions can be taken back, last first.
class KeySet {
public:
    bool add(std::uint32_t key) {
        std::size_t slot = key * 0x9e3779b9u >> (32 - bits);
        for (; slots_[slot] != empty; slot = (slot + 1) % slots_.size())
            if (slots_[slot] == key) return false;
        slots_[slot] = key;
        added_.push_back(slot);
        return true;
    }
    std::size_t size() const { return added_.size(); }
    void shrink(std::size_t size) {
        for (; added_.size() > size; added_.pop_back()) slots_[added_.back()] = empty;
    }

private:
    static constexpr int bits = 17;
    static constexpr std::uint32_t empty = ~std::uint32_t{0};
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(std::size_t{1} << bits, empty);
    std::vector<std::size_t> added_{};
};

using Keys = std::array<Digits, rank_count>;

// Digits for every rank that keep all hands apart; nothing if a rank finds none within a fair number of attempts.
std::optional<Keys> keys_from(std::uint64_t seed) {
    Keys keys{};
    std::array<std::vector<Digits>, largest_hand + 1> hands;  // sums over the ranks so far, by the number of cards
    hands[0] = {0};
    std::array<KeySet, std::size(shapes)> taken;
    for (Digits& rank : keys) {
        const auto fits = [&] {
            for (std::size_t i = 0; i < std::size(shapes); ++i)
                for (int many = 1; many <= suit_count; ++many)
                    for (const Digits others : hands[static_cast<std::size_t>(shapes[i].cards - many)]) {
                        const Digits sums = others + static_cast<Digits>(many) * rank;
                        if (!taken[i].add(shapes[i].row(sums) << 16 | shapes[i].column(sums))) return false;
                    }
            return true;
        };
        constexpr int attempts = 400'000;
        int attempt = 0;
        std::array<std::size_t, std::size(shapes)> before;
        for (std::size_t i = 0; i < before.size(); ++i) before[i] = taken[i].size();
        for (; attempt < attempts; ++attempt) {
            rank = random_digits(seed);
            if (fits()) break;
            for (std::size_t i = 0; i < before.size(); ++i) taken[i].shrink(before[i]);
        }
        if (attempt == attempts) return std::nullopt;
        for (std::size_t cards = largest_hand; cards > 0; --cards)
            for (std::size_t many = 1; many <= std::min<std::size_t>(cards, suit_count); ++many)
                for (const Digits others : std::vector<Digits>(hands[cards - many])) hands[cards].push_back(others + many * rank);
    }
    return keys;
}

// ---- The perfect hash

struct Hash {
    Shape shape;
    std::vector<int> offsets{};
    std::map<Counts, std::size_t> slots{};
};

std::optional<Hash> fit(const Shape& shape, const Keys& keys) {
    struct Entry {
        std::uint32_t column;
        Counts counts;
    };
    std::vector<std::vector<Entry>> rows(std::size_t{1} << shape.row_bits);
    for (const Counts& counts : all_counts(shape.cards)) {
        Digits sums = 0;
        for (int rank = 0; rank < rank_count; ++rank) sums += static_cast<Digits>(counts[rank]) * keys[rank];
        rows[shape.row(sums)].push_back({shape.column(sums), counts});
    }
    std::vector<std::size_t> order(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) order[row] = row;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rows[a].size() > rows[b].size(); });

    Hash hash{shape};
    hash.offsets.assign(rows.size(), 0);
    const std::uint32_t column_mask = (1u << shape.column_bits) - 1;
    std::vector<bool> taken(column_mask + 1);
    for (const std::size_t row : order) {
        const auto lies_free = [&](std::uint32_t offset) {
            return std::all_of(rows[row].begin(), rows[row].end(),
                               [&](const Entry& entry) { return !taken[(entry.column + offset) & column_mask]; });
        };
        std::uint32_t offset = 0;
        while (offset <= column_mask && !lies_free(offset)) ++offset;
        if (offset > column_mask) return std::nullopt;
        hash.offsets[row] = static_cast<int>(offset);
        for (const Entry& entry : rows[row]) {
            taken[(entry.column + offset) & column_mask] = true;
            hash.slots[entry.counts] = (entry.column + offset) & column_mask;
        }
    }
    return hash;
}

// ---- Output

std::FILE* open(const char* path) {
    std::FILE* file = std::fopen(path, "w");
    if (!file) fail(std::string("cannot write ") + path);
    std::fputs("// Made by native/tables/make_tables.cpp; do not edit.\n", file);
    return file;
}

void close(std::FILE* file, const char* path) {
    if (std::fclose(file) != 0) fail(std::string("cannot write ") + path);
}

template <typename Number>
void write_array(std::FILE* file, const std::string& declaration, const std::vector<Number>& numbers) {
    std::fprintf(file, "%s[%zu] = {", declaration.c_str(), numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        std::fprintf(file, "%s%lluu,", i % 16 ? "" : "\n", static_cast<unsigned long long>(numbers[i]));
    std::fputs("\n};\n", file);
}

// The arrays of a ranking, each declared as `prefix` says, and the words that make a Ranking of them.
std::string write_ranking(std::FILE* file, const Ranking& ranking, const std::vector<Hash>& hashes, const std::string& storage,
                          const std::string& prefix) {
    std::string pointers;
    for (const Hash& hash : hashes) {
        const std::string name = prefix + std::to_string(hash.shape.cards);
        std::vector<int> values(std::size_t{1} << hash.shape.column_bits);
        for (const auto& [counts, strength] : ranking.strengths.at(hash.shape.cards)) values[hash.slots.at(counts)] = strength;
        write_array(file, storage + " std::uint16_t " + name, values);
        pointers += (pointers.empty() ? "" : ", ") + name;
    }
    const auto by_set = [&](bool wanted, const std::string& name, const std::vector<int>& strengths) {
        if (!wanted) return std::string(", nullptr");
        write_array(file, storage + " std::uint16_t " + prefix + name, strengths);
        return ", " + prefix + name;
    };
    const std::string sets =
        by_set(ranking.suits != "ignored", "_flushes", ranking.flushes) + by_set(ranking.suits == "lower", "_unsuited", ranking.unsuited);
    return "{\"" + ranking.name + "\", Suits::" + ranking.suits + ", " +
           std::to_string(4 * std::countr_zero(static_cast<unsigned>(ranking.deck))) + ", " + std::to_string(ranking.strongest) +
           (ranking.qualified ? ", true" : ", false") + ", {" + pointers + "}" + sets + "}";
}

void write_header(const char* path, const Keys& keys, const std::vector<Hash>& hashes, const Ranking& high) {
    std::vector<Digits> tallies;  // the layout that hand.hpp draws
    std::array<std::vector<unsigned>, digit_count> digits;
    for (const Digits rank : keys) {
        const Digits column = (digit(rank, 0) + 256 * digit(rank, 1)) & 0xffff;
        const auto row = [&](const Shape& shape) {
            return digit(rank, 2) + static_cast<Digits>(shape.row_weight) * digit(rank, shape.row_digit);
        };
        for (int suit = 0; suit < suit_count; ++suit)
            tallies.push_back(column << 48 | row(shapes[2]) << 32 | row(shapes[0]) << 16 | Digits{1} << 4 * suit);
        for (int d = 0; d < digit_count; ++d) digits[static_cast<std::size_t>(d)].push_back(digit(rank, d));
    }
    for (auto& each : digits) each.resize(16);  // a table of sixteen bytes fits into a vector register

    std::FILE* file = open(path);
    std::fputs("#pragma once\n\n#include <cstdint>\n\n#include <fivecard/ranking.hpp>\n\nnamespace fivecard::tables {\n\n", file);
    write_array(file, "inline constexpr std::uint64_t card_tallies", tallies);
    for (int d = 0; d < digit_count; ++d)
        write_array(file, "alignas(16) inline constexpr std::uint8_t digits" + std::to_string(d), digits[static_cast<std::size_t>(d)]);
    std::fputs("\ntemplate <int Cards>\nstruct RankHash;\n", file);
    for (const Hash& hash : hashes) {
        const Shape& shape = hash.shape;
        std::fprintf(file, "\ntemplate <>\nstruct RankHash<%d> {\n", shape.cards);
        std::fprintf(file, "    static constexpr std::uint32_t column_mask = %u, row_mask = %u;\n", (1u << shape.column_bits) - 1,
                     (1u << shape.row_bits) - 1);
        std::fprintf(file, "    static constexpr int row_weight = %d, row_digit = %d, row_shift = %d;\n", shape.row_weight, shape.row_digit,
                     shape.cards == smallest_hand ? 16 : 32);
        write_array(file, "    static constexpr std::uint16_t offsets", hash.offsets);
        std::fputs("};\n", file);
    }
    std::fputs("\n", file);
    const std::string words = write_ranking(file, high, hashes, "inline constexpr", "high");
    std::fprintf(file, "inline constexpr Ranking high = %s;\n\n}  // namespace fivecard::tables\n", words.c_str());
    close(file, path);
}

void write_rankings(const char* path, const std::vector<Hash>& hashes, const std::vector<Ranking>& rankings) {
    std::FILE* file = open(path);
    std::fputs("#include <fivecard/tables.hpp>\n\nnamespace fivecard {\nnamespace {\n\n", file);
    std::string all;
    for (std::size_t i = 0; i < rankings.size(); ++i)
        all += "    " +
               (rankings[i].name == "high" ? std::string("tables::high")
                                           : write_ranking(file, rankings[i], hashes, "constexpr", "ranking" + std::to_string(i) + "_")) +
               ",\n";
    std::fprintf(file,
                 "\nconstexpr Ranking all[] = {\n%s};\n\n}  // namespace\n\nstd::span<const Ranking> rankings() { return all; }\n\n"
                 "}  // namespace fivecard\n",
                 all.c_str());
    close(file, path);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) fail("usage: make_tables RANKINGS HEADER SOURCE");
    const std::vector<Ranking> rankings = read_rankings(argv[1]);
    const auto high = std::find_if(rankings.begin(), rankings.end(), [](const Ranking& ranking) { return ranking.name == "high"; });
    if (high == rankings.end()) fail(std::string("there is no ranking 'high' in ") + argv[1]);
    for (std::uint64_t seed = 1;; ++seed) {
        const auto keys = keys_from(seed);
        if (!keys) continue;
        std::vector<Hash> hashes;
        for (const Shape& shape : shapes)
            if (auto hash = fit(shape, *keys)) hashes.push_back(std::move(*hash));
        if (hashes.size() < std::size(shapes)) continue;
        write_header(argv[2], *keys, hashes, *high);
        write_rankings(argv[3], hashes, rankings);
        return 0;
    }
}
