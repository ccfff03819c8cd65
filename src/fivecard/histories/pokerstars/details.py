"""What a header says beside the game: taken from a history's details, which may come from any file."""

import re
from collections.abc import Callable, Sequence
from datetime import date, time
from typing import Any

from fivecard.errors import HistoryError, quoted
from fivecard.histories.history import History


class Details:
    """The details that the layout has a place for; what is not said is made up."""

    def __init__(self, history: History) -> None:
        self._details = history.details
        players = history.players
        self.tournament = self._take("tournament", "a number", _is_number)
        self.buy_in: str = self._take("buy_in", "a text of one line", _is_line) or "Freeroll"
        self.level: str = self._take("level", "a word", _is_word) or "I"
        self.currency: str = self._take("currency", "three letters, as USD", re.compile(r"[A-Z]{3}").fullmatch) or ""
        self.currency_symbol: str = self._take("currency_symbol", "$, € or £", re.compile("[$€£]?").fullmatch) or ""
        self.table: str = self._take("table", "a text of one line", _is_line) or "fivecard"
        self.seat_count: int = self._take("seat_count", "a number", _is_count) or 0
        self.rake: int = self._take("rake", "a number of chips", _is_count) or 0
        each = f"{players} numbers"
        self.collected: Sequence[int] = self._take("collected", each, lambda given: _are_counts(given, players)) or ()
        hand = self._details.get("hand")  # elsewhere hands have names too
        self.hand = hand if re.fullmatch("[0-9]{1,18}", str(hand)) else 1
        self.seats = self._seats(history)
        self.moment = self._moment()

    def _take(self, name: str, what: str, fits: Callable[[Any], object]) -> Any:  # noqa: ANN401
        value = self._details.get(name)
        try:
            fit = value is None or fits(value)
        except TypeError:  # a pattern was asked about a number
            fit = False
        if not fit:
            raise HistoryError(f"for PokerStars' layout the field '{name}' is {what}, not {quoted(value)}")
        return value

    def _moment(self) -> str:
        given = {name: self._take(name, "a number", _is_count) for name in ("year", "month", "day")}
        year, month, day = [given[name] or first for name, first in (("year", 1970), ("month", 1), ("day", 1))]
        try:
            date(year, month, day)
        except ValueError:
            raise HistoryError(f"there is no day {year}/{month}/{day}") from None
        clock = self._take("time", "a time of day", lambda value: isinstance(value, time)) or time()
        zone = self._take("time_zone_abbreviation", "a word", _is_word) or "ET"
        return f"{year:04}/{month:02}/{day:02} {clock.hour}:{clock:%M:%S} {zone}"

    def _seats(self, history: History) -> Sequence[int]:
        """The numbers of the seats at the table, if they are in the order of the positions."""
        numbers = self._take("seats", "a list of numbers", _are_counts) or ()
        button = 0 if history.rules.has_bring_in or not numbers else numbers[-1]
        ordered = sorted({*numbers}, key=lambda number: (number <= button, number))
        fits = len(numbers) == history.players and [*numbers] == ordered
        return tuple(numbers) if fits else range(1, history.players + 1)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 10**9


def _is_number(value: object) -> bool:
    """Whether this can be the number of a hand or a tournament, of which there are more than a thousand million."""
    return type(value) is int and 0 <= value < 10**18


def _are_counts(values: object, count: int | None = None) -> bool:
    return isinstance(values, list | tuple) and all(map(_is_count, values)) and count in {None, len(values)}


def _is_line(value: object) -> bool:
    return isinstance(value, str) and len(f"{value}.".splitlines()) == 1


def _is_word(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"\w+", value) is not None
