"""Draw poker machines as values: which cards are wild, and what is paid for what.

A hand is paid by the first line that it can be made into, its wild cards being whatever helps. Games of one's own are
written in TOML: `docs/video-poker.md` shows how.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from pathlib import Path
from typing import Final

from fivecard import _core
from fivecard._util.machine import path_of
from fivecard.cards import Rank
from fivecard.engine.rules import HAND_SIZE
from fivecard.errors import ArgumentError, FormatError, did_you_mean, quoted

MADE: Final = (
    "any hand", "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush", "five of a kind",
)  # fmt: skip
"""What a line may pay for, numbered as the compiled module does."""
ANY_RANK: Final = (1 << len(Rank)) - 1
MOST_JOKERS: Final = 2
MOST_LINES: Final = 64
MOST_PAY: Final = 1_000_000
MOST_SCALED: Final = 1_000_000_000
_OF_RANKS: Final = {
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "full house",
    "four of a kind",
    "five of a kind",
}
_WITH_KICKERS: Final = {"full house", "four of a kind"}
_LETTERS: Final = "".join(rank.letter for rank in Rank)


@dataclass(frozen=True)
class Line:
    """A line of a pay table."""

    name: str
    made: str
    """What a hand must be, or be made into: one of `MADE`."""
    pay: Fraction
    """What it wins, for each coin."""
    ranks: int = ANY_RANK
    """Of which ranks, as bits: of the higher pair, of three in a full house."""
    kickers: int = ANY_RANK
    """Of which rank the card beside four of a kind is, or the pair of a full house."""
    wilds: frozenset[int] = frozenset(range(HAND_SIZE + 1))
    """How many wild cards the hand may have, jokers among them."""
    jokers: frozenset[int] = frozenset(range(MOST_JOKERS + 1))

    @property
    def as_numbers(self) -> tuple[int, int, int, int, int]:
        """The line as the compiled module takes it."""
        wilds, jokers = (sum(1 << count for count in counts) for counts in (self.wilds, self.jokers))
        return MADE.index(self.made), self.ranks, self.kickers, wilds, jokers


@dataclass(frozen=True)
class Game:
    """A draw poker machine.

    >>> from fivecard.draw.video_poker import game
    >>> [line.name for line in game("jacks or better").lines][-3:]
    ['three of a kind', 'two pair', 'jacks or better']
    """

    name: str
    lines: tuple[Line, ...]
    wild_ranks: int = 0
    """The ranks whose cards are wild, as bits."""
    jokers: int = 0
    """How many jokers there are, all of them wild."""

    @property
    def pays(self) -> tuple[Fraction, ...]:
        """What is paid for each line, and for nothing."""
        return (*(line.pay for line in self.lines), Fraction(0))

    @cached_property
    def table(self) -> _core.PayTable:
        """All hands, sorted into the lines."""
        return _core.PayTable(self.jokers, self.wild_ranks, [line.as_numbers for line in self.lines])

    def __reduce__(self) -> tuple[object, ...]:
        return Game, (self.name, self.lines, self.wild_ranks, self.jokers)  # a copy sorts the hands again

    def line(self, name: str) -> int:
        """The number of a line, by its name."""
        names = [line.name for line in self.lines]
        if name not in names:
            raise FormatError(f"{self.name} has no line {quoted(name)}{_hint(name, names)}")
        return names.index(name)

    def with_pays(self, pays: Mapping[str, Fraction], name: str | None = None) -> "Game":
        """The same game with other pays for some lines."""
        numbers = {self.line(line): pay for line, pay in pays.items()}
        lines = tuple([replace(line, pay=numbers.get(number, line.pay)) for number, line in enumerate(self.lines)])
        return Game(name or self.name, lines, self.wild_ranks, self.jokers)


def load(file: str | os.PathLike[str]) -> Game:
    """Read a game of your own from a TOML file.

    Args:
        file: It has `lines`, and may have `name`, `wild` and `jokers`.
    """
    path = Path(path_of(file))
    try:
        found = tomllib.loads(path.read_bytes().decode())
    except UnicodeDecodeError as error:
        raise FormatError(f"{path}: a game is written in UTF-8: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"{path}: no TOML: {error}") from None
    game = game_of(found, str(path), named=path.stem)
    outcomes = set(game.table.outcomes())
    if never := [line.name for number, line in enumerate(game.lines) if number not in outcomes]:
        raise FormatError(f"{path}: no hand is paid by the line {quoted(never[0])}: the lines before it take them all")
    return game


def game_of(found: Mapping[str, object], where: str, named: str | None = None) -> Game:
    """Check what TOML says of a game."""
    _expect_keys(found, {"name", "wild", "jokers", "lines"}, where)
    name = found.get("name", named)
    if not isinstance(name, str) or not name.strip():
        raise FormatError(f"{where}: the name of a game is a text, not {quoted(name)}")
    jokers = _count(found.get("jokers", 0), MOST_JOKERS, f"{where}: jokers")
    wild_ranks = _ranks(found["wild"], f"{where}: wild") if "wild" in found else 0
    lines = found.get("lines")
    if not isinstance(lines, list) or not 1 <= len(lines) <= MOST_LINES:
        raise FormatError(f"{where}: a game has 1 to {MOST_LINES} lines")
    read = tuple([_line(line, f"{where}: line {number}") for number, line in enumerate(lines, 1)])
    names = [line.name for line in read]
    if twice := [each for each in names if names.count(each) > 1]:
        raise FormatError(f"{where}: two lines are called {quoted(twice[0])}: give one of them a name")
    return Game(name, read, wild_ranks, jokers)


def _line(found: object, where: str) -> Line:
    if not isinstance(found, dict):
        raise FormatError(f"{where}: a line is a table, such as {{ hand = 'flush', pay = 6 }}")
    _expect_keys(found, {"name", "hand", "pay", "ranks", "kickers", "wilds", "jokers"}, where)
    made = found.get("hand")
    if made not in MADE:
        hint = _hint(made, MADE) if isinstance(made, str) else ""
        raise FormatError(f"{where}: hand is one of {', '.join(MADE)}, not {quoted(made)}{hint}")
    name = found.get("name", made)
    if not isinstance(name, str) or not name.strip():
        raise FormatError(f"{where}: the name of a line is a text, not {quoted(name)}")
    for key, allowed in (("ranks", _OF_RANKS), ("kickers", _WITH_KICKERS)):
        if key in found and made not in allowed:
            raise FormatError(f"{where}: a {made} has no {key}")
    return Line(
        name,
        made,
        _pay(found.get("pay"), where),
        _ranks(found["ranks"], f"{where}: ranks") if "ranks" in found else ANY_RANK,
        _ranks(found["kickers"], f"{where}: kickers") if "kickers" in found else ANY_RANK,
        _counts(found.get("wilds"), HAND_SIZE, f"{where}: wilds"),
        _counts(found.get("jokers"), MOST_JOKERS, f"{where}: jokers"),
    )


def _expect_keys(found: Mapping[str, object], known: set[str], where: str) -> None:
    if unknown := [key for key in found if key not in known]:
        hint = _hint(unknown[0], known)
        raise FormatError(f"{where}: {quoted(unknown[0])} is not known; there are {', '.join(sorted(known))}{hint}")


def _pay(found: object, where: str) -> Fraction:
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= MOST_PAY:
        raise FormatError(f"{where}: pay is a number from 0 to {MOST_PAY:,}, not {quoted(found)}")
    return Fraction(str(found))


def _count(found: object, most: int, where: str) -> int:
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= most:
        raise FormatError(f"{where} is a number from 0 to {most}, not {quoted(found)}")
    return found


def _counts(found: object, most: int, where: str) -> frozenset[int]:
    if found is None:
        return frozenset(range(most + 1))
    return frozenset([_count(each, most, where) for each in (found if isinstance(found, list) else [found])])


def _ranks(found: object, where: str) -> int:
    """Read ranks, such as `A`, `2-4` or `J-A,2`."""
    bits = 0
    for part in found.split(",") if isinstance(found, str) else [""]:
        ends = re.fullmatch(rf"\s*([{_LETTERS}])(?:-([{_LETTERS}]))?\s*", part)
        low, high = (_LETTERS.index(ends[1]), _LETTERS.index(ends[2] or ends[1])) if ends else (1, 0)
        if low > high:
            raise FormatError(f"{where}: ranks are written like A, 2-4 or J-A,2, not {quoted(found)}")
        bits |= (1 << high + 1) - (1 << low)
    return bits


def scaled(pays: Sequence[Fraction]) -> tuple[list[int], int]:
    """Turn pays into whole numbers; gives them, and by what they were multiplied."""
    scale = lcm(*(pay.denominator for pay in pays))
    if max(pays) * scale > MOST_SCALED:
        raise ArgumentError(
            f"pays of {float(max(pays)):,g} with {len(str(scale)) - 1} decimals are too long to be exact"
        )
    return [int(pay * scale) for pay in pays], scale


def _hint(word: str, names: Iterable[str]) -> str:
    meant = did_you_mean(word, names)
    return f"; {meant}" if meant else ""
