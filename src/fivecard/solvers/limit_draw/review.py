"""What people learn from a solution where they play its game: what to do, what a decision cost, what many did."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot
from typing import Final, NamedTuple, TypeAlias

from fivecard.cards import Card
from fivecard.engine import Action, Call, Check, Discard, Fold, Raise, View
from fivecard.engine.rules import HAND_SIZE
from fivecard.errors import FivecardError
from fivecard.solvers.limit_draw.advice import DEALS, OFTEN, Advice, Option, advise
from fivecard.solvers.limit_draw.best_response import Mean
from fivecard.solvers.limit_draw.game import LimitDraw
from fivecard.solvers.limit_draw.infoset import Choice, InfoSet, Stage
from fivecard.solvers.limit_draw.policy import has_policy, load_policy
from fivecard.words.english import capital, counted, percent

Cards: TypeAlias = Callable[[Iterable[Card]], str]
"""Writes cards as they are shown."""

WHEN: Final[Mapping[Stage, str]] = {"first": "before the draw", "draw": "at the draw", "second": "after the draw"}
OFF_POLICY: Final = "The solution seldom gets here, or forgets what you threw away: this goes by the values."
OFF_TREE: Final = "What the other did is nothing that the solution does, so it tells nothing of that hand."
_DOING: Final = {"fold": "folding", "check": "checking", "call": "calling", "bet": "betting", "raise": "raising"}


def advice_for(view: View, thrown: tuple[Card, ...] = (), deals: int = DEALS) -> Advice | None:
    """What the solution that comes with fivecard advises a seat on its turn; None where there is none.

    What the seat threw away before is known to be gone.
    """
    game = LimitDraw.of(view.rules, view.stakes) if view.stakes else None
    if game is None or not has_policy(game):  # before its hands are looked at: some 25 MB, kept for every game
        return None
    infoset = InfoSet.of(view)
    return _advice(infoset, thrown, deals) if infoset else None


@lru_cache(maxsize=64)  # who was given a hint is judged by the same
def _advice(infoset: InfoSet, thrown: tuple[Card, ...], deals: int) -> Advice | None:
    try:
        policy = load_policy(infoset.game)
    except FivecardError:  # its file is missing or damaged: there is nothing to advise by
        return None
    return advise(policy, infoset, thrown=thrown, deals=deals)


def in_words(advice: Advice, cards: Cards) -> str:
    """Say what to do, and what is worse: `Call. Raising is 0.21 antes worse, folding 2.31.`"""
    infoset = advice.infoset
    parts = [_to_do(each.choice, infoset, cards) for each in advice.advised]
    if len(parts) > 1:
        parts = [f"{part} {percent(each.chance)}" for part, each in zip(parts, advice.advised, strict=True)]
        parts[0] += " of the time"
    told = f"{capital(', '.join(parts))}."
    worse = sorted((each for each in advice.options if each.mistake), key=lambda each: each.behind.mean)
    if worse:
        first, *more = [(_doing(each.choice, infoset, cards), _amount(each.behind.mean)) for each in worse]
        others = [] if infoset.stage == "draw" else [f"{doing} {amount}" for doing, amount in more]
        told += f" {capital(', '.join([f'{first[0]} is {first[1]} {infoset.game.units} worse', *others]))}."
    warnings = (OFF_POLICY if advice.off_policy else "", OFF_TREE if advice.off_tree else "")
    return " ".join(filter(None, (told, *warnings)))


@dataclass(frozen=True)
class Verdict:
    """What a decision was worth."""

    advice: Advice
    choice: Choice

    @classmethod
    def of(cls, advice: Advice, action: Action) -> "Verdict":
        """What the solution says to an action."""
        return cls(advice, _choice(advice.infoset, action))

    @property
    def option(self) -> Option:
        """What was chosen. To fold where nothing has to be called is worth nothing, and no strategy does it."""
        if self.choice == "fold" and "fold" not in self.advice.infoset.actions:
            return Option("fold", 0.0, Mean(0.0, 0.0), self.advice.best.value)
        return self.advice.option(self.choice)

    @property
    def mistake(self) -> bool:
        """Whether it was one."""
        return self.option.mistake

    @property
    def cost(self) -> Mean:
        """How far it is behind the best, in units of the game."""
        return self.option.behind

    def words(self, cards: Cards) -> str:
        """Say it: `That cost 0.12 antes: calling was better.`"""
        chance = self.option.chance
        if self.mistake:
            return f"That cost {_amount(self.cost.mean)} {self.advice.infoset.game.units}: {self.better(cards)}."
        if chance < OFTEN:
            return "Good: the solution hardly ever does that, but it costs nothing that could be measured."
        if chance > 1 - OFTEN:
            return "Good: that is what the solution does."
        return f"Good: that is what the solution does {percent(chance)} of the time."

    def better(self, cards: Cards) -> str:
        """Name the best: `calling was better`."""
        return f"{_doing(self.advice.best.choice, self.advice.infoset, cards)} was better"

    def whole_words(self, cards: Cards) -> str:
        """Say what was done where: `folding after the draw with Kh Kd 9s 4c 2d cost 0.12 antes: calling was better`."""
        infoset = self.advice.infoset
        where = f"{_doing(self.choice, infoset, cards)} {WHEN[infoset.stage]} with {cards(infoset.cards)}"
        return f"{where} cost {_amount(self.cost.mean)} {infoset.game.units}: {self.better(cards)}"


class Tally(NamedTuple):
    """Decisions that were judged."""

    decisions: int = 0
    mistakes: int = 0
    cost: Mean = Mean(0.0, 0.0)
    """Of all mistakes together, in units of the game."""

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        cost = Mean(self.cost.mean + other.cost.mean, hypot(self.cost.error, other.cost.error))
        return Tally(self.decisions + other.decisions, self.mistakes + other.mistakes, cost)

    def words(self, units: str) -> str:
        """Say it: `12 decisions, 2 mistakes that cost 0.52 ± 0.03 antes`."""
        told = f"{counted(self.decisions, 'decision', none='no')}, {counted(self.mistakes, 'mistake', none='no')}"
        digits = 2 if self.cost.error > 0.0095 else 3
        cost = f" that cost {self.cost.mean:.{digits}f} ± {self.cost.error:.{digits}f} {units}"
        return f"{told}{cost}" if self.mistakes else told


@dataclass(frozen=True)
class Review:
    """What came of many decisions, and the worst of them."""

    tallies: Mapping[Stage, Tally] = field(default_factory=dict)
    worst: Verdict | None = None

    @property
    def whole(self) -> Tally:
        """All of them."""
        found = Tally()
        for tally in self.tallies.values():
            found = found.plus(tally)
        return found

    def after(self, verdict: Verdict) -> "Review":
        """The same after one more."""
        stage, wrong = verdict.advice.infoset.stage, verdict.mistake
        more = Tally(1, 1, verdict.cost) if wrong else Tally(1)
        is_worst = wrong and (self.worst is None or verdict.cost > self.worst.cost)
        tallies = {**self.tallies, stage: self.tallies.get(stage, Tally()).plus(more)}
        return Review(tallies, verdict if is_worst else self.worst)

    def words(self, cards: Cards) -> list[str]:
        """Say it in lines: all together, round by round, the worst mistake."""
        if self.worst is None:
            return [f"{counted(self.whole.decisions, 'decision', none='no')}, no mistake that could be measured."]
        units = self.worst.advice.infoset.game.units
        rounds = [
            f"{capital(when)}: {self.tallies[at].words(units)}." for at, when in WHEN.items() if at in self.tallies
        ]
        return [
            f"{self.whole.words(units)}.",
            *(rounds if len(rounds) > 1 else []),
            f"The worst: {self.worst.whole_words(cards)}.",
        ]


def _choice(infoset: InfoSet, action: Action) -> Choice:
    """What an action is for a strategy."""
    match action:
        case Discard(_, thrown):
            return tuple(card for card in infoset.cards if card not in thrown)
        case Raise():
            return infoset.actions[-1]
        case Fold():
            return "fold"
        case Check():
            return "check"
        case Call():
            return "call"
    raise AssertionError(action)


def _to_do(choice: Choice, infoset: InfoSet, cards: Cards) -> str:
    return choice if isinstance(choice, str) else _keeping("keep", "throw", choice, infoset, cards)


def _doing(choice: Choice, infoset: InfoSet, cards: Cards) -> str:
    return _DOING[choice] if isinstance(choice, str) else _keeping("keeping", "throwing", choice, infoset, cards)


def _keeping(keep: str, throw: str, kept: tuple[Card, ...], infoset: InfoSet, cards: Cards) -> str:
    if not kept:
        return f"{throw} all five away"
    return f"{keep} {'all five' if len(kept) == HAND_SIZE else cards(card for card in infoset.cards if card in kept)}"


def _amount(units: float) -> str:
    """Two figures that say something: `2.31`, `0.21`, `0.034`."""
    return f"{units:.2f}" if units >= 0.0995 else f"{units:.3f}"
