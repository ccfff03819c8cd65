"""An installation whose solution is missing or damaged: solved plays like solid and says why, and nothing ends."""

import random
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from fivecard.cli.main import main
from fivecard.engine import VARIANTS, Deal, apply, start, view_for
from fivecard.engine.defaults import default_stakes
from fivecard.errors import FivecardError
from fivecard.players import PLAYERS, play_out
from fivecard.solvers.limit_draw import LimitDraw, has_policy, load_policy, policy
from fivecard.solvers.limit_draw.review import advice_for
from fivecard.table.client import Person
from fivecard.table.core import Record
from fivecard.table.fairness.verify import COMPUTERS_HONEST, COMPUTERS_UNKNOWN, verify
from fivecard.table.runtime.hints import hints_for
from tests.table.server import Server, choose, open_table, play_hands, run
from tests.table.tables import table_for

GAME = LimitDraw(most_drawn=5)
SAID = "Solved plays like solid here: its solution cannot be read."
ELSEWHERE = """
import sys
from pathlib import Path
from fivecard.cli.main import main
from fivecard.solvers.limit_draw import policy
policy.files = lambda package: Path({!r})
sys.exit(main(sys.argv[1:]))
"""
"""fivecard, with its solutions in a folder of our own."""


def content(most: int) -> bytes:
    return (files("fivecard.solvers.limit_draw") / "data" / f"heads-up-{most}.strategy").read_bytes()


DAMAGES = {
    "missing": None,
    "empty": b"",
    "cut": content(3)[:-1000],
    "of another game": content(3),
    "no object": b"[]\n",
    "a number": b"5\n",
}


@pytest.fixture(params=DAMAGES)
def damaged(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "data").mkdir()
    if (found := DAMAGES[request.param]) is not None:
        (tmp_path / "data" / "heads-up-5.strategy").write_bytes(found)
    monkeypatch.setattr(policy, "files", lambda package: tmp_path)
    policy._read.cache_clear()
    yield
    policy._read.cache_clear()


@pytest.mark.usefixtures("damaged")
def test_solved_plays_like_solid_and_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    rules = VARIANTS["five-card-draw"]
    stakes = default_stakes(rules)
    assert has_policy(GAME)
    with pytest.raises(FivecardError, match=r"cannot be read: heads-up-5\.strategy"):
        load_policy(GAME)
    assert PLAYERS["solved"].says(rules, stakes, (200, 200)) == SAID
    for seed in range(3):
        state, _ = apply(start(rules, 2, stakes=stakes, stacks=200), Deal.shuffled(random.Random(seed)))
        both = [play_out(state, [PLAYERS[name]] * 2, random.Random(seed)) for name in ("solved", "solid")]
        assert both[0] == both[1]
    view = view_for(state, state.turn)
    assert advice_for(view) is None
    assert "judging by bets" in hints_for(view).words
    assert main(["advise", "Kh Kd 9s 4c 2d", "--first"]) == 1
    assert "heads-up-5.strategy" in capsys.readouterr().err


def test_a_file_is_looked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []

    def elsewhere(package: str) -> Path:
        looked.append(package)
        return tmp_path

    monkeypatch.setattr(policy, "files", elsewhere)
    policy._read.cache_clear()
    for _ in range(3):
        with pytest.raises(FivecardError, match="cannot be read"):
            load_policy(GAME)
    policy._read.cache_clear()
    assert looked == ["fivecard.solvers.limit_draw"]


def test_the_tour_goes_on_without_the_solution(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ELSEWHERE.format(str(tmp_path)), "demo"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "cannot be read: heads-up-3.strategy" in done.stdout
    assert "hands in" in done.stdout


@pytest.mark.parametrize("where", ["at the table", "where it is verified"])
def test_nobody_is_accused_of_a_file_that_cannot_be_read(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played() -> Record:
        return table_for("Ann", seats=2, fill="solved").play_round(random.Random(1))

    record = played() if where == "where it is verified" else None
    monkeypatch.setattr(policy, "files", lambda package: tmp_path)
    policy._read.cache_clear()
    if record is None:
        record = played()
        assert record["computers"].endswith(" without the solution of solved")
        assert COMPUTERS_HONEST in verify(record)
        monkeypatch.undo()
    policy._read.cache_clear()
    assert any(line.startswith(COMPUTERS_UNKNOWN) for line in verify(record))
    policy._read.cache_clear()


def test_an_evening_ends_as_any_other(tmp_path: Path) -> None:
    words = ["--game", "five-card-draw", "--opponents", "1", "--level", "solved", "--hints", "--rounds", "2"]
    command = [sys.executable, "-c", ELSEWHERE.format(str(tmp_path)), "play", *words, "--seed", "1"]
    done = subprocess.run(command, input="\nc\n" * 100, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert SAID in done.stdout
    assert "Hand 2" in done.stdout
    assert "Hint: " in done.stdout
    assert "the solution says" not in done.stdout
    assert done.stdout.endswith("Thank you for playing.\n")


def test_a_table_goes_on_with_hints_by_the_solid_player(tmp_path: Path) -> None:
    with Server(tmp_path, program=("-c", ELSEWHERE.format(str(tmp_path)))) as server:

        async def work() -> None:
            ann = Person(server.base, "")
            open_table(server, ann, seats=2, fill="solved", limit="fixed", practice=True)
            async with ann:
                assert (await ann.sit(0, "Ann"))["type"] == "done"
                await ann.begin()
                state = await ann.until(ann.may_act)
                assert state["computers"] == SAID
                hint = await ann.ask("hint")
                assert "judging by bets" in hint["words"]
                await ann.act(**choose(state, random.Random(1)))
                await play_hands(ann, 2, random.Random(1))
                assert not ann.verdict

        run(work())
    assert server.errors.read_text() == ""
