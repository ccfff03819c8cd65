"""`fivecard solve`: solve heads-up five-card draw with fixed limit."""

import signal
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from fivecard.cli import options
from fivecard.cli.terminal.limit_draw import add_game_arguments, game_of
from fivecard.cli.terminal.output import note
from fivecard.cli.usage import UsageError
from fivecard.errors import quoted
from fivecard.solvers.limit_draw import LimitDraw, Policy, Training

EXAMPLES = """\
  fivecard solve -o draw.strategy
  fivecard solve -o draw.strategy --minutes 45 --threads 2
  fivecard solve -o casino.strategy --blinds 1,2 --ante 0 --bets 2,4 --most 5

hold'em after the flop has programs of its own:
  fivecard solve flop --help
  fivecard solve show --help
"""
_SAVED_EVERY = 300.0
_TOLD_EVERY = 10.0


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the game, and how long it is played."""
    options.add_output(parser, "write the strategy to this file", required=True, kind=Path)
    add_game_arguments(parser, LimitDraw())
    work = parser.add_argument_group("the work")
    work.add_argument("--minutes", type=float, default=45.0, metavar="N", help="how many minutes to work (default: 45)")
    work.add_argument("--iterations", type=int, metavar="N", help="how many iterations, however long they take")
    options.add_threads(work, f"each plays on decks of its own; {options.ALL_CORES}")
    options.add_seed(work, "of the decks (default: 1)", default=1)


def run(arguments: Namespace) -> int:
    """Play until the time is over; go on where an earlier run of the same game was stopped."""
    if arguments.minutes <= 0 or (arguments.iterations is not None and arguments.iterations < 1):
        raise UsageError("something has to be played: --minutes and --iterations are above 0")
    game = game_of(arguments, LimitDraw())
    if arguments.output.is_dir():
        raise UsageError(f"-o {quoted(str(arguments.output))} is a folder: the strategy is written to a file")
    kept = arguments.output.with_name(arguments.output.name + ".training")
    tables = 2 * game.table_bytes / 1e9  # regrets and averages
    note(f"needs {2.2 * tables:.1f} GB of memory, and {tables:.1f} GB on the disk, at {kept}, until it is done\n")
    training = _training(game, arguments, kept)
    new = kept.with_name(kept.name + ".new")
    new.open("ab").close()  # what cannot be written is better known before the work
    new.unlink()
    start = saved = told = perf_counter()
    done_before = training.iterations
    try:
        with _terminated_as_interrupted():
            while not training.iterations or _left(arguments, training, perf_counter() - start, done_before) > 0:
                training.iterate()
                now = perf_counter()
                if now - told > _TOLD_EVERY:
                    told = now
                    each = (now - start) / (training.iterations - done_before)
                    left = _left(arguments, training, now - start, done_before)
                    note(f"\r{_figures(training, game)}, {1000 * each:.0f} ms each, {left / 60:.0f} minutes left ")
                if now - saved > _SAVED_EVERY:
                    training.save(kept)
                    saved = now
            note(f"\r{training.iterations:,} iterations                    \n")
            Policy.of(training).save(arguments.output)
    except (KeyboardInterrupt, OSError):  # the disk may be full, too
        training.save(kept)
        note(f"\nstopped after {training.iterations:,} iterations; the same command goes on\n")
        raise
    kept.unlink(missing_ok=True)
    print(
        f"{arguments.output}: {arguments.output.stat().st_size / 1e6:.1f} MB after {training.iterations:,} iterations"
    )
    return 0


def _training(game: LimitDraw, arguments: Namespace, kept: Path) -> Training:
    if not kept.exists():
        return Training(game, threads=arguments.threads, seed=arguments.seed)
    training = Training.load(kept)
    if training.game != game or training.seed != arguments.seed:
        raise UsageError(f"{quoted(str(kept))} is of another game or seed: finish that, or remove it")
    if arguments.threads not in {None, training.threads}:
        raise UsageError(f"{quoted(str(kept))} goes on with {training.threads} threads, as it began")
    note(f"going on after {training.iterations:,} iterations\n")
    return training


def _figures(training: Training, game: LimitDraw) -> str:
    return f"{training.iterations:,} iterations: the first player wins {training.value:+.4f} {game.units} a hand"


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """A polite kill saves as well, and so does a terminal that is closed."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    found = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    heard = [each for each in found if signal.getsignal(each) != signal.SIG_IGN]  # as nohup has it
    before = {each: signal.signal(each, interrupt) for each in heard}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _left(arguments: Namespace, training: Training, spent: float, done_before: int) -> float:
    """The seconds that are left, about."""
    if arguments.iterations is None:
        return float(arguments.minutes * 60 - spent)
    done = training.iterations - done_before
    missing = arguments.iterations - training.iterations
    return float(missing * max(spent / done, 1e-9)) if done else float(missing)
