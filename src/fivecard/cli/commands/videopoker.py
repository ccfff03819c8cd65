"""`fivecard videopoker`: what a draw poker machine pays with perfect play, and how to play one hand on it."""

from argparse import ArgumentParser, Namespace
from itertools import pairwise

from fivecard._util.machine import columns
from fivecard.cards import Rank, parse_cards
from fivecard.cli.terminal.dialogue import say
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.numbers import real_number
from fivecard.cli.terminal.output import note
from fivecard.cli.terminal.style import laid_out
from fivecard.cli.usage import UsageError
from fivecard.draw.odds import FinalHands, final_distribution, hold_values
from fivecard.errors import quoted
from fivecard.evaluation import Evaluation
from fivecard.rankings import HIGH, Category

EXAMPLES = """\
  fivecard videopoker --pay 800,50,25,9,6,4,3,2,1
  fivecard videopoker --pay 800,50,25,8,5,4,3,2,1 "AH KH QH JH 9H"
"""

ROWS = (
    ("royal flush", HIGH.strongest),
    *(
        (category.words, HIGH.strengths_of(category).start)
        for category in reversed(Category)
        if category > Category.ONE_PAIR
    ),
    ("jacks or better", Evaluation.of(Category.ONE_PAIR, [Rank.JACK, Rank.FOUR, Rank.THREE, Rank.TWO]).strength),
    ("nothing", HIGH.strengths_of(Category.HIGH_CARD).start),
)
"""What is paid for, best first, with the weakest strength of each."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the pay table and the hand."""
    parser.add_argument(
        "--pay", default="800,50,25,9,6,4,3,2,1", metavar="NUMBERS",
        help="for a royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind, two"
        " pair, and a pair of jacks or better, for each coin; default: %(default)s",
    )  # fmt: skip
    parser.add_argument("hand", nargs="*", metavar="HAND", help="five cards to give advice for")
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Solve the game and show it."""
    pays = [*_numbers(arguments.pay), 0.0]
    payoff = [0.0] * (HIGH.strongest + 1)
    for (_, low), pay, end in zip(ROWS, pays, [HIGH.strongest + 1, *(low for _, low in ROWS)], strict=False):
        payoff[low:end] = [pay] * (end - low)
    values = hold_values(payoff)
    look = look_of(arguments)
    if arguments.hand:
        hand = parse_cards(" ".join(arguments.hand))
        say(f"{look.cards(hand)}  worth, for each coin:\n")
        for kept, value in values.of(hand)[:5]:
            shown = tuple(card for card in hand if card in kept)
            say(f"{value:10.5f}  {'keep ' + look.cards(shown) if shown else 'keep nothing'}")
        return 0
    say(f"return with perfect play: {float(values.mean):.10f} for each coin")
    if (
        values.exact
        and (scale := FinalHands.whole // values.mean.denominator) * values.mean.denominator == FinalHands.whole
    ):
        say(f"exactly {values.mean.numerator * scale:,} / {FinalHands.whole:,}")
    counts = final_distribution(values.strategy("video poker")).counts
    rows = [("final hand", "pays", "how often", "chance", "return")]
    for (name, low), pay, end in zip(ROWS, pays, [HIGH.strongest + 1, *(low for _, low in ROWS)], strict=False):
        count = sum(counts[low:end])
        chance = count / FinalHands.whole
        rows.append((name, f"{pay:g}", f"{count:,}", f"{chance:.8f}", f"{pay * chance:.6f}"))
    for block in laid_out(rows, width=columns() if look.rich else None):
        print("\n".join(["", *block]))
    return 0


def _numbers(text: str) -> list[float]:
    words = text.replace(" ", "").split(",")
    if len(words) != len(ROWS) - 1:
        raise UsageError(
            f"--pay has {len(ROWS) - 1} numbers, from the royal flush down to a pair; {quoted(text)} has {len(words)}"
        )
    read = {word: real_number(word) for word in words}
    if wrong := [word for word, number in read.items() if number is None]:
        raise UsageError(f"--pay: {quoted(wrong[0])} is not a number")
    numbers = [read[word] or 0.0 for word in words]
    if not all(0 <= number <= 1e9 for number in numbers):
        raise UsageError("--pay: pays are from 0 to 1,000,000,000")
    if any(better < worse for better, worse in pairwise(numbers)):
        note("fivecard: note: a better hand pays less than a worse one here\n")
    return numbers
