"""Whatever other threads do to an array or a text while it is read: an answer that exists, or an error of ours."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from time import monotonic
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from fivecard import FivecardError, _core, batch
from fivecard.cards import ALL_CARDS
from fivecard.environments import Batch
from fivecard.rankings import HIGH
from fivecard.showdown import Settling
from fivecard.showdown.result_columns import categories_by_strength, names_of_columns
from tests.batch._input.arrow_by_hand import Column
from tests.effort import effort

pytestmark = [pytest.mark.usefixtures("kernel"), pytest.mark.sanitized]

# For all calls together, on each kernel; tests/sanitized.sh gives them a minute.
SECONDS: Final = float(os.environ.get("FIVECARD_CHANGING_SECONDS", effort("0.5", "4")))
ROWS: Final = 3_000


@contextmanager
def changing(memory: NDArray[Any], states: list[NDArray[Any]]) -> Iterator[None]:
    """Let another thread write one state after the other into the memory."""
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            for state in states:
                memory[...] = state

    thread = threading.Thread(target=change)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def some_of(cards: range, columns: int, seed: int) -> NDArray[np.uint8]:
    deck = np.tile(np.array(cards, dtype=np.uint8), (ROWS, 1))
    return np.ascontiguousarray(np.random.default_rng(seed).permuted(deck, axis=1)[:, :columns])


def rows(columns: int, cards: range = range(52)) -> tuple[NDArray[np.uint8], list[NDArray[np.uint8]]]:
    """Rows of cards, and what becomes of them: other hands, of one suit and of few cards too, and any bytes."""
    hands = [some_of(cards, columns, seed) for seed in range(3)]
    if len(cards[::4]) >= columns:
        hands.append(some_of(cards[::4], columns, seed=4))
    anything = np.random.default_rng(1).integers(0, 256, hands[0].shape, dtype=np.uint8)
    return hands[0].copy(), [*hands, anything, *hands]


def sets() -> tuple[NDArray[np.uint64], list[NDArray[np.uint64]]]:
    def of(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        found: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
        return found

    hands = [of(batch.random_hands(ROWS, cards, seed=cards)) for cards in (7, 7, 6, 5)]
    anything = np.random.default_rng(2).integers(0, 1 << 63, ROWS, dtype=np.uint64)
    return hands[0].copy(), [*hands, anything]


def six_strengths() -> tuple[NDArray[np.uint16], list[NDArray[np.uint16]]]:
    """What six players have, in many showdowns: often the same, and sometimes nothing."""
    states = [np.random.default_rng(most).integers(0, most, (ROWS, 6), dtype=np.uint16) for most in (1, 3, 7463, 65536)]
    return states[0].copy(), states


def lines(deal: int = 13) -> tuple[NDArray[np.uint8], list[NDArray[np.uint8]]]:
    """Text, as bytes: deals, the same in small letters, a card twice, any bytes."""
    texts = [_core.format_rows(batch.random_hands(ROWS, deal, seed=seed)) for seed in range(3)]
    twice = texts[0].upper().replace(b"2C", b"2D").replace(b"3H", b"2D")
    noise = np.random.default_rng(3).integers(0, 256, len(texts[0]), dtype=np.uint8).tobytes()
    states = [np.frombuffer(text, np.uint8) for text in (texts[0].upper(), texts[1], texts[2].upper(), twice, noise)]
    return states[0].copy(), states


def are_strengths(found: NDArray[np.uint16]) -> bool:
    return bool(found.min() >= 1) and bool(found.max() <= HIGH.strongest)


def characters() -> tuple[NDArray[np.uint32], list[NDArray[np.uint32]]]:
    memory, states = lines(7)
    return memory.astype(np.uint32), [state.astype(np.uint32) for state in states]


def padded() -> tuple[NDArray[np.uint8], list[NDArray[np.uint8]]]:
    """Rows of which some are shorter, and some are not."""
    memory, states = rows(7)
    shorter = [state.copy() for state in states]
    for number, state in enumerate(shorter):
        state[number::3, 5:] = batch.NO_CARD
    return memory, [*shorter, *states]


def arrow_texts(text: NDArray[np.uint8]) -> Column:
    """An Arrow column over memory that changes: its offsets do not."""
    offsets = (np.arange(ROWS + 1, dtype=np.int32) * 21).tobytes()
    return Column("u", ROWS, [None, offsets, text])


def are_strengths_or_masked(hands: Any) -> bool:
    found = batch.strengths(hands, errors="null")
    return are_strengths(found) if np.ma.count(found) else True


def are_flags(found: NDArray[np.bool_]) -> bool:
    return bool(found.view(np.uint8).max() <= 1)


def settled(text: NDArray[np.uint8]) -> bool:
    """Whether every line that was counted has a result, in words that there are."""
    showdowns = _core.Showdowns(["high"], 2, 4, 5, 2, True, None, "text")
    output, count, wins, ties, invalid, problem = showdowns.settle(text.data).result()
    results = bytes(output).splitlines()
    known = {b"Player 1 wins", b"Player 2 wins", b"No single winner"}
    bad = sum(line.startswith(b"Invalid: ") for line in results)
    return (
        problem is None
        and len(results) == count == sum(wins) + ties + invalid
        and bad == invalid
        and all(line in known or line.startswith(b"Invalid: ") for line in results)
    )


def settled_strengths(text: NDArray[np.uint8]) -> bool:
    output, count, *_ = _core.Showdowns(["high"], 4, 2, 5, 0, True, None, "strengths").settle(text.data).result()
    found = np.frombuffer(output, np.uint16)
    return found.size == 4 * count and bool((found <= HIGH.strongest).all())


NAMES_OF_COLUMNS: Final = names_of_columns(Settling("omaha"))
CATEGORIES: Final = [categories_by_strength(HIGH)]


def settled_records(text: NDArray[np.uint8], form: str) -> bool:
    """Whether every line that was counted has a record of as many fields as there are columns."""
    showdowns = _core.Showdowns(["high"], 2, 4, 5, 2, True, CATEGORIES, form, NAMES_OF_COLUMNS)
    output, count, wins, ties, invalid, problem = showdowns.settle(text.data).result()
    if form == "columns":  # more or fewer lines than there were at first are refused, since each has its place
        return problem is None or problem.message == "the text was changed while it was read"
    records = bytes(output).splitlines()
    fields = len(NAMES_OF_COLUMNS) - 1
    return (
        problem is None
        and len(records) == count == sum(wins) + ties + invalid
        and all(record.count(b"," if form == "csv" else b'": ') == fields + (form == "json") for record in records)
    )


def settled_cells(text: NDArray[np.uint8], csv_slots: list[int] | None, json_keys: list[str] | None) -> bool:
    showdowns = _core.Showdowns(["high"], 2, 4, 5, 2, True, None, "text", [], csv_slots, json_keys)
    output, count, *_ = showdowns.settle(text.data).result()
    return len(bytes(output).splitlines()) == count


def settled_offsets(offsets: NDArray[np.uint64]) -> bool:
    showdowns = _core.Showdowns(["high"], 2, 4, 5, 2, True, None, "text")
    output, count, *_ = showdowns.settle_columns([(offsets.data, b"AH KH QH JH TH 2C 2D 2H" * 100)]).result()  # type: ignore[list-item]
    return len(bytes(output).splitlines()) == count == offsets.size - 1


def offsets() -> tuple[NDArray[np.uint64], list[NDArray[np.uint64]]]:
    states = [np.arange(ROWS, dtype=np.uint64) * np.uint64(step) for step in (0, 1, 3, 1 << 40)]
    return states[1].copy(), states


def actions() -> tuple[NDArray[np.int64], list[NDArray[np.int64]]]:
    """What may always be done, what may not, and any numbers."""
    source = np.random.default_rng(5)
    states = [source.integers(-most, most, ROWS) for most in (1, 3, 1 << 62)]
    return np.ones(ROWS, np.int64), [np.ones(ROWS, np.int64), *states, np.ones(ROWS, np.int64)]


def stepped(actions: NDArray[np.int64], *, exact: bool) -> bool:
    """Whether no chip is made or lost."""
    _, rewards, _ = BATCH.step(actions, exact=exact)
    return not rewards.sum(axis=1).any()


def flags() -> tuple[NDArray[np.bool_], list[NDArray[np.bool_]]]:
    some = np.random.default_rng(6).random(ROWS) < 0.5
    return np.ones(ROWS, np.bool_), [np.zeros(ROWS, np.bool_), some, ~some]


def stepped_where(where: NDArray[np.bool_]) -> bool:
    """Whether no chip is made or lost, and none is won where no hand is over."""
    _, rewards, done = BATCH.step(np.ones(ROWS, np.uint8), where=where)
    return not rewards.sum(axis=1).any() and not (rewards.any(axis=1) & ~done).any()


def dealt(decks: NDArray[np.uint8]) -> bool:
    """Whether all cards that are seen are cards, also once all are dealt."""
    BATCH._native.reset(None, decks)
    for _ in range(8):
        BATCH.step(np.ones(ROWS, np.uint8))
    return bool(BATCH.observations.hole.max() < len(ALL_CARDS))


BATCH: Final = Batch("holdem", ROWS)
HELD: Final = range(28)
ON_BOARD: Final = range(28, 52)
HOLE: Final = some_of(HELD, 4, seed=8)
BOARDS: Final = some_of(ON_BOARD, 5, seed=9)
NAMES: Final = {str(card) for card in ALL_CARDS}
CALLS: Final[dict[str, tuple[Callable[[], Any], Callable[[Any], bool]]]] = {
    "strengths of 5": (partial(rows, 5), lambda cards: are_strengths(batch.strengths(cards))),
    "strengths of 6": (partial(rows, 6), lambda cards: are_strengths(batch.strengths(cards))),
    "strengths of 7": (partial(rows, 7), lambda cards: are_strengths(batch.strengths(cards))),
    "strengths in threads": (partial(rows, 7), lambda cards: are_strengths(batch.strengths(cards, threads=2))),
    "strengths of sets": (sets, lambda cards: are_strengths(batch.strengths(cards))),
    "deuce to seven": (partial(rows, 7), lambda cards: are_strengths(_core.strengths(cards, ranking="deuce-to-seven"))),
    "best fives": (partial(rows, 7), lambda cards: bool(_core.best_cards(cards).max() < len(ALL_CARDS))),
    "badugi": (partial(rows, 4), lambda cards: are_strengths(_core.strengths(cards, ranking="badugi"))),
    "Omaha's low": (
        partial(rows, 4, HELD),
        lambda cards: bool(_core.omaha_low_strengths(cards, BOARDS, 1).max() <= 56),
    ),
    "Omaha's halves": (partial(rows, 13), lambda cards: bool(_core.omaha_high_low_quarters(cards, 1).max() <= 4)),
    "bad rows": (partial(rows, 7), lambda cards: are_flags(batch.bad_rows(cards))),
    "bad sets": (sets, lambda cards: are_flags(batch.bad_rows(cards))),
    "Omaha with 4": (partial(rows, 4, HELD), lambda cards: are_strengths(batch.omaha_strengths(cards, BOARDS))),
    "Omaha with 5": (partial(rows, 5, HELD), lambda cards: are_strengths(batch.omaha_strengths(cards, BOARDS))),
    "Omaha with 6": (partial(rows, 6, HELD), lambda cards: are_strengths(batch.omaha_strengths(cards, BOARDS))),
    "Omaha boards": (partial(rows, 5, ON_BOARD), lambda cards: are_strengths(batch.omaha_strengths(HOLE, cards))),
    "one Omaha board": (partial(rows, 5, ON_BOARD), lambda cards: are_strengths(batch.omaha_strengths(HOLE, cards[0]))),
    "Omaha winners": (partial(rows, 13), lambda cards: bool(batch.omaha_winners(cards).max() <= 1)),
    "winners of many": (six_strengths, lambda found: bool(batch.winners(found).max() <= 5)),
    "ties of many": (six_strengths, lambda found: set(batch.ties(found)) <= set(range(1, 7))),
    "shares of many": (six_strengths, lambda found: bool((batch.shares(found, found).sum(axis=1) == batch.POT).all())),
    "format": (partial(rows, 5), lambda cards: set(" ".join(batch.format(cards)).split()) <= NAMES),
    "texts of bytes": (partial(lines, 7), lambda text: are_strengths_or_masked(text.view("S21"))),
    "texts of characters": (characters, lambda text: are_strengths_or_masked(text.view("U21"))),
    "Arrow texts": (partial(lines, 7), lambda text: are_strengths_or_masked(arrow_texts(text))),
    "rows of different sizes": (padded, lambda cards: are_strengths(batch.strengths(cards))),
    "showdowns": (lines, settled),
    "strengths of showdowns": (lines, settled_strengths),
    **{form: (lines, partial(settled_records, form=form)) for form in ("csv", "json", "columns")},
    "csv in": (lines, partial(settled_cells, csv_slots=[0], json_keys=None)),
    "json in": (lines, partial(settled_cells, csv_slots=None, json_keys=["deal"])),
    "columns in": (offsets, settled_offsets),
    "actions": (actions, partial(stepped, exact=False)),
    "exact actions": (actions, partial(stepped, exact=True)),
    "decks": (partial(rows, 52), dealt),
    "hands that do not wait": (flags, stepped_where),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_change_while_reading_gives_a_hand_that_exists_or_an_error(name: str) -> None:
    make, is_right = CALLS[name]
    memory, states = make()
    end, answers = monotonic() + SECONDS / len(CALLS), 0
    with changing(memory, states):
        while monotonic() < end or not answers:
            with suppress(FivecardError):
                assert is_right(memory)
            answers += 1
