"""What to keep of every hand in five-card draw without betting: strategies, and the solved game.

Solved is the game of simultaneous draws: nobody looks at how many cards others drew.

>>> strategy = solved(FOUR_WITH_AN_ACE, players=4)
>>> print(*strategy.discards("As Kh Td Tc 6s"))
As Kh 6s
>>> print(*strategy.discards("4c 5d 6h 7s Ac"))
4c 5d 6h 7s

A hand is played like any other that differs from it only in the names of the suits: a strategy has one hold for each of
the 134,459 kinds of hands that are left. `docs/strategy.md` tells how the game was solved, and how well.
"""

import os
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

from fivecard import _core
from fivecard._util.atomic_file import atomic_file
from fivecard._util.machine import path_of, threads_for
from fivecard.cards import ALL_CARDS, PLAIN, Card, CardsLike, Rank, card_id, to_cards, whole_number
from fivecard.engine.rules import FOUR_WITH_AN_ACE, HAND_SIZE, RULES, Rules
from fivecard.errors import (
    ArgumentError,
    FivecardError,
    FormatError,
    HandError,
    RulesError,
    expect,
    expect_progress,
    quoted,
)
from fivecard.evaluation import strength

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ALL_HELD: Final = (1 << HAND_SIZE) - 1
SOLVED_PLAYERS: Final = range(2, 7)
"""The numbers of players for which the game is solved."""
MOST_STEPS: Final = 20


def in_order(hand: CardsLike) -> tuple[Card, ...]:
    """Sort the five different cards of a hand, lowest first: the order in which the bits of a hold count.

    >>> print(*in_order("As 2c Kd 7h 2d"))
    2c 2d 7h Kd As
    """
    cards = to_cards(hand)
    if len(cards) != HAND_SIZE:
        raise HandError(f"a hand for drawing has 5 cards, not {len(cards)}")
    strength(cards)  # refuses cards that are no hand
    return tuple(sorted(cards, key=card_id))


def ids_of(ordered: tuple[Card, ...]) -> list[int]:
    """The ids of a hand's cards, which the compiled module takes for it."""
    return [card_id(card) for card in ordered]


class Allowance(NamedTuple):
    """Which of the 32 holds a table's rules allow, as the compiled module takes it."""

    holds: int
    """Those of any cards, as bits."""
    lone_ace: bool
    """Whether one card may be held too if it is an ace."""

    @classmethod
    def under(cls, rules: Rules) -> "Allowance":
        """Ask some rules what they allow: of low cards, by their number, and of aces."""
        holds = sum(1 << hold for hold in range(ALL_HELD + 1) if rules.draw.may_keep(ALL_CARDS[: hold.bit_count()]))
        return cls(holds, rules.draw.may_keep(ALL_CARDS[-1:]))


@lru_cache(maxsize=16)
def _allowance_under(rules: Rules) -> Allowance:
    return Allowance.under(rules)


def legal_holds(hand: CardsLike, rules: Rules) -> list[int]:
    """List the holds of a hand that the rules allow, as bits of the hand in order, all cards first.

    Args:
        hand: The five cards.
        rules: What may be discarded.

    >>> from fivecard.engine import THREE_CARD_DRAW
    >>> len(legal_holds("As Kh Td Tc 6s", THREE_CARD_DRAW)), len(legal_holds("As Kh Td Tc 6s", FOUR_WITH_AN_ACE))
    (26, 27)
    """
    return holds_under(rules, in_order(hand))


def holds_under(rules: Rules, ordered: tuple[Card, ...]) -> list[int]:
    """The same for the cards of a hand, lowest first."""
    allowance = _allowance_under(rules)
    allowed = allowance.holds
    if allowance.lone_ace:
        for position, card in enumerate(ordered):
            if card.rank is Rank.ACE:
                allowed |= 1 << (1 << position)
    return [hold for hold in range(ALL_HELD, -1, -1) if allowed >> hold & 1]


