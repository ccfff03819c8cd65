"""Exact equities: against published counts, the rules, and each other."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from fivecard import FivecardError, HandError
from fivecard.cards import ALL_CARDS, Card, parse_cards
from fivecard.engine import FOUR_WITH_AN_ACE
from fivecard.equities import Equity, equities, equity
from fivecard.equities.methods import ENUMERATION, METHODS
from fivecard.equities.question import Question
from fivecard.games import GAMES, Game
from fivecard.players import strategy_of
from fivecard.ranges import Range
from fivecard.showdown import settle
from tests.effort import effort, some
from tests.paths import ROOT

A, B, FLOP = "QQ+,AKs", "22+,A2s+,KTs+,QJs,AJo+", "2c 7d Th"


# Facts


@pytest.mark.parametrize(
    ("game", "texts", "other"),
    [
        ("holdem", ("AsKs", "As Ks", "KsAs", "a♠k♠", " AsKs "), "QhQd"),
        ("short-deck", ("AsTs", "As 10s"), "QhQd"),
        ("omaha", ("AsKsQsJs", "As Ks Qs Js", "AsKs QsJs", "AsKs, QsJs", "AsKs,QsJs"), "QhQdJhTh"),
    ],
)
def test_a_hand_that_is_named_is_the_range_of_that_hand(game: str, texts: tuple[str, ...], other: str) -> None:
    for text in texts:
        board = "9c 8c 7d 6h"
        one = equity(text, other, board=board, game=game, exact=True)
        two = equity(Range(text, game), Range(other, game), board=board, game=game, exact=True)
        assert (one.wins, one.ties, one.shares, one.deals) == (two.wins, two.ties, two.shares, two.deals)
        assert one.by_hand(0).hands.tolist() == two.by_hand(0).hands.tolist()
        assert one.players[0] == text.strip()


def test_aces_against_kings_win_as_often_as_everybody_knows() -> None:
    result = equity("AA", "KK")
    assert result.exact
    assert result.wins == (50_371_344, 10_986_372)
    assert result.ties == (285_228, 285_228)
    assert result.deals == 36 * comb(48, 5)
    assert result.shares == (50_371_344 + Fraction(285_228, 2), 10_986_372 + Fraction(285_228, 2))
    assert result.outcomes[0, 1] == 285_228 / result.deals


def test_a_royal_flush_on_the_board_is_shared_by_all() -> None:
    result = equity(*["random"] * 5, board="As Ks Qs Js Ts", exact=False, error=1, seed=1)
    assert result.tie == (1.0,) * 5
    assert result.share == pytest.approx((0.2,) * 5)
    assert result.standard_errors == pytest.approx((0,) * 5, abs=1e-9)


def test_two_random_hands_are_worth_the_same_to_the_last_count() -> None:
    result = equity("random", "random")
    assert result.wins is not None
    assert result.wins[0] == result.wins[1]
    assert result.deals == comb(52, 2) * comb(50, 2) * comb(48, 5)
    assert sum(result.shares or ()) == result.deals


@pytest.mark.exhaustive
def test_all_kinds_of_hands_against_all_kinds_add_up() -> None:
    """169 x 169 sums: what each kind is dealt and wins against all others is what it does against a random hand."""
    kinds = [f"{high}{low}{suited}" for number, high in enumerate("AKQJT98765432") for low in "AKQJT98765432"[number:]
             for suited in (("",) if high == low else ("s", "o"))]  # fmt: skip
    assert len(kinds) == 169
    for kind in kinds:
        deals = wins = 0
        for other in kinds:
            with suppress(HandError):  # two of the same pair with two cards in common
                found = equity(kind, other)
                deals += found.deals
                wins += (found.wins or (0,))[0]
        against_all = equity(kind, "random")
        assert deals == against_all.deals == len(Range(kind)) * comb(50, 2) * comb(48, 5)
        assert wins == (against_all.wins or (0,))[0]


def test_two_players_with_the_same_range_are_worth_the_same_to_the_last_count() -> None:
    result = equity(B, B, board=FLOP)
    assert result.wins is not None
    assert result.wins[0] == result.wins[1]
    assert result.share == (0.5, 0.5)


def test_weights_that_are_all_alike_do_not_count() -> None:
    assert equity("AA:0.3, KK:0.3", "QQ", board=FLOP).wins == equity("KK+", "QQ", board=FLOP).wins


def test_a_weight_counts_like_so_many_hands() -> None:
    """Aces at a third of the weight of kings: a quarter of the deals of both, hand by hand."""
    mixed = equity("AsAh:0.3, KsKh:0.9", "QdQc", board=FLOP)
    aces, kings = (equity(hand, "QdQc", board=FLOP) for hand in ("AsAh", "KsKh"))
    assert mixed.wins is not None
    assert aces.wins is not None
    assert kings.wins is not None
    assert mixed.wins[0] == aces.wins[0] + 3 * kings.wins[0]


# Every exact method against going through all deals


def random_range(random: Random, game: Game, hole: int, size: int) -> Range:
    deck = game.deck
    hands = {tuple(sorted(random.sample(deck, hole))) for _ in range(size)}
    weights = [1.0] * len(hands) if random.random() < 0.5 else [random.randint(1, 10_000) / 10_000 for _ in hands]
    return Range.from_hands(list(hands), weights, game, hole)


def random_question(random: Random, name: str, *, players: int, board: int, size: int) -> Question:
    """A question with cards dealt and dead, drawn until it makes sense: players may exclude each other."""
    game = GAMES[name]
    hole = random.choice(game.hole)
    deck = list(game.deck)
    while True:
        random.shuffle(deck)
        table, dead = deck[:board], deck[board : board + random.choice([0, 0, 1, 3])]
        ranges = [random_range(random, game, hole, size) for _ in range(players)]
        with suppress(HandError):
            return Question(ranges, table, dead, game)


def compare_methods(question: Question) -> int:
    """Hold all methods that take a question to the general one; give how many did."""
    native = question.groups[0].native
    if question.unknown:
        compare_with_the_whole(question)
    others = [method for method in METHODS if method is not ENUMERATION and method.cost(native) < 60]
    if not others:
        return 0
    truth = ENUMERATION.answer(native, 2, lambda _: None)
    for method in others:
        answer = method.answer(native, 2, lambda _: None)
        told = f"{method.name}: {[each.text for each in question.players]}, {question.board}, {question.dead}"
        for player in range(len(question.players)):
            assert (answer.hands(player) == truth.hands(player)).all(), told
        assert answer.totals() == truth.totals(), told
    return len(others)


def compare_with_the_whole(question: Question) -> None:
    """Hold methods that take a random hand as a whole to the general one, which takes its hands one by one."""
    assert question.unknown is not None
    native = question.unknown.native
    truth = ENUMERATION.answer(question.groups[0].native, 2, lambda _: None)
    for method in METHODS:
        if method.cost(native) < 60:
            answer = method.answer(native, 2, lambda _: None)
            assert answer.totals()[0] == truth.totals()[0], method.name


@pytest.mark.parametrize(("hole", "board", "dead"), [(4, 5, 1), (4, 4, 1), (4, 3, 20), (5, 5, 12), (6, 5, 20)])
def test_omaha_hands_against_a_random_one(hole: int, board: int, dead: int) -> None:
    random = Random(hole * board)
    for _ in range(effort(1, 3)):
        cards = random.sample(ALL_CARDS, 2 * hole + board + dead)
        hands = Range.from_hands([cards[:hole], cards[hole : 2 * hole]], [0.7, 1.0], "omaha", hole)
        table, gone = cards[2 * hole : 2 * hole + board], cards[2 * hole + board :]
        question = Question([hands, "random"], table, gone, "omaha")
        assert question.unknown is not None
        compare_with_the_whole(question)


@pytest.mark.parametrize(
    ("name", "players", "board", "size", "questions"),
    some(
        7,
        [
            ("holdem", 2, 0, 2, 3),
            ("holdem", 2, 3, 60, 20),
            ("holdem", 2, 4, 300, 20),
            ("holdem", 2, 5, 600, 20),
            ("holdem", 3, 3, 8, 20),
            ("holdem", 3, 4, 30, 20),
            ("holdem", 3, 5, 60, 20),
            ("short-deck", 2, 0, 2, 3),
            ("short-deck", 2, 3, 60, 15),
            ("short-deck-trips", 2, 3, 60, 15),
            ("omaha", 2, 0, 1, 3),
            ("omaha", 2, 3, 2, 15),
            ("omaha", 2, 4, 10, 15),
        ],
    ),
)
def test_every_exact_method_agrees_with_going_through_all_deals(
    name: str, players: int, board: int, size: int, questions: int, kernel: str
) -> None:
    random = Random(f"{name} {players} {board}")
    for _ in range(effort(1, questions)):
        compare_methods(random_question(random, name, players=players, board=board, size=size))


def test_hand_against_hand_before_the_flop_is_not_left_to_the_general_method() -> None:
    """The comparison above would hold nothing to anything if methods refused all questions."""
    for name in ("holdem", "short-deck", "omaha"):
        assert compare_methods(random_question(Random(5), name, players=2, board=0, size=1)) >= 1


@pytest.mark.skipif(sys.platform != "linux", reason="how much memory a process had is asked of Linux")
def test_exact_omaha_remembers_no_more_than_a_group_of_hands() -> None:
    """A million pairs of hands, none of which has more than a few bytes at a time."""
    growth = subprocess.run(
        [sys.executable, "-c", _GROWTH], check=True, capture_output=True, text=True, timeout=100, cwd=ROOT
    ).stdout
    assert int(growth) < 16 << 20


_GROWTH = """
from fivecard.equities import equity
def peak():
    with open("/proc/self/status") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM"))
