"""The figures and pictures of docs/strategy.md and docs/odds.md: `python docs/pictures/strategy.py`."""

from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.cli.main import main as command
from fivecard.draw.strategy import SOLVED_PLAYERS, solved
from fivecard.engine import FOUR_WITH_AN_ACE

mpl.use("agg")
from matplotlib import pyplot as plt

FOLDER = Path(__file__).parent
CARDS = np.frombuffer(_core.class_hands(), dtype=np.uint8).reshape(-1, 5)
RANKS, SUITS = CARDS // 4, CARDS % 4
HOLDS = {n: np.frombuffer(solved(FOUR_WITH_AN_ACE, n).holds, dtype=np.uint8) for n in SOLVED_PLAYERS}
Mask = NDArray[np.bool_]


def orbits() -> NDArray[np.int64]:
    """How many hands each class stands for."""
    suits = np.zeros((len(CARDS), 4), dtype=np.int64)
    for column in range(5):
        suits[np.arange(len(CARDS)), SUITS[:, column]] |= 1 << RANKS[:, column].astype(np.int64)
    sizes = []
    for row in suits.tolist():
        ways = 24
        for mask in set(row):
            ways //= [1, 1, 2, 6, 24][row.count(mask)]
        sizes.append(ways)
    return np.array(sizes)


WEIGHTS = orbits()
RANK_COUNTS = np.array([(rank == RANKS).sum(axis=1) for rank in range(13)]).T
SUIT_COUNTS = np.array([(suit == SUITS).sum(axis=1) for suit in range(4)]).T
PAIRS, TRIPS = (RANK_COUNTS == 2).sum(axis=1), (RANK_COUNTS == 3).sum(axis=1)
NO_PAIR = (RANK_COUNTS.max(axis=1) == 1) & (SUIT_COUNTS.max(axis=1) < 5)
FOUR_FLUSH = SUIT_COUNTS.max(axis=1) == 4


def bits(mask: Mask) -> NDArray[np.uint8]:
    """The cards for which something holds, as a hold."""
    return (mask << np.arange(5)).sum(axis=1).astype(np.uint8)


def straights(gap: int) -> NDArray[np.uint8]:
    """The hold of four different ranks that lack `gap` ranks inside (0: both ends open), where there is one."""
    holds = np.zeros(len(CARDS), dtype=np.uint8)
    for out in range(5):
        four = np.delete(RANKS.astype(int), out, axis=1)
        width = four[:, 3] - four[:, 0]
        different = (np.diff(four, axis=1) > 0).all(axis=1)
        fits = different & (width == 3 + gap) & ((four[:, 3] < 12) | (gap == 1))
        holds[fits] = 31 ^ (1 << out)
    return holds


def share(players: int, of: Mask, when: Callable[[NDArray[np.uint8]], Mask]) -> float:
    """Which part of some hands is played in a certain way."""
    return float((WEIGHTS * (of & when(HOLDS[players]))).sum() / (WEIGHTS * of).sum())


def main() -> None:
    paired = bits(np.take_along_axis(RANK_COUNTS, RANKS.astype(int), axis=1) == 2)
    flush_four = bits(np.take_along_axis(SUIT_COUNTS, SUITS.astype(int), axis=1) == 4)
    flush_three = bits(np.take_along_axis(SUIT_COUNTS, SUITS.astype(int), axis=1) == 3)
    one_pair = (PAIRS == 1) & (TRIPS == 0)
    open_ended, gutshot = straights(0), straights(1)
    plain = NO_PAIR & ~FOUR_FLUSH & ~np.isin(RANKS.max(axis=1) - RANKS.min(axis=1), [4])
    ace = RANKS.max(axis=1) == 12
    rows: list[tuple[str, Mask, Callable[[NDArray[np.uint8]], Mask]]] = [
        ("two pair draws one", (PAIRS == 2), lambda h: h == paired),
        ("one pair is kept alone", one_pair, lambda h: h == paired),
        ("one pair keeps a kicker", one_pair, lambda h: ((h & paired) == paired) & (np.bitwise_count(h) == 3)),
        ("four-flush without a pair is drawn to", NO_PAIR & FOUR_FLUSH, lambda h: h == flush_four),
        ("four-flush with a pair is drawn to", one_pair & FOUR_FLUSH, lambda h: h == flush_four),
        ("three-flush is drawn to", plain & (SUIT_COUNTS.max(axis=1) == 3), lambda h: h == flush_three),
        ("open straight is drawn to", plain & (open_ended > 0), lambda h: h == open_ended),
        ("inside straight is drawn to", plain & (open_ended == 0) & (gutshot > 0), lambda h: h == gutshot),
        ("lone ace, of hands with an ace high", plain & ace, lambda h: h == 16),
    ]
    print(f"{'':<38}" + "".join(f"{n:>8}" for n in SOLVED_PLAYERS) + "  players")
    for name, of, when in rows:
        print(f"{name:<38}" + "".join(f"{100 * share(n, of, when):7.1f}%" for n in SOLVED_PLAYERS))

    mpl.rcParams |= {"font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "svg.hashsalt": "fivecard"}
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
    for number, row in enumerate((3, 4, 6, 7, 8)):
        name, of, when = rows[row]
        left.plot(list(SOLVED_PLAYERS), [100 * share(n, of, when) for n in SOLVED_PLAYERS], "o-", label=name,
                  color=mpl.colormaps["viridis"](number / 4.5))  # fmt: skip
    left.set(xlabel="players", ylabel="% of such hands", xticks=list(SOLVED_PLAYERS), title="What is drawn to")
    figure.legend(loc="outside lower center", ncols=3, fontsize=8, frameon=False)
    grid = np.array(
        [
            [100 * share(n, one_pair & (RANK_COUNTS[:, rank] == 2), rows[2][2]) for rank in range(13)]
            for n in SOLVED_PLAYERS
        ]
    )
    shown = right.imshow(grid, aspect="auto", cmap="viridis", vmin=0)
    right.set(xticks=range(13), xticklabels=list("23456789TJQKA"), yticks=range(5), yticklabels=list(SOLVED_PLAYERS),
              xlabel="rank of the pair", ylabel="players", title="One pair keeps a kicker, % of hands")  # fmt: skip
    figure.colorbar(shown, ax=right)
    figure.savefig(FOLDER / "strategy.svg", metadata={"Date": None})
    command(["odds", "AS KH TD TC 6S", "--opponents", "3", "--plot", str(FOLDER / "odds.svg")])


if __name__ == "__main__":
    main()
