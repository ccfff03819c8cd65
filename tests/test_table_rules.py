"""The rules as the browser has them, held to the engine and the evaluator; and what it objects to."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

import pytest

from fivecard.cards import Card, Rank, Suit
from fivecard.engine import Deal, Discard, State, apply, start
from fivecard.engine.rules import RULES
from fivecard.evaluator import evaluate
from fivecard.table.core import Request
from fivecard.table.core.commands import Sit
from fivecard.table.game import outcome
from fivecard.table.view import table_view
from tables import LiveTable, as_json, table_of
from test_table_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, browser: "Browser") -> Iterator["Page"]:
    """Open a page of the server, in which its modules can be called."""
    running = Server(tmp_path_factory.mktemp("table"))
    try:
        opened_page = browser.new_page()
        opened_page.goto(running.base)
        opened_page.evaluate(
            """async () => {
                window.rules = { ...(await import("/page/hands.js")), ...(await import("/page/rules.js")) };
            }"""
        )
        yield opened_page
        opened_page.close()
    finally:
        assert running.stop() == 0


def one_hand_of_each_strength() -> list[list[Card]]:
    hands = []
    for ranks in combinations_with_replacement(Rank, 5):
        if len(set(ranks)) > 1 and max(map(ranks.count, ranks)) < 5:
            hands.append([Card(rank, Suit(index % 4)) for index, rank in enumerate(ranks)])
        if len(set(ranks)) == 5:
            hands.append([Card(rank, Suit.HEARTS) for rank in ranks])
    return sorted(hands, key=evaluate)


def test_the_browser_ranks_a_hand_of_each_strength_as_python_does(page: "Page") -> None:
    hands = one_hand_of_each_strength()
    assert [evaluate(hand).strength for hand in hands] == list(range(1, 7463))
    found = page.evaluate(
        """(hands) => {
            const worth = hands.map(rules.evaluate);
            return worth.map((each, i) => {
                const weaker = worth[i - 1] ?? { category: -1 };
                const pairs = [[each, each], [each, weaker], [weaker, each]];
                const orders = pairs.map((two) => Math.sign(rules.compare(...two)));
                return [rules.describe(each), each.cards.join(" "), each.madeOf.join(" "), ...orders];
            });
        }""",
        [list(map(str, hand)) for hand in hands],
    )
    for hand, row in zip(hands, found, strict=True):
        worth = evaluate(hand)
        cards, made_of = (" ".join(map(str, part)) for part in (worth.cards, worth.made_of))
        assert row == [worth.describe(royal=True), cards, made_of, 0, 1, -1]


def draw_at_random(state: State, source: random.Random) -> Discard:
    """Choose any discard that the rules allow, large ones more often."""
    assert state.turn is not None
    hand = state.hands[state.turn]
    aces = [card for card in hand if card.rank is Rank.ACE]
    if state.rules.draw.four_with_ace and aces and state.replaceable >= 4 and source.random() < 0.5:
        return Discard(state.turn, tuple(card for card in hand if card is not aces[0]))
    most = min(state.rules.draw.most_discards, state.replaceable)
    return Discard(state.turn, tuple(source.sample(hand, max(source.randrange(most + 1), source.randrange(most + 1)))))


def random_record(rules: str, players: int, source: random.Random) -> tuple[dict[str, Any], bool]:
    """Play a round with the engine; gives its record, and whether discards came back into the draw pile."""
    names = [f"Player {number}" for number in range(players)]
    deal = Deal.shuffled(source)
    state, _ = apply(start(RULES[rules], players), deal)
    discards = []
    while not state.is_over:
        action = draw_at_random(state, source)
        discards.append(action.cards)
        state, _ = apply(state, action)
    refilled = sum(map(len, discards)) > 52 - 5 * players

    def texts(cards: Any) -> list[str]:
        return [str(card) for card in cards]

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


@pytest.mark.parametrize("rules", RULES)
def test_the_browser_replays_rounds_as_the_engine_does(page: "Page", rules: str) -> None:
    source = random.Random(13)
    records, refills = [], 0
    for players in (2, 3, 4, 5, 6, 9, 10):
        if players > RULES[rules].most_players:
            continue
        for _ in range(500):
            record, refilled = random_record(rules, players, source)
            records.append(record)
            refills += refilled
    assert refills > 500 or rules == "A"  # where six draw three each, the pile is enough
    found = page.evaluate(
        """(records) => JSON.stringify(JSON.parse(records).map((record) => {
            const { hands, made, winners, reason } = rules.replay(record);
            return [hands, made, winners, reason, rules.checkPlay(record)];
        }))""",
        json.dumps(records),  # as text, which is much quicker to hand over
    )
    for record, (hands, made, winners, reason, results) in zip(records, json.loads(found), strict=True):
        expected = [record[name] for name in ("hands", "made", "winners", "reason")]
        assert [hands, made, winners, reason] == expected, record
        assert all(holds for holds, _ in results), (results, record)


@pytest.mark.parametrize(
    ("rules", "discard", "words"),
    [
        ("A", "Ac Tc 8c 6c", "seat 1 throws 4 cards away"),
        ("C", "Ac Tc 8c 6c", "seat 1 throws 4 cards away"),  # the four is kept, not the ace
        ("C", "Ac Tc 8c 6c 4c", "seat 1 throws 5 cards away"),
        ("C", "Tc Tc", "“Tc”, which is no card or is there twice"),
        ("C", "9c", "seat 1 throws 9c away, and holds Ac Tc 8c 6c 4c"),
        ("X", "", "there are no rules X"),
    ],
)
def test_the_browser_refuses_discards_that_the_rules_do_not_allow(
    page: "Page", rules: str, discard: str, words: str
) -> None:
    deck = ["Ac", "2d", "Tc", "3d", "8c", "4d", "6c", "5d", "4c", "7d", "Kd", "Kh", "Ks", "Kc", "Qd"]
    record = {"rules": rules, "players": 2, "deck": deck, "reserve": [], "names": ["Ann", "Bob"]}
    results = page.evaluate("rules.checkPlay", record | {"discards": [discard.split(), []]})
    assert [holds for holds, _ in results] == [False]
    assert words in results[0][1]


def shown_to_ann(live: LiveTable) -> dict[str, Any]:
    """What her browser reads, now."""
    state: dict[str, Any] = as_json(table_view(live.table, 0, {0, 1}, 0.0))
    return state


def finished_round(number: int = 3) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Play rounds with two people and two computers: the last record, and the states at the last two shows."""
    source = random.Random(number)
    live = table_of("Ann", "Bob")
    states = []
    for _ in range(number):
        record = live.play_round(source)
        states.append(shown_to_ann(live))
    before, state = states[-2:]
    return record, before, state


