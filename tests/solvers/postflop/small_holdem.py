"""Small games of hold'em after the flop, walked in plain Python: every pair of hands, every card, every bet.

It shares nothing with the solver but what a hand is worth: the betting is stated anew.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, csc_matrix, hstack

from fivecard.cards import ALL_CARDS, Card, parse_cards
from fivecard.evaluation import evaluate

Hand = tuple[Card, Card]
Path = tuple[str, ...]
Chances = Callable[[Path, int, Hand], Mapping[str, float]]
"""How often a player does what with a hand, after a path of actions and cards."""


@dataclass(frozen=True)
class Point:
    """Where the betting is: what is put in, before this street and on it."""

    cards: tuple[Card, ...]
    before: float = 0
    street: tuple[float, float] = (0, 0)
    raised: float = 0
    player: int = 0
    path: Path = ()
    checked: bool = False


@dataclass
class SmallHoldem:
    """Both players have the same sizes: parts of the pot to bet, multiples to raise to, and all-in or not."""

    board: str
    hands: tuple[dict[str, float], dict[str, float]]
    pot: float
    stack: float
    bets: tuple[float, ...] = ()
    raises: tuple[float, ...] = ()
    all_in_bet: bool = False
    all_in_raise: bool = False
    rake: float = 0
    cap: float = float("inf")
    donks: bool = True
    locked: frozenset[Path] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        self.own: tuple[dict[Hand, float], dict[Hand, float]] = tuple(  # type: ignore[assignment]
            {tuple(parse_cards(hand)): weight for hand, weight in hands.items()} for hands in self.hands
        )
        self.start = Point(tuple(parse_cards(self.board)))
        pairs = [(first, second) for first, second in product(*self.own) if not {*first} & {*second}]
        self.deals = {(first, second): self.own[0][first] * self.own[1][second] for first, second in pairs}
        self.total = sum(self.deals.values())

    # What may be done, and what comes of it.

    def actions(self, at: Point) -> dict[str, float]:
        """By name, what the player has then put in on this street."""
        own, other = at.street[at.player], at.street[1 - at.player]
        most, facing = self.stack - at.before, other > own
        found = {"fold": own, "call": other} if facing else {"check": own}
        if other >= most - 1e-9:
            return found
        pot = self.pot + 2 * at.before + own + other
        if facing:
            sums = [max(multiple * other, other + at.raised) for multiple in self.raises]
            sums += [most] * self.all_in_raise
        elif not self.donks and at.player == 0 and self._other_led(at):
            sums = []
        else:
            sums = [part * pot for part in self.bets] + [most] * self.all_in_bet
        word = "raise" if facing else "bet"
        return found | {f"{word} {to:.10g}": to for to in sorted({min(to, most) for to in sums})}

    def _other_led(self, at: Point) -> bool:
        """Whether the last street ended with a call of the player out of position."""
        path = [step for step in at.path if len(step) != 2]
        return bool(path) and path[-1] == "call" and len(path) > 1 and self._caller(at) == 0

    def _caller(self, at: Point) -> int:
        last = max(place for place, step in enumerate(at.path) if len(step) == 2)
        begin = max((place + 1 for place, step in enumerate(at.path[:last]) if len(step) == 2), default=0)
        return (last - begin - 1) % 2

    def after(self, at: Point, action: str) -> "Point | float":
        """The next point, or what both have put in where the street is over."""
        to = self.actions(at)[action]
        street = (to, at.street[1]) if at.player == 0 else (at.street[0], to)
        if action == "call" or (action == "check" and at.checked):
            return at.before + to
        raised = 0 if action == "check" else to - at.street[1 - at.player]
        return Point(at.cards, at.before, street, raised, 1 - at.player, (*at.path, action), action == "check")

    def next_points(self, at: Point, path: Path, put_in: float) -> Iterator[tuple[Card, Point]]:
        for card in ALL_CARDS:
            if card not in at.cards:
                yield card, Point((*at.cards, card), put_in, path=(*path, str(card)))

    def paid(self, pot_part: float, player_sign: int) -> tuple[float, float]:
        """What both win, half of the pot being their own, if the first wins (1), loses (-1) or ties (0)."""
        half = self.pot / 2 + pot_part
        rake = min(self.rake * 2 * half, self.cap)
        if player_sign == 0:
            return -rake / 2, -rake / 2
        return (half - rake, -half) if player_sign > 0 else (-half, half - rake)

    # Values, for each hand of a player: the sum over the other's hands, times how likely those get there.

    def values(self, player: int, chances: Chances, *, best: bool) -> float:
        """What a player wins a deal, as the strategy says, or with the best answer to the other's strategy."""
        reach = dict(self.own[1 - player])
        found = self._value(player, self.start, reach, chances, best)
        return sum(self.own[player][hand] * value for hand, value in found.items()) / self.total

    def _value(
        self, player: int, at: Point, reach: dict[Hand, float], chances: Chances, best: bool
    ) -> dict[Hand, float]:
        actions, acting = self.actions(at), at.player
        own = {hand: 0.0 for hand in self.own[player] if not {*hand} & {*at.cards}}
        by_action = {}
        for action in actions:
            part = reach
            if acting != player:
                part = {hand: weight * chances(at.path, acting, hand)[action] for hand, weight in reach.items()}
            by_action[action] = self._after(player, at, action, part, chances, best)
        for hand in own:
            values = {action: found[hand] for action, found in by_action.items()}
            if acting != player:
                own[hand] = sum(values.values())
            elif best and at.path not in self.locked:
                own[hand] = max(values.values())
            else:
                mix = chances(at.path, player, hand)
                own[hand] = sum(mix[action] * value for action, value in values.items())
        return own

    def _after(
        self, player: int, at: Point, action: str, reach: dict[Hand, float], chances: Chances, best: bool
    ) -> dict[Hand, float]:
        hands = [hand for hand in self.own[player] if not {*hand} & {*at.cards}]
        if action == "fold":
            won = self.paid(at.before + at.street[at.player], -1 if at.player == 0 else 1)[player]
            return {hand: won * self._meeting(hand, reach, at.cards) for hand in hands}
        after = self.after(at, action)
        if isinstance(after, Point):
            return self._value(player, after, reach, chances, best)
        return self._street_over(player, at, (*at.path, action), after, reach, chances, best)

    def _street_over(
        self, player: int, at: Point, path: Path, put_in: float, reach: dict[Hand, float], chances: Chances, best: bool
    ) -> dict[Hand, float]:
        hands = [hand for hand in self.own[player] if not {*hand} & {*at.cards}]
        if len(at.cards) == 5:
            return {hand: self._showdown(player, hand, at.cards, put_in, reach) for hand in hands}
        found = dict.fromkeys(hands, 0.0)
        for card, point in self.next_points(at, path, put_in):
            left = {hand: weight for hand, weight in reach.items() if card not in hand}
            if put_in >= self.stack - 1e-9:
                values = self._street_over(player, point, point.path, put_in, left, chances, best)
            else:
                values = self._value(player, point, left, chances, best)
            for hand, value in values.items():
                found[hand] += value / (48 - len(at.cards))
        return found

    def _meeting(self, hand: Hand, reach: dict[Hand, float], cards: tuple[Card, ...]) -> float:
        return sum(weight for other, weight in reach.items() if not {*hand} & {*other} and not {*other} & {*cards})

    def _showdown(
        self, player: int, hand: Hand, cards: tuple[Card, ...], put_in: float, reach: dict[Hand, float]
    ) -> float:
        own, sum_ = _strength(hand, cards), 0.0
        for other, weight in reach.items():
            if weight and not {*other} & {*hand} and not {*other} & {*cards}:
                theirs = _strength(other, cards)
                sign = (own > theirs) - (own < theirs)
                sum_ += weight * self.paid(put_in, sign if player == 0 else -sign)[player]
        return sum_

    # The value of the game by a linear program over sequences of actions (Koller, Megiddo and von Stengel, 1996).

    def linear_program(self) -> float:
        """What the first player wins a deal if both play as well as can be; without rake."""
        sequences: tuple[dict[object, int], dict[object, int]] = ({"": 0}, {"": 0})
        choices: tuple[dict[object, tuple[int, list[int]]], ...] = ({}, {})
        payoffs: dict[tuple[int, int], float] = {}

        def walk(pair: tuple[Hand, Hand], at: Point, chance: float, here: tuple[int, int]) -> None:
            player, hand = at.player, pair[at.player]
            key = (hand, at.path)
            actions = self.actions(at)
            numbers = [sequences[player].setdefault((*key, action), len(sequences[player])) for action in actions]
            choices[player][key] = here[player], numbers
            for action, number in zip(actions, numbers, strict=True):
                there = (number, here[1]) if player == 0 else (here[0], number)
                if action == "fold":
                    add(there, chance * self.paid(at.before + at.street[player], -1 if player == 0 else 1)[0])
                    continue
                after = self.after(at, action)
                if isinstance(after, Point):
                    walk(pair, after, chance, there)
                else:
                    street_over(pair, at, (*at.path, action), after, chance, there)

        def street_over(
            pair: tuple[Hand, Hand], at: Point, path: Path, put_in: float, chance: float, here: tuple[int, int]
        ) -> None:
            if len(at.cards) == 5:
                one, two = (_strength(hand, at.cards) for hand in pair)
                add(here, chance * self.paid(put_in, (one > two) - (one < two))[0])
                return
            for card, point in self.next_points(at, path, put_in):
                if card in pair[0] or card in pair[1]:
                    continue
                part = chance / (48 - len(at.cards))
                if put_in >= self.stack - 1e-9:
                    street_over(pair, point, point.path, put_in, part, here)
                else:
                    walk(pair, point, part, here)

        def add(here: tuple[int, int], value: float) -> None:
            payoffs[here] = payoffs.get(here, 0) + value

        for pair, weight in self.deals.items():
            walk(pair, self.start, weight / self.total, (0, 0))
        return _solved(payoffs, sequences, choices)


