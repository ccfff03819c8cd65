"""What can go wrong, and what it is called.

Everything raised for a user's mistake is a `FivecardError`, and so a `ValueError`. Messages show the value; where it
stands is data (`error.row`, `error.line`, `error.column`, `error.seat`, `error.source`), which `str(error)` shows too
(the seat where the message speaks of it). The tree::

    FivecardError(ValueError)
    ├── CardError                    not a card
    │   └── CardTypeError            (TypeError) another kind of value, where a card was expected
    ├── HandError                    these cards are not a hand, or not hands that go together
    │   ├── DuplicateCardError       the same card twice
    │   ├── RangeError               not a range of hands
    │   └── RankingError             (TypeError) no ranking, or one that does not know such hands
    ├── PileError                    a pile does not hold what was asked of it
    ├── ArgumentError                a wrong option or argument: threads, seeds, errors=...
    ├── UnknownNameError             (LookupError) no such game, ranking, player, format, variant
    ├── RulesError                   rules, stakes or stacks that no game can have
    ├── IllegalActionError           the rules of the game do not allow this now
    ├── HistoryError                 the history of a hand cannot be read or written
    ├── FormatError                  a file or a column is not in a layout that can be read
    ├── MissingDependencyError       (ImportError) a package of an extra is not installed
    └── MemoryLimitError             (MemoryError) it would take more memory than it may

Modules add their own: `fivecard.handouts.complex` and `palettes`, `fivecard.cli.usage`, `fivecard.equities.methods`
and those of `fivecard.table`.
"""

TYPE_CHECKING = False  # as in fivecard/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import UnionType
    from typing import Any, Self

LONGEST_QUOTE = 40  # characters of a value; native/src/letters.hpp cuts at the same place


def quoted(value: object) -> str:
    """Write a value as messages show it: as Python would write it, of a long one the beginning.

    >>> print(quoted("Xh"), quoted("x" * 3_000_000), quoted(10**5000))
    'Xh' 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' a number of 16610 bits
    """
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_QUOTE else value[:LONGEST_QUOTE] + "...")
    try:
        text = " ".join(repr(value).split())  # arrays stand on several lines
    except ValueError:  # Python does not write numbers of thousands of digits
        return f"a number of {value.bit_length()} bits" if isinstance(value, int) else object.__repr__(value)
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "..."


def place_in(text: str, at: int) -> "dict[str, int]":
    r"""Where the character `at` of a text stands, for an error: its column, and its line where there are several.

    >>> place_in("Ah Kx", 3), place_in("Ah\nKx", 3)
    ({'column': 4}, {'line': 2, 'column': 1})
    """
    place = {"column": at - text.rfind("\n", 0, at)}
    return {"line": 1 + text.count("\n", 0, at), **place} if "\n" in text else place


def did_you_mean(word: str, names: "Iterable[str]") -> str:
    """Ask whether the name most like a word, or else one with the word in it, was meant; nothing if there is none.

    >>> games = ["omaha", "holdem", "seven-card-stud"]
    >>> did_you_mean("Hold-em", games), did_you_mean("stud", games), did_you_mean("xyz", games)
    ('did you mean holdem?', 'did you mean seven-card-stud?', '')
    """
    from difflib import get_close_matches  # what few need

    known, word = [*names], word.lower()[:LONGEST_QUOTE]
    found = get_close_matches(word, known, n=1) or [name for name in known if len(word) > 2 and word in name]
    return f"did you mean {found[0]}?" if found else ""


def install(extra: str) -> str:
    """Say how to get what an extra brings: from a clone, which is where fivecard comes from until it is released.

    >>> print(f"a table needs uvicorn: {install('table')}")
    a table needs uvicorn: pip install '.[table]' in a clone of fivecard
    """
    return f"pip install '.[{extra}]' in a clone of fivecard"


def load_once(module: dict[str, object], made: str) -> None:
    """Refuse to load a module again, where other modules hold what it made the first time."""
    if made in module:
        raise ImportError(
            f"{module['__name__']} cannot be loaded again, since all of fivecard holds what it made: start Python again"
        )


load_once(globals(), "FivecardError")


