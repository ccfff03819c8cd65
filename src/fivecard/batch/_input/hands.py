"""Hands that were read, and what is made of those that are missing or bad."""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from fivecard import errors as kinds
from fivecard._util.machine import pieces
from fivecard.errors import ArgumentError, FivecardError, HandError, quoted

NO_CARD: Final = 255
"""What stands where there is no card."""
_SOME: Final = 5  # cards in a set that stands for a missing one
Errors: TypeAlias = Literal["raise", "null"]
"""What becomes of bad rows: the first of them is raised, or all of them are masked in the result."""
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
            raise HandError(f"expected rows of card ids, not {self.cards.dtype}{list(self.cards.shape)}")
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

    def there(self, first_card: int = 0) -> Cards:
        """The cards, with some hand of a deck in place of those that are missing or bad: a kernel goes on there."""
        absent = self.absent()
        if absent is None:
            return self.cards
        cards, some = np.empty_like(self.cards), np.uint64((1 << _SOME) - 1 << first_card)
        for piece in pieces(len(cards)):
            cards[piece] = self.cards[piece]
            cards[piece][absent[piece]] = (
                np.arange(first_card, first_card + cards.shape[1]) if cards.ndim == 2 else some
            )
        return cards


def check_errors(errors: str) -> None:
    """Refuse what is no way to treat bad rows."""
    if errors not in ("raise", "null"):
        raise ArgumentError(f"errors is 'raise' or 'null', not {quoted(errors)}")


def apply_kernel(
    hands: Hands,
    ask: Callable[[Cards], NDArray[Number]],
    find_bad: Callable[[Cards], Flags],
    errors: Errors,
    *,
    first_card: int = 0,
    check: Callable[[Cards], object] | None = None,
) -> NDArray[Number]:
    """Ask a kernel about all hands that are there; a result is masked where a hand is missing, or bad and not raised.

    With `errors="null"` it is always a `MaskedArray`; else only where a hand is missing.
    A kernel raises for a row that is no hand, and so does a row that could not be read: whichever comes first. `check`
    asks the same of a part of the rows, where `ask` fills an array for all of them.
    """
    check_errors(errors)
    if errors == "raise" and hands.problem is not None and hands.bad is not None:
        first = int(hands.bad.argmax())
        before = Hands(hands.cards[:first], None if hands.missing is None else hands.missing[:first])
        (check or ask)(before.there(first_card))
        raise hands.problem
    absent, cards = hands.absent(), hands.there(first_card)
    if errors == "null" and (worse := find_bad(cards)).any():
        absent = worse if absent is None else absent | worse
        cards = Hands(cards, worse).there(first_card)
    found = ask(cards)
    if errors == "null" and absent is None:  # what is given must not depend on the data
        absent = np.zeros(len(found), bool)
    if absent is None or (errors == "raise" and not absent.any()):
        return found
    found[absent] = 0
    mask = absent if found.ndim == 1 else np.repeat(absent[:, None], found.shape[1], axis=1)
    return np.ma.MaskedArray(found, mask=mask)
