"""Omaha, and other hands of several cards: `AAxx`, `AA**`, `JT98ds`, `AxAyxy`, `(AK)(QJ)`, `[AKQ]`, `AsKs`, `RROO`.

Where a pattern has fewer cards than a hand, the others are any. `(AK)` are two cards of one suit. `w`, `x`, `y` and `z`
stand for different suits, behind a rank or alone (any card of that suit); only, if there is nothing but `x` and nothing
behind it, as in `AAxx`, it is any card. `R`, `O`, `N` and `P` stand for different ranks that are not named.
`ds`, `ss` and `rr` say that two suits, one or none come twice, and no suit more often.
"""

import re
from collections.abc import Iterator
from math import comb
from typing import Final, NamedTuple

import numpy as np

from fivecard.cards import RANK_SPELLINGS, SUIT_SPELLINGS, Rank, Suit
from fivecard.errors import RangeError, quoted
from fivecard.games import Game
from fivecard.ranges.grammar import BREAK, all_without, shorter
from fivecard.ranges.multisets import short_texts
from fivecard.ranges.orders import best_hands
from fivecard.ranges.patterns import LARGEST_LISTED, Slot, fitting, suited_like
from fivecard.ranges.weighted import Hands, all_hands, among, distinct

_RANK: Final = "10|[2-9TJQKAtjqka]"
RANK_LIST: Final = rf"\[(?:(?:{_RANK})[\s,-]*)+\]"
_SUIT: Final = rf"[{''.join(SUIT_SPELLINGS)}]\ufe0f?"
_CARD: Final = rf"(?:{_RANK}){_SUIT}"
_PART: Final = rf"(?:[^{BREAK}–-]|\([^{BREAK}–-]*\)|\[[^\]/]*\])+"
_ONE: Final = re.compile(
    rf"(?:(?P<rank>{_RANK})|(?P<any>\*)|(?P<variable>[RONP])|\[(?P<ranks>[^\]]*)\])(?:(?P<suit>{_SUIT})|(?P<named>[w-zW-Z]))?"
    r"|(?P<alone>[w-zW-Z])"
)
_GROUP: Final = re.compile(r"\(([^)]*)\)")
_WORD: Final = re.compile(r"(.*?)\$?(ds|ss|rr)", re.I)
_ANY_BEHIND: Final = re.compile(r"([^w-zW-Z]*)([xX]+)")
_RANKS: Final = tuple(Rank)


_SPAN: Final = re.compile(r"\s*[-–]\s*(?![^\[]*\])")


class _Pattern(NamedTuple):
    slots: tuple[Slot, ...]
    word: str = ""
    """`ds`, `ss`, `rr`, or nothing."""

    def named(self) -> list[Rank]:
        """The ranks that are named, card by card."""
        return [slot.rank for slot in self.slots if slot.is_named]

    def raised(self, by: int) -> "_Pattern":
        """The pattern with all named ranks higher, or lower."""
        slots = (slot._replace(ranks=(Rank(slot.rank + by),)) if slot.is_named else slot for slot in self.slots)
        return self._replace(slots=tuple(slots))


