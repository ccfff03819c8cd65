"""Finished hands on the table again, step by step: the same that was seen when they were played, and no card more."""

import json
import random
import re
from typing import Any

import pytest

from fivecard.engine import VARIANTS
from fivecard.handouts.letters import RULES_BY_LETTER
from fivecard.table.protocol.view import table_view
from fivecard.table.web.hand_history import Past
from fivecard.table.web.replay import steps_of
from tests.effort import effort, some
from tests.table.tables import LiveTable, as_json, come_round, table_for

CARD = r"\b[2-9TJQKA][cdhs]\b"
PLAYERS = ("Xenia", "Yvonne", "Zacharias")


def cards_in(value: Any) -> set[str]:
    """All cards that are named anywhere in what is sent."""
    return set(re.findall(CARD, json.dumps(value)))


def seen_live(live: LiveTable, source: random.Random) -> tuple[dict[str, Any], list[list[dict[str, Any]]]]:
    """Play a hand; gives its record, and for everybody what was to be seen of it after every action."""
    seen: list[list[dict[str, Any]]] = [[] for _ in (*PLAYERS, None)]

    def watch() -> None:
        for views, seat in zip(seen, (*range(len(PLAYERS)), None), strict=True):
            view = as_json(table_view(live.table, seat, range(len(PLAYERS)), 0.0))["round"]
            if not views or views[-1] != view:
                views.append(view)

    record = live.play_round(source, watch)
    watch()
    return record, seen


SAME = ("turn", "hand", "pot", "pots", "board", "street", "made", "made_of", "show")


@pytest.mark.parametrize("rules", some(8, [*VARIANTS, *RULES_BY_LETTER]))
def test_every_step_is_what_was_seen_and_names_no_other_card(rules: str) -> None:
    source = random.Random(5)
    live = table_for(*PLAYERS, rules=rules, seats=3, fill="nobody")
    unseen = 0
    for _ in range(effort(2, 6)):
        record, seen = seen_live(live, source)
        for me, views in zip((*range(len(PLAYERS)), None), seen, strict=True):
            steps = [as_json(step) for step in steps_of(record, me)]
            assert len(steps) == len(views)
            for step, view in zip(steps, views, strict=True):
                played = step["state"]["round"]
                assert {name: played.get(name) for name in SAME} == {name: view.get(name) for name in SAME}
                kept = ("name", "stack", "bet", "folded", "all_in", "cards", "up", "did", "button", "drew")
                for one, other in zip(played["players"], view["players"], strict=True):
                    assert {name: one[name] for name in kept} == {name: other[name] for name in kept}
                known = cards_in(
                    [view["hand"], view["board"], view.get("show"), [each["up"] for each in view["players"]]]
                )
                assert cards_in(step["state"]) <= known
            thrown = cards_in([move.get("cards", "") for move in record.get("actions", ()) if move["player"] == me])
            assert cards_in(steps) <= cards_in(views) | thrown
            unseen += len(cards_in(record["deck"]) - cards_in(steps))
            assert [line for step in steps for line in step["told"]] == Past(record, me).told()
        come_round(live)
    assert unseen


def test_who_was_a_computer_in_the_end_shows_no_hand_to_others() -> None:
    live = table_for(*PLAYERS, seats=3, fill="nobody")
    record = live.play_round(random.Random(3))
    record = record | {"levels": [None, "nobody", None]}
    for me in (1, None):
        hand = as_json(next(steps_of(record, me)))["state"]["round"]["hand"]
        assert len(hand) == (5 if me == 1 else 0)
