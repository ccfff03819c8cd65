"""`fivecard icm`: what the chips of a tournament are worth, and when to push or fold with few of them."""

import json
import sys
from argparse import ArgumentParser, Namespace

from fivecard.cli import options
from fivecard.cli.terminal.numbers import real_option
from fivecard.cli.terminal.style import Look, ProgressBar, laid_out
from fivecard.cli.usage import UsageError
from fivecard.tournaments import PushFold, icm, push_fold, sample_icm
from fivecard.tournaments.icm import MOST_PLAYERS
from fivecard.tournaments.push_fold import MOST_PLAYERS as MOST_PUSHING

EXAMPLES = """\
  fivecard icm 5000,3000,2000 --payouts 50,30,20
  fivecard icm 10,10 --push-fold --blinds 0.5,1
  fivecard icm 8,14,6 --payouts 50,30,20 --push-fold --blinds 0.5,1 --ante 0.1 --others 20,12
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the stacks, the payouts and what is played for."""
    parser.add_argument(
        "stacks", type=_numbers, metavar="STACKS",
        help="the chips of each player, 5000,3000,2000; with --push-fold as they act, the big blind last",
    )  # fmt: skip
    parser.add_argument("--payouts", type=_numbers, metavar="P,P", help="what the first, the second, ... get")
    parser.add_argument(
        "--samples", type=int, default=100_000, metavar="N",
        help=f"finishes drawn for more than {MOST_PLAYERS} players; default: %(default)s",
    )  # fmt: skip
    parser.add_argument("--push-fold", action="store_true", help="find an equilibrium of going all in or folding")
    parser.add_argument("--blinds", type=_numbers, metavar="S,B", help="of --push-fold; default: 0.5,1")
    parser.add_argument("--ante", type=float, default=0.0, metavar="A", help="of --push-fold, for each player")
    parser.add_argument(
        "--others",
        type=_numbers,
        default=[],
        metavar="STACKS",
        help="stacks at other tables, with --push-fold and payouts",
    )
    parser.add_argument(
        "--deals", type=int, default=300_000, metavar="N",
        help="random deals that make the game of three players and more; default: %(default)s",
    )  # fmt: skip
    options.add_seed(parser, "draw samples and deals by this number", default=0)
    options.add_json(parser)


def run(arguments: Namespace) -> int:
    """Find the values, or the equilibrium, and show them."""
    if not arguments.push_fold:
        if arguments.payouts is None:
            raise UsageError("--payouts says what the places get")
        if arguments.blinds or arguments.ante or arguments.others:
            raise UsageError("--blinds, --ante and --others go with --push-fold")
        return _value(arguments)
    blinds = arguments.blinds or [0.5, 1]
    if len(blinds) != 2:
        raise UsageError(f"--blinds: there are two, small and big, not {len(blinds)}")
    if not 2 <= len(arguments.stacks) <= MOST_PUSHING:
        raise UsageError(f"2 to {MOST_PUSHING} players push or fold, not {len(arguments.stacks)}: see --others")
    bar = ProgressBar(sys.stderr)
    try:
        found = push_fold(
            arguments.stacks,
            blinds=(blinds[0], blinds[1]),
            ante=arguments.ante,
            payouts=arguments.payouts,
            others=arguments.others,
            deals=arguments.deals,
            seed=arguments.seed,
            progress=lambda done, gain: bar.show(done, f"all together could gain {gain:.2g}"),
        )
    finally:
        bar.clear()
    print(json.dumps(_record(found)) if arguments.json else "\n".join(_told(found)))
    return 0


def _numbers(text: str) -> list[float]:
    return [real_option(each) for each in text.replace("/", ",").split(",")]


def _value(arguments: Namespace) -> int:
    stacks, payouts = arguments.stacks, arguments.payouts
    errors: list[float] | None = None
    if len(stacks) > MOST_PLAYERS:
        sampled = sample_icm(stacks, payouts, samples=arguments.samples, seed=arguments.seed)
        values, errors = sampled.values.tolist(), sampled.errors.tolist()
    else:
        values = icm(stacks, payouts).tolist()
    if arguments.json:
        print(json.dumps({"stacks": stacks, "payouts": payouts, "values": values, "errors": errors}))
        return 0
    rows = [("player", "chips", "part", "value", *(("+-",) if errors else ()))]
    for number, (stack, value) in enumerate(zip(stacks, values, strict=True)):
        error = (f"{errors[number]:.3f}",) if errors else ()
        rows.append((str(number + 1), f"{stack:,g}", f"{stack / sum(stacks):.1%}", f"{value:,.3f}", *error))
    print("\n".join(line for block in laid_out(rows) for line in block))
    print("exact" if errors is None else f"sampled: {arguments.samples:,} finishes, seed {arguments.seed}")
    return 0


def _record(found: PushFold) -> dict[str, object]:
    """An equilibrium for programs."""
    spots = [
        {
            "player": player + 1,
            "pushed": [other + 1 for other in pushed],
            "frequency": found.frequency(player, pushed=pushed),
            "range": str(found.range(player, pushed=pushed)),
            "strategy": strategy.tolist(),
        }
        for (player, pushed), strategy in found.strategies.items()
    ]
    return {
        "stacks": list(found.stacks),
        "values": list(found.values),
        "gains": list(found.gains),
        "iterations": found.iterations,
        "deals": found.deals,
        "spots": spots,
    }


def _told(found: PushFold) -> list[str]:
    look = Look.of(sys.stdout)
    lines = []
    for player, pushed in found.strategies:
        names = [_name(found, other) for other in pushed]
        after = f" after {' and '.join(names)}" if names else ""
        often = found.frequency(player, pushed=pushed)
        lines.append(look.strong(f"{_name(found, player)} goes all in{after}: {often:.1%}"))
        lines.append(f"  {found.range(player, pushed=pushed) or 'nothing'}")
    rows = [("player", "stack", "value", "could gain")]
    for player, stack in enumerate(found.stacks):
        numbers = (f"{stack:,g}", f"{found.values[player]:,.4f}", f"{found.gains[player]:.2g}")
        rows.append((_name(found, player), *numbers))
    lines += ["", *(line for block in laid_out(rows) for line in block)]
    game = "all deals, exactly" if not found.deals else f"{found.deals:,} random deals"
    return [*lines, f"{found.iterations} iterations over {game}"]


def _name(found: PushFold, player: int) -> str:
    from_the_end = len(found.stacks) - player
    return {1: "big blind", 2: "small blind"}.get(from_the_end, f"player {player + 1}")
