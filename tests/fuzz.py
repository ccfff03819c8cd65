"""Throws random input at the compiled module: python -m tests.fuzz [SECONDS A TARGET] [SEED] [TARGET ...] | --list.

Every call must give an answer or an error of ours; under the sanitizers (tests/sanitized.sh) nothing may be read or
written outside a buffer. Answers are compared with the scalar evaluator, or with Python's own readers.
"""

import csv
import json
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from io import BytesIO, StringIO
from math import comb
from time import monotonic
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from fivecard import FivecardError, Range, _core, batch, parse_cards, strength  # noqa: TID251
from fivecard.cards import ALL_CARDS
from fivecard.equities import equity
from fivecard.games import GAMES
from fivecard.showdown import FileFormat, Settling

DRAW = Settling("five-card-draw", 2)
LAYOUTS = [Settling("omaha"), Settling("omaha-hi-lo", 3, 5), Settling("omaha", 7, 6), Settling("holdem", 9), DRAW]
RANGES = ["AA", "QQ+", "AKs", "ATs+, KQo", "22+", "15%", "AA:0.5, KK", "AsKs", "A5s-A2s", "random", "JTs, 9h8h"]


def some_hands(source: random.Random, rows: int, columns: int) -> NDArray[np.uint8]:
    """Hands, or bytes, of which some may not be cards; often not aligned."""
    if source.random() < 0.5:
        hands = batch.random_hands(rows, columns, seed=source.getrandbits(64))
        if rows and source.random() < 0.5:
            hands[source.randrange(rows), source.randrange(columns)] = source.randrange(256)
        return hands
    start, below = source.randrange(8), source.choice([52, 53, 64, 256])
    memory = np.random.default_rng(source.getrandbits(32)).integers(0, below, rows * columns + 8, dtype=np.uint8)
    return memory[start : start + rows * columns].reshape(rows, columns)


def some_text(source: random.Random, text: bytes, letters: bytes = b' 8HAT10xh\t\r~\x00\xff",;\n{}[]\\') -> bytes:
    """A text with a few bytes changed, added or gone."""
    changed = bytearray(text)
    for _ in range(source.randrange(6)):
        place = source.randrange(len(changed) + 1)
        changed[place : place + source.randrange(3)] = bytes(source.choices(letters, k=source.randrange(3)))
    return bytes(changed)


def spelled(source: random.Random, cards: list[int]) -> str:
    """A hand in one of the spellings that are read."""
    words = [str(ALL_CARDS[card]) for card in cards]
    if source.random() < 0.3:
        words = [word.replace("T", "10") for word in words]
    if source.random() < 0.2:
        words = [word.translate(str.maketrans("cdhs", "♣♦♥♠")) for word in words]
    return source.choice([" ", "", ",", "  "]).join(words)


def fuzz_arrays(source: random.Random) -> None:
    rows, columns = source.choice([0, 1, 31, 32, 33, 64, 65, source.randrange(300)]), source.choice([5, 6, 7, 13, 4])
    hands, threads = some_hands(source, rows, columns), source.choice([1, 2, 3])
    below = 1 << source.choice([8, 52, 63])
    sets = np.array([source.randrange(below) for _ in range(rows)], np.uint64)
    board = max(columns - 5, 0)
    asks: list[Callable[[], object]] = [
        lambda: batch.strengths(hands, threads=threads),
        lambda: batch.strengths(sets, threads=threads),
        lambda: batch.omaha_winners(hands, threads=threads),
        lambda: batch.omaha_strengths(hands[:, :board], hands[:, board:], threads=threads),
        lambda: batch.bad_rows(hands),
        lambda: batch.bad_rows(sets),
        lambda: batch.parse(batch.format(hands)),
    ]
    for ask in asks:
        with suppress(FivecardError):
            ask()
    if columns in (5, 6, 7) and rows:
        check_one_row(hands, source.randrange(rows))


def check_one_row(hands: NDArray[np.uint8], row: int) -> None:
    cards = hands[row].tolist()
    while len(cards) > 5 and cards[-1] == batch.NO_CARD:
        cards.pop()
    if batch.bad_rows(hands)[row]:
        assert len(set(cards)) < len(cards) or max(cards) > 51, cards
    else:
        assert batch.strengths(hands[row : row + 1])[0] == strength([ALL_CARDS[card] for card in cards]), cards


