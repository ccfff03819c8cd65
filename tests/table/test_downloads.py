"""Hands with chips that are over, as they are downloaded while the table plays on: nobody learns more than was seen."""

import asyncio
import contextlib
import json
import random
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fivecard.engine import VARIANTS, Dealt
from fivecard.histories import loads
from fivecard.histories.phh.codes import CODES
from fivecard.table.client import Person
from fivecard.table.core.events import Closed
from fivecard.table.storage.log import Log
from fivecard.table.web.hand_history import Past
from fivecard.table.web.replay import steps_of
from tests.effort import effort, some
from tests.table.server import PATIENCE, http_client, play_hands, run, serving_here
from tests.table.tables import come_round, table_for

CARD = "[2-9TJQKA][cdhs]"


def thrown(move: dict[str, Any]) -> list[str]:
    """The cards that a player threw away."""
    return str(move.get("cards", "")).split()


def told_of_others(past: Past, text: str) -> Iterator[tuple[int, str, set[str]]]:
    """The lines of a download that tell of somebody else than the reader, and the cards that they name."""
    names, order = past.record["names"], past.end.order
    for line in text.splitlines():
        position = re.match(r"  '(?:d dh )?p([0-9])", line)
        named = (player for player, name in enumerate(names) if name in line)
        who = order[int(position[1]) - 1] if position else next(named, None)
        if who is not None and who != past.me:
            runs = re.findall(rf"(?<!\w)(?:\?\?|{CARD})+(?!\w)", line)  # not the `Th` of Threes
            yield who, line, set(re.findall(CARD, " ".join(runs)))


def search_downloads_for_leaks(rules: str, hands: int, seed: int) -> None:
    """No line names a card of somebody else that did not lie open there, or was not shown at the end."""
    source = random.Random(seed)
    live = table_for("Xenia", "Yvonne", "Zacharias", "Walter", "Ursula", rules=rules, seats=5, fill="nobody")
    hidden = 0
    for _ in range(hands):
        record = live.play_round(source)
        for me in (None, *range(5)):
            past = Past(record, me)
            dealt = [event for _, events in past.steps() for event in events if isinstance(event, Dealt) and event.up]
            board = {str(card) for card in past.end.board}
            own = {str(card) for card in past.end.hands[me]} if me is not None else set()
            texts = [past.text(), "\n".join(past.told())]
            if past.rules in CODES.values():
                texts.append(past.phh())
                assert own <= set(re.findall(CARD, past.phh()))
                assert loads(past.phh()).check().stacks == past.history().finishing_stacks
            for who, line, cards in (each for text in texts for each in told_of_others(past, text)):
                open_ = {str(card) for event in dealt for card in event.hands[who]} | board
                final = {*record["hands"][who]}
                shows = re.search(r" sm | show|Seat [0-9]|wins|collected", line)
                assert cards <= (open_ | final if shows else open_), line
                hidden += not final
            seen = own | board | {card for move in record["actions"] if move["player"] == me for card in thrown(move)}
            seen |= {str(card) for event in dealt for hand in event.hands for card in hand}
            public = json.dumps(past.public())
            assert set(re.findall(rf"\b{CARD}\b", public)) <= seen.union(*record["hands"])
            assert not [text for text in (*texts, public) if record["server_seed"] in text]
        come_round(live)
    assert hidden > hands


@pytest.mark.parametrize("rules", some(7, VARIANTS))
def test_downloads_name_no_card_that_the_reader_did_not_see_at_its_place(rules: str) -> None:
    search_downloads_for_leaks(rules, effort(4, 12), seed=8)


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", VARIANTS)
def test_downloads_of_hundreds_of_hands_name_no_card_that_was_not_seen(rules: str) -> None:
    search_downloads_for_leaks(rules, 100, seed=80)


def test_hands_are_played_again_one_at_a_time_and_beside_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand of thousands of raises takes seconds to write, in which everybody else plays on."""
    threads: list[int] = []
    at_once, most = 0, 0

    class Watched(Past):
        def __init__(self, *given: Any) -> None:
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            threads.append(threading.get_ident())
            time.sleep(0.05)
            super().__init__(*given)
            at_once -= 1

    def watched(*given: Any) -> Any:
        Watched(*given)
        return steps_of(*given)

    monkeypatch.setattr("fivecard.table.web.history.Past", Watched)
    monkeypatch.setattr("fivecard.table.web.history.steps_of", watched)

    async def work() -> None:
        async with serving_here(tmp_path) as base, http_client(base) as http:
            wishes = json.dumps({"rules": "holdem", "seats": 2})
            table = (await http.post("/tables", content=wishes)).json()["table"]
            async with Person(base, table) as ann:
                await ann.sit(0, "Ann")
                await play_hands(ann, 1, random.Random(1))
            ways = ["rounds/1.json", "rounds/1.txt", "rounds/1.phh", "rounds/1/steps", "hands.phhs"]
            answers = await asyncio.gather(*(http.get(f"/t/{table}/{way}") for way in ways))
            assert [answer.status_code for answer in answers] == [200] * len(ways)
            assert len(threads) == len(ways)
            assert threading.get_ident() not in threads
            assert most == 1

    run(work())


def test_who_downloads_an_evening_keeps_others_waiting_for_a_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, asked = threading.Event(), threading.Event()

    class Slow(Past):
        def __init__(self, *given: Any) -> None:
            begun.set()
            assert asked.wait(PATIENCE)
            time.sleep(0.02)
            super().__init__(*given)

    monkeypatch.setattr("fivecard.table.web.history.Past", Slow)
    live = table_for("Ann", "Bob", seats=2, fill="nobody")
    with contextlib.closing(Log(str(tmp_path / "table.db"))) as log:
        log.write([("table", live.events, None)])
        for number in range(20):
            before = live.table.seq
            record = live.play_round(random.Random(number))
            log.write([("table", live.events[before:], record)])
            come_round(live)
        log.write([("table", [Closed()], None)])
    order: list[str] = []

    async def work() -> None:
        async with serving_here(tmp_path) as base, http_client(base) as http:

            async def ask(way: str) -> None:
                assert (await http.get(f"/t/table/{way}")).status_code == 200
                order.append(way)

            evening = asyncio.create_task(ask("hands.phhs"))
            await asyncio.to_thread(begun.wait, PATIENCE)
            hand = asyncio.create_task(ask("rounds/1.json"))
            await asyncio.sleep(0.1)
            asked.set()
            await asyncio.gather(evening, hand)

    run(work())
    assert order == ["rounds/1.json", "hands.phhs"]
