"""Computer players. A player is a function from what its seat may see to the cards it throws away.

>>> import random
>>> from fivecard.draw import HANDOUT_C, Deal, apply, start
>>> source = random.Random(1)
>>> dealt, _ = apply(start(HANDOUT_C, players=4), Deal.shuffled(source))
>>> state, events = play_out(dealt, [PLAYERS["classic"]] * 4, source)
>>> state.drawn, state.winners
((1, 1, 4, 3), (3,))
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

from fivecard.cards import Card
from fivecard.draw import Discard, Event, State, View, apply, view_for
from fivecard.players import classic, sharp

Decide: TypeAlias = Callable[[View, Random], tuple[Card, ...]]

PLAYERS: Final[dict[str, Decide]] = {"classic": classic.decide, "sharp": sharp.decide}
"""The computer players by name."""


def play_out(state: State, players: Sequence[Decide], random: Random) -> tuple[State, tuple[Event, ...]]:
    """Let the players, one for each seat, play a round to its end from whoever's turn it is."""
    events: tuple[Event, ...] = ()
    while (seat := state.turn) is not None:
        state, more = apply(state, Discard(seat, players[seat](view_for(state, seat), random)))
        events += more
    return state, events
