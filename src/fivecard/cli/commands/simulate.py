"""`fivecard simulate`: millions of rounds between computer players."""

import json
import secrets
import sys
from argparse import ArgumentParser, Namespace
from time import perf_counter

from fivecard.cli import options
from fivecard.cli.terminal.output import note
from fivecard.cli.terminal.style import ProgressBar
from fivecard.cli.usage import UsageError
from fivecard.engine.rules import FOUR_WITH_AN_ACE, RULES
from fivecard.errors import RulesError, quoted
from fivecard.players import described, players_for
from fivecard.players.simulation import Result, simulate

EXAMPLES = """\
  fivecard simulate sharp classic --rounds 10000000
  fivecard simulate sharp classic classic classic --rounds 50000000 --seed 1
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the players and how long they play."""
    parser.add_argument(
        "players", nargs="*", default=["sharp", "classic"], metavar="PLAYER",
        help="a name for each of 2 to 10 seats (rules draw-3: 2 to 6); default: sharp classic; "
        + described(FOUR_WITH_AN_ACE),
    )  # fmt: skip
    parser.add_argument("--rounds", type=int, default=1_000_000, metavar="N", help="default: %(default)s")
    options.add_seed(parser, "deal by this number, to repeat a simulation")
    options.add_rules(parser)
    options.add_threads(parser)
    options.add_json(parser)


def run(arguments: Namespace) -> int:
    """Play and show the share of each seat."""
    names: list[str] = arguments.players
    players = players_for(RULES[arguments.rules])
    if wrong := [name for name in names if name not in players]:
        raise UsageError(f"there is no player {quoted(wrong[0])}: they are {', '.join(players)}")
    if dicey := [name for name in names if players[name].strategy is None]:
        raise UsageError(f"{dicey[0]} cannot be simulated: it has no strategy that could be written down")
    try:
        RULES[arguments.rules].check_players(len(names))
    except RulesError as error:
        raise UsageError(str(error)) from None
    if arguments.rounds < 1:
        raise UsageError(f"--rounds {arguments.rounds}: there must be at least one round")
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    bar = ProgressBar(sys.stderr)
    start = perf_counter()
    try:
        result = simulate(
            names,
            arguments.rounds,
            seed=seed,
            rules=RULES[arguments.rules],
            threads=arguments.threads,
            progress=lambda played: bar.show(played / arguments.rounds, f"{played:,} rounds"),
        )
    finally:
        bar.clear()
    _show(result, seed, arguments)
    speed = result.rounds / (perf_counter() - start) / 1e6
    note(f"{result.rounds:,} rounds, seed {seed} ({speed:.1f} million a second)\n")
    return 0


def _show(result: Result, seed: int, arguments: Namespace) -> None:
    if arguments.json:
        record = {
            "rules": arguments.rules,
            "rounds": result.rounds,
            "seed": seed,
            "ties": result.ties,
            "seats": [
                {"player": player, "share": share, "margin_95": margin}
                for player, share, margin in zip(result.players, result.shares, result.margins, strict=True)
            ],
        }
        print(json.dumps(record))
        return
    for seat, (player, share, margin) in enumerate(zip(result.players, result.shares, result.margins, strict=True), 1):
        print(f"seat {seat}  {player:<8} {share:.5f} +- {margin:.5f} of the pot")
    print(f"ties: {result.ties:,} of {result.rounds:,} rounds")
