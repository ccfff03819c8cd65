"""What an equity comes to: a value that says whether it is exact, and how sure it is if not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from html import escape
from operator import index
from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard._util.machine import threads_for
from fivecard.cards import CardSet
from fivecard.equities.methods import Counts, cheapest, count, plan
from fivecard.equities.question import Question
from fivecard.equities.samples import Sampled
from fivecard.errors import ArgumentError, FivecardError, quoted


class HandEquity(NamedTuple):
    """The equity of one hand of a range."""

    cards: str
    weight: float
    win: float
    tie: float
    share: float


class HandEquities:
    """The equities of all hands of a player, as arrays side by side; a hand that cannot be has `nan`.

    Args:
        hands: Sets of cards.
        weights: Of each hand, up to 1.
        counts: For each hand in a row deals, wins, ties and shares in parts of a pot.
    """

    def __init__(self, hands: NDArray[np.uint64], weights: NDArray[np.float64], counts: NDArray[np.float64]) -> None:
        self.hands = hands
        """Sets of cards; bit `i` is the card with id `i`."""
        self.weights = weights
        self.deals = counts[:, 0]
        """How many deals there are with each hand, times the weights of all hands in them."""
        with np.errstate(invalid="ignore"):
            self.win = counts[:, 1] / counts[:, 0]
            self.tie = counts[:, 2] / counts[:, 0]
            self.share = counts[:, 3] / _core.POT / counts[:, 0]

    def __len__(self) -> int:
        return len(self.hands)

    def __iter__(self) -> Iterator[HandEquity]:
        columns = (self.weights, self.win, self.tie, self.share)
        for hand, *numbers in zip(self.hands.tolist(), *(column.tolist() for column in columns), strict=True):
            yield HandEquity(str(CardSet(hand)), *numbers)

    def __getitem__(self, cards: str) -> HandEquity:
        """Look up one hand, `by_hand["AsKs"]`."""
        wanted = CardSet(cards)
        place = np.flatnonzero(self.hands == np.uint64(wanted.mask))
        if not len(place):
            raise FivecardError(f"{quoted(cards)} is not among the {len(self)} hands")
        at = int(place[0])
        return HandEquity(str(wanted), *(float(c[at]) for c in (self.weights, self.win, self.tie, self.share)))

    def best(self, count: int = 10) -> list[HandEquity]:
        """The hands with the largest shares, best first."""
        if not isinstance(count, SupportsIndex) or index(count) < 0:
            raise ArgumentError(f"a number of hands is a whole number from 0 on, not {quoted(count)}")
        every = [hand for hand in self if hand.share == hand.share]
        return sorted(every, key=lambda hand: -hand.share)[:count]


@dataclass(frozen=True)
class Equity:
    """How often each player wins, ties, and what share of the pot that is: exactly, or with a standard error.

    Players are counted from 0. `str` is a small table; in a notebook it is one too.
    """

    players: tuple[str, ...]
    """What they may hold, as it was said."""
    exact: bool
    method: str
    win: tuple[float, ...]
    """The chance to win all of the pot."""
    tie: tuple[float, ...]
    """The chance to win some of it."""
    share: tuple[float, ...]
    """The part of the pot to expect."""
    standard_errors: tuple[float, ...]
    """Of the shares; 0 where they are exact. Those of the other numbers may be larger."""
    win_errors: tuple[float, ...]
    tie_errors: tuple[float, ...]
    deals: int
    """Those counted, each times the weights of its hands, where exact; else those sampled."""
    outcomes: dict[tuple[int, ...], float]
    """How likely each set of winners is; where high and low share the pot, of winners of the high part."""
    outcome_errors: dict[tuple[int, ...], float]
    _question: Question = field(repr=False, compare=False)
    wins: tuple[int, ...] | None = None
    """Deals won whole, where exact; the same with ties."""
    ties: tuple[int, ...] | None = None
    shares: tuple[Fraction, ...] | None = None
    """Pots won, where exact."""
    seed: int | None = None
    """What it was sampled with: the same seed gives the same answer."""
    _counts: Counts | None = field(default=None, repr=False, compare=False)

    @classmethod
    def counted(cls, question: Question, method: str, counts: Counts) -> "Equity":
        """The exact result that counts come to.

        Args:
            question: What was asked.
            method: The name of the method that counted.
            counts: What it came to.
        """
        deals, nothing = counts.players[0][0], (0.0,) * len(question.players)
        outcomes = _by_players([number / deals for number in counts.outcomes], counts.outcomes)
        return cls(
            players=tuple([holdings.text for holdings in question.players]),
            exact=True,
            method=method,
            win=tuple([tally[1] / deals for tally in counts.players]),
            tie=tuple([tally[2] / deals for tally in counts.players]),
            share=tuple([tally[3] / (deals * _core.POT) for tally in counts.players]),
            standard_errors=nothing,
            win_errors=nothing,
            tie_errors=nothing,
            deals=deals,
            outcomes=outcomes,
            outcome_errors=dict.fromkeys(outcomes, 0.0),
            wins=tuple([tally[1] for tally in counts.players]),
            ties=tuple([tally[2] for tally in counts.players]),
            shares=tuple([Fraction(tally[3], _core.POT) for tally in counts.players]),
            _question=question,
            _counts=counts,
        )

    @classmethod
    def sampled(cls, question: Question, found: Sampled, seed: int) -> "Equity":
        """The result that samples come to.

        Args:
            question: What was asked.
            found: What the samples came to.
            seed: What they were drawn with.
        """
        return cls(
            players=tuple(holdings.text for holdings in question.players),
            exact=False,
            method=found.method,
            win=found.win,
            tie=found.tie,
            share=found.share,
            standard_errors=found.share_errors,
            win_errors=found.win_errors,
            tie_errors=found.tie_errors,
            deals=found.deals,
            outcomes=_by_players(found.outcomes, found.outcomes),
            outcome_errors=_by_players(found.outcome_errors, found.outcomes),
            seed=seed,
            _question=question,
        )

    @property
    def hole(self) -> int:
        """How many cards everyone has in the end."""
        return self._question.hole

    def by_hand(self, player: int = 0) -> HandEquities:
        """The equity of each hand of a player.

        >>> from fivecard.equities import equity
        >>> hands = equity("AsKs, 7c2d", "QQ").by_hand(0)
        >>> [(hand.cards, round(hand.share, 4)) for hand in hands]
        [('7c2d', 0.1165), ('AsKs', 0.4605)]
        """
        self._check_player(player)
        if not self.exact:
            raise FivecardError("the equity of each hand is known only of an exact answer: ask with exact=True")
        holdings, threads = self._question.players[player], threads_for(None)
        counts = self._counts or count(self._question, plan(self._question, threads)[1], threads)
        return HandEquities(holdings.dealt, holdings.weights / holdings.weights.max(), counts.hands(player, threads))

    def __getstate__(self) -> dict[str, object]:
        """All but what the compiled module counted for each hand; a copy counts it again if it is asked."""
        return {**vars(self), "_counts": None}

    def runouts(self, player: int = 0) -> NDArray[np.float64]:
        """A player's share for whatever may still come on the board, by card id: `nan` for cards that are gone.

        On a flop that is an array of turn and river, on a turn one of rivers. It is exact.
        """
        return self._runouts(player)[0]

    def distribution(self, player: int = 0) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """A player's shares over all run-outs, lowest first, and how likely each is."""
        shares, deals = self._runouts(player)
        chosen = deals > 0
        order = np.argsort(shares[chosen], kind="stable")
        return shares[chosen][order], deals[chosen][order] / deals.sum()

    def _runouts(self, player: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        self._check_player(player)
        tallies = self._tallies
        with np.errstate(invalid="ignore"):
            return tallies[player, ..., 1] / _core.POT / tallies[player, ..., 0], tallies[player, ..., 0]

    @cached_property
    def _tallies(self) -> NDArray[np.float64]:
        """Deals and shares by player and by what comes on the board."""
        question = self._question
        missing = question.game.board - len(question.board)
        if not question.game.board or not 1 <= missing <= 2:
            raise FivecardError(
                f"run-outs are those of a flop or a turn, not of a board of {len(question.board)} cards"
            )
        deck = [card for card in question.game.deck if card not in {*question.board, *question.dead}]
        found = np.zeros((len(question.players), *(52,) * missing, 2))
        ways = [(card,) for card in deck] if missing == 1 else [(a, b) for a in deck for b in deck if a < b]
        for more in ways:
            gone = CardSet(more).mask
            left = [holdings.without(gone) for holdings in question.players]
            if not all(len(holdings.dealt) for holdings in left):
                continue
            native = question.native(left, (*question.board, *more))
            answer = cheapest(native).answer(native, 1, lambda _: None)
            places = {more, more[::-1]}
            for player, (deals, _, _, shares) in enumerate(answer.totals()[0]):
                for place in places:
                    found[(player, *(card.id for card in place))] = deals, shares
        return found

    def _check_player(self, player: int) -> None:
        if not isinstance(player, int) or not 0 <= player < len(self.players):
            raise ArgumentError(f"players are 0 to {len(self.players) - 1} here, not {quoted(player)}")

    @property
    def certainty(self) -> str:
        """How far to trust it, in words."""
        if self.exact:
            return f"exact: {self.deals:,} deals"
        return f"sampled: standard error of the equity {max(self.standard_errors):.1e}, seed {self.seed}"

    def rows(self) -> list[tuple[str, ...]]:
        """The table that `str` writes, cell by cell, its heading first."""
        head = ("player", "hand", "equity", *(() if self.exact else ("+-",)), "win", "tie")
        rows = [head]
        digits = 3 if self.exact else 2
        for number, text in enumerate(self.players):
            shown = text if len(text) <= 40 else f"{text[:37]}..."
            error = () if self.exact else (f"{100 * self.standard_errors[number]:.3f}",)
            chances = (f"{chance[number]:.{digits}%}" for chance in (self.win, self.tie))
            rows.append((str(number + 1), shown, f"{self.share[number]:.{digits}%}", *error, *chances))
        return rows

    def __str__(self) -> str:
        rows = self.rows()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for row in rows:
            left = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
            right = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
            lines.append("  ".join(left + right).rstrip())
        return "\n".join([*lines, self.certainty])

    def _repr_html_(self) -> str:
        head, *rows = self.rows()
        cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        return f"<table><caption>{escape(self.certainty)}</caption><tr>{cells}</tr>{body}</table>"


def _by_players(numbers: Sequence[float], chances: Sequence[float]) -> dict[tuple[int, ...], float]:
    """Numbers of sets of winners, given as bits, where there is a chance of them."""
    return {
        _players_in(winners): number
        for winners, (number, chance) in enumerate(zip(numbers, chances, strict=True))
        if chance
    }


@cache
def _players_in(winners: int) -> tuple[int, ...]:
    """The players of a set given as bits, of which there are about a thousand."""
    return tuple(player for player in range(winners.bit_length()) if winners >> player & 1)
