"""Hold'em: `QQ+`, `99-66`, `66-`, `A2s+`, `KTo-K8o`, `JTs-76s`, `AK`, `AsKd`, `Ah*`, `Axs`; 52 cards or 36."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

import numpy as np

from fivecard.cards import RANK_SPELLINGS, SUIT_SPELLINGS, Rank
from fivecard.errors import RangeError, quoted
from fivecard.games import Game
from fivecard.ranges.grammar import BREAK, all_without, shorter
from fivecard.ranges.kinds import Kind, runs, split
from fivecard.ranges.omaha import RANK_LIST, Cards
from fivecard.ranges.orders import best_hands
from fivecard.ranges.patterns import Slot, fitting
from fivecard.ranges.weighted import Hands, all_hands

_RANK: Final = "10|[2-9TJQKA]"
_SUIT: Final = rf"[{''.join(SUIT_SPELLINGS)}]\ufe0f?"
_ANY: Final = "[x*]"
_KIND: Final = re.compile(rf"({_RANK}|{_ANY})({_RANK}|{_ANY})([so]?)", re.I)
_CARDS: Final = re.compile(rf"({_RANK}|{_ANY})({_SUIT}|x)?({_RANK}|{_ANY})?({_SUIT}|x)?", re.I)
_LISTS: Final = re.compile(rf"(.*{RANK_LIST}.*?)([so]?)", re.I)
_ANY_TWO: Final = re.compile(r"ATC|atc|(?i:any\s*2|any\s+two(?:\s+cards)?)")  # ATc is an ace with the ten of clubs
_SUITS_BEHIND: Final = re.compile(rf"({_RANK})({_RANK})({_SUIT})({_SUIT})", re.I)
_SPAN: Final = re.compile(r"\s*[-–]\s*")


class Holdem:
    """The language of two-card hands."""

    piece = re.compile(
        rf"(?:{_RANK}){_SUIT}\s+(?:{_RANK}){_SUIT}(?=[{BREAK}]|$)|any\s+two(?:\s+cards)?(?=[{BREAK}]|$)"
        rf"|(?:[^{BREAK}–-]|{RANK_LIST})+(?:\s*[-–]\s*[^{BREAK}–-]+|[-–])?",
        re.I,
    )

    def __init__(self, game: Game) -> None:
        self._game = game
        self._deck = game.deck_size
        self.ranks = tuple(rank for rank in Rank if rank in game.rankings[0].ranks)

    def everything(self) -> Hands:
        """All hands of the game."""
        return all_hands(self._deck, 2)

    def top(self, part: float) -> Hands:
        """The best hands by their equity against a random one."""
        return best_hands(self._game, 2, part)

    def read(self, piece: str) -> Hands:
        """Read one piece."""
        if _ANY_TWO.fullmatch(piece):
            return self.everything()
        if lists := _LISTS.fullmatch(piece):
            return self._of_lists(lists[1], lists[2].lower())
        ends = _SPAN.split(piece)
        if len(ends) == 2 and not ends[1]:
            return _together(list(_and_worse(self._kind(ends[0]), self.ranks[0])))
        if len(ends) == 2:
            return _together(list(self._span(self._kind(ends[0]), self._kind(ends[1]))))
        if piece.endswith("+"):
            return _together(list(_and_better(self._kind(piece[:-1]))))
        named = _KIND.fullmatch(piece)
        if named and not {named[1], named[2]} & {"x", "X", "*"}:
            return self._kind(piece).hands()
        return self._with_any(named) if named else self._cards(piece)

    def write(self, hands: Hands, also: Hands) -> list[str]:
        """Write hands as kinds, in runs where they stand next to each other, and what is left as cards.

        Of several ways, the shortest is taken: all hands with a rank or a card at once (`A*`, `Ah*`) or not; all but
        the others; what need not be named with the rest or not.
        """
        everything = self.everything()
        if len(hands) == len(everything):
            return ["random"]
        texts = shorter(self._pieces(hands), self._with_stars(hands))
        if 2 * len(hands) > len(everything):
            others = np.setdiff1d(everything, hands, assume_unique=True)
            texts = shorter(texts, all_without(shorter(self._pieces(others), self._with_stars(others))))
        nothing = also[:0]
        return shorter(texts, self.write(np.union1d(hands, also), nothing)) if len(also) else texts

    def _pieces(self, hands: Hands) -> list[str]:
        kinds, texts = split(hands)
        return [*runs(kinds), *texts]

    def _with_stars(self, hands: Hands) -> list[str]:
        sets = {f"{rank.letter}*": 0b1111 << 4 * rank for rank in reversed(self.ranks)}
        sets |= {f"{card}*": 1 << card.id for card in reversed(self._game.deck)}
        found, left = [], hands
        for text, cards in sets.items():
            mask = np.uint64(cards)
            covered = left & mask != 0
            if covered.any() and np.count_nonzero(hands & mask) == np.count_nonzero(self.everything() & mask):
                found.append(text)
                left = left[~covered]
        return found + self._pieces(left)

    def _kind(self, text: str) -> Kind:
        found = _KIND.fullmatch(text)
        if not found or {found[1], found[2]} & {"x", "X", "*"}:
            raise RangeError(f"{quoted(text)} is not a kind of hands such as QQ, AKs or T9o")
        low, high = sorted((self._rank(found[1]), self._rank(found[2])))
        suited = found[3].lower()
        if high is low and suited:
            raise RangeError(f"a pair has two suits: write {high.letter}{low.letter}")
        return Kind(high, low, suited)

    def _rank(self, text: str) -> Rank:
        rank = RANK_SPELLINGS[text]
        if rank not in self.ranks:
            raise RangeError(f"there is no {rank.word} in the {self._deck} cards of {self._game.title}")
        return rank

    def _span(self, one: Kind, two: Kind) -> Iterator[Kind]:
        if one.suited != two.suited:
            raise RangeError("both ends are suited, or offsuit, or neither is said")
        if one.gap == two.gap:  # pairs, or connectors and their like
            start, stop = sorted((one.high, two.high))
            return (one.shifted(high, high - one.gap) for high in range(start, stop + 1))
        if one.high == two.high and one.gap and two.gap:
            start, stop = sorted((one.low, two.low))
            return (one.shifted(one.high, low) for low in range(start, stop + 1))
        raise RangeError("the ends have the same higher card, or their cards are equally far apart")

    def _with_any(self, named: re.Match[str]) -> Hands:
        """`Ax`, `Axs`, `Axo`, `xx`, `xxs`."""
        ranks = [self._rank(text) for text in named.groups()[:2] if text in RANK_SPELLINGS]
        kinds = [
            Kind(high, low, named[3].lower())
            for low, high in combinations(self.ranks, 2)
            if not ranks or ranks[0] in (high, low)
        ]
        pairs = [Kind(rank, rank) for rank in (ranks or self.ranks) if not named[3]]
        return _together(kinds + pairs)

    def _of_lists(self, cards: str, suited: str) -> Hands:
        """`[AKQ][AKQ]`, `A[KQJ]s`: each card of one of these ranks, as in Omaha."""
        if cards.endswith(("+", "-")):  # the `s` of `A[KQJ]s+` would be spades
            raise RangeError(f"with brackets all ranks are named: leave {cards[-1]} out")
        hands = Cards(self._game, 2).read(cards)
        return np.intersect1d(hands, self.read(f"xx{suited}")) if suited else hands

    def _cards(self, piece: str) -> Hands:
        """`AsKd`, `As Kd`, `AKhh`, `Ah*`, `AhK`, `AhKx`, `*h*h`."""
        if behind := _SUITS_BEHIND.fullmatch(piece):
            one, two = f"{behind[1]}{behind[3]}", f"{behind[2]}{behind[4]}"
            if (word := f"{behind[3]}{behind[4]}".lower()) in ("ss", "ds"):  # of Omaha: single-suited, double-suited
                kind = f"{behind[1]}{behind[2]}s"
                raise RangeError(
                    f"{quoted(word)} may be two suits, or say how a hand is suited: write {one}{two} or {kind}"
                )
            piece = one + two
        found = _CARDS.fullmatch(re.sub(r"\s", "", piece))
        if not found:
            raise RangeError("hands are written like QQ+, AKs, KTo-K8o, AsKd, Ah*, 15% or random")
        if not found[3]:
            raise RangeError(f"it is one card: {piece}* is a hand with it")
        slots = []
        for rank, suit in ((found[1], found[2]), (found[3], found[4])):
            ranks = (self._rank(rank.upper()),) if rank.upper() in RANK_SPELLINGS else self.ranks
            slots.append(Slot(ranks, SUIT_SPELLINGS.get(suit[0]) if suit else None))
        hands = fitting(slots, self._deck, 2)
        if not len(hands):
            raise RangeError("the same card stands there twice")
        return hands


def _and_better(kind: Kind) -> Iterator[Kind]:
    """`+`: a pair and all higher ones; else the same higher card with this or a better kicker."""
    if kind.gap:
        return (kind.shifted(kind.high, low) for low in range(kind.low, kind.high))
    return (kind.shifted(rank, rank) for rank in range(kind.high, Rank.ACE + 1))


def _and_worse(kind: Kind, lowest: Rank) -> Iterator[Kind]:
    """`-`: a pair and all lower ones; else the same higher card with this or a worse kicker."""
    if kind.gap == 1:
        kicker, both = kind.shifted(kind.high, lowest), kind.shifted(lowest + 1, lowest)
        raise RangeError(f"name where it ends: {kind}-{kicker} lowers the kicker, {kind}-{both} both cards")
    if kind.gap:
        return (kind.shifted(kind.high, low) for low in range(lowest, kind.low + 1))
    return (kind.shifted(rank, rank) for rank in range(lowest, kind.high + 1))


def _together(kinds: Sequence[Kind]) -> Hands:
    return np.sort(np.concatenate([kind.hands() for kind in kinds])) if kinds else np.zeros(0, np.uint64)
