"""Practice: hands that are dealt from a solution, what an action costs against its best, and what goes wrong often.

The opponent plays the solution's mixed strategy, and cards come as they come. A hand goes on as long as the solution
knows what follows: where it never takes an action with a hand, it does not say how to go on after it.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Final

import numpy as np

from fivecard.cards import CardSet, to_cards
from fivecard.draw.training import Kind, Record
from fivecard.errors import IllegalActionError, quoted
from fivecard.solvers.postflop import Place, Solution
from fivecard.solvers.postflop.locks import Path
from fivecard.solvers.postflop.spot import PLAYERS
from fivecard.study.kinds import kind_of
from fivecard.study.places import is_over, money

CANDIDATES: Final = 12
"""How many hands are dealt for one to be chosen."""
MOST_DEALS: Final = 100
NEVER: Final = 0.001
"""What the solution does more rarely than this it never does."""
OFTEN: Final = 0.1
"""What the solution does as often as this is right: between actions that it mixes, what they win differs by chance."""
LEAST_COST: Final = 0.1
"""Percent of the pot: what costs less is right, whatever the solution's accuracy."""


@dataclass(frozen=True)
class Verdict:
    """What an action was worth.

    Args:
        action: Which was taken.
        cost: Chips that it wins less than the best action, on average.
        percent: The same in percent of the first pot.
        right: Whether it costs no more than the solution may be wrong by, or the solution does it too, often enough.
        chances: How often the solution takes each action.
        evs: How many chips each action wins.
        kind: What the hand makes there.
        street: Where it was.
    """

    action: str
    cost: float
    percent: float
    right: bool
    chances: dict[str, float]
    evs: dict[str, float]
    kind: str
    street: str


@dataclass
class Exercise:
    """A hand that is played against a solution.

    Args:
        solution: What the opponent plays.
        player: Which side is practised: 0 out of position, 1 in position.
        hands: Of both players, as sets of cards.
        usual: How many hands of a usual deal it stands for.
        random: Where chance comes from.
        accuracy: By how much the solution may be wrong, in percent of the pot.
    """

    solution: Solution
    player: int
    hands: tuple[int, int]
    usual: float
    random: Random
    accuracy: float
    path: list[str] = field(default_factory=list)
    over: bool = False
    why: str = ""
    """Why it is over."""

    @property
    def board(self) -> tuple[str, ...]:
        """The cards on the board."""
        return tuple(map(str, (*self.solution.spot.cards, *self._steps.cards)))

    @property
    def _steps(self) -> Path:
        return Path(self.solution.spot.tree, self.path)

    @property
    def street(self) -> str:
        """Which street it is."""
        return self.solution.spot.streets[self._steps.street]

    @property
    def actions(self) -> tuple[str, ...]:
        """What may be done, where it is the learner's turn."""
        node = self._steps.node
        return node.names if node and not self.over else ()

    @property
    def kind(self) -> str:
        """What the learner's hand makes."""
        game = self.solution.spot.hand_ranges[0].game
        return kind_of(CardSet(self.hands[self.player]), " ".join(self.board), game.rankings[0])

    def advance(self) -> None:
        """Play on until it is the learner's turn, or the hand is over."""
        while not self.over:
            steps = self._steps
            if is_over(steps):
                self.over, self.why = True, steps.child.kind
            elif steps.node is None:
                self.path.append(self._next_card(steps))
            elif len(steps.node.names) == 1:
                self.path.append(steps.node.names[0])
            elif steps.node.player == self.player:
                return
            else:
                self.path.append(self._answer(self.solution.at(*self.path)))

    def act(self, action: str) -> Verdict:
        """Do something, and learn what it was worth.

        Args:
            action: As in `actions`.
        """
        if action not in self.actions:
            raise IllegalActionError(f"{quoted(action)} is none of the actions here: {', '.join(self.actions)}")
        place = self.solution.at(*self.path)
        number = _index(place, self.player, self.hands[self.player])
        chances = dict(zip(place.actions, place.strategy[:, number].tolist(), strict=True))
        evs = dict(zip(place.actions, place.action_evs[:, number].tolist(), strict=True))
        cost = max(evs.values()) - evs[action]
        percent = 100 * cost / self.solution.spot.pot
        verdict = Verdict(
            action=action,
            cost=cost,
            percent=percent,
            right=percent <= max(self.accuracy, LEAST_COST) or chances[action] >= OFTEN,
            chances=chances,
            evs=evs,
            kind=self.kind,
            street=self.street,
        )
        self.path.append(action)
        if chances[action] < NEVER and not is_over(self._steps):
            self.over, self.why = True, "unknown"
        self.advance()
        return verdict

    def money(self) -> dict[str, object]:
        """What lies in the pot, and what each has left."""
        return money(self.solution.spot, self.path)

    def _next_card(self, steps: Path) -> str:
        dead = {*map(str, (*self.solution.spot.cards, *steps.cards))}
        dead |= {str(card) for hand in self.hands for card in CardSet(hand)}
        deck = self.solution.spot.hand_ranges[0].game.deck
        return str(self.random.choice([card for card in deck if str(card) not in dead]))

    def _answer(self, place: Place) -> str:
        number = _index(place, 1 - self.player, self.hands[1 - self.player])
        return self.random.choices(place.actions, place.strategy[:, number].tolist())[0]


