"""Showdowns: the handout's rows, many deals against an independent library, and every kind of bad line."""

import io
import os
import random
import re
import select
import threading
import time
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import phevaluator
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import (
    ArgumentError,
    CardError,
    FormatError,
    HandError,
    Ranking,
    UnknownNameError,
    batch,
    evaluate,
    parse_cards,
    reference,
)
from fivecard._util.bad_rows import Errors
from fivecard.cards import ALL_CARDS, CAPITALS, Card
from fivecard.games import GAMES
from fivecard.showdown import Settling, settle
from fivecard.showdown.reading import NO_TEXTS
from tests.effort import effort
from tests.oracles import omaha_winner_by_reference
from tests.showdown.deals import GOOD, HANDOUT, HANDOUT_TEXT

pytestmark = [pytest.mark.usefixtures("kernel"), pytest.mark.sanitized]

OMAHA = Settling("omaha")


def settled(text: bytes | str, game: Settling = OMAHA, *, explain: bool = False, errors: Errors = "raise") -> list[str]:
    source, written = io.BytesIO(text.encode() if isinstance(text, str) else text), io.BytesIO()
    replace(game, errors=errors).write(source, written, explain=explain)
    return written.getvalue().decode().splitlines()


def lines_of(rows: list[list[int]]) -> str:
    return "".join(CAPITALS.join(ALL_CARDS[card] for card in row) + "\n" for row in rows)


# Right answers


def test_the_rows_of_handout_e() -> None:
    assert settled(HANDOUT_TEXT) == [result for *_, result, _ in HANDOUT]
    assert settled(HANDOUT_TEXT, explain=True) == [f"{result}: {reason}" for *_, result, reason in HANDOUT]


@pytest.mark.parametrize(("one", "two", "board", "result", "reason"), HANDOUT)
def test_one_showdown_tells_what_files_tell(one: str, two: str, board: str, result: str, reason: str) -> None:
    showdown = settle([one, two], board, game="omaha")
    assert str(showdown) == f"{result}: {reason}"
    for hand, own in zip(showdown.hands, (one, two), strict=True):
        assert len(hand.hole) == 2
        assert len(hand.board) == 3
        assert set(hand.hole) <= set(parse_cards(own))
        assert set(hand.board) <= set(parse_cards(board))
        assert evaluate(hand.hole + hand.board) == hand.evaluation


@pytest.mark.sanitized(False)  # too slow with them
def test_many_deals_against_an_independent_library() -> None:
    deals = batch.random_deals(effort(50_000, 1_000_000), seed=7, game="omaha")
    found = settled("".join(f"{line}\n" for line in batch.format(deals)).upper())
    texts = {0: "No single winner", 1: "Player 1 wins", 2: "Player 2 wins"}
    omaha = phevaluator.evaluate_omaha_cards  # lower is better
    for line, deal in zip(found, deals.tolist(), strict=True):
        one, two = omaha(*deal[8:], *deal[:4]), omaha(*deal[8:], *deal[4:8])
        assert line == texts[0 if one == two else 1 if one < two else 2], deal


@pytest.mark.parametrize("seed", [1, 2])
def test_deals_against_the_reference(seed: int) -> None:
    rows = batch.random_deals(effort(20, 60), seed=seed, game="omaha").tolist()
    assert settled(lines_of(rows)) == [omaha_winner_by_reference([ALL_CARDS[card] for card in row]) for row in rows]


@pytest.mark.parametrize(
    "game",
    [
        *(Settling(name) for name in GAMES),
        *(Settling("holdem", players) for players in (9, 23)),
        *(Settling("omaha", *more) for more in ((6,), (2, 5), (7, 6), (11,))),
        *(Settling("omaha-hi-lo", *more) for more in ((5, 5), (7, 6))),
        *(Settling(name, GAMES[name].most_players(GAMES[name].hole[0])) for name in GAMES),
    ],
    ids=repr,
)
def test_every_game_and_number_of_players(game: Settling) -> None:
    source = random.Random(9)
    deals = [source.sample(game.game.deck, game.cards) for _ in range(effort(60, 300))]
    results = settled(lines_of([[card.id for card in deal] for deal in deals]), game, explain=True)
    for cards, result in zip(deals, results, strict=True):
        hands = [cards[seat * game.hole : (seat + 1) * game.hole] for seat in range(game.players)]
        assert result == str(settle(hands, cards[game.players * game.hole :], game=game.game))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_settled_as_the_reference_has_it(name: str) -> None:
    game, source = GAMES[name], random.Random(name)
    for _ in range(3):
        cards = source.sample(game.deck, 2 * game.hole[0] + game.board)
        hands, board = [cards[: game.hole[0]], cards[game.hole[0] : 2 * game.hole[0]]], cards[2 * game.hole[0] :]
        shown = settle(hands, board, game=game)
        for part, ranking in zip(shown.parts, game.rankings, strict=True):
            expected = [best_by_reference(hand, board, game.from_hole, ranking) for hand in hands]
            assert [found.evaluation.strength for found in part.hands] == expected
            assert list(part.winners) == [seat for seat in range(2) if expected[seat] == max(expected) > 0]
        assert sum(shown.shares) == 1


