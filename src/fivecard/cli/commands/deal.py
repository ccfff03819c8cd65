"""`fivecard deal`: handout D's demonstration. Cards move between piles, and two hands are evaluated and compared."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from fivecard.cards import CAPITALS, Card
from fivecard.cli import options
from fivecard.cli.terminal.dialogue import say
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.session import random_source
from fivecard.evaluation import Evaluation, evaluate
from fivecard.handouts import title
from fivecard.piles import Deck, deal_hands
from fivecard.words.comparing import compare

EXAMPLES = """\
  fivecard deal
  fivecard deal --seed 7
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the seed of the shuffle."""
    options.add_seed(parser, options.SHUFFLE)
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Deal, show, collect; evaluate and compare."""
    look = look_of(arguments, CAPITALS)

    def show(title: str, cards: Iterable[Card], marked: Iterable[Card] = ()) -> None:
        say(f"{look.strong(title)}\n{look.cards(cards, marked=marked)}\n")

    deck = Deck()
    deck.shuffle(random_source(arguments.seed))
    show("Deck before the deal", deck)

    hands = deal_hands(deck, players=2)
    for number, hand in enumerate(hands, 1):
        show(f"Hand {number} as dealt", hand)
        hand.arrange()
        show(f"Hand {number} sorted", hand, marked=evaluate(hand).made_of)
    show("Deck after the deal", deck)

    say(look.strong("Evaluations"))
    for number, hand in enumerate(hands, 1):
        say(f"Hand {number}: {_class_and_ranks(evaluate(hand))}")
    say(f"{compare(*hands).verdict}\n")

    for hand in hands:
        deck.take_all(hand)
    show("Deck with all cards collected", deck)
    return 0


def _class_and_ranks(evaluation: Evaluation) -> str:
    return f"{title(evaluation, 'D')}: {', '.join(rank.word for rank in evaluation.ranks)}"
