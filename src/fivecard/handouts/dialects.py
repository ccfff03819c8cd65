"""The handouts' dialects: their titles, sentences and numbers for a hand. They are spellings of an `Evaluation`.

>>> jacks = evaluate("Jh Js Ts Td 8s")
>>> title(jacks), title(evaluate("4c 4d 4h 4s Td"), "B"), f"{block_number(jacks):,}"
('Two Pair', 'Four of a kind', '2,011,010,008,000,000,000')
"""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from fivecard.cards import TEN_AS_NUMBER, CardsLike, Notation, Rank, to_cards
from fivecard.errors import ArgumentError, UnknownNameError, quoted
from fivecard.evaluation import Evaluation, evaluate
from fivecard.rankings import AnyCategory, Category
from fivecard.showdown.phrases import checked_evaluation

Handout: TypeAlias = Literal["A", "B", "C", "D", "E"]
"""A course handout that has titles of its own for hands."""

_SPECIAL_TITLES: Final[dict[Handout, dict[Category, str]]] = {
    "A": {},
    "B": {Category.ONE_PAIR: "Pair", Category.FOUR_OF_A_KIND: "Four of a kind"},
    "C": {},
    "D": {Category.ONE_PAIR: "Pair"},
    "E": {Category.TWO_PAIR: "Two Pairs"},
}


def title(hand: Evaluation | AnyCategory, handout: Handout = "A") -> str:
    """Name a category, or a hand's, as a heading in a handout's spelling; handout E has a name for the royal flush.

    Args:
        hand: An evaluation or a category.
        handout: The letter of the handout in whose spelling it is wanted.

    >>> title(Category.ONE_PAIR), title(Category.ONE_PAIR, "B"), title(evaluate("Ah Kh Qh Jh Th"), "E")
    ('One Pair', 'Pair', 'Royal Flush')
    """
    if handout not in _SPECIAL_TITLES:
        raise UnknownNameError(f"there is no handout {quoted(handout)}: they are {' '.join(_SPECIAL_TITLES)}")
    if isinstance(hand, Evaluation):
        if handout == "E" and hand.is_royal:
            return "Royal Flush"
        hand = hand.category
    if not isinstance(hand, AnyCategory):
        raise ArgumentError(
            f"a title is that of an Evaluation, as evaluate(hand) gives it, or a category, not {quoted(hand)}"
        )
    usual = hand.words.title().replace(" Of A ", " of a ")
    return _SPECIAL_TITLES[handout].get(hand, usual) if isinstance(hand, Category) else usual


def hand_and_type(cards: CardsLike, *, width: int = 4, notation: Notation = TEN_AS_NUMBER) -> str:
    """Write a hand, each card right-justified in a width, and its type, as handout A does.

    Args:
        cards: The hand: one text, or cards one by one.
        width: In how many columns each card is right-justified.
        notation: How cards are written.

    >>> hand_and_type("AD AC 4H 10S KS")
    '  AD  AC  4H 10S  KS --- One Pair'
    """
    hand = to_cards(cards)
    return f"{notation.join(hand, width=width)} --- {title(evaluate(hand))}"


def block_number(hand: Evaluation) -> int:
    """Encode a hand as handout A does: its category, then a block of three digits for each rank, five and a spare.

    Ranks are numbered 2 to 14; the ace that ends a five-high straight counts 1.

    >>> f"{block_number(evaluate('7h 7s 7d 2c 2d')):,}"
    '6,007,002,000,000,000,000'
    """
    blocks = [rank.pips for rank in checked_evaluation(hand).all_ranks]
    if hand.ranks == (Rank.FIVE,):
        blocks[-1] = 1
    blocks += [0] * (6 - len(blocks))
    return summary_value([hand.category, *blocks], base=1000)


def summary(hand: Evaluation, base: int = 13) -> int:
    """Encode the deciding ranks as digits of one number (handout B); it orders hands of one category only.

    Args:
        hand: The evaluation whose ranks are encoded.
        base: The base of the number: 13 in the handout.
    """
    return summary_value(checked_evaluation(hand).ranks, base=base)


def summary_value(digits: Iterable[int], *, base: int) -> int:
    """Write digits, most significant first, as one number.

    Args:
        digits: From 0 up to the base, without it.
        base: The base of the number.

    >>> summary_value([Rank.ACE, Rank.KING, Rank.QUEEN, Rank.TEN, Rank.EIGHT], base=13)
    368699
    """
    value = 0
    for digit in digits:
        if not 0 <= digit < base:
            raise ArgumentError(f"digit {digit} does not fit base {base}")
        value = value * base + digit
    return value
