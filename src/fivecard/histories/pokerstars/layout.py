"""What reader and writer both have to know of the layout: names of games, limits and streets."""

from typing import Final

from fivecard.engine import VARIANTS, Limit, Rules
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
    return VARIANTS[GAMES[game]].with_limit(LIMITS[limit])


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
