"""`fivecard advise`: what the solution of heads-up five-card draw would do, and what everything else is worth."""

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from pathlib import Path

from fivecard.cards import Card, parse_cards
from fivecard.cli import options
from fivecard.cli.terminal.dialogue import say
from fivecard.cli.terminal.limit_draw import add_game_arguments, game_of
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.numbers import whole_number
from fivecard.cli.terminal.tables import advice_table
from fivecard.cli.usage import UsageError
from fivecard.errors import IllegalActionError, RulesError, quoted
from fivecard.evaluation import evaluate
from fivecard.solvers.limit_draw import InfoSet, LimitDraw, Policy, has_policy, load_policy
from fivecard.solvers.limit_draw.advice import DEALS, Advice, Option, advise
from fivecard.solvers.limit_draw.review import in_words
from fivecard.words.english import ordinal

EXAMPLES = """\
  fivecard advise "Kh Kd 9s 4c 2d" --first
  fivecard advise "Kh Kd 9s 4c 2d" --first --history "check bet"
  fivecard advise "Kh Kd 9s 4c 2d" --second --history "bet call / 1"
  fivecard advise "Kh Kd 9s 4c 4d" --first --history "bet call / 3 1 / check bet" --json
"""
USUAL = LimitDraw(most_drawn=5)
"""The game that is played at the table and by `fivecard play`."""
MOST_DEALS = 1_000_000


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the hand, what has happened, and the game."""
    parser.add_argument("hand", nargs="+", metavar="HAND", help="your five cards, as one word or in quotes")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument(
        "--first", dest="player", action="store_const", const=0, help="you draw first, and bet first after the draw"
    )
    who.add_argument("--second", dest="player", action="store_const", const=1, help="you act second")
    parser.add_argument(
        "--history", default="", metavar="TEXT",
        help='what both have done so far: "check bet call / 3 1 / check" is the betting (check, bet, call, raise), '
        "after a slash how many cards the first and the second player drew, after another the betting after the draw; "
        "default: nothing",
    )  # fmt: skip
    parser.add_argument(
        "--thrown", nargs="+", default=[], metavar="CARDS", help="after the draw, what you threw away, if you remember"
    )
    parser.add_argument("--all", action="store_true", help="show every way to draw")
    options.add_json(parser, "write one JSON object, with every way to draw")
    work = parser.add_argument_group("the work")
    work.add_argument(
        "--deals",
        type=int,
        default=DEALS,
        metavar="N",
        help=f"how many deals to try; four times as many halve the error (default: {DEALS})",
    )
    options.add_seed(work, "of the deals (default: 0)", default=0)
    work.add_argument(
        "--strategy",
        type=Path,
        metavar="FILE",
        help="a file that `fivecard solve` wrote; default: the solution that comes with fivecard",
    )
    add_game_arguments(parser, USUAL)
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Find what everything is worth, and show it."""
    if not 2 <= arguments.deals <= MOST_DEALS:  # an error needs two
        raise UsageError(f"--deals {arguments.deals}: there may be 2 to {MOST_DEALS:,}")
    given = Policy.load(arguments.strategy) if arguments.strategy else None
    game = game_of(arguments, given.game if given else USUAL)
    if not given and not has_policy(game):
        raise UsageError(
            "no solution of this game comes with fivecard: `fivecard solve` finds one, --strategy reads it"
        )
    policy = given or load_policy(game)
    infoset = _infoset(game, parse_cards(" ".join(arguments.hand)), arguments)
    thrown = _thrown(infoset, " ".join(arguments.thrown))
    advice = advise(policy, infoset, thrown=thrown, deals=arguments.deals, seed=arguments.seed)
    if arguments.json:
        print(json.dumps(_record(advice)))
        return 0
    look = look_of(arguments)
    say(f"{look.cards(infoset.cards)}  {look.strong(evaluate(infoset.cards).describe())}")
    say(_situation(infoset) + "\n")
    shown = advice_table(advice, look, everything=arguments.all)
    say("\n".join(shown))
    if (left := len(advice.options) + 1 - len(shown)) > 0:
        say(f"... and {left} more: --all shows them")
    say(f"\n{in_words(advice, look.cards)}")
    return 0


def _infoset(game: LimitDraw, hand: tuple[Card, ...], arguments: Namespace) -> InfoSet:
    """Read what has happened."""
    text: str = arguments.history
    parts = [part.split() for part in text.lower().replace(",", " ").split("/")]
    if len(parts) > 3:
        raise UsageError(f"--history {quoted(text)}: there are bets, draws and bets, with a / between them")
    before, draws, after = [*parts, [], []][:3]
    counts = [whole_number(word) for word in draws]
    drawn = tuple(count for count in counts if count is not None)
    if len(drawn) < len(draws):
        raise UsageError(f"--history: {quoted(draws[counts.index(None)])} is not how many cards somebody drew")
    try:
        return InfoSet(game, arguments.player, hand, tuple(before), drawn, tuple(after))
    except (IllegalActionError, RulesError) as error:
        raise UsageError(f"--history {quoted(text)}: {error}") from None


def _thrown(infoset: InfoSet, text: str) -> tuple[Card, ...]:
    """Read what was thrown away."""
    if not text:
        return ()
    cards = parse_cards(text)
    if infoset.stage != "second" or len(cards) != infoset.drawn[infoset.player]:
        drew = f"you drew {infoset.drawn[infoset.player]}" if infoset.stage == "second" else "you have not drawn yet"
        raise UsageError(f"--thrown {quoted(text)}: by --history, {drew}")
    if both := set(cards) & set(infoset.cards):
        raise UsageError(f"--thrown {quoted(text)}: {quoted(str(both.pop()))} is still in your hand")
    return cards


def _situation(infoset: InfoSet) -> str:
    """Say where that is: `first to draw, after check, bet: 2 antes in the pot ...`."""
    game, (mine, other) = infoset.game, (infoset.paid[infoset.player], infoset.paid[1 - infoset.player])
    seat = ordinal(infoset.player + 1)
    pot, price = (mine + other) / game.unit, (other - mine) / game.unit
    told = f"{seat} of two players, fixed limit, up to {game.most_drawn} cards drawn; {pot:g} {game.units} in the pot"
    return f"{told}, {price:g} to call" if price else told


def _record(advice: Advice) -> dict[str, object]:
    infoset = advice.infoset
    return {
        "hand": [str(card) for card in infoset.cards],
        "player": ordinal(infoset.player + 1),
        "game": {name: value for name, value in asdict(infoset.game).items() if name != "merged"},
        "before_the_draw": infoset.first,
        "drawn": infoset.drawn,
        "after_the_draw": infoset.second,
        "units": infoset.game.units,
        "deals": advice.deals,
        "other_slipped": advice.off_tree,
        "options": [_described(option, infoset) for option in advice.options],
    }


def _described(option: Option, infoset: InfoSet) -> dict[str, object]:
    kept = option.choice
    what: dict[str, object] = {"action": kept}
    if not isinstance(kept, str):
        thrown = [card for card in infoset.cards if card not in kept]
        what = {"keep": [*map(str, kept)], "discard": [*map(str, thrown)]}
    return {**what, "chance": option.chance, "value": option.value._asdict(), "behind": option.behind._asdict()}
