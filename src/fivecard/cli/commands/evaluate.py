"""`fivecard evaluate`: name the hands that cards make."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from fivecard.cards import Card, parse_cards
from fivecard.cli.terminal.dialogue import read_line, say
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.style import Look
from fivecard.errors import FivecardError, HandError
from fivecard.evaluation import Evaluation, evaluate
from fivecard.rankings import HIGH, RANKINGS, Ranking

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
    add_ranking_argument(parser)
    parser.add_argument("--json", action="store_true", help="write one JSON object a hand")
    add_look_arguments(parser)


def add_ranking_argument(parser: ArgumentParser) -> None:
    """Declare the choice of a ranking."""
    parser.add_argument(
        "--ranking", choices=[*RANKINGS], default=HIGH.name, metavar="NAME",
        help=f"what beats what: {', '.join(RANKINGS)}; default: %(default)s",
    )  # fmt: skip


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


def read_hands(words: list[str], ranking: Ranking) -> Iterator[tuple[Card, ...]]:
    """Read the hands of a command line; words that could each be one card are one hand together."""
    if len(words) > 1 and "-" not in words and all(len(word.strip(",")) <= 3 for word in words):
        words = [" ".join(words)]
    for word in words:
        if word != "-":
            yield _whole_hand(parse_cards(word), ranking)
            continue
        for number, line in enumerate(iter(read_line, ""), 1):
            try:
                if line.strip():
                    yield _whole_hand(parse_cards(line.rstrip("\n")), ranking)
            except FivecardError as error:
                raise error.within(f"input line {number}") from None


def as_record(cards: tuple[Card, ...], evaluation: Evaluation) -> dict[str, object]:
    """List what is known of a hand in plain values, for JSON."""
    return {
        "ranking": evaluation.ranking.name,
        "cards": [str(card) for card in cards],
        "category": evaluation.category.words,
        "ranks": [rank.letter for rank in evaluation.ranks],
        "playing": [str(card) for card in evaluation.cards],
        "strength": evaluation.strength,
        "description": evaluation.describe(),
    }


def _line(cards: tuple[Card, ...], evaluation: Evaluation, look: Look) -> str:
    playing = evaluation.cards if len(cards) > len(evaluation.cards) else ()
    aside = f" ({evaluation.nickname})" if evaluation.ranking.low and evaluation.nickname else ""
    description = look.strong(evaluation.describe())
    return f"{look.cards(cards, marked=playing)}  {description}{aside}  {look.faint(str(evaluation.strength))}"


def _whole_hand(cards: tuple[Card, ...], ranking: Ranking) -> tuple[Card, ...]:
    evaluate(cards, ranking=ranking)  # refuses what is not a hand, here where the place of it is known
    if not cards:
        raise HandError("a hand without cards")
    return cards
