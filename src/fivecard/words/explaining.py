"""Why a hand is what it is: step by step, for people who are learning.

>>> print(explain("7h 7s 7c Ts 3d").steps[-1])
In all: three of a kind, Sevens, Ten Three kickers. Strength 5,348 of 7,462.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from fivecard.cards import PLAIN, Card, CardsLike, Rank, Suit, to_cards
from fivecard.errors import HandError
from fivecard.evaluation import Evaluation, evaluate
from fivecard.rankings import HIGH, Category, FiveCardRanking, RankingLike
from fivecard.reference import counting_array, is_flush, suit_counts
from fivecard.words.english import counted, number, numbered
from fivecard.words.hands import a_kind


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


def explain(cards: CardsLike, *, ranking: RankingLike = HIGH) -> Explanation:
    """Explain how cards are ranked.

    Args:
        cards: The hand: one text, or cards one by one.
        ranking: What it is ranked by: a `Ranking` or its name.

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


def _words(ranks: Iterable[Rank], separator: str = " ") -> str:
    return separator.join(rank.word for rank in ranks)


def _suit_answer(five: tuple[Card, ...]) -> str:
    if is_flush(five):
        return f"Yes: all five are {five[0].suit.name.lower()}."
    counts = zip(Suit, suit_counts(five), strict=True)
    parts = (counted(count, suit.name.lower()[:-1]) for suit, count in counts if count)
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
    parts = (f"{number(counts[rank])} {rank.plural if counts[rank] > 1 else rank.word}" for rank in ranks)
    return f"Yes: {', '.join(parts)}"


def _classification(evaluation: Evaluation) -> str:
    """Name the category and what decides inside it."""
    ranks = _words(evaluation.ranks, ", ")
    if evaluation.category is Category.HIGH_CARD and not evaluation.ranking.low:
        return f"So it is none of the others, and the high cards decide in turn: {ranks}."
    decide = "this decides" if len(evaluation.ranks) == 1 else "these decide in turn"
    lowest = ", the lower the better" if evaluation.ranking.low else ""
    return f"So it is {a_kind(evaluation)}. Against another, {decide}{lowest}: {ranks}."


def _in_all(evaluation: Evaluation) -> str:
    aside = f" ({evaluation.nickname})" if evaluation.nickname and not evaluation.is_royal else ""
    strongest = f"{evaluation.ranking.strongest:,}"
    return f"{evaluation.describe()}{aside}. Strength {evaluation.strength:,} of {strongest}"
