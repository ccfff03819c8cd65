r"""The text in which GGPoker gives hands out: PokerStars' layout in other words, which are replaced line by line.

The layout is known here from its public form; it was not tried on texts of the site itself.

>>> [line] = translated(["Poker Hand #RC12: Hold'em No Limit ($0.05/$0.1) - 2026/01/31 20:15:00\n"])
>>> line
"PokerStars Hand #12:  Hold'em No Limit ($0.05/$0.1) - 2026/01/31 20:15:00\n"
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

from fivecard.errors import HistoryError, expect
from fivecard.histories import pokerstars
from fivecard.histories.history import History

TITLE: Final = "Poker Hand #"
"""What every hand begins with."""
_HEADER: Final = re.compile(r"(\ufeff?)Poker Hand #[A-Z]*([0-9]+): *")
_SHOWDOWN: Final = re.compile(r"(\*\*\* (?:(?:FIRST|SECOND|THIRD) )?)SHOWDOWN \*\*\*")
_STRADDLE: Final = re.compile(r"(.+: )(straddle [$€£¥]?[0-9])")
_TOTAL: Final = re.compile(r"Total pot .*?\| Rake .*")
_FEE: Final = re.compile(r"\| (?:Rake|Jackpot|Bingo|Fortune|Tax) ([$€£¥]?)([0-9][0-9,]*(?:\.[0-9]+)?)")


def translated(lines: Iterable[str]) -> Iterator[str]:
    """The same lines in PokerStars' words.

    Args:
        lines: As the site writes them.
    """
    for line in lines:
        found = _HEADER.match(line)
        if found:
            yield f"{found[1]}PokerStars Hand #{found[2]}:  {line[found.end() :]}"
        elif _TOTAL.match(line):
            yield _with_all_fees(line)
        else:
            yield _STRADDLE.sub(r"\1posts \2", _SHOWDOWN.sub(r"\1SHOW DOWN ***", line))


def split(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Part a text into hands, as `pokerstars.split` does.

    Args:
        lines: As the site writes them.
    """
    return pokerstars.split(translated(lines))


def loads(text: str, first: int = 1) -> History:
    """Read one hand; what the house takes for jackpots and the like is part of the rake.

    Args:
        text: The hand, in the site's words or PokerStars'.
        first: The number of its first line in the file, for messages.
    """
    expect(text, str, "a hand as text", HistoryError)
    history = pokerstars.loads("".join(translated(text.splitlines(keepends=True))), first)
    return replace(history, details={**history.details, "venue": "GGPoker"})


def _with_all_fees(line: str) -> str:
    """The line of the total pot, with all that the house takes as its rake."""
    fees = [*_FEE.finditer(line)]
    if len(fees) < 2:
        return line
    total = sum([Fraction(fee[2].replace(",", "")) for fee in fees])
    end = line[len(line.rstrip()) :]
    return f"{line[: fees[0].start()]}| Rake {fees[0][1]}{float(total):.2f}{end}"
