"""Decks as the handouts have them in files: cards, or pairs of numbers.

>>> print(HandoutDeck.from_text("12 3  8 0"))
As Tc
"""

import re
from collections.abc import Iterator
from typing import Final

from fivecard.cards import ALL_CARDS, Card
from fivecard.errors import CardError, place_in, quoted
from fivecard.piles import Deck

_WORD: Final = r"[^\s,]+"


class HandoutDeck(Deck):
    """A deck that is read from cards, or from the older layout of pairs of numbers.

    In that layout a card is a rank from 0 (Two) to 12 (Ace) and a suit from 0 to 3 (clubs, diamonds, hearts, spades),
    with any white space between.
    """

    @staticmethod
    def _scan(text: str) -> Iterator[tuple[Card, int]]:
        first = re.search(_WORD, text)
        return _scan_number_pairs(text) if first and first[0].lstrip("+-").isdecimal() else Deck._scan(text)


def _scan_number_pairs(text: str) -> Iterator[tuple[Card, int]]:
    words = [*re.finditer(_WORD, text)]
    for word in words:
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", word[0]):
            problem = f"{quoted(word[0])} is not a number: a card is a rank and a suit, as numbers"
            raise CardError(problem, **place_in(text, word.start()))
    for rank, suit in zip(words[::2], words[1::2], strict=False):
        if not 0 <= int(rank[0]) < 13 or not 0 <= int(suit[0]) < 4:
            problem = f"impossible card '{rank[0]} {suit[0]}': ranks are 0 to 12, suits are 0 to 3"
            raise CardError(problem, **place_in(text, rank.start()))
        yield ALL_CARDS[4 * int(rank[0]) + int(suit[0])], rank.start()
    if len(words) % 2:
        raise CardError(f"a rank, {quoted(words[-1][0])}, but no suit", **place_in(text, words[-1].start()))
