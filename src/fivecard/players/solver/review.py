"""What people learn from solving their very spot: what to do, what a decision cost, what all of them did."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from fivecard.cards import Card
from fivecard.engine import Action, View
from fivecard.players.solver.advice import OFTEN, Advice, Option, option_name
from fivecard.players.solver.ranges import RULE
from fivecard.words.english import capital, counted, percent

Cards: TypeAlias = Callable[[Iterable[Card]], str]
"""Writes cards as they are shown."""

UNITS: Final = "chips"
_DOING: Final = {"fold": "folding", "check": "checking", "call": "calling", "bet": "betting", "raise": "raising to"}
_ALWAYS: Final = 1 - OFTEN


def in_words(advice: Advice) -> str:
    """Say what to do, and how sure that is.

    Args:
        advice: What is known.
    """
    played = sorted((each for each in advice.options if each.chance >= OFTEN), key=lambda each: -each.chance)
    parts = [_to_do(each.action) for each in played]
    if len(parts) > 1:
        parts = [f"{part} {percent(each.chance)}" for part, each in zip(parts, played, strict=True)]
        parts[0] += " of the time"
    return " ".join([f"{capital(', '.join(parts))} ({advice.source}).", *advice.notes])


def ranges_in_words(advice: Advice, view: View) -> list[str]:
    """Say what is assumed of both players, in lines; nothing before the flop.

    Args:
        advice: What is known.
        view: What the seat saw, whose cards are not in the other's hands.
    """
    if (ranges := advice.ranges) is None:
        return []
    me = view.order.index(view.seat or 0)
    lines = []
    for whose, player, known in (("Your", me, ()), ("Their", 1 - me, view.hand)):
        source = "as given" if ranges.given[player] else "our chart, no equilibrium"
        left = counted(ranges.left(player, known=known), "hand")
        lines.append(f"{whose} range at the flop ({source}): {ranges.flop[player]}; {left} possible now.")
    if any(bets for bets, _ in view.rounds[1:]):
        lines.append(f"Of these, {RULE}.")
    return lines


@dataclass(frozen=True)
class Verdict:
    """What a decision was worth.

    Args:
        advice: What was known.
        option: What was done.
    """

    advice: Advice
    option: Option

    @classmethod
    def of(cls, advice: Advice, action: Action, view: View) -> "Verdict":
        """Judge an action.

        Args:
            advice: What was known, with this action among its options.
            action: What was done.
            view: What the seat saw.
        """
        return cls(advice, advice.option(option_name(action, view)))

    @property
    def mistake(self) -> bool:
        """Whether it cost something that can be told from the solution's own error."""
        return self.advice.is_mistake(self.option)

    @property
    def cost(self) -> float:
        """Chips that it won less than the best, on average; 0 unless it was a mistake."""
        return self.option.behind if self.mistake else 0.0

    def words(self) -> str:
        """Say it: `That cost 4.2 chips: calling was better.`"""
        if self.mistake:
            return f"That cost {_amount(self.cost)} {UNITS}: {self._better}."
        if self.option.chance < OFTEN:
            return "Good: the solution hardly ever does that, but it costs nothing that could be measured."
        if self.option.chance > _ALWAYS:
            return "Good: that is what the solution does."
        return f"Good: that is what the solution does {percent(self.option.chance)} of the time."

    def whole_words(self, cards: Cards) -> str:
        """Say what was done where.

        Args:
            cards: How cards are written.
        """
        where = self.advice.where if self.advice.ranges is None else f"on the {self.advice.where}"
        doing = f"{_doing(self.option.action)} {where} with {cards(self.advice.hand)}"
        return f"{doing} cost {_amount(self.cost)} {UNITS}: {self._better}"

    @property
    def _better(self) -> str:
        return f"{_doing(self.advice.best.action)} was better"


@dataclass(frozen=True)
class Review:
    """What came of many decisions, and the worst of them.

    Args:
        decisions: How many were judged.
        mistakes: How many of these were mistakes.
        cost: Chips that all mistakes cost together.
        worst: The mistake that cost most.
    """

    decisions: int = 0
    mistakes: int = 0
    cost: float = 0.0
    worst: Verdict | None = None

    def after(self, verdict: Verdict) -> "Review":
        """The same after one more."""
        worst = verdict if verdict.mistake and (not self.worst or verdict.cost > self.worst.cost) else self.worst
        return Review(self.decisions + 1, self.mistakes + verdict.mistake, self.cost + verdict.cost, worst)

    @property
    def total(self) -> str:
        """All together: `3 decisions, 1 mistake that cost 4.2 chips`."""
        told = f"{counted(self.decisions, 'decision', none='no')}, {counted(self.mistakes, 'mistake', none='no')}"
        return f"{told} that cost {_amount(self.cost)} {UNITS}" if self.mistakes else f"{told} that could be measured"

    def words(self, cards: Cards) -> list[str]:
        """Say it in lines.

        Args:
            cards: How cards are written.
        """
        worst = [f"The worst: {self.worst.whole_words(cards)}."] if self.worst else []
        return [f"{self.total}.", *worst]


def _to_do(action: str) -> str:
    return action.replace("raise", "raise to")


def _doing(action: str) -> str:
    word, _, chips = action.partition(" ")
    return f"{_DOING[word]} {chips}".strip()


def _amount(chips: float) -> str:
    """Two figures that say something: `12`, `4.2`, `0.21`."""
    return f"{chips:,.0f}" if chips >= 9.95 else f"{chips:.1f}" if chips >= 0.995 else f"{chips:.2f}"
