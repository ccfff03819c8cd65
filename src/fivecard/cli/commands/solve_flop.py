"""`fivecard solve flop`: solve hold'em after the flop, heads-up and no-limit."""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from time import perf_counter

from fivecard._util.table_files import TABLES, refuse_without
from fivecard.cli import options
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.numbers import real_option
from fivecard.cli.terminal.output import note
from fivecard.cli.terminal.postflop import place_lines, solution_lines
from fivecard.cli.terminal.style import ProgressBar
from fivecard.cli.usage import UsageError
from fivecard.errors import quoted
from fivecard.solvers.postflop import Progress, Solution, Spot, improve, save, start
from fivecard.solvers.postflop.estimates import in_bytes, rounded_seconds
from fivecard.solvers.postflop.spot import Sizing
from fivecard.solvers.postflop.tables import strategy_table

EXAMPLES = """\
  fivecard solve flop --board "Td 9d 6h" --oop "66+, A8s+, KQs" --ip "QQ-22, ATo+" --pot 200 --stack 900 --bets 60%
  fivecard solve flop --board "Td 9d 6h Qc 2s" --oop "AA, KQs" --ip "QQ, JTs" --pot 10 --stack 40 --bets "50%, a" -o river.solution
  fivecard solve flop --board "Td 9d 6h Qc" --oop 20% --ip 30% --pot 10 --stack 40 --bets "turn: 33%; river: 75%, a" --memory-check
"""  # noqa: E501  (lines of a shell)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the question, how well it is solved, and where the answer goes."""
    spot = parser.add_argument_group("the question")
    spot.add_argument("--board", required=True, metavar="CARDS", help="3 to 5 cards: a flop, a turn or a river")
    spot.add_argument("--oop", required=True, metavar="RANGE", help="what the player out of position may hold")
    spot.add_argument("--ip", required=True, metavar="RANGE", help="and the player in position")
    spot.add_argument("--pot", required=True, type=float, metavar="CHIPS", help="what lies in the middle")
    spot.add_argument(
        "--stack", required=True, type=options.chips, metavar="CHIPS",
        help="what both have left; of two numbers, 30,20, the smaller counts",
    )  # fmt: skip
    spot.add_argument(
        "--bets", default="", type=_sizing, metavar="SIZES",
        help="parts of the pot, 33%%; chips, 120; a for all-in; e for the same part of the pot on all streets;"
        " by street and player as in 'flop: 33%%; ip turn: 75%%, a'",
    )  # fmt: skip
    spot.add_argument(
        "--raises", default="", type=_sizing, metavar="SIZES",
        help="times the bet, 2.5x; parts of the pot after calling, 50%%; chips; e; a",
    )  # fmt: skip
    spot.add_argument(
        "--donks", type=_sizing, metavar="SIZES", help="bets out of position into the last raiser (default: as --bets)"
    )
    spot.add_argument(
        "--add-all-in", type=float, default=0, metavar="POTS",
        help="all-in is a choice where it is at most so many pots",
    )  # fmt: skip
    spot.add_argument(
        "--force-all-in", type=float, default=0, metavar="POTS",
        help="what leaves at most so many pots behind is all-in",
    )  # fmt: skip
    spot.add_argument("--rake", default=0, type=_percent_as_part, metavar="%", help="what the house takes, 5%%")
    spot.add_argument("--cap", type=float, metavar="CHIPS", help="and at most so much")
    spot.add_argument(
        "--game", default="holdem", metavar="NAME", help="holdem, short-deck, short-deck-trips; default: %(default)s"
    )
    work = parser.add_argument_group("the work")
    work.add_argument(
        "--target", default=0.3, type=_percent, metavar="%",
        help="what both could gain at most, on average, of the pot (default: 0.3%%)",
    )  # fmt: skip
    work.add_argument("--seconds", type=float, metavar="S", help="how long at most")
    work.add_argument("--iterations", type=int, metavar="N", help="how many at most")
    options.add_threads(work)
    work.add_argument("--precision", choices=("fp16", "f32"), metavar="P", help="fp16 or f32 (default: by size)")
    work.add_argument("--gpu", action="store_true", help="solve on the GPU (needs CuPy)")
    work.add_argument(
        "--memory-check", action="store_true", help="say how large it is and how long it takes, and solve nothing"
    )
    answer = parser.add_argument_group("the answer")
    options.add_output(answer, "write the solution, for `fivecard solve show`; with --to a table", kind=Path)
    options.add_format(
        answer, TABLES, f"write what all hands do on this street instead: {', '.join(TABLES)}", option="--to"
    )
    answer.add_argument("--compress", action="store_true", help="make the solution's file smaller (needs pyarrow)")
    options.add_json(answer)
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Say how large it is, solve it, and show what is done first."""
    _check(arguments)
    spot = Spot(
        arguments.board,
        (arguments.oop, arguments.ip),
        arguments.pot,
        arguments.stack,
        bets=arguments.bets,
        raises=arguments.raises,
        donks=arguments.donks,
        add_all_in=arguments.add_all_in,
        force_all_in=arguments.force_all_in,
        rake=arguments.rake,
        rake_cap=arguments.cap,
        game=arguments.game,
    )
    size = _size(spot, arguments)
    if arguments.memory_check:
        print(size)
        return 0
    note(f"{size}\n")
    solution = start(spot, threads=arguments.threads, precision=arguments.precision, gpu=arguments.gpu)
    stopped = _solve(solution, arguments)
    if arguments.output:
        _write(solution, arguments)
    if arguments.json:
        about = {"exploitability": solution.exploitability, "iterations": solution.iterations}
        print(json.dumps(about | solution.at().as_dict(), allow_nan=False))
    else:
        look = look_of(arguments)
        print("\n".join([*solution_lines(solution, look), "", *place_lines(solution.at(), look)]))
    if stopped:
        note("stopped: this is what there was so far\n")
        return 130
    return 0


def _check(arguments: Namespace) -> None:
    if arguments.output and arguments.output.is_dir():
        raise UsageError(f"-o {quoted(str(arguments.output))} is a folder: the solution is written to a file")
    if not arguments.output and (arguments.to or arguments.compress):
        raise UsageError(f"{'--to' if arguments.to else '--compress'} says how a file is written: -o names it")
    if arguments.to and arguments.compress:
        raise UsageError("--compress is for solutions, --to for tables")
    if arguments.to:
        refuse_without(arguments.to)


def _size(spot: Spot, arguments: Namespace) -> str:
    if arguments.gpu or not arguments.target:
        size = spot.tree.memory(arguments.precision or ("f32" if arguments.gpu else "fp16"))
        return f"{spot.tree.nodes:,} nodes, {in_bytes(size)}"
    found = spot.estimate(target=arguments.target, threads=arguments.threads, precision=arguments.precision)
    return f"{found} to {arguments.target:g} % of the pot"


def _solve(solution: Solution, arguments: Namespace) -> bool:
    """Solve until it is good or time is up; says whether somebody stopped it before."""
    bar = ProgressBar(sys.stderr)
    began = perf_counter()

    def show(now: Progress) -> None:
        done = min(arguments.target / now.exploitability, 1) ** 0.5 if now.exploitability > 0 else 1
        left = now.seconds_to(arguments.target)
        words = f", {rounded_seconds(left)} left" if 0 < left < float("inf") else ""
        bar.show(done, f"{now.exploitability:.3f} % after {now.iterations:,} iterations{words}")

    try:
        improve(
            solution,
            target=arguments.target,
            seconds=arguments.seconds,
            iterations=arguments.iterations,
            progress=show if bar else None,
        )
    except KeyboardInterrupt:
        if not solution.iterations:
            raise
        return True
    finally:
        bar.clear()
    note(f"solved in {perf_counter() - began:.1f} s\n")
    return False


def _write(solution: Solution, arguments: Namespace) -> None:
    if arguments.to:
        strategy_table(solution).write(arguments.output, arguments.to)
    else:
        save(solution, arguments.output, compress=arguments.compress)
    note(f"{arguments.output}: {in_bytes(arguments.output.stat().st_size)}\n")


def _percent(text: str) -> float:
    """Read a percentage, with its sign or without.

    >>> _percent("0.3%"), _percent("1")
    (0.3, 1.0)
    """
    return real_option(text.strip().removesuffix("%").rstrip())


def _percent_as_part(text: str) -> float:
    """Read what the house takes: `5%`, or as a part of the pot, 0.05.

    >>> _percent_as_part("5%"), _percent_as_part("0.05")
    (0.05, 0.05)
    """
    return _percent(text) / 100 if text.strip().endswith("%") else real_option(text)


def _sizing(text: str) -> Sizing:
    """Read sizes for all streets and both players, or by street, player or both.

    >>> _sizing("33%, a"), _sizing("flop: 33%; ip turn: 75%, a")
    ('33%, a', {'flop': '33%', 'ip turn': '75%, a'})
    """
    if ":" not in text:
        return text
    found: dict[str, str] = {}
    for part in filter(str.strip, text.split(";")):
        place, colon, sizes = part.partition(":")
        name = " ".join(place.split())
        if not colon or name in found:
            raise ArgumentTypeError(f"{quoted(part.strip())} is not a street or player with its sizes: 'flop: 33%'")
        found[name] = sizes.strip()
    return found
