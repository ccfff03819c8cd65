"""Betting by example: blinds, raises, all-ins. Rules cited as TDA are the Tournament Directors
Association's, whose addendum gives some of the examples.
"""

import re
from dataclasses import replace
from typing import Any

import pytest

from fivecard import CardTypeError, RulesError
from fivecard.cards import ALL_CARDS, Rank
from fivecard.engine import (
    RULES,
    THREE_CARD_DRAW,
    VARIANTS,
    BringIn,
    Call,
    Check,
    Deal,
    Discard,
    Drew,
    Fold,
    LegalActions,
    Limit,
    Pot,
    Raise,
    Returned,
    Rules,
    Showed,
    Stakes,
    apply,
    pots_of,
    start,
    view_for,
)
from fivecard.engine.defaults import default_stakes
from fivecard.engine.streets import BettingRound, DealHole, DrawRound, Opening, Post, Showdown, Street
from tests.engine.tables import ACES_KINGS_QUEENS, DRY, after, now, play, raises, refused, table

# Blinds, and who acts when


def test_the_blinds_are_left_of_the_button_and_the_next_acts_first() -> None:
    state = table("holdem", (100,) * 4, button=1, blinds=(1, 2), small_bet=2)
    assert (state.bets, state.to_act) == ((0, 0, 1, 2), (0, 1, 2, 3))
    assert after(state, "c c c x").to_act == (2, 3, 0, 1)


def test_with_two_players_the_button_is_the_small_blind_acts_first_and_then_last() -> None:
    state = table("holdem", (100, 100), button=0, blinds=(1, 2), small_bet=2)
    assert (state.bets, state.turn) == ((1, 2), 0)
    state = after(state, "c x")
    assert (len(state.board), state.turn) == (3, 1)


def test_with_two_players_the_button_acts_first_though_both_blinds_are_the_same() -> None:
    state = table("holdem", (100, 100), blinds=(2, 2), small_bet=2)
    assert (state.bets, state.to_act) == ((2, 2), (1, 0))
    assert after(state, "x x").to_act == (0, 1)


def test_the_big_blind_may_raise_when_all_have_called() -> None:
    state = after(table("holdem", (100,) * 3, blinds=(1, 2), small_bet=2), "c c")
    assert (state.turn, now(state).check, raises(state)) == (1, True, (4, 100))
    assert len(after(state, "x").board) == 3


def test_a_straddle_is_a_third_blind_and_acts_last() -> None:
    state = table("holdem", (100,) * 4, blinds=(1, 2, 4), small_bet=4)
    assert (state.bets, state.to_act) == ((1, 2, 4, 0), (3, 0, 1, 2))
    state = after(state, "c c c")
    assert (state.turn, now(state).check, raises(state)) == (2, True, (8, 100))


@pytest.mark.parametrize("limit", [Limit.POT_LIMIT, Limit.NO_LIMIT])
def test_a_straddle_sets_the_smallest_raise(limit: Limit) -> None:
    """Blinds of 1 and 2 and a straddle of 4: a raise is to 8 at least, also over an all-in for 6."""
    state = table(VARIANTS["holdem"].with_limit(limit), (100, 100, 100, 6, 100), blinds=(1, 2, 4), small_bet=2)
    assert raises(after(state, "f"))[0] == 8
    state = after(state, "r6")
    assert raises(state)[0] == 10
    assert raises(after(state, "c c c"))[0] == 10  # the straddle has not acted
    assert raises(after(state, "f c f c"))[0] == 2  # after the flop the smallest bet is as ever


def test_who_cannot_pay_the_blind_is_all_in_with_what_there_is() -> None:
    state = table("holdem", (100, 3, 100), *ACES_KINGS_QUEENS, DRY, blinds=(5, 10), small_bet=10)
    assert (state.stacks, state.bets) == ((95, 0, 100), (5, 3, 0))
    state = after(state, "r20 c")
    assert pots_of(state) == (Pot(9, (0, 1, 2)), Pot(34, (0, 2)))
    assert after(state, "x x x x x x").stacks == (123, 0, 80)


