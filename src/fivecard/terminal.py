"""How things look: colour and suit symbols on a terminal, plain text everywhere else."""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TextIO

from fivecard.cards import PLAIN, Card, Notation, Suit

_TWO_COLOURS: Final = {Suit.DIAMONDS: "31", Suit.HEARTS: "31"}
_SHADES: Final = (88, 124, 130, 136, 100, 64, 28, 22)  # of the 256 colours, red to green
_FOUR_COLOURS: Final = {Suit.CLUBS: "32", Suit.DIAMONDS: "34", Suit.HEARTS: "31"}


@dataclass(frozen=True)
class Look:
    """The way to show cards and words on one stream.

    >>> Look().cards([Card.parse("Ah"), Card.parse("Ts")])
    'Ah Ts'
    """

    rich: bool = False
    """Whether somebody is looking: on a terminal more is shown than a program's plain text."""
    colour: bool = False
    four_colour: bool = False
    notation: Notation = PLAIN

    @classmethod
    def of(cls, stream: TextIO, *, plain: Notation = PLAIN, four_colour: bool = False) -> "Look":
        """Choose the look for a stream: rich on a terminal, the `plain` notation in a pipe or file.

        Colour follows the usual signs: it is off where NO_COLOR is set or TERM is `dumb`.
        """
        if not stream.isatty():
            return cls(notation=plain)
        colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        unicode = (stream.encoding or "").lower().replace("-", "") == "utf8"
        return cls(True, colour, four_colour, plain.with_symbols() if unicode else plain)

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


class ProgressBar:
    """A bar on standard error, for whoever is looking; nothing where nobody is."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None

    def __bool__(self) -> bool:
        return self._stream is not None

    def show(self, done: float, note: str) -> None:
        """Show how much is done, from 0 to 1, and a few words."""
        done = min(max(done, 0.0), 1.0)
        self._write(f"\r[{'#' * int(40 * done):<40}] {done:4.0%}  {note}")

    def clear(self) -> None:
        """Take the bar away."""
        self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        if self._stream is not None:
            with suppress(OSError):  # a terminal that has gone away is no reason to stop
                self._stream.write(text)
                self._stream.flush()
