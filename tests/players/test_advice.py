"""What the solid player says to people who ask."""

import pytest

from fivecard.engine import VARIANTS, Call, Fold, Raise, View, view_for
from fivecard.players.solid.advice import Advice
from tests.cli.terminal import after, dealt


@pytest.fixture(scope="module")
def facing() -> View:
    """The small blind, who has to call 4 to win 8."""
    return view_for(after(dealt(VARIANTS["holdem"], 3), Raise(2, 5)), 0)


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.50, "50 % of the pot, more than the 33 % that a call needs"),
        (0.331, "33.1 % of the pot, less than the 33.3 % that a call needs"),
        (0.33336, "33.34 % of the pot, more than the 33.33 % that a call needs"),
    ],
)
def test_a_share_and_its_price_never_look_the_same(share: float, said: str, facing: View) -> None:
    advice = Advice(Call(0) if share > 1 / 3 else Fold(0), share, {}, facing)
    assert advice.needed == pytest.approx(1 / 3)
    assert said in advice.words(lambda cards: "").replace("\N{NO-BREAK SPACE}", " ")
