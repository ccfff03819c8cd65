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

from fivecard.errors import FivecardError
from fivecard.table.core import TableError, replay
from fivecard.table.core.commitments import (
    canonical,
    deal_from,
    encode,
    first_link,
    lock_base,
    record_hash,
    seed_of,
    server_commitment,
)
from fivecard.table.core.events import Sealed, Voided
from fivecard.table.core.shuffle import OPENING_SECONDS
from fivecard.table.core.timelock import SQUARINGS, make_factors, puzzle_of, squared, value_by_factor
from fivecard.table.fairness.verify import follow, verify
from fivecard.table.protocol.view import table_view
from tests.cli.terminal import run as run_command
from tests.cli.terminal import spawn
from tests.effort import effort
from tests.table.records import VECTORS, forced_round, rounds_of, witness_of
from tests.table.tables import FACTORS, table_of

# The shuffle


def test_the_shuffle_gives_the_written_vectors() -> None:
    for vector in json.loads(VECTORS.read_text(encoding="utf-8")):
        assert vector_of(**vector["from"]) == vector


def vector_of(**given: Any) -> dict[str, Any]:
    """Make what is in golden/fair.json: `python -m tests.table.test_fair` writes it anew."""
    table, number, server = given["table"], given["round"], bytes.fromhex(given["server_seed"])
    factors = {int(seat): (int(p, 16), int(q, 16)) for seat, (p, q) in given["factors"].items()}
    puzzles = {seat: puzzle_of(pair) for seat, pair in factors.items()}
    values = {
        seat: value_by_factor(lock_base(table, number, seat, puzzles[seat]), puzzles[seat], pair[0], given["squarings"])
        for seat, pair in factors.items()
    }
    seeds = {seat: seed_of(value) for seat, value in values.items()}
    deal = deal_from(table, number, seeds, server)
    return {
        "from": given,
        "first_link": first_link(table),
        "puzzles": {str(seat): puzzle for seat, puzzle in puzzles.items()},
        "values": {str(seat): f"{value:0256x}" for seat, value in values.items()},
        "seeds": {str(seat): seed.hex() for seat, seed in seeds.items()},
        "server_commitment": server_commitment(table, number, given["previous"], given["agreed"], puzzles, server),
        "deck": [str(card) for card in deal.deck],
        "reserve": [str(card) for card in deal.reserve],
    }


def test_the_shuffle_favours_no_card() -> None:
    each = effort(40, 100)
    firsts = Counter(deal_from("t", number, {0: bytes(32)}, bytes(32)).deck[0] for number in range(52 * each))
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


def test_no_puzzle_is_taken_twice_and_windows_of_one_browser_agree() -> None:
    live = table_of("Ann", "Bob", seats=3)
    live.begin()
    live.commit(0)
    assert live.commit(0) == ()  # another window
    for code, player, factors in (("not-now", 0, FACTORS[1]), ("wrong-puzzle", 1, FACTORS[0])):
        with pytest.raises(TableError) as refusal:
            live.commit(player, factors)
        assert refusal.value.code == code
    live.commit(1)
    live.tick()
    for wrong in (FACTORS[1][0], FACTORS[0][0] ^ 2, 1):
        with pytest.raises(TableError) as refusal:
            live.open(0, wrong)
        assert refusal.value.code == "wrong-factor"
    assert live.open(0, FACTORS[0][1])
    assert live.open(0, FACTORS[0][1]) == ()


def test_a_seat_that_goes_silent_after_the_seal_is_opened_by_force_and_the_round_goes_on() -> None:
    live = forced_round()
    [record] = live.records
    assert not any(isinstance(event, Voided) for event in live.events)
    assert list(record["openings"]["0"]) == ["factor"]
    assert list(record["openings"]["1"]) == ["forced"]
    said: list[str] = []
    assert "2 puzzles opened, 1 of them by force" in verify(record, least_squarings=500, say=said.append)
    assert said == ["squaring 500 times for seat 2, which went silent ..."]
    value = int(record["openings"]["1"]["forced"], 16) ^ 1
    lie = record | {"openings": record["openings"] | {"1": {"forced": f"{value:0256x}"}}}
    with pytest.raises(FivecardError, match="the puzzle of seat 2 does not hold what the server says"):
        verify(lie, least_squarings=500)
    assert replay(live.events).head == live.table.head


@pytest.mark.exhaustive
def test_a_seat_is_opened_by_force_under_the_real_lock() -> None:
    [record] = forced_round(SQUARINGS).records
    assert "2 puzzles opened, 1 of them by force" in verify(record)


def test_a_seat_that_comes_back_in_time_opens_its_own_puzzle() -> None:
    live = table_of("Ann", "Bob", seats=2, squarings=500)
    live.seal()
    live.tick(OPENING_SECONDS + 1)
    silent = live.table.silent()
    assert silent is not None
    live.open(0)
    assert live.force(0, squared(silent[1], silent[2], 500)) == ()  # came too late, and changes nothing


