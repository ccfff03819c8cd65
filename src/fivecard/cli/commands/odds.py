"""`fivecard odds`: every discard of a hand, what it leads to and what it is worth."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from fivecard.cards import Card, parse_cards
from fivecard.cli import options
from fivecard.cli.terminal.dialogue import say
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.plot import pyplot, save
from fivecard.cli.terminal.tables import discard_table
from fivecard.cli.usage import UsageError
from fivecard.draw.odds import Choice, win_odds
from fivecard.engine.rules import RULES
from fivecard.errors import quoted
from fivecard.evaluation import evaluate
from fivecard.rankings import Category
from fivecard.words.english import counted
from fivecard.words.narrating import draw_in_words

EXAMPLES = """\
  fivecard odds "AS KH TD TC 6S"
  fivecard odds "AS KH TD TC 6S" --opponents 3 --rules draw-3
  fivecard odds "9C 9D AH 6S 2C" --drew 0,3
  fivecard odds 4c5d6h7sAc --opponents 3 --json
"""

MOST_ROWS = 8


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the hand, the table and the form of the output."""
    parser.add_argument("hand", nargs="+", metavar="HAND", help="five cards, as one word or in quotes")
    parser.add_argument(
        "--opponents", type=int, metavar="N", help="how many opponents, 1 to 5; default: as many as --drew lists, or 1"
    )
    parser.add_argument(
        "--drew", metavar="0,3,?", default="",
        help="how many cards each opponent drew before you; ? for one you do not know",
    )  # fmt: skip
    parser.add_argument(
        "--within", type=float, metavar="PART",
        help="simulate until 19 of 20 shares are within this part of the pot, such as 0.0005; default: estimate",
    )  # fmt: skip
    options.add_rules(parser)
    parser.add_argument("--all", action="store_true", help=f"show all discards, not only the best {MOST_ROWS}")
    options.add_json(parser, "write one JSON object, with all discards")
    options.add_plot(parser, "draw the table as a picture")
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Find the odds and show them."""
    drew = arguments.drew = [_read_draw(word) for word in arguments.drew.split(",") if arguments.drew]
    if arguments.opponents is None:
        arguments.opponents = len(drew) or 1
    if not 1 <= arguments.opponents <= 5:
        raise UsageError(f"--opponents {arguments.opponents}: there may be 1 to 5")
    if len(drew) > arguments.opponents:
        raise UsageError(f"--drew has {len(drew)} numbers, too many for --opponents {arguments.opponents}")
    hand = parse_cards(" ".join(arguments.hand))
    choices = win_odds(hand, arguments.opponents, rules=RULES[arguments.rules], drew=drew, within=arguments.within)
    if arguments.plot:
        _plot(hand, choices[:MOST_ROWS], arguments.plot, _table_in_words(arguments))
    if arguments.json:
        print(json.dumps(_record(hand, choices, arguments)))
    elif not arguments.plot:
        look = look_of(arguments)
        say(f"{look.cards(hand)}  {look.strong(evaluate(hand).describe())}")
        say(f"{_table_in_words(arguments)}\n")
        shown = choices if arguments.all else choices[:MOST_ROWS]
        say("\n".join(discard_table(shown, look)))
        if len(shown) < len(choices):
            say(f"... and {len(choices) - len(shown)} more: --all shows them")
    return 0


def _read_draw(word: str) -> int | None:
    if word.strip() == "?":
        return None
    if word.strip() not in {"0", "1", "2", "3", "4"}:
        raise UsageError(f"--drew: {quoted(word)} is not a number of cards from 0 to 4, or ?")
    return int(word)


def _table_in_words(arguments: Namespace) -> str:
    play = "play" if arguments.opponents > 1 else "plays"
    known = [(number, drew) for number, drew in enumerate(arguments.drew, 1) if drew is not None]
    told = "; ".join([f"opponent {number} {draw_in_words(drew)}" for number, drew in known])
    return (
        f"against {counted(arguments.opponents, 'opponent')} who {play} the strategy solved for "
        f"simultaneous draws, rules {arguments.rules}" + f"\n{told}" * bool(told)
    )


def _record(hand: tuple[Card, ...], choices: Sequence[Choice], arguments: Namespace) -> dict[str, object]:
    return {
        "hand": [str(card) for card in hand],
        "rules": arguments.rules,
        "opponents": arguments.opponents,
        "drew": arguments.drew,
        "share_is_approximate": True,
        "share_margin_95": choices[0].share_margin,
        "choices": [
            {
                "keep": [str(card) for card in choice.kept],
                "discard": [str(card) for card in choice.discards],
                "share": choice.share,
                "draws": choice.draws,
                "improving_draws": choice.better_draws,
                "ends": {category.words: count for category, count in choice.categories.items()},
            }
            for choice in choices
        ],
    }


def _plot(hand: tuple[Card, ...], choices: Sequence[Choice], file: str, words: str) -> None:
    """Draw each choice as a bar of its final hands, with its share of the pot beside it."""
    plt = pyplot()
    names = [" ".join(map(str, choice.kept)) for choice in choices]
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(10, 0.6 * len(choices) + 1.6), sharey=True, layout="constrained"
    )
    left.barh(names, [100 * (choice.share or 0) for choice in choices], color="#3b6ea5")
    left.set_xlabel(f"share of the pot, % (+- {100 * (choices[0].share_margin or 0):.1f})")
    left.invert_yaxis()
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    start = [0.0] * len(choices)
    for number, category in enumerate(Category):
        widths = [100 * choice.chance(category) for choice in choices]
        if any(widths):
            right.barh(names, widths, left=start, color=plt.colormaps["viridis"](number / 8), label=category.words)
        start = [one + two for one, two in zip(start, widths, strict=True)]
    right.set_xlabel("final hand, % of draws")
    figure.legend(loc="outside lower center", ncols=5, frameon=False, fontsize=9)
    figure.suptitle(f"What to keep of {' '.join(map(str, hand))}, {words}", fontsize=11)
    save(figure, file)
