"""What players call the cards that they keep: `4 to a royal flush`, `pair of J-A`, `3 to a straight flush, 2 ways`."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from fivecard.cards import Rank
from fivecard.draw.video_poker.hands import FIRST_JOKER
from fivecard.draw.video_poker.pay_tables import Game
from fivecard.words.english import counted

_WINDOWS: Final = [frozenset({12, 0, 1, 2, 3}), *(frozenset(range(low, low + 5)) for low in range(9))]
_ROYAL: Final = _WINDOWS[-1]
_OF_A_KIND: Final = {2: "pair", 3: "three of a kind", 4: "four of a kind"}
_LETTERS: Final = "".join(rank.letter for rank in Rank)


class Holding(NamedTuple):
    """A kind of cards that are kept."""

    head: str
    """What it is: `4 to a flush`."""
    detail: str = ""
    """What tells it from others of that kind: `2 high cards`."""

    def __str__(self) -> str:
        return f"{self.head}, {self.detail}" if self.detail else self.head


class Holdings:
    """The names of what can be kept in one game.

    Args:
        game: The machine, whose lines say which ranks are worth telling apart.
    """

    def __init__(self, game: Game) -> None:
        self._wild = game.wild_ranks
        self._high = 0
        for line in game.lines:
            if line.made in {"pair", "high card"} and line.pay:
                self._high |= line.ranks
        # Straights with a wild rank among them are made by wild cards alone: they are no ways of their own.
        self._windows = [window for window in _WINDOWS if not any(game.wild_ranks >> rank & 1 for rank in window)]
        masks = [line.ranks for line in game.lines]
        self._group = [tuple(mask >> rank & 1 for mask in masks) for rank in range(len(Rank))]
        self._wild_name = "deuce" if game.wild_ranks == 1 and not game.jokers else "wild card"

    def of(self, cards: Sequence[int]) -> Holding:
        """Name up to four cards that are kept.

        >>> from fivecard.draw.video_poker import game
        >>> names = Holdings(game("jacks or better"))
        >>> print(names.of([50, 46, 42, 38])); print(names.of([0, 1])); print(names.of([0, 20]))
        4 to a royal flush
        pair of 2-T
        2 to a flush, no high cards
        """
        ranks = [card // 4 for card in cards if card < FIRST_JOKER and not self._wild >> card // 4 & 1]
        wilds = len(cards) - len(ranks)
        if not cards:
            return Holding("nothing")
        wild = f"{counted(wilds, self._wild_name)}" if wilds else ""
        if not ranks:
            return Holding(wild)
        prefix = f"{wild}: " if wild else ""
        named = self._of_naturals(
            ranks, {card % 4 for card in cards if card < FIRST_JOKER and card // 4 in ranks}, wilds
        )
        return Holding(prefix + named.head, named.detail)

    def _of_naturals(self, ranks: list[int], suits: set[int], wilds: int) -> Holding:
        sizes = Counter(ranks)
        if max(sizes.values()) > 1:
            return self._of_a_kind(sizes, wilds)
        held, count = frozenset(ranks), len(ranks) + wilds
        in_a_row = any(held <= window for window in _WINDOWS)
        ways = sum(held <= window for window in self._windows)
        if count == 1:
            return Holding(f"one card, {self._ranks_text(ranks)}")
        if len(suits) == 1 and len(ranks) > 1:
            if held <= _ROYAL:
                return Holding(f"{count} to a royal flush", self._letters(ranks) if count < 4 else "")
            if in_a_row:
                return Holding(f"{count} to a straight flush", f"{self._ways(ways)}{self._with_high(ranks)}")
            return Holding(f"{count} to a flush", self._high_text(ranks))
        if len(ranks) == 1:  # beside wild cards
            return Holding(f"one card, {self._ranks_text(ranks)}", self._ways(ways))
        if in_a_row and count > 2:
            return Holding(f"{count} to a straight", f"{self._ways(ways)}{self._with_high(ranks)}")
        if all(self._high >> rank & 1 for rank in ranks):
            return Holding(f"{count} high cards", self._letters(ranks))
        return Holding(f"{count} other cards", self._high_text(ranks))

    def _of_a_kind(self, sizes: Counter[int], wilds: int) -> Holding:
        kinds = sorted(sizes, key=lambda rank: (-sizes[rank], -rank))
        most, *others = kinds
        name = f"{_OF_A_KIND[sizes[most]]} of {self._group_text(most)}"
        if others and sizes[others[0]] > 1:
            return Holding("two pair", f"{self._group_text(most)} and {self._group_text(others[0])}")
        return Holding(f"{name} with {self._group_text(others[0])} beside it" if others else name)

    def _ways(self, ways: int) -> str:
        return counted(ways, "way", none="no")

    def _with_high(self, ranks: list[int]) -> str:
        return f", {self._high_text(ranks)}" if self._high and any(self._high >> rank & 1 for rank in ranks) else ""

    def _high_text(self, ranks: list[int]) -> str:
        return counted(sum(self._high >> rank & 1 for rank in ranks), "high card", none="no") if self._high else ""

    def _ranks_text(self, ranks: list[int]) -> str:
        return self._letters(ranks) if self._high >> ranks[0] & 1 else self._group_text(ranks[0])

    def _letters(self, ranks: list[int]) -> str:
        return " ".join(_LETTERS[rank] for rank in sorted(ranks, reverse=True))

    def _group_text(self, rank: int) -> str:
        """The ranks that no line tells from this one: `2-T`, `J-A`, `A`."""
        like = [
            other
            for other in range(len(Rank))
            if self._group[other] == self._group[rank] and not self._wild >> other & 1
        ]
        runs: list[list[int]] = []
        for other in like:
            if runs and other == runs[-1][-1] + 1:
                runs[-1].append(other)
            else:
                runs.append([other])
        return ", ".join(
            _LETTERS[run[0]] if len(run) == 1 else f"{_LETTERS[run[0]]}-{_LETTERS[run[-1]]}" for run in runs
        )
