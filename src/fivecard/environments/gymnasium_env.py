"""Hands of poker for one learner against computer players, as Gymnasium has it: one at a time, or many side by side.

An episode is a hand; the learner's seat moves on by one with each. A hand that ends before the learner's first turn is
no episode: its chips are in the information, under `before_turn`.

>>> from fivecard.environments import PASS
>>> env = PokerVectorEnv("holdem", 3, opponents=lambda seen: np.full(len(seen.turn), PASS))
>>> seen, _ = env.reset(seed=1)
>>> seen["observation"].shape, seen["action_mask"][0].tolist()
((3, 127), [1, 1, 1, 0, 1, 1])
>>> _, rewards, over, _, _ = env.step([0, 1, 1])
>>> rewards.tolist(), over.tolist()
([-2.0, 0.0, 0.0], [True, False, False])
"""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivecard._util.sampling import checked_seed
from fivecard.engine import Deal, Rules, Stakes, State, apply, view_for
from fivecard.engine.streets import DrawRound
from fivecard.environments.batch import Batch
from fivecard.environments.menu import PARTS, PASS
from fivecard.environments.opponents import Followed, Opponent, opponents_for
from fivecard.environments.setting import Setting
from fivecard.environments.spaces import action_space, nothing_seen, observation_of, observation_space
from fivecard.errors import (
    ArgumentError,
    FormatError,
    IllegalActionError,
    MissingDependencyError,
    RulesError,
    install,
    quoted,
)
from fivecard.players import Player

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingDependencyError(f"this environment needs gymnasium: {install('gymnasium')}") from error

Seen = dict[str, NDArray[Any]]


class PokerEnv(gymnasium.Env[Seen, int]):
    """One hand after another. Observations are those of `PokerVectorEnv`, and so are actions and rewards.

    Args:
        rules: The game, or its name in `VARIANTS`.
        opponents: The computer players, from the learner's left on, by name or as a `Player`; or one for all seats.
        players: How many play, the learner included.
        stakes: What is played for; None for what is usual.
        stacks: The chips of every seat at the beginning of each hand; None for 100 big blinds, or small bets where
            there are no blinds.
        sizes: The parts of the pot that may be bet or raised by number, ascending.
        exact: Number every amount of chips instead.
        strict: Whether an action that is not legal is an `IllegalActionError`. If not, the learner checks, calls,
            brings it in or stands pat instead, and the information has `illegal`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}  # type: ignore[misc]

    def __init__(
        self,
        rules: Rules | str = "holdem",
        opponents: str | Player | Sequence[str | Player] = "solid",
        players: int = 2,
        *,
        stakes: Stakes | None = None,
        stacks: int | None = None,
        sizes: Sequence[Fraction | int] = PARTS,
        exact: bool = False,
        strict: bool = True,
    ) -> None:
        self.setting = Setting(rules, players, stakes=stakes, stacks=stacks, sizes=sizes, exact=exact)
        """The game, its actions by number and its observations."""
        self._opponents: list[Player] = []
        for opponent in opponents_for(opponents, self.setting.rules, players):
            if not isinstance(opponent, Player):
                raise ArgumentError("functions of observations play in PokerVectorEnv; here, make a Player of it")
            self._opponents.append(opponent)
        self.observation_space = observation_space(self.setting)  # type: ignore[assignment]
        self.action_space = action_space(self.setting)  # type: ignore[assignment]
        self._strict = strict
        self._random = Random()
        self._seat = 0
        self._state: State

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Deal hands until the learner has a turn.

        Args:
            seed: The cards of this hand and all later ones come from it; None to go on.
            options: There are none.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._random = Random(checked_seed(seed))
            self._seat = -1
        before_turn = 0
        while True:
            self._seat = (self._seat + 1) % self.setting.players
            deal = Deal.shuffled(self._random, cards=sorted(self.setting.rules.deck))
            self._state = self.setting.begin(deal)
            self._let_others_act()
            if not self._state.is_over:
                return self._seen(), {"seat": self._seat, "before_turn": before_turn}
            before_turn += self.setting.won(self._state)[self._seat]

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Do something, and let the others act until it is the learner's turn again, or the hand is over.

        Args:
            action: The number of the action.
        """
        view = view_for(self._state, self._seat)
        menu = self.setting.menu
        info: dict[str, Any] = {"seat": self._seat}
        try:
            chosen = menu.action(view, int(action))
        except IllegalActionError:
            if self._strict or self._state.is_over:
                raise
            info["illegal"] = True
            chosen = menu.action(view, next(number for number in menu.legal(view) if number in (PASS, menu.bets)))
        self._state, _ = apply(self._state, chosen)
        self._let_others_act()
        over = self._state.is_over
        seen = nothing_seen(self.setting) if over else self._seen()
        return seen, float(self.setting.won(self._state)[self._seat]), over, False, info

    def _seen(self) -> Seen:
        return observation_of(self.setting, view_for(self._state, self._seat))

    def _let_others_act(self) -> None:
        while (turn := self._state.turn) not in (None, self._seat):
            player = self._opponents[(turn - self._seat) % self.setting.players - 1]
            self._state, _ = apply(self._state, player(view_for(self._state, turn), self._random))


