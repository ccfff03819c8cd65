"""The lines of PokerStars' layout, and where a hand begins."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from fivecard.errors import HistoryError, quoted
from fivecard.histories.pokerstars.layout import COURCHEVEL, GAMES, LIMITS


def _any(names: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))


_NUMBER: Final = r"[0-9][0-9,]*(?:\.[0-9]+)?"
_AMOUNT: Final = rf"[$€£]?({_NUMBER})"
_BEGINNING: Final = re.compile(r"\ufeff?PokerStars .*#\d+:")
_BETWEEN: Final = re.compile(r"\ufeff?(Hand #\d+|\*+ # \d+ \*+|Transcript .*)?")
HEADER: Final = re.compile(
    rf"""\ufeff?PokerStars\ .*?\#(?P<hand>[0-9]+):\ +
    (?:\{{[^{{}}]*\}}\ +)?
    (?:(?:\w+\ )?Tournament\ \#(?P<tournament>\d+),\ (?P<buy_in>.*?)\ ?)??
    (?:[^(){{}}\#$€£,]{{1,40}}\()?(?P<game>{_any([*GAMES, *COURCHEVEL])})\ (?P<limit>{_any(LIMITS)})\b
    .*?(?:Level\ (?P<level>\w+)\ )?\(?(?P<currency_symbol>[$€£]?)(?P<low>{_NUMBER})/[$€£]?(?P<high>{_NUMBER})
    (?:.*?(?P<currency>[A-Z]{{3}})\))?
    (?:.*?(?P<year>\d{{4}})/(?P<month>\d\d)/(?P<day>\d\d)\ (?P<time>\d+:\d\d:\d\d)
    (?:\ (?P<time_zone_abbreviation>\w+))?)?""",
    re.VERBOSE,
)
TABLE: Final = re.compile(r"Table '(.*)'(?: ([0-9]{1,9})-max)?.*?(?:Seat #([0-9]{1,9}) is the button)?$")
SEAT: Final = re.compile(rf"Seat ([0-9]{{1,9}}): (.+) \({_AMOUNT} in chips")
DEALT: Final = re.compile(r"Dealt to (.+?) \[([^]]*)\](?: \[([^]]*)\])?$")
HEADING: Final = re.compile(r"\*\*\* (.+?) \*\*\*(?: \[([^]]*)\])?(?: \[([^]]*)\])?")
DONE: Final = re.compile(
    r"(.+): (folds|checks|calls|bets|raises|brings in|posts|discards|stands pat|shows)\b([^[]*)(?:\[([^]]*)\])?"
)
POST: Final = re.compile(rf" (the ante|small & big blinds|(?:small|big|button) blind|straddle) {_AMOUNT}")
LAST_AMOUNT: Final = re.compile(rf".*(?:^|[ (]){_AMOUNT}")
COUNT: Final = re.compile(r" ([0-9]{1,9}) cards?")
RETURNED: Final = re.compile(rf"Uncalled bet \({_AMOUNT}\) returned to (.+)$")
RUN: Final = re.compile(r"(FIRST|SECOND|THIRD) (FLOP|TURN|RIVER|SHOW ?DOWN)")
COLLECTED: Final = re.compile(rf"(.+) collected {_AMOUNT} from ")
TOTAL: Final = re.compile(rf"Total pot {_AMOUNT}.*\| Rake {_AMOUNT}")
SHOWED: Final = re.compile(r"Seat ([0-9]{1,9}): .* (?:showed|mucked) \[([^]]*)\]")
CHAT: Final = re.compile(r'.* said, "')


def split(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    r"""Part a text into hands, each as soon as it is there: the number of the first line of each, and its text.

    >>> list(split(["PokerStars Hand #1: ...\n", "Table 'A'\n", "\n", "PokerStars Hand #2: ...\n"]))
    [(1, "PokerStars Hand #1: ...\nTable 'A'\n\n"), (4, 'PokerStars Hand #2: ...\n')]
    """
    first, hand = 0, list[str]()
    for number, line in enumerate(lines, 1):
        if _BEGINNING.match(line):
            if hand:
                yield first, "".join(hand)
            first, hand = number, [line]
        elif hand:
            hand.append(line)
        elif not _BETWEEN.fullmatch(line.strip()):
            raise HistoryError(
                f"line {number}: a hand begins with 'PokerStars Hand #', not with {quoted(line.strip())}"
            )
    if hand:
        yield first, "".join(hand)
