"""The computer player of handout C: five rules, the first that applies decides.

1. One pair or better: keep the cards that make it, throw the rest. A straight, flush or full house stays whole.
2. Four of one suit: throw the fifth card.
3. Four in sequence, the ace high or low: throw the odd one.
4. An ace: throw the other four, where the rules of the table allow it.
5. Otherwise keep the two highest cards.
"""

from random import Random
from typing import Final

from fivecard.cards import Card, Rank, card_id
from fivecard.draw.strategy import Strategy
from fivecard.engine import Discard, Rules, View
from fivecard.evaluation import strength
from fivecard.players.player import Player
from fivecard.rankings import HIGH, Category

_MADE_OF_MATCHES: Final = (
    Category.ONE_PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.FOUR_OF_A_KIND,
)


def decide(view: View, random: Random) -> Discard:
    """Choose the cards to throw away."""
    return view.discard(cards_to_throw(view.hand, view.rules))


def cards_to_throw(hand: tuple[Card, ...], rules: Rules) -> tuple[Card, ...]:
    """Name the cards that the five rules throw away, under the rules of a table.

    >>> from fivecard.cards import parse_cards
    >>> from fivecard.engine import FOUR_WITH_AN_ACE
    >>> print(*cards_to_throw(parse_cards("As Kh Td Tc 6s"), FOUR_WITH_AN_ACE))
    As Kh 6s
    """
    category = HIGH.category(strength(hand))
    if category in _MADE_OF_MATCHES:
        ranks = [card.rank for card in hand]
        return tuple([card for card in hand if ranks.count(card.rank) == 1])
    if category is not Category.HIGH_CARD:
        return ()
    highest_first = sorted(hand, key=card_id, reverse=True)
    if odd := _odd_in_suit(hand) or _odd_in_sequence(highest_first):
        return (odd,)
    keep = 1 if highest_first[0].rank is Rank.ACE and rules.draw.may_keep(highest_first[:1]) else 2
    return tuple(highest_first[keep:])


def strategy(rules: Rules, players: int) -> Strategy:
    """Tabulate the five rules: what they discard from every hand."""
    return Strategy.of("classic", lambda hand: cards_to_throw(hand, rules))


PLAYER: Final = Player("classic", "by the five rules of the handout", decide, strategy)


def _odd_in_suit(hand: tuple[Card, ...]) -> Card | None:
    """Find the card whose suit is not that of the other four."""
    suits = [card.suit for card in hand]
    if max(map(suits.count, suits[:2])) < 4:  # of two cards, one at least is among the four
        return None
    return next(card for card in hand if suits.count(card.suit) == 1)


def _odd_in_sequence(highest_first: list[Card]) -> Card | None:
    """Find the card, of five with different ranks, without which the others are in sequence."""
    high, fourth, third, second, low = highest_first
    if fourth.rank - low.rank == 3:
        return high
    if high.rank - second.rank == 3:
        return low
    if high.rank is Rank.ACE and third.rank is Rank.FOUR:  # ace, two, three, four
        return fourth
    return None
