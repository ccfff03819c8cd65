"""English that is the same whatever is spoken of: plurals, articles, lists, numbers and parts in words."""

from collections.abc import Iterable, Sequence
from typing import Final

YOU: Final = "You"
"""The name of a player who is spoken to."""

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def plural(noun: str, count: int) -> str:
    """Write a noun as so many of it are called.

    >>> plural("card", 1), plural("card", 0)
    ('card', 'cards')
    """
    return noun if count == 1 else f"{noun}s"


def counted(count: int, noun: str, *, none: str = "0") -> str:
    """Say how many there are.

    >>> counted(1, "hand"), counted(2_500, "hand"), counted(0, "hand", none="no")
    ('1 hand', '2,500 hands', 'no hands')
    """
    return f"{f'{count:,}' if count else none} {plural(noun, count)}"


def number(count: int) -> str:
    """Write a number up to ten as a word.

    >>> number(0), number(3)
    ('no', 'three')
    """
    return _NUMBERS[count]


def ordinal(place: int) -> str:
    """Write a place, counted from 1, as a word.

    >>> ordinal(1), ordinal(7)
    ('first', 'seventh')
    """
    return _ORDINALS[place - 1]


def article(noun: str) -> str:
    """Put the article before a noun.

    >>> article("flush"), article("ace-high flush")
    ('a flush', 'an ace-high flush')
    """
    return f"{'an' if noun[0] in 'aei' else 'a'} {noun}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Write names as one would say them.

    Args:
        names: What is listed.
        last: What stands before the last of them.

    >>> listed(["Ann", "Bob", "Cy"]), listed(["4", "5"], "or")
    ('Ann, Bob and Cy', '4 or 5')
    """
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def percent(part: float, digits: int = 0) -> str:
    r"""Write a part in percent, in which no line is broken.

    >>> percent(0.314), percent(0.314, 1)
    ('31\xa0%', '31.4\xa0%')
    """
    return f"{part:.{digits}%}".replace("%", "\N{NO-BREAK SPACE}%")


def capital(text: str) -> str:
    """Begin a text as a sentence begins.

    >>> capital("ace-high flush")
    'Ace-high flush'
    """
    return f"{text[:1].upper()}{text[1:]}"


def numbered(steps: Iterable[str]) -> list[str]:
    """Put numbers before steps.

    >>> numbered(["first", "second"])
    ['  1. first', '  2. second']
    """
    return [f"  {place}. {step}" for place, step in enumerate(steps, 1)]
