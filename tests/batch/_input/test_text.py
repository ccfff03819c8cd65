"""A hand given as text is read natively where that is possible: as the same cards, or refused in the same words."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fivecard import FivecardError, evaluate, strength
from fivecard.cards import ALL_CARDS, Card, parse_cards
from fivecard.rankings import BADUGI, HIGH, RANKINGS, Ranking
from tests.strategies import EMOJI, SEPARATORS, SPELLINGS, hands, texts

pytestmark = pytest.mark.sanitized


def outcome(ask: Callable[[], object]) -> object:
    """What a call gives, or what it says."""
    try:
        return ask()
    except FivecardError as error:
        return type(error), str(error)


@given(texts, st.sampled_from(list(RANKINGS.values())))
@example("Ah Kh Qh Jh Th", HIGH)
@example("Ah Kh Qh Jh Th 9h 8h 7h", HIGH)
@example("Ah Kh Qh Jh Th 9h 8h 7x", HIGH)
def test_a_hand_as_text_is_what_its_cards_are(text: str, ranking: Ranking) -> None:
    assert outcome(lambda: strength(text, ranking=ranking)) == outcome(
        lambda: strength(parse_cards(text), ranking=ranking)
    )
    assert outcome(lambda: evaluate(text, ranking=ranking).cards) == outcome(
        lambda: evaluate(parse_cards(text), ranking=ranking).cards
    )


@given(hands(), st.data())
def test_a_hand_is_read_in_any_mixture_of_spellings(hand: list[Card], data: st.DataObject) -> None:
    separator = st.sampled_from(SEPARATORS)
    text = "".join(data.draw(st.sampled_from(SPELLINGS[card])) + data.draw(separator) for card in hand)
    assert parse_cards(text) == tuple(hand)
    assert strength(text) == strength(hand)
    assert evaluate(text).cards == evaluate(hand).cards


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_every_spelling_of_a_card_is_read(card: Card) -> None:
    others = [other for other in ALL_CARDS if other.suit is not card.suit][:3]
    expected = strength([card, *others], ranking=BADUGI), evaluate([card, *others], ranking=BADUGI).cards
    for spelling, separator in product(SPELLINGS[card], SEPARATORS):
        text = separator.join([spelling, *map(str, others)])
        assert (strength(text, ranking=BADUGI), evaluate(text, ranking=BADUGI).cards) == expected, ascii(text)


@given(texts)
def test_words_apart_are_read_as_those_that_touch(text: str) -> None:
    # With a selector behind it, the last word is none of the spellings that are looked up whole.
    one_by_one = outcome(lambda: parse_cards(f"{text} Ah{EMOJI}"))
    found = outcome(lambda: (*parse_cards(text), Card("Ah")))
    assert found == one_by_one


def test_a_kind_of_text_is_text() -> None:
    class Words(str):
        __slots__ = ()

    assert strength(Words("Ah Kh Qh Jh Th")) == 7462
