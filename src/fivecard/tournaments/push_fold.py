"""Push or fold: equilibria of hold'em in which everybody goes all in or folds, for chips or for money by ICM.

Heads-up, every pair of kinds of hands counts as often as it is dealt, with its exact equity. With more players the game
is that of so many random deals, each with eight boards; what each player could still gain is measured in the same game.
In spots that come seldom, after two all-ins say, a strategy is as rough as the deals are few.

>>> found = push_fold([10, 10], blinds=(0.5, 1))
>>> f"{found.frequency(0):.0%} pushed, {found.frequency(1, pushed=(0,)):.0%} called"
'58% pushed, 37% called'
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivecard._util.sampling import checked_seed
from fivecard.batch import strengths
from fivecard.errors import ArgumentError, quoted
from fivecard.ranges import Range
from fivecard.ranges.vectors import HANDS, HANDS_OF_KIND, KIND_OF_HAND, KINDS, range_of
from fivecard.tournaments.icm import icm

MOST_PLAYERS: Final = 5
_TOLERANCE: Final = 1e-4
"""Of the big blind, or by ICM of all payouts: what everybody together may still gain."""
_TREMBLE: Final = 1e-5
"""How often the opposite is done by mistake."""
_BOARD: Final = 5
_BOARDS: Final = 8
"""How many boards decide each deal, a part each: apart from one another, and from all hands."""
_CHUNK: Final = 50_000

Floats: TypeAlias = NDArray[np.float64]
Spot: TypeAlias = tuple[int, tuple[int, ...]]
"""Who is to act, and who went all in before."""


@dataclass(frozen=True)
class PushFold:
    """An equilibrium, as near as `gains` says. Players are listed as they act: the two blinds are the last."""

    stacks: tuple[float, ...]
    strategies: Mapping[Spot, Floats]
    """For each spot, how often each of the 169 kinds of hands goes all in, in the order of `ranges.vectors.KINDS`."""
    values: tuple[float, ...]
    """What each player can expect at the end: chips, or money by ICM."""
    gains: tuple[float, ...]
    """What each player could gain by another strategy against those of the others."""
    iterations: int
    deals: int
    """How many deals the game has; 0 if it has all, exactly."""

    @property
    def exploitability(self) -> float:
        """What all players together could gain, each alone."""
        return sum(self.gains)

    def strategy(self, player: int, *, pushed: Sequence[int] = ()) -> Floats:
        """How often a player goes all in with each kind of hand.

        Args:
            player: Who, counted from 0, as they act.
            pushed: Who went all in before.
        """
        spot = (player, tuple(sorted(pushed)))
        if spot not in self.strategies:
            raise ArgumentError(f"player {quoted(player)} does not act after all-ins of {quoted(tuple(pushed))}")
        return self.strategies[spot]

    def frequency(self, player: int, *, pushed: Sequence[int] = ()) -> float:
        """How often a player goes all in with any hand.

        Args:
            player: Who, counted from 0, as they act.
            pushed: Who went all in before.
        """
        return float(self.strategy(player, pushed=pushed) @ HANDS_OF_KIND / len(HANDS))

    def range(self, player: int, *, pushed: Sequence[int] = (), least: float = 0.5) -> Range:
        """The hands with which a player goes all in at least so often.

        Args:
            player: Who, counted from 0, as they act.
            pushed: Who went all in before.
            least: How often, above 0.
        """
        return range_of((self.strategy(player, pushed=pushed) >= least).astype(np.float64))


def push_fold(
    stacks: Sequence[float],
    *,
    blinds: tuple[float, float] = (0.5, 1),
    ante: float = 0,
    payouts: ArrayLike | None = None,
    others: Sequence[float] = (),
    deals: int = 300_000,
    iterations: int = 1000,
    tolerance: float = _TOLERANCE,
    seed: int = 0,
    progress: Callable[[float, float], None] | None = None,
) -> PushFold:
    """Find an equilibrium by counterfactual regret minimization.

    Args:
        stacks: The chips of two to five players before antes and blinds, as they act: the big blind is the last.
        blinds: The small blind and the big blind.
        ante: What everybody puts in beside.
        payouts: What the first, the second, ... of the tournament get; None to play for chips.
        others: The stacks of players of the tournament who are not in the hand.
        deals: How many random deals make the game of three players and more.
        iterations: How many there are at most.
        tolerance: It ends when all together can gain no more than this part of the big blind, or of all payouts.
        seed: What deals are drawn with.
        progress: Called now and then with the part of the iterations that is done, and what can be gained.
    """
    game = _Game(stacks, blinds, ante, payouts, others, _deals_of(len(stacks), deals, seed))
    if type(iterations) is not int or iterations < 1:
        raise ArgumentError(f"iterations are a whole number above 0, not {quoted(iterations)}")
    spots = game.spots
    regrets = {spot: np.zeros((2, len(KINDS))) for spot in spots}
    sums = {spot: np.zeros(len(KINDS)) for spot in spots}
    weights = 0.0
    number, gains = 0, (np.inf,) * game.players
    average = {spot: np.full(len(KINDS), 0.5) for spot in spots}
    while number < iterations:
        number += 1
        for player in range(game.players):  # one after the other: it converges sooner
            now = {spot: _matched(regrets[spot]) for spot in spots}
            for spot, (folded, pushed) in game.counterfactual(now, player).items():
                reached = folded * (1 - now[spot]) + pushed * now[spot]
                regrets[spot] = np.maximum(regrets[spot] + [folded - reached, pushed - reached], 0)
        weights += number  # later iterations count more
        for spot in spots:
            sums[spot] += number * _matched(regrets[spot])
        if number % 20 == 0 or number == iterations:
            average = {spot: sums[spot] / weights for spot in spots}
            values, gains = game.measured(average)
            if progress:
                progress(number / iterations, sum(gains))
            if sum(gains) <= tolerance * game.unit:
                break
    values, gains = game.measured(average)
    return PushFold(tuple(stacks), average, values, gains, number, 0 if game.players == 2 else deals)


def _matched(regrets: Floats) -> Floats:
    """How often to push, by regrets of folding and pushing.

    Nothing is ever quite out of the question: else who is never faced with an all-in could threaten to call anything.
    """
    total = regrets.sum(axis=0)
    often = np.where(total > 0, regrets[1] / np.where(total > 0, total, 1), 0.5)
    return np.clip(often, _TREMBLE, 1 - _TREMBLE)


class _Deals:
    """Deals of kinds of hands, how often each counts, and who wins among those who are all in."""

    def __init__(self, kinds: NDArray[np.intp], weights: Floats, strength: NDArray[np.uint16] | None) -> None:
        self.kinds = kinds
        self.weights = weights / weights.sum()
        self.strength = strength

    def outcomes(self, players: tuple[int, ...]) -> list[tuple[tuple[int, ...], Floats]]:
        """The orders in which some players' hands come, as ranks from 0, the best, and in which part of each deal."""
        if self.strength is None:
            shares = heads_up_shares()[self.kinds[:, 0], self.kinds[:, 1]]
            return [((0, 1), shares), ((1, 0), 1 - shares)]
        parts: dict[tuple[int, ...], Floats] = {}
        scale = len(players) ** np.arange(len(players))
        for of_board in self.strength:
            held = of_board[:, players]
            ranks = (held[:, None, :] > held[:, :, None]).sum(axis=2)
            code = ranks @ scale
            for each in np.unique(code):
                there = code == each
                order = tuple(ranks[there.argmax()].tolist())
                parts[order] = parts.get(order, 0) + there / len(self.strength)
        return [*parts.items()]


