"""What players did over many hands, counted as tracking programs do."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from fivecard.engine import Called, Raised, Showed, State
from fivecard.errors import HistoryError, expect
from fivecard.histories.history import History
from fivecard.histories.visitor import Visitor, walk


@dataclass
class Statistics:
    """The counts of one player."""

    player: str
    hands: int = 0
    won: int = 0
    """Hands that brought something, in which others may have had a share."""
    with_bets: int = 0
    """Hands of games in which chips are bet."""
    vpip: int = 0
    """Hands in which the player put chips in on the first street of betting without having to."""
    pfr: int = 0
    """Hands in which the player bet or raised on that street."""
    showdowns: int = 0
    """Hands that the player saw to the end with somebody else."""
    showdowns_won: int = 0
    net: Fraction = Fraction(0)
    """What was won and lost in all, in the amounts of the files."""


def statistics_of(histories: Iterable[History]) -> list[Statistics]:
    """Count hands by the players' names, in the order in which these appear. Every hand must be whole and legal.

    >>> from fivecard.histories import loads
    >>> counts = statistics_of([loads('''
    ... variant = "NT"
    ... antes = [0, 0, 0]
    ... blinds_or_straddles = [1, 2, 0]
    ... min_bet = 2
    ... starting_stacks = [50, 50, 50]
    ... players = ["Ann", "Bob", "Cy"]
    ... actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 4", "p1 f", "p2 f"]
    ... ''')])
    >>> [(each.player, each.vpip, each.pfr, str(each.net)) for each in counts]
    [('Ann', 0, 0, '-1'), ('Bob', 0, 0, '-2'), ('Cy', 1, 1, '3')]
    """
    expect(histories, Iterable, "Histories", HistoryError)
    found: dict[str, Statistics] = {}
    for history in histories:
        _count(history, found)
    return list(found.values())


class _Seen(Visitor):
    """What is counted of one hand."""

    def __init__(self, history: History) -> None:
        expect(history, History, "a History", HistoryError)
        self.entered: set[int] = set()
        self.raisers: set[int] = set()
        self.asked: tuple[int, ...] = ()
        """Who was there when hands were shown."""
        self._first = history.rules.first_bet

    def called(self, event: Called, state: State) -> None:
        if event.street == self._first:
            self.entered.add(event.seat)

    def raised(self, event: Raised, state: State) -> None:
        if event.street == self._first:
            self.entered.add(event.seat)
            self.raisers.add(event.seat)

    def showed(self, event: Showed, state: State) -> None:
        self.asked = event.order


def _count(history: History, found: dict[str, Statistics]) -> None:
    seen = _Seen(history)
    state = walk(history, seen)
    for seat in range(history.players):
        counts = found.setdefault(history.name(seat), Statistics(history.name(seat)))
        won = seat in state.winners
        counts.hands += 1
        counts.won += won
        counts.with_bets += history.rules.first_bet >= 0
        counts.vpip += seat in seen.entered
        counts.pfr += seat in seen.raisers
        counts.showdowns += seat in seen.asked
        counts.showdowns_won += won and seat in seen.asked
        if history.stacks:
            counts.net += (state.stacks[seat] - history.stacks[seat]) * history.unit
