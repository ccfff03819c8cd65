"""`fivecard simulate`: rounds between computer players by the million, or hands for chips."""

import json
import secrets
import sys
from argparse import ArgumentParser, Namespace
from math import isinf
from time import perf_counter

from fivecard.cli import options
from fivecard.cli.terminal import stakes
from fivecard.cli.terminal.output import note
from fivecard.cli.terminal.style import ProgressBar
from fivecard.cli.usage import UsageError
from fivecard.engine.rules import FOUR_WITH_AN_ACE, RULES, VARIANTS
from fivecard.errors import RulesError, UnknownNameError, quoted
from fivecard.players import PLAYERS, described, players_for
from fivecard.players.chips import ChipsResult, play_for_chips, player_for
from fivecard.players.simulation import Gain, Result, compare, is_own, simulate

EXAMPLES = """\
  fivecard simulate sharp classic --rounds 10000000
  fivecard simulate sharp classic classic classic --rounds 50000000 --seed 1
  fivecard simulate mine.py:discards sharp
  fivecard simulate sharp sharp --instead mine.py:discards
  fivecard simulate --game five-card-draw solid solved --deals 200
  fivecard simulate --game holdem --limit fixed solid solid solid
"""

ROUNDS = 1_000_000
DEALS = 500


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the players and how long they play."""
    parser.add_argument(
        "players", nargs="*", metavar="PLAYER",
        help="a name for each of 2 to 10 seats (rules draw-3: 2 to 6); default: sharp classic; "
        + described(FOUR_WITH_AN_ACE) + "; or a strategy of your own: a file that `fivecard strategy -o` wrote, or"
        " `file.py:function`, which names the cards of a hand to throw away; with --game, default: solid solid; "
        + described(VARIANTS["five-card-draw"]) + " (five-card-draw with fixed limit only); "
        f"solver plays {PLAYERS['solver'].plays} (no-limit holdem only)",
    )  # fmt: skip
    parser.add_argument(
        "--instead", metavar="PLAYER",
        help="measure what this player gains in the first seat, by playing the same deals twice",
    )  # fmt: skip
    parser.add_argument("--rounds", type=int, metavar="N", help=f"how many rounds to play; default: {ROUNDS}")
    options.add_seed(parser, "deal by this number, to repeat a simulation")
    options.add_rules(parser)
    options.add_threads(parser)
    options.add_json(parser)
    chips = stakes.add_game(parser)
    chips.add_argument(
        "--deals", type=int, metavar="N", help=f"each is played once from every seat; default: {DEALS}"
    )  # fmt: skip


def run(arguments: Namespace) -> int:
    """Play and show the share of each seat, or with a game what each player won."""
    if arguments.game:
        return _run_for_chips(arguments)
    if option := stakes.given_without_a_game(arguments) or ("--deals" if arguments.deals is not None else None):
        raise UsageError(f"{option} goes with --game")
    names: list[str] = arguments.players or ["sharp", "classic"]
    arguments.players = names
    arguments.rounds = ROUNDS if arguments.rounds is None else arguments.rounds
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
            found: Gain | Result = compare(names, arguments.instead, arguments.rounds, **how)
        else:
            found = simulate(names, arguments.rounds, **how)
    finally:
        bar.clear()
    if isinstance(found, Gain):
        _show_gain(found, seed, arguments)
    else:
        _show(found, seed, arguments)
    speed = arguments.rounds / (perf_counter() - start) / 1e6
    note(f"{arguments.rounds:,} rounds, seed {seed} ({speed:.1f} million a second)\n")
    return 0


def _run_for_chips(arguments: Namespace) -> int:
    """Play for chips, every deal from every seat."""
    for option in ("rounds", "instead", "threads"):
        if getattr(arguments, option) is not None:
            raise UsageError(f"--{option} does not go with --game")
    if arguments.rules != FOUR_WITH_AN_ACE.name:
        raise UsageError("--rules does not go with --game")
    names: list[str] = arguments.players or ["solid", "solid"]
    rules = stakes.rules_of(arguments)
    deals = DEALS if arguments.deals is None else arguments.deals
    if deals < 1:
        raise UsageError(f"--deals {deals}: there must be at least one deal")
    try:
        rules.check_players(len(names))
        for name in names:
            player_for(name, rules, len(names))
    except (RulesError, UnknownNameError) as error:
        raise UsageError(str(error)) from None
    agreed, stack = stakes.amounts_of(arguments, rules, len(names))
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    bar = ProgressBar(sys.stderr)
    start = perf_counter()
    try:
        result = play_for_chips(
            names, deals, rules=rules, stakes=agreed, stacks=stack, seed=seed,
            progress=lambda played: bar.show(played / deals, f"{played:,} deals"),
        )  # fmt: skip
    finally:
        bar.clear()
    _show_chips(result, seed, arguments)
    speed = result.hands / (perf_counter() - start)
    note(f"{result.hands:,} hands: {deals:,} deals from {len(names)} seats, seed {seed} ({speed:.1f} hands a second)\n")
    return 0


def _show_chips(result: ChipsResult, seed: int, arguments: Namespace) -> None:
    if arguments.json:
        players = [
            {"player": line.name, "bb_per_100": line.rate, "standard_error": _or_none(line.error), "chips": line.chips}
            for line in result.players
        ]
        record = {"game": arguments.game, "deals": result.deals, "hands": result.hands, "seed": seed}
        print(json.dumps(record | {"big_blind": result.unit, "players": players}))
        return
    for number, line in enumerate(result.players, 1):
        sure = "" if isinf(line.error) else f" +- {line.margin:.2f}"
        print(f"player {number}  {line.name:<8} {line.rate:+.2f}{sure} bb/100  ({line.chips:+,} chips)")


def _or_none(number: float) -> float | None:
    return None if isinf(number) else number


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
