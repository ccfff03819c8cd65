"""How things look: colour and suit symbols on a terminal, plain text everywhere else."""

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final, TextIO

from fivecard._util.machine import columns
from fivecard.cards import PLAIN, Card, Notation, Suit

_TWO_COLOURS: Final = {Suit.DIAMONDS: "31", Suit.HEARTS: "31"}
_SHADES: Final = (88, 124, 130, 136, 100, 64, 28, 22)  # of the 256 colours, red to green
_FOUR_COLOURS: Final = {Suit.CLUBS: "32", Suit.DIAMONDS: "34", Suit.HEARTS: "31"}
_CODES: Final = re.compile(r"\x1b\[[0-9;]*m")
_FORGET: Final = "\x1b[3J"
_GAP: Final = "  "  # between columns
_BAR: Final = 40  # columns of progress
NO_BREAK: Final = "\xa0"


@dataclass(frozen=True)
class Look:
    """The way to show cards and words on one stream.

    >>> Look().cards([Card("Ah"), Card("Ts")])
    'Ah Ts'
    """

    rich: bool = False
    """Whether somebody is looking: on a terminal more is shown than a program's plain text."""
    colour: bool = False
    four_colour: bool = False
    notation: Notation = PLAIN

    @classmethod
    def of(cls, stream: TextIO, *, plain: Notation = PLAIN, four_colour: bool = False, letters: bool = False) -> "Look":
        """Choose the look for a stream: rich on a terminal, the `plain` notation in a pipe or file.

        Suits are symbols on a terminal that can show them, unless `letters` are wanted.
        Colour follows the usual signs: it is off where NO_COLOR is set or TERM is `dumb`.
        """
        if not stream.isatty():
            return cls(notation=plain)
        colour = not os.environ.get("NO_COLOR") and not _is_dumb()
        symbols = not letters and (stream.encoding or "").lower().replace("-", "") == "utf8"
        return cls(True, colour, four_colour, plain.with_symbols() if symbols else plain)

    def card(self, card: Card, *, marked: bool = False, width: int = 0) -> str:
        """Write one card, right-justified in a width; a marked one stands out where there is colour."""
        colours = _FOUR_COLOURS if self.four_colour else _TWO_COLOURS
        codes = [*(["1", "4"] if marked else []), *([colours[card.suit]] if card.suit in colours else [])]
        text = self.notation(card)
        return " " * (width - len(text)) + self._paint(text, ";".join(codes))

    def cards(self, cards: Iterable[Card], *, marked: Iterable[Card] = (), width: int = 0) -> str:
        """Write cards side by side, each in a width of its own if that is given."""
        marks = set(marked)
        between = "" if width else " "
        return between.join(self.card(card, marked=card in marks, width=width) for card in cards)

    def strong(self, text: str) -> str:
        """Write words that matter."""
        return self._paint(text, "1")

    def faint(self, text: str) -> str:
        """Write words that stand back."""
        return self._paint(text, "2")

    def shaded(self, text: str, part: float) -> str:
        """Write on a ground from red (0) to green (1)."""
        return self._paint(text, f"97;48;5;{_SHADES[min(int(part * len(_SHADES)), len(_SHADES) - 1)]}")

    def _paint(self, text: str, codes: str) -> str:
        return f"\x1b[{codes}m{text}\x1b[0m" if self.colour and codes else text


def wrapped(text: str, width: int) -> str:
    r"""Break lines at their spaces so that each fits a width; what is longer without a space stays whole.

    A no-break space holds words together, and is written as a space. What follows of an indented line is indented more.

    >>> print(wrapped("Ann has\xa0drawn 2\xa0cards.", 12))
    Ann
    has drawn
    2 cards.
    """
    lines = []
    for line in text.split("\n"):
        row = ""
        indent = " " * (len(line) - len(line.lstrip(" ")))
        for gap, word in re.findall("( *)([^ ]*)", line):
            if not word or not row.strip(" ") or _width(row + gap + word) <= width:
                row += gap + word
            else:
                lines.append(row)
                row = (indent and f"{indent}  ") + word
        lines.append(row)
    return "\n".join(lines).replace(NO_BREAK, " ")