def heads_up_shares() -> Floats:
    """The exact equity of each of the 169 kinds of hands against each, in the order of `ranges.vectors.KINDS`."""
    return _heads_up_shares()


@cache
def _heads_up_shares() -> Floats:
    with files("fivecard.tournaments").joinpath("data", "heads_up_shares.npy").open("rb") as file:
        above = np.load(file)
    found = np.full((len(KINDS), len(KINDS)), 0.5)
    rows, columns = np.triu_indices(len(KINDS), 1)
    found[rows, columns], found[columns, rows] = above, 1 - above
    found.flags.writeable = False
    return found


@cache
def pairs_of_kinds() -> Floats:
    """How many pairs of hands without a common card two kinds have."""
    apart = ((HANDS[:, None] & HANDS) == 0).astype(np.float64)
    is_kind = np.zeros((len(HANDS), len(KINDS)))
    is_kind[np.arange(len(HANDS)), KIND_OF_HAND] = 1
    found: Floats = is_kind.T @ apart @ is_kind
    return found


def _deals_of(players: int, deals: int, seed: int) -> _Deals:
    if not 2 <= players <= MOST_PLAYERS:
        raise ArgumentError(f"2 to {MOST_PLAYERS} players push or fold here, not {players}")
    if players == 2:
        kinds = np.stack(np.divmod(np.arange(len(KINDS) ** 2), len(KINDS)), axis=1)
        return _Deals(kinds, pairs_of_kinds().ravel(), None)
    if type(deals) is not int or not 100 <= deals <= 10_000_000:
        raise ArgumentError(f"the game is that of 100 to 10,000,000 deals, not of {quoted(deals)}")
    random = np.random.default_rng(checked_seed(seed))
    kind_of = np.zeros((52, 52), np.intp)
    ids = np.array([[bit for bit in range(52) if hand >> bit & 1] for hand in HANDS.tolist()])
    kind_of[ids[:, 0], ids[:, 1]] = kind_of[ids[:, 1], ids[:, 0]] = KIND_OF_HAND
    kinds = np.empty((deals, players), np.intp)
    strength = np.empty((_BOARDS, deals, players), np.uint16)
    for first in range(0, deals, _CHUNK):
        piece = slice(first, min(first + _CHUNK, deals))
        cards = random.random((piece.stop - first, 52)).argsort(axis=1).astype(np.uint8)
        holes = [cards[:, 2 * player : 2 * player + 2] for player in range(players)]
        for player, hole in enumerate(holes):
            kinds[piece, player] = kind_of[hole[:, 0], hole[:, 1]]
        for board in range(_BOARDS):
            at = 2 * players + _BOARD * board
            for player, hole in enumerate(holes):
                seven = np.hstack([hole, cards[:, at : at + _BOARD]])
                strength[board, piece, player] = strengths(np.ascontiguousarray(seven))
    return _Deals(kinds, np.ones(deals), strength)


