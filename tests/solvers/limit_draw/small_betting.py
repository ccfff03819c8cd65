"""Small games with a draw between two rounds of bets, answered exactly by walking through every deal.

Nothing here knows vectors, cut decks or what the solver forgets: whoever answers remembers everything. Only ranks
count, so cards are their ranks, and deals that differ in suits are one with its weight.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

Cards: TypeAlias = tuple[int, ...]
Said: TypeAlias = tuple[str | int, ...]
"""Actions, and how many cards were drawn."""
Chances: TypeAlias = Callable[[int, Cards, Said], list[float]]
"""How somebody plays: the chances of the options, from player, cards and what was said."""


@dataclass(frozen=True)
class Small:
    """A deck of `ranks` times `suits` cards."""

    ranks: int
    suits: int
    hand: int
    most_drawn: int
    bets: tuple[int, int] = (2, 4)
    caps: tuple[int, int] = (2, 2)

    def strength(self, cards: Cards) -> tuple[tuple[int, int], ...]:
        """What is held most often counts most, as in poker."""
        return tuple(sorted({(cards.count(rank), rank) for rank in cards}, reverse=True))

    def options(self, said: Said, cards: Cards) -> tuple[int, list[str] | list[Cards]] | None:
        """Who is to act and how, with such cards: what to say, or what to keep. None when the hand is over."""
        first, draws, second = _parted(said)
        ended = first[-1:] == ["call"] or first[-2:] == ["check", "check"]
        if ended and len(draws) < 2:
            sizes = range(self.hand, self.hand - self.most_drawn - 1, -1)
            return len(draws), [kept for size in sizes for kept in sorted({*combinations(cards, size)})]
        actions, cap = (second, self.caps[1]) if ended else (first, self.caps[0])
        if actions[-1:] in (["fold"], ["call"]) or actions[-2:] == ["check", "check"]:
            return None
        bets = sum(action in {"bet", "raise"} for action in actions)
        facing = actions[-1:] in (["bet"], ["raise"])
        return len(actions) % 2, (["fold", "call"] if facing else ["check"]) + ["raise" if facing else "bet"] * (
            bets < cap
        )

    def payoff(self, said: Said, hands: tuple[Cards, Cards]) -> int:
        """What player 0 wins."""
        first, _, second = _parted(said)
        paid = [1, 1]
        for actions, bet in ((first, self.bets[0]), (second, self.bets[1])):
            for number, action in enumerate(actions):
                if action in {"call", "bet", "raise"}:
                    paid[number % 2] = max(paid) + bet * (action != "call")
                if action == "fold":
                    return paid[1] if number % 2 else -paid[0]
        ours, theirs = map(self.strength, hands)
        return paid[0] * ((ours > theirs) - (ours < theirs))

    def deals(self) -> Iterator["Deal"]:
        """All of them: two hands, and the cards that will be drawn."""
        found: defaultdict[tuple[tuple[Cards, Cards], Cards], float] = defaultdict(float)
        count = 2 * (self.hand + self.most_drawn)
        for cards in product(range(self.ranks), repeat=count):
            weight = 1.0
            for number, rank in enumerate(cards):
                weight *= max(self.suits - cards[:number].count(rank), 0) / (self.ranks * self.suits - number)
            hands = tuple(sorted(cards[: self.hand])), tuple(sorted(cards[self.hand : 2 * self.hand]))
            found[hands, cards[2 * self.hand :]] += weight
        for (hands, rest), weight in found.items():
            if weight:
                yield Deal(weight, hands, rest)


class Deal(NamedTuple):
    """How likely it is, by what the other has done; both hands, and what comes next."""

    weight: float
    hands: tuple[Cards, Cards]
    rest: Cards

    def draw(self, player: int, kept: Cards, count: int) -> "Deal":
        hand = tuple(sorted((*kept, *self.rest[:count])))
        hands = (hand, self.hands[1]) if player == 0 else (self.hands[0], hand)
        return Deal(self.weight, hands, self.rest[count:])


def best_answer(game: Small, chances: Chances, player: int | None) -> float:
    """What the best answer wins a hand as this player; without one, what playing so on both sides wins as player 0."""
    by_hand = defaultdict(list)
    for deal in game.deals():
        by_hand[deal.hands[player or 0]].append(deal)
    return sum(value(game, chances, player, (), some) for some in by_hand.values())


def value(game: Small, chances: Chances, me: int | None, said: Said, deals: list[Deal]) -> float:
    """The same from somewhere in a hand on, for deals that whoever answers cannot tell apart."""
    found = game.options(said, deals[0].hands[_drawing(said)])
    if found is None:
        won = sum(deal.weight * game.payoff(said, deal.hands) for deal in deals)
        return -won if me == 1 else won
    turn, options = found
    if turn != me:  # what is said next goes by the other's cards
        said_next: defaultdict[str | int, list[Deal]] = defaultdict(list)
        for deal in deals:
            found = game.options(said, deal.hands[turn])
            assert found
            for option, chance in zip(found[1], chances(turn, deal.hands[turn], said), strict=True):
                if chance <= 0:
                    continue
                weighed = deal._replace(weight=deal.weight * chance)
                if isinstance(option, tuple):
                    count = game.hand - len(option)
                    said_next[count].append(weighed.draw(turn, option, count))
                else:
                    said_next[str(option)].append(weighed)
        return sum(value(game, chances, me, (*said, what), some) for what, some in said_next.items())
    values = []
    for option in options:
        if isinstance(option, str):
            values.append(value(game, chances, me, (*said, option), deals))
            continue
        count = game.hand - len(option)
        by_hand = defaultdict(list)
        for deal in deals:
            drawn = deal.draw(turn, option, count)
            by_hand[drawn.hands[turn]].append(drawn)
        values.append(sum(value(game, chances, me, (*said, count), some) for some in by_hand.values()))
    return max(values)


def _drawing(said: Said) -> int:
    """Whose draw is next, if it is one."""
    return min(sum(isinstance(each, int) for each in said), 1)


def _parted(said: Said) -> tuple[list[str], list[int], list[str]]:
    """What was said before the draw, at it, and after it."""
    draws = [each for each in said if isinstance(each, int)]
    at = next((number for number, each in enumerate(said) if isinstance(each, int)), len(said))
    first = [each for each in said[:at] if isinstance(each, str)]
    return first, draws, [each for each in said[at:] if isinstance(each, str)]


def kinds_of(game: Small) -> dict[Cards, int]:
    hands = {tuple(sorted(ranks)) for ranks in product(range(game.ranks), repeat=game.hand)}
    possible = [hand for hand in hands if all(hand.count(rank) <= game.suits for rank in hand)]
    return {hand: number for number, hand in enumerate(sorted(possible, key=game.strength))}