def test_nobody_can_undo_a_sealed_deal() -> None:
    """Whatever people and the clock do after the seal, the same deck is dealt."""
    decks = set()
    for seed in range(30):
        source = random.Random(seed)
        live = table_of("Ann", "Bob", "Cy", seats=3, squarings=40)
        live.seal()
        while live.table.phase == "opening":
            silent, seat, player = live.table.silent(), source.randrange(3), source.randrange(3)
            match source.randrange(4):
                case 0 | 1:
                    live.tick(source.choice([0.0, 100.0]), source.randbytes(32))
                case 2 if live.table.seats[seat] and source.random() < 0.3:
                    live.leave(seat)
                case 3 if silent:
                    live.force(silent[0], squared(silent[1], silent[2], 40))
            own = live.table.playing.players[player]
            if live.table.phase == "opening" and source.random() < 0.2 and own.seed is None and own.level is None:
                live.open(player)
        assert not any(isinstance(event, Voided) for event in live.events)
        decks.add(live.table.playing.deal)
    assert len(decks) == 1


def test_the_last_puzzle_may_come_as_the_clock_rings() -> None:
    """The clock may have to wait for the log; what came meanwhile came in time."""
    live = table_of("Ann", seats=2)
    live.begin()
    live.commit(0)
    [event] = live.tick(1e9)
    assert isinstance(event, Sealed)


# What verify finds


def test_finished_rounds_can_be_verified_and_not_be_changed() -> None:
    [record] = rounds_of(1, 1)
    witness = witness_of(record)
    assert verify(record | {"witness": witness}) == [
        "it follows the opening of the table",
        "2 puzzles opened",
        "the seal covers the server's seed, the players, the rules, the puzzles and the record before",
        "the deck follows from the seeds",
        "all of it is what this browser saw",
        f"the round was played by rules C and won as it says: {record['reason']}",
        "the computers did what they do with such cards and this chance",
    ]
    other = secrets.token_hex(32)
    winner = record["winners"][0]
    royal = [*record["made"][:winner], "royal flush", *record["made"][winner + 1 :]]
    own = puzzle_of(FACTORS[5])
    for changed, message in (
        ({"server_seed": other}, "the seal does not cover this record"),
        ({"server_commitment": other}, "the seal does not cover this record"),
        ({"previous": other}, "the chain is broken: round 1 does not follow the record before it"),
        ({"round": 2}, "a round is missing: after round 0 comes round 2"),
        ({"puzzles": record["puzzles"] | {"1": own}}, "seat 2 did not open its puzzle: that is no factor"),
        ({"puzzles": record["puzzles"] | {"1": "ff"}}, "the puzzle of seat 2 is none"),
        ({"puzzles": {"0": record["puzzles"]["0"]}}, "somebody took part without a puzzle"),
        ({"openings": {"0": record["openings"]["0"]}}, "not those that the seal covers"),
        ({"openings": record["openings"] | {"0": {"factor": "3"}}}, "seat 1 did not open its puzzle"),
        ({"deck": record["deck"][::-1]}, "the deck is not the one that follows"),
        ({"winners": [(winner + 1) % 4]}, "the winners should be"),
        ({"made": royal}, "the worth of the hands should be"),
        ({"reason": "Host wins with royal flush."}, "the reason should be"),
        ({"hands": [record["hands"][1], *record["hands"][1:]]}, "the hands should be"),
        ({"discards": record["discards"][:2]}, "players have drawn"),
        ({"discards": [record["deck"][1:2], *record["discards"][1:]]}, "is not in seat 0's hand"),
        ({"seeds": record["seeds"] | {"0": other}}, "the seeds are not those that the puzzles hold"),
        ({"by": [*record["by"][:-1], "person"]}, "'person' cannot have decided for seat 4"),
        ({"by": [*record["by"][:-1], "dealer"]}, "'dealer' cannot have decided for seat 4"),
        ({"deck": "nonsense"}, "."),
        ({"rules": "Z"}, "this is not a finished round"),
        ({"rules": "A"}, "not those of the seal"),
        ({"agreed": record["agreed"].replace(str(SQUARINGS), "1000")}, f"hold for 1,000 squarings, and {SQUARINGS:,}"),
        ({"agreed": record["agreed"] + " 9:sharp"}, "not those of the seal"),
        ({"witness": witness | {"server_commitment": other}}, "the seal is not the one that this browser saw"),
        ({"witness": witness | {"server_commitment": None}}, "this browser was dealt cards before it saw a seal"),
        ({"witness": witness | {"factors": ["3", "5"]}}, "the puzzle of seat 1 is not the one that this browser made"),
        ({"witness": witness | {"hand": record["hands"][1]}}, "the cards dealt to seat 1 are not those"),
        ({"witness": witness | {"sealed_after": 7300}}, "the seal came 7.3 s after the puzzle of seat 1"),
        ({"witness": witness | {"chain": {"round": 0, "hash": other}}}, "round 0 is not the one that this browser saw"),
        ({"witness": witness | {"chain": {"round": 7, "hash": other}}}, "a round is missing: this browser saw round 7"),
        (
            {"witness": witness | {"shown": witness["shown"] | {"reason": "Host wins with royal flush"}}},
            "the page showed 'Host wins with royal flush', the record has",
        ),
        ({"witness": witness | {"thrown": record["hands"][1]}}, "threw away is not what this browser sent"),
        ({"witness": witness | {"thrown": record["discards"][0]}, "by": ["clock"] * 4}, "threw away is not what this"),
        ({"witness": witness | {"final": record["hands"][1]}}, "the last hand of seat 1 is not the one"),
        ({"witness": witness | {"drew": {"1": 5}}}, "seat 2 drew another number of cards than this browser showed"),
        ({"witness": {"seat": "x"}}, "this is not a finished round"),
        ({"witness": 5}, "this is not a finished round"),
        ({"witness": None}, "this is not a finished round"),
        ({"voids": [{}]}, "this is not a finished round"),
        ({"protocol": 1}, "this is not a finished round of the table"),
    ):
        with pytest.raises(FivecardError, match=message):
            verify(record | changed)