def best_by_reference(hand: list[Card], board: list[Card], from_hole: int | None, ranking: Ranking) -> int:
    if from_hole is None:
        return reference.evaluate([*hand, *board], ranking=ranking).strength
    return max(
        reference.evaluate([*own, *table], ranking=ranking).strength
        for own in combinations(hand, from_hole)
        for table in combinations(board, ranking.hand_size - from_hole)
    )


def test_ties_of_several_players_name_all_winners() -> None:
    board = "AH KH QH JH TH"
    assert settled(f"2C 3C 2D 3D 2S 3S {board}\n", Settling("holdem", 3)) == ["Players 1, 2 and 3 tie"]
    result = settle(["2C 3C", "2D 3D", "2S 3S"], board, game="holdem")
    assert str(result) == "Players 1, 2 and 3 tie: all have royal flush Ace King Queen Jack Ten"
    assert result.winners == (0, 1, 2)


@pytest.mark.parametrize(
    ("players", "board", "game", "message"),
    [
        (["AH AC KH KC"], "QC 3H TS 8H JD", "omaha", "2 to 11 players, not 1"),
        ([], "", "five-card-draw", "2 to 10 players, not 0"),
        (["AH AC KH KC", "AS AD KS"], "QC 3H TS 8H JD", "omaha", "the hand of player 2 has 4 cards, this one has 3"),
        (["AH AC KH", "AS AD KS"], "QC 3H TS 8H JD", "omaha", "a player has 4, 5 or 6 cards, not 3"),
        (["AH AC KH KC", "AS AD KS KD"], "QC 3H TS 8H", "omaha", "the board of omaha has 5 cards, this one has 4"),
        (["AH AC KH KC", "AS AD KS KD"], "QC 3H TS 8H AH", "omaha", "duplicate card 'Ah'"),
        (["AH AC", "AS AD"], "QC 3H TS 8H JD", "stud", "there is no game 'stud'"),
    ],
)
def test_an_impossible_showdown_is_refused(players: list[str], board: str, game: str, message: str) -> None:
    with pytest.raises((HandError, ArgumentError, UnknownNameError), match=message):
        settle(players, board, game=game)


# Lines as people write them, and bad lines

KIND_LINES = [
    GOOD.lower(),
    GOOD.replace("T", "10"),
    GOOD.replace(" ", "   "),
    f"  {GOOD}  ",
    GOOD.replace(" ", "\t"),
    GOOD + "\r",
]
BAD_LINES = [
    (GOOD.replace("3H", "3X"), "'3X' is not a card at column 10"),
    (GOOD.replace("3H", "H3"), "'H3' is not a card at column 10"),
    (GOOD.replace("3H", "3S"), "duplicate card '3S' at column 10"),
    (GOOD[:-3], "too few cards: 12 of 13"),
    (GOOD + " 7S", "too many cards: '7S' at column 40 is one more than 13"),
    (GOOD.replace(" AS ", "AS "), "no space before 'AS' at column 3"),
    (GOOD.replace(" AS", ";AS"), "';AS' is not a card at column 3"),
    ("", "no cards"),
    ("   ", "no cards"),
    ("hello", "'hello' is not a card at column 1"),
    (GOOD.replace("AS", "A"), "'A' is not a card at column 4"),
    (GOOD.replace("AS", "♠A"), "'♠A' is not a card at column 4"),
    ("\x00" * 38, "is not a card at column 1"),
    ("8H" * 5000, "no space before '8H' at column 3"),
]


@pytest.mark.parametrize("line", KIND_LINES)
def test_lines_in_other_forms_are_read(line: str) -> None:
    assert settled(f"{GOOD}\n{line}\n{GOOD}\n") == ["Player 1 wins"] * 3
    assert settled(line) == ["Player 1 wins"]


def test_an_empty_file_gives_an_empty_file() -> None:
    assert settled("") == []