def test_a_blind_that_is_short_is_called_and_raised_as_if_it_were_whole() -> None:
    """Robert's Rules, blinds: who is all in for less than the blind does not make it cheaper for the others."""
    state = table("holdem", (100, 3, 100), blinds=(5, 10), small_bet=10)
    assert (now(state).call_amount, raises(state)) == (10, (20, 100))
    assert (now(after(state, "c")).call_amount, raises(after(state, "c"))) == (5, (20, 100))
    assert now(after(table("holdem", (100, 7), blinds=(5, 10), small_bet=10, button=0), "")).call_amount == 2


@pytest.mark.parametrize(
    ("stacks", "actions"),
    [
        ((100, 3, 100), "f"),  # the big blind is all in for less than the small one
        ((7, 100, 100), "f c"),  # the small blind calls all in for less than the big one
        ((100, 100, 10), "c f"),  # the button calls all in, and the big blind has nobody to raise
        ((100, 20, 100), "r20 c c f"),  # after the flop: one is all in, one folds, nobody is left to bet against
    ],
)
def test_nobody_is_asked_who_can_neither_win_nor_lose_more(stacks: tuple[int, ...], actions: str) -> None:
    state = after(table("holdem", stacks, blinds=(5, 10), small_bet=10), actions)
    assert state.is_over
    assert (len(state.board), sum(state.stacks)) == (5, sum(stacks))


def test_who_has_something_to_call_is_asked_though_all_others_are_all_in() -> None:
    state = after(table("holdem", (100, 100, 20), blinds=(5, 10), small_bet=10), "r20 f")
    assert (state.turn, now(state).call_amount, raises(state)) == (1, 10, (0, 0))


def test_a_deal_is_not_void_if_nobody_could_have_opened_it() -> None:
    """All but one are all in from the ante: there is nothing to open, and the best hand wins."""
    rules = VARIANTS["five-card-draw"].with_openers()
    state = table(rules, (5, 50), "Js Jh Jd 9c 8c", "2s 3s 4s 5h 7h", ante=5)
    for seat in range(2):
        state, _ = apply(state, Discard(seat))
    assert state.stacks == (10, 45)


def test_cards_lie_open_without_a_bring_in_too() -> None:
    game = replace(VARIANTS["seven-card-stud"].game, hole=(5,))
    streets = (Post(), DealHole(1), DealHole(4, up=True), BettingRound(opening=Opening.HIGH_HAND), Showdown())
    rules = Rules("open", "open poker", game, streets, 8, limit=Limit.NO_LIMIT)
    state = table(rules, (9, 9), "2c 3c 4c 5c 7c", "Ad Ah Ks Qs Js", ante=1)
    assert state.turn == 1
    assert [len(cards) for cards in view_for(state, 0).up] == [4, 4]


