"""`fivecard explain`: why a hand ranks as it does, and why it beats another."""

import json
from argparse import ArgumentParser, Namespace
from itertools import pairwise

from fivecard.cli import options
from fivecard.cli.terminal.dialogue import say
from fivecard.cli.terminal.hands import as_record, read_hands
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.style import Look
from fivecard.errors import HandError
from fivecard.rankings import RANKINGS
from fivecard.words.comparing import Comparison, compare
from fivecard.words.english import numbered
from fivecard.words.explaining import Explanation, explain

EXAMPLES = """\
  fivecard explain "Ah 2d 3h 4c 5s"
  fivecard explain "JH JS TS TD 8S" "JC JD TH TC 7S"
  fivecard explain --ranking badugi "As 2h 3d 3c"
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the hands and the form of the output."""
    parser.add_argument(
        "hands",
        nargs="+",
        metavar="HAND",
        help="5 to 7 cards, as one word or in quotes; several hands are compared;"
        " - reads a hand from each line of input",
    )
    options.add_ranking(parser)
    options.add_json(parser)
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Explain every hand, then compare them from the best to the worst."""
    ranking = RANKINGS[arguments.ranking]
    explanations = [explain(cards, ranking=ranking) for cards in read_hands(arguments.hands, ranking)]
    if not explanations:
        raise HandError("there are no hands to explain")
    best_first = sorted(explanations, key=lambda explanation: explanation.evaluation, reverse=True)
    comparisons = [compare(better.cards, worse.cards, ranking=ranking) for better, worse in pairwise(best_first)]
    if arguments.json:
        print(json.dumps(_record(explanations, comparisons)))
        return 0
    look = look_of(arguments)
    say("\n\n".join(_show(explanation, look) for explanation in explanations))
    for (better, worse), comparison in zip(pairwise(best_first), comparisons, strict=True):
        relation = "beats" if len(comparison.winners) == 1 else "ties with"
        say(f"\n{look.cards(better.cards)}  {look.strong(relation)}  {look.cards(worse.cards)}\n")
        say("\n".join(numbered(comparison.steps)))
    return 0


def _show(explanation: Explanation, look: Look) -> str:
    cards = look.cards(explanation.cards, marked=explanation.evaluation.made_of)
    return "\n".join([cards, "", *explanation.table(), "", *numbered(explanation.steps)])


def _record(explanations: list[Explanation], comparisons: list[Comparison]) -> dict[str, object]:
    return {
        "hands": [
            as_record(explanation.cards, explanation.evaluation)
            | {"counts": explanation.counts, "steps": explanation.steps}
            for explanation in explanations
        ],
        "comparisons": [
            {
                "better": [str(card) for card in comparison.first.cards],
                "worse": [str(card) for card in comparison.second.cards],
                "tie": len(comparison.winners) > 1,
                "steps": comparison.steps,
            }
            for comparison in comparisons
        ],
    }
