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
from fivecard.players.simulation import Gain, Result, compare, is_own, simulate

EXAMPLES = """\
  fivecard simulate sharp classic --rounds 10000000
  fivecard simulate sharp classic classic classic --rounds 50000000 --seed 1
  fivecard simulate mine.py:discards sharp
  fivecard simulate sharp sharp --instead mine.py:discards
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the players and how long they play."""
    parser.add_argument(
        "players", nargs="*", default=["sharp", "classic"], metavar="PLAYER",
        help="a name for each of 2 to 10 seats (rules draw-3: 2 to 6); default: sharp classic; "
        + described(FOUR_WITH_AN_ACE) + "; or a strategy of your own: a file that `fivecard strategy -o` wrote, or"
        " `file.py:function`, which names the cards of a hand to throw away",
    )  # fmt: skip
    parser.add_argument(
        "--instead", metavar="PLAYER",
        help="measure what this player gains in the first seat, by playing the same deals twice",
    )  # fmt: skip
    parser.add_argument(
        "--rounds", type=int, default=1_000_000, metavar="N", help="how many rounds to play; default: %(default)s"
    )
    options.add_seed(parser, "deal by this number, to repeat a simulation")
    options.add_rules(parser)
    options.add_threads(parser)
    options.add_json(parser)


def run(arguments: Namespace) -> int:
    """Play and show the share of each seat."""
    names: list[str] = arguments.players
    players = players_for(RULES[arguments.rules])
    asked = [*names, arguments.instead] if arguments.instead else names
    known = [name for name in asked if not is_own(name)]
    if wrong := [name for name in known if name not in players]:
        raise UsageError(f"there is no player {quoted(wrong[0])}: they are {', '.join(players)}")
    if dicey := [name for name in known if players[name].strategy is None]:
        raise UsageError(f"{dicey[0]} cannot be simulated: it has no strategy that can be written to a file")
    try:
        RULES[arguments.rules].check_players(len(names))
    except RulesError as error:
        raise UsageError(str(error)) from None
    if arguments.rounds < 1:
        raise UsageError(f"--rounds {arguments.rounds}: there must be at least one round")
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    bar = ProgressBar(sys.stderr)
    start = perf_counter()
    how = {
        "seed": seed,
        "rules": RULES[arguments.rules],
        "threads": arguments.threads,
        "progress": lambda played: bar.show(played / arguments.rounds, f"{played:,} rounds"),
    }
    try:
        if arguments.instead:
            _show_gain(compare(names, arguments.instead, arguments.rounds, **how), seed, arguments)
        else:
            _show(simulate(names, arguments.rounds, **how), seed, arguments)
    finally:
        bar.clear()
    speed = arguments.rounds / (perf_counter() - start) / 1e6
    note(f"{arguments.rounds:,} rounds, seed {seed} ({speed:.1f} million a second)\n")
    return 0


def _show_gain(gain: Gain, seed: int, arguments: Namespace) -> None:
    if arguments.json:
        record = {"instead": arguments.instead, "gain": gain.mean, "standard_error": gain.error, "seed": seed}
        print(json.dumps(record | {"rounds": gain.rounds, "differing": gain.differing}))
        return
    print(f"{arguments.instead} instead of {arguments.players[0]} gains {gain} of the pot (standard error)")
    print(f"they keep other cards in {gain.differing:,} of {gain.rounds:,} rounds")


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
