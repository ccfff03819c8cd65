"""The options of a game with chips: which one, for how much, against how many."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from fivecard.engine import VARIANTS, Limit, Rules, Stakes
from fivecard.errors import IllegalActionError, UsageError, quoted
from fivecard.programs.numbers import whole_option

Made = TypeVar("Made")

LIMITS = {"fixed": Limit.FIXED, "pot": Limit.POT, "no": Limit.NO}
STACK = 200
OPPONENTS = 3


@dataclass(frozen=True)
class Table:
    """What is agreed on before the first hand."""

    rules: Rules
    stakes: Stakes
    stack: int
    """What everybody buys in for."""
    opponents: int
    rebuy: bool = False
    """Whether who has lost everything buys in again."""

    @property
    def words(self) -> str:
        """The game and what it is played for: `razz, fixed limit, ante 1, bring-in 2, bets 4 and 8`."""
        stakes, fixed = self.stakes, self.rules.limit is Limit.FIXED
        parts = [self.rules.title, self.rules.limit.value]
        parts += ["jacks or better to open"] * self.has_openers
        parts += [f"ante {stakes.ante}"] * bool(stakes.ante)
        parts += [f"blinds {' and '.join(map(str, stakes.blinds))}"] * bool(stakes.blinds)
        parts += [f"bring-in {stakes.bring_in}"] * self.rules.has_bring_in
        bets = f"bets {stakes.bet(big=False)} and {stakes.bet(big=True)}"
        return ", ".join([*parts, bets if fixed else f"smallest bet {stakes.bet(big=False)}"])

    @property
    def has_openers(self) -> bool:
        """Whether the first bet takes a certain hand."""
        return self.rules.streets != VARIANTS[self.rules.name].streets


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options of a game with chips."""
    names = "; ".join(f"{rules.name}: {rules.title}" for rules in VARIANTS.values())
    group = parser.add_argument_group("playing with chips", f"games, each with its usual limit and stakes: {names}")
    group.add_argument("--game", choices=VARIANTS, metavar="NAME", help="play this game, with chips and bets")
    group.add_argument("--limit", choices=LIMITS, help="how much may be bet; default: as the game is usually played")
    group.add_argument("--stack", type=int, metavar="CHIPS", help=f"what everybody begins with; default: {STACK}")
    group.add_argument("--ante", type=int, metavar="CHIPS", help="what everybody pays before the deal")
    group.add_argument("--blinds", type=_amounts, metavar="CHIPS,CHIPS", help="small and big blind; 0 for none")
    group.add_argument("--bring-in", type=int, metavar="CHIPS", help="the forced bet of stud")
    group.add_argument(
        "--bets", type=_amounts, metavar="CHIPS,CHIPS",
        help="with a fixed limit the bets of early and late streets, else the smallest bet",
    )  # fmt: skip
    group.add_argument("--jacks-or-better", action="store_true", help="in five-card draw, what the first bet takes")
    group.add_argument("--rebuy", action="store_true", help="who has lost everything buys in again instead of leaving")


def given_without_a_game(arguments: Namespace) -> str | None:
    """Name an option that says something about chips, if there is one."""
    for name in ("limit", "stack", "ante", "blinds", "bring_in", "bets", "jacks_or_better", "rebuy"):
        if getattr(arguments, name) not in (None, False):
            return f"--{name.replace('_', '-')}"
    return None


def table_of(arguments: Namespace) -> Table:
    """Read what the options agree on."""
    rules: Rules = VARIANTS[arguments.game]
    if arguments.limit:
        rules = rules.with_limit(LIMITS[arguments.limit])
    if arguments.jacks_or_better:
        rules = _heeding("--jacks-or-better", rules.with_openers)
    opponents = OPPONENTS if arguments.opponents is None else arguments.opponents
    if not rules.fewest_players <= opponents + 1 <= rules.most_players:
        most = rules.most_players - 1
        raise UsageError(f"--opponents {opponents}: there may be {rules.fewest_players - 1} to {most} in {rules.title}")
    stack = STACK if arguments.stack is None else arguments.stack
    if stack < 1:
        raise UsageError(f"--stack {stack}: nobody plays without chips")
    stakes = _stakes(rules, arguments)
    _heeding("--blinds", lambda: stakes.check(opponents + 1))
    return Table(rules, stakes, stack, opponents, arguments.rebuy)


def usual_stakes(rules: Rules) -> Stakes:
    """What a game is played for if nothing is said.

    >>> usual_stakes(VARIANTS["razz"])
    Stakes(ante=1, blinds=(), bring_in=2, small_bet=4, big_bet=8, trim_antes=False)
    """
    if rules.has_bring_in:
        return Stakes(ante=1, bring_in=2, small_bet=4, big_bet=8)
    if rules.board or rules.game.rankings[0].low:
        return Stakes(blinds=(1, 2), small_bet=2, big_bet=4)
    return Stakes(ante=1, small_bet=2, big_bet=4)


def _stakes(rules: Rules, arguments: Namespace) -> Stakes:
    """The usual stakes, but for what the options say; bets follow the largest blind, or else the ante."""
    stakes = usual_stakes(rules)
    if arguments.bring_in is not None and not rules.has_bring_in:
        raise UsageError(f"--bring-in {arguments.bring_in}: there is none in {rules.title}")
    if arguments.ante is not None:
        bets = stakes.small_bet * max(arguments.ante, 1) if stakes.ante else stakes.small_bet
        bring_in = stakes.bring_in * max(arguments.ante, 1)
        stakes = _heeding(
            f"--ante {arguments.ante}",
            lambda: replace(stakes, ante=arguments.ante, bring_in=bring_in, small_bet=bets, big_bet=2 * bets),
        )
    if arguments.blinds is not None:
        blinds = tuple(blind for blind in arguments.blinds if blind)
        bet = max(blinds, default=stakes.small_bet)
        stakes = replace(stakes, blinds=blinds, small_bet=bet, big_bet=2 * bet)
    if arguments.bring_in is not None:
        stakes = _heeding(f"--bring-in {arguments.bring_in}", lambda: replace(stakes, bring_in=arguments.bring_in))
    if arguments.bets is not None:
        small, big = arguments.bets[0], arguments.bets[-1]
        if len(arguments.bets) > 2:
            raise UsageError(f"--bets: there are two, not {len(arguments.bets)}")
        stakes = _heeding("--bets", lambda: replace(stakes, small_bet=small, big_bet=big))
    return stakes if rules.limit is Limit.FIXED else replace(stakes, big_bet=None)


def _amounts(text: str) -> tuple[int, ...]:
    """Read amounts: `1,2` or `1/2`."""
    amounts = tuple(map(whole_option, text.replace("/", ",").split(",")))
    if min(amounts) < 0:
        raise ArgumentTypeError(f"{quoted(text)} is not a number of chips")
    return amounts


def _heeding(option: str, make: Callable[[], Made]) -> Made:
    """Let an error about stakes name the option that asked for it."""
    try:
        return make()
    except IllegalActionError as error:
        raise UsageError(f"{option}: {error}") from None
