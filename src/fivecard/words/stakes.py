"""What a game is played for, in words."""

from collections.abc import Callable

from fivecard.engine import Limit, Rules, Stakes
from fivecard.words.english import plural


def stakes_in_words(
    rules: Rules, stakes: Stakes, *, separator: str = "/", chips: Callable[[int], str] = "{:,}".format
) -> list[str]:
    """Say what is posted and bet, a part for each. Of amounts that go together, the separator stands between them.

    >>> from fivecard.engine import VARIANTS
    >>> stakes_in_words(VARIANTS["razz"], Stakes(ante=1, bring_in=2, small_bet=4, big_bet=8))
    ['ante 1', 'bring-in 2', 'bets 4/8']
    """
    ante = stakes.ante if isinstance(stakes.ante, int) else max((0, *stakes.ante))
    blinds = [blind for blind in stakes.blinds if blind]
    bets = [stakes.bet(big=False), stakes.bet(big=True)] if rules.limit is Limit.FIXED_LIMIT else []
    posted = [("ante", [ante]), (plural("blind", len(blinds)), blinds), ("bring-in", [stakes.bring_in]), ("bets", bets)]
    openers = ["jacks or better to open"] if rules.has_openers else []
    return openers + [f"{what} {separator.join(map(chips, amounts))}" for what, amounts in posted if any(amounts)]
