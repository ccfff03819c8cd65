"""What games are usually played for."""

from typing import Final

from fivecard.engine.rules import Rules
from fivecard.engine.stakes import Limit, Stakes

LIMITS: Final = {"fixed": Limit.FIXED_LIMIT, "pot": Limit.POT_LIMIT, "no": Limit.NO_LIMIT}
"""The betting limits, by what options and messages call them."""


def default_stakes(
    rules: Rules,
    *,
    ante: int | None = None,
    blinds: tuple[int, ...] | None = None,
    bring_in: int | None = None,
    bets: tuple[int, ...] | None = None,
) -> Stakes:
    """What a game is played for: as usual, but for what is given. Bets go by what everybody has to put in.

    `ante` is everybody's, `blinds` are the small and the big one (0 for none), `bring_in` is stud's; `bets` are those
    of early and late streets with a fixed limit, else the smallest bet alone.

    >>> from fivecard.engine import VARIANTS
    >>> default_stakes(VARIANTS["razz"])
    Stakes(ante=1, blinds=(), bring_in=2, small_bet=4, big_bet=8, ...)
    >>> default_stakes(VARIANTS["holdem"], blinds=(5, 10))
    Stakes(ante=0, blinds=(5, 10), bring_in=0, small_bet=10, big_bet=None, ...)
    """
    has_blinds = not rules.has_bring_in and not rules.is_bomb_pot and (rules.board > 0 or rules.game.rankings[0].low)
    ante = int(not has_blinds) if ante is None else ante
    blinds = (1, 2) * has_blinds if blinds is None else tuple(blind for blind in blinds if blind)
    bring_in = 2 * max(ante, 1) * rules.has_bring_in if bring_in is None else bring_in
    bet = max(blinds) if blinds else 2 * (bring_in or ante or 1)
    small, big = (bet, 2 * bet) if bets is None else (bets[0], bets[-1])
    return Stakes(ante, blinds, bring_in, small, big if rules.limit is Limit.FIXED_LIMIT else None)
