"""What people press, by chance: what they are asked for, and what they may press at any time."""

import random
from collections.abc import Collection
from typing import Any, Final

from fivecard.table.core import Table

PRESSED_WHEN_ASKED: Final = {"back": "back", "chips": "rebuy", "begin": "begin"}

Press = tuple[str, dict[str, Any]]


def answer(chance: random.Random, state: dict[str, Any]) -> Press:
    """An answer to what somebody is asked."""
    asked = state["asked"]
    if asked in {"act", "draw"}:
        return "act", _act(chance, state)
    if asked == "twice":
        return "twice", {"yes": chance.random() < 0.7}
    return PRESSED_WHEN_ASKED[asked], {}


def _act(chance: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    """Something that may be done."""
    legal, hand = state["round"]["legal"], state["round"]["hand"]
    if legal["draw"]:
        return {"do": "discard", "cards": chance.sample(hand, chance.randrange(legal["most_discards"] + 1))}
    may = [{"do": "check"}] * 4 if legal["check"] else [{"do": "fold"}]
    may += [{"do": "call"}] * 3 if legal["call"] else []
    may += [{"do": "bringin"}] * 3 if legal["bring_in"] else []
    if legal["lowest_raise"]:
        may += [{"do": "raise", "to": legal[name]} for name in ("lowest_raise", "highest_raise")]
    return chance.choice(may)


def at_any_time(chance: random.Random, table: Table, state: dict[str, Any]) -> Press | None:
    """Something that somebody with a seat may press whatever is asked; nothing at a table that is over."""
    people = [number for number, seat in enumerate(state["seats"]) if seat["name"]]
    if not people:
        return None
    own: list[Press] = [("leave", {}), *[("sitout", {})] * 2, *[("back", {})] * 2, *[("handover", {})] * 2]
    own += [("say", {"text": "well"}), ("rebuy", {})]
    if shown := (state["round"] or {}).get("may_show"):
        own += [("show", {"cards": chance.sample(shown, chance.choice([1, len(shown)]))})] * 4
    if state["host"] == state["you"]:
        own += _as_host(chance, table, state, people)
    return chance.choice(own)


def _as_host(chance: random.Random, table: Table, state: dict[str, Any], people: Collection[int]) -> list[Press]:
    """What hosts may press."""
    seat = chance.choice([*people])
    may: list[Press] = [("pause", {"on": not state["paused"]}), ("pause", {"on": False}), ("passhost", {"seat": seat})]
    if chance.random() < 0.1:
        may += [("kick", {"seat": seat})]
    if chance.random() < 0.02:
        may += [("end", {})]
    if table.chips:
        broke = [number for number in people if not state["seats"][number]["stack"]] or [seat]
        may += [("grant", {"seat": chance.choice(broke), "chips": 40})] * 3
        may += [("decline", {"seat": seat})]
        may += [("stakes", {"ante": chance.choice([1, 2, 5])} if state["amounts"]["ante"] else {})]
    return may
