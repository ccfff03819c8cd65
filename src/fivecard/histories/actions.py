"""Hands as a flat table: a row for everything that happened, in order.

The table is for counting and learning, not for playing again: it has neither the deck nor the stakes. Formats that have
are in `fivecard.histories.formats`.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from fivecard.engine import (
    BoardDealt,
    Called,
    Checked,
    Dealt,
    Drew,
    Event,
    Folded,
    Posted,
    Raised,
    Raked,
    Returned,
    Rules,
    Showed,
    State,
    Won,
)
from fivecard.engine.events import SeenCards
from fivecard.engine.streets import BettingRound
from fivecard.errors import HistoryError, expect
from fivecard.histories.history import History
from fivecard.histories.visitor import Visitor, walk


class ActionRow(NamedTuple):
    """One event of a hand, as a row of a table."""

    street: int
    """The round of betting that it belongs to, counted from 1: cards belong to the round that follows them."""
    seat: int | None
    """Counted from 1, from the left of the button; None for what is done to all."""
    action: str
    """`ante`, `dead blind`, `blind`, `bring-in`, `deal`, `board`, `fold`, `check`, `call`, `bet`, `raise`, `discard`,
    `draw`, `return`, `show`, `muck`, `rake` or `win`."""
    amount: int | None
    """The chips that were put in, given back, taken by the house or won."""
    to: int | None
    """What then lies before the seat on this street, of a bet or raise."""
    cards: str | None
    """The cards that it is about; `??` is one that nobody saw."""
    pot: int
    """The chips in all pots afterwards, with those that lie before the seats."""
    stack: int | None
    """The chips that the seat has left."""


COLUMNS: Final = ("file", "hand", "game", "players", "player", *ActionRow._fields)
"""The columns of a table of many hands: where the row comes from, and what it says."""


NOT_A_HISTORY: Final = "this is a table of actions, which has no deck and no stakes: it cannot be played again"


def looks_like_actions(line: str) -> bool:
    """Whether a file that begins with this line is such a table, as csv or lines of JSON.

    >>> looks_like_actions('file,hand,game,players,player,street'), looks_like_actions('variant = "NT"')
    (True, False)
    """
    return line.startswith((",".join(COLUMNS[:5]), f'{{"{COLUMNS[0]}": '))


def action_rows(history: History) -> Iterator[ActionRow]:
    """List the events of a hand, row by row.

    >>> from fivecard.histories import loads
    >>> for row in action_rows(loads('''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [50, 50]
    ... actions = ["d dh p1 AhAd", "d dh p2 ????", "p2 cbr 6", "p1 f"]
    ... ''')):
    ...     print(row.street, row.seat, row.action, row.amount, row.cards, row.pot, row.stack)
    1 1 blind 2 None 2 48
    1 2 blind 1 None 3 49
    1 1 deal None Ah Ad 3 48
    1 2 deal None ?? ?? 3 49
    1 2 raise 5 None 8 44
    1 1 fold None None 8 48
    1 2 return 4 None 4 48
    1 2 win 4 None 0 52
    """
    rows = _Rows(history)
    walk(history, rows, as_written=True)
    return iter(rows.rows)


class _Rows(Visitor):
    """Writes a row or more for every event."""

    def __init__(self, history: History) -> None:
        expect(history, History, "a History", HistoryError)
        self.rows: list[ActionRow] = []
        self._rules = history.rules
        self._stacks = [*history.stacks]  # as the last event of each seat had it
        self._pot = 0

    def posted(self, event: Posted, state: State) -> None:
        self._move(event, event.what)

    def dealt(self, event: Dealt, state: State) -> None:
        for seat in state.order:
            if hand := event.hands[seat]:
                self._row(event, seat, "deal", cards=_spelled(hand, state))

    def board_dealt(self, event: BoardDealt, state: State) -> None:
        self._row(event, None, "board", cards=_spelled(event.cards, state))

    def folded(self, event: Folded, state: State) -> None:
        self._row(event, event.seat, "fold")

    def checked(self, event: Checked, state: State) -> None:
        self._row(event, event.seat, "check")

    def called(self, event: Called, state: State) -> None:
        self._move(event, "call")

    def raised(self, event: Raised, state: State) -> None:
        self._move(event, "raise" if event.over else "bet", to=event.to)

    def drew(self, event: Drew, state: State) -> None:
        self._row(event, event.seat, "discard", cards=_spelled(event.discarded, state))
        if event.drawn:
            self._row(event, event.seat, "draw", cards=_spelled(event.drawn, state))

    def returned(self, event: Returned, state: State) -> None:
        self._move(event, "return")

    def showed(self, event: Showed, state: State) -> None:
        for seat in event.order or [seat for seat, hand in enumerate(event.hands) if hand]:
            shown = _spelled(event.hands[seat], state) if event.hands[seat] else None
            self._row(event, seat, "show" if shown else "muck", cards=shown)

    def raked(self, event: Raked, state: State) -> None:
        self._pot = event.pot
        self._row(event, None, "rake", amount=event.amount)

    def won(self, event: Won, state: State) -> None:
        self._move(event, "win")

    def _move(self, event: Posted | Called | Raised | Returned | Won, action: str, *, to: int | None = None) -> None:
        self._stacks[event.seat], self._pot = event.stack, event.pot
        self._row(event, event.seat, action, amount=event.amount, to=to)

    def _row(
        self,
        event: Event,
        seat: int | None,
        action: str,
        *,
        amount: int | None = None,
        to: int | None = None,
        cards: str | None = None,
    ) -> None:
        number = None if seat is None else seat + 1
        stack = self._stacks[seat] if seat is not None and self._stacks else None
        street = _round(self._rules, event.street)
        self.rows.append(ActionRow(street, number, action, amount, to, cards, self._pot, stack))


def _spelled(cards: SeenCards, state: State) -> str:
    return " ".join("??" if card is None or card in state.unknown else str(card) for card in cards)


def _round(rules: Rules, street: int) -> int:
    """The round of betting that a street is part of or leads to; the last one's showdown is part of it."""
    rounds = [number for number, each in enumerate(rules.streets) if isinstance(each, BettingRound)]
    return min(sum(number < street for number in rounds) + 1, max(len(rounds), 1))
