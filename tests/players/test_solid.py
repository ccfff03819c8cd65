"""The solid player: never illegal, never folds for nothing, reads draws and bets, mixes, wins from simple players."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duels import BLINDS, GAMES, SIMPLE, STACK, duel
from fivecard.batch import format as texts_of
from fivecard.batch import parse, random_hands
from fivecard.cards import parse_cards
from fivecard.engine import (
    FOUR_WITH_AN_ACE,
    VARIANTS,
    Action,
    Call,
    Check,
    Deal,
    Discard,
    Fold,
    Limit,
    Raise,
    Rules,
    Stakes,
    View,
    apply,
    legal,
    start,
    view_for,
)
from fivecard.equities import equity
from fivecard.players import PLAYERS, play_out
from fivecard.players.solid.betting import outlook
from fivecard.players.solid.draws import keep, stories, with_draws
from fivecard.players.solid.outlook import Outlook, Reading, read, with_board, with_open_cards, within_reach
from fivecard.rankings import ACE_TO_FIVE, BADUGI, DEUCE_TO_SEVEN, HIGH, Ranking
from tests.effort import effort

SOLID = PLAYERS["solid"]


def dealt(rules: Rules, stakes: Stakes = BLINDS) -> View:
    """What the first to act sees of a new deal between two."""
    state = start(rules, 2, stakes=stakes, stacks=STACK)
    state, _ = apply(state, Deal.shuffled(Random(1), cards=rules.game.deck))
    turn = state.turn
    assert turn is not None
    return view_for(state, turn)


def on_the_river(hand: str, board: str, *, bet: int = 0) -> View:
    """No-limit hold'em: twenty chips in the pot, and perhaps a bet of the other's."""
    view = dealt(VARIANTS["holdem"])
    seat, other = view.to_act[0], 1 - view.to_act[0]
    paid, bets = [10, 10], [0, 0]
    paid[other] += bet
    bets[other] = bet
    return view._replace(
        hand=parse_cards(hand), board=parse_cards(board), street=8, to_act=(seat, other), acted=(), bets=tuple(bets),
        committed=tuple(paid), stacks=(190 - bets[0], 190 - bets[1]), raises=int(bet > 0), largest_raise=bet,
        last_aggressor=other if bet else seat,
    )  # fmt: skip


def done(view: View, times: int = 200) -> Counter[type[Action]]:
    """What it does, so many times."""
    return Counter(type(SOLID(view, Random(seed))) for seed in range(times))


# Rules


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
        bring_in=draw(st.integers(1, 2)) if stud else 0,
        small_bet=draw(st.integers(3, 6)),
        big_bet=draw(st.sampled_from([None, 10])),
    )
    players = draw(st.integers(2, rules.most_players))
    if len(stakes.blinds) > players:
        stakes = replace(stakes, blinds=())
    return rules, stakes, draw(st.lists(st.integers(1, 150), min_size=players, max_size=players))


@given(tables(), st.integers(0, 1 << 32), st.floats(0, 1))
def test_all_it_does_is_legal_and_it_never_folds_for_nothing(
    table: tuple[Rules, Stakes, list[int]], seed: int, wild: float
) -> None:
    """Whether everybody plays like it or does anything, sometimes or always."""
    rules, stakes, stacks = table
    random = Random(seed)
    state = start(rules, len(stacks), stakes=stakes, stacks=stacks, button=random.randrange(len(stacks)))
    state, _ = apply(state, Deal.shuffled(random, cards=rules.game.deck))
    while (seat := state.turn) is not None:
        view = view_for(state, seat)
        now = legal(view)
        assert now is not None
        action = SOLID(view, random)
        assert now.allows(action), (now, action)
        assert not (now.check and isinstance(action, Fold))
        state, _ = apply(state, now.sample(random) if random.random() < wild else action)
    assert sum(state.stacks) == sum(stacks)


def test_it_plays_every_game_with_bets_and_no_other() -> None:
    for rules in VARIANTS.values():
        for limit in (Limit.FIXED_LIMIT, Limit.POT_LIMIT, Limit.NO_LIMIT):
            assert SOLID.fits(rules.with_limit(limit))
    assert not SOLID.fits(FOUR_WITH_AN_ACE)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_same_chance_gives_the_same_hand(name: str) -> None:
    rules, stakes = VARIANTS[name], next(stakes for rules, stakes in GAMES.values() if rules.name in (name, "holdem"))
    if rules.has_bring_in:
        stakes = GAMES["razz, limit"][1]
    state, _ = apply(start(rules, 3, stakes=stakes, stacks=STACK), Deal(rules.game.deck))
    played = [play_out(state, [SOLID] * 3, Random(2)) for _ in range(2)]
    assert played[0] == played[1]
    assert played[0][0].is_over


# What it knows


@pytest.mark.parametrize(
    ("game", "sample", "hand", "board", "up"),
    [
        ("holdem", with_board, "Ah Kd", "", ""),
        ("holdem", with_board, "9h 9d", "Ac 9s 2d", ""),
        ("holdem", with_board, "Jh Th", "9h 8h 2c Kd", ""),
        ("short-deck", with_board, "Ah Kd", "Qs 7c 6d", ""),
        ("omaha", with_board, "As Ks Td 9d", "Ts 9c 2s", ""),
        ("omaha-hi-lo", with_board, "As 2s Kd Kc", "3h 8d Qc", ""),
        ("seven-card-stud", with_open_cards, "Qs Qd 7h", "", "Ac"),
        ("seven-card-stud", with_open_cards, "Qs Qd 7h 7d 2c 3c Jd", "", "Ac Ad 9h 5s"),
        ("stud-hi-lo", with_open_cards, "As 2s 4d 6h", "", "Kc Kd"),
        ("razz", with_open_cards, "As 2s 4d Kh", "", "8c 5d"),
    ],
)
def test_its_share_against_any_hand_is_the_equity(
    game: str, sample: Callable[[View, np.random.Generator], Outlook], hand: str, board: str, up: str
) -> None:
    """The mean of many outlooks, against the module that counts or samples by other means."""
    view = dealt(VARIANTS[game], GAMES["razz, limit"][1] if up else BLINDS)
    seat = view.to_act[0]
    if up:
        mine = parse_cards(hand)[2 : 2 + len(up.split())]
        view = view._replace(up=(mine, parse_cards(up)) if seat == 0 else (parse_cards(up), mine))
    view = view._replace(hand=parse_cards(hand), board=parse_cards(board))
    expected = equity(hand.replace(" ", ""), up or "random", board=board, game=game, error=0.002, seed=1).share[0]
    everything = {1 - seat: Reading()}
    found = [sample(view, np.random.default_rng(seed)).share(everything) for seed in range(effort(60, 150))]
    assert np.mean(found) == pytest.approx(expected, abs=0.006 + 4 * np.std(found) / np.sqrt(len(found)))
    assert np.std(found) < 0.09  # one decision's estimate is rough, but not wild


def test_who_stood_pat_has_more_than_who_drew_three() -> None:
    """With nines up: ahead of three cards, behind a hand that needed none."""
    view = dealt(VARIANTS["five-card-draw"], GAMES["five-card draw, limit"][1])._replace(
        hand=parse_cards("9h 9d 5c 5s Kd"), street=4
    )
    seat = view.to_act[0]
    shares = []
    for count in (0, 1, 3):
        drawn = ((1,), (count,)) if seat == 0 else ((count,), (1,))
        share = with_draws(view._replace(drawn=drawn), np.random.default_rng(1)).share({1 - seat: Reading()})
        shares.append(share)
    assert shares[0] < 0.1 < 0.5 < shares[1] < shares[2]


@pytest.mark.parametrize(("ranking", "draws"), [(HIGH, 1), (DEUCE_TO_SEVEN, 3), (ACE_TO_FIVE, 3), (BADUGI, 3)])
def test_fewer_cards_drawn_are_better_hands(ranking: Ranking, draws: int) -> None:
    told = stories(ranking, draws)
    strongest = [np.median(told.ends[told.drawn[:, -1] == count]) for count in (0, 1, 3)]
    assert strongest == sorted(strongest, reverse=True)


def test_draws_that_nobody_makes_are_read_as_what_is_most_like_them() -> None:
    told = stories(DEUCE_TO_SEVEN, 3)
    assert (5, 5, 5) not in told.by_draws
    held = told.held((5, 5, 5), 2, np.uint64(0))
    usual = told.held((3, 2, 1), 2, np.uint64(0))
    assert np.median(held.ends) < np.median(usual.ends)


def test_chips_tell_of_strength() -> None:
    """More chips, or the last raise, leave fewer hands; and against those a middling one wins less."""
    quiet, bet, shove = (on_the_river("9h 8d", "9c 4s 2d Jh 3c", bet=chips) for chips in (0, 10, 150))
    other = 1 - quiet.to_act[0]
    readings = [read(view, other) for view in (quiet, bet, shove)]
    assert readings[0].part > readings[1].part > readings[2].part
    called = bet._replace(raises=0)
    assert read(called, other).now > read(bet, other).now
    ahead = with_board(quiet, np.random.default_rng(1))
    shares = [ahead.share({other: reading}) for reading in readings]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[2] + 0.2


# What it draws


@pytest.mark.parametrize(
    ("ranking", "left", "hand", "kept"),
    [
        (HIGH, 1, "As Kh Td Tc 6s", "Td Tc"),
        (DEUCE_TO_SEVEN, 1, "7s 5h 4d 3c 2s", "7s 5h 4d 3c 2s"),
        (DEUCE_TO_SEVEN, 3, "Ks 5h 4d 3c 3s", "5h 4d 3c"),
        (DEUCE_TO_SEVEN, 3, "7s 6h 5d 4c 3s", "6h 5d 4c 3s"),  # a straight: the highest goes
        (DEUCE_TO_SEVEN, 1, "7s 5s 4s 3s 2s", "5s 4s 3s 2s"),  # a flush
        (ACE_TO_FIVE, 3, "As 2h 3d 4c 5s", "As 2h 3d 4c 5s"),
        (ACE_TO_FIVE, 3, "As Ah 3d Kc 5s", "As 3d 5s"),
        (BADUGI, 3, "As 2h 3d 4c", "As 2h 3d 4c"),
        (BADUGI, 3, "As 2s 3d Kc", "As 3d"),
    ],
)
def test_what_people_keep(ranking: Ranking, left: int, hand: str, kept: str) -> None:
    row = parse(hand)
    assert texts_of(row[:, keep(row, ranking, left)[0]]) == [kept]


@pytest.mark.parametrize("ranking", [DEUCE_TO_SEVEN, ACE_TO_FIVE, BADUGI])
def test_what_is_kept_of_a_low_hand_has_no_pair(ranking: Ranking) -> None:
    hands = random_hands(5000, ranking.hand_size, seed=3)
    for left in (1, 2, 3):
        for hand, mask in zip(hands, keep(hands, ranking, left), strict=True):
            ranks = (hand[mask] // 4).tolist()
            assert len({*ranks}) == len(ranks)


def test_it_keeps_a_rough_hand_only_against_who_draws() -> None:
    """Jack-low in deuce to seven: good against somebody who drew, bad against somebody who stood pat."""
    view = dealt(VARIANTS["deuce-to-seven"])._replace(hand=parse_cards("Jh 8d 7c 4s 2h"), street=3)
    seat = view.to_act[0]
    thrown = []
    for count in (2, 0):
        drawn: tuple[tuple[int, ...], ...] = ((), (count,)) if seat == 0 else ((count,), ())
        action = SOLID(view._replace(drawn=drawn), Random(1))
        assert isinstance(action, Discard)
        thrown.append(" ".join(map(str, action.cards)))
    assert thrown == ["", "Jh"]


# What it bets


def test_it_bets_the_best_hand_and_bluffs_with_the_worst_at_times() -> None:
    best = done(on_the_river("Ah Kh", "Qh Jh Th 2c 3d"))
    assert best[Raise] > 140
    assert best[Check] > 0  # to raise later
    worst = done(on_the_river("3h 2d", "Qs Js Tc 8c 7d"))
    assert 4 <= worst[Raise] <= 80


def test_it_calls_by_the_price() -> None:
    """A middling pair calls a small bet and gives up to one of seven pots; the best hand never folds."""
    small, large = (done(on_the_river("9h 8d", "9c 4s 2d Jh 3c", bet=chips), 60) for chips in (4, 150))
    assert small[Fold] < 6
    assert large[Fold] > 50
    sure = done(on_the_river("Ah Kh", "Qh Jh Th 2c 3d", bet=150), 60)
    assert sure[Fold] == 0
    assert sure[Raise] + sure[Call] == 60


def test_bets_without_limit_differ_in_size() -> None:
    view = on_the_river("Ah Kh", "Qh Jh Th 2c 3d")
    actions = [SOLID(view, Random(seed)) for seed in range(60)]
    assert {action.to for action in actions if isinstance(action, Raise)} == {10, 15, 20}


@pytest.mark.parametrize(
    ("game", "opponent", "least"),
    [
        ("five-card draw, limit", "always calls", 0.5),
        ("five-card draw, pot limit", "anything legal", 0.5),
        ("deuce-to-seven triple draw, limit", "anything legal", 2.0),
        ("badugi, limit", "always calls", 0.5),
        ("hold'em, no limit", "always calls", 2.0),
        ("hold'em, limit", "a rock", 0.3),
        ("Omaha high-low, limit", "a rock", 0.3),
        ("razz, limit", "always calls", 2.0),
    ],
)
def test_it_wins_from_simple_players(game: str, opponent: str, least: float) -> None:
    """Far less than it wins on average (docs/players.md), for these deals."""
    assert duel(*GAMES[game], SOLID, SIMPLE[opponent], deals=effort(40, 80), seed=7).mean > least


def test_the_outlook_is_that_of_the_game() -> None:
    for rules, stakes in GAMES.values():
        view = dealt(rules, stakes)
        assert [*outlook(view, np.random.default_rng(1)).rivals] == [1 - view.to_act[0]]


def test_chips_that_nobody_can_call_cost_nothing() -> None:
    """Against somebody with five chips left, it does the same whether it has as many itself or very many."""
    view = on_the_river("Jd Td", "Jh 8s 4c 2d 7c")
    other = 1 - view.to_act[0]
    small, large = (done(view._replace(stacks=(5, mine) if other == 0 else (mine, 5)), 100) for mine in (5, 100_000))
    assert small == large
    assert small[Raise] > 0 < small[Check]


def facing_a_shove(hand: str, board: str, *, stack: int, covering: int) -> View:
    """No-limit hold'em on the river, two chips from each in the pot: the other, who has more, bets everything."""
    view = on_the_river(hand, board)
    other = view.to_act[1]
    paid, bets, stacks = [2, 2], [0, 0], [stack - 2, stack - 2]
    paid[other], bets[other], stacks[other] = covering, covering - 2, 0
    return view._replace(
        bets=tuple(bets),
        committed=tuple(paid),
        stacks=tuple(stacks),
        raises=1,
        largest_raise=bets[other],
        last_aggressor=other,
    )