def deal(solution: Solution, player: int, record: Record, random: Random) -> Exercise:
    """Deal a hand in which there is something to decide.

    Args:
        solution: What the opponent plays.
        player: Which side is practised: 0 out of position, 1 in position.
        record: How kinds of hands were played so far.
        random: Where the cards come from.
    """
    for _ in range(MOST_DEALS):
        exercise = _dealt(solution, player, record, random)
        exercise.advance()
        if not exercise.over:
            return exercise
    raise IllegalActionError(f"{PLAYERS[player]} has nothing to decide in this solution")


def _dealt(solution: Solution, player: int, record: Record, random: Random) -> Exercise:
    """Deal several hands, and take one: the more likely the more often its kind goes wrong."""
    root = solution.at()
    game = solution.spot.hand_ranges[0].game
    dealt = []
    for _ in range(CANDIDATES):
        hands = _deal_both(root, random)
        kind = kind_of(CardSet(hands[player]), solution.spot.cards, game.rankings[0])
        known = record.kinds.get(f"{solution.spot.streets[0]}: {kind}", Kind())
        dealt.append((hands, known.weight))
    weights = [weight for _, weight in dealt]
    [(hands, weight)] = random.choices(dealt, weights)
    usual = sum(weights) / CANDIDATES / weight
    return Exercise(solution, player, hands, usual, random, accuracy=solution.exploitability)


def mark(record: Record, exercise: Exercise, verdict: Verdict) -> None:
    """Record how a hand was played.

    Args:
        record: Where.
        exercise: The hand.
        verdict: What was done with it.
    """
    cost = 0.0 if verdict.right else verdict.percent
    record.add(f"{verdict.street}: {verdict.kind}", usual=exercise.usual, cost=cost)


def summary(record: Record) -> dict[str, object]:
    """Say how well somebody plays, by street and by kind of hand.

    Args:
        record: What was written down.
    """
    streets: dict[str, Kind] = {}
    for name, kind in record.kinds.items():
        street = streets.setdefault(name.partition(": ")[0], Kind())
        street.dealt += kind.dealt
        street.wrong += kind.wrong
    return {
        "decisions": record.hands,
        "right": record.right,
        "cost": record.lost / record.usual if record.usual else 0.0,
        "streets": {name: [kind.dealt, kind.wrong] for name, kind in streets.items()},
        "kinds": {name: [kind.dealt, kind.wrong] for name, kind in sorted(record.kinds.items())},
        "weakest": [name for name, _ in record.weakest(3)],
    }


def spoken(hand: int) -> list[str]:
    """The cards of a hand, the higher first.

    Args:
        hand: As a set of cards.
    """
    return [str(card) for card in reversed(to_cards(CardSet(hand)))]


def _index(place: Place, player: int, hand: int) -> int:
    return int(np.flatnonzero(place.hands[player] == np.uint64(hand))[0])


def _deal_both(root: Place, random: Random) -> tuple[int, int]:
    """Deal to both as often as their ranges meet."""
    [first] = random.choices(root.hands[0].tolist(), root.weights[0].tolist())
    apart = (root.hands[1] & np.uint64(first)) == 0
    [second] = random.choices(root.hands[1][apart].tolist(), root.reach[1][apart].tolist())
    return first, second


def seat_of(name: str, random: Random) -> int:
    """Which side is practised: that of a name, or either.

    Args:
        name: `oop`, `ip` or `both`.
        random: What decides between both.
    """
    if name == "both":
        return random.randrange(2)
    if name not in PLAYERS:
        raise IllegalActionError(f"one practises oop, ip or both, not {quoted(name)}")
    return PLAYERS.index(name)
