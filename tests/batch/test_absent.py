"""Kernels do not look at rows that are absent, and mark wrong ones where that is wanted."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fivecard import ACE_TO_FIVE, BADUGI, EIGHT_OR_BETTER, HIGH, SHORT_DECK, HandError, batch
from fivecard.batch import (
    bad_rows,
    best_cards,
    card_sets,
    omaha_high_low_quarters,
    omaha_strengths,
    omaha_winners,
    random_deals,
    random_hands,
    strengths,
)

Array = NDArray[Any]
ROWS = 3000


def of_sets(cards: int, ranking: Any) -> tuple[Array, Callable[..., Array]]:
    hands = random_hands(ROWS, cards, seed=2, ranking=ranking)
    return card_sets(hands), lambda sets, **more: strengths(sets, ranking=ranking, **more)


def of_rows(cards: int, ranking: Any) -> tuple[Array, Callable[..., Array]]:
    hands = random_hands(ROWS, cards, seed=1, ranking=ranking)
    return hands, lambda rows, **more: strengths(rows, ranking=ranking, **more)


def of_mixed_sizes() -> tuple[Array, Callable[..., Array]]:
    hands = random_hands(ROWS, 7, seed=1)
    hands[::3, 6:], hands[::5, 5:] = batch.NO_CARD, batch.NO_CARD
    return hands, strengths


def of_omaha(hole: int, ranking: Any) -> tuple[Array, Callable[..., Array]]:
    deals = random_deals(ROWS, 3, game="omaha", players=1, hole=hole)
    return deals, lambda rows, **more: omaha_strengths(rows[:, :hole], rows[:, hole:], ranking=ranking, **more)


def of_two(tell: Callable[..., Array]) -> tuple[Array, Callable[..., Array]]:
    return random_deals(ROWS, 4, game="omaha"), tell


KINDS: dict[str, tuple[Array, Callable[..., Array]]] = {
    "seven": of_rows(7, HIGH),
    "five of a short deck": of_rows(5, SHORT_DECK),
    "six, low": of_rows(6, ACE_TO_FIVE),
    "badugi": of_rows(4, BADUGI),
    "mixed": of_mixed_sizes(),
    "sets": of_sets(7, HIGH),
    "sets, badugi": of_sets(4, BADUGI),
    "Omaha": of_omaha(4, HIGH),
    "Omaha of six, low": of_omaha(6, EIGHT_OR_BETTER),
    "winners": of_two(omaha_winners),
    "quarters": of_two(omaha_high_low_quarters),
    "best": (of_rows(7, HIGH)[0], best_cards),
    "best of badugi": (of_rows(4, BADUGI)[0], lambda rows, **more: best_cards(rows, ranking=BADUGI, **more)),
}


def spoilt(rows: Array, which: Array) -> Array:
    """The same with a card twice, or one too few in a set, in some rows."""
    found = rows.copy()
    if rows.ndim == 1:
        found[which] &= found[which] - np.uint64(1)
        found[which] |= np.uint64(1 << 60)
    else:
        found[which, 1] = found[which, 0]
    return found


def masked(rows: Array, absent: Array) -> Array:
    mask = absent if rows.ndim == 1 else np.repeat(absent[:, None], rows.shape[1], axis=1)
    return np.ma.MaskedArray(rows, mask=mask)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", [0.001, 0.1, 0.9, 1])
def test_missing_rows_change_nothing_of_others(kernel: str, kind: str, part: float) -> None:
    rows, ask = KINDS[kind]
    absent = np.random.default_rng(1).random(ROWS) < part
    absent[700] = True
    for threads in (1, 3):
        for errors in ("raise", "null"):
            found = ask(masked(spoilt(rows, absent), absent), errors=errors, threads=threads)
            mask = np.ma.getmaskarray(found)
            assert (mask.reshape(ROWS, -1) == absent[:, None]).all()
            assert (np.asarray(found)[~absent] == ask(rows)[~absent]).all()
            assert not np.asarray(found)[absent].any()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", [0, 0.001, 0.1, 0.9])
def test_bad_rows_are_masked_like_missing_ones(kernel: str, kind: str, part: float) -> None:
    rows, ask = KINDS[kind]
    bad = np.random.default_rng(2).random(ROWS) < part
    found = ask(spoilt(rows, bad), errors="null", threads=2)
    assert isinstance(found, np.ma.MaskedArray)
    assert (np.ma.getmaskarray(found).reshape(ROWS, -1) == bad[:, None]).all()
    assert (np.asarray(found)[~bad] == ask(rows)[~bad]).all()


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_bad_row_that_is_there_is_raised(kernel: str, kind: str) -> None:
    rows, ask = KINDS[kind]
    bad, absent = np.zeros(ROWS, np.bool_), np.zeros(ROWS, np.bool_)
    bad[[300, 301, 1777, 2999]] = absent[[3, 300, 301, 1776]] = True
    for threads in (1, 3):
        with pytest.raises(HandError) as caught:
            ask(masked(spoilt(rows, bad), absent), threads=threads)
        assert caught.value.row == 1777


@pytest.mark.parametrize("kind", ["seven", "badugi", "sets", "mixed"])
def test_bad_rows_are_told_without_missing_ones(kernel: str, kind: str) -> None:
    rows, _ = KINDS[kind]
    bad, absent = np.arange(ROWS) % 7 == 0, np.arange(ROWS) % 5 == 0
    ranking = BADUGI if kind == "badugi" else HIGH
    assert (bad_rows(masked(spoilt(rows, bad), absent), ranking=ranking) == (bad & ~absent)).all()


def test_the_flags_of_a_caller_are_not_written_to() -> None:
    rows = spoilt(KINDS["seven"][0], np.arange(ROWS) < 5)
    hands = masked(rows, np.arange(ROWS) > 2990)
    before = np.ma.getmaskarray(hands).copy()
    strengths(hands, errors="null")
    assert (np.ma.getmaskarray(hands) == before).all()
