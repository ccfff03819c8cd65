"""Whatever is done, in any game: every hand ends, no chip is lost, `legal` is the rule, and nobody sees too much."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import FivecardError
from fivecard.cards import ALL_CARDS, Card
from fivecard.engine import (
    VARIANTS,
    Action,
    BoardDealt,
    BringIn,
    Call,
    Check,
    Deal,
    Dealt,
    Discard,
    Drew,
    Event,
    Fold,
    Limit,
    Raise,
    Rake,
    Raked,
    Rules,
    Showed,
    Stakes,
    State,
    View,
    apply,
    legal,
    pots_of,
    start,
    view_for,
)
from tests.effort import some
from tests.engine.random_play import choose, random_stacks, random_stakes

MOST_ACTIONS = 5000
ODD_VALUES: list[Any] = [None, True, 1.0, float("nan"), -1, 10**30, "1", [], (), object]


class Step(NamedTuple):
    before: State
    action: Action
    state: State
    events: tuple[Event, ...]


def random_hand(random: Random, rules: Rules, limit: Limit) -> list[Step]:
    """Play a hand of a game to its end, with any legal actions, and keep everything."""
    rules = rules.with_limit(limit)
    if rules.name == "five-card-draw" and random.random() < 0.5:
        rules = rules.with_openers()
    if rules.board and random.random() < 0.1:
        rules = rules.as_bomb_pot()
    players = random.randint(2, rules.most_players)
    stakes = random_stakes(random, rules, players)
    if random.random() < 0.2:  # any antes at all, trimmed or not
        stakes = replace(stakes, ante=tuple(random.randint(0, 4) for _ in range(players)))
    if random.random() < 0.2:
        stakes = replace(
            stakes, rake=Rake(Fraction(random.randint(1, 300), 1000), random.choice((None, 3)), random.random() < 0.5)
        )
    stacks = random_stacks(random, players)
    most = (rules.deck_size - rules.hole * players) // rules.board if rules.may_run_again else 1
    runs, button = random.randint(1, min(most, 3)), random.randrange(players)
    state = start(rules, players, stakes=stakes, stacks=stacks, button=button, runs=runs)
    action: Action = Deal.shuffled(random, cards=sorted(rules.deck))
    steps = []
    while True:
        after, events = apply(state, action)
        steps.append(Step(state, action, after, events))
        state = after
        if state.turn is None:
            return steps
        assert len(steps) < MOST_ACTIONS
        now = legal(view_for(state, state.turn))
        assert now is not None
        action = choose(random, now) if random.random() < 0.8 else now.sample(random)


hands = st.builds(
    random_hand, st.integers(0, 2**32).map(Random), st.sampled_from([*VARIANTS.values()]), st.sampled_from([*Limit][1:])
)


@given(hands)
def test_every_hand_ends_and_no_chip_is_made_or_lost(steps: list[Step]) -> None:
    whole = sum(steps[0].before.stacks)
    for step in steps:
        state = step.state
        assert sum(state.stacks) + state.pot + state.raked == whole
        assert all(0 <= bet <= paid for bet, paid in zip(state.bets, state.committed, strict=True))
        assert min(state.stacks) >= 0
        assert sum(pot.amount for pot in pots_of(state)) == state.pot
    end = steps[-1].state
    assert end.is_over
    assert end.pot == 0
    assert sum(event.amount for step in steps for event in step.events if isinstance(event, Raked)) == end.raked
    assert {seat for seat, won in enumerate(end.won) if won} in ({*end.winners}, set())
    assert not set(end.winners) & set(end.folded)


@given(hands)
def test_no_card_is_made_or_lost(steps: list[Step]) -> None:
    for _, _, state, _ in steps:
        held = [card for seat, hand in enumerate(state.hands) if seat not in state.folded for card in hand]
        again = [card for board in state.boards for card in board if card not in state.board]
        assert sorted([*held, *state.stub, *state.discards, *state.board, *again]) == sorted(state.rules.deck)


@given(hands)
def test_apply_is_a_function(steps: list[Step]) -> None:
    for step in steps:
        known = hash(step.before)
        assert apply(step.before, step.action) == (step.state, step.events)
        assert hash(step.before) == known


@given(hands, st.integers(1, 9))
def test_a_hand_does_not_depend_on_the_numbers_of_the_seats(steps: list[Step], turned: int) -> None:
    """Everybody moves on by some seats, the button too: the same happens there."""
    first = steps[0].before
    players = first.players

    def moved(values: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(values[(seat - turned) % players] for seat in range(players))

    stacks = [first.stacks[(seat - turned) % players] for seat in range(players)]
    button = (first.button + turned) % players
    state = start(first.rules, players, stakes=first.stakes, stacks=stacks, button=button, runs=first.runs)
    for _, action, expected, _ in steps:
        state, _ = apply(state, by_another_seat(action, turned, players))
        assert (state.stacks, state.committed) == (moved(expected.stacks), moved(expected.committed))
        assert (state.hands, state.won) == (moved(expected.hands), moved(expected.won))


def by_another_seat(action: Action, turned: int, players: int) -> Action:
    match action:
        case Deal():
            return action
        case Discard(seat, cards):
            return Discard((seat + turned) % players, cards)
        case _:
            return replace(action, seat=(action.seat + turned) % players)


# What is legal


@given(hands, st.randoms(use_true_random=False))
def test_legal_is_exactly_what_apply_accepts(steps: list[Step], random: Random) -> None:
    """Every kind of action by every seat, with amounts and cards that are right, just wrong and absurd."""
    state = random.choice(steps).state
    for seat in [*range(state.players), state.players, *ODD_VALUES]:
        at_the_table = type(seat) is int and 0 <= seat < state.players
        now = legal(view_for(state, seat)) if at_the_table else None
        assert (now is None) == (not at_the_table or seat != state.turn)
        for action in tries(state, seat, random):
            turns = None if state.turn is None else legal(view_for(state, state.turn))
            if turns is not None and turns.allows(action):
                apply(state, action)
            else:
                with pytest.raises(FivecardError):
                    apply(state, action)


@given(hands)
def test_whoever_is_asked_can_win_or_lose_more(steps: list[Step]) -> None:
    """There is something to draw, to call or to bring in, or somebody else can put in more than the largest bet."""
    for state in [step.state for step in steps]:
        if (turn := state.turn) is not None:
            now = legal(view_for(state, turn))
            others = [seat for seat in range(state.players) if seat != turn and seat not in state.folded]
            reach = max(state.stacks[seat] + state.bets[seat] for seat in others)
            assert now is not None
            assert now.draw or now.call_amount or now.bring_in or reach > max(state.bets)


def tries(state: State, seat: int, random: Random) -> Iterator[Action]:
    yield from (Fold(seat), Check(seat), Call(seat), BringIn(seat))
    turn = state.turn or 0
    now = None if state.turn is None else legal(view_for(state, turn))
    amounts = [0, 1, 2, max(state.stacks)]
    if now is not None:
        amounts += [now.min_raise_to, now.max_raise_to, (now.min_raise_to + now.max_raise_to) // 2]
    for to in {amount + more for amount in amounts for more in (-1, 0, 1)}:
        yield Raise(seat, to)
    hand = state.hands[turn]
    for count in range(len(hand) + 1):
        yield Discard(seat, random.choice([*combinations(hand, count)]))
    yield Discard(seat, hand[:1] * 2)
    yield Discard(seat, (random.choice(ALL_CARDS), *hand[:1]))
    for odd in ODD_VALUES:
        yield from (Raise(seat, odd), Discard(seat, odd), Discard(seat, (odd,)))


@given(hands, st.sampled_from([*ODD_VALUES, Deal(ALL_CARDS), Deal(None), Fold]))  # type: ignore[arg-type]
def test_nothing_else_can_be_done_in_a_hand(steps: list[Step], action: Action) -> None:
    for step in steps:
        with pytest.raises(FivecardError):
            apply(step.state, action)


# What is seen


def cards_in(value: object) -> set[Card]:
    """All cards anywhere in a value."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, tuple):
        return set().union(*map(cards_in, value)) if value else set()
    if is_dataclass(value) and not isinstance(value, Rules | Stakes):
        return cards_in(tuple(getattr(value, field.name) for field in fields(value)))
    return set()


