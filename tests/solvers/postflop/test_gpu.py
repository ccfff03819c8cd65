"""Hold'em after the flop on a GPU, held to the judge on the processor; without one, what can be tested without."""

import importlib.util
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from fivecard.errors import ArgumentError, MissingDependencyError
from fivecard.solvers.postflop import Spot, improve, solve, start
from tests.needs import gpus

RANGES = ("AA, KK, QJs, 87s", "TT, 99, T9s, AKs, 54s")
SPOTS = {
    "river": Spot("Td 9d 6h Qc 2s", RANGES, pot=100, stack=300, bets="75%", raises="a"),
    "turn": Spot("Td 9d 6h Qc", RANGES, pot=100, stack=300, bets="75%, a", raises="2.5x"),
    "flop": Spot("Td 9d 6h", RANGES, pot=100, stack=300, bets="75%", raises="a"),
    "one suit": Spot("Td 9d 6d", RANGES, pot=100, stack=300, bets="75%", raises="a"),
    "rake": Spot("Td 9d 6h Qc", RANGES, pot=100, stack=300, bets="75%", raises="a", rake=0.05, rake_cap=10),
    "a lock": Spot("Td 9d 6h Qc", RANGES, pot=100, stack=300, bets="75%", raises="a").locked(
        "check", chances=(0.3, 0.7)
    ),
}


needs_gpu = pytest.mark.skipif(not gpus(), reason="NO GPU: CuPy finds none here")


@needs_gpu
@pytest.mark.parametrize("name", SPOTS)
def test_a_gpu_solves_as_well_as_the_processor(name: str) -> None:
    here, there = (solve(SPOTS[name], target=0, iterations=60, precision="f32", gpu=gpu) for gpu in (False, True))
    assert there.iterations == 60
    # Sums are added in another order, and where actions are worth the same, that is enough to learn others.
    assert there.exploitability <= 1.5 * here.exploitability + 0.01
    assert there.values == pytest.approx(here.values, rel=2e-3)


@needs_gpu
@pytest.mark.parametrize("name", SPOTS)
def test_a_gpu_judges_as_the_judge_does(name: str) -> None:
    solution = start(SPOTS[name], gpu=True)
    solution.solver.iterate(30)
    assert 100 * solution.solver.exploitability() == pytest.approx(solution.exploitability, rel=1e-3, abs=1e-3)


@needs_gpu
def test_solving_on_a_gpu_ends_at_its_target_or_in_time_and_can_go_on() -> None:
    solution = solve(SPOTS["turn"], target=1.0, gpu=True)
    assert solution.exploitability <= 1.0
    before = solution.iterations
    improve(solution, target=0, seconds=0.2)
    assert solution.iterations > before
    assert solution.exploitability < 1.0


@needs_gpu
def test_many_threads_use_a_gpu_at_once() -> None:
    def solved(name: str) -> float:
        return solve(SPOTS[name], target=0, iterations=60, gpu=True).exploitability

    alone = {name: solved(name) for name in SPOTS}
    with ThreadPoolExecutor(6) as pool:
        for name, found in zip([*SPOTS] * 4, pool.map(solved, [*SPOTS] * 4), strict=True):
            assert found == pytest.approx(alone[name], rel=0.5, abs=0.01), name


@pytest.mark.skipif(importlib.util.find_spec("cupy") is not None, reason="CuPy is there")
def test_without_cupy_it_is_said_what_is_missing() -> None:
    with pytest.raises(MissingDependencyError, match="gpu"):
        start(SPOTS["river"], gpu=True)


def test_a_gpu_keeps_no_halves() -> None:
    with pytest.raises(ArgumentError, match="fp16"):
        start(SPOTS["river"], gpu=True, precision="fp16")


@pytest.mark.parametrize("name", SPOTS)
@pytest.mark.parametrize("player", [0, 1])
def test_what_a_gpu_is_given_is_whole(name: str, player: int) -> None:
    """Every node of both players is met once on a board, and every entry is worth something once."""
    game = SPOTS[name].tree.game
    total = [0, 0]
    for street in game.device(player, 24):
        programs = street["programs"].view(np.int32).reshape(-1, 10)
        parts = street["parts"].view(np.int32).reshape(-1, 5)
        steps = street["steps"].view(np.int32).reshape(-1, 6)
        entries = street["entries"].view(np.int32).reshape(-1, 3)
        nodes = street["nodes"]
        assert sorted(parts[:, 0]) == [*range(nodes[1 - player])]
        assert sorted(steps[steps[:, 0] == 1, 1]) == [*range(nodes[player])]
        assert sorted(entries[:, 0]) == [*range(len(street["reaches"]) // 8)]
        for first, count, whole in ((0, 1, parts), (4, 5, steps), (6, 7, entries)):
            assert programs[:, count].sum() == len(whole)
            assert (programs[:, first] == np.cumsum(programs[:, count]) - programs[:, count]).all()
        slots = np.repeat(programs[:, 9], programs[:, 5])
        assert (steps[:, 5] < slots).all()
        for who in (0, 1):
            total[who] += nodes[who] * street["boards"]
    assert total == [game.nodes_of(0), game.nodes_of(1)]
    assert sum(total) == game.nodes
