"""Places in solutions of hold'em after the flop, as a terminal shows them."""

import numpy as np

from fivecard._util.machine import columns
from fivecard._util.table_files import Cell
from fivecard.cli.terminal.grids import grid_lines
from fivecard.cli.terminal.style import Look, laid_out, wrapped
from fivecard.solvers.postflop import Place, Solution
from fivecard.solvers.postflop.solution import HandRow
from fivecard.solvers.postflop.spot import PLAYERS

_NAMES = {"oop": "out of position", "ip": "in position"}


def solution_lines(solution: Solution, look: Look) -> list[str]:
    """Say how good a solution is, and what both players win."""
    spot = solution.spot
    first, second = solution.values
    gains = ", ".join(f"{name} {gain:.3f} %" for name, gain in zip(PLAYERS, solution.gains, strict=True))
    lines = [
        f"exploitability {solution.exploitability:.3f} % of the pot after {solution.iterations:,} iterations "
        f"(a best answer gains: {gains})",
        f"of the pot of {spot.pot:g}, oop wins {first:.2f} and ip {second:.2f}",
    ]
    return [row for line in lines for row in wrapped(line, columns()).split("\n")] if look.rich else lines


def place_lines(place: Place, look: Look) -> list[str]:
    """Show a place: the board, what whole ranges do and are worth, and a grid for each action; or the next cards."""
    path = f", after {', '.join(place.path)}" if place.path else ""
    lines = [f"{look.cards(place.board)}{path}"]
    if place.player is None:
        return [*lines, "", *_next_cards(place, look)]
    lines.append(f"{place.player}, {_NAMES[place.player]}, acts:")
    lines += [
        f"  {look.strong(f'{action:<12}')} {share:7.2%}" if share == max(place.frequencies.values()) else
        f"  {action:<12} {share:7.2%}"
        for action, share in place.frequencies.items()
    ]  # fmt: skip
    lines += _values(place)
    grid = place.grid()
    for action, shares in zip(grid.actions, grid.frequencies, strict=True):
        lines += ["", f"{action}, % of each kind of hand", *grid_lines(shares, look, grid.ranks)]
    return lines


def _values(place: Place) -> list[str]:
    """What both ranges are worth at a place."""
    lines = []
    for player, evs, equities in zip(PLAYERS, place.evs, place.equities, strict=True):
        ev, equity = place.mean(player, evs), place.mean(player, equities)
        if not np.isnan(ev):
            lines.append(f"{player}: EV {ev:.2f}, equity {equity:.2%}")
    return lines or ["no hands of both ranges get here"]


def _next_cards(place: Place, look: Look) -> list[str]:
    table = place.next_cards()
    shown = [name for name in table.types if name != "like"]
    rows = [[_cell(row[name], name) for name in shown] for row in table]
    first, *others = laid_out([shown, *rows], width=columns() if look.rich else None)
    return [*first, *(line for block in others for line in ("", *block))]


def _cell(cell: Cell, name: str) -> str:
    if not isinstance(cell, float):
        return "-" if cell is None else str(cell)
    return f"{cell:.2f}" if name.endswith(" ev") else f"{cell:.1%}"


def hand_lines(row: HandRow) -> list[str]:
    """Show one hand: how often it gets to a place, what it is worth, and by action how often and what for."""
    lines = [f"{row.hand}: here {row.reach:.2%} of the time, EV {row.ev:.2f}, equity {row.equity:.2%}"]
    for action, chance in (row.chances or {}).items():
        lines.append(f"  {action:<12} {chance:7.2%}  EV {(row.evs or {})[action]:.2f}")
    return lines
