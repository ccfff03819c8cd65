"""Hosts that cheat, each in one way, against the page's own modules: who finds out at once, and in what words.

The same with a real browser and the words on its screen, in a few ways, is in test_witness.py.
"""

import dataclasses
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from fivecard.table.core import Table, replay
from fivecard.table.core.state import Seat
from fivecard.table.protocol.types import TableView
from tests.table.node_windows import Browsers, Window
from tests.table.tables import as_json
from tests.table.windows import World

Lie = Callable[[dict[str, Any]], None]
DRAW: dict[str, Any] = {"rules": "C", "seats": 4, "fill": "nobody"}
CHIPS: dict[str, Any] = {"rules": "five-card-draw", "seats": 4, "fill": "nobody", "stack": 200}
HOLDEM: dict[str, Any] = {"rules": "holdem", "seats": 4, "fill": "nobody", "stack": 200}
THROWN = "it is begun anew though nobody has gone"
LOST = "You were ready for this hand, and the server says that you are not."
BACK = "The server has gone back from what this browser saw"


class Cheated(World):
    """A table at which Ann, Bob and Cy play, and what is sent to Ann can be something else than what is so."""

    def __init__(self, browsers: Browsers, **wishes: Any) -> None:
        self.objections: dict[str, list[Any]] = {}
        self.left_out: dict[str, dict[str, int]] = {}
        self.lie: Lie | None = None
        self.lie_of_record: Lie | None = None
        super().__init__(browsers, 5, **wishes)
        self.unrest = 0.0
        self.people = {}
        for person in ("Ann", "Bob", "Cy"):
            self.open(person)
            self.people[person] = self.windows[-1]
        self.settle()
        for seat, (person, window) in enumerate(self.people.items()):
            self._send(window, "sit", seat=seat, name=person)
            self.settle()

    people: dict[str, Window]

    def hear_of(self, objections: dict[str, list[Any]], out: dict[str, list[Any]]) -> None:
        self.objections = {person: [words for _, words in told] for person, told in objections.items()}
        self.left_out = {person: dict(told) for person, told in out.items()}

    def count(self, dealt: set[str]) -> None:
        """Where a host cheats, some are dealt in who had not been waited for."""

    def written(self, seen: TableView) -> str:
        state = as_json(seen)
        if self.lie and state["you"] == 0:
            self.lie(state)
        return json.dumps(state)

    def given(self, record: dict[str, Any]) -> dict[str, Any]:
        if self.lie_of_record:
            self.lie_of_record(record)
        return record

    def ready(self, *people: str) -> None:
        """Have people press the button, one after the other."""
        for person in people:
            self._send(self.people[person], "begin")
            self.settle()

    def act(self) -> None:
        """Have who is asked do something: check, call or keep all cards."""
        for window in self.people.values():
            state = window.state
            assert state
            if state["asked"] in {"act", "draw"}:
                legal = state["round"]["legal"]
                do = "discard" if legal["draw"] else "check" if legal["check"] else "call"
                self._send(window, "act", do=do, **({"cards": []} if do == "discard" else {}))
        self.settle()

    def play_hand(self) -> None:
        """Play a hand that has been dealt to its end."""
        while not self.table.between_rounds:
            self.act()

    def reset(self, change: Callable[[Table], Table]) -> None:
        """Have something be so that nothing has led to."""
        self.live.table = change(self.table)
        self.changed()
        self.settle()

    def end(self) -> None:
        """End the evening, and have all agree that records are opened."""
        self._send(self.people["Ann"], "end")
        self.settle()
        self.open_up()

    def check_records(self) -> None:
        """Records that are lies are for browsers to find out."""


@pytest.fixture(scope="module")
def browsers() -> Iterator[Browsers]:
    running = Browsers()
    yield running
    running.close()


@pytest.fixture
def at_table(browsers: Browsers) -> Callable[..., Cheated]:
    return lambda **wishes: Cheated(browsers, **(wishes or DRAW))


def accuses(table: Cheated, words: str, person: str = "Ann") -> None:
    assert any(words in told for told in table.objections.get(person, [])), (words, table.objections)


