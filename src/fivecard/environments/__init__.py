"""Millions of hands for machines that learn: many side by side, stepped together, by the engine's rules.

>>> import numpy as np
>>> batch = Batch("holdem", hands=3, players=2, seed=1)
>>> seen = batch.observations
>>> seen.stacks.tolist(), seen.call.tolist(), seen.hole[0].tolist()
([[199, 198], [199, 198], [199, 198]], [1, 1, 1], [44, 29])
>>> seen, rewards, done = batch.step(np.array([FOLD, PASS, LEAST]))
>>> done.tolist(), rewards.tolist()
([True, False, False], [[1, -1], [0, 0], [0, 0]])
"""

from fivecard.environments.batch import Batch
from fivecard.environments.menu import FOLD, LEAST, PASS
from fivecard.environments.observations import NO_CARD, Observations

__all__ = ["FOLD", "LEAST", "NO_CARD", "PASS", "Batch", "Observations"]


def __dir__() -> list[str]:
    return __all__
