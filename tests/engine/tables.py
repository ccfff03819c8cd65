"""Hands dealt and played in short words, for tests of the rules by example."""

from collections.abc import Callable
from typing import Any

import pytest

from fivecard import IllegalActionError
from fivecard.cards import parse_cards
from fivecard.engine import (
    VARIANTS,
    Action,
    BringIn,
    Call,
    Check,
    Deal,
    Discard,
    Event,
    Fold,
    LegalActions,
    Raise,
    Rules,
    Stakes,
    State,
    apply,
    legal,
    start,
    view_for,
)

WORDS: dict[str, Callable[[int], Action]] = {"f": Fold, "x": Check, "c": Call, "b": BringIn, "pat": Discard}
ACES_KINGS_QUEENS = ("As Ah", "Ks Kh", "Qs Qh")
DRY = "2c 3d 8h 9c Jd"


def table(
    name: str | Rules, stacks: tuple[int, ...], *cards: str, button: int | None = None, runs: int = 1, **stakes: Any
) -> State:
    """Deal a hand; the cards are each seat's, from the left of the button, and then the board's or the draw pile's."""
    rules = VARIANTS[name] if isinstance(name, str) else name
    begun = start(rules, len(stacks), stakes=Stakes(**stakes), stacks=stacks, button=button, runs=runs)
    hands = [parse_cards(hand) for hand in cards[: len(stacks)]]
    given = [card for each in zip(*hands, strict=True) for card in each]
    given += [card for more in cards[len(stacks) :] for card in parse_cards(more)]
    return apply(begun, Deal((*given, *sorted(rules.deck - set(given)))))[0]


def play(state: State, actions: str) -> tuple[State, list[Event]]:
    """Let those whose turn it is act: f, x, c, b and r20 fold, check, call, bring in and raise to 20."""
    events: list[Event] = []
    for word in actions.split():
        assert state.turn is not None
        action = Raise(state.turn, int(word[1:])) if word[0] == "r" else WORDS[word](state.turn)
        state, happened = apply(state, action)
        events += happened
    return state, events


def after(state: State, actions: str) -> State:
    return play(state, actions)[0]


def now(state: State) -> LegalActions:
    assert state.turn is not None
    found = legal(view_for(state, state.turn))
    assert found is not None
    return found


def raises(state: State) -> tuple[int, int]:
    return now(state).min_raise_to, now(state).max_raise_to


def refused(state: State, action: Any) -> str:
    with pytest.raises(IllegalActionError) as caught:
        apply(state, action)
    return str(caught.value)
