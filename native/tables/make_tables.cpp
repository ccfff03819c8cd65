// Writes tables.hpp: every number that evaluate.hpp looks up, derived here from the rules of poker alone.
//
// Strengths. All five-card hands fall into 7,462 classes: a category and the ranks that decide inside it, most
// significant first. Sorted, their positions are the strengths. The best of n cards is the best over leaving one out,
// so strengths of six and seven ranks (and of six and seven suited ranks) follow from those of five and six.
//
// Keys. Each rank gets a 32-bit key; a hand's key is the sum modulo 2^32. There are 49,205 ways to choose seven ranks
// (at most four alike), so random keys rarely make two sums equal: seeds are tried in order until the sums of each hand
// size differ in the bits that the hash uses, and until all rows find a place.
//
// Perfect hash, one for each hand size. The top bits of the sum choose a row, its low bits a place within it. Rows are
// laid over each other in one array, largest first, each shifted (cyclically) by the first offset at which all of its
// entries fall on free places.
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

enum Category { high_card, pair, two_pair, trips, straight, flush, full_house, quads, straight_flush };

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

using Keys = std::array<std::uint32_t, rank_count>;

// SplitMix64: a well-mixed sequence from any seed.
Keys keys_from(std::uint64_t seed) {
    Keys keys;
    for (auto& key : keys) {
        std::uint64_t mixed = seed += 0x9e3779b97f4a7c15;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        key = static_cast<std::uint32_t>((mixed ^ mixed >> 31) >> 32);
    }
    return keys;
}

struct Hash {
    int cards, row_bits, place_bits;
    std::vector<int> offsets{}, strengths{};
};

std::optional<Hash> fit(Hash hash, const Keys& keys, const RankStrengths& hands) {
    struct Entry {
        std::uint32_t place;
        int strength;
    };
    std::vector<std::vector<Entry>> rows(1u << hash.row_bits);
    const std::uint32_t place_mask = (1u << hash.place_bits) - 1;
    for (const auto& [counts, strength] : hands) {
        std::uint32_t sum = 0;
        for (int rank = 0; rank < rank_count; ++rank) sum += static_cast<std::uint32_t>(counts[rank]) * keys[rank];
        rows[sum >> (32 - hash.row_bits)].push_back({sum & place_mask, strength});
    }
    std::vector<std::size_t> order(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) order[row] = row;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rows[a].size() > rows[b].size(); });

    hash.offsets.assign(rows.size(), 0);
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
        for (const Entry& entry : rows[row]) {
            int& place = hash.strengths[(entry.place + offset) & place_mask];
            if (place != 0) return std::nullopt;  // two hands of this row share a place
            place = entry.strength;
        }
    }
    return hash;
}

template <typename Number>
void write_array(std::FILE* file, const char* type, const char* name, const std::vector<Number>& numbers) {
    std::fprintf(file, "%s %s[%zu] = {", type, name, numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        std::fprintf(file, "%s%lluu,", i % 16 ? "" : "\n", static_cast<unsigned long long>(numbers[i]));
    std::fputs("\n};\n", file);
}

void write_tables(std::FILE* file, std::uint64_t seed, const Keys& keys, const std::vector<Hash>& hashes,
                  const std::vector<int>& flushes) {
    std::vector<std::uint64_t> tallies;  // the layout that evaluate.hpp draws
    for (int rank = 0; rank < rank_count; ++rank)
        for (int suit = 0; suit < suit_count; ++suit)
            tallies.push_back(std::uint64_t{keys[rank]} << 32 | std::uint64_t{1} << 4 * suit);

    std::fprintf(file, "// Made by native/tables/make_tables.cpp (seed %llu); do not edit.\n#pragma once\n\n"
                       "#include <cstdint>\n\nnamespace fivecard::tables {\n\n",
                 static_cast<unsigned long long>(seed));
    write_array(file, "inline constexpr std::uint64_t", "card_tallies", tallies);
    write_array(file, "inline constexpr std::uint16_t", "flush_strengths", flushes);
    std::fputs("\ntemplate <int Cards>\nstruct RankHash;\n", file);
    for (const Hash& hash : hashes) {
        std::fprintf(file, "\ntemplate <>\nstruct RankHash<%d> {\n", hash.cards);
        std::fprintf(file, "    static constexpr int row_shift = %d;\n", 32 - hash.row_bits);
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

    // The smallest power of two above 6,175, 18,395 and 49,205 entries; as many rows as it takes to fill it so far.
    for (std::uint64_t seed = 1;; ++seed) {
        const Keys keys = keys_from(seed);
        const auto hash5 = fit({5, 11, 13}, keys, five);
        const auto hash6 = hash5 ? fit({6, 12, 15}, keys, six) : std::nullopt;
        const auto hash7 = hash6 ? fit({7, 13, 16}, keys, seven) : std::nullopt;
        if (!hash7) continue;
        std::FILE* file = std::fopen(argv[1], "w");
        if (!file) {
            std::perror(argv[1]);
            return 1;
        }
        write_tables(file, seed, keys, {*hash5, *hash6, *hash7}, flush_strengths(ladder));
        return std::fclose(file) == 0 ? 0 : 1;
    }
}