def test_a_round_that_was_opened_in_time_cannot_be_called_silent() -> None:
    [record] = forced_round().records
    witness = witness_of(record, seat=1, factors=[f"{factor:x}" for factor in FACTORS[1]], hand=None)
    with pytest.raises(FivecardError, match="seat 2 opened its puzzle in time, but the record says that it did not"):
        verify(record | {"witness": witness}, least_squarings=500)


def test_void_deals_are_in_the_chain_of_the_next_round() -> None:
    first, void, other, last = rounds_of(3, 2, voids=2)
    assert [record["void"] for record in (void, other)] == ["seat 1, 2 did not commit"] * 2
    assert last["voids"] == [void, other]
    assert verify(last)[0] == "it follows round 1, 2 void in between"
    assert verify(void) == ["round 2 came to nothing before its seal: seat 1, 2 did not commit"]
    with pytest.raises(FivecardError, match="round 2 was sealed, and then thrown away: seat 1, 2 did not commit"):
        verify(void | {"witness": {"server_commitment": "00" * 32}})
    assert follow([last, first, void]) == follow([first, last]) == "rounds 1 to 4 follow one another"
    own = {"acknowledged": ["commit"], "seat": 0, "factors": [f"{factor:x}" for factor in FACTORS[0]]}
    seen, hidden = {"2": own | {"server_commitment": "00" * 32}}, {"2": own}
    with pytest.raises(FivecardError, match="void round 2 leaves out a puzzle that the server had acknowledged"):
        verify(void | {"witness": own})
    full = void | {"puzzles": last["puzzles"], "void": "seat 2 did not open"}
    for changed, message in (
        (
            {"witness": witness_of(last, voids=seen)},
            "round 2 was sealed, and then thrown away: seat 1, 2 did not commit",
        ),
        ({"witness": witness_of(last, voids=hidden)}, "void round 2 leaves out a puzzle that the server had acknowl"),
        ({"voids": [full, other]}, "round 2 was thrown away although everybody had committed: seat 2 did not open"),
        ({"voids": [void]}, "a round is missing: after round 2 comes round 4"),
        ({"voids": []}, "a round is missing: after round 1 comes round 4"),
        ({"voids": [other, void]}, "a round is missing"),
        ({"voids": [void | {"names": ["Eve"] * 4}, other]}, "the chain is broken: round 3 does not follow"),
        ({"voids": [void, other | {"names": ["Eve"] * 4}]}, "the chain is broken: round 4 does not follow"),
    ):
        with pytest.raises(FivecardError, match=message):
            verify(last | changed)
    for records, message in (
        ([first | {"reason": "x"}, last], "the chain is broken: round 2 does not follow this round 1"),
        ([void | {"void": "x"}, last], "there are two different records of round 2"),
        ([first, other], "a round is missing: after round 1 comes round 3"),
        ([first, last | {"table": "other"}], "round 4 was played at another table"),
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
    records = rounds_of(2, 2, voids=1)
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
    write(records[0] | {"reason": "Host wins with royal flush."})
    status, shown, problem = run(files[0])
    assert (status, shown, problem.count("\n")) == (1, "", 1)
    assert f"{files[0]}: the reason should be" in problem
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
    vectors = []
    for table, number, people, computers in (
        ("table", 1, [0], ["1:sharp"]),
        ("vkTB1PAXzk-D", 17, [0, 2], ["1:classic"]),
        ("Tisch-ä", 4_000_000, [0, 1, 2, 3, 4, 5], []),
    ):
        pairs = {str(seat): [f"{factor:x}" for factor in make_factors()] for seat in people}
        seats = sorted([*(f"{seat}:person" for seat in people), *computers])
        vectors.append(
            vector_of(
                table=table,
                round=number,
                squarings=SQUARINGS,
                previous=source.randbytes(32).hex(),
                agreed=" ".join(["C", str(SQUARINGS), *seats]),
                factors=pairs,
                server_seed=source.randbytes(32).hex(),
            )
        )
    VECTORS.write_text(json.dumps(vectors, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