def test_nobody_is_accused_where_nobody_cheats(at_table: Callable[..., Cheated]) -> None:
    for wishes in (DRAW, CHIPS, HOLDEM):
        table = at_table(**wishes)
        for _ in range(3):
            table.ready("Ann", "Bob", "Cy")
            table.play_hand()
        if table.table.chips:
            table.end()
        assert not any(table.objections.values())
        assert not any(table.left_out.values())


# Decks that are thrown away, or chosen


def next_nonces(table: Table) -> tuple[Seat | None, ...]:
    """All seats, asked again, with the nonces after those that are open."""
    return tuple(
        [
            seat
            and replace(seat, ready=False, nonce=None, commitment=seat.following if seat.nonce else seat.commitment)
            for seat in table.seats
        ]
    )


@pytest.mark.parametrize(
    ("anew_by", "words"), [((), THROWN), ((("Zed",),), THROWN), ((("Ann",),), THROWN)], ids=["nobody", "Zed", "Ann"]
)
def test_a_deck_that_is_thrown_away_has_nobody_to_blame(
    at_table: Callable[..., Cheated], anew_by: tuple[tuple[str, ...], ...], words: str
) -> None:
    table = at_table()
    table.ready("Ann", "Bob")
    table.reset(lambda now: replace(now, seats=next_nonces(now), seq=now.seq + 1, anew=len(anew_by), anew_by=anew_by))
    table.ready("Ann")
    accuses(table, words)


def test_a_deck_that_is_thrown_away_in_the_name_of_another_is_counted_by_that_name(
    at_table: Callable[..., Cheated],
) -> None:
    table = at_table()
    table.ready("Ann", "Bob")
    table.reset(lambda now: replace(now, seats=next_nonces(now), seq=now.seq + 1, anew=1, anew_by=(("Bob",),)))
    table.ready("Ann", "Bob")
    assert table.left_out["Ann"] == {"Bob": 1}
    accuses(table, THROWN, "Bob")  # who knows that he has not gone


@pytest.mark.parametrize("keeps", [True, False], ids=["same nonce", "another"])
def test_who_is_ready_is_not_forgotten(at_table: Callable[..., Cheated], keeps: bool) -> None:
    table = at_table()
    table.ready("Ann", "Bob")
    changed = {} if keeps else {"commitment": "ab" * 32}

    def forget(now: Table) -> Table:
        seats = tuple([seat and replace(seat, ready=False, **changed) for seat in now.seats])
        return replace(now, seats=seats, seq=now.seq + 1)

    table.reset(forget)
    accuses(table, LOST)


def test_who_is_ready_is_dealt_in(at_table: Callable[..., Cheated]) -> None:
    """The host has the hand dealt without Ann, as if she had gone."""
    table = at_table()
    table.ready("Ann", "Bob")
    ann = table.table.seats[0]
    assert ann
    table.live.table = replace(table.table, seats=(replace(ann, ready=False, away=True), *table.table.seats[1:]))
    table.ready("Cy")
    accuses(table, "You were ready for this hand, and were not dealt in.")
    assert table.left_out["Bob"] == {"Ann": 1}


def test_who_is_ready_keeps_the_seat(at_table: Callable[..., Cheated]) -> None:
    """Who has no seat is not said to be ready: a host could throw a deck away by that."""
    table = at_table()
    table.ready("Ann", "Bob")
    table.lie = lambda state: state.update(you=None)
    table.reset(lambda now: replace(now, seq=now.seq + 1))
    accuses(table, "You were ready for this hand, and the server says that you have no seat.")


def test_nobody_is_dealt_in_who_had_committed_to_nothing(at_table: Callable[..., Cheated]) -> None:
    """With chips the record comes when the evening is over: what can be seen at once is said at once."""
    table = at_table(**CHIPS)
    table.ready("Ann", "Bob")
    table.open("Di")
    table.settle()
    table.people["Di"] = table.windows[-1]
    table._send(table.people["Di"], "sit", seat=3, name="Di")
    table.settle()
    table.reset(lambda now: replace(now, seats=tuple([seat and replace(seat, late=False) for seat in now.seats])))
    table.lie = lambda state: state.update(seats=[*state["seats"][:3], state["seats"][3] | {"late": True}])
    table.ready("Di", "Cy")
    assert table.table.in_hand(3)
    accuses(table, "Di was dealt in, and had committed to nothing when you were ready.")


