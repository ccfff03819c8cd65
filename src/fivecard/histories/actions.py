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
from fivecard.engine.streets import BettingRound, DealBoard, DealHole
from fivecard.errors import HistoryError, expect
from fivecard.histories.history import History


class ActionRow(NamedTuple):
    """Something that happened in a hand."""

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
    """Tell a hand row by row.

    >>> from fivecard.histories import read_phh
    >>> for row in action_rows(read_phh('''
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
    expect(history, History, "a History", HistoryError)
    teller = _Teller(history)
    for _, state, events in history.steps():
        told, seen = history.as_written(events, state)
        for event in told:
            yield from teller.tell(event, seen)
        teller.bets, teller.street = state.bets, state.street


class _Teller:
    """Follows the chips through a hand, event by event."""

    def __init__(self, history: History) -> None:
        state = history.start()
        self.bets, self.street = state.bets, max(state.street, 0)
        self._history = history
        self._stacks = [*history.stacks]
        self._pot = 0
        streets = enumerate(history.rules.streets)
        self._dealing = iter([number for number, street in streets if isinstance(street, DealHole | DealBoard)])

    def tell(self, event: Event, state: State) -> Iterator[ActionRow]:
        """Give the rows of an event."""
        match event:
            case Posted(seat, amount, what):
                yield self._row(seat, what, paid=amount)
            case Dealt(hands):
                self.street = next(self._dealing, self.street)
                for seat in state.order:
                    if hands[seat]:
                        yield self._row(seat, "deal", cards=self._spelled(hands[seat], state))
            case BoardDealt(cards):
                self.street = next(self._dealing, self.street)
                yield self._row(None, "board", cards=self._spelled(cards, state))
            case Folded(seat):
                yield self._row(seat, "fold")
            case Checked(seat):
                yield self._row(seat, "check")
            case Called(seat, amount):
                yield self._row(seat, "call", paid=amount)
            case Raised(seat, to, over):
                yield self._row(seat, "raise" if over else "bet", paid=to - self.bets[seat], to=to)
            case Drew(seat, discarded, drawn):
                yield self._row(seat, "discard", cards=self._spelled(discarded, state))
                if drawn:
                    yield self._row(seat, "draw", cards=self._spelled(drawn, state))
            case Returned(seat, amount):
                yield self._row(seat, "return", paid=-amount)
            case Showed(hands, order=order):
                for seat in order or [seat for seat, hand in enumerate(hands) if hand]:
                    shown = self._spelled(hands[seat], state) if hands[seat] else None
                    yield self._row(seat, "show" if shown else "muck", cards=shown)
            case Raked(amount):
                yield self._row(None, "rake", paid=-amount)
            case Won(seat, amount):
                yield self._row(seat, "win", paid=-amount)

    def _row(
        self, seat: int | None, action: str, *, paid: int = 0, to: int | None = None, cards: str | None = None
    ) -> ActionRow:
        self._pot += paid
        stack = None
        if seat is not None and self._stacks:
            self._stacks[seat] -= paid
            stack = self._stacks[seat]
        number = None if seat is None else seat + 1
        return ActionRow(
            _round(self._history.rules, self.street), number, action, abs(paid) if paid else None, to, cards,
            self._pot, stack,
        )  # fmt: skip

    def _spelled(self, cards: SeenCards, state: State) -> str:
        return " ".join("??" if card is None or card in state.unknown else str(card) for card in cards)


def _round(rules: Rules, street: int) -> int:
    """The round of betting that a street is part of or leads to; the last one's showdown is part of it."""
    rounds = [number for number, each in enumerate(rules.streets) if isinstance(each, BettingRound)]
    return min(sum(number < street for number in rounds) + 1, max(len(rounds), 1))
