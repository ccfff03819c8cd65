"""Hands side by side: what each seat sees and wins is what the engine in Python says, and no more than it may know."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import ArgumentError, CardError, FormatError, IllegalActionError, RulesError, UnknownNameError
from fivecard.cards import ALL_CARDS, Card
from fivecard.engine import (
    VARIANTS,
    Action,
    BringIn,
    Call,
    Check,
    Deal,
    Discard,
    Fold,
    LegalActions,
    Limit,
    Raise,
    Rules,
    Stakes,
    State,
    View,
    apply,
    legal,
    part_of_pot,
    start,
    view_for,
)
from fivecard.engine.streets import DrawRound
from fivecard.environments import FOLD, LEAST, NO_CARD, PASS, Batch, Observations
from tests.effort import effort
from tests.engine.random_play import random_stakes

pytestmark = pytest.mark.sanitized
LIMITS = (Limit.FIXED_LIMIT, Limit.POT_LIMIT, Limit.NO_LIMIT)
SIZES = (Fraction(1, 3), Fraction(1, 2), 1, 2)


# What is seen


def ids(cards: Sequence[Card], size: int) -> list[int]:
    return [card.id for card in cards] + [NO_CARD] * (size - len(cards))


def menu(view: View, now: LegalActions, sizes: Sequence[Fraction]) -> dict[int, int]:
    """What each action that may be done by its number goes to: 0 where nothing is raised."""
    last = LEAST + len(sizes) + 1
    found = {PASS: 0} | ({FOLD: 0} if now.fold else {})
    if now.min_raise_to:
        found[LEAST] = before = now.min_raise_to
        for number, part in enumerate(sizes, LEAST + 1):
            to = part_of_pot(view, part.numerator, part.denominator)
            if before < to < now.max_raise_to:
                found[number] = before = to
        if now.max_raise_to > now.min_raise_to:
            found[last] = now.max_raise_to
    return found


def expected(state: State, batch: Batch) -> dict[str, Any]:
    """What the seat to act sees, from its view alone."""
    assert state.turn is not None
    view = view_for(state, state.turn)
    now = legal(view)
    assert now is not None
    seats = [
        (view.turn or 0) + step - view.players * ((view.turn or 0) + step >= view.players)
        for step in range(view.players)
    ]
    seen: dict[str, Any] = {
        "pot": view.pot,
        "call": now.bring_in or now.call_amount,
        "lowest": now.min_raise_to,
        "highest": now.max_raise_to,
        "stacks": [view.stacks[seat] for seat in seats],
        "bets": [view.bets[seat] for seat in seats],
        "committed": [view.committed[seat] for seat in seats],
        "raises": view.raises,
        "legal": 0 if now.draw else sum(1 << action for action in menu(view, now, batch.sizes)),
        "turn": view.turn,
        "street": view.street,
        "in_hand": [seat not in view.folded for seat in seats],
        "acted": [seat in view.acted for seat in seats],
        "hole": ids(view.hand, view.rules.hole),
        "board": None,
        "up": None,
        "most_discards": None,
        "drawn": None,
    }
    if batch.observations.board is not None:
        seen["board"] = ids(view.board, view.rules.board or 1)
    if view.rules.has_open_cards:
        seen["up"] = [ids(view.up[seat], 4) for seat in seats]
    if draws := sum(isinstance(street, DrawRound) for street in view.rules.streets):
        seen["drawn"] = [[*view.drawn[seat], *[0] * (draws - len(view.drawn[seat]))] for seat in seats]
        seen["most_discards"] = now.most_discards
    return seen


def row_of(seen: Observations, row: int) -> dict[str, Any]:
    return {name: None if array is None else array[row].tolist() for name, array in vars(seen).items()}


def any_action(random: Random, state: State, batch: Batch, *, exact: bool) -> tuple[Action, int]:
    """Something legal, and what stands for it in a batch."""
    assert state.turn is not None
    view = view_for(state, state.turn)
    now = legal(view)
    assert now is not None
    if now.draw:
        action = now.sample(random)
        assert isinstance(action, Discard)
        places = sorted(view.hand.index(card) for card in action.cards)
        return Discard(now.seat, tuple(view.hand[place] for place in places)), sum(1 << place for place in places)
    passing = Check(now.seat) if now.check else Call(now.seat) if now.call_amount else BringIn(now.seat)
    if exact and now.min_raise_to and random.random() < 0.5:
        to = random.choice(now.amounts)
        return Raise(now.seat, to), to
    offered = menu(view, now, batch.sizes)
    number = random.choice([*offered])
    if exact and (number > PASS or random.random() < 0.5):
        number = PASS
    if number == FOLD:
        return Fold(now.seat), -1 if exact else FOLD
    return (passing, 0 if exact else PASS) if number == PASS else (Raise(now.seat, offered[number]), number)


def play(batch: Batch, random: Random, steps: int, *, exact: bool = False) -> int:
    """Play every row in Python too, and compare what is seen and won after each step; count the hands that end."""

    def dealt(row: int) -> State:
        begun = start(batch.rules, batch.players, stakes=batch.stakes, stacks=batch.stacks)
        return apply(begun, batch.deal_of(row))[0]

    states, over = [dealt(row) for row in range(batch.hands)], 0
    for _ in range(steps):
        for row, state in enumerate(states):
            assert row_of(batch.observations, row) == expected(state, batch)
        chosen = [any_action(random, state, batch, exact=exact) for state in states]
        _, rewards, done = batch.step([number for _, number in chosen], exact=exact)
        for row, (action, _) in enumerate(chosen):
            after, _ = apply(states[row], action)
            won = [stack - before for stack, before in zip(after.stacks, batch.stacks, strict=True)]
            assert done[row] == after.is_over
            assert rewards[row].tolist() == (won if after.is_over else [0] * batch.players)
            over += after.is_over
            states[row] = dealt(row) if after.is_over else after
    return over


@pytest.mark.parametrize("name", VARIANTS)
def test_a_batch_plays_and_shows_what_the_engine_in_python_does(name: str) -> None:
    random, refused = Random(name), 0
    for _ in range(effort(3, 100)):
        rules = VARIANTS[name].with_limit(random.choice(LIMITS))
        players = random.randint(2, rules.most_players)
        stakes = random_stakes(random, rules, players)
        stacks = [random.randint(15, random.choice((20, 400))) for _ in range(players)]
        seed = random.randrange(1 << 64)
        try:
            batch = Batch(rules, 4, players=players, stakes=stakes, stacks=stacks, seed=seed, sizes=SIZES)
        except RulesError as error:
            if "all are all in before the first turn" not in str(error):
                raise
            refused += 1
            continue
        assert play(batch, random, 40, exact=random.random() < 0.5) > 0
    assert refused <= 3


def test_every_number_of_players_is_played() -> None:
    random = Random(1)
    for players in range(2, 11):
        assert play(Batch("holdem", 3, players=players, stacks=50, seed=players), random, 60) > 0


# What is not seen


def seen_by(state: State, seat: int) -> set[Card]:
    """The cards that a seat has seen up to now, but for those that came before in a hand that it drew to."""
    return {*state.hands[seat], *state.board, *[card for cards in state.up for card in cards]}


@given(st.integers(0, 2**32).map(Random), st.sampled_from([*VARIANTS.values()]))
def test_cards_that_nobody_has_shown_change_nothing_that_is_seen(random: Random, rules: Rules) -> None:
    """The same is done with the same known cards and any other unknown ones: the same is seen, byte for byte."""
    draws = sum(isinstance(street, DrawRound) for street in rules.streets)
    enough = rules.deck_size // (rules.hole * (1 + draws))  # so few that no discard comes back
    players = random.randint(2, min(4, enough))
    batch = Batch(rules, 8, players=players, threads=1)
    deal = Deal.shuffled(random, cards=sorted(rules.deck), reserve=False)
    state, _ = apply(start(rules, players, stakes=batch.stakes, stacks=batch.stacks), deal)
    done: list[int] = []
    known: list[set[Card]] = [set() for _ in range(players)]
    while (turn := state.turn) is not None:
        for seat in range(players):
            known[seat] |= seen_by(state, seat)
        places = [place for place, card in enumerate(deal.deck) if card not in known[turn]]
        deals = [deal]
        for _ in range(batch.hands - 1):
            deck = [*deal.deck]
            for place, card in zip(places, random.sample([deck[place] for place in places], len(places)), strict=True):
                deck[place] = card
            deals.append(Deal(tuple(deck)))
        batch.deal(deals)
        for number in done:
            batch.step([number] * batch.hands)
        rows = batch._native.observations()
        assert (rows == rows[0]).all()
        assert row_of(batch.observations, 0) == expected(state, batch)
        action, number = any_action(random, state, batch, exact=False)
        state, _ = apply(state, action)
        done.append(number)


# Seeds, threads, mistakes


def played(batch: Batch, steps: int) -> tuple[bytes, bytes]:
    batch.step_randomly(steps)
    return batch._native.observations().tobytes(), batch.rewards.tobytes()


@pytest.mark.parametrize("name", ["holdem", "badugi", "razz", "short-deck"])
def test_a_seed_repeats_with_any_number_of_threads(name: str) -> None:
    one, other = (Batch(name, 10_000, players=4, seed=3, threads=threads) for threads in (1, 4))
    first = played(one, 20)
    assert played(other, 20) == first
    one.reset()
    assert one.hands_played == 0
    assert played(one, 20) == first
    one.reset(seed=4)
    assert played(one, 20) != first
    few = Batch(name, 10, players=4, seed=3)
    few.step_randomly(20)
    other.reset()
    other.step_randomly(20)
    assert (few._native.observations() == other._native.observations()[:10]).all()


@pytest.mark.parametrize("name", ["holdem", "badugi", "stud-hi-lo"])
def test_hands_wait_and_are_as_they_were(name: str) -> None:
    """One batch is stepped whole, another in parts: what comes of it is the same."""
    random, (whole, parts) = (
        np.random.default_rng(1),
        (Batch(name, 5000, players=3, seed=2, threads=2) for _ in range(2)),
    )
    for _ in range(25):
        exact = bool(random.random() < 0.3)
        actions = np.where(whole.observations.is_draw, 0, np.int64(0 if exact else PASS))
        some = random.random(5000) < 0.5
        before = parts._native.observations().copy()
        _, rewards, done = whole.step(actions, exact=exact)
        parts.step(np.where(some, actions, 99), exact=exact, where=some)  # what waits may be no action at all
        assert (parts._native.observations()[~some] == before[~some]).all()
        assert not parts.done[~some].any()
        assert not parts.rewards[~some].any()
        first_done, first_rewards = parts.done.copy(), parts.rewards.copy()
        parts.step(np.where(~some, actions, -9), exact=exact, where=~some)
        assert (parts._native.observations() == whole._native.observations()).all()
        assert ((first_done | parts.done) == done).all()
        assert (first_rewards + parts.rewards == rewards).all()
    assert parts.hands_played == whole.hands_played > 0


def test_what_does_not_wait_must_be_legal_and_flags_are_flags() -> None:
    batch = Batch("holdem", 3)
    before = batch.observations.copy()
    with pytest.raises(IllegalActionError) as caught:
        batch.step([1, 1, 99], where=[True, False, True])
    assert caught.value.row == 2
    assert (before.pot == batch.observations.pot).all()
    for wrong in ([True], [1, 0, 1], [[True] * 3], "abc"):
        with pytest.raises(FormatError):
            batch.step([1, 1, 1], where=wrong)
    batch.step([99, 99, 99], where=[False] * 3)
    assert not batch.done.any()
    batch.step([1, 1, 1])
    assert (batch.observations.pot > before.pot).all()


def test_every_card_is_dealt_as_often_as_any_other() -> None:
    for name, cards in (("holdem", 52), ("short-deck", 36)):
        batch = Batch(name, 100_000, seed=1)
        found = np.bincount(batch.observations.hole.ravel(), minlength=52)
        found = found[found > 0]
        assert len(found) == cards
        mean = 200_000 / cards
        assert ((found - mean) ** 2 / mean).sum() < 2 * cards


def test_no_chip_is_made_or_lost() -> None:
    batch = Batch("omaha-hi-lo", 1000, players=5, seed=2)
    over = 0
    for _ in range(50):
        batch.step_randomly()
        assert (batch.rewards.sum(axis=1) == 0).all()
        assert (batch.rewards.any(axis=1) <= batch.done).all()
        over += int(batch.done.sum())
    assert batch.hands_played == over > 0


def test_an_action_that_is_not_legal_is_named_and_nothing_is_done() -> None:
    batch = Batch("holdem", 5000, seed=1)
    before = batch.observations.copy()
    actions = np.ones(5000, np.uint8)
    actions[[4321, 4999]] = 200
    with pytest.raises(IllegalActionError, match="action 200 is not legal") as caught:
        batch.step(actions)
    assert caught.value.row == 4321
    for name, array in vars(before).items():
        assert array is None or (array == getattr(batch.observations, name)).all()
    for action, exact in ((-1, False), (6, False), (-2, True), (3, True), (201, True), (2**62, True)):
        with pytest.raises(IllegalActionError):
            batch.step([1] * 4999 + [action], exact=exact)


@pytest.mark.parametrize("actions", [[1], [1.0, 1.0], [[1, 1]], "ab", None, [2**64 - 1, 1], [1, 2**70]])
def test_actions_of_another_kind_are_refused(actions: Any) -> None:
    with pytest.raises(FormatError):
        Batch("holdem", 2).step(actions)


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"rules": "whist"}, UnknownNameError),
        ({"hands": 0}, ArgumentError),
        ({"players": 11}, RulesError),
        ({"stacks": 1}, RulesError),  # all are all in with the blinds
        ({"stacks": [100]}, RulesError),
        ({"stacks": 2**29}, RulesError),
        ({"stacks": 2**40}, RulesError),
        ({"stakes": Stakes(blinds=(1, 2**40), small_bet=2**40)}, RulesError),
        ({"seed": -1}, ArgumentError),
        ({"sizes": (1, 0)}, ArgumentError),
        ({"sizes": (1, Fraction(1, 2))}, ArgumentError),
        ({"sizes": range(1, 10)}, ArgumentError),
        ({"sizes": 1}, ArgumentError),
        ({"threads": 0}, ArgumentError),
    ],
)
def test_a_batch_that_cannot_be_is_refused(settings: dict[str, Any], error: type[Exception]) -> None:
    right: dict[str, Any] = {"rules": "holdem", "hands": 2}
    with pytest.raises(error):
        Batch(**(right | settings))


def test_decks_that_are_none_are_refused() -> None:
    batch, deal = Batch("holdem", 2), Deal.shuffled(Random(1))
    with pytest.raises(ArgumentError):
        batch.deal([deal])
    with pytest.raises(CardError):
        batch.deal([deal, Deal((*deal.deck[:51], deal.deck[0]))])
    with pytest.raises(CardError):
        batch.deal([deal, Deal(deal.deck[:51])])


def test_what_is_shown_cannot_be_written_to() -> None:
    batch = Batch("holdem", 2)
    for array in (batch.observations.pot, batch.rewards, batch.done):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_arrays_outlive_their_batch() -> None:
    seen = Batch("holdem", 2, seed=1).observations
    copy = Batch("holdem", 2, seed=1).observations.copy()
    assert (seen.hole == copy.hole).all()


def test_a_column_is_shared_with_other_libraries_without_a_copy() -> None:
    batch = Batch("holdem", 3)
    shared = np.from_dlpack(batch.observations.pot.view())
    batch.step_randomly(10)
    assert (shared == batch.observations.pot).all()


def test_all_cards_have_a_place_in_the_deck() -> None:
    assert {*Batch("holdem", 1).deal_of(0).deck} == {*ALL_CARDS}
