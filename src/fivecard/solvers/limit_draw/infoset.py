"""Where a player has to decide, and what is known there."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import add
from typing import Literal, TypeAlias

from fivecard.cards import Card
from fivecard.engine import View
from fivecard.engine.rules import HAND_SIZE
from fivecard.errors import HandError, IllegalActionError, quoted
from fivecard.solvers.limit_draw.game import LimitDraw, Tree
from fivecard.words.english import ordinal

Stage: TypeAlias = Literal["first", "draw", "second"]
Choice: TypeAlias = str | tuple[Card, ...]
"""An action in a word, or the cards that are kept at the draw."""
ActionProbabilities: TypeAlias = Mapping[Choice, float]


@dataclass(frozen=True)
class InfoSet:
    """What a player knows at a decision.

    >>> from fivecard.cards import parse_cards
    >>> infoset = InfoSet(LimitDraw(), 0, parse_cards("Kh Kd 9s 4c 2d"), ("check", "bet"))
    >>> infoset.stage, infoset.actions, infoset.paid
    ('first', ('fold', 'call', 'raise'), (1, 3))
    """

    game: LimitDraw
    player: int
    """0 draws first, and acts first after the draw."""
    cards: tuple[Card, ...]
    first: tuple[str, ...] = ()
    """What was done before the draw."""
    drawn: tuple[int, ...] = ()
    """How many cards were drawn so far, player 0's first."""
    second: tuple[str, ...] = ()
    """What was done after the draw."""

    def __post_init__(self) -> None:
        """Refuse an infoset that cannot come up, or in which it is the other's turn."""
        if len(set(self.cards)) != HAND_SIZE or len(self.cards) != HAND_SIZE:
            raise HandError(f"a hand has {HAND_SIZE} different cards, not {quoted(' '.join(map(str, self.cards)))}")
        for count in self.drawn:
            if not 0 <= count <= self.game.most_drawn:
                raise IllegalActionError(f"up to {self.game.most_drawn} cards are drawn, not {quoted(count)}")
        before = self.game.first.follow(self.first)
        if before.kind == "fold":
            raise IllegalActionError(f"the hand is over after {quoted(' '.join(self.first))}")
        if before.kind == "node" and (self.drawn or self.second):
            raise IllegalActionError(f"nobody draws after {quoted(' '.join(self.first))}: the betting goes on")
        if len(self.drawn) > 2 or (self.second and len(self.drawn) < 2):
            raise IllegalActionError("both draw once, before the second round of bets")
        after = self.game.second.follow(self.second)
        if after.kind != "node":
            raise IllegalActionError(f"the hand is over after {quoted(' '.join(self.second))}")
        if self.turn != self.player:
            raise IllegalActionError(f"it is the turn of the {ordinal(self.turn + 1)} player here")

    @classmethod
    def of(cls, view: View) -> "InfoSet | None":
        """Where a seat has to decide; None if that is not heads-up with fixed limit, or somebody is nearly all in."""
        if view.players != 2 or view.stakes is None or view.seat is None or view.turn != view.seat:
            return None
        game = LimitDraw.of(view.rules, view.stakes)
        if game is None or min(map(add, view.stacks, view.committed)) < game.deepest:
            return None
        player = view.order.index(view.seat)
        drawn = tuple(draws[0] for draws in (view.drawn[seat] for seat in view.order) if draws)
        if not view.rounds:
            return cls(game, player, view.hand, _words(game.first, "node", view.raises, player))
        raises, seat = view.rounds[0]
        first = _words(game.first, "call", raises, view.order.index(seat) if raises else -1)
        if len(drawn) < 2:
            return cls(game, player, view.hand, first, drawn)
        return cls(game, player, view.hand, first, drawn, _words(game.second, "node", view.raises, player))

    @cached_property
    def stage(self) -> Stage:
        """Which decision it is."""
        if self.game.first.follow(self.first).kind == "node":
            return "first"
        return "draw" if len(self.drawn) < 2 else "second"

    @cached_property
    def turn(self) -> int:
        """Whose turn it is."""
        if self.stage == "draw":
            return len(self.drawn)
        return self._tree.nodes[self.node].player

    @cached_property
    def node(self) -> int:
        """Of the tree of this round of bets."""
        if self.stage == "draw":
            raise IllegalActionError("nobody bets at the draw")
        return self._tree.follow(self.first if self.stage == "first" else self.second).number

    @cached_property
    def call(self) -> int:
        """How the first round ended."""
        return self.game.first.follow(self.first).number

    @cached_property
    def draw_history(self) -> int:
        """The history that is known at the draw, as a number."""
        return self.game.draw_history(self.player, self.call, *self.drawn)

    @cached_property
    def public_history(self) -> int:
        """The history that both know after the draw, as a number."""
        return self.game.public_history(self.call, (self.drawn[0], self.drawn[1]))

    @property
    def actions(self) -> tuple[str, ...]:
        """What can be done; nothing at the draw."""
        if self.stage == "draw":
            return ()
        return self._tree.nodes[self.node].actions

    @property
    def paid(self) -> tuple[int, int]:
        """What both have put in, in chips."""
        return self.game.paid(self.first, self.second)

    @property
    def _tree(self) -> Tree:
        return self.game.first if self.stage == "first" else self.game.second


def _words(tree: Tree, kind: Literal["node", "call"], raises: int, player: int) -> tuple[str, ...]:
    return tuple(tree.words(tree.where(kind, raises, player)).split())
