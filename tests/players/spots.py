"""Hands of heads-up no-limit hold'em that have come to some spot."""

from fivecard.cards import parse_cards
from fivecard.engine import VARIANTS, Action, Call, Check, Deal, Fold, Raise, State, View, apply, start, view_for
from fivecard.engine.defaults import default_stakes

HOLDEM = VARIANTS["holdem"]
STAKES = default_stakes(HOLDEM)
RIVER = "Kh 9c Kd 9d 2s 9h 7c 4s 3d"
"""A deck: two cards for each of two players in turn, then the board."""


def dealt(deck: str = RIVER, stacks: tuple[int, int] = (200, 200)) -> State:
    """Seat 0 has the big blind, seat 1 the button."""
    before = start(HOLDEM, 2, stakes=STAKES, stacks=stacks)
    known = parse_cards(deck)
    return apply(before, Deal((*known, *(card for card in sorted(HOLDEM.deck) if card not in known))))[0]


def after(*does: str, deck: str = RIVER, stacks: tuple[int, int] = (200, 200)) -> View:
    """What the seat sees whose turn it is after some actions: `check`, `call`, or a sum."""
    state = dealt(deck, stacks)
    for what in does:
        seat = state.turn
        assert seat is not None
        named: dict[str, Action] = {"check": Check(seat), "call": Call(seat), "fold": Fold(seat)}
        state, _ = apply(state, named[what] if what in named else Raise(seat, int(what)))
    return view_for(state, state.turn)


CHECKED = ("6", "call", "check", "check")
TO_RIVER = (*CHECKED, "check", "check")
