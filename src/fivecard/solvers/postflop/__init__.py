"""Hold'em after the flop, solved: two ranges, a board, a tree of bets; how both should play, and how sure that is."""

from fivecard.solvers.postflop.comparing import compare
from fivecard.solvers.postflop.estimates import Estimate, estimate
from fivecard.solvers.postflop.files import load, save
from fivecard.solvers.postflop.flops import Flop, all_flops, subset
from fivecard.solvers.postflop.grids import Grid
from fivecard.solvers.postflop.reports import means, report
from fivecard.solvers.postflop.solution import BestResponse, HandRow, Place, Solution
from fivecard.solvers.postflop.solving import Progress, improve, solve, start
from fivecard.solvers.postflop.spot import Edit, Lock, Spot
from fivecard.solvers.postflop.tables import Table, strategy_table
from fivecard.solvers.postflop.tree import Node, Tree

__all__ = [
    "BestResponse",
    "Edit",
    "Estimate",
    "Flop",
    "Grid",
    "HandRow",
    "Lock",
    "Node",
    "Place",
    "Progress",
    "Solution",
    "Spot",
    "Table",
    "Tree",
    "all_flops",
    "compare",
    "estimate",
    "improve",
    "load",
    "means",
    "report",
    "save",
    "solve",
    "start",
    "strategy_table",
    "subset",
]
