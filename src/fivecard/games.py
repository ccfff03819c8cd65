"""The games: how cards become hands, and which rankings share the pot. Each is stated once, in `GAMES`.

>>> omaha = Game.find("omaha-hi-lo")
>>> omaha.title, omaha.hole, omaha.board, omaha.rankings
('Omaha high-low, eight or better', (4, 5, 6), 5, (HIGH, EIGHT_OR_BETTER))
"""

from dataclasses import dataclass
from typing import Final, SupportsIndex

from fivecard.cards import Card, CardSet, whole_number
from fivecard.errors import ArgumentError, RulesError, UnknownNameError, quoted
from fivecard.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    SHORT_DECK,
    SHORT_DECK_TRIPS,
    Ranking,
)
from fivecard.words.english import listed


@dataclass(frozen=True)
class Game:
    """What is shown down: the cards that a player holds, those on the board, and what they are ranked by.

    >>> Game("low", "low only", hole=(2,), board=5, rankings=(EIGHT_OR_BETTER,))
    Traceback (most recent call last):
    fivecard.errors.RulesError: a game needs a first ranking that every hand has: a hand may have no EIGHT_OR_BETTER
    """

    name: str
    """As the command line and files have it."""
    title: str
    hole: tuple[int, ...]
    """How many cards a player may hold; the first is usual."""
    board: int
    """How many cards lie on the table for all."""
    rankings: tuple[Ranking, ...]
    """Those that share the pot in equal parts; where nobody qualifies for one, the first has its part."""
    from_hole: int | None = None
    """How many of the player's own cards a hand takes, no more and no fewer; None if any will do."""

    def __post_init__(self) -> None:
        """Refuse a game that cannot be dealt, or in which nobody may win the pot."""
        if not isinstance(self.hole, tuple) or not self.hole or not all(_is_count(each, 1) for each in self.hole):
            raise RulesError(f"what a player may hold is a tuple of numbers of cards, not {quoted(self.hole)}")
        if not _is_count(self.board, 0):
            raise RulesError(f"the board has a whole number of cards, not {quoted(self.board)}")
        if self.from_hole is not None and not _is_count(self.from_hole, 1):
            raise RulesError(
                f"a hand takes a number of the player's cards above 0, or None, not {quoted(self.from_hole)}"
            )
        if not isinstance(self.rankings, tuple) or not all(isinstance(each, Ranking) for each in self.rankings):
            raise RulesError(f"the rankings of a game are a tuple of Ranking, not {quoted(self.rankings)}")
        if not self.rankings or self.rankings[0].qualified:
            lacking = f"a hand may have no {self.rankings[0]!r}" if self.rankings else "there is none"
            raise RulesError(f"a game needs a first ranking that every hand has: {lacking}")
        for ranking in self.rankings[1:]:
            if strange := sorted(set(self.deck) - set(ranking.deck)):
                raise RulesError(
                    f"{ranking!r} does not rank '{strange[0]}', which is in the deck of {self.rankings[0]!r}"
                )

    @classmethod
    def find(cls, game: "str | Game") -> "Game":
        """Find a game by its name; a game is taken as it is.

        >>> Game.find("whist")
        Traceback (most recent call last):
        fivecard.errors.UnknownNameError: there is no game 'whist': they are omaha, omaha-hi-lo, holdem, short-deck, ...
        """
        if isinstance(game, Game):
            return game
        if not isinstance(game, str) or game not in GAMES:
            raise UnknownNameError(f"there is no game {quoted(game)}: they are {', '.join(GAMES)}")
        return GAMES[game]

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards that it is played with, the lowest first."""
        return self.rankings[0].deck

    @property
    def deck_set(self) -> CardSet:
        """The same as a set."""
        return self.rankings[0].deck_set

    @property
    def deck_size(self) -> int:
        """How many cards it is played with."""
        return len(self.deck)

    def hole_size(self, hole: SupportsIndex | None = None) -> int:
        """How many cards a player holds: so many, if the game allows it, or as many as is usual.

        >>> Game.find("omaha").hole_size(), Game.find("omaha").hole_size(6)
        (4, 6)
        >>> Game.find("omaha").hole_size(7)
        Traceback (most recent call last):
        fivecard.errors.ArgumentError: in Omaha a player has 4, 5 or 6 cards, not 7
        """
        size = self.hole[0] if hole is None else whole_number(hole)
        if size is None or size not in self.hole:
            allowed = listed([*map(str, self.hole)], "or")
            raise ArgumentError(f"in {self.title} a player has {allowed} cards, not {quoted(hole)}")
        return size

    def most_players(self, hole: int) -> int:
        """As many as one deck allows, if each holds so many cards.

        >>> Game.find("omaha").most_players(4), Game.find("short-deck").most_players(2)
        (11, 15)
        """
        return (self.deck_size - self.board) // hole


def _is_count(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


GAMES: Final = {
    game.name: game
    for game in (
        Game("omaha", "Omaha", (4, 5, 6), 5, (HIGH,), from_hole=2),
        Game("omaha-hi-lo", "Omaha high-low, eight or better", (4, 5, 6), 5, (HIGH, EIGHT_OR_BETTER), from_hole=2),
        Game("holdem", "Texas hold'em", (2,), 5, (HIGH,)),
        Game("short-deck", "short-deck hold'em", (2,), 5, (SHORT_DECK,)),
        Game("short-deck-trips", "short-deck hold'em, trips beat a straight", (2,), 5, (SHORT_DECK_TRIPS,)),
        Game("seven-card-stud", "seven-card stud", (7,), 0, (HIGH,)),
        Game("stud-hi-lo", "seven-card stud high-low, eight or better", (7,), 0, (HIGH, EIGHT_OR_BETTER)),
        Game("razz", "razz", (7,), 0, (ACE_TO_FIVE,)),
        Game("five-card-draw", "five-card draw", (5,), 0, (HIGH,)),
        Game("deuce-to-seven", "deuce-to-seven draw", (5,), 0, (DEUCE_TO_SEVEN,)),
        Game("ace-to-five", "ace-to-five draw", (5,), 0, (ACE_TO_FIVE,)),
        Game("badugi", "badugi", (4,), 0, (BADUGI,)),
    )
}
"""All games by their names."""
