"""Decisions a second of environments for learning machines, on one core: bench/run.sh bench/bench_environments.py.

No-limit hold'em for two. Every seat does anything that is legal, by the actions that each environment offers; what is
seen is asked for at every decision.
"""

import random
from collections.abc import Callable
from time import thread_time

import numpy as np
import pyspiel
import rlcard
from numpy.typing import NDArray
from pettingzoo.classic import texas_holdem_no_limit_v6

from fivecard.environments import Observations
from fivecard.environments.extensive import ExtensiveGame
from fivecard.environments.gymnasium_env import PokerVectorEnv
from fivecard.environments.pettingzoo_env import PokerAEC
from harness import Contender, report

HANDS, ROWS, STEPS = 60, 4096, 10
UNIVERSAL = (
    "universal_poker(betting=nolimit,numPlayers=2,numRounds=4,blind=2 1,firstPlayer=2 1 1 1,numSuits=4,numRanks=13,"
    "numHoleCards=2,numBoardCards=0 3 1 1,stack=200 200,bettingAbstraction=fcpa)"
)


def anything(seen: Observations, source: np.random.Generator) -> NDArray[np.int64]:
    """Any legal action of each hand."""
    legal = seen.legal[:, None] >> np.arange(6, dtype=np.uint16) & 1
    actions: NDArray[np.int64] = (legal * source.random(legal.shape)).argmax(axis=1)
    return actions


def vector() -> Callable[[], int]:
    """Hands side by side against functions; both sides' decisions are counted."""
    source, decisions = np.random.default_rng(1), 0

    def opponent(seen: Observations) -> NDArray[np.int64]:
        nonlocal decisions
        decisions += len(seen.turn)
        return anything(seen, source)

    env = PokerVectorEnv("holdem", ROWS, opponents=opponent, threads=1)
    seen, _ = env.reset(seed=1)

    def work() -> int:
        nonlocal seen, decisions
        decisions = 0
        for _ in range(STEPS):
            mask = seen["action_mask"]
            seen, *_ = env.step((mask * source.random(mask.shape)).argmax(axis=1))
            decisions += ROWS
        return decisions

    return work


def agents(env: "PokerAEC | texas_holdem_no_limit_v6.raw_env") -> int:
    """Hands of a PettingZoo environment."""
    source, decisions = np.random.default_rng(1), 0
    for hand in range(HANDS):
        env.reset(seed=hand)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"]
            env.step(int((mask * source.random(len(mask))).argmax()))
            decisions += 1
    return decisions


def tree() -> int:
    """Hands of fivecard's tree."""
    source, decisions, game = random.Random(1), 0, ExtensiveGame("holdem")
    for _ in range(HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_tensor()
                decisions += 1
            state.apply_action(source.choice(state.legal_actions()))
    return decisions


def openspiel() -> int:
    """Hands of OpenSpiel's universal poker, which is written in C++."""
    source, decisions, game = random.Random(1), 0, pyspiel.load_game(UNIVERSAL)
    for _ in range(HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_tensor()
                decisions += 1
            state.apply_action(source.choice(state.legal_actions()))
    return decisions


def rlcards() -> int:
    """Hands of RLCard."""
    source, decisions = random.Random(1), 0
    env = rlcard.make("no-limit-holdem", config={"seed": 1})
    for _ in range(HANDS):
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(source.choice([*state["legal_actions"]]))
            decisions += 1
    return decisions


if __name__ == "__main__":
    side_by_side = vector()
    theirs = texas_holdem_no_limit_v6.env(num_players=2)
    works: dict[str, Callable[[], int]] = {
        "fivecard, Gymnasium vector": side_by_side,
        "fivecard, PettingZoo": lambda: agents(PokerAEC("holdem")),
        "fivecard, tree": tree,
        "OpenSpiel, universal poker": openspiel,
        "RLCard": rlcards,
        "PettingZoo classic": lambda: agents(theirs),
    }
    report(
        "No-limit hold'em, 2 players, any legal action, decisions with observations",
        [Contender(name, work, work()) for name, work in works.items()],
        unit="decisions",
        clock=thread_time,
    )
