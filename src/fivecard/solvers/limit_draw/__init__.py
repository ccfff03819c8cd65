"""Heads-up five-card draw with fixed limit: solved, and how well."""

from fivecard.solvers.limit_draw.advice import Advice, Option, advise
from fivecard.solvers.limit_draw.game import LimitDraw
from fivecard.solvers.limit_draw.response import Exploitation, Mean, Responder
from fivecard.solvers.limit_draw.spot import Spot
from fivecard.solvers.limit_draw.strategy import HeadsUpStrategy, is_shipped, shipped, why_not_shipped
from fivecard.solvers.limit_draw.training import Training

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
