"""How pieces of a range are put together; what a piece means is the business of a `Language`.

range  = none | terms, with commas, semicolons, slashes or white space between
term   = part, then any of  !part (without)  :part or &part (only what is in both)  :0.5  =0.5  :50%  @50 (weights)
       | !part                                            without, from all the others
part   = 0.5(range) | 50%{range} | [50]range[/50] | (range) | {range} | random | any | 15% | top 15% | 5%-15% | 5-15%
       | piece
"""

import re
from typing import Final, NoReturn, Protocol

import numpy as np

from fivecard.errors import RangeError, place_in, quoted
from fivecard.ranges.weighted import FULL, Hands, Weighted, difference, intersection, union, weight_units
from fivecard.ranges.weighted import with_full_weight as full

BREAK: Final = r"\s,;/!:=&@(){}\[\]"
"""Characters that end a piece where the language does not say otherwise."""

NOTHING: Final = "none"
"""The text of a range without hands; any other text that names no hand is a mistake."""

_NUMBER: Final = r"\d+(?:\.\d*)?|\.\d+"
_SEPARATORS: Final = re.compile(r"[\s,;/]*")
_WEIGHT: Final = re.compile(rf"\s*(?:[:@=]\s*({_NUMBER})(%?)(?![\w.]|\s*/\s*\d))")
_WEIGHT_BEFORE: Final = re.compile(  # "55 (AK)" is a pair and a group
    rf"(?!\d\d+\s+[*({{])({_NUMBER})\s*(%?)\s*\*?\s*([({{])"
)
_TAG: Final = re.compile(rf"\[({_NUMBER})\]")
_PERCENT: Final = re.compile(
    rf"(?:top\s*)?({_NUMBER})\s*(?:%|(?=[-–]\s*(?:{_NUMBER})\s*%))(?:\s*[-–]\s*({_NUMBER})\s*%)?(?=[{BREAK}]|$)",
    re.I,
)
_COMMA_IN_PERCENT: Final = re.compile(r"([2-9]{2}),(\d+\s*%)")  # "33, 3%" is a pair and a part of all hands
_PERCENT_BEHIND: Final = re.compile(rf"\s*[({{]\s*((?:{_NUMBER})\s*%)\s*[)}}]")
_EVERYTHING: Final = re.compile(
    rf"(?:random|\*)(?=[{BREAK}]|$)|(?:any|all)(?=\s*(?:[^\s\w]|$))",
    re.I,  # "any pair" is not any hand
)
_SUITED_APART: Final = re.compile(rf"(?<=\s)\$?(?:ds|ss|rr)(?=[{BREAK}]|$)", re.I)
_GROUPS: Final = {"(": ")", "{": "}"}
_OPERATOR: Final = re.compile(r"\s*([:&])\s*|(!)\s*")
_DEEPEST: Final = 50  # groups in groups: far from where Python's stack ends


class Language(Protocol):
    """What pieces of ranges mean in one game, and how they are written."""

    piece: re.Pattern[str]
    """Matches a piece, be it right or wrong."""

    def everything(self) -> Hands:
        """All hands of the game."""

    def read(self, piece: str) -> Hands:
        """The hands that a piece means, in order; a `RangeError` says why there are none."""

    def top(self, part: float) -> Hands:
        """The best hands, as many as fit into a part of all."""

    def write(self, hands: Hands, also: Hands) -> list[str]:
        """Short pieces that mean these hands and no others, except perhaps some of `also`."""


def read(text: str, language: Language) -> Weighted:
    """Read a range."""
    if text.strip().lower() == NOTHING:
        return full(np.empty(0, np.uint64))
    found = _Reader(text, language).terms("")
    if not len(found.hands):
        raise RangeError(f"no hand is in {quoted(text)}")
    return found


def write(weighted: Weighted, language: Language) -> str:
    """Write a range: what has full weight first, then the rest by weight."""
    if not len(weighted.hands):
        return NOTHING
    texts = []
    for units in weighted.weights_there():
        # A hand that is named twice has its larger weight: those with more may be named again.
        pieces = language.write(*weighted.parted_at(units))
        weight = f"{units / FULL:.4f}".rstrip("0")
        if units == FULL:
            texts += pieces
        else:
            texts.append(f"{pieces[0]}:{weight}" if len(pieces) == 1 else f"{weight}({', '.join(pieces)})")
    return ", ".join(texts)


def shorter(one: list[str], two: list[str]) -> list[str]:
    """Of two lists of pieces, the one with the shorter text."""
    return min(one, two, key=lambda pieces: len(", ".join(pieces)))


def all_without(pieces: list[str]) -> list[str]:
    """All hands but some."""
    return [f"random!{pieces[0]}" if len(pieces) == 1 else f"random!({', '.join(pieces)})"]


