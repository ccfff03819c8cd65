"""Hands that were read, and what is made of those that are missing or bad."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from fivecard import errors as kinds
from fivecard._util.bad_rows import Errors, check_errors
from fivecard.errors import FivecardError, FormatError

NO_CARD: Final = 255
"""The id that stands for a missing card."""
Cards: TypeAlias = NDArray[np.uint8] | NDArray[np.uint64]
Flags: TypeAlias = NDArray[np.bool_]
Number = TypeVar("Number", np.uint8, np.uint16)


class Sizes(NamedTuple):
    """How many cards a row may have, and what messages call it."""

    fewest: int
    most: int
    noun: str = "a hand"


DEAL: Final = Sizes(13, 13, "a deal")
"""Two hands of Omaha and the board."""
ROW: Final = Sizes(1, 52)
"""Any number of cards."""


class Hands(NamedTuple):
    """Rows of ids or sets, which of them are missing or bad, and what is wrong with the first bad one.

    What stands in `cards` for a row that is missing or bad means nothing.
    """

    cards: Cards
    missing: Flags | None = None
    bad: Flags | None = None
    problem: FivecardError | None = None

    @staticmethod
    def of_native(read: tuple[Cards, Flags | None, Flags | None, tuple[str, str, int] | None]) -> "Hands":
        """Take what the compiled module gives."""
        cards, missing, bad, problem = read
        if problem is None:
            return Hands(cards, missing, bad)
        kind, message, row = problem
        return Hands(cards, missing, bad, getattr(kinds, kind)(message, row=row))

    @property
    def rows(self) -> NDArray[np.uint8]:
        """The rows of ids; sets are refused."""
        if self.cards.ndim != 2:
            raise FormatError(f"expected rows of card ids, not {self.cards.dtype}{list(self.cards.shape)}")
        return self.cards.view(np.uint8)

    def absent(self) -> Flags | None:
        """Which rows are missing or bad, if any are."""
        if self.missing is None or self.bad is None:
            return self.bad if self.missing is None else self.missing
        return self.missing | self.bad

    def without(self, missing: Flags) -> "Hands":
        """The same hands, of which more are missing."""
        bad = None if self.bad is None else self.bad & ~missing
        still = bad is not None and bad.any()
        return self._replace(
            missing=missing if self.missing is None else self.missing | missing,
            bad=bad if still else None,
            problem=self.problem if still else None,
        )

    def refused(self, bad: Flags, problem: Callable[[int], FivecardError]) -> "Hands":
        """The same hands, of which more are bad; `problem` says what is wrong with the first of those."""
        if not bad.any():
            return self
        if self.bad is None:
            return self._replace(bad=bad, problem=problem(int(bad.argmax())))
        earlier = self.bad.argmax() <= bad.argmax()
        return self._replace(bad=self.bad | bad, problem=self.problem if earlier else problem(int(bad.argmax())))


Ask: TypeAlias = Callable[[Cards, Flags | None, bool], NDArray[Number]]
"""A kernel: the hands, which of them are absent, and whether it marks wrong ones as absent instead of raising."""


def apply_kernel(
    hands: Hands, ask: Ask[Number], errors: Errors, *, check: Ask[Number] | None = None
) -> NDArray[Number]:
    """Ask a kernel about all hands that are there; a result is masked where a hand is missing, or bad and not raised.

    With `errors="null"` it is always a `MaskedArray`; else only where a hand is missing.
    A kernel raises for a row that is no hand, and so does a row that could not be read: whichever comes first. `check`
    asks the same of a part of the rows, where `ask` fills an array for all of them.
    """
    check_errors(errors)
    absent, mark = hands.absent(), errors == "null"
    if not mark and hands.problem is not None and hands.bad is not None:
        first = int(hands.bad.argmax())
        (check or ask)(hands.cards[:first], None if hands.missing is None else hands.missing[:first], False)
        raise hands.problem
    if mark:  # what is given must not depend on the data
        absent = np.zeros(len(hands.cards), np.bool_) if absent is None else absent.copy()
    elif absent is not None and not absent.any():
        absent = None
    found = ask(hands.cards, absent, mark)
    if absent is None:
        return found
    mask = absent if found.ndim == 1 else np.repeat(absent[:, None], found.shape[1], axis=1)
    return np.ma.MaskedArray(found, mask=mask)
