"""Talking with people at a terminal, or with a script through a pipe."""

import sys
from collections.abc import Callable
from typing import TypeVar

from fivecard.errors import FivecardError, quoted
from fivecard.programs.numbers import whole_number

Answer = TypeVar("Answer")

LONGEST_LINE = 1_000_000  # characters; what has no lines would fill the memory


class EndOfInputError(FivecardError):
    """There is nobody left to answer."""


def say(text: str = "") -> None:
    """Write a line."""
    print(text)


def read_line() -> str:
    """Read a line of standard input with its end; nothing at the end of it."""
    try:
        line = sys.stdin.readline(LONGEST_LINE + 1)
    except OSError as error:
        raise FivecardError(f"standard input cannot be read: {error.strerror}") from None
    if len(line) > LONGEST_LINE:
        raise FivecardError(f"a line of standard input has more than {LONGEST_LINE:,} characters: {quoted(line)}")
    return line


def ask(prompt: str, understand: Callable[[str], Answer]) -> Answer:
    """Ask until the answer is understood; `understand` raises a `FivecardError` that says what is wrong.

    A script's answers are written out as if they had been typed, so that its transcript reads like a terminal's.
    """
    while True:
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = read_line()
        if not sys.stdin.isatty():
            sys.stdout.write(line)
        if not line.endswith("\n"):
            say()
        if not line:
            raise EndOfInputError(f"the input ended at '{prompt.strip()}'; nothing was done after it")
        try:
            return understand(line.strip())
        except FivecardError as error:
            say(str(error))


def ask_number(prompt: str, low: int, high: int) -> int:
    """Ask for a whole number in a range."""
    return ask(prompt, lambda text: number_between(text, low, high))


def ask_yes(prompt: str) -> bool:
    """Ask a question that is answered with yes or no."""

    def understand(text: str) -> bool:
        if text.lower() not in {"y", "yes", "n", "no"}:
            raise FivecardError("Please answer y or n.")
        return text.lower().startswith("y")

    return ask(prompt, understand)


def number_between(text: str, low: int, high: int) -> int:
    """Read a whole number in a range, or say in the handouts' words that it is not one."""
    number = whole_number(text)
    if number is None:
        raise FivecardError("Input was not a whole number, try again")
    if not low <= number <= high:
        raise FivecardError(f"Input was not between {low} and {high}, try again")
    return number
