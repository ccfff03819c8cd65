"""`fivecard videopoker`: what a draw poker machine returns with perfect play, and how it and its hands are played."""

import json
import re
from argparse import ArgumentParser, Namespace
from fractions import Fraction
from itertools import pairwise

from fivecard._util.machine import columns
from fivecard.cards import ALL_CARDS
from fivecard.cli import options
from fivecard.cli.terminal.dialogue import say
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.numbers import real_number
from fivecard.cli.terminal.output import note
from fivecard.cli.terminal.style import Look, laid_out
from fivecard.cli.usage import UsageError
from fivecard.draw.video_poker import (
    Game,
    Solution,
    break_even,
    families,
    game,
    hand_text,
    load,
    read_hand,
    solve,
)
from fivecard.draw.video_poker import options as options_of
from fivecard.draw.video_poker.hands import FIRST_JOKER
from fivecard.errors import FivecardError, UnknownNameError, quoted

EXAMPLES = """\
  fivecard videopoker "jacks or better 9/6"
  fivecard videopoker "double double bonus 9/6" "AH AD 2C 2D 7H"
  fivecard videopoker deuces wild --chart
  fivecard videopoker "joker poker" --risk 0.01 --hands 10 --progressive
  fivecard videopoker my-game.toml
  fivecard videopoker --pay 800,50,25,8,5,4,3,2,1 "AH KH QH JH 9H"
"""
USUAL = "jacks or better 9/6"
SHOWN_OPTIONS = 5
_CARD = re.compile(r"(?i)^((10|[2-9tjqka])[cdhs♣♦♥♠]|jk|joker)")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the machine and the hand."""
    parser.add_argument(
        "words", nargs="*", metavar="GAME HAND",
        help="a machine by its name, or a TOML file of your own; then five cards to give advice for"
        f" (default: {USUAL}; --list names all)",
    )  # fmt: skip
    parser.add_argument(
        "--pay", metavar="NUMBERS",
        help="jacks or better that pays this for a royal flush, straight flush, four of a kind, full house, flush,"
        " straight, three of a kind, two pair, and a pair of jacks or better, for each coin",
    )  # fmt: skip
    parser.add_argument("--list", action="store_true", help="list all machines by name")
    parser.add_argument("--chart", action="store_true", help="condense perfect play into a list to learn")
    parser.add_argument(
        "--hands",
        type=int,
        default=1,
        metavar="N",
        help="how many hands the machine draws to a deal, for the variance (default: 1)",
    )
    parser.add_argument(
        "--risk",
        type=float,
        metavar="PART",
        help="find how many bets are enough to play forever with this risk of ruin",
    )
    parser.add_argument(
        "--cashback",
        type=float,
        default=0.0,
        metavar="PART",
        help="the part of each bet that comes back, such as 0.0025",
    )
    parser.add_argument(
        "--progressive", nargs="?", const="", metavar="LINE",
        help="find the pay of the first line, or of this one, for a return of 100 %%",
    )  # fmt: skip
    options.add_json(parser)
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Solve the game and show it."""
    if arguments.list:
        _list()
        return 0
    if arguments.risk is not None and not 0 < arguments.risk < 1:
        raise UsageError(f"--risk {arguments.risk}: a risk is between 0 and 1")
    if not 0 <= arguments.cashback < 1:
        raise UsageError(f"--cashback {arguments.cashback}: it is a part of a bet, from 0 to 1")
    if arguments.hands < 1:
        raise UsageError(f"--hands {arguments.hands}: there must be at least one hand")
    machine, hand = _machine_and_hand(arguments)
    look = look_of(arguments)
    if hand:
        _advise(machine, read_hand(machine, hand), look, as_json=arguments.json)
    elif arguments.chart:
        _show_chart(machine, as_json=arguments.json)
    elif arguments.json:
        print(json.dumps(_record(solve(machine), arguments)))
    else:
        _show(solve(machine), arguments, look)
    return 0


def _machine_and_hand(arguments: Namespace) -> tuple[Game, str]:
    """Tell the name of a machine from the cards behind it."""
    words = " ".join(arguments.words).split()
    if arguments.pay is not None:
        return _jacks_or_better(arguments.pay), " ".join(words)
    for count in range(len(words), 0, -1):
        name, rest = " ".join(words[:count]), " ".join(words[count:])
        if name.lower().endswith(".toml"):
            return load(name), rest
        try:
            return game(name), rest
        except UnknownNameError:
            continue
    if words and not _CARD.match(words[0]):
        game(" ".join(words))  # which says what is wrong with it
    return game(USUAL), " ".join(words)


def _jacks_or_better(text: str) -> Game:
    usual = game(USUAL)
    pays = _numbers(text, len(usual.lines))
    names = [line.name for line in usual.lines]
    return usual.with_pays(dict(zip(names, pays, strict=True)), f"jacks or better, {text.strip()}")


def _numbers(text: str, count: int) -> list[Fraction]:
    words = text.replace(" ", "").split(",")
    if len(words) != count:
        raise UsageError(
            f"--pay has {count} numbers, from the royal flush down to a pair; {quoted(text)} has {len(words)}"
        )
    read = {word: real_number(word) for word in words}
    if wrong := [word for word, number in read.items() if number is None]:
        raise UsageError(f"--pay: {quoted(wrong[0])} is not a number")
    numbers = [Fraction(str(read[word] or 0)) for word in words]
    if not all(0 <= number <= 1_000_000 for number in numbers):
        raise UsageError("--pay: pays are from 0 to 1,000,000")
    if any(better < worse for better, worse in pairwise(numbers)):
        note("fivecard: note: a better hand pays less than a worse one here\n")
    return numbers


