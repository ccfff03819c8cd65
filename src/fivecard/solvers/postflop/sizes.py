"""Sizes of bets as people write them: `"33%, 75%, e, a"`, and raises `"2.5x, a"`.

>>> [size.chips(Facing(pot=100, stack=900, streets=2)) for size in bet_sizes("33%, 120, a, e")]
[33.0, 120.0, 900, 167.9449471770337]
>>> [size.chips(Facing(pot=300, stack=800, streets=2, called=100)) for size in raise_sizes("2.5x, 50%")]
[250.0, 250.0]
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

from fivecard.errors import RulesError, expect, quoted

Kind = Literal["pot", "times", "geometric", "all-in", "chips"]

_NUMBER: Final = r"(?P<number>\d+(?:\.\d+)?|\.\d+)"
_FORMS: Final[dict[Kind, re.Pattern[str]]] = {
    "pot": re.compile(rf"{_NUMBER}%"),
    "times": re.compile(rf"{_NUMBER}x"),
    "geometric": re.compile(r"(?P<number>[1-9])?e"),
    "all-in": re.compile(r"a"),
    "chips": re.compile(_NUMBER),
}

_LARGEST: Final = 1e9


@dataclass(frozen=True, slots=True)
class Facing:
    """What a player who bets or raises has before them.

    Args:
        pot: What lies in the middle once the bet that is faced, if any, is called.
        stack: What is left to bet then.
        streets: How many streets are left, this one too.
        called: What both have put in on this street once it is called: what a raise comes on top of.
    """

    pot: float
    stack: float
    streets: int
    called: float = 0


@dataclass(frozen=True, slots=True)
class Size:
    """One size of a bet or raise.

    Args:
        kind: A part of the pot, a multiple of the bet, the same part of the pot on every street, all-in, or chips.
        number: Percent of the pot, times the bet, or chips; of streets, where not all that are left are meant.
    """

    kind: Kind
    number: float = 0

    def chips(self, facing: Facing) -> float:
        """What it comes to on this street, with what was put in before: chips to which is bet or raised."""
        match self.kind:
            case "pot":
                return facing.called + self.number / 100 * facing.pot
            case "times":
                return self.number * facing.called
            case "chips":
                return self.number
            case "all-in":
                return facing.called + facing.stack
            case "geometric":
                streets = int(self.number or facing.streets)
                part: float = ((1 + 2 * facing.stack / facing.pot) ** (1 / streets) - 1) / 2
                return facing.called + part * facing.pot


def bet_sizes(text: str) -> tuple[Size, ...]:
    """Read sizes of bets.

    These are parts of the pot `33%`, chips `120`, all-in `a`, and `e`: the part of the pot that, bet on this and every
    later street and called, is all-in on the river (`2e`: on this street and the next).

    >>> bet_sizes("2.5x")
    Traceback (most recent call last):
    fivecard.errors.RulesError: '2.5x' is no size of a bet: write a part of the pot (33%), chips (120), e, 2e or a
    """
    return _read(text, "bet", "a part of the pot (33%), chips (120), e, 2e or a", without="times")


def raise_sizes(text: str) -> tuple[Size, ...]:
    """Read sizes of raises.

    These are multiples of the bet `2.5x`, parts of the pot after calling `50%`, chips to which is raised `300`, `e`,
    and `a`.
    """
    return _read(text, "raise", "a multiple (2.5x), a part of the pot (50%), chips (300), e, 2e or a")


def _read(text: str, what: str, forms: str, without: Kind | None = None) -> tuple[Size, ...]:
    expect(text, str, f"the sizes of a {what} as a text", RulesError)
    words = [word.strip() for word in text.split(",")]
    return tuple(_size(word, without, f"is no size of a {what}: write {forms}") for word in words if word)


def _size(word: str, without: Kind | None, complaint: str) -> Size:
    for kind, form in _FORMS.items():
        if kind != without and (found := form.fullmatch(word)):
            number = float(found["number"] or 0) if form.groups else 0
            if kind in {"pot", "times", "chips"} and not 0 < number < _LARGEST:
                break
            return Size(kind, number)
    raise RulesError(f"{quoted(word)} {complaint}")
