"""The deck nobody chose: the shuffle, the chain of records, and what `fivecard verify` finds out."""

import contextlib
import json
import random
import secrets
from collections import Counter
from pathlib import Path
from typing import Any

import pexpect
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivecard.engine import FOUR_WITH_AN_ACE
from fivecard.errors import FivecardError
from fivecard.table.core import replay
from fivecard.table.core.commitments import (
    canonical,
    deal_from,
    encode,
    first_link,
    nonce_commitment,
    record_hash,
    server_commitment,
    server_seed,
)
from fivecard.table.core.events import Dealt, GotReady
from fivecard.table.fairness.verify import follow, verify
from fivecard.table.protocol.view import table_view
from tests.cli.terminal import run as run_command
from tests.cli.terminal import spawn
from tests.effort import effort
from tests.table.records import VECTORS, rounds_of, witness_of
from tests.table.tables import NONCES, as_json, table_of

# The shuffle


def test_the_shuffle_gives_the_written_vectors() -> None:
    for vector in json.loads(VECTORS.read_text(encoding="utf-8")):
        assert vector_of(**vector["from"]) == vector


def vector_of(**given: Any) -> dict[str, Any]:
    """Make what is in golden/fair.json: `python -m tests.table.test_fair` writes it anew."""
    table, number = given["table"], given["round"]
    nonces = {int(seat): nonce for seat, nonce in given["nonces"].items()}
    seed = server_seed(bytes.fromhex(given["secret"]), number)
    deal = deal_from(table, number, nonces, seed)
    return {
        "from": given,
        "first_link": first_link(table),
        "commitments": {str(seat): nonce_commitment(table, nonce) for seat, nonce in nonces.items()},
        "server_seed": seed.hex(),
        "server_commitment": server_commitment(table, number, seed),
        "deck": [str(card) for card in deal.deck],
        "reserve": [str(card) for card in deal.reserve],
    }


def test_the_shuffle_favours_no_card() -> None:
    each = effort(40, 100)
    firsts = Counter(deal_from("t", number, {0: "00" * 32}, bytes(32)).deck[0] for number in range(52 * each))
    assert len(firsts) == 52
    assert sum((count - each) ** 2 / each for count in firsts.values()) < 95  # chi-square with 51 degrees: 1 in 5000


def test_parts_cannot_be_mistaken_for_others() -> None:
    assert encode("ab", "c") != encode("a", "bc")
    assert encode("a") == b"\0\0\0\1a"


@given(
    st.recursive(
        st.none() | st.integers(-(1 << 53), 1 << 53) | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=10,
    )
)
def test_canonical_json_says_the_same_and_has_no_order(value: Any) -> None:
    assert json.loads(canonical(value)) == value
    if isinstance(value, dict):
        assert canonical(dict(reversed(value.items()))) == canonical(value)


# The table


def test_the_deck_is_dealt_with_the_last_who_is_ready() -> None:
    live = table_of("Ann", "Bob", seats=3)
    promised = table_view(live.table, None, set(), 0.0).next
    [ready] = live.ready(0, {0, 1})
    assert isinstance(ready, GotReady)
    last, dealt = live.ready(1, {0, 1})
    assert isinstance(last, GotReady)
    assert isinstance(dealt, Dealt)
    seed = server_seed(live.table.secret, 1)
    deal = deal_from("table", 1, {0: NONCES[0], 1: NONCES[1]}, seed)
    assert dealt.deck == " ".join(map(str, deal.deck))
    assert (promised.round, promised.commitment) == (1, server_commitment("table", 1, seed))
    assert replay(live.events) == live.table


def test_each_nonce_and_the_seed_change_the_deck() -> None:
    nonces = {0: NONCES[0], 2: NONCES[1]}
    decks = {
        deal_from(table, number, changed, seed).deck
        for table, number, changed, seed in (
            ("table", 1, nonces, bytes(32)),
            ("other", 1, nonces, bytes(32)),
            ("table", 2, nonces, bytes(32)),
            ("table", 1, nonces | {2: NONCES[2]}, bytes(32)),
            ("table", 1, {0: NONCES[1], 2: NONCES[0]}, bytes(32)),
            ("table", 1, {0: NONCES[0]}, bytes(32)),
            ("table", 1, nonces, bytes(31) + b"x"),
        )
    }
    assert len(decks) == 7


def test_nobody_is_told_a_nonce_or_the_secret_while_a_hand_can_still_be_chosen() -> None:
    live = table_of("Ann", "Bob", "Cy", seats=3)
    live.ready(0, {0, 1, 2})
    live.ready(1, {0, 1, 2})
    for seat in (None, 0, 1, 2):
        told = json.dumps(as_json(table_view(live.table, seat, {0, 1, 2}, 0.0)))
        assert not any(secret in told for secret in (*NONCES, live.table.secret.hex(), live.table.seed_for(1).hex()))


