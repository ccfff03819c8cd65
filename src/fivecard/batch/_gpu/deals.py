"""Random deals on the GPU: how often each set of players wins."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard.batch._gpu import compiled
from fivecard.batch._gpu.arrays import cupy
from fivecard.batch._gpu.tables import bits_of
from fivecard.cards import CardSet
from fivecard.errors import ArgumentError
from fivecard.games import Game
from fivecard.rankings import HIGH, compiled_ranking

ALWAYS: Final = 0xFFFFFFFF

_Sets = NDArray[np.uint64]
_HOLDING: Final = np.dtype([("cards", np.uint64), ("thrown", np.uint64), ("kept", np.uint32), ("other", np.uint32)])


class Held(NamedTuple):
    """What a player may hold: cards that stay, cards thrown away, and how likely each is compared with the others."""

    cards: _Sets
    thrown: _Sets
    weights: NDArray[np.uint32]


class Deals:
    """Deals of one question. Those with the same seed are the same on every GPU."""

    def __init__(self, game: Game, hole: int, players: list[Held], board: int, dead: int, seed: int) -> None:
        self._kernel = _kernel(game, hole, len(players))
        self._seed = seed
        cp = cupy()
        self._holdings = [cp.asarray(holdings(player).view(np.uint64)) for player in players]
        known = [int(np.bitwise_and.reduce(each.cards | each.thrown)) for each in players]
        gone = board | dead
        for each in known:  # what is in every hand of a player is never drawn
            gone |= each
        deck = np.array([1 << card.id for card in game.deck_set - CardSet(gone)], np.uint64)
        question = np.zeros(3 + 52 + 2 * len(players), np.uint64)
        question[:2] = bits_of(np.array([board, dead], np.uint64))
        question[2] = len(deck)
        question[3 : 3 + len(deck)] = bits_of(deck)
        question[55::2] = [each.data.ptr for each in self._holdings]
        question[56::2] = [len(each.cards) for each in players]
        self._question = cp.asarray(question)
        self._outcomes = cp.zeros(1 << len(players), np.uint64)

    def run(self, first: int, count: int) -> None:
        """Deal some more, from a number on."""
        self._kernel(count, self._question, np.uint64(self._seed), np.uint64(first), np.uint64(count), self._outcomes)

    def outcomes(self) -> NDArray[np.int64]:
        """How often each set of players has won so far, by the set as bits."""
        counts: Any = cupy().asnumpy(self._outcomes)
        return counts.astype(np.int64)  # type: ignore[no-any-return]


def _kernel(game: Game, hole: int, players: int) -> compiled.Kernel:
    ranking, cards = game.rankings[0], hole + game.board
    if len(game.rankings) == 1 and game.from_hole == 2 and ranking is HIGH:
        return compiled.omaha_deals(hole, players)
    if len(game.rankings) > 1 or game.from_hole is not None or not 5 <= cards <= 7 or ranking.hand_size != 5:
        raise ArgumentError(f"{game.title} is not sampled on the GPU")
    return compiled.ranked_deals(compiled_ranking(ranking).name, ranking.deck[0].id, hole, game.board, players)


def holdings(player: Held) -> NDArray[np.void]:
    """Lay out what a player may hold as the kernel has it, weights by Walker's aliases.

    All hands are equally likely to be chosen at first; each is kept with a chance, and else its alias is taken.

    >>> found = holdings(Held(np.array([3, 5], np.uint64), np.zeros(2, np.uint64), np.array([1, 3], np.uint32)))
    >>> [(int(each["kept"]) / 2**32, int(each["other"])) for each in found]
    [(0.5, 1), (0.9999999997671694, 0)]
    """
    made = np.zeros(len(player.cards), _HOLDING)
    made["cards"], made["thrown"] = bits_of(player.cards), bits_of(player.thrown)
    made["kept"] = ALWAYS
    weights = player.weights.astype(np.float64)
    if weights.min() == weights.max():
        return made
    chances = (weights * (len(weights) / weights.sum())).tolist()
    small = [place for place, chance in enumerate(chances) if chance < 1]
    large = [place for place, chance in enumerate(chances) if chance >= 1]
    while small and large:
        place, other = small.pop(), large[-1]
        made["kept"][place], made["other"][place] = min(round(chances[place] * 2**32), ALWAYS - 1), other
        chances[other] -= 1 - chances[place]
        if chances[other] < 1:
            small.append(large.pop())
    return made
