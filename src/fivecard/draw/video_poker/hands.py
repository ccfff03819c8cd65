"""Hands that may hold jokers: five numbers of cards, 52 and 53 being the jokers."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from fivecard.cards import ALL_CARDS, Card, card_id, to_cards
from fivecard.draw.video_poker.pay_tables import Game
from fivecard.engine.rules import HAND_SIZE
from fivecard.errors import CardError, DuplicateCardError, HandError, quoted

FIRST_JOKER: Final = len(ALL_CARDS)
_JOKER: Final = re.compile(r"(?i)\bjoker\b|\bjk\b")


def read_hand(game: Game, text: str | Iterable[Card]) -> tuple[int, ...]:
    """Read the five cards of a hand, in the order in which they are held; a joker is written `Joker` or `Jk`.

    >>> from fivecard.draw.video_poker.catalogue import game
    >>> read_hand(game("joker poker"), "Ah Joker 2c 7d Kh")
    (50, 52, 0, 21, 46)
    """
    parts: Sequence[str | Iterable[Card]] = [text]
    if isinstance(text, str):
        parts = _JOKER.split(text)
    jokers = len(parts) - 1
    if jokers > game.jokers:
        raise CardError(f"{game.name} has {game.jokers or 'no'} joker{'s' if game.jokers > 1 else ''}, not {jokers}")
    ids: list[int] = []
    for number, part in enumerate(parts):
        if number:
            ids.append(FIRST_JOKER + number - 1)
        if not isinstance(part, str) or part.strip():
            ids += [card_id(card) for card in to_cards(part)]
    if len(ids) != HAND_SIZE:
        raise HandError(f"a hand for drawing has {HAND_SIZE} cards, not {len(ids)}")
    if twice := [card for card in ids if ids.count(card) > 1]:
        raise DuplicateCardError(f"duplicate card {quoted(card_text(twice[0]))}")
    return tuple(ids)


def card_text(card: int) -> str:
    """Write a card: `Ah`, or `Joker`."""
    return "Joker" if card >= FIRST_JOKER else str(ALL_CARDS[card])


def hand_text(hand: Iterable[int]) -> str:
    """Write the cards of a hand."""
    return " ".join(map(card_text, hand))
