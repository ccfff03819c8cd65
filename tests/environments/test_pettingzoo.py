"""PettingZoo's own checks, and that a hand in it is a hand of the engine."""

import warnings
from random import Random

import pytest
from pettingzoo.test import api_test, seed_test

from fivecard import ArgumentError, IllegalActionError
from fivecard.engine import VARIANTS, Deal
from fivecard.environments.pettingzoo_env import PokerAEC
from tests.effort import effort, some


@pytest.mark.parametrize("name", some(4, VARIANTS))
def test_pettingzoo_finds_nothing_wrong(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():  # observations with a mask are no arrays, which it only remarks on
        warnings.simplefilter("ignore", UserWarning)
        api_test(PokerAEC(name, 3), num_cycles=effort(60, 1_000))
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: PokerAEC(name, 3), num_cycles=effort(20, 500))


def test_pettingzoo_finds_nothing_wrong_with_exact_chips(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        api_test(PokerAEC("holdem", 2, exact=True), num_cycles=effort(60, 1_000))
    assert "Passed API test" in capsys.readouterr().out


def test_rewards_are_chips_and_come_at_the_end() -> None:
    env = PokerAEC("holdem", 3)
    env.reset(options={"deal": Deal.shuffled(Random(2))})
    seen = []
    for agent in env.agent_iter():
        _, reward, over, _, _ = env.last()
        seen.append((agent, reward, over))
        env.step(None if over else 0)  # the button and the small blind fold
    assert seen == [
        ("player_2", 0, False),
        ("player_0", 0, False),
        ("player_0", -1, True),
        ("player_1", 1, True),
        ("player_2", 0, True),
    ]


def test_a_seed_repeats_hands_and_goes_on() -> None:
    env = PokerAEC("razz", 2)
    firsts = []
    for seed in (5, None, 5, 6):
        env.reset(seed=seed)
        firsts.append(env.observe("player_0")["observation"].tobytes())
    assert firsts[0] == firsts[2]
    assert len({*firsts}) == 3


def test_an_agent_sees_its_own_cards_alone_and_a_mask_at_its_turn() -> None:
    env = PokerAEC("holdem", 2, render_mode="ansi")
    env.reset(seed=1)
    waiting = env.observe("player_0")
    hole = env.setting.features.fields["hole"]
    assert waiting["observation"][hole].sum() == 2
    assert not waiting["action_mask"].any()
    assert env.observe("player_1")["action_mask"].tolist() == [1, 1, 1, 0, 1, 1]
    assert env.render() == "pot 3  board -\nplayer_0     198      2\nplayer_1     199      1   to act"


def test_mistakes_are_refused() -> None:
    env = PokerAEC("holdem")
    env.reset(seed=1)
    with pytest.raises(IllegalActionError):
        env.step(3)
    with pytest.raises(ArgumentError):
        env.step("fold")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError):
        env.reset(options={"deal": [1, 2]})
    with pytest.raises(ArgumentError):
        PokerAEC("holdem", render_mode="human")