def test_a_server_that_announces_another_winner_is_objected_to(page: "Page") -> None:
    record, _, state = finished_round()
    shown = copy.deepcopy(state)
    loser = (record["winners"][0] + 1) % 4
    shown["round"]["show"]["made"][loser] = "royal flush"
    shown["round"]["show"]["winners"] = [loser]
    shown["round"]["show"]["reason"] = f"{record['names'][loser]} wins with royal flush."
    results = page.evaluate("([record, state]) => rules.checkPlay(record, { state })", [record, shown])
    objections = [words for holds, words in results if not holds]
    assert len(objections) == 3
    where = f"seat {loser + 1} ({record['names'][loser]})"
    assert (
        f"the hand in words of {where} is given as “royal flush”, but it is “{record['made'][loser]}”" in objections[0]
    )
    assert f"the winner is given as “{where}”" in objections[1]
    assert record["reason"] in objections[2]


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Make a change to what is at a path such as `record.made.1`."""

    def apply_to(told: dict[str, Any]) -> None:
        *way, last = path.split(".")
        target: Any = told
        for step in way:
            target = target[int(step) if isinstance(target, list) else step]
        key = int(last) if isinstance(target, list) else last
        old = target[key]
        target[key] = value(old) if callable(value) else value
        assert target[key] != old, path

    return apply_to


CHANGES = {
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


def told_of_a_round() -> dict[str, Any]:
    record, before, state = finished_round()
    dealt = record["deck"][0:20:4]
    drew = {str(seat): len(cards) for seat, cards in enumerate(record["discards"])}
    witness = {"seat": 0, "hand": dealt, "thrown": record["discards"][0], "final": record["hands"][0], "drew": drew}
    return {"record": record, "state": state, "witness": witness, "before": before}


CHECK = """({ record, state, witness, before }) =>
    rules.checkPlay(record, { state, witness, before: rules.standingsOf(before) })"""


def test_an_honest_round_gets_all_ticks(page: "Page") -> None:
    results = page.evaluate(CHECK, told_of_a_round())
    assert [holds for holds, _ in results] == [True] * 6, results


@pytest.mark.parametrize("path", CHANGES)
def test_whatever_is_shown_otherwise_is_objected_to(page: "Page", path: str) -> None:
    told = copy.deepcopy(told_of_a_round())
    change(path, CHANGES[path])(told)
    objections = [words for holds, words in page.evaluate(CHECK, told) if not holds]
    assert objections, path


def test_seats_that_change_hands_and_rounds_that_were_missed_are_not_objected_to(page: "Page") -> None:
    source = random.Random(5)
    live = table_of("Ann", "Bob")
    live.play_round(source)
    seen = [shown_to_ann(live)]
    for number in range(6):
        if number == 2:
            live.leave(1)
        if number == 4:
            live.do(Request(Sit(live.table.seq, 1, "Eve"), "token of Eve", 0.0))
        record = live.play_round(source)
        seen.append(shown_to_ann(live))
    for state in seen[:-1]:
        told = {"record": record, "state": seen[-1], "witness": None, "before": state}
        assert all(holds for holds, _ in page.evaluate(CHECK, told)), state["round"]["number"]
