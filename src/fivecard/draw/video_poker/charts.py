"""Strategy charts: the best holds of a machine condensed into an ordered list, and what playing by it returns, exactly.

Somebody who plays by a chart keeps the first kind of cards on the list that the hand has; of several such, the highest.
The list is found in three steps. Every kind of cards that is the best of some hand is a candidate. What it costs to
have one kind before another is added up over all hands whose best is the other; the order in which these costs are
least is searched by moving one kind at a time. Then kinds without which the return does not fall are struck off.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fivecard.draw.video_poker.analysis import Play, common_draws, solve
from fivecard.draw.video_poker.holdings import Holding, Holdings
from fivecard.draw.video_poker.pay_tables import Game, scaled
from fivecard.engine.rules import HAND_SIZE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ALL_HELD: Final = 31
NEGLIGIBLE: Final = 1e-7
"""What a line of a chart must be worth, of a coin, to stay on it."""
MOST_MISTAKES: Final = 12
_ABSENT: Final = 32_000


@dataclass(frozen=True)
class Mistake:
    """Hands that a chart plays wrongly in the same way."""

    played: str
    better: str
    cost: float
    """What that costs for each hand dealt, in coins."""
    hand: tuple[int, ...]
    """The one of them that costs most, lowest card first."""


@dataclass(frozen=True)
class Chart:
    """An ordered list of what to keep."""

    game: Game
    holdings: tuple[Holding, ...]
    mean: Fraction
    """What playing by it returns, exactly."""
    best: Fraction
    """What perfect play returns."""
    mistakes: tuple[Mistake, ...]
    """What it gets wrong, the dearest first."""

    @property
    def lines(self) -> list[tuple[str, list[str]]]:
        """The list as it is printed: kinds that follow each other and differ in details only stand on one line."""
        lines: list[tuple[str, list[str]]] = []
        for holding in self.holdings:
            if not lines or lines[-1][0] != holding.head:
                lines.append((holding.head, []))
            lines[-1][1].append(holding.detail)
        return lines


@lru_cache(maxsize=16)
def chart(game: Game) -> Chart:
    """Condense perfect play into a list.

    >>> from fivecard.draw.video_poker.catalogue import game
    >>> found = chart(game("jacks or better 9/6"))
    >>> print(found.holdings[0], found.best - found.mean < Fraction(1, 2000))
    royal flush True
    """
    hands = _Hands(game)
    order = hands.pruned(hands.cheapest_order())
    holds = hands.play(order)
    return Chart(
        game,
        tuple([hands.kinds[kind] for kind in order]),
        Play(game, holds).mean,
        solve(game).mean,
        hands.mistakes(holds),
    )


class _Hands:
    """All classes of hands, and what each kind of cards that they have is worth."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        pays, scale = scaled(game.pays)
        table = game.table
        values = table.values_of_holds(pays) / (scale * common_draws(game))
        cards = np.frombuffer(table.class_hands(), np.uint8).reshape(-1, HAND_SIZE)
        sizes = np.frombuffer(table.class_sizes(), np.uint8)
        self._cards, self._weights = cards, sizes / sizes.sum(dtype=np.int64)
        labels, names = _labels(game, table.nodes_of_holds(), table.outcomes(), cards)
        rows = np.arange(len(values))
        self._best = np.frombuffer(solve(game).holds, np.uint8).astype(np.intp)
        self._values, self._labels, self._names = values, labels, names
        candidates = np.unique(labels[rows, self._best])
        self.kinds = [names[label] for label in candidates]
        # Of several holds of one kind the highest, which comes last, is the one that is played.
        self._hold = np.zeros((len(values), len(candidates)), np.uint8)
        self._has = np.zeros((len(values), len(candidates)), bool)
        column_of = np.full(len(names), -1)
        column_of[candidates] = np.arange(len(candidates))
        for hold in range(ALL_HELD + 1):
            columns = column_of[labels[:, hold]]
            known = columns >= 0
            self._hold[rows[known], columns[known]] = hold
            self._has[rows[known], columns[known]] = True
        self._worth = np.take_along_axis(values, self._hold.astype(np.intp), axis=1)
        self._worth[~self._has] = -np.inf

    def cheapest_order(self) -> list[int]:
        """Order the kinds so that having one before another costs least."""
        import numpy as np

        count = len(self.kinds)
        best, costs = self._worth.argmax(axis=1), np.zeros((count, count))
        for kind in range(count):
            rows = best == kind
            loss = np.where(self._has[rows], self._worth[rows][:, [kind]] - self._worth[rows], 0)
            costs[:, kind] = self._weights[rows] @ loss  # of having each other kind before this one
        means = [
            self._weights[best == kind] @ self._worth[best == kind, kind] / self._weights[best == kind].sum()
            for kind in range(count)
        ]
        order = sorted(range(count), key=lambda kind: -means[kind])
        moved = True
        while moved:
            moved = False
            for kind in list(order):
                at = order.index(kind)
                rest = order[:at] + order[at + 1 :]
                # Costs of each place, against standing first: those it has passed are then before it.
                passed = np.concatenate([[0.0], np.cumsum([costs[other, kind] - costs[kind, other] for other in rest])])
                place = int(passed.argmin())
                if passed[place] < passed[at] - 1e-15:
                    order, moved = [*rest[:place], kind, *rest[place:]], True
        return order

    def pruned(self, order: list[int]) -> list[int]:
        """Strike kinds off without which the return does not fall, the last first."""
        import numpy as np

        places = self._places(order)
        played = places.argmin(axis=1)
        for kind in order[::-1]:
            rows = np.flatnonzero(played == kind)
            others = places[rows]
            others[:, kind] = _ABSENT
            if (others.min(axis=1, initial=_ABSENT) == _ABSENT).any():
                continue  # some hands have nothing else
            instead = others.argmin(axis=1)
            if self._weights[rows] @ (self._worth[rows, kind] - self._worth[rows, instead]) < NEGLIGIBLE:
                played[rows], places[:, kind] = instead, _ABSENT
                order = [other for other in order if other != kind]
        return order

    def play(self, order: list[int]) -> bytes:
        """The hold of every class by a list."""
        import numpy as np

        first = self._places(order).argmin(axis=1)
        holds: bytes = self._hold[np.arange(len(first)), first].tobytes()
        return holds

    def mistakes(self, holds: bytes) -> tuple[Mistake, ...]:
        """Where a play is not the best, the dearest kinds first."""
        import numpy as np

        played = np.frombuffer(holds, np.uint8).astype(np.intp)
        rows = np.arange(len(played))
        loss = (self._values[rows, self._best] - self._values[rows, played]) * self._weights
        wrong = np.flatnonzero(loss > 0)
        kinds: dict[tuple[int, int], list[int]] = {}
        for row in wrong:
            kinds.setdefault((int(self._labels[row, played[row]]), int(self._labels[row, self._best[row]])), []).append(
                int(row)
            )
        found = [
            Mistake(
                str(self._names[one]), str(self._names[other]), float(loss[each].sum()),
                tuple(self._cards[max(each, key=lambda row: loss[row])].tolist()),
            )
            for (one, other), each in kinds.items()
        ]  # fmt: skip
        return tuple(sorted(found, key=lambda mistake: -mistake.cost)[:MOST_MISTAKES])

    def _places(self, order: list[int]) -> "NDArray[np.int16]":
        """Where on a list each kind stands that a hand has."""
        import numpy as np

        places = np.full(len(self.kinds), _ABSENT, np.int16)
        places[order] = np.arange(len(order), dtype=np.int16)
        return np.where(self._has, places, np.int16(_ABSENT))


def _labels(
    game: Game, nodes: "NDArray[np.uint16]", outcomes: bytes, cards: "NDArray[np.uint8]"
) -> "tuple[NDArray[np.intp], list[Holding]]":
    """The kind of every hold of every class, as a number, and what the numbers mean."""
    import numpy as np

    namer, names = Holdings(game), {Holding(line.name): number for number, line in enumerate(game.lines)}
    names[Holding("a hand that pays nothing")] = len(game.lines)
    kept, first = np.unique(nodes[:, :ALL_HELD], return_index=True)
    label_of = np.zeros(int(kept.max()) + 1, np.intp)
    for node, place in zip(kept.tolist(), first.tolist(), strict=True):
        row, hold = divmod(place, ALL_HELD)
        held = [int(card) for position, card in enumerate(cards[row]) if hold >> position & 1]
        label_of[node] = names.setdefault(namer.of(held), len(names))
    labels = label_of[nodes]
    labels[:, ALL_HELD] = np.frombuffer(outcomes, np.uint8)
    return labels, list(names)
