"""`fivecard deal`: handout D's demonstration. Cards move between piles, and two hands are evaluated and compared."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from fivecard.cards import CAPITALS, Card
from fivecard.evaluation import Evaluation
from fivecard.evaluator import evaluate
from fivecard.explanation import compare
from fivecard.hand import deal_hands
from fivecard.handouts import title
from fivecard.pile import Deck
from fivecard.programs.session import add_look_argument, add_seed_argument, random_source
from fivecard.terminal import Look

EXAMPLES = """\
  fivecard deal
  fivecard deal --seed 7
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the seed of the shuffle."""
    add_seed_argument(parser)
    add_look_argument(parser)


def run(arguments: Namespace) -> int:
    """Deal, show, collect; evaluate and compare."""
    look = Look.of(sys.stdout, plain=CAPITALS, four_colour=arguments.four_colour)

    def show(title: str, cards: Iterable[Card], marked: Iterable[Card] = ()) -> None:
        print(f"{look.strong(title)}\n{look.cards(cards, marked=marked)}\n")

    deck = Deck()
    deck.shuffle(random_source(arguments.seed))
    show("Deck before the deal", deck)

    hands = deal_hands(deck, players=2)
    for number, hand in enumerate(hands, 1):
        show(f"Hand {number} as dealt", hand)
        hand.arrange()
        show(f"Hand {number} sorted", hand, marked=evaluate(hand).made_of)
    show("Deck after the deal", deck)

    print(look.strong("Evaluations"))
    for number, hand in enumerate(hands, 1):
        print(f"Hand {number}: {_class_and_ranks(evaluate(hand))}")
    print(f"{compare(*hands).verdict}\n")

    for hand in hands:
        deck.take_all(hand)
    show("Deck with all cards collected", deck)
    return 0


def _class_and_ranks(evaluation: Evaluation) -> str:
    return f"{title(evaluation, 'D')}: {', '.join(rank.word for rank in evaluation.ranks)}"
