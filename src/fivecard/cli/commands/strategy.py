"""`fivecard strategy`: solve five-card draw again, for simultaneous draws: nobody looks at what others drew.

What is found is the best answer to itself.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from time import perf_counter

from fivecard.cli import options
from fivecard.cli.terminal.output import make_folder, note
from fivecard.draw.strategy import SOLVED_PLAYERS, Strategy, solve, solved
from fivecard.engine.rules import RULES

EXAMPLES = """\
  fivecard strategy
  fivecard strategy --rules draw-3 --players 4
  fivecard strategy -o FOLDER
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which games are solved."""
    options.add_rules(parser)
    options.add_players(parser, "2 to 6; default: all of them, one after the other", among=SOLVED_PLAYERS)
    options.add_output(parser, "write the strategies to this folder", metavar="FOLDER", kind=Path)


def run(arguments: Namespace) -> int:
    """Solve, and say whether the result is what comes with fivecard."""
    rules = RULES[arguments.rules]
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


def _tell_step(step: int, changed: int) -> None:
    print(f"  step {step}: {changed:,} of 2,598,960 hands are played better in another way", flush=True)
