"""Heads-up five-card draw with fixed limit: solved, and how well."""

from fivecard.solver.game import LimitDraw
from fivecard.solver.response import Exploitation, Mean, Responder
from fivecard.solver.spot import Spot
from fivecard.solver.strategy import HeadsUpStrategy, is_shipped, shipped
from fivecard.solver.training import Training

__all__ = [
    "Exploitation",
    "HeadsUpStrategy",
    "LimitDraw",
    "Mean",
    "Responder",
    "Spot",
    "Training",
    "is_shipped",
    "shipped",
]
