"""Practice for draw games: hands that are dealt to be played, what each choice costs, and what a learner gets wrong.

A hand belongs to the kind of what is best kept of it. Kinds that are often played wrongly are dealt more often; what a
learner loses in a usual game is reckoned from how much more often than usual each hand was dealt.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, Protocol

from fivecard._util.atomic_file import atomic_file
from fivecard._util.machine import path_of
from fivecard.cards import ALL_CARDS, card_id
from fivecard.draw import video_poker
from fivecard.draw.odds import win_odds
from fivecard.draw.strategy import solved
from fivecard.draw.video_poker.holdings import Holdings
from fivecard.engine.rules import FOUR_WITH_AN_ACE, HAND_SIZE, Rules
from fivecard.errors import FormatError, quoted

CANDIDATES: Final = 12
"""How many hands are dealt for one to be chosen."""
VERSION: Final = 1
ALL_THE_SAME: Final = 1e-9
"""Choices whose values differ by less are equally good."""

Hand = tuple[int, ...]
"""Five cards, as numbers; 52 and 53 are jokers."""


@dataclass(frozen=True)
class Choice:
    """A way to play a hand, and what it is worth."""

    kept: frozenset[int]
    worth: float


class Lesson(Protocol):
    """A game to be learnt."""

    name: str
    unit: str
    """In what choices are worth something, such as `bets`."""
    an_hour: int
    """How many hands are played in an hour."""
    cards: int
    """How many cards the deck has."""

    def choices(self, hand: Hand) -> list[Choice]:
        """All ways to play a hand, the best first."""

    def kind(self, kept: frozenset[int]) -> str:
        """What players call some cards that are kept."""


class MachineLesson:
    """A draw poker machine.

    Args:
        game: The machine.
    """

    unit = "bets"
    an_hour = 600

    def __init__(self, game: video_poker.Game) -> None:
        self.game = game
        self.name = game.name
        self.cards = len(ALL_CARDS) + game.jokers
        self._holdings = Holdings(game)

    def choices(self, hand: Hand) -> list[Choice]:
        """All 32 ways to play a hand, the best first."""
        return [Choice(frozenset(each.kept), float(each.value)) for each in video_poker.options(self.game, hand)]

    def kind(self, kept: frozenset[int]) -> str:
        """What players call some cards that are kept."""
        return "all five cards" if len(kept) == HAND_SIZE else str(self._holdings.of(sorted(kept)))


class TableLesson:
    """Five-card draw without bets, against opponents who play the solved strategy.

    Args:
        rules: What may be discarded.
        opponents: How many there are, 1 to 5.
    """

    unit = "pots"
    an_hour = 60
    cards = len(ALL_CARDS)

    def __init__(self, rules: Rules = FOUR_WITH_AN_ACE, opponents: int = 1) -> None:
        solved(rules, opponents + 1)  # refuses what is not solved
        self._rules, self._opponents = rules, opponents
        self.name = f"five-card draw, rules {rules.name}, {opponents + 1} players"
        self._holdings = Holdings(video_poker.game("jacks or better"))

    def choices(self, hand: Hand) -> list[Choice]:
        """All ways to play a hand that the rules allow, the best first."""
        found = win_odds([ALL_CARDS[card] for card in hand], self._opponents, rules=self._rules)
        return [Choice(frozenset(map(card_id, each.kept)), each.share or 0.0) for each in found]

    def kind(self, kept: frozenset[int]) -> str:
        """What players call some cards that are kept."""
        return "all five cards" if len(kept) == HAND_SIZE else str(self._holdings.of(sorted(kept)))


@dataclass
class Kind:
    """How a kind of hands was played."""

    dealt: int = 0
    wrong: int = 0

    @property
    def weight(self) -> float:
        """How much more often than others it is dealt: by how often it goes wrong, as far as that is known."""
        return 0.1 + ((self.wrong + 1) / (self.dealt + 2)) ** 2


@dataclass
class Record:
    """A learner's record of one lesson."""

    hands: int = 0
    right: int = 0
    lost: float = 0.0
    """What wrong choices cost, each hand counted as often as it comes up in a usual game."""
    usual: float = 0.0
    """How many hands of a usual game those are."""
    kinds: dict[str, Kind] = field(default_factory=dict)

    @property
    def accuracy(self) -> float:
        """The part of the hands that were played as well as possible."""
        return self.right / self.hands if self.hands else 0.0

    def cost_an_hour(self, hands: int) -> float:
        """What wrong choices cost in an hour of so many hands."""
        return hands * self.lost / self.usual if self.usual else 0.0

    def add(self, name: str, *, usual: float, cost: float) -> None:
        """Write down what was done with a hand.

        Args:
            name: Of what kind the hand is.
            usual: How many hands of a usual game it stands for.
            cost: What was lost against the best choice; 0 where it was right.
        """
        kind = self.kinds.setdefault(name, Kind())
        self.hands += 1
        self.right += cost == 0
        self.lost += cost * usual
        self.usual += usual
        kind.dealt += 1
        kind.wrong += cost > 0

    def weakest(self, count: int) -> list[tuple[str, Kind]]:
        """The kinds that went wrong most often."""
        wrong = [(name, kind) for name, kind in self.kinds.items() if kind.wrong]
        return sorted(wrong, key=lambda pair: (-pair[1].wrong / pair[1].dealt, -pair[1].dealt))[:count]


