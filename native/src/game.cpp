#include "src/game.hpp"

#include <fivecard/badugi.hpp>
#include <fivecard/omaha_low.hpp>
#include <fivecard/omaha.hpp>

namespace fivecard {

std::optional<Game> Game::find(std::span<const std::string> rankings, int players, int hole, int board, int from_hole) {
    const bool omaha = from_hole == 2 && board == board_size && hole >= smallest_omaha_hand && hole <= largest_omaha_hand;
    if (rankings.empty() || rankings.size() > 2 || players < 1 || players > card_count || hole < 1 || hole > card_count ||
        (board != 0 && board != board_size) || players * hole + board > card_count || (from_hole && !omaha))
        return std::nullopt;
    Game game{players, hole, board, {}};
    for (const std::string& name : rankings) {
        const Ranking* ranking = find_ranking(name);
        const bool ranked = ranking && hole + board >= smallest_hand && hole + board <= largest_hand;
        if (omaha && name == "high") game.parts.push_back({Part::Kind::omaha, ranking});
        else if (omaha && name == "eight-or-better") game.parts.push_back({Part::Kind::omaha_low, ranking});
        else if (!omaha && ranked) game.parts.push_back({Part::Kind::ranked, ranking});
        else if (name == "badugi" && hole == badugi_size && !board && rankings.size() == 1)
            game.parts.push_back({Part::Kind::badugi, nullptr});
        else return std::nullopt;
    }
    const Ranking* first = game.parts[0].ranking;
    if (first && first->qualified) return std::nullopt;
    for (const Part& part : game.parts)  // its tables know of no other cards
        if (first && part.ranking->outside() & ~first->outside()) return std::nullopt;
    return game;
}

}  // namespace fivecard