# What verify finds


def test_finished_rounds_can_be_verified_and_not_be_changed() -> None:
    [record] = rounds_of(1, 1)
    witness = witness_of(record) | {"seat": 0, "people": [0, 1], "hash": record_hash(record)}
    assert verify(record | {"witness": witness}) == [
        "it follows the opening of the table",
        "the deck follows from the server's seed and 2 nonces",
        "all of it is what this browser saw",
        f"the hand of {FOUR_WITH_AN_ACE.title} was played by the rules, to the end: {' '.join(record['lines'])}",
        "the computers did what they do with such cards and this chance",
    ]
    other = secrets.token_hex(32)
    winner = record["winners"][0]
    royal = [*record["made"][:winner], "royal flush", *record["made"][winner + 1 :]]
    moves, nonces, deck = record["actions"], record["nonces"], "the deck is not the one that follows"
    for changed, message in (
        ({"server_seed": other}, deck),
        ({"previous": other}, "the chain is broken: round 1 does not follow the opening of its table"),
        ({"round": 2}, deck),
        ({"table": "other"}, "the chain is broken: round 1"),
        ({"nonces": nonces | {"1": other}}, deck),
        ({"nonces": nonces | {"2": other}}, "those with nonces are not the people who took part"),
        ({"nonces": {"0": nonces["0"]}}, "those with nonces are not the people who took part"),
        ({"nonces": nonces | {"1": "ff"}}, "this is not a finished round"),
        ({"deck": record["deck"][::-1]}, deck),
        ({"winners": [(winner + 1) % 4]}, "the winners should be"),
        ({"made": royal}, "the worth of the hands should be"),
        ({"lines": ["Host wins with royal flush."]}, "the result in words should be"),
        ({"hands": [record["hands"][1], *record["hands"][1:]]}, "the hands that are shown should be"),
        ({"dealt": record["dealt"][::-1]}, "the places of the cards in the deck should be"),
        ({"actions": moves[:2]}, "the hand is not over after 2 actions"),
        ({"actions": [moves[0] | {"cards": record["deck"][1]}, *moves[1:]]}, "is not in seat 0's hand"),
        ({"actions": [*moves[:-1], moves[-1] | {"by": "person"}]}, "'person' cannot have decided for seat 4"),
        ({"actions": [*moves[:-1], moves[-1] | {"by": "dealer"}]}, "'dealer' cannot have decided for seat 4"),
        ({"limit": "no limit"}, "the rules are not written as the table writes them"),
        ({"stacks": [100] * 4}, "there are no chips in"),
        ({"button": 0}, "there are stakes and a button, or neither"),
        ({"deck": "nonsense"}, "."),
        ({"rules": "Z"}, "this is not a finished round"),
        ({"rules": "A"}, "."),
        ({"seats": record["seats"][::-1]}, "the players are not written as the table writes them"),
        ({"seats": record["seats"][:3]}, "there are not as many seats as names and levels"),
        ({"witness": witness | {"server_commitment": other}}, "the server's seed is not the one that it had committed"),
        ({"witness": witness | {"nonce": other}}, "the nonce of seat 1 is not the one that this browser made"),
        ({"witness": witness | {"commitments": {"1": other}}}, "seat 2 had not committed to its nonce when this"),
        ({"witness": witness | {"commitments": {}}}, "seat 2 had not committed to its nonce when this"),
        ({"witness": witness | {"seat": 2}}, "this browser sat on seat 3, not on seat 1"),
        (
            {"witness": witness | {"people": [0, 1, 3]}},
            "those who played as people are not those whom this browser saw",
        ),
        ({"witness": witness | {"hash": other}}, "the server named another record of this round"),
        ({"witness": witness | {"hand": record["hands"][1]}}, "the cards dealt to seat 1 are not those"),
        ({"witness": witness | {"chain": {"round": 0, "hash": other}}}, "round 0 is not the one that this browser saw"),
        (
            {"witness": witness | {"chain": {"round": 7, "hash": other}}},
            "this browser saw round 7 before round 1",
        ),
        (
            {"witness": witness | {"shown": witness["shown"] | {"winners": [7]}}},
            r"the page showed \[7\], the record has",
        ),
        ({"witness": witness | {"acts": []}}, "what seat 1 did is not what this browser sent"),
        ({"witness": witness | {"seen": {"hand": record["hands"][1], "board": []}}}, "seat 1 never held the cards"),
        ({"witness": witness | {"drew": [[], [5]]}}, "seat 2 drew another number of cards than this browser showed"),
        ({"witness": {"player": "x"}}, "this is not a finished round"),
        ({"witness": 5}, "this is not a finished round"),
        ({"witness": None}, "this is not a finished round"),
        ({"more": 1}, "this is not a finished round"),
        ({"protocol": 2}, "this is not a finished round of the table"),
    ):
        with pytest.raises(FivecardError, match=message):
            verify(record | changed)


