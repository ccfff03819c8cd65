"""Five-card draw as a pure state machine: no input, no output, no clock, no randomness of its own.

A round is a `State`; `apply` takes it and an action to the next state and tells what happened as events. The deck is
part of the action that deals it, so the actions alone repeat a round. Programs, computer players, simulations and
tables all drive this one engine; what a seat may know of a state is its `View`.

>>> from fivecard.cards import parse_cards
>>> deck = parse_cards("6s 9s Ah 8d Tc 6c 5s Ks 2h Qs Ad 5c 9h 2c 8s 6d Ac Ts 4h 9c 7h 3d")
>>> state, events = apply(start(THREE_CARD_DRAW, players=3), Deal(deck))
>>> print(*view_for(state, 0).hand)
5s 6s 8d 9h Qs
>>> state, events = apply(state, Discard(0, parse_cards("Qs")))
>>> print(*view_for(state, 0).hand)
5s 6s 6d 8d 9h
>>> state, events = apply(state, Discard(1, parse_cards("2c 9s Tc")))
>>> state, events = apply(state, Discard(2, parse_cards("2h 5c 6c")))
>>> events[-1].winners
(1,)
"""

from fivecard.engine.actions import Action, Deal, Discard
from fivecard.engine.events import Dealt, Drew, Event, Showed
from fivecard.engine.record import Record
from fivecard.engine.rules import FOUR_WITH_AN_ACE, HAND_SIZE, RULES, THREE_CARD_DRAW, Rules
from fivecard.engine.state import State
from fivecard.engine.transitions import apply, start
from fivecard.engine.view import View, view_for

__all__ = [
    "FOUR_WITH_AN_ACE",
    "HAND_SIZE",
    "RULES",
    "THREE_CARD_DRAW",
    "Action",
    "Deal",
    "Dealt",
    "Discard",
    "Drew",
    "Event",
    "Record",
    "Rules",
    "Showed",
    "State",
    "View",
    "apply",
    "start",
    "view_for",
]
