"""What a text says that players end with, compared with a replay: the site takes a rake, a replay does not."""

from collections.abc import Sequence
from dataclasses import replace

from fivecard.errors import FivecardError
from fivecard.histories.history import History


def with_claims(history: History, claimed: list[int], collected: Sequence[int], rake: int) -> History:
    """Add the stacks that a file claims, as before the rake.

    Args:
        history: The hand.
        claimed: The stack that each seat has at the end, after the rake.
        collected: What each seat collected.
        rake: What the house took.
    """
    collectors = [seat for seat, chips in enumerate(collected) if chips]
    if history.stakes.trim_antes and not agrees(history, claimed, rake):
        # The site trims the antes of short stacks; whoever does not can still be read.
        untrimmed = replace(history, stakes=replace(history.stakes, trim_antes=False))
        history = untrimmed if agrees(untrimmed, claimed, rake) else history
    if len(collectors) > 1 and rake and (played := agrees(history, claimed, rake)):
        return replace(history, finishing_stacks=played)
    total, left = sum(collected), rake
    for seat in collectors:
        share = rake * collected[seat] // total if seat != collectors[-1] else left
        claimed[seat] += share
        left -= share
    return replace(history, finishing_stacks=tuple(claimed))


def agrees(history: History, claimed: Sequence[int], rake: int) -> tuple[int, ...]:
    """The stacks of a replay, if what they have more than a file claims can be the rake; else nothing.

    Args:
        history: The hand.
        claimed: The stack that each seat has at the end, after the rake.
        rake: What the house took.
    """
    try:
        played = history.replay().stacks
    except FivecardError:
        return ()
    lacking = [stack - claim for stack, claim in zip(played, claimed, strict=True)]
    return played if all(0 <= lack <= rake for lack in lacking) and sum(lacking) == rake else ()
