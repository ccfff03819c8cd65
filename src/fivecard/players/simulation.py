"""Millions of rounds between computer players, dealt from one deck: who wins how much, and how sure that is.

>>> result = simulate(["sharp", "classic"], rounds=1_000_000, seed=3)
>>> print([f"{share:.3f} +- {margin:.3f}" for share, margin in zip(result.shares, result.margins)])
['0.504 +- 0.001', '0.496 +- 0.001']
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from fivecard import _core
from fivecard._util.machine import threads_for
from fivecard._util.sampling import SURE, Means, checked_seed, chunks
from fivecard.draw.strategy import Strategy, seated
from fivecard.engine import FOUR_WITH_AN_ACE, Rules
from fivecard.errors import ArgumentError, expect, expect_progress, quoted
from fivecard.players import strategy_of

_CHUNK: Final = 1 << 20  # rounds between two reports of progress


class Result(NamedTuple):
    """The result of rounds, seat by seat."""

    players: tuple[str, ...]
    rounds: int
    shares: tuple[float, ...]
    """The mean share of the pot; a tie is split."""
    margins: tuple[float, ...]
    """Half the width of the 95 % interval around each share."""
    ties: int


class Gain(NamedTuple):
    """The gain of playing in another way, measured by playing the same deals in both ways."""

    mean: float
    """Of the pot, a round."""
    error: float
    """The standard error of the mean."""
    rounds: int
    differing: int
    """In how many of the rounds the two ways keep other cards."""

    def __str__(self) -> str:
        return f"{self.mean:+.7f} +- {self.error:.7f}"


def simulate(
    players: Sequence[str | Strategy],
    rounds: int,
    *,
    seed: int = 0,
    rules: Rules = FOUR_WITH_AN_ACE,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Play rounds and count; the result depends on the seed, not on the number of threads.

    Args:
        players: Who sits in each seat: computer players by name, strategies, or files of strategies.
        rounds: How many rounds are played.
        seed: What they are dealt by.
        rules: What may be discarded.
        threads: How many threads; None for as many as there are cores.
        progress: Told from time to time how many rounds have been played.

    >>> simulate(["sharp", "sharp"], rounds=1000, seed=3).rounds
    1000
    """
    strategies = _strategies(players, rounds, seed, rules, progress)
    workers, kinds = threads_for(threads), [*dict.fromkeys(strategy.holds for strategy in strategies)]
    native, seats = seated(*kinds), [kinds.index(strategy.holds) for strategy in strategies]
    won, ties = Means(len(seats), _core.POT_PARTS), 0
    for first, count in chunks(rounds, _CHUNK, progress):
        parts, squares, more_ties = native.play(seats, seed, first, count, workers)
        won.add(count, parts, squares)
        ties += more_ties
    margins = tuple(SURE * error for error in won.standard_errors)
    names = tuple([player.name if isinstance(player, Strategy) else player for player in players])
    return Result(names, rounds, won.means, margins, ties)


def compare(
    players: Sequence[str | Strategy],
    instead: str | Strategy,
    rounds: int,
    *,
    seat: int = 0,
    seed: int = 0,
    rules: Rules = FOUR_WITH_AN_ACE,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Gain:
    """Measure what a seat gains if another player takes it, in the same deals against the same others.

    Args:
        players: Who sits in each seat.
        instead: Who plays the seat instead.
        rounds: How many rounds are dealt.
        seat: Which seat, counted from 0.
        seed: What they are dealt by.
        rules: What may be discarded.
        threads: How many threads; None for as many as there are cores.
        progress: Told from time to time how many rounds have been played.

    >>> print(compare(["sharp", "sharp"], "sharp", rounds=1000))
    +0.0000000 +- 0.0000000
    """
    strategies = _strategies([*players, instead], rounds, seed, rules, progress, extra=1)
    if not 0 <= seat < len(players):
        raise ArgumentError(f"there is no seat {quoted(seat)}: they are 0 to {len(players) - 1}")
    native, workers = seated(*(strategy.holds for strategy in strategies)), threads_for(threads)
    gained = squared = differing = 0
    for first, count in chunks(rounds, _CHUNK, progress):
        parts, squares, other = native.gain([*range(len(players))], seat, len(players), seed, first, count, workers)
        gained, squared, differing = gained + parts, squared + squares, differing + other
    mean = gained / _core.POT_PARTS / rounds
    error = sqrt(max(squared / _core.POT_PARTS**2 / rounds - mean**2, 0) / rounds)
    return Gain(mean, error, rounds, differing)


def _strategies(
    players: Sequence[str | Strategy],
    rounds: int,
    seed: int,
    rules: Rules,
    progress: Callable[[int], None] | None,
    extra: int = 0,
) -> list[Strategy]:
    """What everybody plays, some of whom do not sit down; what was asked for is checked."""
    expect(rules, Rules, "Rules")
    expect_progress(progress)
    rules.check_players(len(players) - extra)
    if not isinstance(rounds, int) or rounds < 1:
        raise ArgumentError(f"there must be at least one round, not {quoted(rounds)}")
    checked_seed(seed)
    return [played_by(player, rules, len(players) - extra) for player in players]


def is_own(name: str) -> bool:
    """Whether a name is that of a strategy in a file, not of a computer player.

    >>> is_own("sharp"), is_own("mine.xz"), is_own("mine.py:discards")
    (False, True, True)
    """
    return name.endswith(".xz") or ".py:" in name


def played_by(player: str | Strategy, rules: Rules, players: int) -> Strategy:
    """What somebody plays at a table: a computer player, a strategy, or one in a file.

    Args:
        player: The name of a computer player, a strategy, or a file as `Strategy.named` takes it.
        rules: What may be discarded.
        players: How many play.
    """
    if isinstance(player, str) and not is_own(player):
        return strategy_of(player, rules, players)
    found = Strategy.named(player) if isinstance(player, str) else player
    expect(found, Strategy, "a Strategy or the name of a player")
    found.check(rules)
    return found
