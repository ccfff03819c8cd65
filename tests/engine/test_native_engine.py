"""The native engine and the engine in Python, hand by hand and decision by decision: they are the same."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import IllegalActionError, RulesError, _core
from fivecard.cards import ALL_CARDS
from fivecard.engine import (
    RULES,
    VARIANTS,
    Action,
    Deal,
    Discard,
    Fold,
    LegalActions,
    Limit,
    Raise,
    Rake,
    Rules,
    Stakes,
    State,
    apply,
    start,
)
from fivecard.engine.legal import legal_at
from fivecard.engine.streets import BettingRound, DealBoard, DealHole, DrawRound, Opening, Post, Showdown
from fivecard.environments.statement import native_rules
from fivecard.games import Game
from fivecard.histories import History, load_all
from fivecard.piles import Order
from fivecard.rankings import HIGH
from tests.effort import effort
from tests.engine.random_play import choose, random_stacks, random_stakes
from tests.paths import GOLDEN

pytestmark = pytest.mark.sanitized
Each = TypeVar("Each")
LIMITS = (Limit.FIXED_LIMIT, Limit.POT_LIMIT, Limit.NO_LIMIT)


class Both:
    """A hand in both engines at once: what is done is done in both, and then they are compared."""

    def __init__(self, begun: State, deal: Deal) -> None:
        assert begun.stakes is not None
        self.order = begun.order
        self.position = {seat: position for position, seat in enumerate(begun.order)}
        self.state, _ = apply(begun, deal)
        self.native = _core.EngineHand(native_rules(begun.rules, begun.stakes, begun.players))
        places = [len(ALL_CARDS)] * len(ALL_CARDS)
        for place, card in enumerate(deal.reserve):
            places[card.id] = place
        self.native.deal(self.by_position(begun.stacks), [card.id for card in deal.deck], places)
        self.compare()

    def by_position(self, by_seat: Sequence[Each]) -> list[Each]:
        return [by_seat[seat] for seat in self.order]

    def positions(self, seats: Sequence[int]) -> list[int]:
        return sorted(self.position[seat] for seat in seats)

    def now(self) -> LegalActions | None:
        return None if self.state.turn is None else legal_at(self.state, self.state.hands[self.state.turn])

    def do(self, action: Action) -> None:
        now = self.now()
        assert now is not None
        self.state, _ = apply(self.state, action)
        match action:
            case Fold():
                self.native.fold()
            case Raise(_, to):
                self.native.raise_to(to)
            case Discard(_, cards):
                self.native.discard([now.hand.index(card) for card in cards])
            case _:
                self.native.go_along()
        self.compare()

    def is_guessed(self) -> bool:
        """Whether cards were shown down that only stand for some that nobody saw: the native engine knows none such."""
        shown = [seat for seat in self.order if seat not in self.state.folded]
        return len(shown) > 1 and any(not self.state.unknown.isdisjoint(self.state.hands[seat]) for seat in shown)

    def compare(self) -> None:
        state, native, now = self.state, self.native, self.now()
        if now is not None or not self.is_guessed():
            assert native.stacks == self.by_position(state.stacks)
        assert native.pot == state.pot
        assert native.hands == [[card.id for card in hand] for hand in self.by_position(state.hands)]
        assert native.board == [card.id for card in state.board]
        if now is None:
            assert (native.turn, native.options()) == (-1, None)
            return
        assert native.turn == self.position[now.seat]
        assert native.street == state.street
        assert native.bets == self.by_position(state.bets)
        assert native.committed == self.by_position(state.committed)
        assert (native.raises, native.largest_raise) == (state.raises, state.largest_raise)
        if state.street >= state.rules.first_bet:
            assert native.last_aggressor == self.position[state.last_aggressor]
        assert native.to_act == self.positions(state.to_act)
        assert native.in_hand == self.positions([seat for seat in self.order if seat not in state.folded])
        assert native.acted == self.positions(sorted({*state.acted}))
        if now.draw is not None:
            assert native.options() == (now.replaceable,)
        else:
            bets = (now.fold, now.check, now.call_amount, now.bring_in, now.min_raise_to, now.max_raise_to)
            assert native.options() == (*bets, now.raise_step)


def play_hand(random: Random, rules: Rules) -> int:
    """Play any hand of a game in both engines to its end, and count the decisions."""
    if rules.name == "five-card-draw" and random.random() < 0.5:
        rules = rules.with_openers()
    if rules.board and random.random() < 0.1:
        rules = rules.as_bomb_pot()
    players = random.randint(2, rules.most_players)
    stakes = random_stakes(random, rules, players)
    if random.random() < 0.2:  # any antes at all, trimmed or not
        stakes = replace(stakes, ante=tuple(random.randint(0, 4) for _ in range(players)))
    if random.random() < 0.2:
        rake = Rake(Fraction(random.randint(1, 900), 1000), random.choice((None, 3)), random.random() < 0.5)
        stakes = replace(stakes, rake=rake)
    if not rules.has_bring_in and not rules.is_bomb_pot and random.random() < 0.2:
        stakes = replace(stakes, posts=(0,) * (players - 1) + (stakes.small_bet,), unpaid_blind=random.randint(0, 1))
        if not stakes.trim_antes:
            stakes = replace(stakes, dead=(0, 1))
    begun = start(
        rules, players, stakes=stakes, stacks=random_stacks(random, players), button=random.randrange(players)
    )
    both = Both(begun, Deal.shuffled(random, cards=sorted(rules.deck), reserve=random.random() < 0.7))
    decisions, timid = 0, random.random() < 0.1  # where all but one fold at once
    while (now := both.now()) is not None:
        if timid and now.fold and random.random() < 0.8:
            both.do(Fold(now.seat))
        else:
            both.do(choose(random, now) if random.random() < 0.8 else now.sample(random))
        decisions += 1
    return decisions


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.name.lower())
@pytest.mark.parametrize("name", VARIANTS)
def test_both_engines_play_every_hand_alike(name: str, limit: Limit) -> None:
    random = Random(f"{name} {limit}")
    rules = VARIANTS[name].with_limit(limit)
    hands = effort(50, 10_000)
    assert sum(play_hand(random, rules) for _ in range(hands)) > 3 * hands


@given(st.randoms(use_true_random=False), st.sampled_from([*VARIANTS.values()]), st.sampled_from(LIMITS))
def test_both_engines_play_what_hypothesis_finds(random: Random, rules: Rules, limit: Limit) -> None:
    play_hand(random, rules.with_limit(limit))


@pytest.mark.parametrize("name", ["seven-card-stud", "stud-hi-lo", "razz"])
def test_odd_chips_of_equal_hands_go_to_the_same_seats_in_both_engines(name: str) -> None:
    """Everybody has cards of the same ranks, of any suits, and nobody folds: what is left of a pot is told by suits."""
    random, rules, shared = Random(name), VARIANTS[name], 0
    for _ in range(effort(100, 5_000)):
        players = random.randint(2, 4)
        dealt = [
            ALL_CARDS[4 * rank + suit]
            for rank in random.sample(range(13), rules.hole)
            for suit in random.sample(range(4), players)
        ]
        deal = Deal((*dealt, *sorted(rules.deck.difference(dealt))))
        stakes = Stakes(ante=random.randint(1, 3), small_bet=3, big_bet=6, trim_antes=random.random() < 0.5)
        both = Both(start(rules, players, stakes=stakes, stacks=random_stacks(random, players)), deal)
        while (now := both.now()) is not None:
            while isinstance(action := choose(random, now), Fold):
                pass
            both.do(action)
        shared += len(both.state.winners) > 1
    assert shared > effort(20, 1_000)


FIVE_CARD_STUD = Rules(
    "five-card-stud",
    "five-card stud",
    Game("five-card-stud", "five-card stud", hole=(5,), board=0, rankings=(HIGH,)),
    streets=(
        Post(),
        DealHole(1),
        *(DealHole(1, up=True), BettingRound(opening=Opening.LOW_CARD)),
        *(DealHole(1, up=True), BettingRound(opening=Opening.HIGH_HAND)),
        *(DealHole(1, up=True), BettingRound(opening=Opening.HIGH_HAND, big=True)),
        *(DealHole(1, up=True), BettingRound(opening=Opening.HIGH_HAND, big=True)),
        Showdown(),
    ),
    most_players=8,
    limit=Limit.FIXED_LIMIT,
    cap=(2, 3, 4, 5),
)
"""A game that is in no list."""

DRAW_THEN_FLOP = Rules(
    "draw-then-flop",
    "a draw, a flop of three, and five cards in hand",
    Game("draw-then-flop", "three cards and a board of three", hole=(3,), board=3, rankings=(HIGH,)),
    streets=(
        *(Post(), DealHole(3), BettingRound(), DrawRound(3, 2, four_with_ace=True), BettingRound()),
        *(DealBoard(3), BettingRound(big=True), Showdown()),
    ),
    most_players=5,
    limit=Limit.NO_LIMIT,
    order=Order.ACE_LOW,
)


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.name.lower())
@pytest.mark.parametrize("rules", [FIVE_CARD_STUD, DRAW_THEN_FLOP], ids=lambda rules: rules.name)
def test_both_engines_play_games_of_ones_own_alike(rules: Rules, limit: Limit) -> None:
    random = Random(f"{rules.name} {limit}")
    for _ in range(effort(100, 5_000)):
        play_hand(random, rules.with_limit(limit))


# Hands that people played


def test_both_engines_play_real_hands_alike() -> None:
    whole = 0
    for path in sorted((GOLDEN / "histories").glob("*.phh")):
        for history in load_all(path.read_text(encoding="utf-8")):
            assert isinstance(history, History)
            both = Both(history.start(), history.deal)
            for action in history.actions:
                both.do(action)
            whole += not both.is_guessed()
    assert whole >= 30


# What the native engine does not play


HELD = "players hold 1 to 7 cards"
KIND = "its showdown is not one of five to seven cards, of badugi or of Omaha"
OPEN = "there are no draws where cards lie open"
MANY = "there are up to 4 draws"
RAZZ = VARIANTS["razz"].streets
DRAWS = (DrawRound(4, 4),) * 2


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (RULES["draw-3"], "a game has bets"),
        (replace(VARIANTS["badugi"], order=Order.MATCHED_FIRST), "hands are not held in the order 'matched first'"),
        (replace(FIVE_CARD_STUD, streets=(Post(), DealHole(8), BettingRound(), Showdown()), cap=4), HELD),
        (replace(FIVE_CARD_STUD, streets=(Post(), DealHole(4), BettingRound(), Showdown()), cap=4), KIND),
        (replace(VARIANTS["badugi"], streets=(*VARIANTS["badugi"].streets[:-1], *DRAWS, Showdown())), MANY),
        (replace(VARIANTS["razz"], streets=(*RAZZ[:-1], DrawRound(7, 7), RAZZ[-1])), OPEN),
    ],
)
def test_what_cannot_be_played_natively_is_refused_by_name(rules: Rules, why: str) -> None:
    with pytest.raises(RulesError) as caught:
        native_rules(rules, Stakes(ante=1), 2)
    assert str(caught.value) == f"the native engine does not play {rules.title}: {why}"


def test_a_hand_that_is_over_can_only_be_dealt_again() -> None:
    hand = _core.EngineHand(native_rules(VARIANTS["holdem"], Stakes(blinds=(1, 2), small_bet=2), 2))
    for act in (hand.fold, hand.go_along, lambda: hand.raise_to(4), lambda: hand.discard([])):
        with pytest.raises(IllegalActionError):
            act()
    hand.deal([20, 20], range(52), [52] * 52)
    assert (hand.turn, hand.hands) == (1, [[0, 2], [1, 3]])
