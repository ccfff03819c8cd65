"""A hand of poker for several agents, as PettingZoo has it: they act in turn, and each sees what its seat may know.

>>> env = PokerAEC("five-card-draw")
>>> env.reset(seed=1)
>>> env.agent_selection, env.observe("player_0")["action_mask"].nonzero()[0].tolist()
('player_0', [0, 1, 2])
>>> env.step(2)
>>> env.step(0)
>>> env.rewards
{'player_0': 1, 'player_1': -1}
"""

from collections.abc import Sequence
from fractions import Fraction
from random import Random, SystemRandom
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivecard._util.sampling import checked_seed
from fivecard.engine import Deal, Rules, Stakes, State, apply, view_for
from fivecard.environments.menu import PARTS
from fivecard.environments.setting import Setting
from fivecard.environments.spaces import action_space, observation_of, observation_space
from fivecard.errors import ArgumentError, MissingDependencyError, expect, install, quoted

try:
    from pettingzoo import AECEnv
except ImportError as error:
    raise MissingDependencyError(f"this environment needs pettingzoo: {install('pettingzoo')}") from error

Seen = dict[str, NDArray[Any]]


class PokerAEC(AECEnv):  # type: ignore[misc]
    """One hand after another, a hand an episode. Agents are seats: `player_0` is left of the button, the last has it.

    An observation has `observation`, the numbers that `setting.features` names, and `action_mask`: 1 where an action is
    legal. Rewards are chips, and come at the end. An action that is not legal is an `IllegalActionError`.

    Args:
        rules: The game, or its name in `VARIANTS`.
        players: How many play.
        stakes: What is played for; None for what is usual.
        stacks: The chips of each seat, or of every seat, at the beginning of each hand; None for 100 big blinds, or
            small bets where there are no blinds.
        sizes: The parts of the pot that may be bet or raised by number, ascending.
        exact: Number every amount of chips instead.
        render_mode: `ansi`, and `render` gives the table as text; None for nothing.
    """

    metadata = {"name": "fivecard_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012  (as in AECEnv)

    def __init__(
        self,
        rules: Rules | str = "holdem",
        players: int = 2,
        *,
        stakes: Stakes | None = None,
        stacks: int | Sequence[int] | None = None,
        sizes: Sequence[Fraction | int] = PARTS,
        exact: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ArgumentError(f"a hand is shown as 'ansi' or not at all, not {quoted(render_mode)}")
        self.render_mode = render_mode
        self.setting = Setting(rules, players, stakes=stakes, stacks=stacks, sizes=sizes, exact=exact)
        """The game, its actions by number and its observations."""
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.setting) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.setting) for agent in self.possible_agents}
        self._random: Random = SystemRandom()
        self._state: State

    def observation_space(self, agent: str) -> Any:  # noqa: ANN401  (a space of Gymnasium)
        """What an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:  # noqa: ANN401
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a hand.

        Args:
            seed: The cards of this hand and all later ones come from it; None to go on.
            options: `deal`, if the cards are given: a `Deal`.
        """
        if seed is not None:
            self._random = Random(checked_seed(seed))
        deal = (options or {}).get("deal")
        if deal is None:
            deal = Deal.shuffled(self._random, cards=sorted(self.setting.rules.deck))
        expect(deal, Deal, "a Deal")
        self._state = self.setting.begin(deal)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Seen:
        """What an agent sees now, at its turn or not.

        Args:
            agent: Its name.
        """
        return observation_of(self.setting, view_for(self._state, self._seats[agent]))

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Do something for the agent whose turn it is.

        Args:
            action: The number of the action; None once the hand is over.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        view = view_for(self._state, self._seats[agent])
        self._state, _ = apply(self._state, self.setting.menu.action(view, _whole(action)))
        self._cumulative_rewards[agent] = 0
        won = self.setting.won(self._state)
        self.rewards = {agent: won[seat] for agent, seat in self._seats.items()}
        if self._state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Write what everybody at the table sees, if the environment was made with `render_mode="ansi"`."""
        if self.render_mode is None:
            return None
        state = self._state
        lines = [f"pot {state.pot}  board {' '.join(map(str, state.board)) or '-'}"]
        for agent, seat in self._seats.items():
            status = "folded" if seat in state.folded else "to act" if seat == state.turn else ""
            up = " ".join(map(str, state.up[seat])) if state.up else ""
            lines.append(f"{agent}  {state.stacks[seat]:>6}  {state.bets[seat]:>5}  {up} {status}".rstrip())
        return "\n".join(lines)

    def close(self) -> None:
        """There is nothing to close."""

    def _select(self) -> None:
        turn = self._state.turn
        self.agent_selection = self.agents[0] if turn is None else self.possible_agents[turn]


def _whole(action: object) -> int:
    if isinstance(action, bool) or not isinstance(action, int | np.integer):
        raise ArgumentError(f"an action is a whole number, not {quoted(action)}")
    return int(action)