class PokerVectorEnv(VectorEnv[Seen, ArrayLike, NDArray[Any]]):
    """Hands side by side in the native engine: those of a `Batch`, in which others play all seats but one.

    An observation has `observation`, the numbers that `setting.features` names, and `action_mask`: 1 where an action is
    legal. Actions are numbers: those of `Batch`, and behind them, where a game has draws, the sets of places in the
    hand, as bits. Rewards are chips, and come at the end of a hand.

    A hand that is over is followed by the next in the same step (`AutoresetMode.SAME_STEP`): what is seen is the new
    hand, and of the old one, in `final_obs`, nothing: zeros, and no legal action.

    Args:
        rules: The game, or its name in `VARIANTS`.
        num_envs: How many hands are played side by side.
        opponents: The others, from the learner's left on, or one for all seats: computer players, by name or as a
            `Player`, or functions that are given `Observations` and give actions as `Batch.step` takes them. These are
            asked for many hands at once, and a thousand times as fast.
        players: How many play each hand, the learner included.
        stakes: What is played for; None for what is usual.
        stacks: The chips of every seat at the beginning of each hand; None for 100 big blinds, or small bets where
            there are no blinds.
        sizes: The parts of the pot that may be bet or raised by number, ascending.
        seed: What all cards come from until `reset` is given another.
        threads: How many threads work at a step; None for one for each core.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]

    def __init__(
        self,
        rules: Rules | str = "holdem",
        num_envs: int = 1,
        *,
        opponents: Opponent | Sequence[Opponent] = "solid",
        players: int = 2,
        stakes: Stakes | None = None,
        stacks: int | None = None,
        sizes: Sequence[Fraction | int] = PARTS,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        self.setting = Setting(rules, players, stakes=stakes, stacks=stacks, sizes=sizes)
        """The game, its actions by number and its observations."""
        setting = self.setting
        self.batch = Batch(
            setting.rules, num_envs, players=players, stakes=setting.stakes, stacks=setting.stacks, seed=seed,
            sizes=sizes, threads=threads,
        )  # fmt: skip
        """The hands. Who steps them without this environment confuses it."""
        self.num_envs = num_envs
        self.single_observation_space = observation_space(setting)
        self.single_action_space = action_space(setting)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponents = opponents_for(opponents, setting.rules, players)
        self._discards = _discards(setting)
        self._begin(seed)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Deal all hands anew.

        Args:
            seed: What all cards come from; None for the one from before, which deals the same cards again.
            options: There are none.
        """
        self.batch.reset(seed=seed)
        self._begin(self._seed if seed is None else seed)
        return self._seen(), {"seat": self._seats.copy(), "before_turn": self._before_turn.copy()}

    def step(
        self, actions: ArrayLike
    ) -> tuple[Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Do something in every hand, and let the others act until it is the learner's turn in all of them.

        Args:
            actions: The number of an action for each hand. If one of them is not legal, nothing is done in any.
        """
        numbers = self._checked(actions) - self.setting.menu.bets * self.batch.observations.is_draw
        self._rewards, self._over = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self._before_turn = np.zeros(self.num_envs, np.int64)
        seats = self._seats.copy()
        if self._followed:
            for row, number in enumerate(numbers.tolist()):
                self._followed.act(row, number)
        self.batch.step(numbers)
        self._end_hands()
        self._let_others_act()
        info: dict[str, Any] = {"seat": self._seats.copy(), "before_turn": self._before_turn}
        if self._over.any():
            last = np.full(self.num_envs, None, object)
            last[self._over] = [nothing_seen(self.setting) for _ in range(int(self._over.sum()))]
            info |= {"final_obs": last, "_final_obs": self._over.copy(), "final_info": {"seat": seats}}
        return self._seen(), self._rewards, self._over, np.zeros(self.num_envs, np.bool_), info

    def _begin(self, seed: int) -> None:
        """Take up hands that have been dealt, and play them up to the learner's first turn."""
        self._seed, self._random = seed, Random(seed)
        self._seats = np.arange(self.num_envs) % self.setting.players
        self._followed = None
        if any(isinstance(opponent, Player) for opponent in self._opponents):
            self._followed = Followed(self.batch, self.setting)
        self._rewards, self._over = np.zeros(self.num_envs), np.ones(self.num_envs, np.bool_)
        self._before_turn = np.zeros(self.num_envs, np.int64)
        self._let_others_act()

    def _let_others_act(self) -> None:
        seen, players = self.batch.observations, self.setting.players
        while (steps := (seen.turn - self._seats) % players).any():  # from the learner to the seat to act
            for number, opponent in enumerate(self._opponents, 1):
                if not (rows := np.equal(steps, number)).any():
                    continue
                actions = np.zeros(self.num_envs, np.int64)
                if isinstance(opponent, Player):
                    if self._followed is None:
                        raise AssertionError(opponent)
                    for row in np.flatnonzero(rows).tolist():
                        actions[row] = self._followed.decide(row, opponent, self._random)
                else:
                    actions[rows] = opponent(seen.of_rows(rows))
                    if self._followed:
                        for row in np.flatnonzero(rows).tolist():
                            self._followed.act(row, int(actions[row]))
                self.batch.step(actions, exact=isinstance(opponent, Player), where=rows)
                self._end_hands()

    def _end_hands(self) -> None:
        """Note what was won in hands that are over: in the first of a row's in a step, that is the reward."""
        done = self.batch.done
        if not done.any():
            return
        won = np.where(done, np.take_along_axis(self.batch.rewards, self._seats[:, None], 1)[:, 0], 0)
        self._before_turn += np.where(self._over, won, 0)
        self._rewards += np.where(self._over, 0, won)
        self._over |= done
        self._seats = (self._seats + done) % self.setting.players
        if self._followed:
            for row in np.flatnonzero(done).tolist():
                self._followed.begin(row)

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu" or numbers.shape != (self.num_envs,):
            raise FormatError(f"actions are {self.num_envs} whole numbers, not {quoted(actions)}")
        size = self.setting.menu.size
        there = (numbers >= 0) & (numbers < size)
        legal = there & self._mask()[np.arange(self.num_envs), np.where(there, numbers, 0)].astype(np.bool_)
        if not legal.all():
            row = int(legal.argmin())
            raise IllegalActionError(f"action {int(numbers[row])} is not legal", row=row)
        return numbers.astype(np.int64)

    def _seen(self) -> Seen:
        return {"observation": self.setting.features.of(self.batch.observations), "action_mask": self._mask()}

    def _mask(self) -> NDArray[np.int8]:
        seen, bets = self.batch.observations, self.setting.menu.bets
        mask = np.zeros((self.num_envs, self.setting.menu.size), np.int8)
        mask[:, :bets] = self.batch.legal()
        if seen.most_discards is not None:
            drawing = seen.is_draw
            mask[drawing, bets:] = self._discards[seen.street[drawing]] <= seen.most_discards[drawing, None]
        return mask


def _discards(setting: Setting) -> NDArray[np.uint8]:
    """How many cards go with each set of places in the hand, by street; 255 for a set that is none of the hand."""
    streets, sets = setting.rules.streets, range(setting.menu.size - setting.menu.bets)
    counts = np.full((len(streets), len(sets)), 255, np.uint8)
    for number, street in enumerate(streets):
        if isinstance(street, DrawRound):
            if street.four_with_ace:
                raise RulesError(f"an ace decides how many cards may go in {setting.rules.title}: PokerEnv plays it")
            counts[number, : 1 << street.hand] = [places.bit_count() for places in sets][: 1 << street.hand]
    return counts
