"""Heads-up five-card draw with fixed limit: solved, and how well."""

from fivecard.solvers.limit_draw.advice import Advice, Option, advise
from fivecard.solvers.limit_draw.best_response import BestResponse, ExploitabilityEstimate, Mean
from fivecard.solvers.limit_draw.game import LimitDraw
from fivecard.solvers.limit_draw.infoset import InfoSet
from fivecard.solvers.limit_draw.policy import Policy, has_policy, load_policy
from fivecard.solvers.limit_draw.training import Training

__all__ = [
    "Advice",
    "BestResponse",
    "ExploitabilityEstimate",
    "InfoSet",
    "LimitDraw",
    "Mean",
    "Option",
    "Policy",
    "Training",
    "advise",
    "has_policy",
    "load_policy",
]
