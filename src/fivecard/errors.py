"""What can go wrong, and what it is called.

Everything raised for a user's mistake is a `FivecardError`, and so a `ValueError`. Messages show the value and
where it stands.
"""

TYPE_CHECKING = False  # as in fivecard/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import UnionType

LONGEST_QUOTE = 40  # characters of a value; native/src/letters.hpp cuts at the same place


def quoted(value: object) -> str:
    """Write a value as messages show it: as Python would write it, of a long one the beginning.

    >>> print(quoted("Xh"), quoted("x" * 3_000_000), quoted(10**5000))
    'Xh' 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' a number of 16610 bits
    """
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_QUOTE else value[:LONGEST_QUOTE] + "...")
    try:
        text = repr(value)
    except ValueError:  # Python does not write numbers of thousands of digits
        return f"a number of {value.bit_length()} bits" if isinstance(value, int) else object.__repr__(value)
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "..."


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
    """The root of all errors raised here."""


def expect(
    value: object, kind: "type[object] | UnionType", what: str, error: type[FivecardError] = FivecardError
) -> None:
    """Refuse a value of another kind than is needed, and show it.

    >>> expect(5, str, "a name")
    Traceback (most recent call last):
    fivecard.errors.FivecardError: expected a name, got 5
    """
    if not isinstance(value, kind):
        raise error(f"expected {what}, got {quoted(value)}")


def expect_progress(progress: object) -> None:
    """Refuse what cannot be told how far work is, before it begins."""
    if progress is not None and not callable(progress):
        raise FivecardError(f"expected a function as progress, got {quoted(progress)}")


class CardError(FivecardError):
    """Something is not a card."""


class CardTypeError(CardError, TypeError):
    """A value is of the wrong kind: a card was expected."""


class HandError(FivecardError):
    """These cards are not a hand that can be evaluated."""


class MemoryLimitError(FivecardError, MemoryError):
    """A call would take more memory than it may: see `fivecard._util.machine.memory`."""


class RankingError(HandError, TypeError):
    """Hands of different rankings were compared, or a ranking does not know such hands."""


class RangeError(HandError):
    """A text is not a range of hands, or the range is impossible."""


class DuplicateCardError(HandError):
    """The same card stands twice where each may stand once."""


class IllegalActionError(FivecardError):
    """The rules of the game do not allow this now."""


class UsageError(FivecardError):
    """A command line asks for something impossible."""


class PileError(FivecardError):
    """A pile does not hold what was asked of it."""


class ComplexError(FivecardError):
    """Something is not a complex number, or not an exponent for one."""


class DivisionError(ComplexError, ZeroDivisionError):
    """A complex number was to be divided by zero."""


class PictureError(FivecardError):
    """There is no such picture."""


class HistoryError(FivecardError):
    """The history of a hand cannot be read or written, or does not end as it says."""
