"""How fast heads-up limit draw is solved, and what the solution wins from simple players.

bench/run.sh bench/bench_solver.py; DECKS=4000 for smaller errors.
"""

import os
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from fivecard.cards import ALL_CARDS, Card, Rank, card_id, parse_cards
from fivecard.evaluation import evaluate
from fivecard.rankings import Category
from fivecard.solvers.limit_draw import BestResponse, InfoSet, LimitDraw, Training, advise, load_policy
from fivecard.solvers.limit_draw.game import Child, Tree

DECKS = int(os.environ.get("DECKS", "400"))
GAME = LimitDraw()
BY_ID = {card_id(card): card for card in ALL_CARDS}


@dataclass(frozen=True)
class Threshold:
    """The weakest hands with which to bet, to call a bet and to raise it; for further raises they get stronger."""

    bet: float
    call: float
    raises: float

    def action(self, worth: float, bets: int, actions: tuple[str, ...]) -> str:
        """What to do after so many bets."""
        if not bets:
            return "bet" if worth >= self.bet else "check"
        if "raise" in actions and worth >= self.raises + 0.8 * (bets - 1):
            return "raise"
        return "call" if worth >= self.call + 0.45 * (bets - 1) else "fold"


def pair(rank: Rank) -> float:
    """What a pair is worth."""
    return 1 + (rank - 2) / 13


def worth_of(cards: tuple[Card, ...]) -> float:
    """The category, and behind the point the ranks: 1 is a pair of twos, 2 the lowest two pair."""
    found = evaluate(cards)
    behind: float = sum((rank - 2) / 13.0 ** (at + 1) for at, rank in enumerate(found.ranks))
    return int(found.category) - Category.HIGH_CARD + behind


def kept(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """By the book: pat hands, what matches, four to a flush, four in a row with two ends, or else the two highest."""
    category = evaluate(cards).category
    if category >= Category.STRAIGHT and category is not Category.FOUR_OF_A_KIND:
        return cards
    ranks, suits = [card.rank for card in cards], [card.suit for card in cards]
    if category is not Category.HIGH_CARD:
        return tuple(card for card in cards if ranks.count(card.rank) > 1)
    if flush := tuple(card for card in cards if suits.count(card.suit) == 4):
        return flush
    for low in range(2, 11):
        if {low, low + 1, low + 2, low + 3} <= {*ranks} and low + 3 < Rank.ACE:
            return tuple(card for card in cards if low <= card.rank <= low + 3)
    return tuple(sorted(cards, key=card_id)[-2:])


class Simple:
    """Somebody who goes by thresholds; what is needed after the draw depends on what the other drew."""

    def __init__(self, name: str) -> None:
        self.name = name

    def first(self, cards: tuple[Card, ...]) -> tuple[Threshold, float]:
        """What is needed before the draw, and what the hand is worth there."""
        worth = worth_of(cards)
        if self.name == "rock":
            return Threshold(pair(Rank.JACK), pair(Rank.JACK), 2), worth
        if worth < 1 and len(kept(cards)) == 4:
            worth = pair(Rank.NINE)
        return Threshold(pair(Rank.EIGHT), pair(Rank.SIX), 2), worth

    def second(self, others: int) -> Threshold:
        """What is needed after the draw, the other having drawn so many cards."""
        if self.name == "rock":
            return Threshold(3, 2, 4) if others <= 1 else Threshold(2, pair(Rank.KING), 3)
        if not others:
            return Threshold(4, 2, 5)
        return Threshold(2.5 if others <= 2 else pair(Rank.KING), pair(Rank.SEVEN), 3)

    def chances(self, rule: Threshold, worth: float, tree: Tree, node: int, *, bluffs: bool) -> list[float]:
        """Of the actions at a node. The book player bluffs with a quarter of what is nothing."""
        actions = tree.nodes[node].actions
        if self.name == "always call":
            return [float(action in ("check", "call")) for action in actions]
        bets = tree.raises(Child("node", node))[1]
        if bluffs and not bets and worth < 1:
            return [0.75, 0.25]
        return [float(action == rule.action(worth, bets, actions)) for action in actions]

    def sit_down(self, responder: BestResponse) -> None:
        """Take the place of the responder."""
        first, *draws, second = responder.answer()
        game = responder.game
        bluffs = self.name == "book player"
        for table in (first, *draws, second):
            table[...] = 0
        for kind, cards in enumerate(hands(game, of_groups=False)):
            rule, worth = self.first(cards)
            for node, about in enumerate(game.first.nodes):
                first[kind, node, : len(about.actions)] = self.chances(rule, worth, game.first, node, bluffs=False)
            held = {*kept(cards)}
            hold = next(number for number, some in enumerate(game.kept(cards)) if {*some} == held)
            for drawing in draws:
                drawing[kind, hold] = 1
        calls = range(len(game.first.calls))
        drawn = range(game.draws)
        for group, cards in enumerate(hands(game, of_groups=True)):
            worth = worth_of(cards)
            for node, about in enumerate(game.second.nodes):
                for others in drawn:
                    found = self.chances(self.second(others), worth, game.second, node, bluffs=bluffs)
                    both = [(own, others) if about.player == 0 else (others, own) for own in drawn]
                    paths = [game.public_history(call, each) for call in calls for each in both]
                    second[paths, node, : len(found), group] = found


def hands(game: LimitDraw, *, of_groups: bool) -> list[tuple[Card, ...]]:
    """A hand of each kind, or of each group."""
    return [tuple(BY_ID[card] for card in hand) for hand in game.native.examples(of_groups).tolist()]


def seconds(work: object) -> float:
    """How long a call takes."""
    begun = perf_counter()
    work()  # type: ignore[operator]
    return perf_counter() - begun


if __name__ == "__main__":
    training = Training(GAME, threads=2)
    times = [seconds(training.iterate) for _ in range(60)]
    tables = 2 * GAME.table_bytes / 1e9
    print(f"\nSolving, two threads: {1000 * median(times[20:]):.0f} ms an iteration; {tables:.2f} GB of tables")
    strategy = load_policy(GAME)
    infosets = [
        InfoSet(GAME, 0, parse_cards("Kh Kd 9s 4c 2d")),
        InfoSet(GAME, 0, parse_cards("Kh Kd 9s 4c 2d"), ("check", "bet", "call")),
        InfoSet(GAME, 0, parse_cards("Kh Kd 9s 4c 2d"), ("check", "bet", "call"), (3, 1)),
    ]
    for infoset in infosets:
        times = [seconds(lambda infoset=infoset: advise(strategy, infoset)) for _ in range(5)]
        times_of_decisions = [
            seconds(lambda infoset=infoset: strategy.action_probabilities(infoset)) for _ in range(500)
        ]
        print(
            f"A decision {'at the draw' if infoset.stage == 'draw' else 'in round ' + infoset.stage}:"
            f" {1e6 * median(times_of_decisions):.0f} us; values of the choices: {1000 * min(times):.0f} ms"
        )
    print(f"\nWhat the solution wins from simple players, in thousandths of an ante a hand ({DECKS} cut decks):")
    responder = BestResponse(strategy, merged=True, threads=2)
    for name in ("always call", "rock", "book player"):
        Simple(name).sit_down(responder)
        gain = responder.measure(DECKS).gain
        print(f"  {name:<12} {-1000 * gain.mean:+.1f} +- {1000 * gain.error:.1f}")
