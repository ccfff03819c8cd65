"""Hold'em after the flop, solved: two ranges, a board, a tree of bets; how both should play, and how sure that is."""

from fivecard.solvers.postflop.files import load, save
from fivecard.solvers.postflop.solution import HandRow, Place, Solution
from fivecard.solvers.postflop.solving import Progress, improve, solve, start
from fivecard.solvers.postflop.spot import Edit, Lock, Spot
from fivecard.solvers.postflop.tree import Node, Tree

__all__ = [
    "Edit",
    "HandRow",
    "Lock",
    "Node",
    "Place",
    "Progress",
    "Solution",
    "Spot",
    "Tree",
    "improve",
    "load",
    "save",
    "solve",
    "start",
]