class FivecardError(ValueError):
    """The base class of fivecard's errors: a message, and the place of the mistake.

    >>> error = HandError("duplicate card 'Ah'", row=3)
    >>> print(error, error.row)
    duplicate card 'Ah' (row 3) 3
    >>> print(error.at(row=5).at(source="a batch"))
    duplicate card 'Ah' (row 5 of a batch)
    >>> print(CardError("'Xh' is not a card", line=5).at(source="deals.txt"))
    deals.txt: line 5: 'Xh' is not a card
    >>> unknown = IllegalActionError("the hands of {seat} are not known", seat=(0, 2))
    >>> print(unknown, unknown.naming(["Ann", "Bob", "Cleo"].__getitem__), sep="; ")
    the hands of seats 0 and 2 are not known; the hands of Ann and Cleo are not known
    """

    def __init__(
        self,
        message: str = "",
        *,
        row: int | None = None,
        line: int | None = None,
        column: int | str | None = None,
        seat: int | tuple[int, ...] | None = None,
        source: object = None,
    ) -> None:
        # `args` stay what a class was called with, by which errors are pickled and copied
        self.message = message
        """What is wrong, without the place; `{seat}` stands where the seat is shown."""
        self.row = row
        """The row of an array or a column, counted from 0."""
        self.line = line
        """The line of a text, counted from 1."""
        self.column = column
        """The column, by its number or its name."""
        self.seat = seat
        """The seat, or the seats, counted from 0."""
        self.source = source
        """What the value is a part of, or stands in: a file, a batch, the board, a player's hand."""
        self._names: str | None = None  # of the players at `seat`

    def __str__(self) -> str:
        text = self.message
        if self.seat is not None:
            seats = self.seat if isinstance(self.seat, tuple) else (self.seat,)
            numbers = f"seat{'s' * (len(seats) != 1)} {_listed(map(str, seats))}"
            text = text.replace("{seat}", self._names or numbers, 1)
        if self.line is not None and self.column is not None:
            text = f"line {self.line}, column {self.column}: {text}"
        elif self.line is not None:
            text = f"line {self.line}: {text}"
        elif self.column is not None:
            text = f"column {self.column}: {text}"
        if self.row is not None:
            return f"{text} (row {self.row})" if self.source is None else f"{text} (row {self.row} of {self.source})"
        return text if self.source is None else f"{self.source}: {text}"

    def __repr__(self) -> str:
        place = [f"{name}={value!r}" for name in _PLACE if (value := getattr(self, name)) is not None]
        return f"{type(self).__name__}({', '.join([repr(self.message), *place])})"

    def at(self, **place: object) -> "Self":
        """Say the same of another place: what is named of `row`, `line`, `column`, `seat` and `source` is replaced."""
        if strange := place.keys() - _PLACE:
            raise TypeError(f"a place has {', '.join(_PLACE)}, not {', '.join(sorted(strange))}")
        return self._with({**place, "_names": None} if "seat" in place else place)

    def within(self, source: object) -> "Self":
        """Say the same of a part of something larger: what it stands in comes before the source known so far.

        >>> print(HandError("a hand has 5 cards", source="player 2").within("deals.txt"))
        deals.txt: player 2: a hand has 5 cards
        """
        return self.at(source=source if self.source is None else f"{source}: {self.source}")

    def naming(self, name: "Callable[[int], str]") -> "Self":
        """Say the same with the names of players where the message shows seats."""
        if self.seat is None:
            return self
        seats = self.seat if isinstance(self.seat, tuple) else (self.seat,)
        return self._with({"_names": _listed(map(name, seats))})

    def showing(self, texts: "Iterable[str]") -> "Self":
        """Say the same and show these texts.

        >>> print(HandError("a card is missing", row=1).showing(["Ah"]))
        a card is missing in 'Ah' (row 1)
        """
        shown = " with ".join(map(quoted, texts))
        return self._with({"message": f"{self.message} in {shown}"}) if shown else self

    def _with(self, changes: "dict[str, Any]") -> "Self":
        found = type(self)(*self.args)
        vars(found).update(vars(self), **changes)
        return found


_PLACE = ("row", "line", "column", "seat", "source")


def _listed(words: "Iterable[str]") -> str:
    *first, last = words  # as `fivecard.words.english.listed` has it, which nothing here may import
    return f"{', '.join(first)} and {last}" if first else last


class CardError(FivecardError):
    """Something is not a card."""


class CardTypeError(CardError, TypeError):
    """A value is of the wrong kind: a card was expected."""


class HandError(FivecardError):
    """These cards are not a hand that can be evaluated."""


class MemoryLimitError(FivecardError, MemoryError):
    """A call would take more memory than `FIVECARD_MEMORY` allows, or an exact equity more than 1 GiB."""


class RankingError(HandError, TypeError):
    """Something is no ranking, or does not fit the hands: hands of different rankings cannot be compared."""


class RangeError(HandError):
    """A text is not a range of hands, or the range is impossible."""


class DuplicateCardError(HandError):
    """A card is repeated where each card may appear once."""


class ArgumentError(FivecardError):
    """An option or an argument has a value that it cannot have: threads, seeds, ways to treat errors."""


class UnknownNameError(FivecardError, LookupError):
    """A name is unknown: there is no such game, ranking, player, format or variant."""


class RulesError(FivecardError):
    """Rules, stakes or stacks that no game can have."""


class FormatError(FivecardError):
    """A file or a column is not in a layout that can be read, or written."""


class MissingDependencyError(FivecardError, ImportError):
    """A package of one of fivecard's extras is not installed."""


class IllegalActionError(FivecardError):
    """The rules of the game do not allow this now."""


class PileError(FivecardError):
    """A pile does not hold what was asked of it."""


class HistoryError(FivecardError):
    """The history of a hand cannot be read or written, or does not end as it says."""


def expect(
    value: object, kind: "type[object] | UnionType", what: str, error: type[FivecardError] = ArgumentError
) -> None:
    """Refuse a value of another kind than is needed, and show it.

    >>> expect(5, str, "a name")
    Traceback (most recent call last):
    fivecard.errors.ArgumentError: expected a name, got 5
    """
    if not isinstance(value, kind):
        raise error(f"expected {what}, got {quoted(value)}")


def expect_progress(progress: object) -> None:
    """Refuse what cannot be told how far work is, before it begins."""
    if progress is not None and not callable(progress):
        raise ArgumentError(f"expected a function as progress, got {quoted(progress)}")
