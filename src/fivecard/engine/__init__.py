"""Poker as a pure state machine: no input, no output, no clock, no randomness of its own.

A hand is a `State`; `apply` takes it and an action to the next state and tells what happened as events. The deck is
part of the action that deals it, so the actions alone repeat a hand. Programs, computer players, simulations and
tables all drive this one engine; what a seat may know of a state is its `View`, and what it may do, `legal` says.

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

With chips, the same:

>>> stakes = Stakes(ante=1, small_bet=2, big_bet=4)
>>> state, events = apply(start(VARIANTS["five-card-draw"], 3, stakes=stakes, stacks=50), Deal(deck))
>>> options = legal(view_for(state, 0))
>>> options.check, options.min_raise_to, options.max_raise_to
(True, 2, 2)
>>> for action in (Raise(0, to=2), Fold(1), Call(2)):
...     state, events = apply(state, action)
>>> state.pot, state.stacks, state.turn
(7, (47, 49, 47), 0)
"""

from fivecard.engine.actions import Action, BringIn, Call, Check, Deal, Discard, Fold, Raise
from fivecard.engine.events import (
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
    Won,
)
from fivecard.engine.kills import KillButton
from fivecard.engine.legal import LegalActions, part_of_pot
from fivecard.engine.mixed import MixedGame, eight_game, horse
from fivecard.engine.pots import Pot, pots_of
from fivecard.engine.rules import (
    FOUR_WITH_AN_ACE,
    HAND_SIZE,
    RULES,
    THREE_CARD_DRAW,
    VARIANTS,
    Rules,
    find_variant,
)
from fivecard.engine.seating import Places, Seating, Standing
from fivecard.engine.stakes import Limit, Rake, Stakes
from fivecard.engine.state import State
from fivecard.engine.transitions import apply, run_out, start
from fivecard.engine.view import View, legal, view_for

__all__ = [
    "FOUR_WITH_AN_ACE",
    "HAND_SIZE",
    "RULES",
    "THREE_CARD_DRAW",
    "VARIANTS",
    "Action",
    "BoardDealt",
    "BringIn",
    "Call",
    "Called",
    "Check",
    "Checked",
    "Deal",
    "Dealt",
    "Discard",
    "Drew",
    "Event",
    "Fold",
    "Folded",
    "KillButton",
    "LegalActions",
    "Limit",
    "MixedGame",
    "Places",
    "Posted",
    "Pot",
    "Raise",
    "Raised",
    "Rake",
    "Raked",
    "Returned",
    "Rules",
    "Seating",
    "Showed",
    "Stakes",
    "Standing",
    "State",
    "View",
    "Won",
    "apply",
    "eight_game",
    "find_variant",
    "horse",
    "legal",
    "part_of_pot",
    "pots_of",
    "run_out",
    "start",
    "view_for",
]