equity("AsAhKsKh", "JdTd9c8c", game="omaha", exact=True)
before = peak()
assert equity("AA7*", "KK6*", game="omaha", exact=True).deals == 1_140_377_904_512
print(peak() - before)
"""


def test_a_question_in_which_everything_is_symmetric() -> None:
    """Whole kinds of hands: methods that make use of suits being alike must notice, and be right."""
    for players, board in ((("AK", "QQ"), ""), ((A, "TT-88"), FLOP), (("AKs", "QJs:0.25"), "Ah Kh 2h")):
        assert compare_methods(Question(players, board, "", "holdem")) >= 1


# Against the rules, deal by deal


def by_settling(question: Question) -> tuple[list[Fraction], list[int], int]:
    """Shares, pots won whole, and deals, by `settle` for each deal: complete hands, at most two cards to come."""
    shares, wins, deals = [Fraction()] * len(question.players), [0] * len(question.players), 0
    deck = [card for card in question.game.deck if card not in {*question.board, *question.dead}]
    for hands in product(*([cards_of(int(hand)) for hand in each.dealt] for each in question.players)):
        taken = {card for hand in hands for card in hand}
        if len(taken) < sum(map(len, hands)):
            continue
        weight = 1
        for each, hand in zip(question.players, hands, strict=True):
            weight *= int(each.weights[[cards_of(int(other)) for other in each.dealt].index(hand)])
        for more in combinations(
            [card for card in deck if card not in taken], question.game.board - len(question.board)
        ):
            shown = settle(hands, (*question.board, *more), game=question.game)
            deals += weight
            for player, share in enumerate(shown.shares):
                shares[player] += weight * share
                wins[player] += weight * (share == 1)
    return shares, wins, deals


def cards_of(hand: int) -> tuple[Card, ...]:
    return tuple(card for card in ALL_CARDS if hand >> card.id & 1)


@pytest.mark.parametrize("name", GAMES)
def test_in_every_game_the_pot_goes_where_settling_each_deal_sends_it(name: str) -> None:
    random, game = Random(name), GAMES[name]
    for _ in range(effort(2, 4)):
        board = game.board and (5 if game.from_hole else random.choice([4, 5]))  # Omaha's choices take long to try
        question = random_question(random, name, players=random.choice([2, 3]), board=board, size=2 if board else 1)
        players = [
            Range.from_hands(
                [cards_of(hand) for hand in each.dealt.tolist()], each.weights / 10_000, game, question.hole
            )
            for each in question.players
        ]
        result = equity(*players, board=question.board, dead=question.dead, game=game, exact=True)
        shares, wins, deals = by_settling(question)
        assert result.share == pytest.approx([float(share / deals) for share in shares], abs=1e-12)
        assert result.win == pytest.approx([won / deals for won in wins], abs=1e-12)
        assert sum(result.shares or ()) == result.deals


# Cards to come


def test_stud_deals_what_is_not_known() -> None:
    """With one card each to come, by going through them."""
    one, two = "As Ad Kd Kh 2c 7s", "Qc Qd Qh 3s 4c 9h"
    unseen = [card for card in ALL_CARDS if card not in parse_cards(f"{one} {two}")]
    won = sum(
        settle([f"{one} {mine}", f"{two} {theirs}"], game="seven-card-stud").shares[0]
        for mine in unseen
        for theirs in unseen
        if mine is not theirs
    )
    result = equity(one, two, game="seven-card-stud")
    assert result.deals == 40 * 39
    assert result.shares is not None
    assert result.shares[0] == won


def test_in_a_draw_what_is_thrown_away_does_not_come_back() -> None:
    one, two = parse_cards("As Ah 5d 6c 9c"), parse_cards("Kc Kd 2h 3h 4s")
    unseen = [card for card in ALL_CARDS if card not in {*one, *two}]
    won = sum(
        settle([(*one[:4], mine), (*two[:4], theirs)], game="five-card-draw").shares[0]
        for mine in unseen
        for theirs in unseen
        if mine is not theirs
    )
    result = equity(one, two, game="five-card-draw", holds=[one[:4], two[:4]])
    assert result.deals == 42 * 41
    assert result.shares is not None
    assert result.shares[0] == won


def test_every_hand_is_as_likely_however_many_cards_it_draws() -> None:
    """A strategy keeps two cards of one hand and four of another: neither counts more."""
    one, two, other = "As Ah 5d 6c 9c", "Ts Th 5c 5s 2d", "Kc Kd 2h 3h 4s"
    both = Range.from_hands([one, two], 1.0, "five-card-draw")
    kept = [5 - len(strategy_of("sharp", FOUR_WITH_AN_ACE, 2).discards(hand)) for hand in (one, two)]
    assert kept == [2, 4]
    asked: dict[str, Any] = {"game": "five-card-draw", "holds": ["sharp", "Kc Kd 2h 3h"]}
    apart = [equity(hand, other, **asked) for hand in (one, two)]
    together = equity(both, other, **asked)
    exact = [Fraction(each.shares[0], each.deals) for each in (*apart, together) if each.shares is not None]
    assert exact[2] == (exact[0] + exact[1]) / 2
    assert sorted(together.by_hand(0).share) == pytest.approx(sorted(each.share[0] for each in apart))
    sampled = equity(both, other, **asked, exact=False, error=2e-3, seed=4)
    assert abs(sampled.share[0] - together.share[0]) < 4.5 * sampled.standard_errors[0]


# What a result tells


def test_hands_run_outs_and_outcomes_add_up_to_the_whole() -> None:
    result = equity(A, "TT-88, KQs:0.5", board=FLOP, dead="As")
    for player in (0, 1):
        hands = result.by_hand(player)
        assert np.nansum(hands.share * hands.deals) / hands.deals.sum() == pytest.approx(result.share[player])
        shares, chances = result.distribution(player)
        assert (shares[1:] >= shares[:-1]).all()
        assert chances.sum() == pytest.approx(1)
        assert shares @ chances == pytest.approx(result.share[player])
    turns = result.runouts(0)
    assert turns.shape == (52, 52)
    assert np.array_equal(turns, turns.T, equal_nan=True)
    for card in parse_cards(f"{FLOP} As"):
        assert np.isnan(turns[card.id]).all()
    assert sum(result.outcomes.values()) == pytest.approx(1)
    river = equity(A, "TT-88", board=f"{FLOP} 9h").runouts(1)
    with_ace = equity(A, "TT-88", board=f"{FLOP} 9h As").share[1]
    assert river[parse_cards("As")[0].id] == pytest.approx(with_ace)


def test_random_hands_have_their_equities_too() -> None:
    """A random hand is taken as a whole where that is quicker; asked for each of its hands, it is not."""
    for game, hand, board in (("omaha", "AsAhKsKh", f"{FLOP} 9h"), ("holdem", "AsKs", FLOP)):
        result = equity(hand, "random", board=board, game=game, exact=True)
        hands = result.by_hand(1)
        assert len(hands) == comb(52 - len(parse_cards(board)), 4 if game == "omaha" else 2)
        assert np.nansum(hands.share * hands.deals) / hands.deals.sum() == pytest.approx(result.share[1])


def test_a_hand_that_cannot_be_has_no_equity() -> None:
    hands = equity("AsAh, KsKh", "AsAd, AcAd", board=FLOP, exact=True).by_hand(0)
    assert np.isfinite(hands.share).all()
    hands = equity("AsAh, KsKh", "AsAd, AhAd", board=FLOP, exact=True).by_hand(0)
    assert np.isnan(hands.share).tolist() == [False, True]
    assert hands["KsKh"].share == pytest.approx(equity("KsKh", "AsAd, AhAd", board=FLOP).share[0])


def test_equities_of_a_range_are_those_of_its_hands() -> None:
    found = equities("AsKs, 7c2d", B, board=FLOP)
    for hand in ("AsKs", "7c2d"):
        assert found[hand].share == pytest.approx(equity(hand, B, board=FLOP).share[0])
    with pytest.raises(FivecardError, match="'AhKh' is not among the 2 hands"):
        found["AhKh"]
    with pytest.raises(FivecardError, match="a number of hands is a whole number from 0 on, not 'x'"):
        found.best("x")  # type: ignore[arg-type]


def test_a_result_says_whether_it_is_exact() -> None:
    exact, sampled = equity("AsKs", "QhQd"), equity("AsKs", "QhQd", exact=False, error=1, seed=9)
    assert exact.certainty == "exact: 1,712,304 deals"
    assert sampled.certainty.startswith("sampled: standard error of the equity ")
    assert sampled.certainty.endswith("seed 9")
    for result in (exact, sampled):
        assert result.certainty in str(result)
        assert result.certainty in result._repr_html_()
    assert sampled.wins is sampled.ties is sampled.shares is None
    with pytest.raises(FivecardError, match="known only of an exact answer"):
        sampled.by_hand(0)
    with pytest.raises(FrozenInstanceError):
        exact.win = (1.0, 0.0)  # type: ignore[misc]
    assert "<script>" not in equity("AA", "KK", board=FLOP)._repr_html_()


@pytest.mark.parametrize("duplicate", [copy, deepcopy, lambda result: pickle.loads(pickle.dumps(result))])
def test_a_result_can_be_copied_and_sent_to_another_process(duplicate: Callable[[Equity], Equity]) -> None:
    exact = equity("QQ+", "random", board=FLOP)
    for result in (exact, equity(A, B, board=FLOP, exact=False, error=1, seed=1)):
        result.runouts(0)
        found = duplicate(result)
        assert (found, str(found)) == (result, str(result))
        np.testing.assert_array_equal(found.runouts(0), result.runouts(0))
    assert [hand.share for hand in duplicate(exact).by_hand(0)] == [hand.share for hand in exact.by_hand(0)]
