"""Decks as the handouts have them in files: cards, or pairs of numbers.

>>> print(HandoutDeck.from_text("12 3  8 0"))
As Tc
"""

import re

from fivecard.cards import ALL_CARDS, Card
from fivecard.errors import CardError, quoted
from fivecard.piles import Deck


class HandoutDeck(Deck):
    """A deck that is read from cards, or from the older layout of pairs of numbers.

    In that layout a card is a rank from 0 (Two) to 12 (Ace) and a suit from 0 to 3 (clubs, diamonds, hearts, spades),
    with any white space between.
    """

    @staticmethod
    def _read(text: str) -> tuple[Card, ...]:
        words = text.replace(",", " ").split()
        is_numbers = words and words[0].lstrip("+-").isdecimal()
        return _read_number_pairs(words) if is_numbers else Deck._read(text)


def _read_number_pairs(words: list[str]) -> tuple[Card, ...]:
    cards = []
    for position, (rank, suit) in enumerate(zip(words[::2], words[1::2], strict=False), 1):
        for word in (rank, suit):
            if not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
                raise CardError(
                    f"{quoted(word)} is not a number (card {position}): a card is a rank and a suit, as numbers"
                )
        if not 0 <= int(rank) < 13 or not 0 <= int(suit) < 4:
            raise CardError(f"impossible card '{rank} {suit}' (card {position}): ranks are 0 to 12, suits are 0 to 3")
        cards.append(ALL_CARDS[4 * int(rank) + int(suit)])
    if len(words) % 2:
        raise CardError(f"card {len(cards) + 1} has a rank, {quoted(words[-1])}, but no suit")
    return tuple(cards)
