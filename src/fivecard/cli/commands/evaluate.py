"""`fivecard evaluate`: name the hands that cards make."""

import json
from argparse import ArgumentParser, Namespace

from fivecard.cards import Card
from fivecard.cli import options
from fivecard.cli.terminal.dialogue import say
from fivecard.cli.terminal.hands import as_record, read_hands
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.style import Look
from fivecard.evaluation import Evaluation, evaluate
from fivecard.rankings import RANKINGS

EXAMPLES = """\
  fivecard evaluate "Ah Kh Qh Jh Th"
  fivecard evaluate AhKhQhJhTh2c3d "10s 10d 4c 4h As"
  fivecard evaluate --ranking deuce-to-seven "8h 6d 4c 3s 2h"
  fivecard evaluate --json - < hands.txt
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the hands and the form of the output."""
    parser.add_argument(
        "hands",
        nargs="+",
        metavar="HAND",
        help="5 to 7 cards, as one word or in quotes; - reads a hand from each line of input",
    )
    options.add_ranking(parser)
    options.add_json(parser, "write one JSON object a hand")
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Evaluate every hand and write a line for each."""
    look = look_of(arguments)
    ranking = RANKINGS[arguments.ranking]
    for cards in read_hands(arguments.hands, ranking):
        evaluation = evaluate(cards, ranking=ranking)
        if arguments.json:
            print(json.dumps(as_record(cards, evaluation)))
        else:
            say(_line(cards, evaluation, look))
    return 0


def _line(cards: tuple[Card, ...], evaluation: Evaluation, look: Look) -> str:
    playing = evaluation.cards if len(cards) > len(evaluation.cards) else ()
    aside = f" ({evaluation.nickname})" if evaluation.ranking.low and evaluation.nickname else ""
    description = look.strong(evaluation.describe())
    return f"{look.cards(cards, marked=playing)}  {description}{aside}  {look.faint(str(evaluation.strength))}"
