"""What Python says of hands and records, for the page's modules to be held against (`test_node.py`)."""

import copy
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from fivecard.engine import LegalActions
from fivecard.table.core.commitments import canonical, record_hash
from fivecard.table.protocol.view import table_view
from tests.effort import effort
from tests.table.records import rounds_of, witness_of
from tests.table.tables import NONCES, LiveTable, as_json, come_round, table_for, table_of

Vectors = dict[str, Any]

# What a browser saw

GAMES = (
    "C",
    "A",
    "five-card-draw",
    "holdem",
    "short-deck",
    "seven-card-stud",
    "badugi",
    "omaha-6",
    "deuce-to-seven-triple",
)


def seen_vectors() -> Vectors:
    honest = {game: seen_hands(game, effort(12, 60)) for game in GAMES}
    return {
        "honest": honest,
        "changed": {path: changed(honest, game, path, words) for path, (game, words, _) in CHANGES.items()},
    }


def seen_hands(game: str, hands: int) -> list[Vectors]:
    """Hands of three people or six: their records, how they ended for Ann, and what her browser kept of them."""
    source = random.Random(7)
    names = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo")[: 6 if game == "deuce-to-seven-triple" else 3]
    live = table_for(*names, rules=game, seats=len(names), fill="nobody")
    found = []
    for _ in range(hands):
        kept: Vectors = {}
        record = as_json(live.play_round(source, partial(look, live, kept)))
        look(live, kept)
        told = as_json(table_view(live.table, 0, {0, 1, 2}, 0.0))["round"]
        moves = [move for move in record["actions"] if move["player"] == 0 and move["by"] == "person"]
        acts = [{name: move[name] for name in ("do", "to", "cards") if name in move} for move in moves]
        witness = witness_of(record, hand=kept.pop("first"), acts=acts, **kept)
        found.append(as_json({"record": record, "round": told, "witness": witness}))
        come_round(live)
    used_up = [each for each in found if len(each["record"]["dealt"]) == len(each["record"]["deck"])]
    assert used_up or game != "deuce-to-seven-triple"  # what was thrown away came back into the draw pile
    return found


def look(live: LiveTable, kept: Vectors) -> None:
    """What her browser keeps of what it is shown now, as in witness.js."""
    told = as_json(table_view(live.table, 0, {0, 1, 2}, 0.0))["round"]
    players = told["players"]
    kept.setdefault("first", told["hand"])
    kept.setdefault("total", told["pot"] + sum(player["stack"] for player in players))
    kept["drew"] = [player["drew"] for player in players]
    if "show" not in told:
        up, drawn = [player["up"] for player in players], len(players[0]["drew"])
        kept["seen"] = {"hand": told["hand"], "board": told["board"], "up": up, "drawn": drawn}


def changed(honest: dict[str, list[Vectors]], game: str, path: str, words: str) -> Vectors:
    """What a browser knows, with a change to what is at a path such as `record.made.1`."""
    told: Vectors = copy.deepcopy(next(each for each in honest[game] if sum(map(bool, each["record"]["hands"])) > 1))
    *way, last = path.split(".")
    target: Any = told
    for step in way:
        target = target[int(step) if isinstance(target, list) else step]
    key = int(last) if isinstance(target, list) else last
    old, value = target[key], CHANGES[path][2]
    target[key] = value(old) if callable(value) else value
    assert target[key] != old, path
    return told | {"words": words}


