"""`fivecard strategy`: solve five-card draw again, for simultaneous draws, or measure what a strategy can lose.

What is found is the best answer to itself; nobody looks at what others drew.
"""

import json
import secrets
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from time import perf_counter

from fivecard.cli import options
from fivecard.cli.terminal.output import make_folder, note
from fivecard.cli.terminal.style import ProgressBar
from fivecard.cli.usage import UsageError
from fivecard.draw.strategy import SOLVED_PLAYERS, Strategy, solve, solved
from fivecard.engine.rules import RULES
from fivecard.errors import quoted
from fivecard.players.exploiting import exploit

EXAMPLES = """\
  fivecard strategy
  fivecard strategy --rules draw-3 --players 4
  fivecard strategy -o FOLDER
  fivecard strategy exploit classic --players 4
  fivecard strategy exploit mine.py:discards --rules draw-3 --rounds 20000000
"""
SOLVE, EXPLOIT = "solve", "exploit"
MOST_LEARNT = 100_000_000


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which games are solved."""
    parser.add_argument(
        "what",
        nargs="?",
        choices=(SOLVE, EXPLOIT),
        default=SOLVE,
        help="solve the game, or measure how much a strategy can be exploited",
    )
    parser.add_argument(
        "player", nargs="?", metavar="PLAYER",
        help="to be exploited: a computer player, a file that this command wrote, or `file.py:function`, which names"
        " the cards of a hand to throw away (default: sharp)",
    )  # fmt: skip
    options.add_rules(parser)
    options.add_players(parser, "2 to 6; default: all of them, one after the other", among=SOLVED_PLAYERS)
    options.add_output(parser, "write the strategies to this folder", metavar="FOLDER", kind=Path)
    parser.add_argument(
        "--rounds",
        type=int,
        default=10_000_000,
        metavar="N",
        help="how many deals measure a gain (default: %(default)s)",
    )
    parser.add_argument(
        "--learn", type=int, default=0, metavar="N",
        help="first deal so often for each kind of hand whose best choices are nearly equal (default: 0)",
    )  # fmt: skip
    options.add_seed(parser, "that those are dealt by")
    options.add_threads(parser)
    options.add_json(parser, "write one JSON object for each number of players exploited")


def run(arguments: Namespace) -> int:
    """Solve, and say whether the result is what comes with fivecard."""
    rules = RULES[arguments.rules]
    if arguments.what == EXPLOIT:
        return _exploit(arguments)
    if arguments.player is not None:
        raise UsageError(f"a game is solved from nothing, not from {quoted(arguments.player)}")
    if arguments.output:
        make_folder(arguments.output)
    start = perf_counter()
    previous: Strategy | None = None
    for players in [arguments.players] if arguments.players else SOLVED_PLAYERS:
        print(f"rules {rules.name}, {players} players")
        if previous is None and players > SOLVED_PLAYERS[0]:
            previous = solved(rules, players - 1)  # where our own came from
        solution = solve(rules, players, start=previous, progress=_tell_step)
        previous = solution.strategy
        same = solution.strategy.holds == solved(rules, players).holds
        print(f"  each can expect {solution.share:.5f} of the pot (a fair share is {1 / players:.5f})")
        print(f"  {'the same as' if same else 'not the same as'} the strategy that comes with fivecard")
        if arguments.output:
            solution.strategy.save(arguments.output / f"{rules.name}-{players}.xz")
    note(f"{perf_counter() - start:.1f} s\n")
    return 0


def _exploit(arguments: Namespace) -> int:
    """Answer a strategy, and measure what that gains."""
    if arguments.output:
        raise UsageError("--output goes with solving alone")
    if arguments.rounds < 1:
        raise UsageError(f"--rounds {arguments.rounds}: there must be at least one round")
    if not 0 <= arguments.learn <= MOST_LEARNT:
        raise UsageError(f"--learn {arguments.learn}: deals are 0 to {MOST_LEARNT:,} for each kind of hand")
    rules, player = RULES[arguments.rules], arguments.player or "sharp"
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    for players in [arguments.players] if arguments.players else SOLVED_PLAYERS:
        bar = ProgressBar(sys.stderr)
        told = lambda played: bar.show(played / arguments.rounds, f"{played:,} rounds")  # noqa: B023, E731
        try:
            found = exploit(
                player, rules=rules, players=players, rounds=arguments.rounds, learn=arguments.learn,
                seed=seed, threads=arguments.threads,
                progress=told,
            )  # fmt: skip
        finally:
            bar.clear()
        if arguments.json:
            record = {
                "player": player, "rules": rules.name, "players": players, "gain": found.gain.mean,
                "standard_error": found.gain.error, "rounds": found.gain.rounds, "differing": found.gain.differing,
                "reckoned": found.reckoned, "changed_hands": found.changed, "seed": seed,
            }  # fmt: skip
            print(json.dumps(record))
            continue
        print(f"{player}, rules {rules.name}, {players} players")
        print(f"  an answer that plays {found.changed:,} of 2,598,960 hands otherwise gains {found.gain} of the pot")
        print(f"  ({found.reckoned:.2e} by the reckoning that found it)", flush=True)
    if not arguments.json:
        print("The number behind +- is a standard error. A better answer would gain more: this is a lower bound.")
    return 0


def _tell_step(step: int, changed: int) -> None:
    print(f"  step {step}: {changed:,} of 2,598,960 hands are played better in another way", flush=True)
