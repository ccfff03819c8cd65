"""How to play after the flop: what is read of a solution.

>>> from fivecard.solvers.postflop import Spot, solve
>>> spot = Spot("2c 2d 2h 3s 3c", ("AA, QQ", "KK"), pot=100, stack=100, bets={"oop": "a"})
>>> here = solve(spot, target=0.001).at()
>>> here.player, here.actions, here.frequency("bet 100").round(2)
('oop', ('check', 'bet 100'), np.float64(0.75))
>>> [here.chance(hand, "bet 100").round(2) for hand in ("AhAc", "QhQc")]
[np.float64(1.0), np.float64(0.5)]
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.cards import Card, CardSet, CardsLike, card_id
from fivecard.errors import ArgumentError, HandError, IllegalActionError, quoted
from fivecard.ranges import Range
from fivecard.solvers.postflop.locks import Path
from fivecard.solvers.postflop.spot import PLAYERS, Spot

if TYPE_CHECKING:
    from fivecard.solvers.postflop._gpu.solver import GpuSolver
    from fivecard.solvers.postflop.grids import Grid
    from fivecard.solvers.postflop.tables import Table

Numbers = NDArray[np.float64]
_KEPT: Final = 64
"""Places that were looked at and are remembered."""


class Kept(NamedTuple):
    """What was learnt once, and lies in a file or in memory; it is read there, and nowhere else.

    Args:
        first: The bytes of the first player's averages, from an address that is a multiple of 4.
        second: And of the second's.
        iterations: After how many iterations.
    """

    first: NDArray[np.uint8]
    second: NDArray[np.uint8]
    iterations: int


@dataclass(frozen=True, eq=False)
class BestResponse:
    """The exact best response to a strategy.

    Args:
        player: Who answers: `oop` or `ip`.
        value: How many chips of the pot it wins.
        gain: How much more than the solution's own play that is, in percent of the pot.
        evs: The same chips by hand of the player, as in `Place.evs`.
    """

    player: str
    value: float
    gain: float
    evs: Numbers


class Solution:
    """Both players' strategies, and how good they are.

    Args:
        spot: The question.
        threads: How many threads work for it.
        halves: Whether numbers are kept in fp16.
        gpu: Whether a GPU solves it.
        kept: What was learnt before, to be looked at; None to begin.
    """

    def __init__(self, spot: Spot, *, threads: int, halves: bool, gpu: bool = False, kept: Kept | None = None) -> None:
        self.spot = spot
        self.threads = threads
        self._kept_iterations = kept.iterations if kept else 0
        game = spot.tree.game
        self._native: _core.PostflopSolver | _core.PostflopAverages
        self._gpu: GpuSolver | None = None
        if kept:
            self._native = _core.PostflopAverages(game, halves, threads, (kept.first, kept.second))
        elif gpu:
            self._native, self._gpu = _on_gpu(game, threads)
        else:
            self._native = _core.PostflopSolver(game, halves, threads)
        self._found = _Known(0)

    @property
    def can_improve(self) -> bool:
        """Whether it can be solved further: not what was read from a file, which has no regrets."""
        return self._gpu is not None or isinstance(self._native, _core.PostflopSolver)

    @property
    def native(self) -> "_core.PostflopSolver | _core.PostflopAverages":
        """What was learnt, on the processor."""
        if self._gpu:
            self._gpu.finish()
        return self._native

    @property
    def solver(self) -> "_core.PostflopSolver | GpuSolver":
        """What plays on: the processor's solver, or a GPU's."""
        if self._gpu:
            return self._gpu
        if not isinstance(self._native, _core.PostflopSolver):
            raise ArgumentError("a solution that was read from a file cannot be solved further: solve its spot anew")
        return self._native

    @property
    def iterations(self) -> int:
        """How often it was played."""
        return self.solver.iterations if self.can_improve else self._kept_iterations

    @property
    def precision(self) -> str:
        """How numbers are kept: `f32` or `fp16`."""
        return "fp16" if self._native.halves else "f32"

    @property
    def exploitability(self) -> float:
        """What both players could gain on average against this, in percent of the pot.

        It is what the best answers gain, exactly, in double precision, found apart from solving.
        """
        best = sum(self._value(player, best=True) for player in (0, 1))
        won = sum(self._value(player, best=False) for player in (0, 1)) if self.spot.rake else 0
        return 50 * (best - won)

    @property
    def gains(self) -> tuple[float, float]:
        """What each player gains with the best answer to the other, in percent of the pot.

        Where a player is bound by a lock, the best answer is bound too.
        """
        first, second = (100 * (self._value(player, best=True) - self._value(player, best=False)) for player in (0, 1))
        return first, second

    @property
    def values(self) -> tuple[float, float]:
        """How many chips of the pot each player wins, what is put in later taken off.

        With rake they are less than the pot together.
        """
        first, second = (self.spot.pot * (0.5 + self._value(player, best=False)) for player in (0, 1))
        return first, second

    def best_response(self, player: str) -> BestResponse:
        """Find the best answer to the other player's strategy, locks and all, and what it gains: exactly.

        It is how good a strategy is that was made by hand: lock it in the spot, solve the rest, and ask what the other
        player gains.

        Args:
            player: Who answers: `oop` or `ip`. Where it is bound by a lock itself, so is the answer.
        """
        if player not in PLAYERS:
            raise ArgumentError(f"the players are {' and '.join(PLAYERS)}, not {quoted(player)}")
        number = PLAYERS.index(player)
        value = self.spot.pot * (0.5 + self._value(number, best=True))
        return BestResponse(player, value, self.gains[number], self.at().best_evs(player))

    def _value(self, player: int, *, best: bool) -> float:
        known = self._known().values
        if player and not best and not self.spot.rake:
            return -self._value(0, best=False)  # what one wins the other loses
        if (player, best) not in known:
            known[player, best] = self.native.value(player, best)
        return known[player, best]

    def _known(self) -> "_Known":
        """What was found out since the last iteration."""
        if self._found.iterations != self.iterations:
            self._found = _Known(self.iterations)
        return self._found

    def at(self, *path: str) -> "Place":
        """Look at what was done and which cards came: `at("check", "bet 120", "call", "2s")`.

        Args:
            path: Actions as the tree has them, or `all-in`, and a card wherever one comes.
        """
        steps = Path(self.spot.tree, path)
        if steps.child.kind in {"fold", "showdown"}:
            raise IllegalActionError(f"after {', '.join(path)} the hand is over: there is nothing to look at")
        places = self._known().places
        if (key := tuple(steps.native)) not in places:
            if len(places) >= _KEPT:
                del places[next(iter(places))]
            places[key] = Place(self, path, steps)
        return places[key]

    def at_all(self, paths: Iterable[Sequence[str]], *, values: bool = True) -> "list[Place]":
        """Look at many places side by side, each on a thread of its own.

        Args:
            paths: As `at` takes each.
            values: Whether values are found at once, too, and not only who gets there and what is done.
        """
        places = [self.at(*path) for path in paths]
        missing = [place for place in places if not place.knows(values=values)]
        found = self.native.look_at_all([place.steps for place in missing], values)
        for place, seen in zip(missing, found, strict=True):
            place.learn(seen, values=values)
        return places


def _on_gpu(game: "_core.PostflopGame", threads: int) -> "tuple[_core.PostflopAverages, GpuSolver]":
    from fivecard.solvers.postflop._gpu.solver import GpuSolver  # which wants CuPy

    averages = _core.PostflopAverages(game, False, threads)
    return averages, GpuSolver(averages, game)


class _Known:
    """What was found out about a solution after so many iterations."""

    def __init__(self, iterations: int) -> None:
        self.iterations = iterations
        self.values: dict[tuple[int, bool], float] = {}
        self.places: dict[tuple[int, ...], Place] = {}


@dataclass(frozen=True)
class HandRow:
    """One hand at a place: its equity, values and actions.

    Args:
        hand: Its cards.
        reach: How often it gets there, by its weight in the range.
        equity: What part of the pot it would win without more bets.
        ev: How many chips it wins from here on.
        chances: By action, how often; of who acts.
        evs: By action, how many chips it then wins; of who acts.
    """

    hand: str
    reach: float
    equity: float
    ev: float
    chances: dict[str, float] | None
    evs: dict[str, float] | None


class Place:
    """Both ranges at one place of the game, and how they play.

    Arrays have a number for each hand of `hands[player]`, in its order; hands that a card on the board makes
    impossible have a reach of 0 and no value (NaN). Chips that a hand wins (`ev`) are those from here on: folding is 0.

    Args:
        solution: What is looked at.
        path: What was done, and which cards came.
        steps: The same as the tree has it.
    """

    def __init__(self, solution: Solution, path: Sequence[str], steps: Path) -> None:
        self.solution = solution
        self.path = tuple(path)
        spot = solution.spot
        self.board: tuple[Card, ...] = (*spot.cards, *steps.cards)
        self.node = node = steps.node
        """Where somebody acts, as the tree has it; None where a card comes."""
        self.player: str | None = PLAYERS[node.player] if node else None
        """Who acts: `oop` or `ip`; None where a card comes."""
        self.actions: tuple[str, ...] = node.names if node else ()
        self.hands: tuple[NDArray[np.uint64], NDArray[np.uint64]] = _hands(spot)
        """Both players' hands. Bit `i` of each says whether it has the card with id `i`."""
        self.steps = tuple(steps.native)
        """The path as the compiled module has it."""
        self._paid = node.money.all if node else steps.paid

    @cached_property
    def _seen(self) -> tuple[Any, ...]:
        return self.solution.native.look([*self.steps], False)

    @cached_property
    def _worth(self) -> tuple[Any, ...]:
        return self.solution.native.look([*self.steps], True)

    def knows(self, *, values: bool) -> bool:
        """Whether what is here was found before.

        Args:
            values: And what it is worth.
        """
        return ("_worth" if values else "_seen") in vars(self)

    def learn(self, seen: tuple[Any, ...], *, values: bool) -> None:
        """Remember what was found here together with other places.

        Args:
            seen: As the compiled module says it.
            values: Whether values are there.
        """
        vars(self)["_seen"] = seen
        if values:
            vars(self)["_worth"] = seen

    @property
    def reach(self) -> tuple[Numbers, Numbers]:
        """How often each hand gets here, by its weight in the range."""
        first, second = self._seen[0]
        return first, second

    @cached_property
    def weights(self) -> tuple[Numbers, Numbers]:
        """How much each hand counts: its reach, times how likely it meets the other's hands."""
        reach, meetings = self._seen[:2]
        return reach[0] * meetings[0], reach[1] * meetings[1]

    @property
    def strategy(self) -> Numbers:
        """How often who acts does what: a row for each action, a column for each hand."""
        if self._seen[4] is None:
            raise IllegalActionError(f"after {', '.join(self.path)} nobody acts: a card comes")
        found: Numbers = self._seen[4]
        return found

    @cached_property
    def evs(self) -> tuple[Numbers, Numbers]:
        """How many chips each hand wins from here on."""
        return self._chips(0, self._worth[2][0]), self._chips(1, self._worth[2][1])

    @cached_property
    def equities(self) -> tuple[Numbers, Numbers]:
        """What part of the pot each hand would win if nobody bet any more."""
        first, second = (0.5 + self._a_meeting(player, self._worth[3][player]) / 2 for player in (0, 1))
        return first, second

    @cached_property
    def action_evs(self) -> Numbers:
        """How many chips each hand of who acts wins by each action: a row for each action."""
        player = self._actor()
        return self._chips(player, self._worth[5])

    def best_evs(self, player: str) -> Numbers:
        """How many chips each hand of a player wins from here on with the best answer to the other's strategy.

        Args:
            player: `oop` or `ip`.
        """
        number = self._number_of(player)
        return self._chips(number, self.solution.native.best_values([*self.steps], number))

    def _number_of(self, player: str | None) -> int:
        if player is None:
            return self._actor()
        if player not in PLAYERS:
            raise ArgumentError(f"the players are {' and '.join(PLAYERS)}, not {quoted(player)}")
        return PLAYERS.index(player)

    def _actor(self) -> int:
        if self.player is None:
            raise IllegalActionError(f"after {', '.join(self.path)} nobody acts: a card comes")
        return PLAYERS.index(self.player)

    def _a_meeting(self, player: int, numbers: Numbers) -> Numbers:
        meetings = self._seen[1][player]
        found: Numbers = np.divide(numbers, meetings, out=np.full(numbers.shape, np.nan), where=meetings > 0)
        return found

    def _chips(self, player: int, numbers: Numbers) -> Numbers:
        return self.solution.spot.pot * (0.5 + self._a_meeting(player, numbers)) + self._paid[player]

    def frequency(self, action: str) -> np.float64:
        """How often an action is done, over the whole range.

        Args:
            action: As in `actions`.
        """
        weights = self.weights[self._actor()]
        total = weights.sum()
        return np.float64(self.strategy[self._number(action)] @ weights / total) if total > 0 else np.float64(np.nan)

    @property
    def frequencies(self) -> dict[str, float]:
        """How often every action is done, over the whole range."""
        return {action: float(self.frequency(action)) for action in self.actions}

    def mean(self, player: str, numbers: Numbers) -> float:
        """Take the mean of a number for each hand over a player's range.

        Args:
            player: `oop` or `ip`.
            numbers: Such as `evs[0]`.
        """
        weights = self.weights[self._number_of(player)]
        return float(np.nansum(numbers * weights) / weights.sum()) if weights.sum() > 0 else float("nan")

    def chance(self, hand: CardsLike, action: str) -> np.float64:
        """How often a hand does something.

        Args:
            hand: Two cards.
            action: As in `actions`.
        """
        return np.float64(self.strategy[self._number(action), self._place(self._actor(), hand)])

    def row(self, hand: CardsLike, player: str | None = None) -> HandRow:
        """Say everything of a hand.

        Args:
            hand: Two cards.
            player: `oop` or `ip`; by default who acts.
        """
        number = self._number_of(player)
        return self._row(number, self._place(number, hand))

    def rows(self, player: str | None = None) -> list[HandRow]:
        """Say everything of all hands that can be here.

        Args:
            player: `oop` or `ip`; by default who acts.
        """
        number = self._number_of(player)
        return [self._row(number, int(place)) for place in np.flatnonzero(self.reach[number])]

    def as_dict(self) -> dict[str, object]:
        """Say everything of all hands in values that JSON has: `json.dumps(place.as_dict())`."""
        return {
            "path": list(self.path),
            "board": [str(card) for card in self.board],
            "player": self.player,
            "frequencies": _said(self.frequencies) if self.player else None,
            "values": {player: _said(self.mean(player, evs)) for player, evs in zip(PLAYERS, self.evs, strict=True)},
            "hands": {
                player: [{name: _said(value) for name, value in asdict(row).items()} for row in self.rows(player)]
                for player in PLAYERS
            },
        }

    def grid(self, player: str | None = None) -> "Grid":
        """Sum up by kind of hand, 13 x 13: how much is here, what it does, and what it is worth.

        Args:
            player: `oop` or `ip`; by default who acts.
        """
        from fivecard.solvers.postflop.grids import grid_of

        return grid_of(self, self._number_of(player))

    def table(self, player: str | None = None) -> "Table":
        """Say everything of all hands that can be here as columns.

        Args:
            player: `oop` or `ip`; by default who acts.
        """
        from fivecard.solvers.postflop.tables import table_of

        return table_of(self, PLAYERS[self._number_of(player)])

    def next_cards(self) -> "Table":
        """Say what each card that can come does to both players' values, and what is done then."""
        from fivecard.solvers.postflop.tables import next_cards_of

        return next_cards_of(self)

    def _repr_html_(self) -> str:
        from fivecard.solvers.postflop.grids import place_html

        return place_html(self)

    def range(self, player: str) -> Range:
        """Give what of a player's range gets here.

        Args:
            player: `oop` or `ip`.
        """
        number = self._number_of(player)
        return Range.from_hands(self.hands[number], np.minimum(self.reach[number], 1), self.solution.spot.game)

    def _row(self, player: int, place: int) -> HandRow:
        acts = self.player == PLAYERS[player]
        return HandRow(
            _text(self.hands[player][place]),
            float(self.reach[player][place]),
            float(self.equities[player][place]),
            float(self.evs[player][place]),
            dict(zip(self.actions, self.strategy[:, place].tolist(), strict=True)) if acts else None,
            dict(zip(self.actions, self.action_evs[:, place].tolist(), strict=True)) if acts else None,
        )

    def _number(self, action: str) -> int:
        if action not in self.actions:
            raise IllegalActionError(f"{quoted(action)} is none of the actions here: {', '.join(self.actions)}")
        return self.actions.index(action)

    def _place(self, player: int, hand: CardsLike) -> int:
        [*places] = np.flatnonzero(self.hands[player] == np.uint64(CardSet(hand).mask))
        if not places:
            raise HandError(f"{quoted(hand)} is not in the range {PLAYERS[player]}")
        return int(places[0])


def _said(value: object) -> object:
    """What is no number is nothing in JSON."""
    if isinstance(value, dict):
        return {name: _said(each) for name, each in value.items()}
    return None if isinstance(value, float) and isnan(value) else value


def _hands(spot: Spot) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    dead = np.uint64(sum(1 << card_id(card) for card in spot.cards))
    first, second = (range_.hands[(range_.hands & dead) == 0] for range_ in spot.hand_ranges)
    return first, second


def _text(hand: np.uint64) -> str:
    return str(CardSet(int(hand)))