@pytest.mark.parametrize("size", [1 << 20, 50, 39])
@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\r\n\r\n", "\n \t\n  ", "\n" * 500, "\n" + " " * 500, "\n " * 200])
def test_blank_lines_at_the_end_are_no_lines(end: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivecard.showdown.reading._CHUNK", size)
    assert settled(f"{GOOD}\n{GOOD}{end}") == ["Player 1 wins"] * 2
    assert settled(f"{GOOD}{end}", errors="null") == ["Player 1 wins"]
    assert [list(piece) for piece in Settling("omaha").strengths(io.BytesIO(end.encode()))] == []


@pytest.mark.parametrize("size", [1 << 20, 50, 39])
@pytest.mark.parametrize("blank", ["", " ", "\r", "\t" * 300])
def test_a_blank_line_before_another_is_a_bad_line(blank: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivecard.showdown.reading._CHUNK", size)
    text = f"{GOOD}\n{blank}\n{blank}\n{GOOD}\n{blank}\n"
    with pytest.raises(HandError, match="line 2: no cards"):
        settled(text)
    assert settled(text, errors="null") == [
        "Player 1 wins", "Invalid: no cards", "Invalid: no cards", "Player 1 wins",
    ]  # fmt: skip


def test_blank_lines_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivecard.showdown.reading._CHUNK", 50)
    monkeypatch.setattr("fivecard.showdown.reading._LONGEST_ROW", 1000)
    with pytest.raises(HandError, match="line 2: the first of blank lines of more than"):
        settled(f"{GOOD}\n" + "\n" * 5000)


@cache
def three_thousand_lines() -> tuple[str, ...]:
    return tuple(lines_of(batch.random_deals(3000, seed=11, game="omaha").tolist()).splitlines())


@pytest.mark.parametrize(("line", "problem"), BAD_LINES, ids=range(len(BAD_LINES)))
@pytest.mark.parametrize(
    "row", effort([0, 31, 32, 1024, 2999], [0, 1, 31, 32, 33, 63, 64, 500, 1023, 1024, 1025, 2999])
)
def test_a_bad_line_is_named_wherever_it_stands(line: str, problem: str, row: int) -> None:
    lines = [*three_thousand_lines()]
    right = settled("\n".join(lines))
    lines[row] = line
    text = "\n".join([*lines, GOOD]) + "\n"
    right += ["Player 1 wins"]
    with pytest.raises((HandError, CardError)) as caught:
        settled(text)
    assert str(caught.value).startswith(f"line {row + 1}: ")
    assert problem in str(caught.value)
    kept = settled(text, errors="null")
    assert kept[row].startswith("Invalid: ")
    assert problem in kept[row]
    assert kept[:row] + kept[row + 1 :] == right[:row] + right[row + 1 :]


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_borders_of_chunks_and_threads_do_not_show(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = batch.random_deals(700, seed=12, game="omaha").tolist()
    lines = lines_of(rows).splitlines()
    source = random.Random(1)
    for row in source.sample(range(700), 60):
        lines[row] = source.choice([line for line, _ in BAD_LINES if len(line) < 100] + KIND_LINES)
    text = "\n".join(lines).encode()
    whole = io.BytesIO()
    Settling("omaha", errors="null", threads=1).write(io.BytesIO(text), whole)
    for size in (120, 1000, 4096):
        monkeypatch.setattr("fivecard.showdown.reading._CHUNK", size)
        parts = io.BytesIO()
        tally = Settling("omaha", errors="null", threads=threads).write(io.BytesIO(text), parts)
        assert parts.getvalue() == whole.getvalue()
        assert tally.lines == 700 == sum(tally.wins) + tally.ties + tally.invalid


def test_the_first_bad_line_is_named_whichever_thread_finds_it() -> None:
    lines = lines_of(batch.random_deals(4000, seed=13, game="omaha").tolist()).splitlines()
    for row in (3999, 3000, 2500, 10):
        lines[row] = "bad"
        with pytest.raises(CardError, match=rf"line {row + 1}: 'bad' is not a card at column 1"):
            Settling("omaha", threads=4).write(io.BytesIO("\n".join(lines).encode()), io.BytesIO())


def expected_line(line: str) -> str:
    """The rules for one line, in Python: what the native reader must make of it."""
    cards: list[Card] = []
    line = line.removesuffix("\r") if not line.endswith("\r\r") else line
    for token in re.finditer(r"[^ \t\r]+", line):
        text, offset = token[0], token.start()
        while text:
            card = re.match(r"(10|[2-9TJQKA])([CDHS])", text, re.I)
            if not card:
                return "Invalid"
            if offset > token.start() or len(cards) == 13:
                return "Invalid"
            (found,) = parse_cards(card[0])
            if found in cards:
                return "Invalid"
            cards.append(found)
            text, offset = text[len(card[0]) :], offset + len(card[0])
    if len(cards) < 13:
        return "Invalid"
    return str(settle([cards[:4], cards[4:8]], cards[8:], game="omaha")).partition(":")[0]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 1 << 30), st.lists(st.tuples(st.integers(0, 40), st.sampled_from(" 8HAT10xh\t\r~\x00é")))
        )
    )
)
def test_mutated_lines_get_what_the_rules_say(mutations: list[tuple[int, list[tuple[int, str]]]]) -> None:
    lines = []
    for seed, changes in mutations:
        line = list(lines_of(batch.random_deals(1, seed=seed, game="omaha").tolist()).rstrip("\n"))
        for offset, character in changes:
            line[offset : offset + 1] = character
        lines.append("".join(line))
    lines.append(GOOD)  # after which no line is blank
    found = settled("".join(f"{line}\n" for line in lines), errors="null")
    assert [result.partition(":")[0] for result in found] == [expected_line(line) for line in lines]


