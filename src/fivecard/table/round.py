"""A round at the table, from the first puzzle to the show: what the room builds up, and records are written from."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from fivecard.engine import Deal, Discard, State


@dataclass
class Player:
    """Who plays in a round: a seat, and the level of the computer that plays it, if one does."""

    seat: int
    level: str | None
    name: str


@dataclass
class Round:
    """A round from the first commitment to the show."""

    number: int
    players: list[Player]
    puzzles: dict[int, str] = field(default_factory=dict)
    hashes: dict[int, str] = field(default_factory=dict)
    """What seats committed to under the earlier protocol, in rounds that old logs hold."""
    previous: str = ""
    """The hash of the record before this round's."""
    server_seed: bytes = b""
    server_commitment: str = ""
    agreed: str = ""
    """The rules, squarings and players that the seal covers."""
    openings: dict[int, dict[str, str]] = field(default_factory=dict)
    """How each puzzle was opened: by its `factor`, or by squaring, when its value was `forced`."""
    seeds: dict[int, bytes] = field(default_factory=dict)
    forcing: bool = False
    """Whether the time to open is over, and the puzzles that are left are opened by squaring."""
    actions: list[Deal | Discard] = field(default_factory=list)
    by: list[str] = field(default_factory=list)
    """Who decided each draw: the person, the computer or the clock."""
    state: State | None = None

    def people(self) -> Iterator[int]:
        """The players that are people."""
        return (number for number, player in enumerate(self.players) if player.level is None)

    def names(self) -> list[str]:
        """The names of all who play."""
        return [player.name for player in self.players]

    def seats(self) -> list[str]:
        """Who plays where, as seals and records have it."""
        return [f"{player.seat}:{player.level or 'person'}" for player in self.players]