def too_much(steps: list[Step], seat: int | None, see: Callable[[State, int | None], View] = view_for) -> set[Card]:
    """The cards that a seat's views and events show it, and that were neither its own nor laid open."""
    known: set[Card] = set()
    leaked: set[Card] = set()
    for step in steps:
        for event in step.events:
            match event:
                case Dealt(dealt, up):
                    known |= cards_in(dealt if up else dealt[seat] if seat is not None else ())
                case Drew(who, _, drawn) if who == seat:
                    known |= cards_in(drawn)
                case BoardDealt(cards):
                    known |= cards_in(cards)
                case Showed(shown):
                    assert not any(shown[folded] for folded in step.state.folded)
                    known |= cards_in(shown)
            leaked |= cards_in(event.seen_by(seat)) - known
        leaked |= cards_in(see(step.state, seat)) - known
    return leaked


@given(hands)
def test_nobody_sees_cards_that_are_not_theirs_or_open(steps: list[Step]) -> None:
    """Folded and mucked hands, discards and the deck are in nobody's views and in nobody's events."""
    for seat in [*range(steps[0].before.players), None]:
        assert not too_much(steps, seat)


@given(hands)
def test_hands_are_shown_only_at_a_showdown_and_only_by_those_who_may_win(steps: list[Step]) -> None:
    end = steps[-1].state
    shown = {seat for seat, hand in enumerate(end.shown) if hand}
    if len(end.folded) == end.players - 1 or not end.winners:
        assert not shown
    else:
        assert set(end.winners) <= shown
        assert all(end.shown[seat] == end.hands[seat] for seat in shown)
        in_hand = set(range(end.players)) - set(end.folded)
        if any(end.stacks[seat] == end.won[seat] for seat in in_hand):  # somebody was all in
            assert shown == in_hand


@pytest.mark.parametrize("name", some(2, ["five-card-draw", "holdem", "razz", "badugi"]))
def test_the_search_for_leaks_finds_one_that_is_put_there(name: str) -> None:
    """A view that shows others' hands, folded or mucked, and an event that shows what was drawn are found out."""
    played = [random_hand(Random(seed), VARIANTS[name], Limit.FIXED_LIMIT) for seed in range(500)]
    one_folded = next(steps for steps in played if steps[-1].state.folded)
    folded = one_folded[-1].state.folded[0]
    hand = one_folded[-1].state.hands[folded]
    found = too_much(one_folded, None, lambda state, seat: view_for(state, seat)._replace(shown=state.hands))
    assert found >= set(hand) - cards_in(one_folded[-1].state.up)
    mucked = next(steps for steps in played if too_much(steps, None, show_mucked))
    assert not too_much(mucked, None)


def show_mucked(state: State, seat: int | None) -> View:
    """Show the hands of those who kept theirs at the showdown."""
    kept = [() if other in state.folded else hand for other, hand in enumerate(state.hands)]
    return view_for(state, seat)._replace(shown=tuple(kept) if any(state.shown) else ())
