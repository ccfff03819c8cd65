"""Heads-up five-card draw with fixed limit: solved, and how well."""

from fivecard.solver.advice import Advice, Option, advise
from fivecard.solver.game import LimitDraw
from fivecard.solver.response import Exploitation, Mean, Responder
from fivecard.solver.spot import Spot
from fivecard.solver.strategy import HeadsUpStrategy, is_shipped, shipped, why_not_shipped
from fivecard.solver.training import Training

__all__ = [
    "Advice",
    "Exploitation",
    "HeadsUpStrategy",
    "LimitDraw",
    "Mean",
    "Option",
    "Responder",
    "Spot",
    "Training",
    "advise",
    "is_shipped",
    "shipped",
    "why_not_shipped",
]
