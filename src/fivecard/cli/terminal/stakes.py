"""The options of a game with chips: which one, for how much, against how many."""

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fivecard.cli import options
from fivecard.cli.usage import UsageError
from fivecard.engine import VARIANTS, Limit, Rules, Stakes, start
from fivecard.engine.defaults import LIMITS, default_stakes
from fivecard.errors import RangeError, RulesError
from fivecard.players import PLAYERS
from fivecard.words.stakes import stakes_in_words

if TYPE_CHECKING:
    from fivecard.players.solver.ranges import Given

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
        posted = stakes_in_words(self.rules, self.stakes, separator=" and ")
        parts = [self.rules.title, self.rules.limit.value, *posted]
        if self.rules.limit is not Limit.FIXED_LIMIT:
            parts.append(f"smallest bet {self.stakes.bet(big=False):,}")
        return ", ".join(parts)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options of a game with chips that people play."""
    group = add_game(parser)
    group.add_argument("--rebuy", action="store_true", help="let players without chips buy in again instead of leaving")
    for whose, option in (("you", "--my-range"), ("the opponent", "--their-range")):
        group.add_argument(
            option, metavar="RANGE",
            help=f"the hands with which --hints has {whose} come to the flop in heads-up no-limit hold'em, "
            'such as "22+, A2s+, KTo+"; default: a chart, by what was bet before the flop',
        )  # fmt: skip
    group.add_argument(
        "--save", metavar="FILE",
        help="append the hands, with everybody's cards, to a file; PHH, or PokerStars' text if the name ends in .txt, "
        "which has more games (neither has ace-to-five, short-deck-trips or jacks or better)",
    )  # fmt: skip


def add_game(parser: ArgumentParser) -> "options.Options":
    """Declare the options that say which game with chips it is, and for how much."""
    width = max(map(len, VARIANTS))
    names = "\n".join(f"{rules.name:{width}}  {rules.title}" for rules in VARIANTS.values())
    group = parser.add_argument_group("games with chips", names)
    options.add_game(group, "play one of these games, with chips and bets")
    group.add_argument("--limit", choices=LIMITS, help="the betting limit; default: the usual one of the game")
    group.add_argument(
        "--stack", type=int, metavar="N", help=f"chips of each player at the beginning; default: {STACK}"
    )
    options.add_stakes(
        group,
        ante="the ante in chips; default: 1 in stud and five-card draw",
        blinds="small and big blind; 0 for none; default: 1,2 in all other games",
        bets="with a fixed limit, the bets of early and late streets; otherwise the smallest bet; default: by the "
        "blinds, the bring-in or the ante",
    )
    group.add_argument("--bring-in", type=int, metavar="N", help="the forced bet of stud; default: twice the ante")
    group.add_argument(
        "--jacks-or-better", action="store_true", help="in five-card draw, require a pair of jacks to open"
    )
    return group


def given_without_a_game(arguments: Namespace) -> str | None:
    """Name an option that says something about chips, if there is one."""
    for name in (
        "limit",
        "stack",
        "ante",
        "blinds",
        "bring_in",
        "bets",
        "jacks_or_better",
        "rebuy",
        "save",
        "my_range",
        "their_range",
    ):
        if getattr(arguments, name, None) not in (None, False):
            return f"--{name.replace('_', '-')}"
    return None


def table_of(arguments: Namespace) -> Table:
    """Read what the options agree on."""
    rules, opponents = rules_of(arguments), arguments.opponents
    if opponents is None:
        opponents = (PLAYERS[arguments.level].opponents if arguments.level else None) or OPPONENTS
    if not rules.fewest_players <= opponents + 1 <= rules.most_players:
        most = rules.most_players - 1
        raise UsageError(f"--opponents {opponents}: there may be {rules.fewest_players - 1} to {most} in {rules.title}")
    stakes, stack = amounts_of(arguments, rules, opponents + 1)
    return Table(rules, stakes, stack, opponents, arguments.rebuy)


def given_ranges(arguments: Namespace, table: Table) -> "Given | None":
    """Read the ranges that hints are to go by; None where none is given."""
    texts = {"--my-range": arguments.my_range, "--their-range": arguments.their_range}
    asked = [option for option, text in texts.items() if text is not None]
    if not asked:
        return None
    rules = table.rules
    if not arguments.hints or rules.name != "holdem" or rules.limit is not Limit.NO_LIMIT or table.opponents != 1:
        raise UsageError(f"{asked[0]} goes with --hints in no-limit hold'em against one opponent")
    from fivecard.players.solver.ranges import Given  # NumPy, which nobody else waits for
    from fivecard.ranges import Range

    found = []
    for option, text in texts.items():
        try:
            found.append(Range(text) if text is not None else None)
        except RangeError as error:
            raise UsageError(f"{option}: {error}") from None
        if text is not None and not found[-1]:
            raise UsageError(f"{option}: a range has at least one hand")
    return Given(*found)


def rules_of(arguments: Namespace) -> Rules:
    """Read which game is meant."""
    rules: Rules = VARIANTS[arguments.game]
    if arguments.limit:
        rules = rules.with_limit(LIMITS[arguments.limit])
    if arguments.jacks_or_better:
        try:
            rules = rules.with_openers()
        except RulesError as error:
            raise UsageError(f"--jacks-or-better: {error}") from None
    return rules


def amounts_of(arguments: Namespace, rules: Rules, players: int) -> tuple[Stakes, int]:
    """Read what is played for, and what everybody begins with."""
    stack = STACK if arguments.stack is None else arguments.stack
    if stack < 1:
        raise UsageError(f"--stack {stack}: nobody plays without chips")
    _check_bets(rules, arguments.bets or ())
    try:
        stakes = default_stakes(
            rules, ante=arguments.ante, blinds=arguments.blinds, bring_in=arguments.bring_in, bets=arguments.bets
        )
        start(rules, players, stakes=stakes, stacks=stack)
    except RulesError as error:
        raise UsageError(str(error)) from None
    return stakes, stack


def _check_bets(rules: Rules, bets: tuple[int, ...]) -> None:
    """Refuse more bets than a game has."""
    options.check_bets(bets)
    if len(bets) > 1 and rules.limit is not Limit.FIXED_LIMIT:
        raise UsageError(f"--bets: with {rules.limit.value} there is one, the smallest, not {len(bets)}")