class _Game:
    """The payoffs of a game, and what strategies come to in it."""

    def __init__(
        self,
        stacks: Sequence[float],
        blinds: tuple[float, float],
        ante: float,
        payouts: ArrayLike | None,
        others: Sequence[float],
        deals: _Deals,
    ) -> None:
        self.players = players = len(stacks)
        given = np.asarray([*stacks, *others, *blinds, ante], np.float64)
        if not np.isfinite(given).all() or (given < 0).any() or min(stacks) <= 0 or not 0 < blinds[1] >= blinds[0]:
            raise ArgumentError("stacks are above 0, blinds and ante numbers of chips, the small blind first")
        if others and payouts is None:
            raise ArgumentError("other players matter where there are payouts")
        self._stacks, self._others, self._payouts = np.asarray(stacks, np.float64), [*others], payouts
        self._antes = np.minimum(self._stacks, ante)
        due = np.zeros(players)
        due[-2:] = blinds
        self._posted = np.minimum(self._stacks - self._antes, due)
        self.unit = float(blinds[1]) if payouts is None else float(np.sum(np.asarray(payouts, np.float64)))
        self._deals = deals
        self.spots: list[Spot] = [
            (player, pushed)
            for player in range(players)
            for count in range(player + 1)
            for pushed in combinations(range(player), count)
            if pushed or player < players - 1  # the big blind has won if nobody pushes
        ]
        sets = [pushed for count in range(players + 1) for pushed in combinations(range(players), count)]
        self._payoffs = {pushed: self._payoff(pushed) for pushed in sets}

    def _payoff(self, pushed: tuple[int, ...]) -> Floats:
        """What everybody has in each deal if these go all in: a column for each player."""
        if len(pushed) < 2:
            winner = pushed[0] if pushed else self.players - 1
            return np.broadcast_to(self._worth(self._after((winner,), (0,))), (len(self._deals.weights), self.players))
        found = np.zeros((len(self._deals.weights), self.players))
        for ranks, part in self._deals.outcomes(pushed):
            found += part[:, None] * self._worth(self._after(pushed, ranks))
        return found

    def _after(self, pushed: tuple[int, ...], ranks: tuple[int, ...]) -> Floats:
        """The stacks after all pots are won, if the players who are all in have hands of these ranks."""
        put = self._antes + self._posted
        for player in pushed if len(pushed) > 1 else ():
            put[player] = self._stacks[player]
        most = np.sort(put)[-2]  # nobody calls more
        put = np.minimum(put, most) if len(pushed) > 1 else put
        after: Floats = self._stacks - put
        left = put.copy()
        while left.sum() > 0:
            playing = [player for player in pushed if left[player] > 0]
            level = min(left[playing]) if playing else left.max()
            part = np.minimum(left, level)
            left = left - part
            able = playing or [*pushed]
            best = min(ranks[pushed.index(player)] for player in able)
            winners = [player for player in able if ranks[pushed.index(player)] == best]
            after[winners] += part.sum() / len(winners)
        return after

    def _worth(self, stacks: Floats) -> Floats:
        if self._payouts is None:
            return stacks
        return icm([*stacks, *self._others], self._payouts)[: self.players]

    def _leaves(self, strategies: Mapping[Spot, Floats], without: int) -> dict[tuple[int, ...], Floats]:
        """For each set of players who go all in, how likely each deal comes to it, one player's own part left out."""
        reach: dict[tuple[int, ...], Floats] = {(): self._deals.weights}
        for player in range(self.players):
            after: dict[tuple[int, ...], Floats] = {}
            for pushed, likely in reach.items():
                if (player, pushed) not in strategies:
                    after[pushed] = likely
                    continue
                often = strategies[player, pushed][self._deals.kinds[:, player]] if player != without else None
                after[pushed] = likely if often is None else likely * (1 - often)
                after[*pushed, player] = likely if often is None else likely * often
            reach = after
        return reach

    def counterfactual(self, strategies: Mapping[Spot, Floats], player: int) -> dict[Spot, tuple[Floats, Floats]]:
        """What folding and pushing bring a player in each spot, by kind of hand, times how likely others lead there."""
        kinds = self._deals.kinds[:, player]
        found = {spot: (np.zeros(len(KINDS)), np.zeros(len(KINDS))) for spot in self.spots if spot[0] == player}
        for pushed, likely in self._leaves(strategies, player).items():
            before = tuple(other for other in pushed if other < player)
            if (player, before) not in found:
                continue
            worth = np.bincount(kinds, likely * self._payoffs[pushed][:, player], minlength=len(KINDS))
            found[player, before][player in pushed][:] += worth
        return found

    def measured(self, strategies: Mapping[Spot, Floats]) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """What strategies bring everybody, and what each could gain by others."""
        leaves = self._leaves(strategies, -1)
        values = sum(likely @ self._payoffs[pushed] for pushed, likely in leaves.items())
        gains = []
        for player in range(self.players):
            gain = 0.0
            for spot, (folded, pushed_) in self.counterfactual(strategies, player).items():
                now = folded * (1 - strategies[spot]) + pushed_ * strategies[spot]
                gain += float((np.maximum(folded, pushed_) - now).sum())
            gains.append(gain)
        return tuple(np.asarray(values).tolist()), tuple(gains)
