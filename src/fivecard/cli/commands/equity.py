"""`fivecard equity`: how often hands and ranges beat each other."""

import json
import sys
from argparse import ArgumentParser, Namespace
from math import isnan

import numpy as np
from numpy.typing import NDArray

from fivecard.cards import to_cards
from fivecard.cli import options
from fivecard.cli.terminal.grids import grid_lines, letters_of
from fivecard.cli.terminal.output import note
from fivecard.cli.terminal.plot import Axes, pyplot, save
from fivecard.cli.terminal.style import Look, ProgressBar
from fivecard.cli.terminal.tables import equity_table
from fivecard.cli.usage import UsageError
from fivecard.equities import ERROR, Equity, Progress, equity
from fivecard.equities.question import MOST_PLAYERS
from fivecard.games import GAMES
from fivecard.ranges.kinds import grid_cells

EXAMPLES = """\
  fivecard equity AKs QQ+ --board "Td 9s 2h"
  fivecard equity AsKs "22+, A2s+, KTs+" random --grid
  fivecard equity AAxx "15%" --game omaha --seconds 5
  fivecard equity "As Ks" "Qh Qd" --board "Qs Js 2h" --plot map.svg
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the players, the cards that are known, and how sure the answer must be."""
    parser.add_argument(
        "players", nargs="+", metavar="RANGE", help="the hand or range of each of 2 to 10 players, in quotes"
    )
    parser.add_argument("--board", default="", metavar="CARDS", help="the board: no card, or 3 to 5")
    parser.add_argument("--dead", default="", metavar="CARDS", help="cards that nobody can have")
    options.add_shown_game(parser, default="holdem")
    parser.add_argument("--exact", action="store_true", help="count all deals, however long it takes")
    parser.add_argument(
        "--error", type=float, metavar="E", help=f"sample until the standard error is E, default: {ERROR}"
    )
    parser.add_argument("--seconds", type=float, metavar="S", help="sample for at most S seconds")
    options.add_seed(parser, "sample by this number, to repeat it")
    options.add_threads(parser)
    parser.add_argument("--grid", action="store_true", help="show the equity of each kind of hand of the first player")
    options.add_json(parser)
    options.add_plot(parser, "draw grid, distribution and run-outs")


def run(arguments: Namespace) -> int:
    """Find the equities and show them."""
    arguments.game, arguments.hole = options.shown_game(arguments.game)
    # With a grid the answer must be exact: samples do not tell hands apart.
    insists = "--exact" if arguments.exact else "--grid" if arguments.grid else None
    if insists and (arguments.error, arguments.seconds, arguments.seed) != (None, None, None):
        raise UsageError(f"{insists}: --error, --seconds and --seed are for samples")
    if not 2 <= len(arguments.players) <= MOST_PLAYERS:
        raise UsageError(f"there may be 2 to {MOST_PLAYERS} players, not {len(arguments.players)}")
    if arguments.grid and GAMES[arguments.game].hole != (2,):
        raise UsageError(f"--grid: the grid is for hands of two cards, not for {GAMES[arguments.game].title}")
    result, stopped = _find(arguments)
    if arguments.plot:
        _plot(result, arguments)
    if arguments.json:
        print(json.dumps(_record(result, arguments)))
    elif not arguments.plot:
        look = Look.of(sys.stdout)
        print("\n".join(equity_table(result, look)))
        if arguments.grid:
            print("\n".join(["", *grid(result, look, arguments.game)]))
    if stopped:
        note("stopped: this is the result so far\n")
        return 130
    return 0


def _find(arguments: Namespace) -> tuple[Equity, bool]:
    """The result, and whether it was stopped before it was as good as was asked for."""
    bar = ProgressBar(sys.stderr)
    so_far: Equity | None = None

    def show(progress: Progress) -> None:
        nonlocal so_far
        so_far = progress.result
        words = "" if so_far is None else f"{so_far.share[0]:.3%} +- {100 * so_far.standard_errors[0]:.3f}"
        bar.show(progress.done, words)

    limited = (arguments.error, arguments.seconds) != (None, None)
    exact = True if arguments.exact or arguments.grid else False if limited else None
    try:
        result = equity(
            *arguments.players,
            board=arguments.board,
            dead=arguments.dead,
            game=arguments.game,
            hole=arguments.hole,
            exact=exact,
            error=arguments.error if limited else ERROR,
            seconds=arguments.seconds,
            seed=arguments.seed,
            threads=arguments.threads,
            progress=show,
        )
    except KeyboardInterrupt:
        if so_far is None:
            raise
        return so_far, True
    finally:
        bar.clear()
    return result, False


def grid(result: Equity, look: Look, game: str) -> list[str]:
    """Write the equities of the first player's kinds of hands, in percent: aces first, suited to the upper right."""
    shares = kind_shares(result, game)
    return grid_lines(shares, look, letters_of(len(shares)))


def kind_shares(result: Equity, game: str) -> NDArray[np.float64]:
    """The equity of each kind of the first player's hands as a grid; `nan` where there is none."""
    hands = result.by_hand(0)
    ranks = GAMES[game].deck_size // 4
    deals, won = np.zeros((2, ranks, ranks))
    possible = hands.deals > 0
    cells = grid_cells(hands.hands[possible])
    np.add.at(deals, cells, hands.deals[possible])
    np.add.at(won, cells, (hands.deals * hands.share)[possible])
    with np.errstate(invalid="ignore"):
        return won / deals


