"""A sit-and-go: everybody buys in once, the stakes rise, and who has all the chips in the end is first.

>>> stakes_at(Stakes(blinds=(5, 10), small_bet=10), 2).blinds
(15, 30)
>>> prizes_of("three", 100, 6)
(50, 30, 20)
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from fivecard.engine import Stakes

Split: TypeAlias = Literal["winner", "two", "three"]
"""Who gets a prize: the winner alone, the first two, or the first three."""
PERCENT: Final[dict[Split, tuple[tuple[int, ...], ...]]] = {
    "winner": ((100,),),
    "two": ((100,), (65, 35)),
    "three": ((100,), (65, 35), (50, 30, 20)),
}
"""Of the buy-ins: for so few players that one, two or three places are paid."""
FACTORS: Final = (1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600, 800, 1000)
"""Of the first stakes, a level each; the last one lasts."""


class SitAndGo(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a level lasts, and how the buy-ins are divided."""

    hands: Annotated[int, Meta(ge=1, le=100)] = 10
    """Of one level, unless it lasts so many minutes."""
    minutes: Annotated[int, Meta(ge=0, le=120)] = 0
    prizes: Split = "two"


class Place(Struct, frozen=True):
    """How somebody finished."""

    place: int
    seat: int
    name: str
    token: str
    """The person's; nothing for a computer."""
    prize: int
    hand: int
    """The number of the last hand."""


def level_at(hands: int, seconds: float, wanted: SitAndGo) -> int:
    """The level after so many hands, or after so many seconds from the first deal on, from 0 on.

    >>> [level_at(hands, 0.0, SitAndGo(10)) for hands in (0, 9, 10, 10_000)]
    [0, 0, 1, 20]
    >>> [level_at(50, seconds, SitAndGo(minutes=5)) for seconds in (0.0, 299.9, 300.0)]
    [0, 0, 1]
    """
    passed = int(seconds // (60 * wanted.minutes)) if wanted.minutes else hands // wanted.hands
    return min(passed, len(FACTORS) - 1)


def stakes_at(first: Stakes, level: int) -> Stakes:
    """The stakes of a level."""
    factor = FACTORS[level]
    assert isinstance(first.ante, int)  # at a table everybody pays the same
    return replace(
        first,
        ante=first.ante * factor,
        blinds=tuple([blind * factor for blind in first.blinds]),
        bring_in=first.bring_in * factor,
        small_bet=first.small_bet * factor,
        big_bet=None if first.big_bet is None else first.big_bet * factor,
    )


def prizes_of(split: Split, pool: int, players: int) -> tuple[int, ...]:
    """What each place is paid, from the first on: somebody goes without. What does not divide evenly is the winner's.

    >>> prizes_of("three", 101, 3), prizes_of("two", 100, 2)
    ((66, 35), (100,))
    """
    percent = next(each for each in reversed(PERCENT[split]) if len(each) < max(players, 2))
    prizes = [pool * each // 100 for each in percent]
    return (prizes[0] + pool - sum(prizes), *prizes[1:])


def ranked(out: Sequence[tuple[int, int]], best: int, prizes: Sequence[int]) -> list[tuple[int, int, int]]:
    """Seat, place and prize of those who have finished, by what counts for them: equals share their places' prizes.

    Args:
        out: What counts, more being better, and the seat of each.
        best: The first place that is to be had.
        prizes: What each place is paid.

    >>> ranked([(40, 1), (70, 2), (40, 5)], 2, (60, 25, 15))
    [(2, 2, 25), (1, 3, 8), (5, 3, 7)]
    """
    found, place = [], best
    for count in sorted({each for each, _ in out}, reverse=True):
        seats = sorted(seat for each, seat in out if each == count)
        paid = sum(prizes[place - 1 : place - 1 + len(seats)])
        share, odd = divmod(paid, len(seats))
        found += [(seat, place, share + (number < odd)) for number, seat in enumerate(seats)]
        place += len(seats)
    return found
