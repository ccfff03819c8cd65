"""`fivecard solve show`: look at a place in a solution that `fivecard solve flop` wrote."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from fivecard._util.table_files import TABLES
from fivecard.cli import options
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.output import note
from fivecard.cli.terminal.postflop import hand_lines, place_lines, solution_lines
from fivecard.cli.usage import UsageError
from fivecard.solvers.postflop import load
from fivecard.solvers.postflop.tables import strategy_table

EXAMPLES = """\
  fivecard solve show flop.solution
  fivecard solve show flop.solution "check, bet 120, call"
  fivecard solve show flop.solution "check, bet 120, call, 2s" --hand AhKh
  fivecard solve show flop.solution "check" -o turn.parquet --to parquet
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the file and the place."""
    parser.add_argument("file", type=Path, metavar="FILE", help="written by `fivecard solve flop`")
    parser.add_argument(
        "path", nargs="?", default="", metavar="PATH",
        help="what was done and which cards came: 'check, bet 120, call, 2s' (default: nothing)",
    )  # fmt: skip
    parser.add_argument("--hand", metavar="CARDS", help="show one hand of who acts instead of all")
    parser.add_argument(
        "--exactly", action="store_true", help="say first how good the whole solution is, which takes longer"
    )
    options.add_output(parser, "write what all hands do from here on, as far as no card comes", kind=Path)
    options.add_format(parser, TABLES, f"as {', '.join(TABLES)} (default: as FILE's name ends)", option="--to")
    options.add_threads(parser)
    options.add_json(parser)
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Find the place and show it."""
    if arguments.to and not arguments.output:
        raise UsageError("--to says how a file is written: -o names it")
    solution = load(arguments.file, threads=arguments.threads)
    path = [step.strip() for step in arguments.path.split(",") if step.strip()]
    place = solution.at(*path)
    if arguments.output:
        strategy_table(solution, *path).write(arguments.output, arguments.to)
        note(f"{arguments.output}: written\n")
        return 0
    if arguments.json:
        print(json.dumps(place.as_dict(), allow_nan=False))
        return 0
    look = look_of(arguments)
    if arguments.exactly:
        print("\n".join([*solution_lines(solution, look), ""]))
    lines = hand_lines(place.row(arguments.hand)) if arguments.hand else place_lines(place, look)
    print("\n".join(lines))
    return 0
