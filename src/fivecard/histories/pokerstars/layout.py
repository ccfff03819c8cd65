"""What reader and writer both have to know of the layout: names of games, limits and streets."""

from dataclasses import replace
from typing import Final

from fivecard.engine import VARIANTS, Limit, Rules
from fivecard.engine.streets import DealBoard
from fivecard.errors import HistoryError

GAMES: Final = {
    "Hold'em": "holdem",
    "6+ Hold'em": "short-deck",
    "Omaha": "omaha",
    "5 Card Omaha": "omaha-5",
    "6 Card Omaha": "omaha-6",
    "Omaha Hi/Lo": "omaha-hi-lo",
    "5 Card Omaha Hi/Lo": "omaha-hi-lo-5",
    "6 Card Omaha Hi/Lo": "omaha-hi-lo-6",
    "5 Card Draw": "five-card-draw",
    "Single Draw 2-7 Lowball": "deuce-to-seven",
    "Triple Draw 2-7 Lowball": "deuce-to-seven-triple",
    "Badugi": "badugi",
    "7 Card Stud": "seven-card-stud",
    "7 Card Stud Hi/Lo": "stud-hi-lo",
    "Razz": "razz",
}
"""The games that have a name there, and ours."""
COURCHEVEL: Final = {"Courchevel": "omaha-5", "Courchevel Hi/Lo": "omaha-hi-lo-5"}
"""Omaha with five cards whose first card on the board is dealt before the first bets: the games that are only read, and
those of ours that they are else."""
LIMITS: Final = {"No Limit": Limit.NO_LIMIT, "Pot Limit": Limit.POT_LIMIT, "Limit": Limit.FIXED_LIMIT}
BOARDS: Final = {3: "FLOP", 4: "TURN", 5: "RIVER"}
"""The streets with a board, by how many cards then lie on the table."""
DRAWS: Final = ("FIRST DRAW", "SECOND DRAW", "THIRD DRAW")
"""Where there is only one draw, it has no heading."""
STUD_STREETS: Final = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")


def find_rules(game: str, limit: str) -> Rules:
    """The rules that a header names.

    >>> find_rules("5 Card Draw", "Pot Limit").limit
    <Limit.POT_LIMIT: 'pot limit'>
    """
    if game not in COURCHEVEL:
        return VARIANTS[GAMES[game]].with_limit(LIMITS[limit])
    omaha = VARIANTS[COURCHEVEL[game]]
    streets = [*omaha.streets]
    flop = streets.index(DealBoard(3))
    streets[flop] = DealBoard(2)
    streets.insert(omaha.first_bet, DealBoard(1))
    courchevel = replace(
        omaha, name=game.lower().replace(" ", "-").replace("/", "-"), title=game, streets=tuple(streets)
    )
    return courchevel.with_limit(LIMITS[limit])


def title_of(rules: Rules) -> str:
    """What a header calls these rules.

    >>> title_of(VARIANTS["badugi"])
    'Badugi Limit'
    >>> title_of(VARIANTS["ace-to-five"])
    Traceback (most recent call last):
    fivecard.errors.HistoryError: PokerStars has no name for ace-to-five single draw as it is played here
    """
    for game, name in GAMES.items():
        for limit, value in LIMITS.items():
            if rules.name == name and rules.limit is value and find_rules(game, limit) == rules:
                return f"{game} {limit}"
    raise HistoryError(f"PokerStars has no name for {rules.title} as it is played here")