class Strategy:
    """A hold for every hand; hands that differ only in the names of suits have the same.

    Args:
        name: What messages call it.
        holds: One byte for each suit class, whose bit `i` keeps the `i`-th lowest card.
    """

    def __init__(self, name: str, holds: bytes) -> None:
        self.name = name
        self.holds = holds
        """One byte for each suit class, in the order of the compiled module; bit i keeps the i-th lowest card."""

    def __repr__(self) -> str:
        return f"<Strategy {self.name}>"

    @classmethod
    def of(cls, name: str, discards: Callable[[tuple[Card, ...]], Iterable[Card]]) -> "Strategy":
        """Make a strategy of a function that names the cards to throw away; it is asked once for each kind of hand.

        Args:
            name: What messages call it.
            discards: Given the five cards of a hand, names those to throw away.
        """
        ids = _core.class_hands()
        holds = bytearray()
        for start in range(0, len(ids), HAND_SIZE):
            hand = tuple([ALL_CARDS[card] for card in ids[start : start + HAND_SIZE]])
            thrown = set(discards(hand))
            if strange := [card for card in thrown if card not in hand]:
                held = PLAIN.join(hand)
                raise HandError(f"{name} throws {quoted(str(strange[0]))} away, which is not in the hand '{held}'")
            holds.append(sum(1 << position for position, card in enumerate(hand) if card not in thrown))
        return cls(name, bytes(holds))

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the holds down, as the solutions that come with fivecard are."""
        import lzma

        with atomic_file(path_of(file)) as target:
            target.write(lzma.compress(self.holds, preset=9 | lzma.PRESET_EXTREME))

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> "Strategy":
        """Read a strategy that `save` has written; it is called after the file.

        Args:
            file: Where it is.
        """
        import lzma

        path = path_of(file)
        try:
            holds = lzma.decompress(path.read_bytes())
        except (lzma.LZMAError, EOFError):
            raise FormatError(f"{path}: this is no strategy for draws: it is damaged, or something else") from None
        classes = len(_core.class_hands()) // HAND_SIZE
        if len(holds) != classes or max(holds) > ALL_HELD:
            raise FormatError(f"{path}: this is no strategy for draws: one has {classes:,} holds from 0 to {ALL_HELD}")
        return cls(path.stem, holds)

    @classmethod
    def named(cls, text: str) -> "Strategy":
        """Find a strategy of somebody's own: a file that `save` has written, or `file.py:function`.

        Args:
            text: The name of a file; behind a Python file, a colon and the function that names the cards to throw away.
        """
        file, colon, function = text.rpartition(":")
        if not colon or not file.endswith(".py"):
            return cls.load(text)
        import runpy

        made = runpy.run_path(file).get(function)
        if not callable(made):
            raise ArgumentError(f"{file} has no function {quoted(function)}")
        return cls.of(function, made)

    def check(self, rules: Rules) -> None:
        """Refuse a strategy that breaks some rules, and name the first hand with which it does."""
        usual, ids = Allowance.under(rules).holds, _core.class_hands()
        for hold in (
            hold for hold in sorted(set(self.holds)) if not usual >> hold & 1
        ):  # few, like those of a lone ace
            positions, number = [position for position in range(HAND_SIZE) if hold >> position & 1], -1
            while (number := self.holds.find(hold, number + 1)) >= 0:
                kept = [ALL_CARDS[ids[HAND_SIZE * number + position]] for position in positions]
                if not rules.draw.may_keep(kept):
                    hand = [ALL_CARDS[card] for card in ids[HAND_SIZE * number : HAND_SIZE * (number + 1)]]
                    shown = f"of '{PLAIN.join(hand)}' it keeps only '{PLAIN.join(kept)}'"
                    raise FivecardError(f"{self.name} breaks rules {rules.name}: {shown}")

    def hold(self, hand: CardsLike) -> int:
        """Look up which cards are kept, as bits of the hand in order."""
        return self._hold(in_order(hand))

    def _hold(self, ordered: tuple[Card, ...]) -> int:
        number, positions = _core.class_of_hand(ids_of(ordered))
        return sum([(self.holds[number] >> position & 1) << card for card, position in enumerate(positions)])

    def kept_of(self, hands: "NDArray[np.uint64]") -> "NDArray[np.uint64]":
        """Look up which cards are kept of many hands, as sets of cards."""
        return _core.kept_cards(self.holds, hands)

    def discards(self, hand: CardsLike) -> tuple[Card, ...]:
        """Name the cards that are thrown away, in the order they stand in the hand."""
        cards = to_cards(hand)
        ordered = in_order(cards)
        hold = self._hold(ordered)
        thrown = [card for position, card in enumerate(ordered) if not hold >> position & 1]
        return tuple([card for card in cards if card in thrown])

    def may_draw(self, count: int, *, without: CardsLike) -> bool:
        """Whether this strategy ever draws so many cards, while somebody else has the five cards of a hand.

        Args:
            count: How many cards, 0 to 4.
            without: The five cards of a hand that somebody else has.

        >>> [solved().may_draw(count, without="Ac Ad Ah As Kc") for count in range(5)]
        [True, True, True, True, False]
        """
        others = ids_of(in_order(without))
        return 0 <= count < HAND_SIZE and _core.may_draw(self.holds, count, others)


def _solvable(players: int, verb: str) -> int:
    """A number of players, checked."""
    number = whole_number(players)
    if number is None or number not in SOLVED_PLAYERS:
        raise ArgumentError(f"the game {verb} solved for 2 to 6 players, not {quoted(players)}")
    return number


def solved(rules: Rules = FOUR_WITH_AN_ACE, players: int = 2) -> Strategy:
    """Load the strategy for a number of players and simultaneous draws that comes with fivecard.

    Args:
        rules: Those that it is solved for.
        players: How many play, 2 to 6.

    >>> print(*solved(FOUR_WITH_AN_ACE, players=6).discards("2c 2d Ah Ks 9c"))
    Ks 9c
    """
    number = _solvable(players, "is")
    expect(rules, Rules, "Rules")
    if RULES.get(rules.name) != rules:
        other = "others of that name" if rules.name in RULES else quoted(rules.name)
        raise RulesError(f"the game is solved for rules {' and '.join(RULES)}, not {other}")
    return _loaded(rules.name, number)


@cache
def _loaded(rules: str, players: int) -> Strategy:
    import lzma

    file = f"{rules}-{players}.xz"
    try:
        holds = lzma.decompress((files("fivecard.draw") / "data" / file).read_bytes())
        if len(holds) != len(_core.class_hands()) // HAND_SIZE:
            raise EOFError
    except OSError as error:
        raise FivecardError(f"the solution that comes with fivecard cannot be read: {file}: {error}") from None
    except (lzma.LZMAError, EOFError):
        raise FivecardError(f"the solution that comes with fivecard cannot be read: {file} is damaged") from None
    return Strategy(f"solved for {players} players, rules {rules}", holds)


class Solution(NamedTuple):
    """A solved game."""

    strategy: Strategy
    share: float
    """What one of the players can expect, by our reckoning: how far it is from a fair share shows how good that is."""
    steps: tuple[int, ...]
    """For how many of all hands the best answer still differed, step by step: 0 at the end of a solved game."""


def solve(
    rules: Rules = FOUR_WITH_AN_ACE,
    players: int = 2,
    *,
    start: Strategy | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Solution:
    """Find the strategy that is the best response to itself, by repeating best responses. Draws are simultaneous.

    Args:
        rules: What may be discarded.
        players: How many play, 2 to 6.
        start: The strategy to begin with; None to begin with standing pat.
        threads: How many threads; None for as many as there are cores.
        progress: Called after each step with its number, and for how many of all hands the answer was a new one.
    """
    number = _solvable(players, "can be")
    expect(rules, Rules, "Rules")
    expect(start, Strategy | None, "a Strategy as start")
    expect_progress(progress)
    allowance, workers = Allowance.under(rules), threads_for(threads)
    holds = start.holds if start else bytes([ALL_HELD]) * (len(_core.class_hands()) // HAND_SIZE)
    steps: list[int] = []
    while len(steps) < MOST_STEPS:
        table = _core.DrawTable(holds, number - 1, workers)
        holds, share, _, changed = table.best_response(*allowance, workers)
        steps.append(changed)
        if progress:
            progress(len(steps), changed)
        if not changed:
            break
    return Solution(Strategy(f"solved for {number} players, rules {rules.name}", holds), share, tuple(steps))


def best_answer(
    strategy: Strategy, rules: Rules = FOUR_WITH_AN_ACE, players: int = 2, *, threads: int | None = None
) -> tuple[Strategy, float, int]:
    """Answer opponents who all play a strategy; gives the answer, its gain by our reckoning, and how many hands differ.

    Args:
        strategy: What the opponents play.
        rules: What may be discarded.
        players: How many play, 2 to 6.
        threads: How many threads; None for as many as there are cores.
    """
    expect(strategy, Strategy, "a Strategy")
    expect(rules, Rules, "Rules")
    workers = threads_for(threads)
    table = _core.DrawTable(strategy.holds, _solvable(players, "can be") - 1, workers)
    holds, share, own, changed = table.best_response(*Allowance.under(rules), workers)
    return Strategy(f"the answer to {strategy.name}", holds), share - own, changed


def played_otherwise(one: Strategy, other: Strategy) -> int:
    """Count of how many of all 2,598,960 hands two strategies keep other cards.

    >>> played_otherwise(solved(players=2), solved(players=2))
    0
    """
    sizes = _core.hands_of_classes().tolist()
    return sum(size for size, mine, theirs in zip(sizes, one.holds, other.holds, strict=True) if mine != theirs)


@lru_cache(maxsize=16)
def seated(*holds: bytes) -> _core.Rounds:
    """Let strategies sit down to play rounds; made once for the same ones."""
    return _core.Rounds([*holds])


@lru_cache(maxsize=8)
def table_against(strategy: Strategy, opponents: int) -> _core.DrawTable:
    """Set up the table at which all opponents play a strategy; made once, it answers for any hand at once."""
    return _core.DrawTable(strategy.holds, opponents, threads_for(None))


@lru_cache(maxsize=8)
def opponent_who_drew(strategy: Strategy, drew: int | None) -> _core.DrawOpponent:
    """Set up somebody who plays a strategy and drew so many cards, if that is known; made once, good for any hand."""
    return _core.DrawOpponent(strategy.holds, drew, threads_for(None))
