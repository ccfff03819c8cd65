"""The spaces of Gymnasium, in which PettingZoo too says what may be seen and done."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivecard.engine import View
from fivecard.environments.setting import Setting
from fivecard.errors import MissingDependencyError, install

try:
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError as error:
    raise MissingDependencyError(f"this environment needs gymnasium: {install('gymnasium')}") from error


def observation_space(setting: Setting) -> Dict:
    """All that a seat may see: numbers, and which actions are legal.

    Args:
        setting: What is played.
    """
    highest = setting.features.highest
    numbers = Box(np.zeros_like(highest), highest, dtype=np.float32)
    return Dict({"observation": numbers, "action_mask": Box(0, 1, (setting.menu.size,), np.int8)})


def action_space(setting: Setting) -> Discrete:
    """All actions, by number.

    Args:
        setting: What is played.
    """
    return Discrete(setting.menu.size)


def observation_of(setting: Setting, view: View) -> dict[str, NDArray[Any]]:
    """What a seat sees.

    Args:
        setting: What is played.
        view: What it sees, as the engine has it.
    """
    mask = np.zeros(setting.menu.size, np.int8)
    mask[setting.menu.legal(view)] = 1
    return {"observation": setting.features.of_view(view), "action_mask": mask}


def nothing_seen(setting: Setting) -> dict[str, NDArray[Any]]:
    """What is seen of a hand that is over: nothing, and no action is legal.

    Args:
        setting: What was played.
    """
    numbers = np.zeros(setting.features.size, np.float32)
    return {"observation": numbers, "action_mask": np.zeros(setting.menu.size, np.int8)}
