"""Hints in games with chips: what the solid computer player would think of your hand."""

from random import Random
from typing import Final

import numpy as np

from fivecard.engine import Discard, Legal, View
from fivecard.players.solid import PLAYER
from fivecard.players.solid.betting import outlook
from fivecard.players.solid.outlook import read, within_reach
from fivecard.terminal import NO_BREAK, Look

_ESTIMATES: Final = 40
"""Each is a small sample: the mean of so many is off by a hundredth or so."""


def hint(view: View, now: Legal, price: float, look: Look) -> str:
    """Say what share of the pot the hand can expect, and whether that pays a call; at a draw, what would go.

    `price` is the part of the pot that a call has to win, 0 if there is nothing to call.
    """
    random = Random(repr((view.hand, view.board, view.paid)))  # the same question has the same answer
    if now.draw:
        action = PLAYER(view, random)
        if not isinstance(action, Discard):
            raise AssertionError(action)
        return f"Hint: {f'discard {look.cards(action.cards)}' if action.cards else 'keep all of them'}."
    share = expected_share(view, random)
    told = f"Hint: judging by bets{' and draws' * any(view.drawn)}, you can expect {share:.0%} of the pot"
    if price:
        told += ", more than a call needs" if share > price else ", less than a call needs"
    return f"{told}.".replace("%", f"{NO_BREAK}%")


def expected_share(view: View, random: Random) -> float:
    """The share of the pot that the seat to act can expect, against what bets and draws tell of the others."""
    source = np.random.Generator(np.random.PCG64(random.getrandbits(64)))
    view = within_reach(view)
    found = [outlook(view, source) for _ in range(_ESTIMATES)]
    return sum(each.share({other: read(view, other) for other in each.rivals}) for each in found) / _ESTIMATES