@given(st.binary(max_size=300))
def test_any_bytes_are_settled_or_refused(data: bytes) -> None:
    text = data.removeprefix(b"\xef\xbb\xbf").rstrip(b" \t\r\n")
    lines = text.count(b"\n") + 1 if text else 0
    if data.startswith(tuple(NO_TEXTS)):
        with pytest.raises(FormatError, match="this is "):
            settled(data, errors="null")
        return
    assert len(settled(data, errors="null")) == lines
    with io.BytesIO(data) as source:
        assert sum(len(piece) for piece in Settling("omaha", errors="null").strengths(source)) == 2 * lines


def test_a_line_longer_than_the_buffer_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivecard.showdown.reading._CHUNK", 50)
    spaces = " " * 5000
    assert settled(f"{spaces}{GOOD}\n{GOOD}{spaces}\n{GOOD}") == ["Player 1 wins"] * 3
    kept = settled(f"{'x' * 3000} {GOOD}\nbad\n", errors="null")
    assert [line.partition(":")[0] for line in kept] == ["Invalid", "Invalid"]
    assert settled(f"{GOOD}{spaces}\n{GOOD}{spaces}\n" + f"{GOOD}\n" * 500) == ["Player 1 wins"] * 502
    monkeypatch.setattr("fivecard.showdown.reading._LONGEST_ROW", 1000)
    with pytest.raises(HandError, match="line 2: longer than"):
        settled(f"{GOOD}\n{spaces}{GOOD}")


def test_the_mark_that_windows_puts_first_is_skipped() -> None:
    assert settled(b"\xef\xbb\xbf" + GOOD.encode()) == ["Player 1 wins"]


@pytest.mark.parametrize("step", [1, 2])
def test_the_mark_is_skipped_however_slowly_it_comes(step: int) -> None:
    class Slow(io.BytesIO):
        def readinto(self, buffer: Any, /) -> int:
            return super().readinto(buffer[:step])

    results = io.BytesIO()
    Settling("omaha").write(Slow(b"\xef\xbb\xbf" + GOOD.encode()), results)
    assert results.getvalue() == b"Player 1 wins\n"
    for text in (b"\xef\xbb", b"\xef\xbbx"):
        with pytest.raises(CardError, match=r"line 1: .* is not a card at column 1"):
            Settling("omaha").write(Slow(text), io.BytesIO())


def test_a_pipe_is_read_only_when_it_has_something() -> None:
    """A signal that comes just before a read that waits would be heard after it alone: for ever, from a silent pipe."""

    class Watched(io.FileIO):
        def readinto(self, buffer: Any, /) -> int | None:
            assert select.select([self], [], [], 0)[0]
            return super().readinto(buffer)

    read, write = os.pipe()

    def say() -> None:
        for piece in (GOOD[:10], GOOD[10:] + "\n", ""):
            time.sleep(0.15)  # longer than a slice of waiting
            os.write(write, piece.encode())
        os.close(write)

    results, writer = io.BytesIO(), threading.Thread(target=say)
    writer.start()
    with Watched(read) as source:
        Settling("omaha").write(source, results)
    writer.join()
    assert results.getvalue() == b"Player 1 wins\n"


@pytest.mark.parametrize(
    "wrong",
    [{"threads": 0}, {"threads": "x"}, {"threads": 5000}, {"errors": "keep"}, {"columns": "deal"}],
)
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        Settling(**wrong).write(io.BytesIO(b""), io.BytesIO())


@pytest.mark.parametrize("wrong", [([],), ("omaha", 2.0), ("omaha", 2, 4.0), ("omaha", "2"), (None,)])
def test_a_game_is_a_name_and_two_numbers(wrong: tuple[object, ...]) -> None:
    with pytest.raises((ArgumentError, UnknownNameError)):
        Settling(*wrong)  # type: ignore[arg-type]
