"""Equities: how often hands and ranges beat each other, in any game, exactly where that is quick.

>>> result = equity("AsKs", "QhQd")
>>> print(result)
player  hand   equity      win     tie
1       AsKs  46.214%  46.018%  0.393%
2       QhQd  53.786%  53.589%  0.393%
exact: 1,712,304 deals
>>> equity("AA", "KK").wins
(50371344, 10986372)
"""

import secrets
from collections.abc import Callable, Sequence
from math import inf
from typing import Final, NamedTuple

from fivecard._util.machine import threads_for
from fivecard._util.sampling import StoppingRule, checked_seed
from fivecard.cards import CardsLike
from fivecard.equities import methods
from fivecard.equities.question import HoldLike, PlayerLike, Question
from fivecard.equities.result import Equity, HandEquities, HandEquity
from fivecard.equities.samples import sample
from fivecard.errors import MemoryLimitError, expect, expect_progress
from fivecard.games import Game

__all__ = [
    "ERROR",
    "Equity",
    "HandEquities",
    "HandEquity",
    "Progress",
    "equities",
    "equity",
]


def __dir__() -> list[str]:
    return __all__


ERROR: Final = 1e-4
"""The standard error at which sampling ends unless another is given."""
_EXACT_PART: Final = 0.5  # of the seconds, after which what was to be exact is sampled


class Progress(NamedTuple):
    """How far an answer is."""

    done: float
    """From 0 to 1, about."""
    result: Equity | None
    """What there is so far, where it is sampled."""


def equity(
    *players: PlayerLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str | Game = "holdem",
    hole: int | None = None,
    holds: Sequence[HoldLike] | None = None,
    exact: bool | None = None,
    error: float | None = ERROR,
    seconds: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    gpu: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> Equity:
    """Find the equities of 2 to 10 players, each with a hand or a range.

    `exact=None` is exact where that takes less than about a second, else sampled until the standard error is down to
    `error`, or for so many `seconds`; where those are not enough for `exact=True`, that is an error. A sampled result
    depends on the seed, not on the number of threads, unless time ends it.

    With `gpu=True` the GPU samples, independent deals at random, unless the answer is exact.

    In games without a board, cards that are not named are to come: in stud, give those that are known.

    Args:
        players: What each may hold: a range as text, a `Range`, or the cards of a hand, one by one or as text.
        board: The community cards that lie there: none, or 3 to 5.
        dead: Cards that nobody can have: folded, burnt, or seen.
        game: A `Game` or its name.
        hole: How many cards a hand has, where that may differ, as in Omaha; by default as many as the hands given.
        holds: In draw games, what each player keeps: cards, a `Strategy`, a computer player's name, or None for all.
        exact: True for an exact answer or an error, False for a sample, None for what is quick.
        error: The standard error at which sampling ends; None for no such end.
        seconds: How long it may take; None for as long as it needs.
        seed: What a sample is drawn with; None for one of its own, which the result tells.
        threads: How many threads; None for as many as there are cores.
        gpu: Whether the GPU samples.
        progress: Called with a `Progress` now and then.

    >>> print(equity("As Kh Td Tc 6s", "9c 9d 9h 2s 4d", game="five-card-draw", holds=["Td Tc", "9c 9d 9h"]).certainty)
    exact: 8,506,680 deals
    """
    expect(exact, bool | None, "True, False or None as exact")
    expect(gpu, bool, "True or False as gpu")
    expect_progress(progress)
    stopping = StoppingRule(error, seconds)
    question = Question(players, board, dead, game, holds, hole)
    workers = threads_for(threads)
    chosen = None if seed is None else checked_seed(seed)

    def tell(done: float) -> None:
        if progress:
            progress(Progress(done, None))

    seconds_exact, plan = methods.plan(question, workers)
    part = 1 if exact else _EXACT_PART
    if exact or (exact is None and seconds_exact <= min(methods.QUICK, part * (seconds or inf))):
        try:
            counts = methods.count(question, plan, workers, tell, lambda: stopping.left(part))
        except (methods.OutOfTimeError, MemoryLimitError):  # it takes more than we reckoned
            if exact:
                raise
        else:
            return Equity.counted(question, plan[0].method.name, counts)
    chosen = secrets.randbits(64) if chosen is None else chosen
    for done, found in sample(question, stopping, chosen, workers, gpu=gpu):
        if progress:
            progress(Progress(done, Equity.sampled(question, found, chosen)))
    return Equity.sampled(question, found, chosen)


def equities(
    player: PlayerLike,
    *against: PlayerLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str | Game = "holdem",
    hole: int | None = None,
    threads: int | None = None,
) -> HandEquities:
    """The equity of every hand of a range against others, at once, exactly.

    Args:
        player: The range whose hands are asked about, as `equity` takes it.
        against: What each of the others may hold.
        board: The community cards that lie there: none, or 3 to 5.
        dead: Cards that nobody can have.
        game: A `Game` or its name.
        hole: How many cards a hand has, where that may differ; by default as many as the hands given.
        threads: How many threads; None for as many as there are cores.

    >>> found = equities("AA, KK, 7c2d", "QQ+", board="Td 9s 2h")
    >>> [(hand.cards, round(hand.share, 3)) for hand in found.best(2)]
    [('AdAc', 0.862), ('AhAc', 0.862)]
    """
    return equity(player, *against, board=board, dead=dead, game=game, hole=hole, exact=True, threads=threads).by_hand(
        0
    )
