"""How much a proof tries: enough for every change, or all that `make test-all` has time for."""

import os
from collections.abc import Iterable
from typing import TypeVar

import hypothesis

THOROUGH = bool(os.environ.get("FIVECARD_THOROUGH"))
EXAMPLES = 500 if THOROUGH else 50

Amount = TypeVar("Amount")


def effort(quick: Amount, thorough: Amount) -> Amount:
    """Choose between two sizes of the same proof."""
    return thorough if THOROUGH else quick


def some(quick: int, values: Iterable[Amount]) -> list[Amount]:
    """Some of the cases of a proof, from its first to its last, or all of them."""
    every = list(values)
    return (
        every if THOROUGH or len(every) <= quick else [every[number * len(every) // quick] for number in range(quick)]
    )


def load_profile() -> None:
    """Let hypothesis try as many examples, and take its time: a busy machine is no mistake of ours."""
    hypothesis.settings.register_profile(
        "fivecard", max_examples=EXAMPLES, deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
    )
    hypothesis.settings.load_profile("fivecard")
