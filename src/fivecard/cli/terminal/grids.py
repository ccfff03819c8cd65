"""Grids of kinds of hands on a terminal: aces first, suited to the upper right."""

from collections.abc import Sequence
from math import isnan

import numpy as np
from numpy.typing import NDArray

from fivecard._util.machine import columns
from fivecard.cards import Rank
from fivecard.cli.terminal.style import Look


def letters_of(ranks: int) -> list[str]:
    """The letters of so many ranks, highest first.

    >>> letters_of(4)
    ['A', 'K', 'Q', 'J']
    """
    return [rank.letter for rank in reversed(Rank)][:ranks]


def grid_lines(shares: NDArray[np.float64], look: Look, letters: Sequence[str]) -> list[str]:
    """Write shares from 0 to 1 in percent, on grounds from red to green; a point where there is none (NaN).

    Args:
        shares: By row and column.
        look: How.
        letters: Of the ranks.
    """
    gap = " " * (not look.rich or columns() >= 3 + 4 * len(letters))  # between cells, where there is room
    lines = [look.faint("   " + "".join(f"{letter:>3}{gap}" for letter in letters).rstrip())]
    for letter, row in zip(letters, shares.tolist(), strict=True):
        cells = (f"{'.':>3}{gap}" if isnan(share) else look.shaded(f"{100 * share:3.0f}{gap}", share) for share in row)
        lines.append(f"{look.faint(letter)}  {''.join(cells)}".rstrip())
    return lines
