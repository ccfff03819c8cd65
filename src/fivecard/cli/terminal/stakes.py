"""The options of a game with chips: which one, for how much, against how many."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from dataclasses import dataclass

from fivecard.cli.terminal.numbers import whole_option
from fivecard.engine import VARIANTS, Limit, Rules, Stakes, start
from fivecard.engine.defaults import LIMITS, default_stakes
from fivecard.errors import RulesError, UsageError, quoted
from fivecard.players import PLAYERS

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
        parts += ["jacks or better to open"] * self.rules.has_openers
        parts += [f"ante {stakes.ante}"] * bool(stakes.ante)
        plural = "s" * (len(stakes.blinds) > 1)
        parts += [f"blind{plural} {' and '.join(map(str, stakes.blinds))}"] * bool(stakes.blinds)
        parts += [f"bring-in {stakes.bring_in}"] * self.rules.has_bring_in
        bets = f"bets {stakes.bet(big=False)} and {stakes.bet(big=True)}"
        return ", ".join([*parts, bets if fixed else f"smallest bet {stakes.bet(big=False)}"])


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options of a game with chips."""
    width = max(map(len, VARIANTS))
    names = "\n".join(f"{rules.name:{width}}  {rules.title}" for rules in VARIANTS.values())
    group = parser.add_argument_group("games with chips", names)
    group.add_argument("--game", choices=VARIANTS, metavar="NAME", help="play one of these games, with chips and bets")
    group.add_argument("--limit", choices=LIMITS, help="how much may be bet; default: as the game is usually played")
    group.add_argument("--stack", type=int, metavar="N", help=f"chips that everybody begins with; default: {STACK}")
    group.add_argument(
        "--ante", type=int, metavar="N", help="chips that everybody pays; default: 1 in stud and five-card draw"
    )
    group.add_argument("--blinds", type=_amounts, metavar="N,N", help="0 for none; default: 1,2 in all other games")
    group.add_argument("--bring-in", type=int, metavar="N", help="the forced bet of stud; default: twice the ante")
    group.add_argument(
        "--bets", type=_amounts, metavar="N,N",
        help="with a fixed limit the bets of early and late streets, else the smallest bet; default: they go by the "
        "blinds, the bring-in or the ante",
    )  # fmt: skip
    group.add_argument("--jacks-or-better", action="store_true", help="in five-card draw, what the first bet takes")
    group.add_argument("--rebuy", action="store_true", help="who has lost everything buys in again instead of leaving")
    group.add_argument(
        "--save", metavar="FILE",
        help="add the hands to a file, with everybody's cards: in PHH, or if its name ends in .txt PokerStars' text, "
        "which knows more of the games (neither has ace-to-five, short-deck-trips or jacks or better)",
    )  # fmt: skip


def given_without_a_game(arguments: Namespace) -> str | None:
    """Name an option that says something about chips, if there is one."""
    for name in ("limit", "stack", "ante", "blinds", "bring_in", "bets", "jacks_or_better", "rebuy", "save"):
        if getattr(arguments, name) not in (None, False):
            return f"--{name.replace('_', '-')}"
    return None


def table_of(arguments: Namespace) -> Table:
    """Read what the options agree on."""
    rules: Rules = VARIANTS[arguments.game]
    if arguments.limit:
        rules = rules.with_limit(LIMITS[arguments.limit])
    if arguments.jacks_or_better:
        try:
            rules = rules.with_openers()
        except RulesError as error:
            raise UsageError(f"--jacks-or-better: {error}") from None
    opponents = arguments.opponents
    if opponents is None:
        opponents = (PLAYERS[arguments.level].opponents if arguments.level else None) or OPPONENTS
    if not rules.fewest_players <= opponents + 1 <= rules.most_players:
        most = rules.most_players - 1
        raise UsageError(f"--opponents {opponents}: there may be {rules.fewest_players - 1} to {most} in {rules.title}")
    stack = STACK if arguments.stack is None else arguments.stack
    if stack < 1:
        raise UsageError(f"--stack {stack}: nobody plays without chips")
    _check_bets(rules, arguments.bets or ())
    try:
        stakes = default_stakes(
            rules, ante=arguments.ante, blinds=arguments.blinds, bring_in=arguments.bring_in, bets=arguments.bets
        )
        start(rules, opponents + 1, stakes=stakes, stacks=stack)
    except RulesError as error:
        raise UsageError(str(error)) from None
    return Table(rules, stakes, stack, opponents, arguments.rebuy)


def _check_bets(rules: Rules, bets: tuple[int, ...]) -> None:
    """Refuse more bets than a game has."""
    if len(bets) > 2:
        raise UsageError(f"--bets: there are two, early and late, not {len(bets)}")
    if len(bets) > 1 and rules.limit is not Limit.FIXED:
        raise UsageError(f"--bets: with {rules.limit.value} there is one, the smallest, not {len(bets)}")


def _amounts(text: str) -> tuple[int, ...]:
    """Read amounts: `1,2` or `1/2`."""
    amounts = tuple(map(whole_option, text.replace("/", ",").split(",")))
    if min(amounts) < 0:
        raise ArgumentTypeError(f"{quoted(text)} is not a number of chips")
    return amounts
