"""`fivecard demo`: a short tour of what is there."""

import random
import sys
from argparse import ArgumentParser, Namespace
from time import perf_counter

from fivecard.evaluation import Category, Evaluation
from fivecard.evaluator import evaluate
from fivecard.explanation import compare, explain, numbered
from fivecard.hand import Hand, Order
from fivecard.pile import Deck
from fivecard.terminal import Look

EXAMPLES = """\
  fivecard demo
  fivecard demo --seed 7
"""

PLAYERS = 6


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the seed of the deal."""
    parser.add_argument("--seed", type=int, default=5, help="deal other cards (default: %(default)s)")


def run(arguments: Namespace) -> int:
    """Deal a table and rank it, explain its winner, count every hand there is."""
    look = Look.of(sys.stdout)
    hands = _deal(arguments.seed)
    ranking = sorted(range(PLAYERS), key=lambda player: evaluate(hands[player]), reverse=True)

    print(look.strong(f"{PLAYERS} hands from a shuffled deck (seed {arguments.seed}), best first\n"))
    for player in ranking:
        evaluation = evaluate(hands[player])
        print(f"  Player {player + 1}   {look.cards(hands[player])}   {evaluation}")

    winner, second = hands[ranking[0]], hands[ranking[1]]
    print(look.strong(f"\nWhy player {ranking[0] + 1} wins\n"))
    print("\n".join(explain(winner).table()) + "\n")
    print("\n".join(numbered([*explain(winner).steps, *compare(winner, second).steps])))

    print(look.strong("\nAll seven-card hands, every one of them evaluated\n"))
    _count_every_hand(look)
    print(look.faint("\nMore: fivecard --help"))
    return 0


def _deal(seed: int) -> list[Hand]:
    deck = Deck()
    deck.shuffle(random.Random(seed))
    hands = [Hand() for _ in range(PLAYERS)]
    for _ in range(5):
        for hand in hands:
            hand.take(deck)
    for hand in hands:
        hand.sort(Order.MATCHED_FIRST)
    return hands


def _count_every_hand(look: Look) -> None:
    from fivecard.batch import census  # brings numpy, which nothing above needs

    start = perf_counter()
    counts = census(7)
    seconds = perf_counter() - start
    totals = dict.fromkeys(reversed(Category), 0)
    for strength, count in enumerate(counts.tolist()):
        totals[Evaluation.from_strength(strength).category] += count
    hands = sum(totals.values())
    for category, total in totals.items():
        print(f"  {category.title():<16}{total:>13,}  {total / hands:8.4%}")
    print(look.faint(f"\n  {hands:,} hands in {seconds:.2f} s on one core"))
