"""Random hands and deals, the same on every machine."""

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.batch import checks
from fivecard.cards import whole_number
from fivecard.errors import ArgumentError, quoted
from fivecard.games import Game
from fivecard.rankings import HIGH, RankingLike, compiled_ranking


def random_hands(
    n: int, cards: int, seed: int, *, ranking: RankingLike = HIGH, threads: int | None = None
) -> NDArray[np.uint8]:
    """Make `n` rows of different random cards of a ranking's deck; a seed gives the same rows everywhere.

    Args:
        n: How many rows.
        cards: How many cards a row has.
        seed: From 0 to 2**64 - 1.
        ranking: The `Ranking`, or its name, whose deck they are dealt from.
        threads: How many threads; None for as many as there are cores, where there are rows enough.

    >>> random_hands(2, 5, seed=1).shape
    (2, 5)
    """
    rows, number = whole_number(n), whole_number(seed)
    if rows is None or not 0 <= rows < 1 << 48:
        raise ArgumentError(f"a number of hands is a whole number from 0 to 2**48 - 1, not {quoted(n)}")
    if number is None or not 0 <= number < 1 << 64:
        raise ArgumentError(f"a seed is a whole number from 0 to 2**64 - 1, not {quoted(seed)}")
    count, deck = whole_number(cards), compiled_ranking(ranking).deck  # decks of other rankings may have gaps
    if count is None or not 1 <= count <= len(deck):
        raise ArgumentError(f"a hand has 1 to {len(deck)} cards, not {quoted(cards)}")
    return _core.random_hands(rows, count, number, checks.threads(threads, rows), deck[0].id)


def random_deals(
    n: int,
    seed: int,
    *,
    game: str | Game = "holdem",
    players: int = 2,
    hole: int | None = None,
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Make `n` random deals of a game: the hole cards of every player, then the board.

    Args:
        n: How many deals.
        seed: From 0 to 2**64 - 1.
        game: The `Game`, or its name.
        players: How many hold cards.
        hole: How many cards each of them has, where the game leaves it open.
        threads: How many threads; None for as many as there are cores, where there are rows enough.

    >>> random_deals(2, seed=1).shape, random_deals(2, seed=1, game="omaha", players=6, hole=5).shape
    ((2, 9), (2, 35))
    """
    rules = Game.find(game)
    size, count = rules.hole_size(hole), whole_number(players)
    most = rules.most_players(size)
    if count is None or not 1 <= count <= most:
        raise ArgumentError(f"{rules.name} with {size} cards each has 1 to {most} players, not {quoted(players)}")
    return random_hands(n, count * size + rules.board, seed, ranking=rules.rankings[0], threads=threads)
