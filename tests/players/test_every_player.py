"""A computer player that is added to the registry is found everywhere: commands, table and lobby."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from fivecard.draw.strategy import Strategy
from fivecard.engine import FOUR_WITH_AN_ACE, Discard, View
from fivecard.errors import FivecardError
from fivecard.players import PLAYERS, Player, players_for, strategy_of
from fivecard.players.simulation import simulate
from fivecard.table.client import Person
from fivecard.table.core.game import fills
from tests.table.server import Server, fetch, run
from tests.table.window import Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# What somebody who adds players does, as the interpreter starts: timid has a strategy, moody decides as it likes.
NEW_PLAYERS = """
from fivecard.players import PLAYERS, Player
from fivecard.draw.strategy import Strategy

timid = Player("timid", "whatever it is dealt", lambda view, random: view.discard(()),
               lambda rules, players: Strategy.of("timid", lambda hand: ()))
moody = Player("moody", "as the mood takes it", lambda view, random: view.discard(view.hand[:random.randrange(2)]))
PLAYERS.update(timid=timid, moody=moody)
"""


@pytest.fixture
def newcomers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add two players in every process that is started."""
    (tmp_path / "sitecustomize.py").write_text(NEW_PLAYERS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def stand_pat(view: View, random: Random) -> Discard:
    return view.discard(())


def fivecard(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fivecard", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.usefixtures("newcomers")
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_every_player_is_named_in_the_help(command: str) -> None:
    told = " ".join(fivecard(command, "--help").stdout.split())
    assert "timid plays whatever it is dealt; moody plays as the mood takes it" in told
    for player in PLAYERS.values():
        assert f"{player.name} plays {player.plays}" in told


@pytest.mark.usefixtures("newcomers")
def test_every_player_can_be_played_against() -> None:
    for level in ("timid", "moody"):
        done = fivecard("play", "--opponents", "2", "--level", level, "--seed", "1", typed="\n")
        assert done.returncode == 0
        assert "Computer Player 2 has discarded" in done.stdout
    assert done.stdout.count("has discarded no card") < 3


@pytest.mark.usefixtures("newcomers")
def test_hints_know_every_player_that_has_a_strategy() -> None:
    done = fivecard("play", "--opponents", "2", "--level", "timid", "--hints", "--seed", "1", typed="\n")
    assert "of the pot on average" in done.stdout
    done = fivecard("play", "--opponents", "2", "--level", "moody", "--hints", "--seed", "1", typed="\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--hints: what moody will do is not known beforehand" in done.stderr


def test_hints_do_not_read_a_draw_that_the_strategy_never_makes(tmp_path: Path, newcomers: None) -> None:
    """A player may not play what it has written down; then its number of cards says nothing."""
    decide = "lambda view, random: view.discard(view.hand[:1])"
    fickle = f"PLAYERS['timid'] = Player('timid', timid.plays, {decide}, timid.strategy)\n"
    (tmp_path / "sitecustomize.py").write_text(NEW_PLAYERS + fickle)
    done = fivecard("play", "--opponents", "1", "--level", "timid", "--hints", "--seed", "1", typed="\n")
    assert done.returncode == 0, done.stderr
    assert "Your choices against Computer Player 1 (whatever drawing 1 may mean):" in done.stdout


@pytest.mark.usefixtures("newcomers")
def test_every_player_that_has_a_strategy_can_be_simulated() -> None:
    done = fivecard("simulate", "timid", "classic", "--rounds", "20000", "--seed", "1", "--json")
    timid, classic = json.loads(done.stdout)["seats"]
    assert (timid["player"], classic["player"]) == ("timid", "classic")
    assert timid["share"] < 0.4 < classic["share"]
    done = fivecard("simulate", "moody", "classic")
    assert "moody cannot be simulated" in done.stderr
    assert done.returncode == 2


def test_a_strategy_that_breaks_the_rules_is_not_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine would refuse its rounds, so the simulator may not count them."""
    greedy = Strategy.of("greedy", lambda hand: hand[1:])
    monkeypatch.setitem(
        PLAYERS,
        "greedy",
        Player("greedy", "for the highest cards", lambda view, random: view.discard(()), lambda *_: greedy),
    )
    with pytest.raises(FivecardError, match="greedy breaks rules draw-3-ace: of '2c 2d 2h 2s 3c' it keeps only '2c'"):
        simulate(["greedy", "classic"], 10)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a server of its own: it knows the new players."""
    folder = tmp_path_factory.mktemp("table")
    (folder / "sitecustomize.py").write_text(NEW_PLAYERS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        running = Server(folder)
    with running:
        yield running


def offered_without_chips(server: Server) -> dict[str, Any]:
    """What the lobby offers in games without chips."""
    offered = fetch(f"{server.base}/choices").json()
    games = [game for game in offered["games"] if not game["chips"]]
    rules = {game["name"]: game["about"] for game in games}
    return {"rules": rules, "fill": games[0]["fill"][""], "usual": offered["usual"]}


def test_every_player_takes_a_seat_at_the_table(server: Server) -> None:
    offered = offered_without_chips(server)
    assert list(offered["fill"]) == [*players_for(FOUR_WITH_AN_ACE), "timid", "moody", "nobody"]
    assert offered["fill"]["timid"] == "timid computers, each of which plays whatever it is dealt"

    async def play(level: str) -> None:
        table = server.open_table(seats=3, fill=level)
        async with Person(server.base, table) as ann:
            await ann.sit(0, "Ann")
            await ann.begin()
            await ann.until(ann.may_act)
            await ann.draw([])
            state = await ann.until(lambda state: state["phase"] == "shown")
        record = fetch(f"{server.base}/t/{table}/rounds/{state['round']['number']}.json").json()
        assert record["levels"] == [None, level, level]
        if level == "timid":
            assert not [move for move in record["actions"] if move.get("cards")]

    async def work() -> None:
        await asyncio.gather(*(play(level) for level in offered["fill"] if level != "nobody"))

    run(work())
    for wrong in ("tepid", ["timid"]):
        origin = {"Origin": server.base}
        answer = fetch(f"{server.base}/tables", "POST", content=json.dumps({"fill": wrong}), headers=origin)
        assert answer.status_code == 400
        said = "played by classic, sharp, timid, moody, nobody" if isinstance(wrong, str) else "Expected `str | null`"
        assert said in answer.json()["message"]


def test_the_lobby_offers_what_the_server_has(server: Server, browser: "Browser") -> None:
    offered = offered_without_chips(server)
    window = Window(browser, 800, 700, fresh=False)
    page = window.page
    page.goto(server.base)
    page.wait_for_selector("select[name=rules]")
    page.select_option("select[name=rules]", "C")
    page.wait_for_selector("option[value=timid]", state="attached")
    offers = page.locator("select[name=fill] option").evaluate_all("all => all.map((option) => option.value)")
    assert offers == [*offered["fill"]]
    games = page.locator("select[name=rules] option").evaluate_all("all => all.map((option) => option.value)")
    assert {*games} >= {*offered["rules"]}
    page.click("#words")
    page.select_option("select[name=fill]", "timid")
    page.click('button:has-text("Open a table")')
    page.wait_for_url("**/t/*")
    window.close()


@pytest.mark.parametrize("words", [["play", "--opponents", "2", "--level"], ["simulate"]])
def test_a_player_of_other_games_is_not_offered(words: list[str]) -> None:
    done = fivecard(*words, "solid")
    assert (done.returncode, done.stdout) == (2, "")
    assert "solid" in done.stderr
    assert "solid" not in fills(FOUR_WITH_AN_ACE)


def test_a_player_without_a_strategy_is_refused_where_one_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "moody", Player("moody", "as the mood takes it", stand_pat))
    with pytest.raises(FivecardError, match="moody has no strategy that can be written to a file"):
        strategy_of("moody", FOUR_WITH_AN_ACE, 2)
    with pytest.raises(FivecardError, match="moody has no strategy"):
        simulate(["moody", "classic"], 10)
    assert "moody" in fills(FOUR_WITH_AN_ACE)
