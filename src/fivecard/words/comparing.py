"""Why one hand beats another: step by step for people who are learning, in a sentence for those who play.

>>> print(compare("JH JS TS TD 8S", "JC JD TH TC 7S").verdict)
The first hand wins by its kicker: Eight beats Seven.
>>> hands = [evaluate("9c 9d 7h 5s 2c"), evaluate("Kh Kd 9h 4c 3s")]
>>> print(verdict(hands, ["Bob", "Ann"], you=1))
You win with one pair, Kings, Nine Four Three kickers. Your kings beat Bob's nines.
>>> print(what_decided(hands, ["Bob", "Ann"]))
Ann's kings beat Bob's nines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from fivecard.cards import CardsLike, Rank, to_cards
from fivecard.errors import HandError
from fivecard.evaluation import Evaluation, evaluate
from fivecard.rankings import HIGH, Category, RankingLike
from fivecard.words.english import YOU, article, capital, listed, numbered, ordinal
from fivecard.words.hands import a_kind, in_role, kind_in_words, noun, roles


@dataclass(frozen=True)
class Comparison:
    """Which of two hands is better, and what decided. `str` gives the whole of it as text."""

    first: Evaluation
    second: Evaluation

    @property
    def winners(self) -> tuple[int, ...]:
        """Which hand wins, 0 for the first and 1 for the second; both where they tie."""
        return (0, 1) if self.first == self.second else (0,) if self.first > self.second else (1,)

    @property
    def better(self) -> Evaluation:
        """The hand that wins, or one of two that tie."""
        return max(self.first, self.second)

    @property
    def worse(self) -> Evaluation:
        """The other one."""
        return min(self.second, self.first)

    @property
    def ranks(self) -> Iterator[tuple[str, Rank, Rank]]:
        """The ranks that are compared in two hands of a kind, down to the one that decides: its role, better, worse."""
        for role, high, low in zip(roles(self.better.category), self.better.ranks, self.worse.ranks, strict=True):
            yield role, high, low
            if high is not low:
                return

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """What was compared, in order; the last step decided."""
        better, worse = self.better, self.worse
        if not better.strength:
            return ("Neither hand qualifies.",)
        if not self._of_a_kind:
            return (f"Category: {kind_in_words(better)} beats {kind_in_words(worse)}.",)
        steps = [f"Category: both have {a_kind(better)}."]
        for role, high, low in self.ranks:
            one, other = in_role(high, role), in_role(low, role)
            verb = "and" if high is low else "beats" if one == high.word else "beat"
            steps.append(f"{capital(role)}: {one} {verb} {other}{', equal' if high is low else ''}.")
        return tuple(steps)

    @property
    def verdict(self) -> str:
        """Who wins, and by what."""
        if not self.better.strength:
            return "A tie: neither hand qualifies."
        if len(self.winners) > 1:
            return f"A tie: both hands are worth {self.better.describe()}."
        role, _, decided = self.steps[-1].partition(": ")
        by = f" by its {role.lower()}" if self._of_a_kind else ""
        return f"The {ordinal(self.winners[0] + 1)} hand wins{by}: {decided}"

    @property
    def _of_a_kind(self) -> bool:
        return self.better.category is self.worse.category and self.worse.strength > 0

    def __str__(self) -> str:
        return "\n".join([*numbered(self.steps), "", self.verdict])


def compare(first: CardsLike, second: CardsLike, *, ranking: RankingLike = HIGH) -> Comparison:
    """Compare two hands and say what decided between them.

    Args:
        first: A hand: one text, or cards one by one.
        second: The other hand, which may share cards with it, as with a board.
        ranking: What they are ranked by: a `Ranking` or its name.

    >>> print(compare("2c 2d 2h 3s 4s", "Ah Ad Kh Ks Qs"))
      1. Category: three of a kind beats two pair.
    <BLANKLINE>
    The first hand wins: three of a kind beats two pair.
    """
    hands = to_cards(first), to_cards(second)
    if not all(hands):
        raise HandError("there are no cards to compare")
    return Comparison(*(evaluate(hand, ranking=ranking) for hand in hands))


def verdict(shown: Sequence[Evaluation], names: Sequence[str], *, you: int | None = None) -> str:
    """Name the winner, or those who tie, of the hands that were shown, and say what decided.

    Args:
        shown: The hands, of one ranking.
        names: Of the players, in the same order.
        you: The place of the person who reads it, if that is one of the players.
    """
    best = max(shown)
    if not best.strength:
        return "No hand qualifies."
    winners = [place for place, hand in enumerate(shown) if hand == best]
    verb = "tie" if len(winners) > 1 else "win" if winners == [you] else "wins"
    who = _together(winners, names, you)
    return f"{who} {verb} with {best.describe()}. {what_decided(shown, names, you=you)}".rstrip()


def what_decided(shown: Sequence[Evaluation], names: Sequence[str], *, you: int | None = None) -> str:
    """Say what makes the winner's hand beat the best of the others; nothing if there is a tie or no other hand.

    Args:
        shown: The hands, of one ranking.
        names: Of the players, in the same order.
        you: The place of the person who reads it, if that is one of the players.
    """
    first, second, *_ = [*sorted(range(len(shown)), key=shown.__getitem__, reverse=True), None]
    if second is None or shown[first] == shown[second]:
        return ""
    better, worse = shown[first], shown[second]
    if not worse.strength:
        return "No other hand qualifies."
    mine, theirs = (_of(place, names, you) for place in (first, second))
    (winning, several), (losing, _) = noun(better), noun(worse)
    if winning == losing:
        *_, (_, high, low) = Comparison(better, worse).ranks
        alike = winning if several or better.category is Category.HIGH_CARD else article(winning)
        who = _together([first, second], names, you)
        return f"{who} both have {alike}: {mine} {high.word.lower()} beats {theirs} {low.word.lower()}."
    if better.category is worse.category is Category.ONE_PAIR:
        winning, losing, several = better.ranks[0].plural.lower(), worse.ranks[0].plural.lower(), True
    return f"{capital(mine) if first == you else mine} {winning} {'beat' if several else 'beats'} {theirs} {losing}."


def _together(places: Sequence[int], names: Sequence[str], you: int | None) -> str:
    """Name several players, the reader first."""
    return listed([YOU if place == you else names[place] for place in sorted(places, key=lambda place: place != you)])


def _of(place: int, names: Sequence[str], you: int | None) -> str:
    return "your" if place == you else f"{names[place]}'s"
