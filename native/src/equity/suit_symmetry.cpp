#include "src/equity/suit_symmetry.hpp"

namespace fivecard::equity {
namespace {

// Adds a set of ranks, and it together with all subsets of others, to those of its size, as far as sizes are wanted.
void add_subsets(unsigned others, unsigned set, std::vector<std::vector<unsigned>>& by_size) {
    const auto size = static_cast<std::size_t>(std::popcount(set));
    by_size[size].push_back(set);
    if (size + 1 == by_size.size()) return;
    for (; others; others &= others - 1) add_subsets(others & (others - 1), set | (others & -others), by_size);
}

}  // namespace

SuitSymmetry::SuitSymmetry(const Question& question)
    : SuitSymmetry([&](int a, int b) {
          const CardSet board = question.board, dead = question.dead;
          if (exchange_suits(board, a, b) != board || exchange_suits(dead, a, b) != dead) return false;
          return std::ranges::all_of(question.ranges, [&](const Range& range) {
              using Known = std::pair<CardSet, std::uint32_t>;
              std::vector<Known> before(range.size()), after(range.size());
              for (std::size_t i = 0; i < range.size(); ++i) {
                  before[i] = {range[i].cards, range[i].weight};
                  after[i] = {exchange_suits(range[i].cards, a, b), range[i].weight};
              }
              std::ranges::sort(before);
              std::ranges::sort(after);
              return before == after;
          });
      }) {}

std::vector<Board> SuitSymmetry::boards(CardSet left, int count) const {
    std::vector<Board> found;
    found.reserve(static_cast<std::size_t>(board_count(left, count)) + 1);
    std::array<unsigned, suit_count> dealt{};
    std::array<std::vector<std::vector<unsigned>>, suit_count> sets;  // by suit and size
    for (int suit = 0; suit < suit_count; ++suit) {
        sets[suit].resize(static_cast<std::size_t>(count) + 1);
        add_subsets(ranks_in_suit(left, suit), 0, sets[suit]);
    }
    const auto deal = [&](const auto& self, int suit, int missing) -> void {
        if (suit == suit_count) return found.push_back(board_of(dealt));
        int before = suit - 1;
        while (before >= 0 && block_[before] != block_[suit]) --before;
        const unsigned most = before < 0 ? ~0u : dealt[before];
        for (int size = suit + 1 < suit_count ? 0 : missing; size <= missing; ++size)
            for (const unsigned set : sets[suit][static_cast<std::size_t>(size)]) {
                if (set > most) continue;
                dealt[suit] = set;
                self(self, suit + 1, missing - size);
            }
    };
    deal(deal, 0, count);
    return found;
}

// A board, and how often it can be had by permuting suits.
Board SuitSymmetry::board_of(const std::array<unsigned, suit_count>& suits) const {
    Board board{0, 1};
    for (int suit = 0; suit < suit_count; ++suit) {
        for (unsigned ranks = suits[suit]; ranks; ranks &= ranks - 1) board.cards |= CardSet{1} << (4 * std::countr_zero(ranks) + suit);
        // The suits of a block so far, and among them those with the same ranks.
        std::uint32_t alike = 0, all = 0;
        for (int other = 0; other <= suit; ++other)
            if (block_[other] == block_[suit]) ++all, alike += suits[other] == suits[suit];
        board.times = board.times * all / alike;
    }
    return board;
}

}  // namespace fivecard::equity
