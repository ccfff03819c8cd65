"""The solid player: never illegal, never a fold for nothing, reads draws and bets, and wins from simple players."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from fivecard.engine import VARIANTS, Deal, Fold, Limit, Rules, Stakes, apply, legal, start, view_for
from fivecard.players import PLAYERS

SOLID = PLAYERS["solid"]


@st.composite
def tables(draw: st.DrawFn) -> tuple[Rules, Stakes, list[int]]:
    """Any game with any limit, stakes and stacks, from a chip upwards."""
    rules = draw(st.sampled_from([*VARIANTS.values()])).with_limit(draw(st.sampled_from([*Limit][1:])))
    if rules.name == "five-card-draw" and draw(st.booleans()):
        rules = rules.with_openers()
    stud = rules.has_bring_in
    stakes = Stakes(
        ante=draw(st.integers(0, 3)),
        blinds=() if stud else draw(st.sampled_from([(), (1, 2), (2, 3, 5)])),
        bring_in=draw(st.integers(1, 3)) if stud else 0,
        small_bet=draw(st.integers(3, 6)),
        big_bet=draw(st.sampled_from([None, 10])),
    )
    players = draw(st.integers(2, rules.most_players))
    if len(stakes.blinds) > players:
        stakes = replace(stakes, blinds=())
    return rules, stakes, draw(st.lists(st.integers(1, 150), min_size=players, max_size=players))


@settings(max_examples=60, deadline=None)
@given(tables(), st.integers(0, 1 << 32), st.floats(0, 1))
def test_all_it_does_is_legal_and_it_never_folds_for_nothing(
    table: tuple[Rules, Stakes, list[int]], seed: int, wild: float
) -> None:
    """Others, or itself, do anything; whatever they do, the hand comes to its end."""
    rules, stakes, stacks = table
    random = Random(seed)
    state = start(rules, len(stacks), stakes=stakes, stacks=stacks, button=random.randrange(len(stacks)))
    state, _ = apply(state, Deal.shuffled(random, cards=rules.game.rankings[0].deck))
    while (seat := state.turn) is not None:
        view = view_for(state, seat)
        now = legal(view)
        assert now is not None
        action = SOLID(view, random)
        assert now.allows(action), (now, action)
        assert not (now.check and isinstance(action, Fold))
        state, _ = apply(state, now.sample(random) if random.random() < wild else action)
    assert sum(state.stacks) == sum(stacks)