class _Reader:
    """Goes through a text from left to right."""

    def __init__(self, text: str, language: Language) -> None:
        self._text = text
        self._language = language
        self._at = 0
        self._depth = 0

    def terms(self, closing: str) -> Weighted:
        """Read terms up to the end, or to what closes a group."""
        opened, found, without = self._at, list[Weighted](), list[Weighted]()
        while (between := self._match(_SEPARATORS)) and not self._closes(closing):
            if found and not between[0].strip() and (suited := _SUITED_APART.match(self._text, self._at)):
                reason = "it stands right behind a hand, as in AAds, or behind a comma: all hands of that kind"
                self._refuse(self._at, suited[0], reason)
            if self._takes("!"):
                without.append(self._part())
            else:
                found.append(self._term())
        if not found and not without:
            what = self._text[max(opened - 1, 0) : self._at + len(closing)]
            self._refuse(opened, what, "no hands are named")
        whole = union(found) if found else full(self._language.everything())
        return difference(whole, union(without)) if without else whole

    def _closes(self, closing: str) -> bool:
        if self._at < len(self._text):
            return bool(closing) and self._takes(closing)
        if closing:
            self._refuse(self._at, self._text[-1:], f"'{closing}' is missing at the end")
        return True

    def _term(self) -> Weighted:
        found = self._part()
        while True:
            if weight := self._match(_WEIGHT):
                percent, number, start = bool(weight[2]), weight[1], weight.start(1)
                if "@" in weight[0] and not percent:
                    self._check_percentage(number, start, f":{number}", f"@{number}%")
                    percent = True
                found = found.times(self._weight(number, percent=percent, start=start))
            elif operator := self._match(_OPERATOR):
                found = (difference if operator[2] else intersection)(found, self._part())
            else:
                return found

    def _part(self) -> Weighted:
        start = self._at
        if weight := self._match(_WEIGHT_BEFORE):
            units = self._weight(weight[1], percent=bool(weight[2]), start=start)
            return self._group(_GROUPS[weight[3]]).times(units)
        tag = _TAG.match(self._text, start)
        closing = f"[/{tag[1]}]" if tag else ""
        if tag and closing in self._text[start:]:
            self._at = tag.end()
            self._check_percentage(tag[1], start + 1, f"{tag[1]}(...)", f"{tag[1]}%(...)")
            units = self._weight(tag[1], percent=True, start=start + 1)
            return self._group(closing).times(units)
        if self._match(_EVERYTHING):
            return full(self._language.everything())
        if percent := self._match(_PERCENT):
            return self._best(percent)
        if comma := _COMMA_IN_PERCENT.match(self._text, start):
            one, two = comma.groups()
            self._refuse(
                start, comma[0], f"it may be one number, or a pair and a part: write {one}.{two} or {one}, {two}"
            )
        if piece := self._match(self._language.piece):
            return self._piece(piece[0].rstrip(), start)
        if tag:
            self._refuse(start, tag[0], f"'{closing}' is missing behind it")
        opened = self._text[start : start + 1]
        if opened not in _GROUPS or not self._takes(opened):
            self._refuse(start, opened, "a hand should stand here")
        return self._group(_GROUPS[opened])

    def _piece(self, piece: str, start: int) -> Weighted:
        try:
            found = full(self._language.read(piece))
        except RangeError as error:
            self._refuse(start, piece, error.message)
        if part := _PERCENT_BEHIND.match(self._text, self._at):
            what = part[0].strip()
            self._refuse(
                part.end() - len(what), what, f"it may be a weight or more hands: write :{part[1]} or , {part[1]}"
            )
        return found

    def _group(self, closing: str) -> Weighted:
        if self._depth == _DEEPEST:
            self._refuse(self._at - 1, self._text[self._at - 1], f"more than {_DEEPEST} groups are in each other")
        self._depth += 1
        found = self.terms(closing)
        self._depth -= 1
        return found

    def _best(self, percent: re.Match[str]) -> Weighted:
        first, last = sorted(float(number) / 100 for number in (percent[1], percent[2] or 0))
        start = percent.start()
        if not 0 < last <= 1:
            self._refuse(start, percent[0], "a part of all hands is more than 0% and at most 100%")
        if first == last:
            self._refuse(start, percent[0], "both ends are the same part of all hands")
        try:
            found = full(self._language.top(last))
            found = difference(found, full(self._language.top(first))) if first else found
        except RangeError as error:
            self._refuse(start, percent[0], error.message)
        if not len(found.hands):
            self._refuse(start, percent[0], "no kind of hand is that rare")
        return found

    def _weight(self, number: str, *, percent: bool, start: int) -> int:
        text = f"{number}%" if percent else number
        try:
            return weight_units(float(number) / (100 if percent else 1))
        except RangeError as error:
            self._refuse(start, text, error.message, "a weight")

    def _check_percentage(self, number: str, start: int, part: str, percentage: str) -> None:
        """Refuse `@0.5`: half of the time to some, half a per cent to others."""
        if 0 < float(number) <= 1:
            reason = f"it may be a part of 1 or a percentage: write {part} or {percentage}"
            self._refuse(start, number, reason, "a weight")

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._at)
        if found:
            self._at = found.end()
        return found

    def _takes(self, words: str) -> bool:
        found = self._text.startswith(words, self._at)
        if found:
            self._at += len(words)
        return found

    def _refuse(self, start: int, piece: str, reason: str, what: str = "a range") -> NoReturn:
        raise RangeError(f"{quoted(piece)} is not {what}: {reason}", **place_in(self._text, start))
