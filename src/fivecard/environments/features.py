"""What a seat sees, as a row of numbers for a learning machine: every field of `Observations`, side by side."""

from collections.abc import Iterator
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fivecard.cards import ALL_CARDS, Card
from fivecard.engine import Rules, Stakes, View, legal
from fivecard.engine.streets import BettingRound, DealHole, DrawRound
from fivecard.environments.observations import NO_CARD, Observations
from fivecard.errors import RulesError

NO_TURN: Final = 255
"""The seat to act where there is none: the hand is over."""


class Features:
    """The numbers of an observation, as float32, and where each field is among them.

    Chips are counted in big blinds, or small bets where there are no blinds. What is listed by seat begins with the
    seat that sees it and goes on clockwise. Cards are a number for each of the 52: 1 where it is there.

    Args:
        rules: The game.
        stakes: What it is played for.
        stacks: The chips of each seat at the beginning of each hand.

    >>> from fivecard.engine import VARIANTS
    >>> features = Features(VARIANTS["holdem"], Stakes(blinds=(1, 2), small_bet=2), (200, 200))
    >>> features.size, features.fields["board"]
    (127, slice(52, 104, None))
    """

    def __init__(self, rules: Rules, stakes: Stakes, stacks: tuple[int, ...]) -> None:
        self._rules, self._players = rules, len(stacks)
        self.unit: int = stakes.largest_blind or stakes.small_bet
        """The chips that count as 1."""
        chips, deck = sum(stacks) / self.unit, len(ALL_CARDS)
        self._streets = [
            number for number, street in enumerate(rules.streets) if isinstance(street, BettingRound | DrawRound)
        ]
        draws = [street for street in rules.streets if isinstance(street, DrawRound)]
        if draws and rules.order is None:
            raise RulesError(f"in {rules.title} hands lie as they came: a set of cards does not say where each is")
        players = self._players
        shapes: dict[str, tuple[tuple[int, ...], float]] = {"hole": ((deck,), 1)}
        self._board = board_size(rules, players)
        if self._board:
            shapes["board"] = ((deck,), 1)
        if rules.has_open_cards:
            shapes["up"] = ((players, deck), 1)
        shapes |= {"street": ((len(self._streets),), 1), "seat": ((players,), 1), "turn": ((players,), 1)}
        shapes |= dict.fromkeys(("in_hand", "acted"), ((players,), 1))
        shapes |= dict.fromkeys(("stacks", "bets", "committed"), ((players,), chips))
        shapes |= dict.fromkeys(("pot", "call", "lowest", "highest"), ((1,), chips))
        shapes["raises"] = ((1,), float(sum(stacks)))
        if draws:
            shapes["most_discards"] = ((1,), rules.hole)
            shapes["drawn"] = ((players, len(draws)), rules.hole)
        self.fields: dict[str, slice] = {}
        """The place of each field in a row."""
        self.size = 0
        """How many numbers there are."""
        for name, (shape, _) in shapes.items():
            self.fields[name] = slice(self.size, self.size + prod(shape))
            self.size += prod(shape)
        self.highest: NDArray[np.float32] = np.empty(self.size, np.float32)
        """The most that each of the numbers can be; the least is 0."""
        for name, (_, highest) in shapes.items():
            self.highest[self.fields[name]] = highest

    def of(self, seen: Observations, seats: NDArray[np.uint8] | None = None) -> NDArray[np.float32]:
        """Give the numbers of what is seen, a row for each hand.

        Args:
            seen: What seats see.
            seats: Whose it is, a seat for each row; None if all see it at their turn.
        """
        own = seen.turn if seats is None else seats
        rows = np.zeros((len(own), self.size), np.float32)
        for name, numbers in self._numbers(seen, own):
            rows[:, self.fields[name]] = numbers.reshape(len(own), -1)
        return rows

    def of_view(self, view: View) -> NDArray[np.float32]:
        """Give the numbers of what one seat sees.

        Args:
            view: What it sees.
        """
        row: NDArray[np.float32] = self.of(observed(view), np.array([view.seat], np.uint8))[0]
        return row

    def _numbers(self, seen: Observations, own: NDArray[np.uint8]) -> Iterator[tuple[str, NDArray[np.generic]]]:
        yield "hole", card_set(seen.hole)
        if seen.board is not None:
            yield "board", card_set(seen.board)
        if seen.up is not None:
            yield "up", card_set(seen.up)
        yield "street", np.equal(seen.street[:, None], self._streets)
        seats = np.arange(self._players)
        yield "seat", np.equal(own[:, None], seats)
        there = np.not_equal(seen.turn, NO_TURN)[:, None]
        yield "turn", np.equal((seen.turn.astype(int) - own)[:, None] % self._players, seats) & there
        yield "in_hand", seen.in_hand
        yield "acted", seen.acted
        for name in ("stacks", "bets", "committed", "pot", "call", "lowest", "highest"):
            yield name, getattr(seen, name) / np.float32(self.unit)
        yield "raises", seen.raises
        if seen.most_discards is not None and seen.drawn is not None:
            yield "most_discards", seen.most_discards
            yield "drawn", seen.drawn


