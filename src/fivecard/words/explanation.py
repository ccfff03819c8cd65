"""Why a hand is what it is, and why it beats another: step by step, for people who are learning.

>>> print(compare("JH JS TS TD 8S", "JC JD TH TC 7S").verdict)
The first hand wins by its kicker: Eight beats Seven.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from fivecard.cards import PLAIN, Card, CardsLike, Rank, Suit, to_cards
from fivecard.errors import HandError
from fivecard.evaluation import Evaluation, evaluate
from fivecard.rankings import HIGH, AnyCategory, BadugiCategory, Category, FiveCardRanking, Ranking
from fivecard.reference import counting_array, is_flush, suit_counts


@dataclass(frozen=True)
class Explanation:
    """How one hand is ranked. `str` gives the whole of it as text."""

    cards: tuple[Card, ...]
    """The hand as it was given, 5 to 7 cards."""
    evaluation: Evaluation
    counts: tuple[int, ...]
    """How many of the five playing cards have each rank, twos first: the thirteen-cell counting array."""
    steps: tuple[str, ...]
    """The questions asked and their answers, in sentences."""

    def __str__(self) -> str:
        return "\n".join([PLAIN.join(self.cards), "", *self.table(), "", *numbered(self.steps)])

    def table(self) -> tuple[str, str]:
        """Show the counting array in two lines, ranks above counts."""
        return (
            "  rank   " + " ".join(rank.letter for rank in Rank),
            "  count  " + " ".join(str(count or ".") for count in self.counts),
        )


@dataclass(frozen=True)
class Comparison:
    """Which of two hands is better, and what decided. `str` gives the whole of it as text."""

    first: Evaluation
    second: Evaluation
    steps: tuple[str, ...]
    """What was compared, in order; the last step decided."""
    verdict: str

    @property
    def winner(self) -> Literal[0, 1, 2]:
        """Which hand wins, 1 or 2; 0 for a tie."""
        return 0 if self.first == self.second else 1 if self.first > self.second else 2

    def __str__(self) -> str:
        return "\n".join([*numbered(self.steps), "", self.verdict])


def explain(cards: CardsLike, *, ranking: Ranking = HIGH) -> Explanation:
    """Explain how cards are ranked.

    >>> print(explain("Ah 2d 3h 4c 5s"))
    Ah 2d 3h 4c 5s
    <BLANKLINE>
      rank   2 3 4 5 6 7 8 9 T J Q K A
      count  1 1 1 1 . . . . . . . . 1
    <BLANKLINE>
      1. One suit? No: 1 club, 1 diamond, 2 hearts, 1 spade.
      2. In a row? Yes: Five Four Three Two Ace, the ace counting low.
      3. So it is a straight. Against another, this decides: Five.
      4. In all: straight, Five high. Strength 5,854 of 7,462.
    """
    given = to_cards(cards)
    evaluation = evaluate(given, ranking=ranking)
    if not given:
        raise HandError("there are no cards to explain")
    playing = evaluation.cards or given
    counts = tuple(counting_array(playing))
    steps = _steps(evaluation, given, counts)
    if evaluation.strength:
        steps += [_classification(evaluation), f"In all: {_in_all(evaluation)}."]
    return Explanation(given, evaluation, counts, tuple(steps))


def compare(first: CardsLike, second: CardsLike, *, ranking: Ranking = HIGH) -> Comparison:
    """Compare two hands and say what decided between them.

    >>> print(compare("2c 2d 2h 3s 4s", "Ah Ad Kh Ks Qs"))
      1. Category: three of a kind beats two pair.
    <BLANKLINE>
    The first hand wins: three of a kind beats two pair.
    """
    hands = to_cards(first), to_cards(second)
    if not all(hands):
        raise HandError("there are no cards to compare")
    one, two = (evaluate(hand, ranking=ranking) for hand in hands)
    if not one.strength and not two.strength:
        return Comparison(one, two, ("Neither hand qualifies.",), "A tie: neither hand qualifies.")
    better, worse = (one, two) if one > two else (two, one)
    who = "first" if one > two else "second"
    if one.category is not two.category or not worse.strength:
        decided = f"{_kind(better)} beats {_kind(worse)}"
        return Comparison(one, two, (f"Category: {decided}.",), f"The {who} hand wins: {decided}.")

    steps = [f"Category: both have {_with_article(better)}."]
    for role, high, low in zip_longest(_roles(better.category), better.ranks, worse.ranks):
        winning, losing = _in_role(high, role), _in_role(low, role)
        if high is low:
            steps.append(f"{role.capitalize()}: {winning} and {losing}, equal.")
            continue
        steps.append(f"{role.capitalize()}: {winning} beat{'s' * (winning == high.word)} {losing}.")
        beats = steps[-1].partition(": ")[2]
        return Comparison(one, two, tuple(steps), f"The {who} hand wins by its {role}: {beats}")
    return Comparison(one, two, tuple(steps), f"A tie: both hands are worth {one.describe(royal=True)}.")


def numbered(steps: Iterable[str]) -> list[str]:
    """Put numbers before the steps.

    >>> numbered(["first", "second"])
    ['  1. first', '  2. second']
    """
    return [f"  {number}. {step}" for number, step in enumerate(steps, 1)]


def _steps(evaluation: Evaluation, given: tuple[Card, ...], counts: tuple[int, ...]) -> list[str]:
    """The questions that a ranking asks, and their answers."""
    ranking, five = evaluation.ranking, evaluation.cards
    if not isinstance(ranking, FiveCardRanking):
        return [f"All of different ranks and suits? {_badugi_answer(five, given)}"]
    if not evaluation.strength:
        return [f"Five different ranks, none above the {ranking.qualifier.word if ranking.qualifier else ''}? No."]
    steps = [] if len(given) == 5 else [f"Of these {len(given)} cards, the best five are {PLAIN.join(five)}."]
    if ranking.suits_matter:
        steps.append(f"One suit? {_suit_answer(five)}")
    straight = evaluation.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    if straight:
        wheel = ranking.wheel and evaluation.all_ranks[-1] is Rank.ACE
        low = ", the ace counting low" if wheel else ""
        steps.append(f"In a row? Yes: {_words(evaluation.all_ranks)}{low}.")
    elif Category.STRAIGHT in ranking.categories:
        steps.append(f"In a row? No: {_row_answer(ranking, counts)}.")
    if not straight and not (ranking.suits_matter and is_flush(five)):
        steps.append(f"Repeated? {_repeat_answer(evaluation.all_ranks, counts)}.")
    return steps


def _roles(category: AnyCategory) -> tuple[str, ...]:
    """What each deciding rank is called."""
    in_turn = ("highest card", "second card", "third card", "fourth card", "fifth card")
    if isinstance(category, BadugiCategory):  # whose numbers equal those of other categories
        return in_turn[:category]
    match category:
        case Category.ONE_PAIR:
            return ("pair", "first kicker", "second kicker", "third kicker")
        case Category.TWO_PAIR:
            return ("higher pair", "lower pair", "kicker")
        case Category.THREE_OF_A_KIND:
            return ("three of a kind", "first kicker", "second kicker")
        case Category.FULL_HOUSE:
            return ("three of a kind", "pair")
        case Category.FOUR_OF_A_KIND:
            return ("four of a kind", "kicker")
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            return ("top card",)
        case _:
            return in_turn


def _words(ranks: Iterable[Rank], separator: str = " ") -> str:
    return separator.join(rank.word for rank in ranks)


def _suit_answer(five: tuple[Card, ...]) -> str:
    if is_flush(five):
        return f"Yes: all five are {five[0].suit.name.lower()}."
    counts = zip(Suit, suit_counts(five), strict=True)
    parts = (f"{count} {suit.name.lower()[: None if count > 1 else -1]}" for suit, count in counts if count)
    return f"No: {', '.join(parts)}."


def _badugi_answer(playing: tuple[Card, ...], given: tuple[Card, ...]) -> str:
    if len(playing) == len(given):
        return "Yes: all four play."
    out = PLAIN.join(card for card in given if card not in playing)
    return f"No: {PLAIN.join(playing)} can play together, {out} cannot."


def _row_answer(ranking: FiveCardRanking, counts: tuple[int, ...]) -> str:
    if max(counts) > 1:
        return "a rank is repeated"
    if ranking.wheel and counts[Rank.ACE]:  # the ace may be of more use below the lowest rank
        wheel = ranking.run_from(ranking.ranks[3])
        if sum(counts[rank] for rank in wheel) == 4:
            return f"for a straight from the ace there is no {next(r for r in wheel if not counts[r]).word}"
    downwards = ranking.ranks[::-1]
    top = next(index for index, rank in enumerate(downwards) if counts[rank])
    missing = next(index for index in range(top, len(downwards)) if not counts[downwards[index]])
    return f"below the {downwards[missing - 1].word} there is no {downwards[missing].word}"


def _repeat_answer(ranks: tuple[Rank, ...], counts: tuple[int, ...]) -> str:
    if max(counts) == 1:
        return "No: five different ranks"
    number = ("", "one", "two", "three", "four")
    parts = (f"{number[counts[rank]]} {rank.plural if counts[rank] > 1 else rank.word}" for rank in ranks)
    return f"Yes: {', '.join(parts)}"


def _classification(evaluation: Evaluation) -> str:
    """Name the category and what decides inside it."""
    ranks = _words(evaluation.ranks, ", ")
    if evaluation.category is Category.HIGH_CARD and not evaluation.ranking.low:
        return f"So it is none of the others, and the high cards decide in turn: {ranks}."
    decide = "this decides" if len(evaluation.ranks) == 1 else "these decide in turn"
    lowest = ", the lower the better" if evaluation.ranking.low else ""
    return f"So it is {_with_article(evaluation)}. Against another, {decide}{lowest}: {ranks}."


def _in_all(evaluation: Evaluation) -> str:
    aside = f" ({evaluation.nickname})" if evaluation.nickname and not evaluation.is_royal else ""
    strongest = f"{evaluation.ranking.strongest:,}"
    return f"{evaluation.describe(royal=True)}{aside}. Strength {evaluation.strength:,} of {strongest}"


def _in_role(rank: Rank, role: str) -> str:
    """One card, or several of a rank."""
    return rank.plural if role.endswith(("pair", "of a kind")) else rank.word


def _kind(evaluation: Evaluation) -> str:
    """A category in running text; a low hand without pairs is just that."""
    if not evaluation.strength:
        return evaluation.describe()
    low = evaluation.ranking.low and evaluation.category is Category.HIGH_CARD
    return "a hand without a pair" if low else evaluation.category.words


def _with_article(evaluation: Evaluation) -> str:
    match evaluation.category:
        case BadugiCategory() | Category.STRAIGHT | Category.FLUSH | Category.FULL_HOUSE | Category.STRAIGHT_FLUSH:
            return f"a {evaluation.category.words}"
        case Category.HIGH_CARD if not evaluation.ranking.low:
            return "only a high card"
        case _:
            return _kind(evaluation)
