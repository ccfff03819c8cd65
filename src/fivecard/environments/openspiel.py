"""The games of `ExtensiveGame` in OpenSpiel, where its solvers and best responses run on them.

`pyspiel` is asked for only where a game is made.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivecard.engine.defaults import LIMITS
from fivecard.engine.rules import find_variant
from fivecard.environments.extensive import ExtensiveGame
from fivecard.errors import MissingDependencyError, UnknownNameError, expect, install, quoted

NAME = "python_fivecard"
"""What the registered game is called: `pyspiel.load_game("python_fivecard(variant=razz,players=3)")`."""


def register() -> None:
    """Let OpenSpiel know `python_fivecard`, with the parameters `variant`, `limit`, `players` and `stack`."""
    _classes()


def spiel_game(game: ExtensiveGame) -> Any:  # noqa: ANN401  (a pyspiel.Game, which has no types)
    """Give a game to OpenSpiel: a `pyspiel.Game`.

    Args:
        game: Any game of yours, also with given deals.
    """
    expect(game, ExtensiveGame, "an ExtensiveGame")
    return _classes()(extensive=game)


def _loaded(variant: str, limit: str, players: int, stack: int) -> ExtensiveGame:
    rules = find_variant(variant)
    if limit and limit not in LIMITS:
        raise UnknownNameError(f"there is no limit {quoted(limit)}: they are {', '.join(LIMITS)}")
    rules = rules.with_limit(LIMITS[limit]) if limit else rules
    return ExtensiveGame(rules, players, stacks=stack or None)


@cache
def _classes() -> Any:  # noqa: ANN401
    """Make OpenSpiel's classes for games and states, and register the game; once."""
    try:
        import pyspiel
    except ImportError as error:
        raise MissingDependencyError(f"OpenSpiel is not there: {install('openspiel')}") from error

    kind = pyspiel.GameType(
        short_name=NAME,
        long_name="Poker, by fivecard's rules",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"variant": "five-card-draw", "limit": "", "players": 2, "stack": 0},
    )

    class Game(pyspiel.Game):  # type: ignore[misc]
        """A game; its parameters, or the `ExtensiveGame` that it is."""

        def __init__(self, params: dict[str, Any] | None = None, extensive: ExtensiveGame | None = None) -> None:
            self.extensive = extensive or _loaded(**{**kind.parameter_specification, **(params or {})})
            game = self.extensive
            info = pyspiel.GameInfo(
                num_distinct_actions=game.num_distinct_actions,
                max_chance_outcomes=game.max_chance_outcomes,
                num_players=game.num_players,
                min_utility=game.min_utility,
                max_utility=game.max_utility,
                utility_sum=0.0 if game.is_zero_sum else None,
                max_game_length=game.max_game_length,
            )
            super().__init__(kind, info, {"players": game.num_players} if params is None else params)

        def new_initial_state(self) -> "State":
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":  # noqa: ANN401
            return Observer(self.extensive, iig_obs_type is not None and iig_obs_type.perfect_recall)

    class State(pyspiel.State):  # type: ignore[misc]
        """A place in the tree; `place` is fivecard's own."""

        def __init__(self, game: Game) -> None:
            super().__init__(game)
            self.place = game.extensive.new_initial_state()

        def current_player(self) -> int:
            return self.place.current_player()

        def _legal_actions(self, player: int) -> list[int]:
            return self.place.legal_actions(player)

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return self.place.chance_outcomes()

        def _apply_action(self, action: int) -> None:
            self.place.apply_action(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return self.place.action_to_string(player, action)

        def is_terminal(self) -> bool:
            return self.place.is_terminal()

        def returns(self) -> list[float]:
            return self.place.returns()

        def __str__(self) -> str:
            return str(self.place)

    class Observer:
        """What a player sees now, or has come to know."""

        def __init__(self, game: ExtensiveGame, recalls: bool) -> None:
            size = game.information_state_tensor_size if recalls else game.observation_tensor_size
            self.tensor: NDArray[np.float32] = np.zeros(size, np.float32)
            self.dict = {"observation": self.tensor}
            self._recalls = recalls

        def set_from(self, state: State, player: int) -> None:
            place = state.place
            self.tensor[:] = (
                place.information_state_tensor(player) if self._recalls else place.observation_tensor(player)
            )

        def string_from(self, state: State, player: int) -> str:
            place = state.place
            return place.information_state_string(player) if self._recalls else place.observation_string(player)

    pyspiel.register_game(kind, Game)
    return Game
