"""Numbers as people type them, at a prompt or as an option."""

import re
from argparse import ArgumentTypeError

from fivecard.errors import quoted

MOST_DIGITS = 40  # that are read; nothing here counts further


def whole_number(text: str) -> int | None:
    """Read a whole number in plain digits; None for anything else.

    What has more digits than are read is cut: whatever it was, it is still beyond every range.

    >>> whole_number("-007"), whole_number("9" * 5000) > 10**MOST_DIGITS, whole_number("seven"), whole_number("٧")
    (-7, True, None, None)
    """
    found = re.fullmatch(r"([+-]?)0*([0-9]+)", text)
    return int(found[1] + found[2][: MOST_DIGITS + 1]) if found else None


def real_number(text: str) -> float | None:
    """Read a finite number in plain digits; None for anything else.

    >>> real_number("-1.5e3"), real_number("nan"), real_number("1e999"), real_number("1_0"), real_number("٧")
    (-1500.0, None, None, None, None)
    """
    if not text.isascii() or "_" in text:
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) < float("inf") else None


def whole_option(text: str) -> int:
    """Read the whole number of an option, or refuse it."""
    number = whole_number(text)
    if number is None:
        raise ArgumentTypeError(f"{quoted(text)} is not a whole number")
    if abs(number) >= 10**MOST_DIGITS:
        raise ArgumentTypeError(f"{quoted(text)} has more than {MOST_DIGITS} digits")
    return number


def real_option(text: str) -> float:
    """Read the number of an option, or refuse it."""
    number = real_number(text)
    if number is None:
        raise ArgumentTypeError(f"{quoted(text)} is not a number")
    return number
