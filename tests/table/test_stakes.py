"""What a table may be played for is what the engine deals."""

from itertools import product

import pytest

from fivecard.engine import VARIANTS, Stakes, start
from fivecard.engine.defaults import LIMITS
from fivecard.evaluation import evaluate
from fivecard.table.core import TableError
from fivecard.table.core.commands import ChangeStakes, WantedStakes
from fivecard.table.core.events import StakesChanged
from fivecard.table.core.game import rules_of
from fivecard.table.protocol.catalogue import guide_to
from fivecard.table.protocol.messages import read_message, read_wishes
from tests.effort import some
from tests.table.tables import refused, table_for


@pytest.mark.parametrize("rules", some(6, VARIANTS))
def test_stakes_that_are_agreed_on_can_be_dealt(rules: str) -> None:
    """Whatever the table takes, the engine deals: a table that takes more would stand still for ever."""
    agreed = 0
    blinds = (None, (), (1,), (1, 2), (0, 2), (2, 2), (0, 0), (2, 1))
    for limit, *amounts in product(
        LIMITS, (None, 0, 1, 10**9), blinds, (None, 0, 1, 2), (None, 1, 2, 10), (None, 1, 20)
    ):
        game = rules_of(rules, limit)
        try:
            stakes = WantedStakes(*amounts).of(game)  # type: ignore[arg-type]  # which product forgets
        except TableError:
            continue
        agreed += 1
        for players in (2, 3, 6):
            start(game, players, stakes=stakes, stacks=100, button=0)
    assert agreed > 100


@pytest.mark.parametrize("rules", VARIANTS)
def test_the_guide_to_a_game_shows_hands_from_the_best_on(rules: str) -> None:
    game = VARIANTS[rules]
    for ranking, guide in zip(game.game.rankings, guide_to(game), strict=True):
        found = [evaluate(" ".join(example.cards), ranking=ranking) for example in guide.hands]
        assert found == sorted(found, reverse=True)
        assert [hand.category.words for hand in found if not ranking.low] == [
            example.kind.lower() for example in guide.hands if not ranking.low
        ]
        assert not ranking.low or found[0].strength == ranking.strongest
        assert game.deck.issuperset(card for hand in found for card in hand.cards)


def test_a_hand_that_cannot_be_dealt_is_not_begun() -> None:
    live = table_for("Ann", "Bob", rules="razz", fill="nobody")
    live.take(StakesChanged(Stakes(ante=1, bring_in=4, small_bet=4)))
    with refused("stakes", "bring-in", 4):
        live.begin()
    live.ask(0, ChangeStakes(ante=1))
    live.deal()
    assert live.table.phase == "playing"


def test_no_stack_is_too_large_to_be_bet() -> None:
    """A hundred blinds may be more than a stack may have; what was won may be."""
    with pytest.raises(TableError, match="at most 1,000,000,000 chips, not 100,000,000,000"):
        read_wishes(b'{"rules": "holdem", "stakes": {"blinds": [1000000000, 1000000000]}}', "C")
    assert read_message('{"type": "act", "seq": 0, "do": "raise", "to": 9000000000}')
    with refused("malformed", 9_000_000_000):
        read_message('{"type": "act", "seq": 0, "do": "raise", "to": 9000000001}')
    with refused("malformed", 1_000_000_000):  # a stack is no larger
        read_message('{"type": "grant", "seat": 0, "chips": 1000000001}')
