"""Paths through actions and cards, and what players are bound to at the end of some."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fivecard.cards import PLAIN, Card, card_id, to_cards
from fivecard.errors import CardError, IllegalActionError, RangeError, RulesError, quoted
from fivecard.ranges import Range
from fivecard.solvers.postflop.spot import Lock

if TYPE_CHECKING:
    from fivecard import _core
    from fivecard.solvers.postflop.tree import Child, Node, Tree


class Path:
    """What is done and which cards come, step by step, and where it leads.

    Args:
        tree: The lines that there are.
        steps: Actions by name, and cards where one comes next.
    """

    def __init__(self, tree: "Tree", steps: Sequence[str]) -> None:
        self.tree = tree
        self.street = 0
        self.child: Child = tree.streets[0].entries[0]
        self.cards: list[Card] = []
        self.native: list[int] = []
        """By number: actions from 0 up, cards from -1 down."""
        self.paid: tuple[float, float] = (0, 0)
        """What both have put in when the last street was over."""
        for step in steps:
            if not isinstance(step, str):
                raise IllegalActionError(f"expected the name of an action or a card, got {quoted(step)}")
            self._take(step)

    @property
    def node(self) -> "Node | None":
        """Where somebody acts; None where a card comes or all is over."""
        return self.tree.streets[self.street].nodes[self.child.number] if self.child.kind == "node" else None

    def _take(self, step: str) -> None:
        if self.child.kind == "street":
            self._deal(step)
        elif node := self.node:
            action = node.action(step)
            self.native.append(action)
            self.child = node.children[action]
            if self.child.kind == "street":
                self.paid = (max(node.money.all),) * 2
        else:
            raise IllegalActionError(f"{quoted(step)} comes after the end of the hand")

    def _deal(self, step: str) -> None:
        street = self.tree.spot.streets[self.street + 1]
        try:
            cards = to_cards(step)
        except CardError:
            cards = ()
        if len(cards) != 1:
            raise IllegalActionError(f"the {street} comes next: expected a card, got {quoted(step)}")
        [card] = cards
        game = self.tree.spot.hand_ranges[0].game
        if card not in game.deck_set or card in (*self.tree.spot.cards, *self.cards):
            where = PLAIN.join([*self.tree.spot.cards, *self.cards])
            raise IllegalActionError(
                f"{quoted(step)} cannot come on the {street}: it is on the board {where} or not in the deck"
            )
        self.cards.append(card)
        self.native.append(-1 - card_id(card))
        self.street += 1
        self.child = self.tree.streets[self.street].entries[self.child.number]


def native_locks(tree: "Tree", hands: Sequence[NDArray[np.uint64]]) -> "list[_core.PostflopLock]":
    """Say what players are bound to, as the compiled module takes it.

    Args:
        tree: The lines that there are.
        hands: Of both players, those that the board leaves.
    """
    found: list[_core.PostflopLock] = []
    for lock in tree.spot.locks:
        path = Path(tree, lock.path)
        node = path.node
        if node is None:
            raise RulesError(f"after {', '.join(lock.path)} nobody acts: there is nothing to lock")
        chances = _chances(lock, node, hands[node.player])
        found.append((path.street, node.number, [card_id(card) for card in path.cards], chances.ravel().tolist()))
    return found


def _chances(lock: Lock, node: "Node", hands: NDArray[np.uint64]) -> NDArray[np.float64]:
    where = f"after {', '.join(lock.path) or 'the deal'}"
    if len(lock.chances) != len(node.names):
        raise RulesError(
            f"{where} there are {len(node.names)} actions ({', '.join(node.names)}), not {len(lock.chances)}"
        )
    rows = [_row(chances, hands, where) for chances in lock.chances]
    found = np.array(rows, np.float64)
    sums = found.sum(axis=0)
    found[:, sums == 0] = 1
    chances: NDArray[np.float64] = found / found.sum(axis=0)
    return chances


def _row(chances: "float | Range", hands: NDArray[np.uint64], where: str) -> NDArray[np.float64]:
    if isinstance(chances, Range):
        weights = dict(zip(chances.hands.tolist(), chances.weights.tolist(), strict=True))
        return np.array([weights.get(hand, 0.0) for hand in hands.tolist()])
    if isinstance(chances, bool) or not isinstance(chances, int | float):
        raise RangeError(
            f"{where} expected how often an action is done, or the range that does it, got {quoted(chances)}"
        )
    if not 0 <= chances <= 1:
        raise RulesError(f"{where} an action is done from 0 to 1 of the time, not {chances}")
    return np.full(len(hands), float(chances))
