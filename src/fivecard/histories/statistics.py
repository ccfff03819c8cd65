"""What players did over many hands, counted as tracking programs do: by player, position, stake and game."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Final

from fivecard.engine import Called, Checked, Folded, Limit, Raised, Showed, State
from fivecard.errors import ArgumentError, HistoryError, expect, quoted
from fivecard.histories.history import History
from fivecard.histories.visitor import Visitor, walk

GROUPS: Final = ("player", "position", "stake", "game")
"""What hands can be counted by."""
Expected = Callable[[History], Sequence[Fraction]]
"""What each seat can expect to win or lose in a hand, in chips."""


@dataclass
class Statistics:
    """The counts of one player, or of what else hands are counted by; what they are not counted by is empty."""

    player: str = ""
    position: str = ""
    """As `position_of` names it."""
    stake: str = ""
    """The blinds, or the bets of fixed limit, in the amounts of the files: `0.05/0.10`."""
    game: str = ""
    hands: int = 0
    won: int = 0
    """Hands that brought something, in which others may have had a share."""
    with_bets: int = 0
    """Hands of games in which chips are bet."""
    vpip: int = 0
    """Hands in which the player put chips in on the first street of betting without having to."""
    pfr: int = 0
    """Hands in which the player bet or raised on that street."""
    three_bet_chances: int = 0
    """Hands in which the player was to act on that street after one raise of somebody else."""
    three_bets: int = 0
    """Those of them in which the player raised then."""
    flops: int = 0
    """Hands that the player saw beyond that street: in games with a board, flops."""
    bets: int = 0
    """Bets and raises on the later streets."""
    calls: int = 0
    """Calls on the later streets."""
    showdowns: int = 0
    """Hands that the player saw to the end with somebody else."""
    showdowns_won: int = 0
    net: Fraction = Fraction(0)
    """What was won and lost in all, after the rake, in the amounts of the files."""
    net_bb: Fraction = Fraction(0)
    """The same in big blinds; in games without blinds in small bets."""
    expected: Fraction | None = None
    """What could be expected of the hands at the moment when all were all in, in the amounts of the files."""
    expected_bb: Fraction | None = None

    @property
    def aggression(self) -> float | None:
        """Bets and raises to a call, on the later streets; None without a call."""
        return self.bets / self.calls if self.calls else None

    @property
    def bb_per_100(self) -> float:
        """Big blinds won in a hundred hands with bets."""
        return float(100 * self.net_bb / self.with_bets) if self.with_bets else 0.0


def statistics_of(
    histories: Iterable[History], by: Sequence[str] = ("player",), *, expected: Expected | None = None
) -> list[Statistics]:
    """Count hands, by the players' names or what else is named, in the order in which these appear.

    Every hand must be whole and legal. Hands are read once, one by one: memory grows with the players alone.

    Args:
        histories: The hands.
        by: One or more of `GROUPS`.
        expected: What each seat can expect of a hand, such as `fivecard.equities.all_in.expected_net`.

    >>> from fivecard.histories import loads
    >>> hand = loads('''
    ... variant = "NT"
    ... antes = [0, 0, 0]
    ... blinds_or_straddles = [1, 2, 0]
    ... min_bet = 2
    ... starting_stacks = [50, 50, 50]
    ... players = ["Ann", "Bob", "Cy"]
    ... actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 4", "p1 f", "p2 f"]
    ... ''')
    >>> [(each.player, each.vpip, each.pfr, str(each.net)) for each in statistics_of([hand])]
    [('Ann', 0, 0, '-1'), ('Bob', 0, 0, '-2'), ('Cy', 1, 1, '3')]
    >>> [(each.position, each.game, float(each.net_bb)) for each in statistics_of([hand], by=["position", "game"])]
    [('SB', "Texas hold'em, no limit", -0.5), ('BB', "Texas hold'em, no limit", -1.0), ('BTN', ..., 1.5)]
    """
    expect(histories, Iterable, "Histories", HistoryError)
    if not by or isinstance(by, str) or not set(by) <= set(GROUPS):
        raise ArgumentError(f"hands are counted by some of {', '.join(GROUPS)}, not by {quoted(by)}")
    found: dict[tuple[str, ...], Statistics] = {}
    for history in histories:
        _count(history, by, found, expected)
    return list(found.values())


def columns_of(counts: Iterable[Statistics]) -> dict[str, list[str | int | float | None]]:
    """Counts as columns, of which `polars.DataFrame` and `pandas.DataFrame` make a frame; amounts are floats.

    >>> columns_of([Statistics("Ann", hands=2, net=Fraction(1, 2))])["net"]
    [0.5]
    """
    rows = [*counts]
    return {
        field.name: [_number(getattr(each, field.name)) for each in rows]
        for field in fields(Statistics)
        if any(getattr(each, field.name) not in {"", None} for each in rows)
    }


def position_of(history: History, seat: int) -> str:
    """What a seat's position is called: BTN, SB, BB, and from the left of the blinds UTG to CO; none in stud.

    Args:
        history: The hand.
        seat: The seat, counted from 0, from the left of the button.

    >>> from types import SimpleNamespace
    >>> rules = SimpleNamespace(has_bring_in=False, first_bet=2)
    >>> [position_of(SimpleNamespace(rules=rules, players=8), seat) for seat in range(8)]
    ['SB', 'BB', 'UTG', 'UTG+1', 'LJ', 'HJ', 'CO', 'BTN']
    >>> [position_of(SimpleNamespace(rules=rules, players=2), seat) for seat in range(2)]
    ['BB', 'BTN']
    """
    players = history.players
    if history.rules.first_bet < 0 or history.rules.has_bring_in:
        return ""
    if seat == players - 1:
        return "BTN"
    if players == 2:
        return "BB"
    if seat < 2:
        return ("SB", "BB")[seat]
    early, behind = seat - 2, players - 2 - seat
    if behind < len(_LATE) and (early or not behind):
        return _LATE[behind]
    return f"UTG+{early}" if early else "UTG"


_LATE = ("CO", "HJ", "LJ")
"""From the right of the button on."""


def stake_of(history: History) -> str:
    """The blinds, or in fixed limit and without blinds the bets, in the amounts of the file."""
    stakes = history.stakes
    if history.rules.limit is Limit.NO_BETS:
        return ""
    amounts = [stakes.small_bet, stakes.bet(big=True)]
    if history.rules.limit is not Limit.FIXED_LIMIT and stakes.blinds:
        amounts = [*stakes.blinds[:2]]
    return "/".join(map(history.amount, amounts))


class _Seen(Visitor):
    """What is counted of one hand."""

    def __init__(self, history: History) -> None:
        expect(history, History, "a History", HistoryError)
        self.entered: set[int] = set()
        self.raisers: set[int] = set()
        self.out_at_once: set[int] = set()
        """Who folded on the first street."""
        self.could_three_bet: set[int] = set()
        self.three_bet: set[int] = set()
        self.bets = [0] * history.players
        self.calls = [0] * history.players
        self.asked: tuple[int, ...] = ()
        """Who was there when hands were shown."""
        self._first = history.rules.first_bet
        self._raises = int(history.stakes.largest_blind > 0)  # a blind is the first bet
        self._last = -1  # who raised last

    def folded(self, event: Folded, state: State) -> None:
        self._acts(event)
        if event.street == self._first:
            self.out_at_once.add(event.seat)

    def checked(self, event: Checked, state: State) -> None:
        self._acts(event)

    def called(self, event: Called, state: State) -> None:
        self._acts(event)
        if event.street == self._first:
            self.entered.add(event.seat)
        else:
            self.calls[event.seat] += 1

    def raised(self, event: Raised, state: State) -> None:
        if self._acts(event):
            self.three_bet.add(event.seat)
        if event.street == self._first:
            self.entered.add(event.seat)
            self.raisers.add(event.seat)
            self._raises += 1
            self._last = event.seat
        else:
            self.bets[event.seat] += 1

    def showed(self, event: Showed, state: State) -> None:
        self.asked = event.order

    def _acts(self, event: Folded | Checked | Called | Raised) -> bool:
        """Note that a seat acts; say whether it is after one raise of somebody else."""
        chance = event.street == self._first and self._raises == 2 and self._last != event.seat
        if chance:
            self.could_three_bet.add(event.seat)
        return chance


def _count(
    history: History, by: Sequence[str], found: dict[tuple[str, ...], Statistics], expected: Expected | None
) -> None:
    seen = _Seen(history)
    state = walk(history, seen)
    has_bets, beyond = history.rules.first_bet >= 0, len(state.rounds) > 1
    net = history.net if history.stacks else ()
    hoped = expected(history) if expected and net else net
    bb = (history.stakes.big_blind or history.stakes.small_bet) * history.unit
    shared = {"stake": stake_of(history), "game": f"{history.rules.title}, {history.rules.limit.value}"}
    for seat in range(history.players):
        of_seat = {"player": history.name(seat), "position": position_of(history, seat), **shared}
        labels = [of_seat[name] if name in by else "" for name in GROUPS]
        player, position, stake, game = labels
        counts = found.setdefault(tuple(labels), Statistics(player, position, stake, game))
        won = seat in state.winners
        counts.hands += 1
        counts.won += won
        counts.with_bets += has_bets
        counts.vpip += seat in seen.entered
        counts.pfr += seat in seen.raisers
        counts.three_bet_chances += seat in seen.could_three_bet
        counts.three_bets += seat in seen.three_bet
        counts.flops += beyond and seat not in seen.out_at_once
        counts.bets += seen.bets[seat]
        counts.calls += seen.calls[seat]
        counts.showdowns += seat in seen.asked
        counts.showdowns_won += won and seat in seen.asked
        if net:
            counts.net += net[seat] * history.unit
            counts.net_bb += net[seat] * history.unit / bb
        if expected:
            hope = hoped[seat] * history.unit if net else Fraction(0)
            counts.expected = (counts.expected or 0) + hope
            counts.expected_bb = (counts.expected_bb or 0) + hope / bb


def _number(value: str | int | Fraction | None) -> str | int | float | None:
    return float(value) if isinstance(value, Fraction) else value