def test_rounds_follow_one_another() -> None:
    first, second, third = rounds_of(3, 3)
    assert [verify(record)[0] for record in (first, second)] == [
        "it follows the opening of the table",
        "it follows round 1",
    ]
    assert follow([third, first, second]) == follow([first, second, third]) == "rounds 1 to 3 follow one another"
    other = secrets.token_hex(32)
    for records, message in (
        ([first | {"lines": ["x"]}, second], "the chain is broken: round 2 does not follow this round 1"),
        ([first, first | {"lines": ["x"]}], "there are two different records of round 1"),
        ([first, third], "a round is missing: after round 1 comes round 3"),
        ([first, second | {"table": "other"}], "round 2 was played at another table"),
        ([first, second | {"server_seed": other}], "the server's seed of round 2 is not the one it had committed to"),
        ([first, {}], "this is not a round of the table"),
    ):
        with pytest.raises(FivecardError, match=message):
            follow(records)


def test_the_chain_is_read_off_the_log() -> None:
    live = table_of("Ann")
    records = [live.play_round(random.Random(number)) for number in range(3)]
    assert live.table.head == replay(live.events).head == (3, record_hash(records[-1]))
    assert follow(records) == "rounds 1 to 3 follow one another"
    chain = table_view(live.table, None, set(), 0.0).chain
    assert (chain.round, chain.hash) == (3, record_hash(records[-1]))


def test_the_command_verifies_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = rounds_of(2, 3)
    files = [tmp_path / f"round-{record['round']}.json" for record in records]

    def write(*written: object) -> None:
        for file, record in zip(files, written, strict=False):
            file.write_text(json.dumps(record))

    def run(*chosen: Path) -> tuple[int, str, str]:
        done = run_command("verify", *chosen)
        return done.returncode, done.stdout, done.stderr

    write(*records)
    status, shown, _ = run(files[0])
    assert (status, "The file agrees with itself." in shown) == (0, True)
    assert "Not checked, for no file can prove it: what the players are called" in shown
    monkeypatch.chdir(tmp_path)  # a path is not broken
    with spawn("verify", files[0].name, columns=60) as child:
        child.expect(pexpect.EOF)
    assert max(map(len, str(child.before).splitlines())) <= 60
    status, shown, _ = run(*files)
    assert (status, "Rounds 1 to 3 follow one another." in shown) == (0, True)
    write({**records[0], "witness": witness_of(records[0])})
    status, shown, _ = run(files[0])
    assert (status, "Nobody chose the deck" in shown) == (0, True)
    write(records[0] | {"lines": ["Host wins with royal flush."]})
    status, shown, problem = run(files[0])
    assert (status, shown, problem.count("\n")) == (1, "", 1)
    assert f"{files[0]}: the result in words should be" in problem
    for text, message in (
        ("{", "this is not JSON"),
        ("[]", "not a finished round"),
        ("[" * 9999, "not JSON"),
        ('{"round": 1, "round": 2}', "'round' stands in it twice"),
    ):
        files[0].write_text(text)
        status, shown, problem = run(files[0])
        assert (status, shown, problem.count("\n")) == (1, "", 1)
        assert message in problem


@given(st.data())
@settings(max_examples=effort(20, 240))
def test_nothing_in_a_file_ends_in_a_traceback(data: st.DataObject) -> None:
    record = rounds_of(5, 1)[0]
    record["witness"] = witness_of(record)
    nonsense: st.SearchStrategy[Any] = st.sampled_from(
        [None, 0, -1, 1 << 60, "", "x", [], {}, [[]], {"0": 1}, 0.5, True]
    )
    for _ in range(data.draw(st.integers(1, 3))):
        record[data.draw(st.sampled_from(sorted(record)))] = data.draw(nonsense)
    with contextlib.suppress(FivecardError):
        verify(record)


if __name__ == "__main__":
    source = random.Random(2)
    vectors = [
        vector_of(
            table=table,
            round=number,
            nonces={str(seat): source.randbytes(32).hex() for seat in people},
            secret=source.randbytes(32).hex(),
        )
        for table, number, people in (
            ("table", 1, [0]),
            ("vkTB1PAXzk-D", 17, [0, 2]),
            ("Tisch-ä", 4_000_000, [0, 1, 2, 3, 4, 5]),
        )
    ]
    VECTORS.write_text(json.dumps(vectors, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
