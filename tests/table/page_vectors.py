"""What Python says of hands, rounds and records, for the page's modules to be held against (`test_node.py`)."""

import copy
import random
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any

from fivecard.cards import Card, Rank, Suit
from fivecard.engine import Deal, Discard, LegalActions, State, apply, start
from fivecard.evaluation import evaluate
from fivecard.handouts.letters import RULES_BY_LETTER
from fivecard.table.core import Request
from fivecard.table.core.commitments import canonical, record_hash
from fivecard.table.core.game import outcome
from fivecard.table.protocol.view import table_view
from tests.effort import effort
from tests.table.records import rounds_of
from tests.table.tables import NONCES, LiveTable, as_json, table_of

Vectors = dict[str, Any]

# Hands and rounds


def rules_vectors() -> Vectors:
    honest = told_of_a_round()
    return {
        "hands": hands_of_each_strength(),
        "played": [record for rules in RULES_BY_LETTER for record in played_by(rules)],
        "honest": honest,
        "changed": {path: changed(honest, path) for path in CHANGES},
        "missed": missed_rounds(),
    }


def hands_of_each_strength() -> list[list[Any]]:
    """A hand of each strength, from the weakest on: its cards, and what is said of it."""
    hands = []
    for ranks in combinations_with_replacement(Rank, 5):
        if len(set(ranks)) > 1 and max(map(ranks.count, ranks)) < 5:
            hands.append([Card(rank, Suit(index % 4)) for index, rank in enumerate(ranks)])
        if len(set(ranks)) == 5:
            hands.append([Card(rank, Suit.HEARTS) for rank in ranks])
    worth = sorted(((evaluate(hand), hand) for hand in hands), key=lambda each: each[0])
    assert [found.strength for found, _ in worth] == list(range(1, 7463))
    return [
        [texts(hand), found.describe(), " ".join(texts(found.cards)), " ".join(texts(found.made_of))]
        for found, hand in worth
    ]


def texts(cards: Any) -> list[str]:
    return [str(card) for card in cards]


def played_by(rules: str) -> list[dict[str, Any]]:
    """Rounds with as many players as these rules allow; in many of them discards come back into the draw pile."""
    source = random.Random(13)
    count = effort(100, 500)
    tables = [players for players in (2, 3, 4, 5, 6, 9, 10) if players <= RULES_BY_LETTER[rules].most_players]
    played = [random_record(rules, players, source) for players in tables for _ in range(count)]
    assert sum(refilled for _, refilled in played) > count or rules == "A"  # where six draw three each, it is enough
    return [record for record, _ in played]


def random_record(rules: str, players: int, source: random.Random) -> tuple[dict[str, Any], bool]:
    """Play a round with the engine; gives its record, and whether discards came back into the draw pile."""
    names = [f"Player {number}" for number in range(players)]
    deal = Deal.shuffled(source)
    state, _ = apply(start(RULES_BY_LETTER[rules], players), deal)
    discards = []
    while not state.is_over:
        action = draw_at_random(state, source)
        discards.append(action.cards)
        state, _ = apply(state, action)
    refilled = sum(map(len, discards)) > 52 - 5 * players
    record = {
        "round": 1,
        "rules": rules,
        "players": players,
        "names": names,
        "deck": texts(deal.deck),
        "reserve": texts(deal.reserve),
        "discards": [texts(cards) for cards in discards],
        "by": ["person"] * players,
        **outcome(names, state),
    }
    return record, refilled


def draw_at_random(state: State, source: random.Random) -> Discard:
    """Choose any discard that the rules allow, large ones more often."""
    assert state.turn is not None
    hand = state.hands[state.turn]
    aces = [card for card in hand if card.rank is Rank.ACE]
    if state.rules.draw.four_with_ace and aces and state.replaceable >= 4 and source.random() < 0.5:
        return Discard(state.turn, tuple(card for card in hand if card is not aces[0]))
    most = min(state.rules.draw.most_discards, state.replaceable)
    return Discard(state.turn, tuple(source.sample(hand, max(source.randrange(most + 1), source.randrange(most + 1)))))


