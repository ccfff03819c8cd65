"""Gymnasium's own checks, and that hands against opponents are what the engine plays, chip by chip."""

from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from fivecard import ArgumentError, FormatError, IllegalActionError, RulesError, UnknownNameError
from fivecard.engine import VARIANTS, Action, BringIn, Call, Check, Discard, Limit, View, legal, view_for
from fivecard.environments import PASS, Observations
from fivecard.environments.gymnasium_env import PokerEnv, PokerVectorEnv
from fivecard.environments.spaces import observation_of
from fivecard.players import Player
from tests.effort import effort, some


def _calls(view: View, random: Random) -> Action:
    now = legal(view)
    assert now is not None
    if now.draw is not None:
        return Discard(now.seat)
    return Check(now.seat) if now.check else Call(now.seat) if now.call_amount else BringIn(now.seat)


def _anything(view: View, random: Random) -> Action:
    now = legal(view)
    assert now is not None
    return now.sample(random)


BETS = frozenset({Limit.FIXED_LIMIT, Limit.POT_LIMIT, Limit.NO_LIMIT})
CALLS = Player("calls", "by calling", _calls, limits=BETS)
ANYTHING = Player("anything", "anyhow", _anything, limits=BETS)


def passing(seen: Observations) -> NDArray[np.int64]:
    return np.where(seen.is_draw, 0, PASS)


@pytest.mark.parametrize("name", some(4, VARIANTS))
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    check_env(PokerEnv(name, ANYTHING, 3, strict=False), skip_render_check=True)


def chosen(mask: NDArray[np.int8], source: np.random.Generator) -> NDArray[np.int64]:
    """Any legal action of each row."""
    actions: NDArray[np.int64] = (mask * source.random(mask.shape)).argmax(axis=-1)
    return actions


@pytest.mark.parametrize("opponents", [ANYTHING, [CALLS, ANYTHING, passing]], ids=["players", "of both kinds"])
@pytest.mark.parametrize("name", some(6, VARIANTS))
def test_hands_side_by_side_are_hands_of_the_engine(name: str, opponents: Any) -> None:
    """The hands are followed in the engine in Python: what is seen and won is what it says, hand for hand."""
    players, rows, source = 4, 5, np.random.default_rng(1)
    env = PokerVectorEnv(name, rows, opponents=opponents, players=players, stacks=60, seed=2)
    seen, info = env.reset(seed=3)
    won, ended = np.zeros(rows), 0
    for _ in range(effort(30, 1_000)):
        assert env._followed is not None
        for row, seat in enumerate(info["seat"].tolist()):
            state = env._followed._states[row]
            assert state.turn == seat
            expected = observation_of(env.setting, view_for(state, seat))
            assert (seen["observation"][row] == expected["observation"]).all()
            assert (seen["action_mask"][row] == expected["action_mask"]).all()
        assert env.observation_space.contains(seen)
        seen, rewards, over, cut, info = env.step(chosen(seen["action_mask"], source))
        assert not rewards[~over].any()
        assert not cut.any()
        assert ("final_obs" in info) == over.any()
        if over.any():
            assert (info["_final_obs"] == over).all()
            assert all((last is not None) == there for last, there in zip(info["final_obs"], over, strict=True))
        won += rewards + info["before_turn"]
        ended += int(over.sum())
    assert ended > rows
    assert (np.abs(won) > 0).any()


def test_functions_and_players_who_do_the_same_are_the_same_opponents() -> None:
    envs = [PokerVectorEnv("badugi", 4, opponents=opponent, players=3) for opponent in (CALLS, passing)]
    source, masks = np.random.default_rng(5), [env.reset(seed=7)[0]["action_mask"] for env in envs]
    for _ in range(60):
        actions = chosen(masks[0], source)
        stepped: list[tuple[Any, ...]] = [env.step(actions) for env in envs]
        (one, *rest), (other, *others) = stepped
        assert (one["observation"] == other["observation"]).all()
        assert all(np.array_equal(mine, theirs) for mine, theirs in zip(rest[:3], others[:3], strict=True))
        masks = [one["action_mask"], other["action_mask"]]


