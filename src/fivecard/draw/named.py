"""Strategies that have names: what simulations, odds and equities can be asked to assume of others."""

from collections.abc import Callable
from functools import cache
from typing import Final

from fivecard.draw import classic
from fivecard.draw.strategy import SOLVED_PLAYERS, Strategy, solved
from fivecard.engine import Rules
from fivecard.errors import FivecardError, quoted


def sharp(rules: Rules, players: int) -> Strategy:
    """The solved strategy for a table of so many, or for the largest that is solved."""
    return solved(rules, min(players, SOLVED_PLAYERS[-1]))


STRATEGIES: Final[dict[str, Callable[[Rules, int], Strategy]]] = {"classic": classic.strategy, "sharp": sharp}
"""What some rules and a number of players make of each."""


@cache
def strategy_of(name: str, rules: Rules, players: int) -> Strategy:
    """Look up a strategy at a table by its name.

    >>> from fivecard.engine import THREE_CARD_DRAW
    >>> print(*strategy_of("classic", THREE_CARD_DRAW, players=2).discards("Ah Kd 9s 5c 3h"))
    9s 5c 3h
    """
    if name not in STRATEGIES:
        raise FivecardError(f"there is no strategy {quoted(name)}: they are {', '.join(STRATEGIES)}")
    found = STRATEGIES[name](rules, players)
    found.check(rules)
    return found
