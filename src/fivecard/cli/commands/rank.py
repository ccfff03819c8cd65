"""`fivecard rank`: handout B's program. Hands are dealt round the table and listed from best to worst."""

from argparse import ArgumentParser, Namespace

from fivecard.cards import CAPITALS
from fivecard.cli import options
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.output import note
from fivecard.cli.terminal.session import random_source
from fivecard.evaluation import evaluate
from fivecard.handouts import title
from fivecard.handouts.decks import HandoutDeck
from fivecard.piles import Deck, Order, deal_hands

EXAMPLES = """\
  fivecard rank
  fivecard rank three.txt
  fivecard rank --players 4 --seed 7
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare where the cards come from and how many play."""
    parser.add_argument(
        "deck",
        nargs="?",
        metavar="DECKFILE",
        help="read the deck from a file, as cards (TS 9C ...) or pairs of numbers, rank 0-12 and suit 0-3",
    )
    options.add_players(parser, "2 to 10 (default: %(default)s)", among=range(2, 11), default=10)
    options.add_seed(parser, options.SHUFFLE)
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Deal and list the hands."""
    if arguments.deck is None:
        deck = Deck()
        deck.shuffle(random_source(arguments.seed))
    else:
        try:
            deck = HandoutDeck.from_file(arguments.deck)
        except FileNotFoundError:
            note("Error: Could not find file\n")
            return 1
    hands = deal_hands(deck, arguments.players)
    look = look_of(arguments, CAPITALS)
    for player in sorted(range(len(hands)), key=lambda player: evaluate(hands[player]), reverse=True):
        evaluation = evaluate(hands[player])
        cards = look.cards(Order.ACE_HIGH.sorted(hands[player]), marked=evaluation.made_of)
        print(f"Player {player + 1} - {cards} - {look.strong(title(evaluation, 'B'))}")
    return 0
