"""How much a proof tries: enough for every change, or all that `make test-all` has time for."""

import os
from typing import TypeVar

import hypothesis

THOROUGH = bool(os.environ.get("FIVECARD_THOROUGH"))
EXAMPLES = 500 if THOROUGH else 50

Amount = TypeVar("Amount")


def effort(quick: Amount, thorough: Amount) -> Amount:
    """Choose between two sizes of the same proof."""
    return thorough if THOROUGH else quick


def load_profile() -> None:
    """Let hypothesis try as many examples, and take its time: a busy machine is no mistake of ours."""
    hypothesis.settings.register_profile(
        "fivecard", max_examples=EXAMPLES, deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
    )
    hypothesis.settings.load_profile("fivecard")
