"""What a game must be."""

import pytest

from fivecard import EIGHT_OR_BETTER, HIGH, HandError, Ranking, _core  # noqa: TID251  (refuses such games too)
from fivecard.games import Game


@pytest.mark.parametrize("rankings", [(), (EIGHT_OR_BETTER,), (EIGHT_OR_BETTER, HIGH)])
def test_the_first_ranking_of_a_game_is_one_that_every_hand_has(rankings: tuple[Ranking, ...]) -> None:
    with pytest.raises(HandError, match="a game needs a first ranking that every hand has"):
        Game("low", "low only", (2,), 5, rankings)
    with pytest.raises(HandError, match="there is no game"):
        _core.Showdowns([ranking.name for ranking in rankings], 2, 2, 5, 0, False, None, "text")