def test_a_hand_is_not_dealt_for_other_stakes_than_those_that_stood_there(at_table: Callable[..., Cheated]) -> None:
    table = at_table(**CHIPS)
    table.ready("Ann", "Bob")
    stakes = table.table.stakes
    assert stakes
    table.live.table = replace(table.table, stakes=dataclasses.replace(stakes, ante=7))
    table.ready("Cy")
    accuses(table, "This hand is not played for what stood there when you were ready.")


def test_nobody_gets_chips_while_somebody_is_ready(at_table: Callable[..., Cheated]) -> None:
    table = at_table(**CHIPS)
    table.ready("Ann", "Bob")
    purses = tuple([purse.plus(50 * (seat == 1)) for seat, purse in enumerate(table.table.purses)])
    table.live.table = replace(table.table, purses=purses)
    table.ready("Cy")
    accuses(table, "There are other chips in this hand than lay there when you were ready.")


def test_a_deck_from_another_seed_is_found_out(at_table: Callable[..., Cheated]) -> None:
    table = at_table()
    table.ready("Ann", "Bob")
    table.live.table = replace(table.table, secret=bytes(32))
    table.ready("Cy")
    table.play_hand()
    accuses(table, "the server’s seed is the one that it had committed to before you were ready")


def test_an_old_log_that_is_put_back_is_found_out_at_once(at_table: Callable[..., Cheated]) -> None:
    """The host sees the deck, and goes back to before anybody was ready for it."""
    for reload in (False, True):
        table = at_table(**CHIPS)
        before = len(table.live.events)
        table.ready("Ann", "Bob", "Cy")
        table.live.events = table.live.events[:before]
        if reload:
            table.close(table.people["Ann"])
            table.open("Ann")
        table.restart()
        table.settle()
        accuses(table, BACK)


# Records that say something else


def swap(items: list[Any], one: int, other: int) -> None:
    items[one], items[other] = items[other], items[one]


RECORDS: dict[str, tuple[Lie, str]] = {
    "another nonce of Bob's": (
        lambda record: record["nonces"].update({"1": "ab" * 32}),
        "Bob had committed to a nonce before you opened yours",
    ),
    "another nonce of mine": (
        lambda record: record["nonces"].update({"0": "ab" * 32}),
        "your nonce is the one that this browser made",
    ),
    "the same nonce twice": (
        lambda record: record["nonces"].update({"1": record["nonces"]["2"]}),
        "Bob had committed to a nonce before you opened yours",
    ),
    "another seed": (
        lambda record: record.update(server_seed="ab" * 32),
        "the server’s seed is the one that it had committed to",
    ),
    "another deck": (
        lambda record: swap(record["deck"], 0, 1),
        "the deck follows from the server’s seed and the nonces of all",
    ),
    "another place in the deal": (
        lambda record: swap(record["dealt"], 0, 1),
        "the cards that you were dealt came off the deck in turn",
    ),
    "others left out": (
        lambda record: (record["nonces"].pop("2"), record["seats"].__setitem__(2, "2:sharp")),  # type: ignore[dict-item]
        "those who played as people are the people in the record",
    ),
    "seats swapped": (
        lambda record: swap(record["seats"], 0, 1),
        "you sat where the record says",
    ),
    "another act of mine": (
        lambda record: next(move for move in record["actions"] if move["player"] == 0).update(cards=record["deck"][0]),
        "you did what the record says, and nothing else",
    ),
    "an act of mine less": (
        lambda record: record["actions"].remove(next(move for move in record["actions"] if move["player"] == 0)),
        "you did what the record says, and nothing else",
    ),
    "another winner": (
        lambda record: record.update(winners=[2]),
        "the page showed what the record says",
    ),
    "other chips before": (
        lambda record: record.update(stacks=[190, 210, 200], finishing_stacks=[190, 210, 200]),
        "everybody had the chips that this browser saw when you were ready",
    ),
    "chips from nowhere": (
        lambda record: record["finishing_stacks"].__setitem__(0, 10**6),
        "the stacks at the end add up to those before",
    ),
    "another game": (lambda record: record.update(rules="D"), "The record is of another game than this table's"),
    "another hash": (
        lambda record: record.update(at=7),
        "The record is not the one that the server named after the hand",
    ),
    "another chain": (lambda record: record.update(previous="ab" * 32), "The chain is broken"),
    "another commitment": (
        lambda record: record.update(next_commitment="ab" * 32),
        "The record names another commitment to the next seed",
    ),
    "the button elsewhere": (
        lambda record: record.update(button=(record["button"] + 1) % 3),
        "The button has not gone to the next player.",
    ),
}


