"""Other libraries' cards and ranks, against the libraries themselves: all cards, all strengths, random hands."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fivecard import batch
from fivecard.cards import ALL_CARDS
from fivecard.integrations import converters
from fivecard.rankings import HIGH

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # eval7 calls what pyparsing no longer likes
    eval7 = pytest.importorskip("eval7", reason="EVAL7 IS MISSING: its cards and values are not compared")
phevaluator = pytest.importorskip("phevaluator", reason="PHEVALUATOR IS MISSING: its ids and ranks are not compared")
treys = pytest.importorskip("treys", reason="TREYS IS MISSING: its cards and ranks are not compared")

IDS = np.arange(52, dtype=np.uint8)
STRENGTHS = np.arange(1, HIGH.strongest + 1, dtype=np.uint16)

# The number that a library gives to a card.
CARDS: dict[str, Callable[[str], int]] = {
    "treys": treys.Card.new,
    "eval7": lambda text: int(eval7.Card(text).mask),
    "phevaluator": lambda text: int(phevaluator.Card(text).id_),
}
# The number that a library gives to a hand, from the numbers of its cards.
_treys_evaluator = treys.Evaluator()
_eval7_cards = {eval7.Card(str(card)).mask: eval7.Card(str(card)) for card in ALL_CARDS}
RANKS: dict[str, Callable[[list[int]], int]] = {
    "treys_ranks": lambda cards: int(_treys_evaluator.evaluate([], cards)),
    "eval7_values": lambda cards: int(eval7.evaluate([_eval7_cards[card] for card in cards])),
    "phevaluator_ranks": lambda cards: int(phevaluator.evaluate_cards(*cards)),
}


def converter(direction: str, name: str) -> Callable[[Any], NDArray[Any]]:
    return getattr(converters, f"{direction}_{name}")  # type: ignore[no-any-return]


def library_of(ranks: str) -> str:
    return ranks.partition("_")[0]


@pytest.mark.parametrize("name", CARDS)
def test_all_cards_are_those_of_the_library(name: str) -> None:
    theirs = [CARDS[name](str(card)) for card in ALL_CARDS]
    assert converter("to", name)(IDS).tolist() == theirs
    back = converter("from", name)(theirs)
    assert back.dtype == np.uint8
    assert back.tolist() == IDS.tolist()


def hand_of_each_strength() -> NDArray[np.uint8]:
    """Five cards for every strength."""
    found, left = np.zeros((HIGH.strongest + 1, 5), dtype=np.uint8), set(STRENGTHS.tolist())
    for seed in range(1000):
        hands = batch.random_hands(2_000_000, 5, seed=seed)
        found[batch.strengths(hands)] = hands
        left -= set(np.unique(batch.strengths(hands)).tolist())
        if not left:
            return found[1:]
    raise AssertionError("not all strengths were dealt")


@pytest.fixture(scope="module")
def every_strength() -> NDArray[np.uint8]:
    return hand_of_each_strength()


@pytest.mark.parametrize("name", RANKS)
def test_all_strengths_are_those_of_the_library(name: str, every_strength: NDArray[np.uint8]) -> None:
    np.testing.assert_array_equal(batch.strengths(every_strength), STRENGTHS)
    cards = converter("to", library_of(name))(every_strength).tolist()
    theirs = [RANKS[name](hand) for hand in cards]
    assert converter("to", name)(STRENGTHS).tolist() == theirs
    back = converter("from", name)(theirs)
    assert back.dtype == np.uint16
    np.testing.assert_array_equal(back, STRENGTHS)


@pytest.mark.parametrize("name", RANKS)
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_random_hands_are_worth_the_same_there(name: str, cards: int) -> None:
    hands = batch.random_hands(2000, cards, seed=cards)
    there = converter("to", library_of(name))(hands)
    assert there.shape == hands.shape
    np.testing.assert_array_equal(converter("from", library_of(name))(there), hands)
    theirs = np.array([RANKS[name](hand) for hand in there.tolist()])
    np.testing.assert_array_equal(converter("from", name)(theirs), batch.strengths(hands))
    np.testing.assert_array_equal(converter("to", name)(batch.strengths(hands)), theirs)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_masks_of_whole_hands_become_sets_and_back(cards: int) -> None:
    hands = batch.random_hands(2000, cards, seed=cards)
    masks = np.bitwise_or.reduce(converters.to_eval7(hands), axis=1)
    sets = converters.sets_from_eval7(masks)
    np.testing.assert_array_equal(sets, np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1))
    np.testing.assert_array_equal(converters.sets_to_eval7(sets), masks)
    np.testing.assert_array_equal(batch.strengths(sets), batch.strengths(hands))
