"""Observations of single hands: the same numbers and actions as a batch has, and nothing that is secret."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import ArgumentError, IllegalActionError, RulesError
from fivecard.engine import VARIANTS, Deal, Discard, Fold, Limit, Rules, Stakes, State, apply, legal, view_for
from fivecard.engine.streets import BettingRound, DealHole, DrawRound, Post, Showdown
from fivecard.environments import Batch
from fivecard.environments.features import NO_TURN, observed
from fivecard.environments.menu import LEAST, PASS, Menu
from fivecard.environments.setting import Setting
from fivecard.games import Game
from fivecard.rankings import HIGH
from tests.effort import effort

LIMITS = (Limit.FIXED_LIMIT, Limit.POT_LIMIT, Limit.NO_LIMIT)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_view_is_observed_as_the_native_engine_does(name: str) -> None:
    random = Random(name)
    for _ in range(effort(2, 30)):
        rules = VARIANTS[name].with_limit(random.choice(LIMITS))
        players = random.randint(2, min(6, rules.most_players))
        setting = Setting(rules, players, stacks=random.randint(20, 200))
        batch = Batch(rules, 1, players=players, stacks=setting.stacks, seed=random.randrange(1 << 64))
        state = setting.begin(batch.deal_of(0))
        while state.turn is not None:
            view = view_for(state, state.turn)
            one = observed(view)
            for field, array in vars(batch.observations).items():
                if field != "legal" and array is not None:
                    assert getattr(one, field).tolist() == array.tolist(), field
            numbers = setting.menu.legal(view)
            drawing = bool(batch.observations.is_draw[0])
            if not drawing:
                assert numbers == np.flatnonzero(batch.legal()[0]).tolist()
            assert (setting.features.of(batch.observations)[0] == setting.features.of_view(view)).all()
            number = random.choice(numbers)
            state, _ = apply(state, setting.menu.action(view, number))
            _, rewards, done = batch.step([number - setting.menu.bets * drawing])
            assert done[0] == state.is_over
            assert rewards[0].tolist() == list(setting.won(state))


def test_numbers_stand_where_the_fields_say() -> None:
    setting = Setting("five-card-draw", 3, stacks=50)
    deal = Deal.shuffled(Random(4))
    state = setting.begin(deal)
    fields, row = setting.features.fields, setting.features.of_view(view_for(state, 1))
    assert np.flatnonzero(row[fields["hole"]]).tolist() == sorted(card.id for card in state.hands[1])
    assert row[fields["seat"]].tolist() == [0, 1, 0]
    assert row[fields["turn"]].tolist() == [0, 0, 1]  # seat 0, two steps from seat 1
    assert row[fields["stacks"]].tolist() == [24.5] * 3  # in small bets of two chips
    assert row[fields["pot"]].tolist() == [1.5]
    assert row[fields["lowest"]].tolist() == [0]  # it is another seat's turn
    assert (row <= setting.features.highest).all()
    assert sum(place.stop - place.start for place in fields.values()) == len(row) == setting.features.size


@given(st.integers(0, 2**32).map(Random), st.sampled_from([*VARIANTS.values()]))
def test_what_is_observed_depends_on_nothing_that_is_secret(random: Random, rules: Rules) -> None:
    """Cards that a seat has not seen are exchanged, the same is done: every seat's numbers are the same."""
    players = 2
    setting = Setting(rules, players)
    deal = Deal.shuffled(random, cards=sorted(rules.deck), reserve=False)
    done: list[int] = []
    known: list[set[Any]] = [set(), set()]
    state = setting.begin(deal)
    while state.turn is not None:
        for seat in range(players):
            known[seat] |= {*state.hands[seat], *state.board, *[card for cards in state.up for card in cards]}
            other = replayed(setting, exchanged(random, deal, known[seat]), done)
            if other.turn == state.turn:  # else an open card that the other has yet to see decided the turn
                mine, theirs = (setting.features.of_view(view_for(each, seat)) for each in (state, other))
                assert (mine == theirs).all()
        view = view_for(state, state.turn)
        number = random.choice([number for number in setting.menu.legal(view) if number] or [0])
        done.append(number)
        state, _ = apply(state, setting.menu.action(view, number))


