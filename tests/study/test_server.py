"""What the study's server answers, also to what it should not be asked."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from fivecard.draw.training import Progress
from fivecard.solvers.postflop import load
from fivecard.study.library import Library, Limits
from fivecard.study.web.app import make_app
from fivecard.study.web.requests import LARGEST
from tests.study.games import LARGE, LONG, RIVER, TURN
from tests.study.serving import StudyServer
from tests.table.server import PATIENCE, PLAIN, fetch, run

ENDLESS = LONG | {"target": "0.000000001"}


class Client:
    """Somebody's browser, without the window."""

    def __init__(self, base: str) -> None:
        self.base = base

    def get(self, path: str, **more: Any) -> httpx.Response:
        return fetch(self.base + path, **more)

    def post(self, path: str, told: object = None, **more: Any) -> httpx.Response:
        more = {"headers": {"Origin": self.base}, "content": json.dumps(told or {}), **more}
        return fetch(self.base + path, "POST", **more)

    def solved(self, question: dict[str, str]) -> dict[str, Any]:
        answer = self.post("/solutions", question)
        assert answer.status_code == 201, answer.text
        return self.settled(answer.json()["id"])

    def settled(self, id_: str) -> dict[str, Any]:
        end = monotonic() + PATIENCE
        while True:
            found: dict[str, Any] = self.get(f"/solutions/{id_}").json()
            if found["state"] != "solving":
                return found
            assert monotonic() < end
            sleep(0.05)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudyServer]:
    with StudyServer(tmp_path_factory.mktemp("study"), "--memory", "200M") as running:
        yield running


@pytest.fixture(scope="module")
def client(server: StudyServer) -> Client:
    return Client(server.base)


def sentence(answer: httpx.Response) -> str:
    """What an answer refuses by: one line, which shows nobody's paths or tracebacks."""
    words: str = answer.json()["message"]
    assert words
    assert "\n" not in words
    assert "Traceback" not in words
    return words


def test_how_large_a_question_is_is_said_before_it_is_solved(client: Client) -> None:
    found = client.post("/estimate", RIVER).json()
    assert found["problems"] == {}
    assert found["nodes"] > 10
    assert found["memory"] == "1 MB"
    assert len(found["seconds"]) == 3
    large = client.post("/estimate", LARGE).json()
    assert "this server allows 0.21 GB" in large["problems"][""]
    assert set(client.post("/estimate", RIVER | {"pot": "x", "ip": "ZZ"}).json()["problems"]) == {"pot", "ip"}


def test_a_question_is_solved_and_looked_at(client: Client) -> None:
    study = client.solved(RIVER)
    assert study["state"] == "solved"
    assert study["exploitability"] <= 0.1
    assert study["question"]["pot"] == "200"
    place = client.get(f"/solutions/{study['id']}/at", params={"step": ["check", "bet 120"]}).json()
    assert (place["kind"], place["player"], place["pot"], place["stacks"]) == ("act", "oop", 320, [900, 780])
    assert [action["name"] for action in place["actions"]][:2] == ["fold", "call"]
    assert sum(place["frequencies"]) == pytest.approx(1, abs=0.001)
    hands = place["ranges"]["oop"]
    assert {len(hands[name]) for name in ("reach", "weights", "evs", "equities")} == {len(hands["hands"])}
    for column in zip(*hands["strategy"], strict=True):
        assert sum(column) == pytest.approx(1, abs=0.001)
    assert place["path"] == [{"step": "check", "player": "oop"}, {"step": "bet 120", "player": "ip"}]
    called = client.get(f"/solutions/{study['id']}/at", params={"step": ["check", "bet 120", "call"]}).json()
    assert (called["kind"], called["pot"], called["stacks"]) == ("showdown", 440, [780, 780])


def test_what_cards_are_worth_adds_up_to_what_they_are_worth_before(client: Client) -> None:
    study = client.solved(TURN)
    path = {"step": ["check", "check"]}
    place = client.get(f"/solutions/{study['id']}/at", params=path).json()
    assert (place["kind"], len(place["cards"])) == ("card", 48)
    cards = client.get(f"/solutions/{study['id']}/cards", params=path).json()
    assert [each["card"] for each in cards] == place["cards"]
    for each in cards:
        assert sum(each["values"]) == pytest.approx(200, abs=0.01)
    [found] = [each for each in cards if each["card"] == "2s"]
    deeper = client.get(f"/solutions/{study['id']}/at", params={"step": ["check", "check", "2s"]}).json()
    assert deeper["values"]["oop"] == found["values"][0]
    assert deeper["board"][-1] == "2s"


@pytest.mark.parametrize(
    "steps", [["jump"], ["check", "check", "check"], ["check", "bet 120", "call", "Td"], ["2s"], ["check"] * 300]
)
def test_a_path_that_leads_nowhere_is_refused(client: Client, steps: list[str]) -> None:
    study = client.solved(RIVER)
    answer = client.get(f"/solutions/{study['id']}/at", params={"step": steps})
    assert answer.status_code == 400
    sentence(answer)


def test_a_saved_solution_comes_back(client: Client, tmp_path: Path) -> None:
    study = client.solved(RIVER)
    saved = client.get(f"/solutions/{study['id']}/file")
    assert "Td9d6hQc2s" in saved.headers["content-disposition"]
    file = tmp_path / "saved"
    file.write_bytes(saved.content)
    assert load(file).exploitability == pytest.approx(study["exploitability"])
    opened = client.post("/files", content=saved.content).json()
    assert (opened["id"], opened["can_improve"]) == (study["id"], False)
    refused = client.post(f"/solutions/{study['id']}/go-on", {"target": "0.01"})
    assert refused.status_code == 409
    assert "from a file" in sentence(refused)


