"""Choose the flops that stand for all: writes src/fivecard/solvers/postflop/data/flops.csv.

    python bench/flop_subsets.py [EQUITIES.npy]

A flop is described by the exact equity of each of the 169 kinds of hands against a random hand, which says how strong
ranges are on it, and by its texture: ranks, and how many straights are possible. Equities are made principal
components, and both halves count as much. Flops of one suit, of two and of three, with a pair and without, are chosen
apart, each in proportion to how frequent they are, so that a subset has as many of them as all flops have. They are put
into clusters (weighted k-means, the best of several starts); of each, one of the flops nearest to its middle is taken,
such that the means of all that describes flops come right, with the weight of the cluster. A flop of three cards of one
rank, one of 425, stands for no others: it counts as a pair.

Equities take half an hour of one core; they are kept in the file that is named, and read from it where it is there.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fivecard.cards import Card, to_cards
from fivecard.ranges.kinds import grid_cells
from fivecard.solvers.postflop import Spot, start
from fivecard.solvers.postflop.flops import SUBSETS, Flop, all_flops

Numbers = NDArray[np.float64]
FILE: Final = Path(__file__).parents[1] / "src" / "fivecard" / "solvers" / "postflop" / "data" / "flops.csv"
COMPONENTS: Final = 24
STARTS: Final = 12
ROUNDS: Final = 60
NEAR: Final = 8
PASSES: Final = 6


def equities_on(flop: Flop) -> Numbers:
    """The equity of each kind of hands against a random hand; NaN where the flop leaves none."""
    place = start(Spot(flop.board, ("random", "random"), 1, 1), threads=1).at()
    weights, equities = place.weights[0], np.nan_to_num(place.equities[0])
    sums = np.zeros((2, 13, 13))
    for total, numbers in zip(sums, (weights * equities, weights), strict=True):
        np.add.at(total, grid_cells(place.hands[0]), numbers)
    with np.errstate(invalid="ignore"):
        shares: Numbers = sums[0] / sums[1]
    return shares


def texture_of(flop: Flop) -> list[float]:
    """Ranks, and the straights that two cards can make."""
    cards: tuple[Card, ...] = to_cards(flop.board)
    ranks = {int(card.rank) for card in cards}
    present = [float(rank in ranks) for rank in range(13)]
    highest = [float(max(ranks) == rank) for rank in range(13)]
    windows = [{12, 0, 1, 2, 3}, *({low + step for step in range(5)} for low in range(9))]
    straights = sum(len(window & ranks) == 3 for window in windows)
    draws = sum(len(window & ranks) == 2 for window in windows)
    return [
        *present,
        *highest,
        float(straights > 0),
        straights / 3,
        draws / 8,
        float(max(ranks) - min(ranks) <= 4),
    ]


def kind_of(flop: Flop) -> int:
    """The texture of a flop: how many suits, and whether two ranks are one."""
    cards = to_cards(flop.board)
    return 2 * len({card.suit for card in cards}) + (len({card.rank for card in cards}) < 3)


def described(flops: list[Flop], equities: Numbers) -> tuple[Numbers, Numbers]:
    """What describes each flop, and its share of all."""
    shares = np.array([flop.weight for flop in flops])
    shares = shares / shares.sum()
    kinds = equities.reshape(len(flops), -1).astype(np.float64)
    means = np.nansum(kinds * shares[:, None], axis=0)
    kinds = np.where(np.isnan(kinds), means, kinds) - means
    combos = np.array([6 if row == column else 4 if row < column else 12 for row, column in np.ndindex(13, 13)])
    kinds = kinds * np.sqrt(combos / combos.sum())
    _, _, axes = np.linalg.svd(kinds * np.sqrt(shares)[:, None], full_matrices=False)
    strength = kinds @ axes[:COMPONENTS].T
    texture = np.array([texture_of(flop) for flop in flops])
    texture = texture - shares @ texture
    halves = [half / np.sqrt(shares @ (half**2).sum(axis=1)) for half in (strength, texture)]
    return np.hstack(halves), shares


def clusters(
    points: Numbers, shares: Numbers, count: int, random: np.random.Generator
) -> tuple[float, NDArray[np.intp]]:
    """Weighted k-means: how far points are from the middles, and which cluster each is in."""
    chosen = [int(random.choice(len(points), p=shares))]
    nearest = ((points - points[chosen[0]]) ** 2).sum(axis=1)
    while len(chosen) < count:
        chances = shares * nearest
        chosen.append(int(random.choice(len(points), p=chances / chances.sum())))
        nearest = np.minimum(nearest, ((points - points[chosen[-1]]) ** 2).sum(axis=1))
    middles = points[chosen]
    of = np.zeros(len(points), np.intp)
    for _ in range(ROUNDS):
        distances = (points**2).sum(axis=1)[:, None] - 2 * points @ middles.T + (middles**2).sum(axis=1)
        before, of = of, distances.argmin(axis=1)
        if (before == of).all():
            break
        for number in range(count):
            inside = of == number
            if inside.any():
                middles[number] = shares[inside] @ points[inside] / shares[inside].sum()
    return float(shares @ ((points - middles[of]) ** 2).sum(axis=1)), of


def shares_of(count: int, masses: Numbers) -> list[int]:
    """How many of so many flops each texture gets: at least one, and else by its mass, the largest rests first."""
    exact = masses * (count - len(masses))
    found = exact.astype(int)
    for place in np.argsort(found - exact)[: count - len(masses) - found.sum()]:
        found[place] += 1
    return [int(each) + 1 for each in found]


def subset_of(
    points: Numbers, shares: Numbers, textures: NDArray[np.intp], usual: NDArray[np.bool_], count: int
) -> tuple[list[int], list[float]]:
    """Choose some flops among the usual ones, and their weights."""
    random = np.random.default_rng(count)
    kinds = np.unique(textures)
    masses = np.array([shares[textures == kind].sum() for kind in kinds])
    near: list[NDArray[np.intp]] = []  # of each cluster, the flops that are nearest to its middle
    weights: list[float] = []
    for kind, part in zip(kinds, shares_of(count, masses), strict=True):
        there = np.flatnonzero(textures == kind)
        within = points[there], shares[there] * usual[there] / (shares[there] @ usual[there])
        _, of = min((clusters(*within, part, random) for _ in range(STARTS)), key=lambda found: found[0])
        for number in range(part):
            inside = there[of == number]
            middle = shares[inside] @ points[inside] / shares[inside].sum()
            able = inside[usual[inside]]
            near.append(able[((points[able] - middle) ** 2).sum(axis=1).argsort()[:NEAR]])
            weights.append(float(shares[inside].sum()))
    chosen = [int(each[0]) for each in near]
    off = np.array(weights) @ points[chosen]
    for _ in range(PASSES):
        for number, (flops, weight) in enumerate(zip(near, weights, strict=True)):
            without = off - weight * points[chosen[number]]
            best = int(((without + weight * points[flops]) ** 2).sum(axis=1).argmin())
            chosen[number] = int(flops[best])
            off = without + weight * points[chosen[number]]
    return chosen, weights


def main() -> None:
    """Choose, and write the file."""
    flops = all_flops()
    kept = Path(sys.argv[1]) if sys.argv[1:] else None
    if kept and kept.exists():
        equities = np.load(kept)
    else:
        with ProcessPoolExecutor() as workers:
            equities = np.array(list(workers.map(equities_on, flops, chunksize=4)))
        if kept:
            np.save(kept, equities)
    points, shares = described(flops, equities)
    textures = np.array([kind_of(flop) for flop in flops])
    usual = np.array([len({card.rank for card in to_cards(flop.board)}) > 1 for flop in flops])
    lines = ["size,flop,weight"]
    for size in SUBSETS:
        chosen, weights = subset_of(points, shares, textures, usual, size)
        off = np.abs(np.array(weights) @ points[chosen])
        print(f"{size}: means are off by {off.max():.4f} at most, in units in which flops spread by 1")
        rows = sorted(zip(chosen, weights, strict=True))
        lines += [f"{size},{flops[place].board},{22_100 * weight:.3f}" for place, weight in rows]
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