def exchanged(random: Random, deal: Deal, known: set[Any]) -> Deal:
    places = [place for place, card in enumerate(deal.deck) if card not in known]
    deck = [*deal.deck]
    for place, card in zip(places, random.sample([deck[place] for place in places], len(places)), strict=True):
        deck[place] = card
    return Deal(tuple(deck))


def replayed(setting: Setting, deal: Deal, numbers: list[int]) -> State:
    state = setting.begin(deal)
    for number in numbers:
        assert state.turn is not None
        state, _ = apply(state, setting.menu.action(view_for(state, state.turn), number))
    return state


@pytest.mark.parametrize("name", ["holdem", "razz", "seven-card-stud", "badugi"])
def test_every_legal_action_has_a_number_where_amounts_are_exact(name: str) -> None:
    random = Random(name)
    for limit in LIMITS:
        setting = Setting(VARIANTS[name].with_limit(limit), 2, stacks=60, exact=True)
        state = setting.begin(Deal.shuffled(random))
        while state.turn is not None:
            view = view_for(state, state.turn)
            now = legal(view)
            assert now is not None
            actions = [setting.menu.action(view, number) for number in setting.menu.legal(view)]
            assert all(now.allows(action) for action in actions)
            if now.draw is None:
                assert len(actions) == now.fold + 1 + len(now.amounts)
            else:
                assert len({action.cards for action in actions if isinstance(action, Discard)}) == 2 ** len(view.hand)
            state, _ = apply(state, random.choice(actions))


def test_numbers_that_stand_for_nothing_legal_are_refused() -> None:
    setting = Setting("five-card-draw")
    view = view_for(setting.begin(Deal.shuffled(Random(1))), 0)
    assert setting.menu.action(view, 0) == Fold(0)
    for number in (-1, 3, 4, 36, 1 << 70):
        with pytest.raises(IllegalActionError):
            setting.menu.action(view, number)
    with pytest.raises(IllegalActionError):
        setting.menu.action(view._replace(seat=1), PASS)
    assert setting.menu.legal(view._replace(seat=1)) == []


def test_a_hand_that_is_over_has_no_turn() -> None:
    setting = Setting("holdem")
    state, _ = apply(setting.begin(Deal.shuffled(Random(1))), Fold(1))
    assert observed(view_for(state, 0)).turn.tolist() == [NO_TURN]
    row, fields = setting.features.of_view(view_for(state, 0)), setting.features.fields
    assert not row[fields["turn"]].any()
    assert setting.won(state) == (1, -1)


def test_what_cannot_be_set_is_refused() -> None:
    with pytest.raises(RulesError, match="nobody has anything to decide"):
        Setting("holdem", stacks=1)
    with pytest.raises(RulesError):
        Setting("holdem", 11)
    with pytest.raises(ArgumentError):
        Setting("holdem", sizes=(0,))
    as_they_came = Rules(
        "unsorted",
        "an unsorted draw",
        Game("unsorted", "five cards", hole=(5,), board=0, rankings=(HIGH,)),
        streets=(Post(), DealHole(5), BettingRound(), DrawRound(), BettingRound(), Showdown()),
        most_players=4,
        limit=Limit.NO_LIMIT,
    )
    with pytest.raises(RulesError, match="hands lie as they came"):
        Setting(as_they_came, stakes=Stakes(ante=1, small_bet=2))


def test_a_menu_has_the_sizes_that_were_asked_for() -> None:
    assert Menu(VARIANTS["holdem"], 100, sizes=()).bets == LEAST + 2
    assert Menu(VARIANTS["badugi"], 100).size == LEAST + 2 + 16
