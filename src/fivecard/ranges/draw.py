"""Draw poker: hands as cards (`As Kd Qh Jh Th`, `AAKQJ`), or in words: `pair of jacks or better`, `four to a flush`.

Words are made from the classes of the game's ranking: a category, with its first deciding rank or its first two.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, reduce
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fivecard import batch
from fivecard.cards import CardSet, Rank, Suit
from fivecard.errors import RangeError
from fivecard.games import Game
from fivecard.ranges.multisets import short_texts
from fivecard.ranges.omaha import RANK_LIST, Cards
from fivecard.ranges.weighted import Hands, all_hands, among
from fivecard.rankings import Category, FiveCardRanking, Ranks
from fivecard.words.hands import called

_SMALL_WORDS: Final = re.compile(r"\b(?:an?|the|any|at least)\b|-")  # they make no difference
_OPEN: Final = re.compile(r"(.*?)\s*(?:\b(or|and) (better|higher|worse|lower)|\+)")
_IN_WORDS: Final = re.compile(r"(?=.*[^akqjtcdhsx ])[a-z ]{5,}")  # some letter is of no card
_OF_A_SUIT: Final = 0x1111111111111
_WHEEL: Final = 0x1111 | 1 << 4 * Rank.ACE
_STRAIGHTS: Final = (_WHEEL, *(0x11111 << 4 * low for low in range(9)))
_OPEN_RUNS: Final = tuple(0x1111 << 4 * low for low in range(9))  # 2345, which an ace or a six completes, to TJQK

_WORTH_A_WORD: Final = 500  # hands: fewer are written as cards without a look at what they draw to

Which: TypeAlias = NDArray[np.bool_]


def _plain(phrase: str) -> str:
    """Words without those that make no difference."""
    return " ".join(_SMALL_WORDS.sub(" ", phrase).split())


class Draw(Cards):
    """The language of five-card hands."""

    def __init__(self, game: Game, hole: int) -> None:
        super().__init__(game, hole)
        self.piece = re.compile(rf"(?:[^,;/!:=&@(){{}}\[\]]|{RANK_LIST})+")
        ranking = game.rankings[0]
        assert isinstance(ranking, FiveCardRanking)
        self._ranking = ranking

    def top(self, part: float) -> Hands:
        """The best hands before the draw, those of equal worth together."""
        strengths = _strengths(self._ranking)
        better = np.cumsum(np.bincount(strengths)[::-1])
        count = np.searchsorted(better, part * len(strengths) + 1e-6, side="right")
        return self.everything()[strengths > self._ranking.strongest - count]

    def read(self, piece: str) -> Hands:
        """Read one piece: words, or cards, either perhaps with "or better"."""
        text = " ".join(piece.lower().split())
        what = _OPEN.fullmatch(text)
        phrase = what[1] if what else text
        hands = self._named(phrase, piece[: len(phrase)])
        if not what and not text.startswith("at least "):
            return hands
        strengths = batch.strengths(hands, ranking=self._ranking)
        if what and what[3] in ("worse", "lower"):
            return self._worth(range(1, int(strengths.max()) + 1))
        return self._worth(range(int(strengths.min()), self._ranking.strongest + 1))

    def write(self, hands: Hands, also: Hands) -> list[str]:
        """Write hands in words where all of a kind are there, and the others as cards."""
        ranking, everything = self._ranking, self.everything()
        if len(hands) == len(everything):
            return ["random"]
        strengths = batch.strengths(hands, ranking=ranking)
        count = ranking.strongest + 1
        whole = np.bincount(strengths, minlength=count) == np.bincount(_strengths(ranking), minlength=count)
        whole[0] = False  # is no hand
        texts: list[str] = []
        named = np.zeros(count, bool)
        phrases = _phrases(ranking)
        start = count - int(np.argmin(whole[::-1]))  # from here on all are there
        if start < count and all(between.start != start for between in phrases.values()):
            texts.append(f"{CardSet(int(hands[np.argmax(strengths == start)]))} or better")
            named[start:] = True
        for phrase, between in phrases.items():  # the larger kinds first
            rest = named[between.start : between.stop]
            if rest.all() or not whole[between.start : between.stop].all():
                continue
            if between.start == start and between.stop < count:
                texts.insert(0, f"{phrase} or better")
                named[start:] = True
            elif between.stop <= start or between.start == start:
                texts.append(phrase)
                rest[:] = True
        left = hands[~named[strengths]]
        if len(left) >= _WORTH_A_WORD:
            texts, left = self._as_draws(texts, hands, left)
        return texts + (short_texts(left, also) if len(left) else [])

    def _as_draws(self, texts: list[str], hands: Hands, left: Hands) -> tuple[list[str], Hands]:
        for phrase in _DRAWS:
            drawn = self._named(phrase, phrase) if not self._ranking.low else left[:0]
            covered = among(left, drawn)
            if covered.any() and among(drawn, hands).all():
                texts, left = [*texts, phrase], left[~covered]
        return texts, left

    def _worth(self, between: range) -> Hands:
        strengths = _strengths(self._ranking)
        return self.everything()[(between.start <= strengths) & (strengths < between.stop)]

    def _named(self, phrase: str, piece: str) -> Hands:
        """The hands that words mean, or cards; a hand that is a straight or better is no draw to anything."""
        words, ranking = _plain(phrase), self._ranking
        if words in _PLAIN_DRAWS and not ranking.low:
            unmade = self.everything()[_strengths(ranking) < ranking.strengths_of(Category.STRAIGHT).start]
            return unmade[_PLAIN_DRAWS[words](unmade)]
        between = _readable(ranking).get(words)
        if between is not None:
            return self._worth(between)
        try:
            return super().read(piece)
        except RangeError:
            if not _IN_WORDS.fullmatch(words):
                raise
        raise RangeError(
            "hands in words are like 'pair of jacks or better', 'two pair', 'nine-high straight', 'sevens full', "
            "'four to a flush' or 'open-ended straight draw'"
        )


def _suited(hands: Hands, cards: int) -> list[NDArray[np.uint8]]:
    """How many of some cards, of clubs, each hand has in each suit."""
    return [np.bitwise_count(hands & np.uint64(cards << suit)) for suit in Suit]


def _to_suited(number: int, *cards: int) -> Callable[[Hands], Which]:
    """So many cards, no more, of one suit among one of some sets."""

    def which(hands: Hands) -> Which:
        most = np.zeros(len(hands), np.uint8)
        for some in cards:
            most = np.maximum.reduce([most, *_suited(hands, some)])
        return np.equal(most, number)

    return which


def _ranks_of(hands: Hands) -> Hands:
    """The ranks of hands, as clubs."""
    two: Hands = hands | hands >> np.uint64(1)
    four: Hands = (two | two >> np.uint64(2)) & np.uint64(_OF_A_SUIT)
    return four


def _open_ended(hands: Hands) -> Which:
    ranks = _ranks_of(hands)
    return _any(ranks & np.uint64(run) == np.uint64(run) for run in _OPEN_RUNS)


def _four_to_a_straight(hands: Hands) -> Which:
    ranks = _ranks_of(hands)
    return _any(np.bitwise_count(ranks & np.uint64(straight)) == 4 for straight in _STRAIGHTS)


def _any(conditions: Iterable[Which]) -> Which:
    return reduce(np.logical_or, conditions)


def _inside(hands: Hands) -> Which:
    return _four_to_a_straight(hands) & ~_open_ended(hands)


_DRAWS: Final[Mapping[str, Callable[[Hands], Which]]] = {
    "four to a flush": _to_suited(4, _OF_A_SUIT),
    "three to a flush": _to_suited(3, _OF_A_SUIT),
    "straight draw": _four_to_a_straight,
    "open-ended straight draw": _open_ended,
    "inside straight draw": _inside,
    "four to a straight flush": _to_suited(4, *_STRAIGHTS),
    "three to a straight flush": _to_suited(3, *_STRAIGHTS),
    "four to a royal flush": _to_suited(4, _STRAIGHTS[-1]),
    "three to a royal flush": _to_suited(3, _STRAIGHTS[-1]),
    "flush draw": _to_suited(4, _OF_A_SUIT),
    "four to a straight": _four_to_a_straight,
    "gutshot": _inside,
}
_PLAIN_DRAWS: Final = {_plain(phrase): which for phrase, which in _DRAWS.items()}


@cache
def _strengths(ranking: FiveCardRanking) -> NDArray[np.uint16]:
    """Of all hands, in order."""
    return batch.strengths(all_hands(len(ranking.deck), 5), ranking=ranking)


@cache
def _phrases(ranking: FiveCardRanking) -> dict[str, range]:
    """What players call kinds of hands, and their strengths: categories, with one deciding rank or two, nicknames."""
    found: dict[str, range] = {}
    for known in range(3):
        for strength in range(ranking.strongest, 0, -1):
            category, ranks = ranking.hand_class(strength)
            for phrase in _words(Category(category), ranks[:known], low=ranking.low):
                found[phrase] = range(strength, found[phrase].stop if phrase in found else strength + 1)
    for strength in range(ranking.strongest, max(ranking.strongest - 10, 0), -1):
        if nickname := ranking.nickname(strength):
            found[nickname] = range(strength, strength + 1)
    return found


@cache
def _readable(ranking: FiveCardRanking) -> dict[str, range]:
    """The same without what makes no difference; a pair goes by its rank alone, too."""
    phrases = _phrases(ranking)
    pairs = {rank.plural.lower(): phrases[f"pair of {rank.plural.lower()}"] for rank in ranking.ranks}
    return {_plain(phrase): between for phrase, between in phrases.items()} | pairs


def _words(category: Category, ranks: Ranks, *, low: bool) -> list[str]:
    """Phrases for a category with some of its deciding ranks."""
    if low and category is Category.HIGH_CARD:
        return [f"{'-'.join(rank.word.lower() for rank in ranks)} low"] if ranks else []
    if not ranks:
        return ["pair", category.words] if category is Category.ONE_PAIR else [category.words]
    return [*filter(None, [called(category, ranks)])]
