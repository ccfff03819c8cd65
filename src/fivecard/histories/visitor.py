"""One walk through a hand: what counts hands, writes them down or makes tables of them is a `Visitor`."""

from typing import Final, get_args

from fivecard.engine import (
    Action,
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
    Showed,
    State,
    Won,
)
from fivecard.errors import HistoryError, expect
from fivecard.histories.history import History


def walk(history: History, *visitors: "Visitor", as_written: bool = False) -> State:
    """Play a hand again and tell every visitor what happens; give the state at the end.

    Args:
        history: The hand.
        *visitors: Who hears of it.
        as_written: Add what the file knows beyond the rules, as `History.steps` does.

    >>> class Largest(Visitor):
    ...     bet = 0
    ...     def raised(self, event, state):
    ...         self.bet = max(self.bet, event.to)
    >>> from fivecard.histories import loads
    >>> largest = Largest()
    >>> with open("tests/golden/histories/phua-xuan-2019.phh") as file:
    ...     walk(loads(file.read()), largest).is_over, largest.bet
    (True, 298000)
    """
    expect(history, History, "a History", HistoryError)
    for number, (action, state, events) in enumerate(history.steps(as_written=as_written)):
        for visitor in visitors:
            visitor.step(number, action, state, events)
    return state


class Visitor:
    """Receives the events of a hand and ignores them; subclasses handle those that they need.

    There is a method for each type of event, which takes it and the `state` that the whole step led to.
    """

    def step(self, number: int, action: Action, state: State, events: tuple[Event, ...]) -> None:
        """Hear of an action, and of all that it led to: event by event.

        Args:
            number: Which it is, counted from 0, the deal.
            action: What was done.
            state: The state after it.
            events: What happened, in order.
        """
        for event in events:
            getattr(self, _METHODS[type(event)])(event, state)

    def posted(self, event: Posted, state: State) -> None:
        """An ante, a blind or the bring-in."""

    def dealt(self, event: Dealt, state: State) -> None:
        """Cards to the seats."""

    def board_dealt(self, event: BoardDealt, state: State) -> None:
        """Cards for all."""

    def folded(self, event: Folded, state: State) -> None:
        """A hand given up."""

    def checked(self, event: Checked, state: State) -> None:
        """No bet."""

    def called(self, event: Called, state: State) -> None:
        """A call."""

    def raised(self, event: Raised, state: State) -> None:
        """A bet or a raise."""

    def drew(self, event: Drew, state: State) -> None:
        """A draw."""

    def returned(self, event: Returned, state: State) -> None:
        """A bet that nobody called."""

    def showed(self, event: Showed, state: State) -> None:
        """The showdown."""

    def raked(self, event: Raked, state: State) -> None:
        """The house's part of a pot."""

    def won(self, event: Won, state: State) -> None:
        """Chips that a seat won."""


_METHODS: Final[dict[type[Event], str]] = {
    Posted: "posted",
    Dealt: "dealt",
    BoardDealt: "board_dealt",
    Folded: "folded",
    Checked: "checked",
    Called: "called",
    Raised: "raised",
    Drew: "drew",
    Returned: "returned",
    Showed: "showed",
    Raked: "raked",
    Won: "won",
}
assert _METHODS.keys() == set(get_args(Event)), "every event has its method"
