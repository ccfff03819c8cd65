"""ICM: what stacks of a tournament are worth, if who has how many chips alone decides who finishes where.

The model is Malmuth's and Harville's: a player is first as often as he has part of all chips, and so on among the rest.

>>> icm([5000, 3000, 2000], [50, 30, 20]).round(2)
array([38.39, 32.75, 28.86])
"""

from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivecard._util.sampling import checked_seed
from fivecard.errors import ArgumentError, quoted

MOST_PLAYERS: Final = 10
"""Of whom values are exact: subsets of players are gone through."""
_MOST_SAMPLED: Final = 100_000
_CHUNK: Final = 1 << 22
"""Numbers that are held at once in sampling."""

Floats = NDArray[np.float64]


class IcmSample(NamedTuple):
    """Sampled values of stacks, with standard errors."""

    values: Floats
    """By player, in the unit of the payouts."""
    errors: Floats
    """Their standard errors."""


def icm(stacks: ArrayLike, payouts: ArrayLike) -> Floats:
    """Find the exact value of each stack, for up to ten players.

    Players without chips are out: they share what is left of the payouts.

    Args:
        stacks: The chips of each player, in a row; or rows of stacks, for each of which there is a row of values.
        payouts: What the first, the second, ... get; what is not listed is nothing.
    """
    rows, prizes = _stacks(stacks), _payouts(payouts)
    found = np.zeros_like(rows)
    for place, chances in enumerate(_chances(rows, len(prizes))):
        found += prizes[place] * chances
    return found if np.ndim(stacks) > 1 else found[0]


def finishing_chances(stacks: ArrayLike) -> Floats:
    """Find each player's exact chances to finish in each place, for up to ten: a row for each player.

    Args:
        stacks: The chips of each player.

    >>> finishing_chances([3, 1]).tolist()
    [[0.75, 0.25], [0.25, 0.75]]
    """
    rows = _stacks(stacks)
    if len(rows) != 1:
        raise ArgumentError(f"the chances are those of one row of stacks, not of {len(rows)}")
    return np.stack([chances[0] for chances in _chances(rows, rows.shape[1])], axis=1)


def sample_icm(stacks: ArrayLike, payouts: ArrayLike, *, samples: int = 100_000, seed: int = 0) -> IcmSample:
    """Estimate the value of each stack from so many random finishes, for any number of players.

    Args:
        stacks: The chips of each player, all above 0.
        payouts: What the first, the second, ... get; what is not listed is nothing.
        samples: How many finishes, two or more.
        seed: What they are drawn with: the same seed gives the same answer.
    """
    rows, prizes = _stacks(stacks, _MOST_SAMPLED), _payouts(payouts)
    if len(rows) != 1:
        raise ArgumentError(f"one row of stacks is sampled, not {len(rows)}")
    if type(samples) is not int or samples < 2:
        raise ArgumentError(f"samples are a whole number above 1, not {quoted(samples)}")
    if not (rows > 0).all():
        raise ArgumentError("who has no chips is out: sampled stacks are above 0")
    random = np.random.default_rng(checked_seed(seed))
    players = rows.shape[1]
    paid = np.zeros(players)
    paid[: min(players, len(prizes))] = prizes[:players]
    total, squares, left = np.zeros(players), np.zeros(players), samples
    while left:
        count = min(left, max(1, _CHUNK // players))
        # Who has more chips finishes earlier in a race of exponential times: the order is that of the model.
        order = (random.standard_exponential((count, players)) / rows).argsort(axis=1)
        won = np.empty((count, players))
        np.put_along_axis(won, order, np.broadcast_to(paid, won.shape), axis=1)
        total += won.sum(axis=0)
        squares += np.square(won).sum(axis=0)
        left -= count
    values = total / samples
    variances = np.maximum(squares / samples - np.square(values), 0) * samples / (samples - 1)
    return IcmSample(values, np.sqrt(variances / samples))


def _chances(rows: Floats, places: int) -> list[Floats]:
    """For each of the first places, how likely each player of each row is to have it.

    Every subset of players is gone through once: how likely they are to be the first, and who of the rest comes next.
    """
    players = rows.shape[1]
    total = rows.sum(axis=1)
    ahead = {frozenset[int](): np.ones(len(rows))}  # how likely each set of players is to be the first
    found: list[Floats] = []
    for place in range(min(places, players)):
        chances, after = np.zeros_like(rows), dict[frozenset[int], Floats]()
        for first in map(frozenset, combinations(range(players), place)):
            rest = [player for player in range(players) if player not in first]
            chips = total - rows[:, sorted(first)].sum(axis=1)
            nothing = rows[:, rest].max(axis=1) <= 0
            with np.errstate(divide="ignore", invalid="ignore"):
                parts = np.where(nothing[:, None], 1 / len(rest), rows[:, rest] / chips[:, None])
            for number, player in enumerate(rest):
                likely = ahead[first] * parts[:, number]
                chances[:, player] += likely
                with_player = first | {player}
                after[with_player] = after.get(with_player, 0) + likely
        found.append(chances)
        ahead = after
    return found


def _stacks(stacks: ArrayLike, most: int = MOST_PLAYERS) -> Floats:
    try:
        rows = np.atleast_2d(np.asarray(stacks, np.float64))
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError(f"stacks are numbers of chips, not {quoted(stacks)}") from None
    if rows.ndim != 2 or not 1 <= rows.shape[1] <= most:
        raise ArgumentError(
            f"there are stacks of 1 to {most:,} players, in a row or in rows, not of shape {rows.shape}"
        )
    if not (np.isfinite(rows).all() and (rows >= 0).all() and (rows.sum(axis=1) > 0).all()):
        raise ArgumentError("stacks are numbers of chips from 0 on, and somebody has some")
    return rows


def _payouts(payouts: ArrayLike) -> Floats:
    try:
        prizes = np.asarray(payouts, np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError(f"payouts are numbers, not {quoted(payouts)}") from None
    if prizes.ndim != 1 or not len(prizes) or not np.isfinite(prizes).all() or (prizes < 0).any():
        raise ArgumentError(f"payouts are numbers from 0 on, one for each place that is paid, not {quoted(payouts)}")
    return prizes