@pytest.mark.parametrize(
    ("streets", "limit", "message"),
    [
        ((Post(), DealHole(5), BettingRound()), Limit.NO_LIMIT, "ends with a show"),
        ((Post(), DealHole(5), BettingRound(), Showdown(), Showdown()), Limit.NO_LIMIT, "has one show"),
        ((Post(), BettingRound(), Showdown()), Limit.NO_LIMIT, "nobody gets any cards"),
        ((DealHole(5), Showdown()), Limit.NO_LIMIT, "needs bets and a limit, or neither"),
        ((DealHole(5), BettingRound(), Showdown()), Limit.NO_BETS, "needs bets and a limit, or neither"),
    ],
)
def test_streets_that_are_no_game_are_refused(streets: tuple[Street, ...], limit: Limit, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Rules("x", "this", VARIANTS["five-card-draw"].game, streets, 8, limit=limit)


def test_who_cannot_pay_the_ante_plays_for_all_antes_unless_they_are_trimmed() -> None:
    cards = ("Ks Kh", "As Ah", "Qs Qh", DRY)
    assert after(table("holdem", (100, 2, 100), *cards, ante=5), "x x " * 4).won == (0, 12, 0)
    assert after(table("holdem", (100, 2, 100), *cards, ante=5, trim_antes=True), "x x " * 4).won == (6, 6, 0)


def test_an_ante_of_the_big_blind_alone_is_for_all_to_win() -> None:
    state = table("holdem", (100,) * 3, ante=(0, 2), blinds=(1, 2), small_bet=2)
    assert (state.committed, state.bets, state.pot) == ((1, 4, 0), (1, 2, 0), 5)
    assert after(state, "f f").stacks == (99, 101, 100)


def test_antes_of_those_who_folded_are_won_by_players_who_paid_none() -> None:
    state = table("holdem", (100,) * 4, *ACES_KINGS_QUEENS, "Ts Th", DRY, ante=(4, 4, 0, 0), trim_antes=True)
    assert after(state, "f f x x x x x x x x").won == (0, 0, 8, 0)


# How much may be bet


def test_a_raise_is_at_least_as_large_as_the_last() -> None:
    state = table("holdem", (1000,) * 3, blinds=(5, 10), small_bet=10)
    assert [raises(after(state, actions)) for actions in ("", "r35", "r35 r60")] == [(20, 1000), (60, 1000), (85, 1000)]


def test_all_in_is_always_enough_for_a_raise() -> None:
    state = table("holdem", (1000, 1000, 15), blinds=(5, 10), small_bet=10)
    assert raises(state) == (15, 15)
    assert raises(after(state, "r15")) == (25, 1000)


def test_nobody_bets_against_players_who_are_all_in() -> None:
    state = after(table("holdem", (100, 20, 20), blinds=(5, 10), small_bet=10), "r20 f")
    assert (state.turn, now(state).call_amount, raises(state)) == (1, 10, (0, 0))
    state = after(table("holdem", (20, 100, 20), blinds=(5, 10), small_bet=10), "r20 c")
    assert (state.turn, now(state).call_amount, raises(state)) == (1, 10, (0, 0))


def test_short_all_ins_that_together_make_a_full_raise_open_the_betting_again() -> None:
    """TDA, re-opening the bet, example 1: after a bet of 300, all in for 500, 650 and 800, and a call."""
    state = table("holdem", (5000, 600, 750, 900, 5000), blinds=(50, 100), small_bet=100)
    state = after(state, "c c c c x r300")
    assert raises(after(state, "r500 r650 r800 c")) == (1100, 4900)
    assert raises(after(state, "r500 f f c")) == (0, 0)


def test_a_short_all_in_opens_the_betting_only_for_those_who_have_not_acted() -> None:
    """TDA, re-opening the bet, example 2: a call of 4,000, all in for 7,500, and the big blind has yet to act."""
    state = table("holdem", (50_000, 50_000, 50_000, 50_000, 7500, 50_000), blinds=(2000, 4000), small_bet=4000)
    state = after(state, "c f r7500 f f")
    assert (state.turn, now(state).call_amount, raises(state)) == (1, 3500, (11_500, 50_000))
    state = after(state, "c")
    assert (state.turn, now(state).call_amount, raises(state)) == (2, 3500, (0, 0))


def test_pot_limit_is_the_pot_after_a_call() -> None:
    """With blinds of 1 and 2 the first raise is to 7 at most; a bet of the pot of 6 can be raised to 24."""
    state = table("omaha", (100,) * 3, blinds=(1, 2), small_bet=2)
    assert raises(state) == (4, 7)
    assert raises(after(state, "c c x")) == (2, 6)
    assert raises(after(state, "c c x r6")) == (12, 24)


@pytest.mark.parametrize("stacks", [(100, 100, 100), (3, 100, 100), (100, 4, 100), (3, 4, 100, 100)])
def test_short_blinds_do_not_change_the_most_that_may_be_raised_before_the_flop(stacks: tuple[int, ...]) -> None:
    """TDA, pot-limit bets: with blinds of 5 and 10 the first raise is to 35 at most, whatever could be posted."""
    state = table("omaha", stacks, blinds=(5, 10), small_bet=10)
    assert raises(state) == (20, 35)
    if len(stacks) == 4:
        assert raises(after(state, "c")) == (20, 45)


def test_a_short_blind_does_not_count_on_the_flop() -> None:
    state = after(table("omaha", (100, 4, 100), blinds=(5, 10), small_bet=10), "c c")
    assert (len(state.board), raises(state)) == (3, (10, 24))


# Stud


def test_the_lowest_open_card_brings_it_in_and_others_complete() -> None:
    cards = ("As Ks 2d", "Qs Js 2c", "9s 8s 3h")
    state = table("seven-card-stud", (100,) * 3, *cards, ante=1, bring_in=1, small_bet=4, big_bet=8)
    assert now(state) == LegalActions(1, bring_in=1, min_raise_to=4, max_raise_to=4)
    assert refused(state, Fold(1)) == refused(state, Check(1)) == refused(state, Call(1)) == "the bring-in is due"
    assert now(after(state, "b")) == LegalActions(2, fold=True, call_amount=1, min_raise_to=4, max_raise_to=4)
    assert raises(after(state, "b r4")) == raises(after(state, "r4")) == (8, 8)
    assert raises(after(state, "b r4 r8 r12 r16")) == (0, 0)
    assert refused(after(state, "b"), BringIn(2)) == "no bring-in is due"


STUD = ("As Ks 2c", "Qs Js 3d", "9s 8s 4h", "Ts 7s 5h")
ANTE_3: dict[str, Any] = {"ante": 3, "bring_in": 2, "small_bet": 10}


@pytest.mark.parametrize(("left", "due", "raised"), [(1, 1, 0), (2, 2, 0), (3, 2, 3), (10, 2, 10)])
def test_who_has_no_more_than_the_bring_in_completes_nothing(left: int, due: int, raised: int) -> None:
    state = table("seven-card-stud", (3 + left, 100, 100), *STUD[:3], **ANTE_3)
    assert now(state) == LegalActions(0, bring_in=due, min_raise_to=raised, max_raise_to=raised)


def test_nobody_completes_against_players_who_have_no_more_than_the_bring_in() -> None:
    state = table("seven-card-stud", (100, 4, 5), *STUD[:3], **ANTE_3)
    assert now(state) == LegalActions(0, bring_in=2)
    assert raises(table("seven-card-stud", (100, 4, 6), *STUD[:3], **ANTE_3)) == (10, 10)


@pytest.mark.parametrize("limit", [Limit.FIXED_LIMIT, Limit.NO_LIMIT])
def test_where_the_low_card_is_all_in_for_the_ante_the_next_brings_it_in_or_folds(limit: Limit) -> None:
    """TDA, stud: betting starts to the left of that card, and players with chips bet the bring-in at least, or fold."""
    state = table(VARIANTS["seven-card-stud"].with_limit(limit), (3, 100, 100, 100), *STUD, **ANTE_3)
    for actions, turn in (("", 1), ("f", 2)):
        found = now(after(state, actions))
        assert (found.seat, found.fold, found.check, found.call_amount, found.bring_in) == (turn, True, False, 0, 2)
        assert found.min_raise_to == 10
    called = after(state, "f b c")
    assert (called.turn, pots_of(called)) == (2, (Pot(12, (0, 2, 3)), Pot(4, (2, 3))))
    alone = after(state, "f f")  # the last with chips has nobody to bet against
    assert (alone.is_over, sum(alone.stacks), alone.stacks[1:3]) == (True, 303, (97, 97))


def test_a_bring_in_that_is_short_is_called_as_if_it_were_whole() -> None:
    """As with short blinds (Robert's Rules, blinds): who has less than the bring-in does not make it cheaper."""
    state = after(table("seven-card-stud", (4, 100, 100), *STUD[:3], **ANTE_3), "b")
    assert (state.bets, now(state).call_amount, raises(state)) == ((1, 0, 0), 2, (10, 10))
    assert pots_of(after(state, "c c")) == (Pot(12, (0, 1, 2)), Pot(2, (1, 2)))
    assert now(after(state, "f")).call_amount == 1  # nobody is left who could match more


def test_in_razz_the_highest_open_card_brings_it_in_and_aces_are_low() -> None:
    cards = ("2s 3s Kd", "4s 5s Ks", "6s 7s As")
    state = table("razz", (100,) * 3, *cards, ante=1, bring_in=1, small_bet=4)
    assert (state.turn, now(state).bring_in) == (1, 1)


def test_the_best_open_hand_acts_first_two_pairs_before_a_pair_of_aces() -> None:
    cards = ("2c 3c As Ah Kd 8c", "4c 5c Td Tc 6d 6h")
    state = table("seven-card-stud", (100,) * 2, *cards, ante=1, bring_in=1, small_bet=4)
    firsts = [(state := after(state, actions)).turn for actions in ("", "b c", "x x", "x x")]
    assert firsts == [1, 0, 0, 1]


def test_eight_players_of_stud_share_the_last_card() -> None:
    state = table("seven-card-stud", (100,) * 8, ante=1, bring_in=1, small_bet=4)
    state = after(state, "b" + " c" * 7 + " x" * 8 * 3)
    assert ([len(hand) for hand in state.hands], len(state.board)) == ([6] * 8, 1)
    assert sum(after(state, "x " * 8).won) == 16


# Draws


def test_openers_take_a_pair_of_jacks() -> None:
    rules = VARIANTS["five-card-draw"].with_openers()
    cards = ("2c 3c 4c 5c 7d", "Js Jh 2d 3d 4d", "Ts Th 2h 3h 5h")
    state = table(rules, (100,) * 3, *cards, ante=1, small_bet=2)
    assert (raises(state), now(state).check) == ((0, 0), True)
    assert raises(after(state, "x")) == (2, 2)
    assert raises(after(state, "x r2")) == (4, 4)  # once it is open, anybody may raise
    kings = VARIANTS["five-card-draw"].with_openers(Rank.KING)
    assert raises(after(table(kings, (100,) * 3, *cards, ante=1, small_bet=2), "x")) == (0, 0)


def test_without_openers_the_deal_is_void_and_antes_go_back() -> None:
    rules = VARIANTS["five-card-draw"].with_openers()
    cards = ("2c 3c 4c 5c 7d", "9s 9h 2d 3d 4d", "Ts Th 2h 3h 5h")
    state, events = play(table(rules, (100,) * 3, *cards, ante=1, small_bet=2), "x x x")
    assert state.is_over
    assert (state.stacks, state.winners, state.shown) == ((100,) * 3, (), ())
    assert events[-3:] == [Returned(seat, 1, 100, 2 - seat, 2) for seat in range(3)]


def test_six_players_who_draw_everything_get_the_discards_of_others() -> None:
    """Two cards are left for the fifth player of the first draw: what the four before threw away comes back."""
    state = after(table("deuce-to-seven-triple", (100,) * 6, blinds=(1, 2), small_bet=2), "c c c c c x")
    came_back = []
    for _ in range(3):
        while isinstance(state.rules.streets[state.street], DrawRound):
            state, events = apply(state, Discard(state.to_act[0], state.hands[state.to_act[0]]))
            drew = events[0]
            assert isinstance(drew, Drew)
            assert not {*drew.discarded} & {*drew.drawn}
            came_back.append(drew.replenished)
        state = after(state, "x " * 6)
    assert came_back[:6] == [0, 0, 0, 0, 20, 0]
    assert state.is_over


def test_a_folded_hand_can_be_drawn_by_others() -> None:
    state = table("badugi", (100,) * 8, blinds=(1, 2), small_bet=2)
    folded = state.hands[2]
    state = after(state, "f c c c c c c x")
    assert state.discards == folded
    drawn = []
    for seat in (0, 1, 3, 4, 5, 6, 7):
        state, events = apply(state, Discard(seat, state.hands[seat]))
        drawn += [card for card in getattr(events[0], "drawn", ()) if card in folded]
    assert sorted(drawn) == sorted(folded)


def test_short_deck_is_dealt_from_its_own_deck() -> None:
    begun = start(VARIANTS["short-deck"], 2, stakes=Stakes(ante=1), stacks=10)
    assert refused(begun, Deal(ALL_CARDS)) == "'2c' is not a card of short-deck hold'em"


def test_unknown_cards_are_cards() -> None:
    begun = start(VARIANTS["holdem"], 2, stakes=Stakes(ante=1), stacks=10)
    with pytest.raises(CardTypeError, match="expected cards, got None"):
        apply(begun, Deal(ALL_CARDS, unknown=None))  # type: ignore[arg-type]
    assert apply(begun, Deal(ALL_CARDS, unknown=[ALL_CARDS[0]]))[0].unknown == {ALL_CARDS[0]}  # type: ignore[arg-type]


# Bomb pots


def test_in_a_bomb_pot_everybody_antes_and_the_first_bets_are_made_on_the_flop() -> None:
    rules = VARIANTS["omaha"].as_bomb_pot()
    state = table(rules, (100,) * 3, button=0, ante=5, small_bet=2)
    assert (state.pot, len(state.board), state.to_act) == (15, 3, (1, 2, 0))
    assert raises(state) == (2, 15)
    state = after(state, "x x x")
    assert (len(state.board), state.turn) == (4, 1)
    assert sum(after(state, "r15 c f x x").won) == 45


def test_a_bomb_pot_has_caps_for_its_own_rounds() -> None:
    rules = replace(VARIANTS["holdem"].with_limit(Limit.FIXED_LIMIT), cap=(4, 1, 2, 3)).as_bomb_pot()
    assert raises(after(table(rules, (100,) * 2, ante=1, small_bet=2), "r2")) == (0, 0)
    assert default_stakes(rules) == Stakes(ante=1, small_bet=2, big_bet=4)


def test_what_is_no_bomb_pot_is_refused() -> None:
    with pytest.raises(RulesError, match="there are no blinds in Omaha, bomb pot, where everybody pays an ante"):
        start(VARIANTS["omaha"].as_bomb_pot(), 2, stakes=BLINDS, stacks=9)
    for rules in (VARIANTS["razz"], VARIANTS["badugi"], VARIANTS["omaha"].as_bomb_pot()):
        with pytest.raises(RulesError, match="there are no bets before a flop"):
            rules.as_bomb_pot()


# Who shows


def test_the_last_to_bet_shows_first_and_a_beaten_hand_is_mucked() -> None:
    state = table("holdem", (100, 100), "Ks Kh", "As Ah", DRY, blinds=(1, 2), small_bet=2)
    aces_bet, events = play(state, "c x x x x x r10 c")
    assert [event.order for event in events if isinstance(event, Showed)] == [(0, 1)]
    assert aces_bet.shown == (state.hands[0], state.hands[1])
    called, events = play(state, "c x x x x x x r10 c")
    assert [event.order for event in events if isinstance(event, Showed)] == [(1, 0)]
    assert called.shown == ((), state.hands[1])
    assert view_for(called, 1).shown == called.shown


@pytest.mark.parametrize(
    ("stacks", "actions"),
    [
        ((100, 100, 100), "r100 c c"),
        ((30, 100, 100), "r30 c c" + " x x" * 3),  # the others play on, and the first to show beats the third
        ((100, 100, 30), "c c x" + " x x x" * 2 + " x x r28 c c"),
    ],
)
def test_where_somebody_is_all_in_every_hand_is_tabled(stacks: tuple[int, ...], actions: str) -> None:
    """TDA, face up for all-ins: nobody who has called may muck, in the side pot either."""
    state = table("holdem", stacks, *ACES_KINGS_QUEENS, DRY, blinds=(1, 2), small_bet=2)
    over, events = play(state, actions)
    assert over.shown == state.hands
    assert all(showed.hands == state.hands for showed in events if isinstance(showed, Showed))


def test_who_folded_before_is_not_shown_with_the_hands_that_are_all_in() -> None:
    state = table("holdem", (100, 100, 100), *ACES_KINGS_QUEENS, DRY, blinds=(1, 2), small_bet=2)
    assert after(state, "r100 c f").shown == (state.hands[0], (), state.hands[2])


# What is refused


def test_a_refusal_says_what_would_be_legal() -> None:
    state = table("holdem", (100, 100), blinds=(1, 2), small_bet=2)
    assert refused(state, Check(1)) == "to stay in costs 1 now"
    assert refused(state, Raise(1, 3)) == "a bet or raise is to between 4 and 100 now, not to 3"
    assert refused(state, Raise(1, 4.0)).endswith("not to 4.0")  # type: ignore[arg-type]
    assert refused(state, Raise(1, 10**5000)).endswith("not to a number of 16610 bits")
    assert refused(state, Raise(0, 4)) == "it is seat 1's turn, not seat 0's"
    assert refused(state, Discard(1)) == "it is no time to draw"
    assert refused(after(state, "c"), Call(0)) == "there is nothing to call"
    assert refused(after(state, "r100"), Raise(0, 200)) == "seat 0 may not bet or raise now"
    limit = table("five-card-draw", (100, 100), ante=1, small_bet=2)
    assert refused(limit, Raise(0, 3)) == "a bet or raise is to 2 now, not to 3"
    assert refused(after(limit, "x x"), Check(0)) == "it is time to draw, not to bet"


BLINDS = Stakes(blinds=(1, 2), small_bet=2)


@pytest.mark.parametrize(
    ("rules", "given", "message"),
    [
        ("holdem", {}, "Texas hold'em is played for stakes, not None"),
        ("holdem", {"stakes": {"ante": 1}}, "Texas hold'em is played for stakes, not {'ante': 1}"),
        ("holdem", {"stakes": BLINDS}, "2 players have 2 stacks, not 0"),
        ("holdem", {"stakes": BLINDS, "stacks": [5, 5, 5]}, "2 players have 2 stacks, not 3"),
        ("holdem", {"stakes": BLINDS, "stacks": 0}, "seat 0's stack is a whole number of chips above 0, not 0"),
        ("holdem", {"stakes": BLINDS, "stacks": True}, "seat 0's stack is a whole number of chips above 0, not True"),
        ("holdem", {"stakes": BLINDS, "stacks": (9, 1.5)},
         "seat 1's stack is a whole number of chips above 0, not 1.5"),
        ("holdem", {"stakes": BLINDS, "stacks": 1.5}, "stacks are whole numbers of chips, one for each seat, not 1.5"),
        ("holdem", {"stakes": BLINDS, "stacks": None},
         "stacks are whole numbers of chips, one for each seat, not None"),
        ("holdem", {"stakes": BLINDS, "stacks": 9, "button": 2}, "there is no seat 2 for the button at a table of 2"),
        ("holdem", {"stakes": Stakes(blinds=(1, 2, 4), small_bet=2), "stacks": 9},
         "there are 2 players, but antes or blinds for 3"),
        ("holdem", {"stakes": Stakes(bring_in=1, small_bet=2), "stacks": 9}, "there is no bring-in in Texas hold'em"),
        ("razz", {"stakes": BLINDS, "stacks": 9}, "there are no blinds in razz, where the first bet is the bring-in"),
        ("razz", {"stakes": Stakes(bring_in=2, small_bet=2), "stacks": 9},
         "a bring-in is less than the small bet of 2, not 2"),
        ("draw-3", {"stakes": BLINDS}, "there are no chips in five-card draw, up to three cards"),
        ("draw-3", {"stacks": 0}, "there are no chips in five-card draw, up to three cards"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused(rules: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=f"^{re.escape(message)}$"):
        start((VARIANTS | RULES)[rules], 2, **given)


def test_rules_are_values_not_names() -> None:
    with pytest.raises(RulesError, match="not the rules of a game: 'holdem'"):
        start("holdem", 2)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="there is no limit 'pot'"):
        VARIANTS["holdem"].with_limit("pot")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="cannot be played with pot limit"):
        THREE_CARD_DRAW.with_limit(Limit.POT_LIMIT)
    with pytest.raises(RulesError, match="not 'J'"):
        VARIANTS["five-card-draw"].with_openers("J")  # type: ignore[arg-type]
    for game in ("holdem", "omaha-5", "ace-to-five"):
        with pytest.raises(RulesError, match="nobody needs openers"):
            VARIANTS[game].with_openers()


@pytest.mark.parametrize(
    ("amounts", "message"),
    [
        ({"blinds": (5, 2), "small_bet": 1}, "the small blind comes first: 5 is more than 2"),
        ({"blinds": (5, 2), "small_bet": 5}, "the small blind comes first: 5 is more than 2"),
        ({"blinds": (1, 2), "small_bet": 1}, "no bet is smaller than the big blind of 2, not 1"),
        ({"blinds": (2,), "small_bet": 1}, "no bet is smaller than the big blind of 2, not 1"),
        ({"small_bet": 4, "big_bet": 2}, "bets of late streets are not smaller: 2 is less than 4"),
    ],
)
def test_amounts_that_do_not_go_together_are_refused(amounts: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=f"^{re.escape(message)}$"):
        Stakes(**amounts)


def test_a_dead_small_blind_and_late_posts_are_stakes() -> None:
    for blinds in ((2, 0, 2), (0, 2), (2, 2), (1, 2, 0, 2), (1, 2, 4)):
        assert Stakes(blinds=blinds, small_bet=2).blinds == blinds


@pytest.mark.parametrize("amount", [-1, 1.0, True, None, "1"])
@pytest.mark.parametrize("what", ["ante", "bring_in", "small_bet", "big_bet", "blinds", "blinds of"])
def test_chips_are_whole_numbers(what: str, amount: Any) -> None:
    if what == "big_bet" and amount is None:
        assert Stakes(big_bet=None).bet(big=True) == 1  # as the small one
        return
    with pytest.raises(RulesError, match=re.escape(repr(amount))):
        Stakes(**{"blinds": (1, amount)} if what == "blinds of" else {what: amount})
