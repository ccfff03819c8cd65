"""Poker as a tree: what chance deals, who knows what, and that OpenSpiel's solvers find what is known."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import ArgumentError, IllegalActionError, RulesError, UnknownNameError
from fivecard.cards import ALL_CARDS
from fivecard.engine import VARIANTS, Deal, Rules
from fivecard.environments import FOLD, LEAST, PASS
from fivecard.environments.extensive import CHANCE, TERMINAL, ExtensiveGame, ExtensiveState
from fivecard.environments.openspiel import register, spiel_game
from tests.effort import effort
from tests.environments.kuhn import kuhn
from tests.needs import openspiel


def walked(game: ExtensiveGame, random: Random) -> tuple[ExtensiveState, list[int], list[int]]:
    """Play any hand to its end; give the cards in the order in which they were dealt, and the players' actions."""
    state, cards, numbers = game.new_initial_state(), [], []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert [card for card, _ in outcomes] == state.legal_actions()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            cards.append(random.choice(outcomes)[0])
            state.apply_action(cards[-1])
        else:
            legal = state.legal_actions()
            numbers.append(random.choice([number for number in legal if number != FOLD] or legal))
            state.apply_action(numbers[-1])
    return state, cards, numbers


def deal_of(game: ExtensiveGame, cards: list[int]) -> Deal:
    dealt = [ALL_CARDS[card] for card in cards]
    assert len({*dealt}) == len(dealt)
    return Deal((*dealt, *sorted(game.setting.rules.deck.difference(dealt))))


@pytest.mark.parametrize("name", VARIANTS)
def test_cards_dealt_one_by_one_are_a_deal_of_the_engine(name: str) -> None:
    random, game = Random(name), ExtensiveGame(name, stacks=40)
    for _ in range(effort(3, 100)):
        end, cards, numbers = walked(game, random)
        whole = ExtensiveGame(name, stacks=40, deals=[(deal_of(game, cards), 1)]).new_initial_state()
        whole.apply_action(0)
        for number in numbers:
            assert number in whole.legal_actions()
            whole.apply_action(number)
        assert whole.is_terminal()
        assert whole.returns() == end.returns()
        assert sum(end.returns()) == 0
        assert len(numbers) <= game.max_game_length
        for seat in range(2):
            assert whole.information_state_string(seat) == end.information_state_string(seat)
            assert (whole.information_state_tensor(seat) == end.information_state_tensor(seat)).all()
            assert (whole.observation_tensor(seat) == end.observation_tensor(seat)).all()
        assert game.min_utility <= min(end.returns()) <= max(end.returns()) <= game.max_utility


@given(st.integers(0, 2**32).map(Random), st.sampled_from([*VARIANTS.values()]))
def test_what_a_seat_knows_is_what_it_was_shown(random: Random, rules: Rules) -> None:
    """Cards that a seat never sees are exchanged: as long as the same is done, it knows the same."""
    game = ExtensiveGame(rules)
    _end, cards, numbers = walked(game, random)
    deal = deal_of(game, cards)
    tree = ExtensiveGame(rules, deals=[(deal, 1)])
    one = tree.new_initial_state()
    one.apply_action(0)
    seat = random.randrange(2)
    known = {*one._state.hands[seat]}
    steps = []
    for number in numbers:
        steps.append((one.current_player(), number))
        one.apply_action(number)
        state = one._state
        known |= {*state.hands[seat], *state.board, *[card for up in state.up for card in up]}
    places = [place for place, card in enumerate(deal.deck) if card not in known]
    deck = [*deal.deck]
    for place, card in zip(places, random.sample([deck[place] for place in places], len(places)), strict=True):
        deck[place] = card
    other = ExtensiveGame(rules, deals=[(Deal(tuple(deck)), 1)]).new_initial_state()
    other.apply_action(0)
    one = tree.new_initial_state()
    one.apply_action(0)
    for player, number in steps:
        assert one.information_state_string(seat) == other.information_state_string(seat)
        assert (one.information_state_tensor(seat) == other.information_state_tensor(seat)).all()
        assert one.observation_string(seat) == other.observation_string(seat)
        assert other.current_player() == player
        one.apply_action(number)
        other.apply_action(number)


def test_different_histories_are_different_information() -> None:
    """Everything that a seat did and saw is in what it knows, in words and in numbers: so it forgets nothing."""
    found: dict[str, bytes] = {}
    random, game = Random(3), ExtensiveGame("five-card-draw", stacks=20)
    for _ in range(effort(30, 1_000)):
        state = game.new_initial_state()
        trails: list[list[Any]] = [[], []]
        while not state.is_terminal():
            number = random.choice(state.legal_actions())
            if (player := state.current_player()) >= 0:
                words, numbers = state.information_state_string(), state.information_state_tensor().tobytes()
                assert found.setdefault(words, numbers) == numbers
                trails[player].append((state._state.hands[player], number))
                assert all(str(card) in words for hand, _ in trails[player] for card in hand)
            state.apply_action(number)
    assert len({*found.values()}) == len(found)