def laid_out(rows: Sequence[Sequence[str]], *, left: int = 1, width: int | None = None) -> list[list[str]]:
    r"""Lay rows of cells out in columns: the first few to the left, the others to the right.

    Columns that do not fit a width follow below, in blocks that begin with the first column again.

    >>> for block in laid_out([("hand", "chance", "pays"), ("pair", "0.2", "1")], width=13):
    ...     print("\n".join(block))
    hand  chance
    pair     0.2
    hand  pays
    pair     1
    """
    made: list[list[str]] = []
    for number, cells in enumerate(zip(*rows, strict=True)):
        widest = max(map(_width, cells))
        gaps = [" " * (widest - _width(cell)) for cell in cells]
        made.append([cell + gap if number < left else gap + cell for cell, gap in zip(cells, gaps, strict=True)])
    blocks = [made[:1]]
    for column in made[1:]:
        taken = sum(_width(each[0]) + len(_GAP) for each in blocks[-1])
        if width is not None and len(blocks[-1]) > 1 and taken + _width(column[0]) > width:
            blocks.append(made[:1])
        blocks[-1] = [*blocks[-1], column]
    return [[_GAP.join(row).rstrip(" ") for row in zip(*block, strict=True)] for block in blocks]


def uncoloured(text: str) -> str:
    """Take the colours out of a text."""
    return _CODES.sub("", text)


def without_width(prompt: str) -> str:
    """Mark a prompt's colours for readline, which must know that they take no room."""
    return _CODES.sub("\x01\\g<0>\x02", prompt)


@contextmanager
def private_screen(stream: TextIO) -> Iterator[None]:
    """Show what follows on a screen of its own, of which nothing is left afterwards, wherever a terminal has one.

    The screen is cleared as well, and on terminals that have but one, what can be scrolled back to: not all of them
    do as they are told. In a pipe nothing is different.
    """
    if not stream.isatty():
        yield
        return
    clear = "\x1b[H\x1b[2J"
    enter, leave = f"\x1b[?1049h{clear}", f"{clear}{'' if has_second_screen() else _FORGET}\x1b[?1049l"
    if _is_dumb():
        enter = leave = "\n" * os.get_terminal_size(stream.fileno()).lines
    stream.write(enter)
    try:
        yield
    finally:
        stream.write(leave)
        stream.flush()


def has_second_screen() -> bool:
    """Whether the terminal is known to have a screen beside the one that is scrolled."""
    if _is_dumb():
        return False
    try:
        import curses
    except ImportError:  # Windows: its terminal has one
        return True
    try:
        curses.setupterm()
    except curses.error:
        return False
    return bool(curses.tigetstr("smcup"))


def _is_dumb() -> bool:
    """Whether the terminal can do nothing but write lines."""
    return os.environ.get("TERM") == "dumb"


def _width(text: str) -> int:
    """How many columns a text takes: colours and marks none, wide characters two."""
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in uncoloured(text)
    )


class ProgressBar:
    """A bar on standard error, for whoever is looking; nothing where nobody is."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None

    def __bool__(self) -> bool:
        return self._stream is not None

    def show(self, done: float, note: str) -> None:
        """Show how much is done, from 0 to 1, and a few words."""
        done, width = min(max(done, 0.0), 1.0), columns() - 1  # one less: the last column may begin a new line
        words = f" {done:4.0%}  {note}"
        size = min(_BAR, width - len(words) - len("[]"))
        bar = f"[{'#' * int(size * done):<{size}}]" if size > 0 else ""
        self._write(f"\r{(bar + words)[:width]}")

    def tell(self, note: str) -> None:
        """Show a few words, where nobody knows how much there is to do."""
        width = columns() - 1
        self._write(f"\r{note[:width]:<{width}}")

    def clear(self) -> None:
        """Take the bar away."""
        self._write(f"\r{' ' * (columns() - 1)}\r" if _is_dumb() else "\r\x1b[K")

    def _write(self, text: str) -> None:
        if self._stream is not None:
            with suppress(OSError):  # a terminal that has gone away is no reason to stop
                self._stream.write(text)
                self._stream.flush()
