"""Events say enough: who reads them knows every stack, the pot and the street without playing the hand."""

from random import Random

import pytest

from fivecard.cards import ALL_CARDS
from fivecard.engine import (
    VARIANTS,
    Action,
    Called,
    Deal,
    Discard,
    Fold,
    Posted,
    Raised,
    Raked,
    Returned,
    Stakes,
    Won,
    apply,
    legal,
    start,
    view_for,
)
from fivecard.words.narrating import Narrator
from tests.engine.random_play import choose, random_stacks, random_stakes
from tests.engine.tables import play, table


@pytest.mark.parametrize("name", VARIANTS)
def test_stacks_pot_and_street_follow_from_the_events_alone(name: str) -> None:
    rules = VARIANTS[name]
    for seed in range(30):
        random = Random(seed)
        players = random.randint(rules.fewest_players, rules.most_players)
        stacks = [*random_stacks(random, players)]
        state = start(rules, players, stakes=random_stakes(random, rules, players), stacks=stacks)
        state, events = apply(state, Deal.shuffled(random, cards=rules.deck))
        pot = street = 0
        while True:
            for event in events:
                assert street <= event.street < len(rules.streets)
                street = event.street
                match event:
                    case Posted() | Called() | Raised():
                        stacks[event.seat] -= event.amount
                        pot += event.amount
                        assert (event.stack, event.pot) == (stacks[event.seat], pot)
                    case Returned() | Won():
                        stacks[event.seat] += event.amount
                        pot -= event.amount
                        assert (event.stack, event.pot) == (stacks[event.seat], pot)
                    case Raked():
                        pot -= event.amount
                        assert event.pot == pot
            assert (tuple(stacks), pot) == (state.stacks, state.pot)
            if state.turn is None:
                break
            now = legal(view_for(state, state.turn))
            assert now is not None
            state, events = apply(state, choose(random, now))


def test_a_raise_says_what_was_put_in() -> None:
    events = play(table("holdem", (100,) * 3, blinds=(1, 2), small_bet=2), "r6 r20")[1]
    assert events == [Raised(2, 6, 2, 6, 94, 9, 2), Raised(0, 20, 6, 19, 80, 28, 2)]


def test_who_is_all_in_for_the_blind_was_not_for_the_ante() -> None:
    state = start(VARIANTS["holdem"], 3, stakes=Stakes(ante=1, blinds=(1, 2), small_bet=2), stacks=(50, 2, 50))
    state, events = apply(state, Deal.shuffled(Random(1)))
    assert Narrator(("Ann", "Bob", "Cy")).tell(events, state)[:3] == [
        "Ann, Bob and Cy post antes of 1.",
        "Ann posts a blind of 1.",
        "Bob posts a blind of 1, all in.",
    ]


@pytest.mark.parametrize(
    ("action", "content"), [(Discard(0), (0, ())), (Deal(ALL_CARDS), (ALL_CARDS, (), frozenset())), (Fold(0), (0,))]
)
def test_an_action_is_equal_to_no_tuple(action: Action, content: object) -> None:
    assert action != content
