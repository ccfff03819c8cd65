#include "suit_symmetry.hpp"

namespace fivecard::equity {

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

// The suits up to `suit` have been dealt.
void SuitSymmetry::deal(CardSet left, int count, int suit, std::array<unsigned, suit_count>& suits, std::vector<Board>& found) const {
    if (suit == suit_count) {
        Board board{0, 1};
        for (int s = 0; s < suit_count; ++s) {
            for (unsigned ranks = suits[s]; ranks; ranks &= ranks - 1) board.cards |= CardSet{1} << (4 * std::countr_zero(ranks) + s);
            // The suits of a block so far, and among them those with the same ranks.
            std::uint32_t alike = 0, all = 0;
            for (int other = 0; other <= s; ++other)
                if (block_[other] == block_[s]) ++all, alike += suits[other] == suits[s];
            board.times = board.times * all / alike;
        }
        found.push_back(board);
        return;
    }
    int before = suit - 1;
    while (before >= 0 && block_[before] != block_[suit]) --before;
    const unsigned here = ranks_in_suit(left, suit);
    const unsigned most = before >= 0 ? suits[before] : here;
    for (unsigned ranks = here;; ranks = (ranks - 1) & here) {
        const int dealt = std::popcount(ranks);
        if (ranks <= most && dealt <= count && (suit + 1 < suit_count || dealt == count)) {
            suits[suit] = ranks;
            deal(left, count - dealt, suit + 1, suits, found);
        }
        if (!ranks) break;
    }
}

}  // namespace fivecard::equity