@pytest.mark.parametrize("what", RECORDS)
def test_a_record_that_says_something_else_is_found_out(at_table: Callable[..., Cheated], what: str) -> None:
    table = at_table(**CHIPS)
    table.ready("Ann", "Bob", "Cy")
    table.play_hand()
    assert not any(table.objections.values())
    table.lie_of_record, words = RECORDS[what]
    table.end()
    accuses(table, words)


# Hands that are shown otherwise than they were


def end_of_mine(state: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> None:
    if state["round"] and "show" in state["round"]:
        change(state["round"])


STATES: dict[str, tuple[dict[str, Any], Lie, str]] = {
    "cards of mine": (
        CHIPS,
        lambda state: end_of_mine(
            state, lambda seen: seen["show"]["hands"].__setitem__(0, ["2c", "2d", "2h", "2s", "3c"])
        ),
        "your cards are those that you held",
    ),
    "the board": (
        HOLDEM,
        lambda state: end_of_mine(
            state, lambda seen: seen["board"].__setitem__(0, "2c" if seen["board"][0] != "2c" else "2d")
        ),
        "the cards on the board are those that lay there",
    ),
    "chips": (
        CHIPS,
        lambda state: end_of_mine(state, lambda seen: seen["players"][1].update(stack=0)),
        "no chip was lost, and none was made",
    ),
    "another commitment": (
        DRAW,
        lambda state: state["next"].update(commitment="00" * 32),
        "The server has committed to another seed for this hand than it had before.",
    ),
    "another number": (DRAW, lambda state: state.update(seq=2), BACK),
}


@pytest.mark.parametrize("what", STATES)
def test_what_is_shown_otherwise_than_it_was_is_found_out(at_table: Callable[..., Cheated], what: str) -> None:
    wishes, lie, words = STATES[what]
    table = at_table(**wishes)
    table.ready("Ann", "Bob", "Cy")
    table.lie = lie
    table.play_hand()
    accuses(table, words)


def test_acts_stay_checked_when_one_was_never_acknowledged(at_table: Callable[..., Cheated]) -> None:
    """A host who swallows one answer cannot have done for somebody what he likes in the rest of the hand."""
    table = at_table(**HOLDEM)
    table.ready("Ann", "Bob", "Cy")
    while table.people["Ann"].state["asked"] != "act":  # type: ignore[index]
        table.act()
    ann = table.people["Ann"]
    legal = ann.state["round"]["legal"]  # type: ignore[index]
    table._send(ann, "act", do="check" if legal["check"] else "call")
    while ann.socket.up:
        table.receive(ann.socket)
    table.drop(ann)  # before the answer comes
    table.settle()
    table.play_hand()
    moves = [move for move in table.live.records[0]["actions"] if move["player"] == 0]

    def another(record: dict[str, Any]) -> None:
        mine = [move for move in record["actions"] if move["player"] == 0]
        mine[-1].update(do="fold")

    assert len(moves) > 1
    table.lie_of_record = another
    table.end()
    accuses(table, "you did what the record says, and nothing else")


def test_a_log_can_be_played_again(at_table: Callable[..., Cheated]) -> None:
    """What these tables are is what their events say: what is wrong with them, somebody has made so."""
    table = at_table()
    table.ready("Ann", "Bob", "Cy")
    assert replay(table.live.events) == table.table
