"""Simple players to win from, and duels with them: every deal is played from every seat, so that luck is shared."""

from collections.abc import Mapping
from math import sqrt
from random import Random
from typing import NamedTuple

import numpy as np

from fivecard.engine import (
    VARIANTS,
    Action,
    BringIn,
    Call,
    Check,
    Deal,
    Fold,
    LegalActions,
    Limit,
    Raise,
    Rules,
    Stakes,
    View,
    apply,
    legal,
    start,
    view_for,
)  # fmt: skip
from fivecard.players import Decide
from fivecard.players.solid.betting import outlook
from fivecard.players.solid.draws import discard
from fivecard.players.solid.outlook import Reading

STACK = 200
BLINDS = Stakes(blinds=(1, 2), small_bet=2, big_bet=4)
ANTES = Stakes(ante=1, small_bet=2, big_bet=4)
BRING_IN = Stakes(ante=1, bring_in=1, small_bet=4, big_bet=8)
GAMES: Mapping[str, tuple[Rules, Stakes]] = {
    "five-card draw, limit": (VARIANTS["five-card-draw"], ANTES),
    "five-card draw, pot limit": (VARIANTS["five-card-draw"].with_limit(Limit.POT_LIMIT), ANTES),
    "deuce-to-seven, no limit": (VARIANTS["deuce-to-seven"], BLINDS),
    "deuce-to-seven triple draw, limit": (VARIANTS["deuce-to-seven-triple"], BLINDS),
    "ace-to-five triple draw, limit": (VARIANTS["ace-to-five-triple"], BLINDS),
    "badugi, limit": (VARIANTS["badugi"], BLINDS),
    "hold'em, no limit": (VARIANTS["holdem"], BLINDS),
    "hold'em, limit": (VARIANTS["holdem"].with_limit(Limit.FIXED_LIMIT), BLINDS),
    "short deck, no limit": (VARIANTS["short-deck"], BLINDS),
    "Omaha, pot limit": (VARIANTS["omaha"], BLINDS),
    "Omaha high-low, limit": (VARIANTS["omaha-hi-lo"], BLINDS),
    "seven-card stud, limit": (VARIANTS["seven-card-stud"], BRING_IN),
    "stud high-low, limit": (VARIANTS["stud-hi-lo"], BRING_IN),
    "razz, limit": (VARIANTS["razz"], BRING_IN),
}

_FAR_AHEAD = 0.62
"""The share against any one hand with which a rock bets."""


def station(view: View, random: Random) -> Action:
    """Never folds and never raises; draws sensibly."""
    now = _legal(view)
    if now.draw is not None:
        return discard(view, _source(random))
    return Check(now.seat) if now.check else BringIn(now.seat) if now.bring_in else Call(now.seat)


def gambler(view: View, random: Random) -> Action:
    """Does anything that is legal."""
    return _legal(view).sample(random)


def rock(view: View, random: Random) -> Action:
    """Bets and raises what is far ahead of whatever others may have been dealt, and gives up the rest."""
    now = _legal(view)
    if now.draw is not None:
        return discard(view, _source(random))
    ahead = outlook(view, _source(random))
    if ahead.share(dict.fromkeys(ahead.rivals, Reading())) > _FAR_AHEAD ** len(ahead.rivals):
        if now.min_raise_to:
            return Raise(now.seat, now.min_raise_to)
        if now.call_amount:
            return Call(now.seat)
    return Check(now.seat) if now.check else BringIn(now.seat) if now.bring_in else Fold(now.seat)


SIMPLE: Mapping[str, Decide] = {"always calls": station, "anything legal": gambler, "a rock": rock}


class Result(NamedTuple):
    """What a player won, in chips a hand."""

    mean: float
    error: float
    """The standard error of the mean, over deals."""


def duel(
    rules: Rules, stakes: Stakes, one: Decide, others: Decide, *, deals: int, players: int = 2, seed: int = 1
) -> Result:
    """Let one player play against others that are all alike, every deal from every seat."""
    random = Random(seed)
    gains = []
    for _ in range(deals):
        deal = Deal.shuffled(random, cards=rules.game.deck)
        gains.append(sum(_gain(rules, stakes, one, others, deal, random, own, players) for own in range(players)))
    mean = sum(gains) / deals
    variance = sum((gain - mean) ** 2 for gain in gains) / (deals - 1)
    return Result(mean / players, sqrt(variance / deals) / players)


def _gain(
    rules: Rules, stakes: Stakes, one: Decide, others: Decide, deal: Deal, random: Random, own: int, players: int
) -> int:
    state, _ = apply(start(rules, players, stakes=stakes, stacks=STACK), deal)
    while (seat := state.turn) is not None:
        state, _ = apply(state, (one if seat == own else others)(view_for(state, seat), random))
    return state.stacks[own] - STACK


def _legal(view: View) -> LegalActions:
    now = legal(view)
    if now is None:
        raise AssertionError(view)
    return now


def _source(random: Random) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(random.getrandbits(64)))