def card_set(ids: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Mark the cards of the last axis among all 52.

    Args:
        ids: Cards by number, and `NO_CARD` where there is none.

    >>> card_set(np.array([[0, 3, NO_CARD]], np.uint8))[0, :5].tolist()
    [1.0, 0.0, 0.0, 1.0, 0.0]
    """
    marked = np.zeros((*ids.shape[:-1], len(ALL_CARDS) + 1), np.float32)
    np.put_along_axis(marked, np.minimum(ids, len(ALL_CARDS)).astype(np.intp), 1, axis=-1)
    return marked[..., :-1]


def board_size(rules: Rules, players: int) -> int:
    """How many cards may lie on the table: a last card that is too few for all is laid there too.

    Args:
        rules: The game.
        players: How many play.
    """
    return rules.board or int(rules.hole * players > rules.deck_size)


def observed(view: View) -> Observations:
    """Give what a seat sees as a batch would, in one row, at its turn or not.

    Args:
        view: What it sees.
    """
    rules, players, own = view.rules, view.players, view.seat
    if own is None:
        raise AssertionError(view)
    now = legal(view)
    seats = [(own + steps) % players for steps in range(players)]
    draws = sum(isinstance(street, DrawRound) for street in rules.streets)
    up = sum(street.cards for street in rules.streets if isinstance(street, DealHole) and street.up)

    def chips(*amounts: int) -> NDArray[np.int32]:
        return np.array([amounts] if len(amounts) > 1 else amounts, np.int32)

    return Observations(
        pot=chips(view.pot),
        call=chips(now.bring_in or now.call_amount if now else 0),
        lowest=chips(now.min_raise_to if now else 0),
        highest=chips(now.max_raise_to if now else 0),
        stacks=chips(*[view.stacks[seat] for seat in seats]),
        bets=chips(*[view.bets[seat] for seat in seats]),
        committed=chips(*[view.committed[seat] for seat in seats]),
        raises=chips(view.raises),
        legal=np.zeros(1, np.uint16),
        turn=np.array([NO_TURN if view.turn is None else view.turn], np.uint8),
        street=np.array([view.street & 255], np.uint8),
        in_hand=np.array([[seat not in view.folded for seat in seats]]),
        acted=np.array([[seat in view.acted for seat in seats]]),
        hole=_ids([view.hand], rules.hole)[:, 0],
        board=_ids([view.board], size)[:, 0] if (size := board_size(rules, players)) else None,
        up=_ids([view.up[seat] for seat in seats], up) if up else None,
        most_discards=np.array([now.most_discards if now else 0], np.uint8) if draws else None,
        drawn=_padded([view.drawn[seat] for seat in seats], draws, 0) if draws else None,
    )


def _ids(hands: list[tuple[Card, ...]], size: int) -> NDArray[np.uint8]:
    return _padded([tuple([card.id for card in hand]) for hand in hands], size, NO_CARD)


def _padded(rows: list[tuple[int, ...]], size: int, filler: int) -> NDArray[np.uint8]:
    return np.array([[[*row, *[filler] * (size - len(row))] for row in rows]], np.uint8)