@dataclass(frozen=True)
class Exercise:
    """A hand to be played."""

    hand: Hand
    choices: tuple[Choice, ...]
    kind: str
    usual: float
    """How many hands of a usual game it stands for."""

    def cost(self, kept: frozenset[int]) -> float | None:
        """What keeping some cards costs against the best; None if the rules do not allow that."""
        worth = next((choice.worth for choice in self.choices if choice.kept == kept), None)
        if worth is None:
            return None
        loss = self.choices[0].worth - worth
        return loss if loss > ALL_THE_SAME else 0.0


def next_exercise(lesson: Lesson, record: Record, random: Random) -> Exercise:
    """Deal a hand, and prefer kinds of hands that often go wrong.

    Args:
        lesson: The game to be learnt.
        record: How its kinds of hands were played so far.
        random: Where the cards come from.
    """
    dealt = []
    for _ in range(CANDIDATES):
        hand = tuple(random.sample(range(lesson.cards), HAND_SIZE))
        choices = tuple(lesson.choices(hand))
        kind = lesson.kind(choices[0].kept)
        dealt.append((hand, choices, kind, record.kinds.get(kind, Kind()).weight))
    weights = [weight for *_, weight in dealt]
    [(hand, choices, kind, weight)] = random.choices(dealt, weights)
    return Exercise(hand, choices, kind, sum(weights) / CANDIDATES / weight)


def mark(record: Record, exercise: Exercise, cost: float) -> None:
    """Record how a hand was played."""
    record.add(exercise.kind, usual=exercise.usual, cost=cost)


class Progress:
    """A learner's progress, kept in a file that is written after every hand.

    Args:
        file: Where it is; it need not be there yet.
        program: Which program writes it.
    """

    def __init__(self, file: str | os.PathLike[str], program: str = "fivecard train") -> None:
        self.path = Path(path_of(file))
        self.records: dict[str, Record] = {}
        try:
            text = self.path.read_text("utf-8")
        except FileNotFoundError:
            return
        except UnicodeDecodeError:
            raise FormatError(f"{self.path}: this is no file of `{program}`: it is not text") from None
        self.records = _read(text, f"{self.path}", program)

    def of(self, lesson: Lesson) -> Record:
        """The record of a lesson."""
        return self.named(lesson.name)

    def named(self, name: str) -> Record:
        """The record of a lesson of this name."""
        return self.records.setdefault(name, Record())

    def save(self) -> None:
        """Write everything down; the file is whole or as it was."""
        lessons = {
            name: {
                "hands": record.hands, "right": record.right, "lost": record.lost, "usual": record.usual,
                "kinds": {kind: [each.dealt, each.wrong] for kind, each in record.kinds.items()},
            }
            for name, record in self.records.items()
        }  # fmt: skip
        with atomic_file(self.path) as target:
            target.write(json.dumps({"version": VERSION, "lessons": lessons}, indent=1).encode())


def _read(text: str, where: str, program: str) -> dict[str, Record]:
    wrong = f"{where}: this is no file of `{program}`"
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"{wrong}: {error}") from None
    if not isinstance(found, dict) or not isinstance(found.get("lessons"), dict):
        raise FormatError(f"{wrong}: it has no lessons")
    if found.get("version") != VERSION:
        raise FormatError(f"{where}: version {quoted(found.get('version'))} of the file is not known, only {VERSION}")
    return {name: _record(value, f"{wrong}: lesson {quoted(name)}") for name, value in found["lessons"].items()}


def _record(found: object, wrong: str) -> Record:
    numbers = {"hands": _is_count, "right": _is_count, "lost": _is_amount, "usual": _is_amount}
    if not isinstance(found, dict) or found.keys() != {*numbers, "kinds"} or not isinstance(found["kinds"], dict):
        raise FormatError(f"{wrong} lacks something")
    if bad := [key for key, is_right in numbers.items() if not is_right(found[key])]:
        raise FormatError(f"{wrong}: {bad[0]} is {quoted(found[bad[0]])}")
    kinds = {}
    for name, counts in found["kinds"].items():
        if not isinstance(counts, list) or len(counts) != 2 or not all(map(_is_count, counts)) or counts[1] > counts[0]:
            raise FormatError(f"{wrong}: {quoted(name)} is {quoted(counts)}")
        kinds[name] = Kind(*counts)
    return Record(found["hands"], found["right"], float(found["lost"]), float(found["usual"]), kinds)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 53


def _is_amount(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1 << 53


def kept_at(hand: Sequence[int], places: Sequence[int]) -> frozenset[int]:
    """The cards of a hand at some places, counted from 1."""
    return frozenset(hand[place - 1] for place in places)
