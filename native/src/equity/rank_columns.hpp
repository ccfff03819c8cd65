// What a pair of ranks is worth on every board.
#pragma once

#include "src/kernels/rank_boards.hpp"

namespace fivecard::equity {

// The column of a pair of ranks (see `rank_pair`), made when it is first asked for: with the best five of seven cards under
// a ranking; and in Omaha, with two from the hand and three from the board, not completed. 0 where more than four cards are
// of one rank.
const RankColumn& holdem_column(const Ranking& ranking, int pair);
const RankColumn& omaha_column(int pair);

// Fills in the boards with three or four known ranks.
void complete(RankColumn& column);

}  // namespace fivecard::equity