def test_all_seats_are_played_in_turn_and_chips_add_up() -> None:
    """Against itself a policy wins nothing on the whole: with blinds that it never gives up, over whole rounds."""
    env = PokerVectorEnv("holdem", 2_000, opponents=passing, players=2, seed=1)
    _, info = env.reset(seed=1)
    assert np.bincount(info["seat"]).tolist() == [1_000, 1_000]
    rewards = np.zeros(0)
    for _ in range(12):
        _, won, over, _, info = env.step(np.full(2_000, PASS))
        rewards = np.concatenate([rewards, won[over]])
        assert not info["before_turn"].any()
    assert len(rewards) >= 4_000
    assert abs(rewards.mean()) < 5 * rewards.std() / np.sqrt(len(rewards))


def test_hands_that_end_before_the_learner_acts_are_told_of() -> None:
    def folding(seen: Observations) -> NDArray[np.int64]:
        return np.zeros(len(seen.turn), np.int64)

    env = PokerVectorEnv("holdem", 4, opponents=folding)
    _, info = env.reset(seed=1)
    assert info["before_turn"].tolist() == [1, 0, 1, 0]  # in the big blind, everybody folded
    assert info["seat"].tolist() == [1, 1, 1, 1]
    _, rewards, over, _, info = env.step(np.full(4, 0))
    assert (rewards.tolist(), over.tolist()) == ([-1.0] * 4, [True] * 4)
    assert info["before_turn"].tolist() == [1] * 4
    single = PokerEnv("holdem", Player("folds", "by folding", lambda view, _: _fold(view), limits=BETS))
    assert single.reset(seed=1)[1] == {"seat": 1, "before_turn": 1}


def _fold(view: View) -> Action:
    from fivecard.engine import Fold

    return Fold(view.turn or 0)


def test_a_seed_repeats_both_forms() -> None:
    for make in (
        lambda: PokerVectorEnv("razz", 3, opponents=ANYTHING, players=3),
        lambda: PokerEnv("razz", ANYTHING, 3),
    ):
        trails = []
        for seed in (4, 4, 5):
            env: Any = make()
            seen, _ = env.reset(seed=seed)
            source = np.random.default_rng(0)
            trail = []
            for _ in range(20):
                seen, reward, over, _, _ = env.step(chosen(seen["action_mask"], source))
                trail.append((np.asarray(reward).tolist(), seen["observation"].tobytes()))
                if over is True:
                    seen, _ = env.reset()
            trails.append(trail)
        assert trails[0] == trails[1] != trails[2]


def test_a_player_of_the_registry_plays() -> None:
    env = PokerEnv("five-card-draw", "solved")
    env.reset(seed=1)
    over = False
    while not over:
        _, reward, over, _, _ = env.step(
            PASS if env.observation_space is not None and _bets(env) else env.setting.menu.bets
        )
    assert reward != 0
    assert PokerVectorEnv.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def _bets(env: PokerEnv) -> bool:
    return PASS in env.setting.menu.legal(view_for(env._state, env._seat))


def test_what_is_not_legal_is_refused_or_told_of() -> None:
    env = PokerVectorEnv("holdem", 3, opponents=passing)
    env.reset(seed=1)
    before = env.batch.observations.copy()
    with pytest.raises(IllegalActionError) as caught:
        env.step([1, 1, 3])
    assert caught.value.row == 2
    assert (before.pot == env.batch.observations.pot).all()
    for wrong in ([1, 1], [1.0, 1.0, 1.0], "abc", [1, 1, 99], [1, -1, 1]):
        with pytest.raises((FormatError, IllegalActionError)):
            env.step(wrong)
    single = PokerEnv("holdem", CALLS)
    single.reset(seed=1)
    with pytest.raises(IllegalActionError):
        single.step(3)
    lenient = PokerEnv("holdem", CALLS, strict=False)
    lenient.reset(seed=1)
    assert lenient.step(3)[4]["illegal"]


def test_opponents_that_cannot_be_are_refused() -> None:
    with pytest.raises(UnknownNameError):
        PokerVectorEnv("holdem", 2, opponents="nobody")
    with pytest.raises(UnknownNameError):
        PokerEnv("holdem", "solved")
    with pytest.raises(RulesError):
        PokerEnv("five-card-draw", "solved", 3)
    with pytest.raises(ArgumentError):
        PokerVectorEnv("holdem", 2, opponents=[CALLS, CALLS])
    with pytest.raises(ArgumentError):
        PokerVectorEnv("holdem", 2, opponents=3)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError):
        PokerEnv("holdem", passing)  # type: ignore[arg-type]
