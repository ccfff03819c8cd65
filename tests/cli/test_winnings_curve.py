"""The curve of what a player won, and the band around it."""

import numpy as np
import pytest

from fivecard.cli.terminal.winnings_curve import Curve
from fivecard.errors import HistoryError
from fivecard.histories import History, loads
from tests.paths import GOLDEN

HANDS = [loads(file.read_text()) for file in sorted((GOLDEN / "histories").glob("*.phh"))]


def test_the_curve_is_what_was_won_in_big_blinds_and_the_band_what_luck_may_do() -> None:
    curve = Curve("Brian Rast")
    assert [*curve.following(HANDS)] == HANDS
    net, expected, low, high = curve.band()
    own = [in_big_blinds(hand) for hand in HANDS if "Brian Rast" in hand.names]
    assert net == pytest.approx(np.cumsum(own))
    assert net[-1] == pytest.approx(93)
    played = np.arange(1, len(own) + 1)
    assert (low + high) / 2 == pytest.approx(np.mean(own) * played)
    assert (high - low) / 2 == pytest.approx(1.96 * np.std(own, ddof=1) * np.sqrt(played))
    assert expected[-1] != net[-1]
    assert len(expected) == len(net) == 42


def in_big_blinds(hand: History) -> float:
    seat = hand.names.index("Brian Rast")
    bb = hand.stakes.big_blind or hand.stakes.small_bet
    return (hand.replay().stacks[seat] - hand.stacks[seat]) / bb


def test_a_player_who_was_not_there_has_no_curve() -> None:
    curve = Curve("Nobody")
    assert [*curve.following(HANDS[:2])] == HANDS[:2]
    with pytest.raises(HistoryError, match="'Nobody' has played none of these hands"):
        curve.save("x.svg")
