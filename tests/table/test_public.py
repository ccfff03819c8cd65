"""Hands whose records are kept back: what `fivecard verify` finds in them, and what it says that it cannot."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from fivecard.cli.main import main
from fivecard.table.core import Request
from fivecard.table.core.commands import Agree, End
from fivecard.table.core.events import OpenedUp
from fivecard.table.fairness.public import UNSEEN, verify_public
from fivecard.table.fairness.verify import follow, verify
from fivecard.table.protocol.view import table_view
from fivecard.table.web.hand_history import Past
from tests.table.tables import LiveTable, as_json, come_round, disproved, refused, table_for

GAMES = ["holdem", "five-card-draw", "razz", "omaha-hi-lo"]


def hands_of(rules: str, number: int) -> tuple[LiveTable, list[dict[str, Any]]]:
    """Some hands of a game, as Ann may have them."""
    live = table_for("Ann", "Bob", "Cy", rules=rules, seats=4, fill="solid")
    source = random.Random(rules)
    for _ in range(number):
        come_round(live)
        live.play_round(source)
    return live, [as_json(Past(record, 0).public()) for record in live.records]


@pytest.mark.parametrize("rules", GAMES)
def test_what_everybody_saw_agrees_with_itself(rules: str) -> None:
    _, hands = hands_of(rules, 8)
    for hand in hands:
        assert verify_public(hand)[-1] == UNSEEN
    assert "1 to 8" in follow(hands)
    with disproved("missing"):
        follow([hands[0], hands[2]])
    with disproved("chain"):
        follow([hands[0] | {"hash": "0" * 64}, hands[1]])


def changed(hand: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return json.loads(json.dumps(hand)) | changes  # type: ignore[no-any-return]


def test_what_does_not_agree_is_found_out() -> None:
    _, hands = hands_of("holdem", 12)
    hand = next(each for each in hands if sum(map(bool, each["hands"])) > 1)
    stacks = hand["finishing_stacks"]
    shown = [index for index, cards in enumerate(hand["hands"]) if cards]
    double = [hand["hands"][shown[0]] if index == shown[1] else cards for index, cards in enumerate(hand["hands"])]
    for code, changes in (
        ("result", {"finishing_stacks": [stacks[0] + 1, *stacks[1:]]}),
        ("result", {"winners": [*hand["winners"], 9]}),
        ("cards", {"hands": double}),
        ("not-a-round", {"more": 1}),
        ("not-a-round", {"hash": "ff"}),
        ("written", {"names": hand["names"][1:]}),
    ):
        with disproved(code):
            verify_public(changed(hand, **changes))
    with disproved("chain"):
        verify_public(changed(hands[0], previous="0" * 64))
    mine = next(event["hands"][0] for event in hand["events"] if event["kind"] == "dealt")
    saw = {"player": 0, "hash": hand["hash"], "hand": mine, "shown": {name: hand[name] for name in ("winners", "won")}}
    saw["shown"] |= {name: hand[name] for name in ("hands", "made", "returned")}
    assert "all of it is what this browser saw" in verify_public(changed(hand, witness=saw))
    for code, lie in (
        ("saw-seat", {"player": 1}),
        ("saw-record", {"hash": "0" * 64}),
        ("saw-cards", {"hand": ["2c", "2d"] if "2c" not in mine else ["3c", "3d"]}),
        ("saw-end", {"shown": saw["shown"] | {"won": [0] * len(hand["won"])}}),
        ("saw-chain", {"chain": {"round": hand["round"] - 1, "hash": "1" * 64}}),
    ):
        with disproved(code):
            verify_public(changed(hand, witness=saw | lie))


def test_the_command_says_what_it_could_not_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, hands = hands_of("holdem", 2)
    files = [tmp_path / f"round-{hand['round']}.json" for hand in hands]
    for file, hand in zip(files, hands, strict=True):
        file.write_text(json.dumps(hand))
    assert main(["verify", *map(str, files)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert UNSEEN.split(":", maxsplit=1)[0] in told
    assert "Rounds 1 to 2 follow" in told


def test_an_end_opens_no_hand_and_all_who_played_do() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=4, fill="nobody")
    live.play_round(random.Random(1))
    with refused("not-now", "ended"):
        live.ask(0, Agree())
    with refused("not-playing"):  # who watches, and may see the end later, is told the same before and after it
        live.ask(3, Agree())
    live.leave(2)
    live.ask(0, End())
    assert table_view(live.table, 0, {0}, 0.0).sealed
    live.ask(0, Agree())
    assert live.ask(0, Agree()) == ()
    assert live.ask(1, Agree()) == (OpenedUp("token of Bob"),)
    state = table_view(live.table, 0, {0}, 0.0)
    assert (state.sealed, state.agreed, state.players) == (True, 2, 3)
    with refused("not-playing"):
        live.ask(3, Agree())
    live.do(Request(Agree(), "token of Cy", 0.0))  # who has stood up
    assert not table_view(live.table, 0, {0}, 0.0).sealed
    for record in live.records:
        verify(record)
