"""Who sits at the other seats of a batch: computer players, who are shown views, or functions of whole observations."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fivecard.engine import Action, Discard, Fold, Raise, Rules, State, apply, view_for
from fivecard.engine.streets import DrawRound
from fivecard.environments.batch import Batch
from fivecard.environments.observations import Observations
from fivecard.environments.setting import Setting
from fivecard.errors import ArgumentError, quoted
from fivecard.players import Player
from fivecard.players.chips import player_for

BatchPolicy: TypeAlias = Callable[[Observations], NDArray[np.integer]]
"""What many hands' seats to act do, as `Batch.step` takes it: a number for each hand, and in a draw a set of places."""
Opponent: TypeAlias = str | Player | BatchPolicy


def opponents_for(opponents: Opponent | Sequence[Opponent], rules: Rules, players: int) -> list[Player | BatchPolicy]:
    """Find who plays against a learner, in the order of their seats, from its left on.

    Args:
        opponents: One for each other seat, or one for all of them.
        rules: The game.
        players: How many play.
    """
    several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    named = list(opponents) if several else [opponents] * (players - 1)  # type: ignore[arg-type]
    if len(named) != players - 1:
        raise ArgumentError(f"{players} players are one and {players - 1} opponents, not {len(named)}")
    found: list[Player | BatchPolicy] = []
    for opponent in named:
        if isinstance(opponent, str | Player):
            found.append(player_for(opponent, rules, players))
        elif callable(opponent):
            found.append(opponent)
        else:
            raise ArgumentError(f"an opponent is a player, a player's name or a function, not {quoted(opponent)}")
    return found


class Followed:
    """The hands of a batch in the engine in Python too, which shows them to players: each step is done in both.

    Args:
        batch: The hands.
        setting: What they are.
    """

    def __init__(self, batch: Batch, setting: Setting) -> None:
        self._batch, self._setting = batch, setting
        self._states: list[State] = [self._dealt(row) for row in range(batch.hands)]

    def decide(self, row: int, player: Player, random: Random) -> int:
        """Let a player choose in a hand; give what `Batch.step` takes as exact.

        Args:
            row: Which hand.
            player: Whose turn it is.
            random: What the player may throw dice with.
        """
        state = self._states[row]
        if state.turn is None:
            raise AssertionError(state)
        view = view_for(state, state.turn)
        action = player(view, random)
        self._follow(row, action)
        match action:
            case Fold():
                return -1
            case Raise(_, to):
                return to
            case Discard(_, cards):
                return sum(1 << view.hand.index(card) for card in cards)
        return 0

    def act(self, row: int, number: int) -> None:
        """Do in a hand what `Batch.step` is given by number.

        Args:
            row: Which hand.
            number: The number.
        """
        state, menu = self._states[row], self._setting.menu
        if state.turn is None:
            raise AssertionError(state)
        view = view_for(state, state.turn)
        self._follow(
            row, menu.action(view, number + menu.bets * isinstance(state.rules.streets[state.street], DrawRound))
        )

    def begin(self, row: int) -> None:
        """Take up the hand that a row has been dealt.

        Args:
            row: Which hand.
        """
        self._states[row] = self._dealt(row)

    def _follow(self, row: int, action: Action) -> None:
        self._states[row], _ = apply(self._states[row], action)

    def _dealt(self, row: int) -> State:
        return self._setting.begin(self._batch.deal_of(row))