def fuzz_lines(source: random.Random) -> None:
    """Good lines of some game with a few bytes changed; there must be a result for every line of them."""
    settling = source.choice(LAYOUTS)
    deals = batch.random_hands(source.randrange(1, 200), settling.cards, source.getrandbits(64))
    lines = bytes(_core.format_rows(deals))
    text = some_text(source, lines.upper() if source.random() < 0.5 else lines, b" 8HAT10xh\t\r~\x00\xff")
    results = BytesIO()
    replace(settling, errors="null").write(BytesIO(text), results, explain=source.random() < 0.5)
    wanted = text.rstrip(b" \t\r\n")  # blank lines at the end are no deals
    assert results.getvalue().count(b"\n") == (wanted.count(b"\n") + 1 if wanted else 0), text
    with suppress(FivecardError):
        list(settling.strengths(BytesIO(text)))
    with suppress(FivecardError):
        batch.parse(text)


def settled(text: bytes, deals: FileFormat) -> list[str]:
    """The winner in every record of a table of draw hands; empty for those that are bad."""
    results = BytesIO()
    replace(DRAW, errors="null").write(BytesIO(text), results, "csv", deals=deals)
    return [row["winner"] for row in csv.DictReader(StringIO(results.getvalue().decode()))]


def some_deals(source: random.Random) -> tuple[list[dict[str, str]], list[str]]:
    """Deals for two, and who wins each."""
    rows, winners = [], []
    for cards in batch.random_hands(source.randrange(1, 30), 10, source.getrandbits(64)).tolist():
        hands = [" ".join(str(ALL_CARDS[card]) for card in half) for half in (cards[:5], cards[5:])]
        one, two = map(strength, hands)
        rows.append({"id": source.choice(["7", 'a "b", c', "x\ny", ""]), "player_1": hands[0], "player_2": hands[1]})
        winners.append("0" if one == two else "1" if one > two else "2")
    return rows, winners


def fuzz_csv(source: random.Random) -> None:
    rows, winners = some_deals(source)
    text = StringIO()
    dialect = source.choice([csv.excel, csv.unix_dialect])  # quotes where they are needed, or everywhere
    writer = csv.DictWriter(text, [*rows[0]], dialect=dialect)
    writer.writeheader()
    writer.writerows(rows)
    whole = text.getvalue().encode()
    assert settled(whole, "csv") == winners
    with suppress(FivecardError):
        settled(some_text(source, whole), "csv")


def fuzz_json(source: random.Random) -> None:
    rows, winners = some_deals(source)
    whole = "".join(json.dumps(row, ensure_ascii=source.random() < 0.5) + "\n" for row in rows).encode()
    assert settled(whole, "json") == winners
    with suppress(FivecardError):
        settled(some_text(source, whole), "json")


def some_column(source: random.Random, texts: list[str | None], cards: list[list[int] | None]) -> Any:
    """The hands in one of Arrow's layouts."""
    kind = source.randrange(7)
    if kind < 3:
        return pa.array(texts, [pa.string(), pa.large_string(), pa.string_view()][kind])
    if kind == 3:
        return pa.array(texts, pa.string()).dictionary_encode()
    if kind == 4:
        return pa.array(cards, pa.list_(source.choice([pa.uint8(), pa.int64(), pa.int16()])))
    if kind == 5:
        return pa.array(cards, pa.large_list(pa.uint8()))
    return pa.array(cards, pa.list_(pa.int32(), 5))


def fuzz_arrow(source: random.Random) -> None:
    """Columns in every settling, cut and in pieces; and columns whose buffers were changed."""
    hands = batch.random_hands(source.randrange(1, 60), 5, source.getrandbits(64)).tolist()
    cards = [None if source.random() < 0.1 else hand for hand in hands]
    column = some_column(source, [hand and spelled(source, hand) for hand in cards], cards)
    start = source.randrange(len(column))
    column, cards = column[start:], cards[start:]
    if source.random() < 0.3:
        cut = source.randrange(len(column) + 1)
        column = pa.chunked_array([column[:cut], column[cut:]], type=column.type)
    found = np.ma.asarray(batch.strengths(column)).tolist()
    assert found == [hand and strength([ALL_CARDS[card] for card in hand]) for hand in cards]
    if isinstance(column, pa.StringArray | pa.LargeStringArray):
        validity, offsets, data = column.buffers()
        damaged = some_text(source, offsets.to_pybytes()).ljust(offsets.size, b"\0")
        with suppress(FivecardError, pa.ArrowInvalid):  # what pyarrow itself sees is not handed on
            buffers = [validity, pa.py_buffer(damaged), data]
            batch.strengths(pa.Array.from_buffers(column.type, len(column), buffers, offset=column.offset))