class Cards:
    """The language of hands of three and more cards."""

    def __init__(self, game: Game, hole: int) -> None:
        self._game = game
        self._hole = hole
        self.piece = re.compile(
            rf"{_CARD}(?:\s*{_CARD}){{{min(hole, 2) - 1},{hole - 1}}}(?=[{BREAK}]|$)|{_PART}(?:\s*[-–]\s*{_PART}|[-–])?"
        )

    def everything(self) -> Hands:
        """All hands of the game."""
        if self._hole > LARGEST_LISTED:
            raise RangeError(f"there are too many hands of {self._hole} cards to list them all")
        return all_hands(self._game.deck_size, self._hole)

    def top(self, part: float) -> Hands:
        """The best hands by their equity against a random one."""
        return best_hands(self._game, self._hole, part)

    def read(self, piece: str) -> Hands:
        """Read one piece."""
        ends = _SPAN.split(re.sub(rf"({_SUIT})\s+", r"\1", piece))
        if len(ends) > 2 or (any(ends) and not all(ends)):
            raise RangeError("a span has two ends: 66-22")
        if piece in ("ATC", "atc"):
            raise RangeError("any hand is random; an ace with the ten of clubs is ATc")
        patterns = list(self._span(*ends) if len(ends) == 2 else self._and_better(ends[0]))
        found = [self._fitting(pattern) for pattern in patterns]
        hands = found[0] if len(found) == 1 else distinct(np.concatenate(found))
        if not len(hands):
            raise RangeError(f"no hand of {self._hole} cards is like that")
        return hands

    def write(self, hands: Hands, also: Hands) -> list[str]:
        """Write hands by their ranks, with `ds`, `ss` or `rr` where only those are there, and what is left as cards."""
        number = comb(self._game.deck_size, self._hole)  # to list them all takes long, or is impossible
        if len(hands) == number:
            return ["random"]
        if 2 * len(hands) <= number:
            return short_texts(hands, also)
        everything = self.everything()
        left_out = short_texts(everything[~among(everything, hands)])
        without = all_without(left_out)
        return without if len(left_out) == 1 else shorter(short_texts(hands, also), without)

    def _fitting(self, pattern: _Pattern) -> Hands:
        hands = fitting(pattern.slots, self._game.deck_size, self._hole)
        return hands[suited_like(hands, pattern.word)] if pattern.word else hands

    def _and_better(self, text: str) -> Iterator[_Pattern]:
        """`JT98+`: all cards go up together until there is an ace."""
        pattern = self._pattern(text.removesuffix("+"))
        steps = 1
        if text.endswith("+"):
            if not pattern.named():
                raise RangeError("with '+', name ranks: JT98+")
            steps += Rank.ACE - max(pattern.named())
        return (pattern.raised(by) for by in range(steps))

    def _span(self, one: str, two: str) -> Iterator[_Pattern]:
        low, high = sorted((self._pattern(one), self._pattern(two)), key=lambda pattern: sum(pattern.named()))
        by = high.named()[0] - low.named()[0] if low.named() and high.named() else 0
        if by > Rank.ACE - max(low.named(), default=Rank.TWO) or low.raised(by) != high:
            raise RangeError("both ends have the same cards, all as many ranks apart: T987-5432")
        return (low.raised(step) for step in range(by + 1))

    def _pattern(self, text: str) -> _Pattern:
        if not text:
            raise RangeError("no hands are named")
        word = _WORD.fullmatch(text)
        cards, suits = (word[1], word[2].lower()) if word else (text, "")
        if re.fullmatch(rf"(?:{_RANK}){{2,}}s", cards):
            raise RangeError("which cards are suited? (AK) are two of one suit; ds, ss and rr say it of the whole hand")
        any_behind = _ANY_BEHIND.fullmatch(cards)
        if any_behind:
            cards = any_behind[1] + "*" * len(any_behind[2])
        slots: list[Slot] = []
        for number, part in enumerate(_GROUP.split(cards)):
            slots += self._group(part, number) if number % 2 else map(self._slot, self._items(part))
        if len(slots) > self._hole:
            raise RangeError(f"there are {len(slots)} cards, but a hand has {self._hole}")
        exact = [(slot.ranks, slot.suit) for slot in slots if slot.is_named and isinstance(slot.suit, Suit)]
        if len(set(exact)) < len(exact):
            raise RangeError("the same card stands there twice")
        return _Pattern(tuple(sorted(slots, key=_slot_order)), suits)

    def _group(self, text: str, number: int) -> Iterator[Slot]:
        """Cards of one suit, which is another in each group."""
        for item in self._items(text):
            if item["suit"] or item["named"]:
                raise RangeError("cards in parentheses are of one suit: name it outside, or not at all")
            slot = self._slot(item)
            yield Slot(_RANKS if item["alone"] else slot.ranks, f"group {number}")

    def _items(self, text: str) -> Iterator[re.Match[str]]:
        at = 0
        while at < len(text):
            item = _ONE.match(text, at)
            if not item:
                raise RangeError(f"there is no card {quoted(text[at:])}: hands are written like AAxx, JT98ds or AsKs**")
            yield item
            at = item.end()

    def _slot(self, item: re.Match[str]) -> Slot:
        suit: Suit | str | None = None
        if item["suit"]:
            suit = SUIT_SPELLINGS[item["suit"][0]]
        elif item["named"] or item["alone"]:
            suit = (item["named"] or item["alone"]).lower()
        if item["variable"]:
            return Slot(item["variable"], suit)
        if item["rank"]:
            return Slot((self._rank(item["rank"]),), suit)
        return Slot(self._rank_list(item["ranks"]) if item["ranks"] is not None else _RANKS, suit)

    def _rank(self, text: str) -> Rank:
        rank = RANK_SPELLINGS[text]
        if rank not in self._game.rankings[0].ranks:
            raise RangeError(f"there is no {rank.word} in {self._game.title}")
        return rank

    def _rank_list(self, text: str) -> tuple[Rank, ...]:
        """`AKQ`, `A,K`, `A-T`."""
        if span := re.fullmatch(rf"({_RANK})-({_RANK})", text):
            low, high = sorted(map(self._rank, span.groups()))
            return tuple(rank for rank in Rank if low <= rank <= high)
        if not re.fullmatch(rf"(?:(?:{_RANK})[\s,]*)+", text):
            raise RangeError(f"{quoted(text)} is not a list of ranks such as AKQ or A-T")
        ranks = [self._rank(rank) for rank in re.findall(_RANK, text)]
        if len(set(ranks)) < len(ranks):  # somebody's list of hands
            raise RangeError("a rank stands twice in brackets: ranks of one card are [AK], hands are (AA, KK)")
        return tuple(sorted(ranks))


def _slot_order(slot: Slot) -> tuple[object, ...]:
    """The same for two patterns of which one is the other with higher ranks."""
    return isinstance(slot.ranks, str), slot.ranks, str(slot.suit)