def _kind(ranks: int, row: int, column: int) -> str:
    """What a cell of the grid is called: `AKs`."""
    letters = letters_of(ranks)
    high, low = sorted((row, column))
    return letters[high] + letters[low] + ("" if row == column else "s" if row < column else "o")


def _record(result: Equity, arguments: Namespace) -> dict[str, object]:
    return {
        "game": arguments.game,
        "board": arguments.board,
        "dead": arguments.dead,
        "hole": result.hole,
        "exact": result.exact,
        "method": result.method,
        "deals": result.deals,
        "seed": result.seed,
        "players": [
            {
                "hand": hand,
                "share": result.share[player],
                "win": result.win[player],
                "tie": result.tie[player],
                "standard_error": result.standard_errors[player],
                "win_error": result.win_errors[player],
                "tie_error": result.tie_errors[player],
                "wins": result.wins and result.wins[player],
                "ties": result.ties and result.ties[player],
                "pots": result.shares and str(result.shares[player]),  # a fraction
            }
            for player, hand in enumerate(result.players)
        ],
        "outcomes": [
            {
                "winners": [player + 1 for player in winners],
                "chance": chance,
                "standard_error": result.outcome_errors[winners],
            }
            for winners, chance in result.outcomes.items()
        ],
        "grid": _shares_by_name(result, arguments.game) if arguments.grid else None,
    }


def _shares_by_name(result: Equity, game: str) -> dict[str, float]:
    shares = kind_shares(result, game)
    cells = [(row, column) for row, column in np.ndindex(shares.shape) if not isnan(shares[row, column])]
    return {_kind(len(shares), row, column): float(shares[row, column]) for row, column in cells}


def _plot(result: Equity, arguments: Namespace) -> None:
    """Draw what there is to see: the grid of kinds, the distribution over run-outs, and the map of them."""
    plt = pyplot()
    game = GAMES[arguments.game]
    on_the_way = game.board > 0 and len(to_cards(arguments.board)) in (game.board - 2, game.board - 1)
    drawings = [_draw_shares]
    if game.hole == (2,) and result.exact:
        drawings.append(_draw_grid)
    if on_the_way:
        drawings += [_draw_distribution, _draw_runouts]
    figure, axes = plt.subplots(1, len(drawings), figsize=(5.2 * len(drawings), 5), layout="constrained", squeeze=False)
    for draw, place in zip(drawings, axes[0], strict=True):
        draw(place, result, arguments.game)
    board = f" on {arguments.board}" if arguments.board else ""
    figure.suptitle(f"{game.title}{board}; {result.certainty}", fontsize=11)
    save(figure, arguments.plot)


def _draw_shares(axes: Axes, result: Equity, game: str) -> None:
    names = [
        f"{number}: {hand if len(hand) < 20 else hand[:17] + '...'}" for number, hand in enumerate(result.players, 1)
    ]
    axes.barh(names, [100 * share for share in result.share], color="#3b6ea5")
    for place, (share, error) in enumerate(zip(result.share, result.standard_errors, strict=True)):
        axes.text(100 * share, place, f" {share:.2%}" + ("" if result.exact else f" +- {100 * error:.3f}"), va="center")
    axes.invert_yaxis()
    axes.set_xlim(0, 115 * max(result.share))
    axes.set_xlabel("share of the pot, %")
    axes.spines[["top", "right"]].set_visible(False)


def _draw_grid(axes: Axes, result: Equity, game: str) -> None:
    shares = kind_shares(result, game)
    axes.imshow(shares, cmap="RdYlGn", vmin=0, vmax=1)
    for row, column in np.ndindex(shares.shape):
        name = _kind(len(shares), row, column)
        missing = isnan(shares[row, column])
        text = name if missing else f"{name}\n{100 * shares[row, column]:.0f}"
        axes.text(column, row, text, ha="center", va="center", fontsize=5, color="#aaa" if missing else "black")
    axes.set_axis_off()
    axes.set_title("player 1 by kind of hand, %", fontsize=10)


def _draw_distribution(axes: Axes, result: Equity, game: str) -> None:
    for player in range(len(result.players)):
        shares, chances = result.distribution(player)
        axes.step(100 * np.cumsum(chances), 100 * shares, where="pre", label=f"player {player + 1}")
    axes.set_xlabel("of run-outs, %")
    axes.set_ylabel("share of the pot at most, %")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_runouts(axes: Axes, result: Equity, game: str) -> None:
    """Turn and river, by card; on a turn there is one row."""
    shares = np.atleast_2d(result.runouts(0))[:, ::-1]
    rows = shares[::-1] if len(shares) > 1 else shares
    axes.imshow(
        rows, cmap="RdYlGn", vmin=0, vmax=1, aspect="auto" if len(rows) == 1 else "equal", interpolation="nearest"
    )
    places, letters = np.arange(1.5, 52, 4), letters_of(13)
    axes.set_xticks(places, letters)
    axes.set_yticks(places if len(rows) > 1 else [], letters if len(rows) > 1 else [])
    axes.set_xlabel("river")
    axes.set_ylabel("turn" if len(rows) > 1 else "")
    axes.set_title("player 1 by what comes; spades first in a rank", fontsize=10)
