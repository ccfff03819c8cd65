"""Millions of rounds between computer players, dealt from one deck: who wins how much, and how sure that is.

>>> result = simulate(["sharp", "classic"], rounds=1_000_000, seed=3)
>>> print([f"{share:.3f} +- {margin:.3f}" for share, margin in zip(result.shares, result.margins)])
['0.504 +- 0.001', '0.496 +- 0.001']
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from fivecard import _core
from fivecard.engine import FOUR_WITH_AN_ACE, Rules
from fivecard.errors import FivecardError, quoted
from fivecard.machine import threads_for
from fivecard.players import strategy_of

_CHUNK: Final = 1 << 20  # rounds between two reports of progress


class Result(NamedTuple):
    """What came of the rounds, seat by seat."""

    players: tuple[str, ...]
    rounds: int
    shares: tuple[float, ...]
    """The mean share of the pot; a tie is split."""
    margins: tuple[float, ...]
    """Half the width of the 95 % interval around each share."""
    ties: int


def simulate(
    players: Sequence[str],
    rounds: int,
    *,
    seed: int = 0,
    rules: Rules = FOUR_WITH_AN_ACE,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Play rounds and count; the result depends on the seed, not on the number of threads.

    `progress` is told from time to time how many rounds have been played.

    >>> simulate(["sharp", "sharp"], rounds=1000, seed=3).rounds
    1000
    """
    rules.check_players(len(players))
    if not isinstance(rounds, int) or rounds < 1:
        raise FivecardError(f"there must be at least one round, not {quoted(rounds)}")
    if not isinstance(seed, int) or not 0 <= seed < 1 << 64:
        raise FivecardError(f"a seed is a whole number from 0 to 2^64 - 1, not {quoted(seed)}")
    workers = threads_for(threads)
    strategies = [strategy_of(name, rules, len(players)) for name in dict.fromkeys(players)]
    names = list(dict.fromkeys(players))
    native = _core.Rounds([strategy.holds for strategy in strategies])
    seats = [names.index(player) for player in players]
    parts, squares, ties = [0] * len(seats), [0] * len(seats), 0
    for first in range(0, rounds, _CHUNK):
        count = min(_CHUNK, rounds - first)
        more, more_squares, more_ties = native.play(seats, seed, first, count, workers)
        parts = [one + two for one, two in zip(parts, more, strict=True)]
        squares = [one + two for one, two in zip(squares, more_squares, strict=True)]
        ties += more_ties
        if progress:
            progress(first + count)
    shares = [part / _core.POT_PARTS / rounds for part in parts]
    variances = [square / _core.POT_PARTS**2 / rounds - share**2 for square, share in zip(squares, shares, strict=True)]
    margins = [1.96 * sqrt(max(variance, 0) / rounds) for variance in variances]
    return Result(tuple(players), rounds, tuple(shares), tuple(margins), ties)
