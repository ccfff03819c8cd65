"""Who won a showdown and what decided it, in the sentences that players are told.

>>> from fivecard.evaluation import evaluate
>>> hands = [evaluate("9c 9d 7h 5s 2c"), evaluate("Kh Kd 9h 4c 3s")]
>>> print(verdict(hands, ["Bob", "Ann"], you=1))
You win with one pair, Kings, Nine Four Three kickers. Your kings beat Bob's nines.
>>> print(what_decided(hands, ["Bob", "Ann"]))
Ann's kings beat Bob's nines.
"""

from collections.abc import Sequence

from fivecard.evaluation import Evaluation
from fivecard.rankings import Category, hyphenated


def verdict(shown: Sequence[Evaluation], names: Sequence[str], *, you: int | None = None) -> str:
    """Name the winner, or those who tie, of the hands that were shown, and say what decided.

    `you` is the place of the person who reads it, if that is one of the players.
    """
    best = max(shown)
    if not best.strength:
        return "No hand qualifies."
    winners = [place for place, hand in enumerate(shown) if hand == best]
    verb = "tie" if len(winners) > 1 else "win" if winners == [you] else "wins"
    who = _together(winners, names, you)
    return f"{who} {verb} with {best.describe(royal=True)}. {what_decided(shown, names, you=you)}".rstrip()


def what_decided(shown: Sequence[Evaluation], names: Sequence[str], *, you: int | None = None) -> str:
    """Say by what the one winner's hand beats the best of the others; nothing where there is a tie or no other."""
    first, second, *_ = [*sorted(range(len(shown)), key=shown.__getitem__, reverse=True), None]
    if second is None or shown[first] == shown[second]:
        return ""
    better, worse = shown[first], shown[second]
    if not worse.strength:
        return "No other hand qualifies."
    mine, theirs = (_of(place, names, you) for place in (first, second))
    (winning, several), (losing, _) = _noun(better), _noun(worse)
    if winning == losing:
        high, low = next(pair for pair in zip(better.ranks, worse.ranks, strict=True) if pair[0] is not pair[1])
        have = f"{_together([first, second], names, you)} both have {_with_article(better)}"
        return f"{have}: {mine} {high.word.lower()} beats {theirs} {low.word.lower()}."
    if better.category is worse.category is Category.ONE_PAIR:
        winning, losing, several = better.ranks[0].plural.lower(), worse.ranks[0].plural.lower(), True
    return f"{'Your' if first == you else mine} {winning} beat{'' if several else 's'} {theirs} {losing}."


def together(names: Sequence[str]) -> str:
    """Write names as one would say them.

    >>> together(["Ann", "Bob", "Cy"])
    'Ann, Bob and Cy'
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _together(places: Sequence[int], names: Sequence[str], you: int | None) -> str:
    """Name several players, the reader first."""
    return together(
        ["You" if place == you else names[place] for place in sorted(places, key=lambda place: place != you)]
    )


def _of(place: int, names: Sequence[str], you: int | None) -> str:
    return "your" if place == you else f"{names[place]}'s"


def _noun(hand: Evaluation) -> tuple[str, bool]:
    """What somebody has, as far as it differs in more than a card beside it; and whether that is several things."""
    if hand.ranking.low and not (isinstance(hand.category, Category) and hand.category > Category.HIGH_CARD):
        return hyphenated(hand.ranks), False  # as low hands are called
    first, *others = hand.ranks
    one, several = first.word.lower(), first.plural.lower()
    match hand.category:
        case Category.ONE_PAIR:
            return f"pair of {several}", False
        case Category.TWO_PAIR:
            return f"{several} and {others[0].plural.lower()}", True
        case Category.THREE_OF_A_KIND:
            return f"three {several}", True
        case Category.FULL_HOUSE:
            return f"full house of {several} over {others[0].plural.lower()}", False
        case Category.FOUR_OF_A_KIND:
            return f"four {several}", True
        case Category.STRAIGHT | Category.FLUSH | Category.STRAIGHT_FLUSH:
            return "royal flush" if hand.is_royal else f"{one}-high {hand.category.words}", False
        case _:
            return f"{one} high", False


def _with_article(hand: Evaluation) -> str:
    noun, several = _noun(hand)
    if several or hand.category is Category.HIGH_CARD:
        return noun
    return f"{'an' if noun[0] in 'ae' else 'a'} {noun}"
