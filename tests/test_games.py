"""What a game must be."""

from typing import Any

import numpy as np
import pytest

from fivecard import (
    EIGHT_OR_BETTER,
    HIGH,
    SHORT_DECK,
    ArgumentError,
    Ranking,
    RulesError,
    UnknownNameError,
    _core,  # noqa: TID251  (refuses such games too)
)
from fivecard.games import GAMES, Game


@pytest.mark.parametrize("rankings", [(), (EIGHT_OR_BETTER,), (EIGHT_OR_BETTER, HIGH)])
def test_the_first_ranking_of_a_game_is_one_that_every_hand_has(rankings: tuple[Ranking, ...]) -> None:
    with pytest.raises(RulesError, match="a game needs a first ranking that every hand has"):
        Game("low", "low only", (2,), 5, rankings)
    with pytest.raises(ArgumentError, match="there is no game"):
        _core.Showdowns([ranking.name for ranking in rankings], 2, 2, 5, 0, False, None, "text")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"hole": ()}, r"what a player may hold is a tuple of numbers of cards, not \(\)"),
        ({"hole": "2"}, "what a player may hold is a tuple of numbers of cards, not '2'"),
        ({"hole": (0,)}, r"what a player may hold is a tuple of numbers of cards, not \(0,\)"),
        ({"board": -1}, "the board has a whole number of cards, not -1"),
        ({"from_hole": 0}, "a hand takes a number of the player's cards above 0, or None, not 0"),
        ({"rankings": ("high",)}, r"the rankings of a game are a tuple of Ranking, not \('high',\)"),
        ({"rankings": (HIGH, SHORT_DECK)}, "SHORT_DECK does not rank '2c', which is in the deck of HIGH"),
    ],
)
def test_what_is_no_game_is_named(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=f"^{message}$"):
        Game(**{"name": "odd", "title": "odd", "hole": (2,), "board": 5, "rankings": (HIGH,), **changed})


def test_a_name_that_is_no_game_is_shown_shortly() -> None:
    with pytest.raises(UnknownNameError, match=r"there is no game 'x{20,40}\.\.\.'?: they are omaha") as refused:
        Game.find("x" * 1_000_000)
    assert len(str(refused.value)) < 400


def test_a_game_is_found_by_its_name_or_is_one() -> None:
    for name, game in GAMES.items():
        assert Game.find(name) is Game.find(game) is game
    own = Game("own", "our own", (3,), 5, (HIGH,))
    assert Game.find(own) is own


@pytest.mark.parametrize("hole", [3, 7, 4.0, "4", -4])
def test_players_have_as_many_cards_as_the_game_allows(hole: object) -> None:
    assert [GAMES["omaha"].hole_size(size) for size in (None, 4, 5, 6, np.int64(6))] == [4, 4, 5, 6, 6]
    with pytest.raises(ArgumentError, match="in Omaha a player has 4, 5 or 6 cards, not "):
        GAMES["omaha"].hole_size(hole)  # type: ignore[arg-type]