def shown_to_ann(live: LiveTable) -> dict[str, Any]:
    """What her browser reads, now."""
    state: dict[str, Any] = as_json(table_view(live.table, 0, {0, 1}, 0.0))
    return state


def told_of_a_round() -> dict[str, Any]:
    """Play rounds with two people and two computers: what Ann's browser knows after the last."""
    source = random.Random(3)
    live = table_of("Ann", "Bob")
    states = []
    for _ in range(3):
        record = live.play_round(source)
        states.append(shown_to_ann(live))
    drew = {str(seat): len(cards) for seat, cards in enumerate(record["discards"])}
    dealt, final = record["deck"][0:20:4], record["hands"][0]
    witness = {"player": 0, "hand": dealt, "thrown": record["discards"][0], "final": final, "drew": drew}
    return {"record": record, "state": states[-1], "witness": witness, "before": states[-2]}


def changed(told: dict[str, Any], path: str) -> dict[str, Any]:
    """What a browser knows, with a change to what is at a path such as `record.made.1`."""
    told = copy.deepcopy(told)
    *way, last = path.split(".")
    target: Any = told
    for step in way:
        target = target[int(step) if isinstance(target, list) else step]
    key = int(last) if isinstance(target, list) else last
    old, value = target[key], CHANGES[path]
    target[key] = value(old) if callable(value) else value
    assert target[key] != old, path
    return told


CHANGES: dict[str, Callable[[Any], Any] | Any] = {
    "record.hands.1": lambda hand: hand[::-1],
    "record.made.1": "royal flush",
    "record.winners": lambda seats: [(seats[0] + 1) % 4],
    "record.reason": "Bob wins.",
    "record.names.0": "Eve",
    "record.rules": "A",
    "record.players": 3,
    "record.deck.30": "As",
    "record.deck": lambda deck: deck[::-1],
    "record.discards.0": lambda cards: ["2c", "2d", "2h", "2s"],
    "record.discards.3": None,
    "record.discards": [],
    "record.round": 9,
    "state.rules": "A",
    "state.round.number": 9,
    "state.round.hand": lambda hand: hand[:4],
    "state.round.players.2.drew": lambda drew: [drew[0] + 1],
    "state.round.players.1.name": "Eve",
    "state.round.players": lambda players: players[:3],
    "state.round.show.hands.2": lambda hand: ["As", "Ks", "Qs", "Js", "Ts"],
    "state.round.show.hands": lambda hands: hands[:3],
    "state.round.show.made.0": "royal flush",
    "state.round.show.made_of.0": lambda cards: ["As", "Ks", "Qs", "Js", "Ts"],
    "state.round.show.winners": lambda seats: [*seats, (seats[0] + 1) % 4],
    "state.round.show.reason": "Bob wins.",
    "state.seats.0.share": lambda share: share + 0.5,
    "state.seats.1.won": lambda won: won + 1,
    "state.seats.1.rounds": lambda rounds: rounds + 1,
    "state.seats.2.made": lambda made: made | {"royal flush": 1},
    "state.seats.3.share": lambda share: share + 0.01,
    "witness.hand.0": lambda card: "As" if card != "As" else "Ks",
    "witness.thrown": lambda cards: ["2c", "2d"],
    "witness.final.0": lambda card: "As" if card != "As" else "Ks",
    "witness.drew.2": lambda drew: drew + 1,
    "record.by.0": "clock",
}


def missed_rounds() -> list[dict[str, Any]]:
    """Seats change hands, and a browser sees the last round after having seen any of those before."""
    source = random.Random(5)
    live = table_of("Ann", "Bob")
    live.play_round(source)
    seen = [shown_to_ann(live)]
    for number in range(6):
        if number == 2:
            live.leave(1)
        if number == 4:
            live.do(Request(live.to_sit(1, "Eve"), "token of Eve", 0.0))
        record = live.play_round(source)
        seen.append(shown_to_ann(live))
    return [{"record": record, "state": seen[-1], "witness": None, "before": state} for state in seen[:-1]]


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
