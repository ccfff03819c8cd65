"""Omaha in arrays: exactly two of the hole cards, exactly three of the board."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.batch import checks
from fivecard.errors import HandError, RankingError
from fivecard.rankings import EIGHT_OR_BETTER, HIGH, Ranking, compiled_name


def omaha_strengths(
    hole: Any,  # noqa: ANN401
    board: Any,  # noqa: ANN401
    *,
    ranking: Ranking = HIGH,
    threads: int | None = None,
) -> NDArray[np.uint16]:
    """Find the strength of 4, 5 or 6 hole cards with a board of five: exactly two of the one and three of the other.

    Hole cards are `uint8[n, 4..6]`; boards are `uint8[n, 5]`, or one board for all, `uint8[5]`. `EIGHT_OR_BETTER` is
    the ranking of the low half: 0 where there is no low.

    >>> from fivecard.batch import parse
    >>> omaha_strengths(parse("As Ad 2c 7h"), parse("Ks Qs Js Ts 2h")[0])  # a pair of aces: one card makes no straight
    array([4137], dtype=uint16)
    >>> omaha_strengths(parse("As Ad 2c 7h"), parse("8s 4s 3s Ts Kh")[0], ranking=EIGHT_OR_BETTER)
    array([35], dtype=uint16)
    """
    if ranking is not HIGH and ranking is not EIGHT_OR_BETTER:
        raise RankingError(f"Omaha is played for high and for eight or better, not for {compiled_name(ranking)}")
    holes = checks.cards(hole, columns=4)
    boards = checks.cards(np.atleast_2d(board) if isinstance(board, np.ndarray) else board)
    for name, array in (("hole cards", holes), ("boards", boards)):
        if array.ndim != 2:
            raise HandError(f"{name} are rows of card ids, not {checks.shape(array)}")
    find = _core.omaha_strengths if ranking is HIGH else _core.omaha_low_strengths
    return find(holes.view(np.uint8), boards.view(np.uint8), checks.threads(threads, len(holes)))


def omaha_winners(deals: Any, *, threads: int | None = None) -> NDArray[np.uint8]:  # noqa: ANN401
    """Say who wins every Omaha showdown of two players, `uint8[n, 13]`: 4 + 4 hole cards and 5 on the board.

    >>> from fivecard.batch import parse
    >>> omaha_winners(parse("8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S"))
    array([1], dtype=uint8)
    """
    cards = _deals_of_two(deals)
    return _core.omaha_winners(cards, checks.threads(threads, len(cards)))


def omaha_high_low_quarters(deals: Any, *, threads: int | None = None) -> NDArray[np.uint8]:  # noqa: ANN401
    """Count the quarters of the pot that player 1 wins in every Omaha high-low showdown of two, `uint8[n, 13]`.

    Half a pot is for the high hand and half for the low, eight or better; without a low, all is for the high.

    >>> from fivecard.batch import parse
    >>> deals = parse(["As 2s Kd Kc Ac 2c Jd Tc 3h 4h 8d Ks 9s", "As 2s Kd Kc Ac 3c Jd 6c 3h Qh 8d Ks 9s"])
    >>> omaha_high_low_quarters(deals)  # both have 8-4-3-2-A; the other board has but two low cards
    array([3, 4], dtype=uint8)
    """
    cards = _deals_of_two(deals)
    return _core.omaha_high_low_quarters(cards, checks.threads(threads, len(cards)))


def _deals_of_two(deals: Any) -> NDArray[np.uint8]:  # noqa: ANN401
    cards = checks.cards(deals, columns=13)
    if cards.ndim != 2:
        raise HandError(f"deals are rows of card ids, not {checks.shape(cards)}")
    return cards.view(np.uint8)