HELD = "your cards are those that you held"
LAY = "the cards on the board are those that lay there"
LOST = "no chip was lost, and none was made"
TURN = "the cards that you were dealt came off the deck in turn"
LATER = "the cards that you held later came off it for you"
OPEN = "what lay open came off it for the board, and for those who had it"
SHOWED = "the page showed what the record says"
STANDS = "what stands on the page is what the record says"
OFF = "the hands that were shown came off the deck for those who showed them"
DREW = "everybody drew as many cards as this browser saw"
DID = "you did what the record says, and nothing else"
CHANGES: dict[str, tuple[str, str, Callable[[Any], Any] | Any]] = {
    "record.hands": ("C", OFF, lambda hands: [*hands[:1], *hands[:1], *hands[2:]]),
    "record.made.1": ("C", SHOWED, "royal flush"),
    "record.winners": ("C", STANDS, lambda seats: [(seats[0] + 1) % 3]),
    "record.names.0": ("C", STANDS, "Eve"),
    "record.round": ("C", STANDS, 99),
    "record.deck": ("C", TURN, lambda deck: deck[::-1]),
    "record.dealt": ("A", TURN, lambda dealt: [(player + 1) % 3 for player in dealt]),
    "record.dealt.0": ("seven-card-stud", TURN, 0),
    "record.actions": ("five-card-draw", DID, lambda moves: [move for move in moves if move["player"]]),
    "record.actions.0.cards": ("C", DREW, "As Ks Qs Js"),
    "record.finishing_stacks.0": ("holdem", "the stacks at the end add up to those before", lambda stack: stack + 1),
    "record.won.1": ("holdem", SHOWED, lambda won: won + 1),
    "record.returned.0": ("holdem", SHOWED, lambda back: back + 1),
    "round.board": ("holdem", LAY, lambda board: board[::-1]),
    "round.show.made.0": ("C", STANDS, "royal flush"),
    "round.show.winners": ("C", STANDS, lambda seats: [(seats[0] + 1) % 3]),
    "round.players.1.stack": ("holdem", LOST, lambda stack: stack + 1),
    "witness.hand.0": ("holdem", TURN, "xx"),
    "witness.seen.hand.0": ("seven-card-stud", HELD, "xx"),
    "witness.seen.hand": ("seven-card-stud", LATER, lambda hand: [*hand[:-1], "xx"]),
    "witness.seen.board": ("short-deck", OPEN, lambda board: [*board[:-1], "xx"]),
    "witness.seen.up.1": ("seven-card-stud", OPEN, lambda up: [*up, "xx"]),
    "witness.drew.1": ("badugi", DREW, lambda drew: [9, *drew[1:]]),
    "witness.acts": ("holdem", DID, []),
    "witness.total": ("holdem", LOST, lambda total: total - 1),
}
"""By what is changed: in which game, what is said to it, and how."""


# Records


def raise_vectors() -> Vectors:
    """What may be raised to: one amount, any of several, or one of two."""
    some = [(4, 4, 1), (4, 9, 1), (5, 10, 5), (5, 8, 3), (1, 2, 1)]
    found = [LegalActions(0, min_raise_to=low, max_raise_to=high, raise_step=step) for low, high, step in some]
    return {
        "raises": [
            {
                "legal": {
                    "lowest_raise": now.min_raise_to, "highest_raise": now.max_raise_to, "raise_step": now.raise_step
                },
                "amounts": [*now.amounts],
            }
            for now in found
        ]
    }  # fmt: skip


def shuffle_vectors() -> Vectors:
    values: list[Any] = [
        {"b": [1, None, -5, 1 << 53], "a": 'Bób 🂡 \u2028\x7f\x00\n"\\/', "é": {}, "z": [[], ""]},
        *rounds_of(8, 2),
    ]
    return {
        "canonical": [[value, canonical(value).decode(), record_hash(value)] for value in values],
        "rounds": list(forged_rounds()),
    }


def forged_rounds() -> Iterator[dict[str, Any]]:
    """Rounds of which all, or not all, is as it should be; with what is said of them."""
    record = table_of("Ann", "Bob").play_round(random.Random(4))
    nonces = record["nonces"]
    everybody, deck = (
        "everybody who was dealt in took part in the shuffle",
        "the deck follows from the server’s seed and the nonces of all",
    )
    changes: list[tuple[dict[str, Any], str]] = [
        ({}, ""),
        ({"deck": record["deck"][::-1]}, deck),
        ({"reserve": record["reserve"][::-1]}, deck),
        ({"server_seed": "00" * 32}, deck),
        ({"table": "other"}, deck),
        ({"round": 2}, deck),
        ({"seats": [*record["seats"][:3], "3:person"]}, everybody),
        ({"nonces": nonces | {"3": nonces["0"]}}, everybody),
        ({"nonces": {"0": nonces["0"]}}, everybody),
        ({"nonces": {}}, everybody),
        ({"nonces": nonces | {"1": nonces["0"]}}, deck),
        ({"previous": "00" * 32}, "it follows the opening of the table"),
        ({"protocol": 2}, "the record is of a protocol that this page knows"),
    ]
    for change, words in changes:
        yield {"record": record | change, "honest": not change, "words": words}


def witness_vectors() -> Vectors:
    [one] = rounds_of(1, 1)
    return {
        "nonces": NONCES,
        "one": [one],
        "one_lie": [one | {"deck": one["deck"][::-1]}],
        "three": rounds_of(2, 3),
    }
