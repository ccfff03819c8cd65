// Writes tables.hpp: every number that evaluate.hpp looks up, derived here from the rules of poker alone.
//
// Strengths. All five-card hands fall into 7,462 classes: a category and the ranks that decide inside it, most
// significant first. Sorted, their positions are the strengths, and the first of each category is where it begins. The best of n cards is the best over leaving one out,
// so strengths of six and seven ranks (and of six and seven suited ranks) follow from those of five and six.
//
// Keys. Each rank has three digits of eight bits, which makes their sums cheap in vectors of bytes. The sums over a hand,
// weighted, give two numbers: place = sum of (first + 31 * second), below 2^16, and four times the sum of third digits,
// to which the two low bits of the place are added as the row. There are 49,205 ways to choose seven ranks (at most four
// alike); seeds are tried in order until row and place together are different for all hands of each size, and until all
// rows find room.
//
// Perfect hash, one for each hand size. Rows are laid over each other in one array, largest first, each shifted
// (cyclically) by the first offset at which all of its places are free.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <vector>

namespace {

constexpr int rank_count = 13;
constexpr int suit_count = 4;
constexpr int five_high = 3;  // the rank of the wheel's highest card

enum Category { high_card, pair, two_pair, trips, straight, flush, full_house, quads, straight_flush, category_count };
constexpr const char* category_names[category_count] = {"high_card", "pair", "two_pair", "trips", "straight",
                                                        "flush", "full_house", "quads", "straight_flush"};

using Counts = std::array<int, rank_count>;  // how many cards of each rank
using Class = std::vector<int>;              // category, then deciding ranks
using Ladder = std::map<Class, int>;         // class -> strength
using RankStrengths = std::map<Counts, int>;

// The top rank of a straight over exactly these ranks (13 bits), or -1.
int straight_top(unsigned ranks) {
    for (int top = rank_count - 1; top > five_high; --top)
        if (ranks == 0x1fu << (top - 4)) return top;
    return ranks == 0x100fu ? five_high : -1;
}

unsigned rank_mask(const Counts& counts) {
    unsigned mask = 0;
    for (int rank = 0; rank < rank_count; ++rank) mask |= unsigned{counts[rank] > 0} << rank;
    return mask;
}

Class classify(const Counts& counts, bool suited) {
    if (const int top = straight_top(rank_mask(counts)); top >= 0) return {suited ? straight_flush : straight, top};
    std::vector<std::pair<int, int>> groups;  // (how many, of which rank), largest first
    for (int rank = 0; rank < rank_count; ++rank)
        if (counts[rank]) groups.emplace_back(counts[rank], rank);
    std::sort(groups.rbegin(), groups.rend());
    const int first = groups[0].first, second = groups[1].first;
    const Category category = suited                       ? flush
                              : first == 4                 ? quads
                              : first == 3 && second == 2  ? full_house
                              : first == 3                 ? trips
                              : first == 2 && second == 2  ? two_pair
                              : first == 2                 ? pair
                                                           : high_card;
    Class result{category};
    for (const auto& [many, rank] : groups) result.push_back(rank);
    return result;
}

std::vector<Counts> all_counts(int cards) {
    std::vector<Counts> found;
    Counts counts{};
    const auto extend = [&](const auto& self, int rank, int left) -> void {
        if (rank == rank_count) {
            if (left == 0) found.push_back(counts);
            return;
        }
        for (counts[rank] = 0; counts[rank] <= std::min(left, suit_count); ++counts[rank])
            self(self, rank + 1, left - counts[rank]);
        counts[rank] = 0;
    };
    extend(extend, 0, cards);
    return found;
}

Ladder make_ladder() {
    Ladder ladder;
    for (const Counts& counts : all_counts(5)) {
        ladder[classify(counts, false)] = 0;
        if (*std::max_element(counts.begin(), counts.end()) == 1) ladder[classify(counts, true)] = 0;
    }
    int strength = 0;
    for (auto& [hand, position] : ladder) position = ++strength;
    return ladder;
}

// Strengths of all rank counts of `cards` cards, suits aside; `fewer` are those of one card less.
RankStrengths strengths_of(int cards, const Ladder& ladder, const RankStrengths& fewer) {
    RankStrengths result;
    for (Counts counts : all_counts(cards)) {
        int best = 0;
        if (cards == 5) best = ladder.at(classify(counts, false));
        else
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

// Strength of a flush by the 13-bit set of its ranks; 0 for fewer than five. Masks with fewer bits come first in
// numeric order of their subsets, so one pass suffices.
std::vector<int> flush_strengths(const Ladder& ladder) {
    std::vector<int> result(1u << rank_count);
    for (unsigned mask = 0; mask < result.size(); ++mask) {
        if (__builtin_popcount(mask) == 5) {
            Counts counts{};
            for (int rank = 0; rank < rank_count; ++rank) counts[rank] = mask >> rank & 1;
            result[mask] = ladder.at(classify(counts, true));
        } else
            for (int rank = 0; rank < rank_count; ++rank)
                if (mask >> rank & 1) result[mask] = std::max(result[mask], result[mask ^ 1u << rank]);
    }
    return result;
}

constexpr int second_weight = 31;
constexpr int row_weight = 4;

struct RankKey {
    std::uint8_t first, second, third;

    std::uint32_t place() const { return first + second_weight * std::uint32_t{second}; }
    std::uint32_t row() const { return row_weight * std::uint32_t{third}; }
};

using Keys = std::array<RankKey, rank_count>;

// SplitMix64: a well-mixed sequence from any seed.
std::uint64_t next_random(std::uint64_t& seed) {
    std::uint64_t mixed = seed += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

Keys keys_from(std::uint64_t seed) {
    Keys keys;
    const auto digit = [&] { return static_cast<std::uint8_t>(next_random(seed)); };
    for (auto& key : keys) {
        key.first = digit();
        key.second = digit();
        key.third = digit();
    }
    return keys;
}

struct Hash {
    int cards, place_bits;
    std::vector<int> offsets{}, strengths{};
};

std::optional<Hash> fit(Hash hash, const Keys& keys, const RankStrengths& hands) {
    struct Entry {
        std::uint32_t row, place;
        int strength;
    };
    const std::uint32_t place_mask = (1u << hash.place_bits) - 1;
    std::vector<Entry> entries;
    std::uint32_t last_row = 0;
    for (const auto& [counts, strength] : hands) {
        std::uint32_t row = 0, place = 0;
        for (int rank = 0; rank < rank_count; ++rank) {
            row += static_cast<std::uint32_t>(counts[rank]) * keys[rank].row();
            place += static_cast<std::uint32_t>(counts[rank]) * keys[rank].place();
        }
        entries.push_back({row | place % row_weight, place & place_mask, strength});
        last_row = std::max(last_row, entries.back().row);
    }
    std::vector<std::vector<Entry>> rows(last_row + 1);
    for (const Entry& entry : entries) {
        auto& row = rows[entry.row];
        for (const Entry& other : row)
            if (other.place == entry.place) return std::nullopt;
        row.push_back(entry);
    }
    std::vector<std::size_t> order(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) order[row] = row;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rows[a].size() > rows[b].size(); });

    // Room for the row of any digits at all, so that a vector may look up hands that are found wrong only later.
    hash.offsets.assign(std::size_t{row_weight} * (255u * static_cast<unsigned>(hash.cards) + 1), 0);
    hash.strengths.assign(place_mask + 1, 0);
    for (const std::size_t row : order) {
        const auto lies_free = [&](std::uint32_t offset) {
            return std::all_of(rows[row].begin(), rows[row].end(), [&](const Entry& entry) {
                return hash.strengths[(entry.place + offset) & place_mask] == 0;
            });
        };
        std::uint32_t offset = 0;
        while (offset <= place_mask && !lies_free(offset)) ++offset;
        if (offset > place_mask) return std::nullopt;
        hash.offsets[row] = static_cast<int>(offset);
        for (const Entry& entry : rows[row]) hash.strengths[(entry.place + offset) & place_mask] = entry.strength;
    }
    hash.offsets.push_back(0);  // vectors read four bytes where an entry has two
    hash.strengths.push_back(0);
    return hash;
}

template <typename Number>
void write_array(std::FILE* file, const char* type, const char* name, const std::vector<Number>& numbers) {
    std::fprintf(file, "%s %s[%zu] = {", type, name, numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        std::fprintf(file, "%s%lluu,", i % 16 ? "" : "\n", static_cast<unsigned long long>(numbers[i]));
    std::fputs("\n};\n", file);
}

// The weakest strength of each category, and one above the strongest of all.
void write_categories(std::FILE* file, const Ladder& ladder) {
    std::vector<int> starts;
    for (const auto& [hand, strength] : ladder)
        if (static_cast<int>(starts.size()) == hand[0]) starts.push_back(strength);
    starts.push_back(static_cast<int>(ladder.size()) + 1);
    std::fputs("\nenum Category {", file);
    for (const char* name : category_names) std::fprintf(file, " %s,", name);
    std::fputs(" category_count };\n", file);
    write_array(file, "inline constexpr std::uint16_t", "category_starts", starts);
    std::fprintf(file, "inline constexpr int strength_count = %zu;\n", ladder.size());
}

void write_tables(std::FILE* file, std::uint64_t seed, const Keys& keys, const Ladder& ladder, const std::vector<Hash>& hashes,
                  const std::vector<int>& flushes) {
    std::vector<std::uint64_t> tallies;  // the layout that evaluate.hpp draws
    std::vector<int> first, second, third;
    for (const RankKey& key : keys) {
        for (int suit = 0; suit < suit_count; ++suit)
            tallies.push_back(std::uint64_t{key.row()} << 32 | key.place() << 16 | 1u << 4 * suit);
        first.push_back(key.first);
        second.push_back(key.second);
        third.push_back(key.third);
    }

    std::fprintf(file, "// Made by native/tables/make_tables.cpp (seed %llu); do not edit.\n#pragma once\n\n"
                       "#include <cstdint>\n\nnamespace fivecard::tables {\n\n",
                 static_cast<unsigned long long>(seed));
    write_array(file, "inline constexpr std::uint64_t", "card_tallies", tallies);
    write_categories(file, ladder);
    std::fprintf(file, "\ninline constexpr int second_weight = %d;\ninline constexpr int row_weight = %d;\n",
                 second_weight, row_weight);
    write_array(file, "inline constexpr std::uint8_t", "first_digits", first);
    write_array(file, "inline constexpr std::uint8_t", "second_digits", second);
    write_array(file, "inline constexpr std::uint8_t", "third_digits", third);
    write_array(file, "inline constexpr std::uint16_t", "flush_strengths", flushes);
    std::fputs("\ntemplate <int Cards>\nstruct RankHash;\n", file);
    for (const Hash& hash : hashes) {
        std::fprintf(file, "\ntemplate <>\nstruct RankHash<%d> {\n", hash.cards);
        std::fprintf(file, "    static constexpr std::uint32_t place_mask = %u;\n", (1u << hash.place_bits) - 1);
        write_array(file, "    static constexpr std::uint16_t", "offsets", hash.offsets);
        write_array(file, "    static constexpr std::uint16_t", "strengths", hash.strengths);
        std::fputs("};\n", file);
    }
    std::fputs("\n}  // namespace fivecard::tables\n", file);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: make_tables OUTPUT\n", stderr);
        return 2;
    }
    const Ladder ladder = make_ladder();
    const RankStrengths five = strengths_of(5, ladder, {});
    const RankStrengths six = strengths_of(6, ladder, five);
    const RankStrengths seven = strengths_of(7, ladder, six);

    // Place for 49,205, 18,395 and 6,175 entries: the smallest powers of two. The hardest is tried first.
    for (std::uint64_t seed = 1;; ++seed) {
        const Keys keys = keys_from(seed);
        const auto hash7 = fit({7, 16}, keys, seven);
        const auto hash6 = hash7 ? fit({6, 15}, keys, six) : std::nullopt;
        const auto hash5 = hash6 ? fit({5, 13}, keys, five) : std::nullopt;
        if (!hash5) continue;
        std::FILE* file = std::fopen(argv[1], "w");
        if (!file) {
            std::perror(argv[1]);
            return 1;
        }
        write_tables(file, seed, keys, ladder, {*hash5, *hash6, *hash7}, flush_strengths(ladder));
        return std::fclose(file) == 0 ? 0 : 1;
    }
}
