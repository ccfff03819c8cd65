"""Millions of rounds between computer players, dealt from one deck: who wins how much, and how sure that is.

>>> result = simulate(["sharp", "classic"], rounds=1_000_000, seed=3)
>>> print([f"{share:.3f} +- {margin:.3f}" for share, margin in zip(result.shares, result.margins)])
['0.504 +- 0.001', '0.496 +- 0.001']
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from fivecard import _core
from fivecard._util.machine import threads_for
from fivecard._util.sampling import SURE, Means, checked_seed, chunks
from fivecard.engine import FOUR_WITH_AN_ACE, Rules
from fivecard.errors import ArgumentError, expect, expect_progress, quoted
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
    expect(rules, Rules, "Rules")
    expect_progress(progress)
    rules.check_players(len(players))
    if not isinstance(rounds, int) or rounds < 1:
        raise ArgumentError(f"there must be at least one round, not {quoted(rounds)}")
    checked_seed(seed)
    workers = threads_for(threads)
    strategies = [strategy_of(name, rules, len(players)) for name in dict.fromkeys(players)]
    names = list(dict.fromkeys(players))
    native = _core.Rounds([strategy.holds for strategy in strategies])
    seats = [names.index(player) for player in players]
    won, ties = Means(len(seats), _core.POT_PARTS), 0
    for first, count in chunks(rounds, _CHUNK, progress):
        parts, squares, more_ties = native.play(seats, seed, first, count, workers)
        won.add(count, parts, squares)
        ties += more_ties
    margins = tuple(SURE * error for error in won.standard_errors)
    return Result(tuple(players), rounds, won.means, margins, ties)
