"""Shares of the pot found by dealing: as near as is asked for, with the error that is left.

Everything is as at a table: one deck, hands that take cards from each other, ties. Where opponents have announced how
many cards they drew, deals in which they draw otherwise do not count.
"""

from collections.abc import Sequence
from typing import Final

from fivecard import _core
from fivecard._util.machine import threads_for
from fivecard._util.sampling import SURE, Means
from fivecard.draw.strategy import ALL_HELD, Allowance, Strategy, seated, table_against
from fivecard.engine.rules import HAND_SIZE, Rules
from fivecard.errors import ArgumentError, quoted

DEALS: Final = 1 << 18
"""How many are dealt before it is asked whether that is enough."""
MOST_DEALS: Final = 1 << 28
"""How many are dealt at most; what is announced may be too unlikely for the error to become small."""
FEWEST: Final = 1000
"""How many deals must agree with what is announced before anything is said."""


def sampled_shares(
    hand: list[int],
    holds: list[int],
    strategy: Strategy,
    announced: Sequence[int | None],
    within: float,
    *,
    seed: int = 0,
    threads: int | None = None,
) -> list[tuple[float, float]] | None:
    """Deal until all shares are known well enough: for each hold the share, and within what of it the truth is.

    Args:
        hand: The numbers of five cards, lowest first.
        holds: What is kept of it, as bits.
        strategy: What all opponents play.
        announced: How many cards each has drawn, as far as that is known.
        within: How near 19 of 20 shares are to be.
        seed: What they are dealt by.
        threads: How many threads; None for as many as there are cores.

    None where what is announced hardly ever happens.
    """
    if isinstance(within, bool) or not isinstance(within, int | float) or not 1e-5 <= within <= 1:
        raise ArgumentError(f"shares are found to within 0.00001 to 1 of the pot, not {quoted(within)}")
    native, drew = seated(strategy.holds), [-1 if count is None else count for count in announced]
    won, workers = Means(len(holds), _core.POT_PARTS), threads_for(threads)
    for first in range(0, MOST_DEALS, DEALS):
        parts, squares, counted = native.try_out(hand, holds, 0, drew, seed, first, DEALS, workers)
        won.add(counted, parts, squares)
        if won.rows >= FEWEST and SURE * max(won.standard_errors) <= within:
            break
    if won.rows < FEWEST:
        return None
    return [(mean, SURE * error) for mean, error in zip(won.means, won.standard_errors, strict=True)]


def deal_for(
    hand: list[int],
    holds: list[int],
    strategy: Strategy,
    opponents: int,
    deals: int,
    *,
    seed: int = 0,
    threads: int | None = None,
) -> list[tuple[float, float]]:
    """Deal so often for a hand: for each hold its share, and the standard error of that.

    Args:
        hand: The numbers of five cards, lowest first.
        holds: What is kept of it, as bits.
        strategy: What all opponents play.
        opponents: How many there are, 1 to 5.
        deals: How many are dealt.
        seed: What they are dealt by.
        threads: How many threads; None for as many as there are cores.
    """
    won = Means(len(holds), _core.POT_PARTS)
    parts, squares, counted = seated(strategy.holds).try_out(
        hand, holds, 0, [-1] * opponents, seed, 0, deals, threads_for(threads)
    )
    won.add(counted, parts, squares)
    return [*zip(won.means, won.standard_errors, strict=True)]


def nearly_equal(
    strategy: Strategy, rules: Rules, opponents: int, within: float
) -> list[tuple[int, list[int], dict[int, float]]]:
    """List the kinds of hands with choices that are nearly as good as the best, by our reckoning.

    Args:
        strategy: What all opponents play.
        rules: What may be discarded.
        opponents: How many there are, 1 to 5.
        within: How much less of the pot a choice may be worth.

    Gives the number of the suit class, its cards, and those choices with their shares.
    """
    table, ids = table_against(strategy, opponents), _core.class_hands()
    found = []
    for number, allowed in enumerate(_core.allowed_holds(*Allowance.under(rules)).tolist()):
        hand = [*ids[HAND_SIZE * number : HAND_SIZE * (number + 1)]]
        shares = table.shares(hand)
        legal = {hold: shares[hold] for hold in range(1, ALL_HELD + 1) if allowed >> hold & 1}
        least = max(legal.values()) - within
        choices = {hold: share for hold, share in legal.items() if share >= least}
        if len(choices) > 1:
            found.append((number, hand, choices))
    return found