@pytest.mark.parametrize("covering", [1_000, 10_000, 1_000_000])
@pytest.mark.parametrize("stack", [10, 40, 200])
def test_chips_that_it_cannot_win_change_nothing(stack: int, covering: int) -> None:
    """It never folds the best hand and never calls with the worst, and does as if the other had as much as itself."""
    tries = effort(20, 60)
    royal, nothing, pair = ("Ah Kh", "Qh Jh Th 2c 3d"), ("3h 2d", "Kh 9d Tc 5s 7c"), ("9h 8d", "9c 4s 2d Jh 3c")
    assert done(facing_a_shove(*royal, stack=stack, covering=covering), tries) == {Call: tries}
    assert done(facing_a_shove(*nothing, stack=stack, covering=covering), tries) == {Fold: tries}
    for hand in (royal, nothing, pair):
        view, even = (facing_a_shove(*hand, stack=stack, covering=much) for much in (covering, stack))
        assert [SOLID(view, Random(seed)) for seed in range(tries // 3)] == [
            SOLID(even, Random(seed)) for seed in range(tries // 3)
        ]


def test_chips_of_three_are_capped_at_what_can_be_won() -> None:
    """The one to act has 60 in all; who folded, and who bets on, has put in more than that."""
    view = on_the_river("Ah Kh", "Qh Jh Th 2c 3d")
    table = view._replace(
        order=(0, 1, 2),
        to_act=(0, 1),
        seat=0,
        folded=(2,),
        committed=(10, 500, 80),
        bets=(0, 490, 0),
        stacks=(50, 400, 30),
    )
    capped = within_reach(table)
    assert (capped.committed, capped.bets, capped.stacks) == ((10, 60, 60), (0, 50, 0), (50, 0, 0))
    assert within_reach(capped) == capped
    richest = table._replace(committed=(10, 10, 80), bets=(0, 0, 0), stacks=(50_000, 40, 0))
    assert within_reach(richest).stacks == (40, 40, 0)