def _list() -> None:
    for family in dict.fromkeys(families().values()):
        pays = "/".join(str(line.pay) for line in family.game.lines if line.name in family.numbers)
        say(f"{family.game.name} {pays}")
        say(f"    the numbers: {', '.join(family.numbers)}")


def _advise(machine: Game, hand: tuple[int, ...], look: Look, *, as_json: bool) -> None:
    best = options_of(machine, hand)
    if as_json:
        choices = [
            {"keep": [*map(_card_text, option.kept)], "value": float(option.value), "draws": option.draws,
             "ends": {name: count for name, count in zip(_names(machine), option.counts, strict=True) if count}}
            for option in best
        ]  # fmt: skip
        print(json.dumps({"game": machine.name, "hand": [*map(_card_text, hand)], "choices": choices}))
        return
    say(f"{_shown(hand, look)}  worth, for each coin:\n")
    for option in best[:SHOWN_OPTIONS]:
        say(f"{float(option.value):10.5f}  {'keep ' + _shown(option.kept, look) if option.kept else 'keep nothing'}")


def _card_text(card: int) -> str:
    return hand_text([card])


def _shown(hand: tuple[int, ...], look: Look) -> str:
    return " ".join("Joker" if card >= FIRST_JOKER else look.card(ALL_CARDS[card]) for card in hand)


def _names(machine: Game) -> list[str]:
    return [*(line.name for line in machine.lines), "nothing"]


def _show(solution: Solution, arguments: Namespace, look: Look) -> None:
    machine, whole = solution.game, solution.whole
    say(machine.name)
    say(f"return with perfect play: {float(solution.mean):.10f} for each coin")
    if whole % solution.mean.denominator == 0:
        say(f"exactly {solution.mean.numerator * (whole // solution.mean.denominator):,} / {whole:,}")
    rows = [("final hand", "pays", "how often", "chance", "return")]
    rows += [
        (each.name, f"{float(each.pay):g}", f"{each.count:,}", f"{float(each.chance):.8f}", f"{float(each.worth):.6f}")
        for each in solution.outcomes
    ]
    for block in laid_out(rows, width=columns() if look.rich else None):
        print("\n".join(["", *block]))
    say(
        f"\nanything is paid for {float(solution.hit_frequency):.2%} of hands; variance {solution.variance:.4f},"
        f" standard deviation {solution.standard_deviation:.4f}"
    )
    if arguments.hands != 1:
        say(
            f"{arguments.hands} hands drawn to the same deal: variance {solution.variance_with(arguments.hands):.4f}"
            f" for each hand, the covariance of two being {solution.covariance:.4f}"
        )
    if arguments.risk is not None:
        say(_risk_in_words(solution, arguments.risk, arguments.cashback))
    if arguments.progressive is not None:
        line = arguments.progressive or machine.lines[0].name
        pay = break_even(machine, line)
        say(f"all comes back where {line} pays {float(pay):,.4f} for each coin")


def _risk_in_words(solution: Solution, risk: float, cashback: float) -> str:
    try:
        bets = solution.bankroll(risk, cashback=cashback)
    except FivecardError as error:
        return str(error)
    return f"{bets:,} bets are enough to play forever with a risk of ruin of {risk:.3%}"


def _record(solution: Solution, arguments: Namespace) -> dict[str, object]:
    record: dict[str, object] = {
        "game": solution.game.name,
        "return": float(solution.mean),
        "exactly": [solution.mean.numerator, solution.mean.denominator],
        "hit_frequency": float(solution.hit_frequency),
        "variance": solution.variance,
        "covariance": solution.covariance,
        "of": solution.whole,
        "outcomes": [
            {"name": each.name, "pay": float(each.pay), "count": each.count, "chance": float(each.chance)}
            for each in solution.outcomes
        ],
    }
    if arguments.risk is not None:
        record["bankroll"] = solution.bankroll(arguments.risk, cashback=arguments.cashback)
    if arguments.progressive is not None:
        record["break_even"] = float(break_even(solution.game, arguments.progressive or None))
    return record


def _show_chart(machine: Game, *, as_json: bool) -> None:
    from fivecard.draw.video_poker.charts import chart

    found = chart(machine)
    if as_json:
        mistakes = [
            {"played": each.played, "better": each.better, "cost": each.cost, "hand": [*map(_card_text, each.hand)]}
            for each in found.mistakes
        ]
        print(json.dumps({
            "game": machine.name, "chart": [*map(str, found.holdings)], "return": float(found.mean),
            "perfect": float(found.best), "exceptions": mistakes,
        }))  # fmt: skip
        return
    say(f"{machine.name}: keep the first of these that the hand has; of several alike, the highest\n")
    for number, (head, details) in enumerate(found.lines, 1):
        named = [detail for detail in details if detail]
        say(f"{number:3}  {head}{': ' + '; '.join(named) if named else ''}")
    say(f"\nreturn by this chart: {float(found.mean):.6%}; with perfect play: {float(found.best):.6%}")
    if found.mistakes:
        say("\nwhat it gets wrong, and what that costs for each hand dealt:")
        for each in found.mistakes:
            say(f"{each.cost:10.7f}  {each.better} rather than {each.played}, as with {hand_text(each.hand)}")
