"""What players call hands: one table of the kinds of hands, of which every sentence about them is made."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from fivecard.cards import Rank
from fivecard.evaluation import Evaluation
from fivecard.rankings import AnyCategory, BadugiCategory, Category, Ranks, hyphenated
from fivecard.words.english import article, ordinal


class Kind(NamedTuple):
    """What hands of a category are called, with their deciding ranks in place."""

    short: str
    """The heading of a column."""
    roles: tuple[str, ...]
    """What each deciding rank is called."""
    phrases: tuple[str, ...]
    """The kind with the first deciding rank, then with the first two."""
    noun: str = ""
    """What somebody has, where that is not the last phrase."""
    several: bool = False
    """Whether the noun means several things: three nines beat something, a pair of nines beats it."""


_IN_TURN: Final = ("highest card", *(f"{ordinal(place)} card" for place in range(2, 6)))
_KICKERS: Final = tuple(f"{ordinal(place)} kicker" for place in range(1, 4))

KINDS: Final[Mapping[Category, Kind]] = {
    Category.HIGH_CARD: Kind("high", _IN_TURN, ("{0.word}-high",), noun="{0.word} high"),
    Category.ONE_PAIR: Kind("pair", ("pair", *_KICKERS), ("pair of {0.plural}",)),
    Category.TWO_PAIR: Kind(
        "2 pair",
        ("higher pair", "lower pair", "kicker"),
        ("{0.plural} up", "{0.plural} and {1.plural}"),
        several=True,
    ),
    Category.THREE_OF_A_KIND: Kind("three", ("three of a kind", *_KICKERS[:2]), ("three {0.plural}",), several=True),
    Category.STRAIGHT: Kind("strght", ("top card",), ("{0.word}-high straight",)),
    Category.FLUSH: Kind("flush", _IN_TURN, ("{0.word}-high flush",)),
    Category.FULL_HOUSE: Kind(
        "full",
        ("three of a kind", "pair"),
        ("{0.plural} full", "{0.plural} over {1.plural}"),
        noun="full house of {0.plural} over {1.plural}",
    ),
    Category.FOUR_OF_A_KIND: Kind("four", ("four of a kind", "kicker"), ("four {0.plural}",), several=True),
    Category.STRAIGHT_FLUSH: Kind("str.fl", ("top card",), ("{0.word}-high straight flush",)),
}


def roles(category: AnyCategory) -> tuple[str, ...]:
    """What each deciding rank is called."""
    if isinstance(category, BadugiCategory):  # whose numbers equal those of other categories
        return _IN_TURN[:category]
    return KINDS[category].roles


def in_role(rank: Rank, role: str) -> str:
    """One card, or several of a rank.

    Args:
        rank: The rank that decides.
        role: What it is called, as `roles` has it: a word for one card, or for several of that rank.

    >>> in_role(Rank.SIX, "kicker"), in_role(Rank.SIX, "lower pair")
    ('Six', 'Sixes')
    """
    return rank.plural if role.endswith(("pair", "of a kind")) else rank.word


def called(category: Category, ranks: Ranks) -> str:
    """Name a kind of hands with some of its deciding ranks, from the first; nothing if players have no word for it.

    Args:
        category: The kind of hand.
        ranks: None, one or two of its deciding ranks, most significant first.

    >>> called(Category.FULL_HOUSE, (Rank.ACE,)), called(Category.FLUSH, (Rank.ACE, Rank.TEN))
    ('aces full', '')
    """
    phrases = KINDS[category].phrases
    return phrases[len(ranks) - 1].format(*ranks).lower() if len(ranks) <= len(phrases) else ""


def noun(hand: Evaluation) -> tuple[str, bool]:
    """What somebody has, as far as it differs in more than a card beside it; and whether that is several things."""
    if isinstance(hand.category, BadugiCategory) or is_plain_low(hand):
        return hyphenated(hand.ranks), False  # as low hands are called
    if hand.is_royal:
        return "royal flush", False
    kind = KINDS[hand.category]
    return (kind.noun or kind.phrases[-1]).format(*hand.ranks).lower(), kind.several


_WITH_TOP: Final = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH)
_BESIDE: Final = {
    Category.HIGH_CARD: 1,
    Category.ONE_PAIR: 1,
    Category.TWO_PAIR: 2,
    Category.THREE_OF_A_KIND: 1,
    Category.FOUR_OF_A_KIND: 1,
}
"""From which of the deciding ranks on there are only cards beside the hand."""


def held(hand: Evaluation, *, kickers: bool = True) -> str:
    """Name a hand as card players do; without `kickers` in short.

    Args:
        hand: The hand; a low one is called as its ranking does.
        kickers: Whether the cards beside it are named.

    >>> held(Evaluation.from_strength(5859)), held(Evaluation.from_strength(4628))
    ('a straight, ten high', 'two pair, jacks and tens, eight kicker')
    """
    if isinstance(hand.category, BadugiCategory) or hand.ranking.low or not hand.strength:
        return hand.describe(kickers=kickers)
    said, several = noun(hand)
    if hand.category in _WITH_TOP and not hand.is_royal:
        said = f"{article(hand.category.words)}, {hand.ranks[0].word.lower()} high"
    elif hand.category is Category.TWO_PAIR:
        said = f"two pair, {said}"
    elif hand.category is not Category.HIGH_CARD and not several:
        said = article(said)
    beside = [rank.word.lower() for rank in hand.ranks[_BESIDE.get(hand.category, 5) :]]
    if not beside or not kickers:
        return said
    if hand.category is Category.HIGH_CARD:
        return f"{said}, {' '.join(beside)}"
    return f"{said}, {' '.join(beside)} kicker{'s' if len(beside) > 1 else ''}"


def kind_in_words(hand: Evaluation) -> str:
    """A category in running text; a low hand without pairs is just that."""
    if not hand.strength:
        return hand.describe()
    return "a hand without a pair" if is_plain_low(hand) else hand.category.words


def a_kind(hand: Evaluation) -> str:
    """The same with an article, where one belongs to it."""
    match hand.category:
        case BadugiCategory() | Category.STRAIGHT | Category.FLUSH | Category.FULL_HOUSE | Category.STRAIGHT_FLUSH:
            return article(hand.category.words)
        case Category.HIGH_CARD if not hand.ranking.low:
            return "only a high card"
        case _:
            return kind_in_words(hand)


def is_plain_low(hand: Evaluation) -> bool:
    """Whether this is a low hand of five different ranks that are worth no more than that."""
    return hand.ranking.low and hand.category is Category.HIGH_CARD