def _solved(
    payoffs: dict[tuple[int, int], float],
    sequences: tuple[dict[object, int], dict[object, int]],
    choices: tuple[dict[object, tuple[int, list[int]]], ...],
) -> float:
    """The largest value that a plan of the first player has against every plan of the second."""
    rows, columns = zip(*payoffs, strict=True)
    matrix = coo_matrix((list(payoffs.values()), (rows, columns)), shape=(len(sequences[0]), len(sequences[1]))).tocsc()

    def plans(player: int) -> csc_matrix:
        entries = [(0, 0, 1.0)]
        for row, (parent, children) in enumerate(choices[player].values(), 1):
            entries += [(row, parent, -1.0), *((row, child, 1.0) for child in children)]
        rows_, columns_, values = zip(*entries, strict=True)
        return coo_matrix((values, (rows_, columns_)), shape=(1 + len(choices[player]), len(sequences[player]))).tocsc()

    first, second = plans(0), plans(1)
    costs = np.zeros(first.shape[1] + second.shape[0])
    costs[first.shape[1]] = -1
    one = np.zeros(first.shape[0])
    one[0] = 1
    found = linprog(
        costs,
        A_ub=hstack([-matrix.T, second.T]).tocsc(),
        b_ub=np.zeros(second.shape[1]),
        A_eq=hstack([first, csc_matrix((first.shape[0], second.shape[0]))]).tocsc(),
        b_eq=one,
        bounds=[(0, None)] * first.shape[1] + [(None, None)] * second.shape[0],
        method="highs",
    )
    assert found.success
    return float(-found.fun)


@cache
def _strength(hand: Hand, cards: tuple[Card, ...]) -> int:
    return evaluate((*hand, *cards)).strength