def test_a_clone_goes_its_own_way() -> None:
    state = ExtensiveGame("holdem", stacks=20).new_initial_state()
    for card in (0, 1, 2, 3):
        state.apply_action(card)
    copy = state.clone()
    child = state.child(FOLD)
    assert child.is_terminal()
    copy.apply_action(PASS)
    assert (state.current_player(), copy.current_player(), child.current_player()) == (1, 0, TERMINAL)
    copy.apply_action(PASS)
    assert copy.current_player() == CHANCE
    assert [outcome for outcome, _ in copy.chance_outcomes()] == [*range(4, 52)]
    assert [state.action_to_string(1, number) for number in state.legal_actions()] == [
        "fold", "call 1", "raise to 4", "raise to 6", "raise to 20",
    ]  # fmt: skip
    assert copy.action_to_string(CHANCE, 51) == "deal As"


def test_what_is_no_action_is_refused() -> None:
    state = ExtensiveGame("holdem", stacks=20).new_initial_state()
    for wrong in (-1, 52):
        with pytest.raises(IllegalActionError):
            state.apply_action(wrong)
    state.apply_action(0)
    with pytest.raises(IllegalActionError):
        state.apply_action(0)
    with pytest.raises(ArgumentError):
        state.information_state_string()
    state = kuhn().new_initial_state()
    with pytest.raises(IllegalActionError):
        state.apply_action(6)
    state.apply_action(5)
    assert state.legal_actions(1) == []
    state.apply_action(FOLD)
    with pytest.raises(IllegalActionError):
        state.apply_action(FOLD)


def test_trees_that_cannot_be_are_refused() -> None:
    with pytest.raises(RulesError, match="draw pile"):
        ExtensiveGame("five-card-draw", 6)
    deal = Deal.shuffled(Random(1))
    for deals in ([], [(deal, 0.5)], [(deal, 1.5), (deal, -0.5)]):
        with pytest.raises(ArgumentError):
            ExtensiveGame("holdem", deals=deals)


# With OpenSpiel


def of_kuhn(policy: Any, bet: float) -> Any:
    """Bet, or call a bet, with the same probability everywhere, in fivecard's numbers."""
    for number, state in enumerate(policy.states):
        chances = np.zeros(policy.action_probability_array.shape[1])
        facing = LEAST not in state.legal_actions()
        chances[PASS if facing else LEAST], chances[FOLD if facing else PASS] = bet, 1 - bet
        policy.action_probability_array[number] = chances
    return policy


def test_kuhns_poker_has_twelve_information_states_and_known_exploitabilities() -> None:
    """Beside OpenSpiel's own game of that name, for policies that are easy to exploit."""
    pyspiel = openspiel()
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    ours, theirs = spiel_game(kuhn()), pyspiel.load_game("kuhn_poker")
    for bet in (0.0, 0.5, 1.0):
        mine, known = of_kuhn(policy.TabularPolicy(ours), bet), policy.TabularPolicy(theirs)
        assert len(mine.states) == len(known.states) == 12
        known.action_probability_array[:] = [1 - bet, bet]
        assert exploitability.nash_conv(ours, mine) == pytest.approx(exploitability.nash_conv(theirs, known))
    uniform = policy.TabularPolicy(theirs)
    assert exploitability.nash_conv(ours, of_kuhn(policy.TabularPolicy(ours), 0.5)) == pytest.approx(11 / 12)
    assert exploitability.nash_conv(theirs, uniform) == pytest.approx(11 / 12)


def test_cfr_finds_the_value_of_kuhns_poker() -> None:
    openspiel()
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    game = spiel_game(kuhn())
    solver = cfr.CFRPlusSolver(game)
    for _ in range(effort(40, 400)):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    gap = exploitability.exploitability(game, found)
    assert gap < effort(0.01, 0.001)
    first, second = expected_game_score.policy_value(game.new_initial_state(), [found, found])
    assert first == pytest.approx(-1 / 18, abs=2 * gap + 1e-12)
    assert second == -first


def test_the_registered_game_is_played_by_openspiels_rules() -> None:
    pyspiel = openspiel()
    register()
    random = Random(1)
    for text in ("python_fivecard(variant=holdem,limit=fixed,players=3)", "python_fivecard(stack=30)"):
        game = pyspiel.load_game(text)
        for _ in range(effort(2, 20)):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(random.choice(state.chance_outcomes())[0])
                    continue
                tensor = state.information_state_tensor()
                assert len(tensor) == game.information_state_tensor_size()
                assert len(state.observation_tensor()) == game.observation_tensor_size()
                copy = state.clone()
                assert copy.information_state_string() == state.information_state_string()
                copy.apply_action(copy.legal_actions()[0])
                assert state.information_state_tensor() == tensor
                state.apply_action(random.choice(state.legal_actions()))
            assert sum(state.returns()) == 0
    with pytest.raises(UnknownNameError):
        spiel_game(ExtensiveGame("whist"))
    with pytest.raises(ArgumentError):
        spiel_game("holdem")  # type: ignore[arg-type]