@pytest.mark.parametrize("content", [b"", b"nonsense", b'{"made by": "fivecard postflop 1"}\n', b"\x00" * 4096])
def test_a_file_that_is_no_solution_is_refused(client: Client, content: bytes) -> None:
    answer = client.post("/files", content=content)
    assert answer.status_code == 400
    assert "/tmp" not in sentence(answer)


def test_a_question_that_is_solved_can_be_stopped_and_goes_on(client: Client) -> None:
    begun = client.post("/solutions", ENDLESS).json()
    busy = client.get(f"/solutions/{begun['id']}/at")
    assert busy.status_code == 503
    assert "stop it" in sentence(busy)
    other = client.post("/solutions", RIVER | {"pot": "77"})
    assert other.status_code == 503
    sentence(other)
    stopped = client.post(f"/solutions/{begun['id']}/stop").json()
    assert stopped["state"] == "stopped"
    assert client.get(f"/solutions/{begun['id']}/at").status_code == 200
    on = client.post(f"/solutions/{begun['id']}/go-on", {"target": str(2 * stopped["exploitability"])})
    assert on.status_code == 200
    assert client.settled(begun["id"])["state"] == "solved"


def test_practice_hides_what_the_opponent_holds_until_it_is_over(client: Client, server: StudyServer) -> None:
    study = client.solved(RIVER)
    dealt = client.post("/practice", {"id": study["id"], "player": "ip"})
    assert dealt.status_code == 201
    hand = dealt.json()
    assert (hand["player"], hand["over"], hand["other"], len(hand["hand"])) == ("ip", False, None, 2)
    while not hand["over"]:
        name = dealt.json()["exercise"]
        hand = client.post(f"/practice/{name}", {"action": hand["actions"][0]}).json()
        assert hand["verdict"]["cost"] >= 0
    assert len(hand["other"]) == 2
    assert not {*hand["other"]} & {*hand["hand"], *hand["board"]}
    assert client.get("/practice").json() == hand["progress"]
    kept = Progress(server.progress, "fivecard study").records
    assert [record.hands for record in kept.values()] == [hand["progress"]["decisions"]]


def test_practice_refuses_what_cannot_be(client: Client) -> None:
    study = client.solved(RIVER)
    assert client.post("/practice", {"id": study["id"], "player": "me"}).status_code == 400
    assert client.post("/practice", {"id": "nothing", "player": "ip"}).status_code == 404
    assert client.post("/practice/nothing", {"action": "fold"}).status_code == 404
    name = client.post("/practice", {"id": study["id"], "player": "ip"}).json()["exercise"]
    assert client.post(f"/practice/{name}", {"action": "jump"}).status_code == 400
    assert client.post(f"/practice/{name}", {"action": 7}).status_code == 400


@pytest.mark.parametrize("path", ["/solutions", "/estimate", "/range", "/practice"])
@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b"null", b'{"pot": 7}', b'{"text": "AA", "game": 5}', b"[" * 20000, b"\xff\xfe"]
)
def test_what_cannot_be_read_is_refused_in_a_sentence(client: Client, path: str, content: bytes) -> None:
    answer = client.post(path, content=content)
    assert 400 <= answer.status_code < 500
    sentence(answer)


def test_a_request_that_is_too_large_is_refused(client: Client) -> None:
    answer = client.post("/range", content=b" " * (LARGEST + 1))
    assert answer.status_code == 413
    sentence(answer)


@pytest.mark.parametrize("path", ["/solutions", "/estimate", "/files", "/practice", "/solutions/x/stop"])
@pytest.mark.parametrize("origin", [None, "http://elsewhere.example", "null"])
def test_pages_of_other_sites_change_nothing(client: Client, path: str, origin: str | None) -> None:
    answer = client.post(path, headers={"Origin": origin} if origin else {})
    assert answer.status_code == 403
    sentence(answer)


def test_another_name_is_not_answered(client: Client) -> None:
    answer = client.get("/", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 421


@pytest.mark.parametrize("path", ["/nothing", "/page/nothing.js", "/page/../app.py", "/solutions/x", "/solutions/x/at"])
def test_what_is_not_there_is_said_in_a_sentence(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    sentence(answer)


def test_answers_let_no_foreign_code_in(client: Client) -> None:
    for path in ("/", "/settings", "/page/study/study.js", "/nothing"):
        headers = client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self'")
        assert headers["x-content-type-options"] == "nosniff"


def test_visitors_of_a_shared_server_have_what_they_learnt_apart(tmp_path: Path) -> None:
    async def ask() -> list[int]:
        library = Library(Limits(memory=1 << 28, threads=1))
        app = make_app(library, None)
        counts = []
        for address in ("10.0.0.1", "10.0.0.2"):
            transport = httpx.ASGITransport(app, client=(address, 1))
            headers = {"Origin": "http://localhost"}
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost", headers=headers, verify=PLAIN
            ) as one:
                if address == "10.0.0.1":
                    id_ = (await one.post("/solutions", json=RIVER)).json()["id"]
                    while (await one.get(f"/solutions/{id_}")).json()["state"] == "solving":
                        await asyncio.sleep(0.02)
                    hand = (await one.post("/practice", json={"id": id_, "player": "ip"})).json()
                    await one.post(f"/practice/{hand['exercise']}", json={"action": hand["actions"][0]})
                counts.append((await one.get("/practice")).json()["decisions"])
        return counts

    assert run(ask()) == [1, 0]