def fuzz_ranges(source: random.Random) -> None:
    text = ", ".join(source.sample(RANGES, source.randrange(1, 4)))
    changed = some_text(source, text.encode(), b"AKQT92shdco+-%:,. ()!x").decode()
    with suppress(FivecardError):
        held = Range(changed)
        assert Range(str(held)) == held, changed


def fuzz_equities(source: random.Random) -> None:
    """Small questions in every game: nobody gets less than nothing, and all of them together the pot."""
    game = source.choice([*GAMES.values()])
    deck = [card for card in ALL_CARDS if card in game.deck]
    source.shuffle(deck)
    players = source.randrange(2, 5)
    board = [deck.pop() for _ in range(min(game.board, source.choice([3, 4, 5])))]
    held: list[Any] = [[deck.pop() for _ in range(game.hole[0])] for _ in range(players)]
    if game.name == "holdem":
        held[1:] = source.choices([*RANGES, held[1]], k=players - 1)
    with suppress(FivecardError):
        told = equity(*held, board=board, game=game, exact=source.choice([None, False]), seconds=0.02, seed=1)
        assert abs(sum(told.share) - 1) < 1e-9, (game.name, held, board)
        assert all(-1e-12 <= share <= 1 + 1e-12 for share in told.share)


def fuzz_betting(source: random.Random) -> None:
    """Betting games with any cards, caps and draws: solved for a moment, or refused."""
    hand = source.randrange(1, 6)
    deck = source.randrange(2 * hand, 2 * hand + 7)
    count = comb(deck, hand)
    below = source.choice([1, 3, 7, count, 1 << 16, 1 << 32])
    kinds, groups = ([source.randrange(min(below, most)) for _ in range(count)] for most in (1 << 32, 1 << 16))
    caps = (source.randrange(0, 9), source.randrange(0, 9))
    with suppress(FivecardError):
        game = _core.BettingGame.of_cards((1, 1), 0, (1, 2), caps, source.randrange(0, 6), deck, hand, kinds, groups)
        solver = _core.BettingSolver(game, source.choice([1, 2, 5]), source.getrandbits(32))
        for _ in range(2):
            solver.iterate()
        assert np.isfinite(solver.value)


def fuzz_words(source: random.Random) -> None:
    """One hand at a time, in any spelling."""
    cards = source.sample(range(52), 5)
    text = spelled(source, cards)
    assert [ALL_CARDS.index(card) for card in parse_cards(text)] == cards
    with suppress(FivecardError):
        changed = some_text(source, text.encode()).decode("utf-8", errors="surrogateescape")
        read = [ALL_CARDS.index(card) for card in parse_cards(changed)]
        assert len(read) not in (5, 6, 7) or batch.parse([changed]).tolist() == [read], changed


TARGETS: dict[str, Callable[[random.Random], None]] = {
    name.removeprefix("fuzz_"): target for name, target in sorted(globals().items()) if name.startswith("fuzz_")
}


def fuzz(name: str, seconds: float, seed: int) -> int:
    """Try a target for a while, on every kernel; a failure names the seed that repeats it."""
    end, tries = monotonic() + seconds, 0
    while monotonic() < end:
        source = random.Random(f"{seed} {tries}")
        with suppress(FivecardError):
            _core.use_kernel(source.choice(["", "portable", "avx2"]))
        try:
            TARGETS[name](source)
        except BaseException:
            sys.stderr.write(f"{name}: try {tries} of seed {seed}\n")
            raise
        tries += 1
    return tries


def main(words: list[str]) -> None:
    if words == ["--list"]:
        sys.stdout.write("".join(f"{name}\n" for name in TARGETS))
        return
    numbers = [word for word in words if word.replace(".", "").isdigit()]
    seconds, seed = float(numbers[0]) if numbers else 10.0, int(numbers[1]) if numbers[1:] else 1
    for name in [word for word in words if word not in numbers] or TARGETS:
        sys.stdout.write(f"{name}: {fuzz(name, seconds, seed):,} tries in {seconds:g} s, seed {seed}: all answered\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
