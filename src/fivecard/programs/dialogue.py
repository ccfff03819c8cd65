"""Talking with people at a terminal, or with a script through a pipe."""

import re
import sys
from collections.abc import Callable
from typing import TypeVar

from fivecard.errors import FivecardError

Answer = TypeVar("Answer")


class EndOfInputError(FivecardError):
    """There is nobody left to answer."""


def say(text: str = "") -> None:
    """Write a line."""
    print(text)


def ask(prompt: str, understand: Callable[[str], Answer]) -> Answer:
    """Ask until the answer is understood; `understand` raises a `FivecardError` that says what is wrong.

    A script's answers are written out as if they had been typed, so that its transcript reads like a terminal's.
    """
    if sys.stdin is None or sys.stdout is None:
        raise FivecardError(f"standard {'input' if sys.stdin is None else 'output'} is closed: nobody can be asked")
    while True:
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            sys.stdout.write(line)
        if not line.endswith("\n"):
            say()
        if not line:
            raise EndOfInputError(f"the input ended at {prompt.strip()!r}; nothing was done after it")
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
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise FivecardError("Input was not a whole number, try again")
    if not low <= int(text) <= high:
        raise FivecardError(f"Input was not between {low} and {high}, try again")
    return int(text)
