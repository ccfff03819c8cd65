"""What a solution of the very spot says to a seat: how often each action is taken, and how many chips each is worth."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from fivecard.cards import Card, CardSet
from fivecard.engine import Action, Call, Check, Fold, Raise, View, legal
from fivecard.players.solver.question import Question, name_for, question_for, sum_for
from fivecard.players.solver.ranges import Assumed, Given, assumed
from fivecard.solvers.postflop import Place, Solution, solve

TARGET: Final = 0.5
"""Percent of the pot to which a spot is solved."""
OFTEN: Final = 0.1
"""What the solution does as often is right: between actions that it mixes, what they win differs by its accuracy."""
_SELDOM: Final = 0.002
"""Where less of the other's range than this comes to a place, the solution was hardly asked about it."""
_ROUGH: Final = 5.0  # percent of the pot

SELDOM: Final = "The solution never does what was done here, so it is taken to tell nothing of the other hand."
ROUGH: Final = "The solution seldom gets here, so these values are rough."
OUTSIDE: Final = "Your hand is not in the range that is assumed of you: the other does not expect it."


@dataclass(frozen=True)
class Option:
    """Something that can be done.

    Args:
        action: `fold`, `check`, `call`, `bet 120`, `raise 300`, as `Node.names` has it.
        chance: How often the solution does it with this hand.
        value: How many chips it wins from here on, on average; folding is 0.
        behind: How many chips the best action wins more.
    """

    action: str
    chance: float
    value: float
    behind: float


@dataclass(frozen=True)
class Advice:
    """What a seat should do, the best first.

    Args:
        hand: Its cards.
        where: The street: `flop`, `turn`, `river`; or `before the flop`.
        options: All that can be done; of bets and raises those that were considered.
        within: How many chips the values may be off by, at least: less is no mistake.
        source: What knows it, in words.
        notes: What to bear in mind, in sentences.
        ranges: What is assumed of both players; None before the flop.
    """

    hand: tuple[Card, ...]
    where: str
    options: tuple[Option, ...]
    within: float
    source: str
    notes: tuple[str, ...] = ()
    ranges: Assumed | None = None

    @property
    def best(self) -> Option:
        """What wins most."""
        return self.options[0]

    def option(self, action: str) -> Option:
        """Find an option by its action; folding is always worth nothing.

        Args:
            action: As options are named.
        """
        found = next((each for each in self.options if each.action == action), None)
        return found or Option(action, 0.0, 0.0, self.best.value)

    def knows(self, action: str) -> bool:
        """Whether it says what an action is worth.

        Args:
            action: As options are named; folding is always worth nothing.
        """
        return action == "fold" or any(each.action == action for each in self.options)

    def is_mistake(self, option: Option) -> bool:
        """Whether an option costs more than the solution may be off by, and the solution hardly does it.

        Args:
            option: One of the options.
        """
        return option.behind > self.within and option.chance < OFTEN


def solved_advice(
    view: View, given: Given, action: Action | None = None, *, threads: int | None = None
) -> Advice | None:
    """Solve the spot in which a seat has to decide; None where that would take too long.

    Args:
        view: What the seat sees, whose turn it is, in heads-up no-limit hold'em from the flop on.
        given: Ranges that count instead of the chart's.
        action: What has to be among the options, if it is a bet or raise.
        threads: How many threads; None for as many as there are cores. What comes of it is the same.
    """
    to = action.to if isinstance(action, Raise) else 0
    return _advice(view, given, to, threads)


@lru_cache(maxsize=64)  # who was given a hint is judged by the same
def _advice(view: View, given: Given, to: int, threads: int | None) -> Advice | None:
    ranges = assumed(view, given)
    notes = [OUTSIDE] if _is_outside(ranges, view) else []
    question = question_for(view, ranges)
    if question is None:
        return None
    if to and name_for(to, view) not in question.spot.tree.at(*question.path).names:
        question = question_for(view, ranges, also=to)
        if question is None:
            return None
    place = _solved(question, threads).at(*question.path)
    if _share(place, 1 - question.player) < _SELDOM or _row(place, question, view) is None:
        silent = question_for(view, ranges, also=to, silent=True)
        if silent is None:
            return None
        question, notes = silent, [*notes, SELDOM]
        place = _solved(question, threads).at(*question.path)
    return _read(place, question, view, ranges, tuple(notes))


def _is_outside(ranges: Assumed, view: View) -> bool:
    me = view.order.index(view.seat or 0)
    return not (ranges.flop[me].hands == np.uint64(CardSet(view.hand).mask)).any()


def _share(place: Place, player: int) -> float:
    """How much of a player's range comes to a place."""
    return float(place.reach[player].sum() / place.solution.at().reach[player].sum())


def _row(place: Place, question: Question, view: View) -> list[tuple[str, float, float]] | None:
    """Of every action its name, how often the hand takes it, and what it wins; None where it meets no hand."""
    [number] = np.flatnonzero(place.hands[question.player] == np.uint64(CardSet(view.hand).mask))
    values = place.action_evs[:, number]
    if not np.isfinite(values).all():
        return None
    return [
        (name, float(chance), float(value))
        for name, chance, value in zip(place.actions, place.strategy[:, number], values, strict=True)
    ]


def _read(place: Place, question: Question, view: View, ranges: Assumed, notes: tuple[str, ...]) -> Advice | None:
    row = _row(place, question, view)
    if row is None:
        return None
    accuracy = place.solution.exploitability
    # What is wrong somewhere counts as often as play gets there: it may be so much more wrong there.
    local = accuracy / max(_share(place, 0) * _share(place, 1), 1e-9)
    within = max(local, TARGET) / 100 * question.spot.pot
    return advice_of(
        view,
        row,
        where=question.spot.streets[0],
        within=within,
        source=f"solved to {accuracy:.2f} % of the pot",
        notes=(*notes, ROUGH) if local > _ROUGH else notes,
        ranges=ranges,
    )


def advice_of(
    view: View,
    row: list[tuple[str, float, float]],
    *,
    where: str,
    within: float,
    source: str,
    notes: tuple[str, ...] = (),
    ranges: Assumed | None = None,
) -> Advice:
    """Put options in order, the best first.

    Args:
        view: What the seat sees.
        row: Of every action its name, how often it is taken, and what it wins.
        where: As in `Advice`.
        within: As in `Advice`.
        source: As in `Advice`.
        notes: As in `Advice`.
        ranges: As in `Advice`.
    """
    best = max(value for *_, value in row)
    options = [Option(name, chance, value, best - value) for name, chance, value in row]
    options.sort(key=lambda each: each.behind)
    return Advice(view.hand, where, tuple(options), within, source, notes, ranges)


def _solved(question: Question, threads: int | None) -> Solution:
    return solve(question.spot, target=TARGET, iterations=question.iterations, threads=threads)


def action_for(name: str, view: View) -> Action:
    """Do at the table what an option names.

    Args:
        name: As options are named.
        view: What the seat sees.
    """
    now = legal(view)
    assert now is not None  # it was asked
    match name:
        case "fold":
            return Fold(now.seat)
        case "check":
            return Check(now.seat)
        case "call":
            return Call(now.seat)
    return Raise(now.seat, min(sum_for(name, view), now.max_raise_to))


def option_name(action: Action, view: View) -> str:
    """Name an action as options do.

    Args:
        action: What was done.
        view: What the seat saw.
    """
    return name_for(action.to, view) if isinstance(action, Raise) else type(action).__name__.lower()
