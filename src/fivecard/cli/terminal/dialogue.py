"""Talking with people at a terminal, or with a script through a pipe."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Final, TypeVar

from fivecard._util.machine import columns
from fivecard.cli.terminal.numbers import whole_number
from fivecard.cli.terminal.style import NO_BREAK, uncoloured, without_width, wrapped
from fivecard.errors import FivecardError, quoted
from fivecard.words.english import capital

Answer = TypeVar("Answer")

LONGEST_LINE = 1_000_000  # characters; what has no lines would fill the memory
ROOM: Final = 5  # columns that a prompt leaves for its last space and the answer
QUIT: Final = ("q", "quit", "leave")
_edits: Final = ContextVar("edits", default=True)


class LeaveError(FivecardError):
    """Whoever was asked leaves."""


class EndOfInputError(LeaveError):
    """There is nobody left to answer."""


def say(text: str = "") -> None:
    """Write a line; on a terminal it is wrapped at words."""
    print(wrapped(text, columns()) if sys.stdout.isatty() else text.replace(NO_BREAK, " "))


def read_line() -> str:
    """Read a line of standard input with its end; nothing at the end of it."""
    try:
        line = sys.stdin.readline(LONGEST_LINE + 1)
    except OSError as error:
        raise _unreadable(error) from None
    if len(line) > LONGEST_LINE:
        raise FivecardError(f"a line of standard input has more than {LONGEST_LINE:,} characters: {quoted(line)}")
    return line


def _unreadable(error: OSError) -> FivecardError:
    return FivecardError(f"standard input cannot be read: {error.strerror}")


def ask(prompt: str, understand: Callable[[str], Answer], explained: str | None = None) -> Answer:
    """Ask until the answer is understood; `understand` raises a `FivecardError` that says what is wrong.

    Where it can be `explained` what to answer, `?` asks for that, and `q` leaves. A script's answers are
    written out as if they had been typed, so that its transcript reads like a terminal's.
    """
    while True:
        at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        shown = wrapped(prompt, columns() - ROOM) if at_terminal else prompt.replace(NO_BREAK, " ")
        line = _edited_line(shown) if at_terminal and _edits.get() else _plain_line(shown)
        if not line.endswith("\n"):
            say()
        if not line:
            raise EndOfInputError(f"the input ended at '{uncoloured(prompt).strip()}'")
        text = line.strip()
        if explained is not None and text.lower() in QUIT:
            raise LeaveError(f"left at '{uncoloured(prompt).strip()}'")
        if explained is not None and text == "?":
            say(explained)
            continue
        try:
            return understand(text)
        except FivecardError as error:
            say(str(error))


def _plain_line(prompt: str) -> str:
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = read_line()
    if not sys.stdin.isatty():
        sys.stdout.write(line)
    return line


def _edited_line(prompt: str) -> str:
    """Read a line that is edited while it is typed, where the platform can do that."""
    above, newline, prompt = prompt.rpartition("\n")
    sys.stdout.write(above + newline)
    with suppress(ImportError):
        import readline  # noqa: F401  (`input` edits lines as soon as this is there)

        prompt = without_width(prompt)
    try:
        return input(prompt) + "\n"
    except EOFError:
        return ""
    except OSError as error:
        raise _unreadable(error) from None


@contextmanager
def unremembered() -> Iterator[None]:
    """Read answers without readline, which keeps what was typed, and what was deleted, for whoever types next."""
    token = _edits.set(False)
    try:
        yield
    finally:
        _edits.reset(token)


def ask_number(prompt: str, low: int, high: int, explained: str | None = None) -> int:
    """Ask for a whole number in a range."""
    return ask(prompt, lambda text: number_between(text, low, high), explained)


def ask_yes(prompt: str) -> bool:
    """Ask a question that is answered with yes or no."""

    def understand(text: str) -> bool:
        if text.lower() not in {"y", "yes", "n", "no"}:
            raise FivecardError("Please answer y or n.")
        return text.lower().startswith("y")

    return ask(prompt, understand, "Type y for yes or n for no. q leaves.")


def sentence(text: object) -> str:
    """Write what is wrong as a sentence.

    >>> sentence("a name has 1 to 20 characters")
    'A name has 1 to 20 characters.'
    """
    return f"{capital(str(text))}."


def number_between(text: str, low: int, high: int) -> int:
    """Read a whole number in a range, or say in the handouts' words that it is not one."""
    number = whole_number(text)
    if number is None:
        raise FivecardError("Input was not a whole number, try again")
    if not low <= number <= high:
        raise FivecardError(f"Input was not between {low} and {high}, try again")
    return number
